"""Games go out of a site, and come into another one: whole tables, or nothing of them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Iterable, Sequence
from datetime import datetime
from typing import Any

from msgspec import Raw, Struct
from msgspec.structs import replace
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from trainshed.bots import bots
from trainshed.core import CHANCE, BadRecord, Match, Seat, TrainshedError
from trainshed.core.record import RULE
from trainshed.games import game as find
from trainshed.web.tables.sheet import resumed
from trainshed.web.tables.timing import deadline

from . import archive, audit
from .archive import Whole
from .bundle import Entry, Reader, Writer
from .kept import RECORDED, WAIT, Chair, Snapshot, Table, Terms, Written, new_id
from .renew import snapshots
from .store import Store

IMPORTED, RENAMED, SKIPPED, FAILED = "imported", "renamed", "skipped", "failed"
LONGEST_SEED = 64


class Outcome(Struct, frozen=True, omit_defaults=True):
    """What became of a table: where it is now, or why it is not."""

    outcome: str
    table: str
    file: str = ""
    now: str = ""
    reason: str = ""


async def send(store: Store, tables: Iterable[str], writer: Writer) -> AsyncIterator[Outcome]:
    """Write tables into a bundle, one at a time; those that cannot be written come back."""
    for table in tables:
        try:
            kept = await archive.whole(store, table)
            if kept is not None:  # nobody has removed it meanwhile
                writer.add(kept, archive.write(kept))
        except (TrainshedError, SQLAlchemyError, ValueError, TypeError) as error:
            yield Outcome(FAILED, table, reason=_first(error))


async def receive(store: Store, tables: Iterable[Raw], reader: Reader) -> AsyncIterator[Outcome]:
    """Bring the tables of a bundle into a site, one at a time, and say what became of each."""
    moved: dict[str, str] = {}
    links: list[tuple[str, str]] = []
    for raw in tables:
        try:
            entry = reader.entry(raw)
        except BadRecord as error:
            yield Outcome(FAILED, "", reason=str(error))
            continue
        try:
            done = await _receive(store, entry, reader)
        except (TrainshedError, SQLAlchemyError, ValueError, OverflowError) as error:
            yield Outcome(FAILED, entry.id, file=entry.file, reason=_first(error))
            continue
        if done.now != entry.id:
            moved[entry.id] = done.now
        if done.outcome != SKIPPED and entry.next is not None:
            links.append((done.now, entry.next))
        yield done
    for table, following in links:
        if following in moved:
            await archive.relink(store, table, moved[following])


async def _receive(store: Store, entry: Entry, reader: Reader) -> Outcome:
    kept = _understood(entry, reader.text(entry))
    known = await archive.same(store, kept.table)
    if known is not None:
        reason = "it is here already" + (f" as {known}" if known != entry.id else "")
        return Outcome(SKIPPED, entry.id, file=entry.file, now=known, reason=reason)
    kept = _opened(kept, await archive.strangers(store, kept.table))
    kept = _prepared(kept, store.now())
    if await store.table(entry.id) is None:
        try:
            await _keep(store, kept)
        except IntegrityError:  # somebody was first
            if await store.table(entry.id) is None:
                raise
        else:
            return Outcome(IMPORTED, entry.id, file=entry.file, now=entry.id)
    other = replace(kept, table=replace(kept.table, id=new_id()))
    await _keep(store, other)
    reason = "another table has its id"
    return Outcome(RENAMED, entry.id, file=entry.file, now=other.table.id, reason=reason)


def _understood(entry: Entry, text: str) -> Whole:
    """The table that the manifest and a record speak of, where both say the same."""
    record, lines, states = archive.read(text)
    if record.seed is None:
        raise BadRecord("it has no seed: this is not the whole record")
    if len(record.seed) > LONGEST_SEED:
        raise BadRecord(f"its seed has more than {LONGEST_SEED} letters")
    chairs = tuple(Chair(it.name, it.kind, it.owner, it.left) for it in entry.chairs)
    table = Table(
        id=entry.id,
        name=entry.name,
        game=record.game,
        rules=record.rules,
        base=entry.base,
        options=record.options,
        seed=record.seed,
        chairs=chairs,
        created=entry.created,
        changed=entry.changed,
        actor=None if entry.over else 0,
        next=entry.next,
        brought=_brought(entry, lines),
        **{it: getattr(entry, it) for it in Terms.__struct_fields__},
    )
    kept = Whole(
        table=table,
        lines=tuple(lines),
        snapshots=tuple(states),
        orders={Seat(seat): known for seat, known in entry.orders.items()},
        seats=len(chairs),
        numbers=tuple(range(len(chairs))),
        over=entry.over,
    )
    _agree("game", entry.game, record.game)
    _agree("rules", entry.rules, record.rules)
    _agree("options", dict(entry.options), dict(record.options))
    _agree("lines", entry.lines, len(lines))
    _agree("names", [it.name for it in chairs], list(record.names))
    if _body(archive.write(kept)) != _body(text):
        raise BadRecord("the lines that count are not those that remain of all that were written")
    return kept


def _body(text: str) -> str:
    """What stands below the head of a record."""
    return text.partition(f"\n{RULE}\n")[2]


def _brought(entry: Entry, lines: Sequence[Written]) -> int | None:
    """With how many lines of another game a table began; bundles of earlier times do not say."""
    if entry.brought is not None and entry.brought > len(lines):
        raise BadRecord(f"it began with {entry.brought} lines, but there are {len(lines)}")
    old = [it for it in lines if it.time <= entry.created]
    is_continued = any(it.seat != CHANCE for it in old)
    return len(old) if entry.brought is None and is_continued else entry.brought


def _agree(what: str, listed: object, recorded: object) -> None:
    if listed != recorded:
        raise BadRecord(f"{what}: {recorded!r} in the record, but {listed!r} in the manifest")


def _opened(kept: Whole, strangers: Collection[str]) -> Whole:
    """A table where the seats of those who are not here are open: nobody could play them."""
    chairs = tuple(
        replace(it, owner=None) if it.owner in strangers else it for it in kept.table.chairs
    )
    return replace(kept, table=replace(kept.table, chairs=chairs))


def _prepared(kept: Whole, now: datetime) -> Whole:
    """A table as it is kept here: its lines were played again, and all states that follow."""
    find(kept.table.game)
    match = _match(kept)
    if (match.actor is None) != kept.over:
        raise BadRecord("the manifest and the lines disagree whether the game is over")
    table = replace(kept.table, actor=match.actor)
    if table.over:
        table = replace(table, chairs=tuple(map(_recorded, table.chairs)))
    for chair in () if table.over else table.chairs:
        if chair.is_bot and chair.kind not in bots():
            raise BadRecord(f"there is no bot {chair.kind!r} here to play on for {chair.name}")
    if not table.over and table.late != WAIT and table.late not in bots():
        raise BadRecord(f"there is no bot {table.late!r} here to play on for whoever is late")
    table = replace(table, due=deadline(table, table.actor, now))
    results = dict(enumerate(_results(match))) if table.over else {}
    return replace(kept, table=table, snapshots=_states(kept, match), results=results)


def _match(kept: Whole) -> Match[Any, Any]:
    """The match of the lines; BadRecord names the one that does not fit."""
    for _, text in (*audit.seats(kept), *audit.start(kept)):
        raise BadRecord(text)
    try:
        match = resumed(kept.table, kept.lines, kept.past)
    except Exception:
        audit.replay(kept)  # slower, but it names the line
        raise
    if match.version != len(kept.lines):
        raise BadRecord(f"the draws after line {len(kept.lines)} are missing")
    return match


def _states(kept: Whole, match: Match[Any, Any]) -> tuple[Snapshot, ...]:
    base = kept.table.base
    fresh = () if base and base == len(kept.lines) else snapshots(match, base)
    return (*kept.past, *fresh)


def _results(match: Match[Any, Any]) -> list[tuple[int, int]]:
    laws, state = match.game, match.state
    return list(zip(laws.ranks(state), laws.scores(state), strict=True))


def _recorded(chair: Chair) -> Chair:
    """A chair of a finished game, on which nobody can sit down any more."""
    return replace(chair, owner=RECORDED) if chair.is_open else chair


async def _keep(store: Store, kept: Whole) -> None:
    await store.bring(
        kept.table,
        kept.lines,
        kept.snapshots,
        orders=kept.orders,
        results=[kept.results[seat] for seat in sorted(kept.results)],
    )


def _first(error: Exception) -> str:
    """The first line of what is wrong."""
    return (str(error) or repr(error)).splitlines()[0]
