"""A table in memory: its match, found again from its lines, and who may play what at it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from datetime import datetime
from itertools import pairwise
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from trainshed.core import CHANCE, Action, Masked, Match, Order, Seat, TrainshedError, Who
from trainshed.core.command import AgreeBack, AskBack, Redo, RefuseBack, Undo
from trainshed.core.match import Line, Move
from trainshed.core.notation import read
from trainshed.games import game as find

from .kept import Snapshot, Table, Written


class NotYourSeat(TrainshedError):
    """Another seat is asked, or nobody's."""

    def __init__(self, who: Who | None) -> None:
        self.who = who
        super().__init__("nobody is asked" if who is None else f"seat {who.seat} is asked")


class Sheet(Struct, frozen=True):
    """A table in memory: how it was set up, its match, when lines were written, who waived what."""

    table: Table
    match: Match[Any, Any]
    times: Mapping[int, datetime]
    orders: Mapping[Seat, tuple[str, ...]]

    def seats(self, browser: str) -> tuple[Seat, ...]:
        """The seats of a browser."""
        return self.table.seats(browser)

    @property
    def bots(self) -> tuple[Seat, ...]:
        """The seats of bots."""
        return self.table.bots

    @property
    def vacant(self) -> tuple[Seat, ...]:
        """The seats where nobody sits yet."""
        return self.table.vacant


def resumed(
    table: Table, lines: Sequence[Written], snapshots: Sequence[Snapshot] = ()
) -> Match[Any, Any]:
    """The match of a stored table: its lines played again, from the state kept at its base."""
    match = _begun(table)
    laws = match.game
    kept = [(it.number, laws.decode(it.state)) for it in snapshots if it.number <= table.base]
    if kept:
        match.start = kept[-1][1]
        match.seed = f"{table.seed}/{table.base}"
    match.resume([(line.seat, line.text) for line in lines[table.base :]])
    _shift(match, lines[: table.base])
    if match.actor is None and not match.history:
        match.start = kept[0][1]
        match.history = [
            Move(CHANCE, Masked(), before, after, number)
            for (_, before), (number, after) in pairwise(kept)
        ]
    return match


def glimpse(
    table: Table, lines: Sequence[Written], start: Snapshot | None
) -> Match[Any, Any] | None:
    """The last moves of a stored table, from a state before them; None if they do not suffice."""
    if start is None:
        return resumed(table, lines) if table.base == 0 else None
    asks = str(AskBack.__struct_config__.tag)
    if start.number < table.base or any(line.text.startswith(asks) for line in lines):
        return None  # it counts its moves from the beginning
    match = _begun(table)
    match.start = match.game.decode(start.state)
    match.resume([(line.seat, line.text) for line in lines])
    return match if any(move.seat != CHANCE for move in match.history) else None


def _begun(table: Table) -> Match[Any, Any]:
    """The match of a table before its first line."""
    laws = find(table.game)
    return Match(
        laws,
        seats=len(table.chairs),
        options=laws.read_options(table.options),
        seed=table.seed,
        names=[chair.name for chair in table.chairs],
    )


def _shift(match: Match[Any, Any], earlier: Sequence[Written]) -> None:
    """Put the lines that were played under other laws before those of the match."""

    def moved(moves: Sequence[Move[Any]]) -> list[Move[Any]]:
        return [replace(move, number=move.number + len(earlier)) for move in moves]

    if not earlier:
        return
    match.log = [*(Line(line.seat, Masked()) for line in earlier), *match.log]
    match.history, match.struck = moved(match.history), moved(match.struck)
    match.undone = [moved(moves) for moves in match.undone]


def fork(match: Match[Any, Any]) -> Match[Any, Any]:
    """A twin that can play on while the match stays as it is; states are shared."""
    twin = copy(match)
    twin.log, twin.history = [*match.log], [*match.history]
    twin.undone, twin.struck, twin.agreed = [*match.undone], [*match.struck], [*match.agreed]
    return twin


def acting(sheet: Sheet, browser: str, action: Action) -> tuple[Seat, ...]:
    """The seats of a browser for which it plays a line; NotYourSeat where it has none."""
    match, mine = sheet.match, sheet.seats(browser)
    actor = None if match.actor is None else Who(match.actor)
    if not mine:
        raise NotYourSeat(actor)
    match action:
        case Undo():
            last = match.history[-1].seat if match.history else mine[0]
            return (last if last in mine else mine[0],)
        case Redo():
            return (next((seat for seat in mine if match.may_redo(seat)), mine[0]),)
        case AskBack():
            return (match.actor if match.actor in mine else mine[0],)
        case AgreeBack():
            return tuple(seat for seat in mine if seat not in match.agreed) or (mine[0],)
        case RefuseBack():
            return (mine[0],)
        case _ if match.actor is not None and match.actor not in mine:
            raise NotYourSeat(actor)
        case _:
            return (mine[0] if match.actor is None else match.actor,)


def obey(sheet: Sheet, twin: Match[Any, Any]) -> Mapping[Seat, tuple[str, ...]]:
    """Let the seat that is asked answer as it ordered; the orders that have not lapsed."""
    laws = twin.game
    if laws.obey is None:
        return sheet.orders
    orders = {
        seat: {line: read(line, laws.order) for line in lines}
        for seat, lines in sheet.orders.items()
    }
    while (seat := twin.actor) is not None:
        answers = (laws.obey(twin.state, seat, order) for order in orders.get(seat, {}).values())
        answer = next((answer for answer in answers if answer is not None), None)
        if answer is None:
            break
        twin.play(seat, answer)
    turn = laws.turn(twin.state)
    return {
        seat: tuple(line for line, order in known.items() if not has_lapsed(order, turn))
        for seat, known in orders.items()
    }


def has_lapsed(order: Order, turn: int) -> bool:
    """Whether an order was for an earlier turn."""
    until = getattr(order, "turn", None)
    return until is not None and until < turn
