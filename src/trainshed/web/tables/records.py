"""The record of a table, as each viewer may have it, also where the laws were corrected."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from trainshed.core import Reader, Record, Seat, Text, say
from trainshed.core.chance import commitment
from trainshed.core.command import COMMANDS, AgreeBack, AskBack, Redo, RefuseBack, Undo
from trainshed.core.match import ALONE
from trainshed.core.notation import read
from trainshed.core.record import SET
from trainshed.web.database.kept import Written

from .draws import table_draws
from .sheet import Sheet


def record(sheet: Sheet, seat: Seat | None, lines: Sequence[Written], reader: Reader) -> Record:
    """The record of a table; `lines` are all that were ever written there."""
    table, match = sheet.table, sheet.match
    if not table.base:
        return _own(sheet, match.record(seat))
    if match.actor is None:
        note = say(
            "The laws were corrected here: what follows was played by version {rules}.",
            rules=match.game.rules,
        )
        seats, base = len(table.chairs), table.base
        text = [*folded(lines[:base], seats), _comment(note, reader), *folded(lines[base:], seats)]
        whole = match.record(seat)
        whole = replace(whole, rules=table.rules, seed=table.seed, lines=tuple(text))
        return _own(sheet, whole)
    note = say(
        "The laws were corrected after line {n}: what was played by version {rules} is not shown.",
        n=table.base,
        rules=table.rules,
    )
    since = match.record(seat)
    return replace(
        since,
        seed_sha256=commitment(table.seed),
        lines=(_comment(note, reader), *since.lines),
    )


def _own(sheet: Sheet, whole: Record) -> Record:
    """A record that says if what chance brought is not all drawn from its seed."""
    is_open = sheet.match.actor is not None
    if is_open or table_draws(sheet).verdict != "unknown":
        return whole
    return replace(whole, chance=SET)


def folded(lines: Sequence[Written], seats: int) -> list[str]:
    """The texts of the lines that count."""
    return [line.text.removeprefix(ALONE) for line in counting(lines, seats)]


def counting(lines: Sequence[Written], seats: int) -> list[Written]:
    """The lines that count, whatever the laws: what was taken back is left out."""
    counted: list[Written] = []
    undone: list[list[Written]] = []
    back, agreed = 0, set[Seat]()
    for line in lines:
        kind = COMMANDS.get(line.text.split(" ", 1)[0])
        match kind and read(line.text, kind):
            case Undo():
                undone.append(_latest(counted))
                agreed = set()
            case Redo():
                counted += undone.pop()
                agreed = set()
            case AskBack(move=move):
                back, agreed = move, {line.seat}
            case AgreeBack():
                agreed.add(line.seat)
            case RefuseBack():
                agreed = set()
            case _:
                counted.append(line)
                undone, agreed = [], set()
        if len(agreed) == seats:
            del counted[back:]
            undone, agreed = [], set()
    return counted


def _latest(counted: list[Written]) -> list[Written]:
    """Take off the last line that somebody decided, with those that had to follow."""
    back = [counted.pop()]
    while counted and back[0].text.startswith(ALONE):
        back.insert(0, counted.pop())
    return back


def _comment(note: Text, reader: Reader) -> str:
    return f"# {reader.read(note)}"
