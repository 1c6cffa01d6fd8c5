"""Whether the tables of a database are sound: every line is played again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import sqlalchemy as sa
from msgspec import Struct

from trainshed.core import CHANCE, BadRecord, Match, Seat, UnknownGame, check_draws
from trainshed.games import game as find
from trainshed.web.tables.sheet import resumed

from .archive import Whole
from .damage import damaged
from .kept import Snapshot
from .rows import LINES, METADATA, RESULTS, SEATS, SNAPSHOTS, STANDINGS, TABLES
from .store import Store

UNREADABLE, GAP, SEAT, SNAPSHOT, SCORE, TABLE, DRAWS = (
    "unreadable",
    "gap",
    "seat",
    "snapshot",
    "score",
    "table",
    "draws",
)


OF_GAMES = (TABLES, SEATS, LINES, SNAPSHOTS, STANDINGS, RESULTS)
BATCH = 500
"""So many rows are looked at at once."""


class Fault(Struct, frozen=True):
    """What is wrong with a table: of which kind, and in a sentence."""

    table: str
    """Its id, nothing where it is a row of no game."""
    kind: str
    text: str


def faults(kept: Whole) -> list[Fault]:
    """All that is wrong with a table; its lines are played only where they can be."""
    found = [*_gaps(kept), *seats(kept), *start(kept), *_snapshots(kept)]
    if not found:
        found = list(_played(kept))
    return [Fault(kept.table.id, kind, text) for kind, text in found]


def replay(kept: Whole, look: Callable[[int, Any], None] | None = None) -> Match[Any, Any]:
    """Play the lines since a table's base; `look` sees the state after each of them.

    BadRecord names the line that does not fit.
    """
    table, number = kept.table, kept.table.base
    match = resumed(table, kept.lines[: table.base], kept.past)
    lines = kept.lines[table.base :]
    if not lines and match.actor is None:
        return match  # nothing was played since, and all before is the states that are kept

    def following() -> Iterator[tuple[Seat, str]]:
        nonlocal number
        for line in lines:
            if look is not None:
                look(number, match.state)
            number = line.number
            yield line.seat, line.text

    try:
        match.resume(following())
    except Exception as error:  # whatever damaged lines lead to
        raise BadRecord(str(error) or repr(error), line=number) from error
    if match.version != len(lines):
        raise BadRecord(
            f"the draws after it are missing: {match.log[len(lines)].action}", line=number
        )
    if look is not None:
        look(number, match.state)
    return match


def _gaps(kept: Whole) -> Iterator[tuple[str, str]]:
    expected = 1
    for line in kept.lines:
        if line.number != expected:
            yield GAP, f"line {expected} is missing: line {line.number} follows"
        expected = line.number + 1


def seats(kept: Whole) -> Iterator[tuple[str, str]]:
    """Seats that there are not, wherever they are named."""
    count = kept.seats
    if kept.numbers != tuple(range(count)):
        shown = ", ".join(map(str, kept.numbers)) or "none"
        yield SEAT, f"it is for {count} seats, but those kept are {shown}"
    for line in kept.lines:
        if line.seat != CHANCE and line.seat not in range(count):
            yield SEAT, f"line {line.number}: there is no seat {line.seat}"
    for what, known in (("a standing answer", kept.orders), ("a result", kept.results)):
        for seat in known:
            if seat not in range(count):
                yield SEAT, f"{what} is kept for seat {seat}, which there is not"
    if kept.table.actor is not None and kept.table.actor not in range(count):
        yield SEAT, f"seat {kept.table.actor} is asked, which there is not"


def start(kept: Whole) -> Iterator[tuple[str, str]]:
    """What is missing of that from which the lines are played."""
    base, last = kept.table.base, len(kept.lines)
    if not 0 <= base <= last:
        yield TABLE, f"the present laws took over after line {base}, but there are {last} lines"
    elif base and not any(it.number == base for it in kept.past):
        yield SNAPSHOT, f"no state is kept after line {base}, where the present laws took over"


def _snapshots(kept: Whole) -> Iterator[tuple[str, str]]:
    """States that belong to no line."""
    last = len(kept.lines)
    for it in kept.snapshots:
        if not 0 <= it.number <= last:
            yield SNAPSHOT, f"a state is kept after line {it.number}, but there are {last} lines"
    if not any(it.number == last for it in kept.snapshots):
        yield SNAPSHOT, f"no state is kept after the last line {last}"


def _played(kept: Whole) -> Iterator[tuple[str, str]]:
    """What differs when the lines are played again."""
    base = kept.table.base
    waiting = {it.number: it for it in kept.snapshots if it.number > base or not base}
    found: list[tuple[str, str]] = []
    try:
        laws = find(kept.table.game)

        def look(number: int, state: Any) -> None:  # noqa: ANN401 - of any game
            if number in waiting:
                found.extend(_compared(laws, waiting[number], state))

        match = replay(kept, look)
    except UnknownGame:
        yield UNREADABLE, f"there is no game {kept.table.game!r} here"
        return
    except Exception as error:  # noqa: BLE001 - whatever damaged lines and options lead to
        yield from found
        yield UNREADABLE, str(error) or repr(error)
        return
    yield from found
    yield from _ended(kept, match)
    yield from _drawn(kept, match)


def _drawn(kept: Whole, match: Match[Any, Any]) -> Iterator[tuple[str, str]]:
    """What chance brought at this table since its present laws, beside what its seed draws."""
    base = kept.table.base
    if base == len(kept.lines):
        return
    found = check_draws(match, since=max(0, (kept.table.brought or 0) - base))
    if found.at is not None:
        action = match.log[found.at - 1].action
        yield DRAWS, f"line {found.at + base}: {str(action)!r} is not what its seed draws"


def _compared(laws: Any, kept: Snapshot, state: Any) -> Iterator[tuple[str, str]]:  # noqa: ANN401
    """A state that is kept, beside the one that the lines lead to."""
    try:
        known = laws.decode(kept.state)
    except BadRecord as error:
        yield SNAPSHOT, f"the state kept after line {kept.number}: {error}"
        return
    if known != state:
        yield SNAPSHOT, f"the state kept after line {kept.number} is not the one its lines lead to"
        if laws.actor(state) is None and laws.scores(known) != laws.scores(state):
            yield SCORE, _scores(laws.scores(known), laws.scores(state), "in the state kept")
    elif kept.turn != laws.turn(state):
        yield SNAPSHOT, f"the state kept after line {kept.number} is not of turn {kept.turn}"


def _ended(kept: Whole, match: Match[Any, Any]) -> Iterator[tuple[str, str]]:
    """Who is asked, and the results, beside what the table says."""
    table, laws = kept.table, match.game
    if table.actor != match.actor:
        yield TABLE, f"{_asked(table.actor)} by the table, but {_asked(match.actor)} by its lines"
    elif kept.over != table.over:
        yield TABLE, f"{_asked(table.actor)}, but the table is marked as if not"
    if not kept.results:
        return
    known = tuple(score for _, (_, score) in sorted(kept.results.items()))
    if match.actor is not None:
        yield SCORE, f"results are kept, but {_asked(match.actor)}"
    elif known != tuple(laws.scores(match.state)):
        yield SCORE, _scores(known, laws.scores(match.state), "in the results")


def _asked(actor: int | None) -> str:
    return "the game is over" if actor is None else f"seat {actor} is asked"


def _scores(kept: tuple[int, ...], played: tuple[int, ...], where: str) -> str:
    first, second = (", ".join(map(str, it)) for it in (kept, played))
    return f"the final scores are {first} {where}, but {second} by its lines"


async def unreadable(store: Store) -> list[Fault]:
    """The rows that cannot be read beside those of games: of people, talk, maps and the rest."""
    found: list[Fault] = []
    for kind in (it for it in METADATA.sorted_tables if it not in OF_GAMES):
        query = sa.select(kind)
        async with store.connect_patiently() as connection:
            async for rows in (await connection.stream(query)).partitions(BATCH):
                told = [f"{it.kind} {it.key}: {it.reason}" for it in damaged(query, rows)]
                found += [Fault("", UNREADABLE, it) for it in told]
    return found
