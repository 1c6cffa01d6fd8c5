"""A table in memory: its match, found again from its lines, and who may play what at it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from copy import copy
from datetime import datetime
from itertools import pairwise
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from trainshed.core import (
    CHANCE,
    Action,
    BadNotation,
    BadRecord,
    Game,
    Masked,
    Match,
    Order,
    Proxy,
    Seat,
    TrainshedError,
    Who,
)
from trainshed.core.command import AgreeBack, AskBack, Redo, RefuseBack, Undo
from trainshed.core.history import Move, Span
from trainshed.core.match import Line, unique
from trainshed.core.notation import read
from trainshed.games import game as find
from trainshed.web.database.kept import Lapsed, Snapshot, Table, Written

OVER, BACK, PLAYED = "over", "back", "played"
"""Why an order ends, besides what the game knows: then it is `alarm:` or `lapse:` and a name."""


class NotYourSeat(TrainshedError):
    """Another seat is asked, or nobody's."""

    def __init__(self, who: Who | None) -> None:
        self.who = who
        super().__init__("nobody is asked" if who is None else f"seat {who.seat} is asked")


class BadAmount(TrainshedError):
    """An order names an amount that it cannot."""

    def __init__(self, amount: object, span: range | None = None) -> None:
        self.amount, self.span = str(amount), span
        super().__init__(f"no order can name {amount!r}")


class BadChoice(TrainshedError):
    """An order names a choice that it cannot."""

    def __init__(self, choice: object) -> None:
        self.choice = str(choice)
        super().__init__(f"no order can name {choice!r}")


class Sheet(Struct, frozen=True):
    """A table in memory: how it was set up, its match, when lines were written, who waived what."""

    table: Table
    match: Match[Any, Any]
    times: Mapping[int, datetime]
    orders: Mapping[Seat, tuple[str, ...]]
    lapsed: Mapping[Seat, tuple[Lapsed, ...]] = {}
    """The orders that have ended, for their owners."""

    def seats(self, browser: str) -> tuple[Seat, ...]:
        """The seats of a browser."""
        return self.table.seats(browser)

    @property
    def played(self) -> Mapping[int, datetime]:
        """When lines were played; of those that were brought along nobody knows."""
        brought = self.table.brought
        if not brought:
            return self.times
        return {number: time for number, time in self.times.items() if number > brought}

    @property
    def bots(self) -> tuple[Seat, ...]:
        """The seats of bots."""
        return self.table.bots

    @property
    def vacant(self) -> tuple[Seat, ...]:
        """The seats where nobody sits yet."""
        return self.table.vacant

    @property
    def keeps_to_moves(self) -> bool:
        """Whether bots would not go back: what a rated game counts is what was played."""
        return self.table.rated and bool(self.bots)


def resumed(
    table: Table,
    lines: Sequence[Written],
    snapshots: Sequence[Snapshot] = (),
    *,
    trusted: bool = False,
) -> Match[Any, Any]:
    """The match of a stored table: its lines played again, from the state kept at its base.

    Trusted lines were checked by the laws before they were kept. BadRecord names the line that
    does not fit.
    """
    match = begun(table)
    laws = match.game
    kept = [(it.number, laws.decode(it.state)) for it in snapshots if it.number <= table.base]
    if kept:
        match.start = kept[-1][1]
        match.seed = f"{table.seed}/{table.base}"
    try:
        match.resume([(line.seat, line.text) for line in lines[table.base :]], trusted=trusted)
    except TrainshedError as error:
        raise BadRecord(str(error), line=table.base + match.version + 1) from error
    _shift(match, lines[: table.base])
    if match.actor is None and not match.history:
        match.start = kept[0][1]
        match.history = [
            Move(CHANCE, Masked(), Span((before, after)), 0, number)
            for (_, before), (number, after) in pairwise(kept)
        ]
    return match


def continued(known: Sheet, table: Table, lines: Sequence[Written]) -> Match[Any, Any] | None:
    """The match of a table in memory with the lines it has by now; None where it is another."""
    old, match = known.table, known.match
    names = unique([chair.name for chair in table.chairs])
    setup = (table.game, table.rules, table.base, table.options, table.seed, len(names))
    before = (old.game, old.rules, old.base, old.options, old.seed, len(old.chairs))
    if setup != before or match.game is not find(table.game) or len(lines) < match.version:
        return None
    for line, written in zip(match.log[table.base :], lines[table.base :], strict=False):
        if (line.seat, line.text) != (written.seat, written.text):
            return None
    if len(lines) == match.version and names == match.names:
        return match
    twin = fork(match)
    if names != match.names:
        twin.names, twin.memo = names, {}  # what was made of moves speaks of the old ones
    twin.follow([(line.seat, line.text) for line in lines[match.version :]])
    return twin


def glimpse(
    table: Table, lines: Sequence[Written], start: Snapshot | None
) -> Match[Any, Any] | None:
    """The last moves of a stored table, from a state before them; None if they do not suffice."""
    if start is None:
        trusted = is_lawful(table)
        return resumed(table, lines, trusted=trusted) if table.base == 0 else None
    asks = str(AskBack.__struct_config__.tag)
    if start.number < table.base or any(line.text.startswith(asks) for line in lines):
        return None  # it counts its moves from the beginning
    match = begun(table)
    match.start = match.game.decode(start.state)
    match.resume([(line.seat, line.text) for line in lines], trusted=is_lawful(table))
    return match if any(move.seat != CHANCE for move in match.history) else None


def is_lawful(table: Table) -> bool:
    """Whether all lines of a stored table were played by the present version of the laws."""
    return not table.base and table.rules == find(table.game).rules


def is_outdated(table: Table) -> bool:
    """Whether a stored table has not been brought under the present version of the laws yet."""
    known = table.rules if table.adopted is None else table.adopted
    return known != find(table.game).rules


def begun(table: Table) -> Match[Any, Any]:
    """The match of a table before its first line."""
    laws = find(table.game)
    return Match(
        laws,
        seats=len(table.chairs),
        options=laws.recorded_options(table.options, table.rules, len(table.chairs)),
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
            last = match.latest[0].seat if match.history else mine[0]
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


def standing(sheet: Sheet, seat: Seat) -> dict[str, Order]:
    """The orders of a seat by the lines in which they are kept; what nobody can read is nothing."""
    found: dict[str, Order] = {}
    for line in sheet.orders.get(seat, ()):
        with suppress(BadNotation):
            found[line] = read(line, sheet.match.game.order)
    return found


def answer(sheet: Sheet) -> Action | None:
    """What the orders of the seat that is asked answer now, if anything; bids before all else."""
    match, laws = sheet.match, sheet.match.game
    seat = match.actor
    if seat is None or laws.obey is None or match.request is not None or seat in sheet.bots:
        return None
    if sheet.table.rest is not None:
        return None
    orders = sorted(standing(sheet, seat).values(), key=_urgency)
    view = laws.view(match.state, seat) if orders else None
    answers = (laws.obey(view, seat, order) for order in orders)
    return next((it for it in answers if it is not None), None)


def _urgency(order: Order) -> bool:
    return not isinstance(order, Proxy)


def ending(sheet: Sheet, twin: Match[Any, Any]) -> dict[tuple[Seat, str], str]:
    """The orders that end with what the twin has played, by seat and line: why."""
    found: dict[tuple[Seat, str], str] = {}
    for seat in sheet.orders:
        stand = standing(sheet, seat)
        for line, order in stand.items():
            why = _why(sheet.match, twin, seat, order, [*stand.values()])
            if why:
                found[seat, line] = why
    return found


def _why(
    match: Match[Any, Any], twin: Match[Any, Any], seat: Seat, order: Order, stand: Sequence[Order]
) -> str:
    """Why an order ends: the game is over, it was taken back, called off, or can act no more."""
    laws = twin.game
    if twin.actor is None:
        return OVER
    if len(twin.history) < len(match.history):
        return BACK if _given(twin.game, twin.state, seat, order) is not None else ""
    for move in _news(match, twin):
        why = _called(laws, move, seat, order, stand)
        if why:
            return why
    lapse = laws.lapse
    why = "" if lapse is None else lapse(laws.view(twin.state, seat), seat, order)
    return f"lapse:{why}" if why else ""


def _news(match: Match[Any, Any], twin: Match[Any, Any]) -> list[Move[Any]]:
    """The moves of the twin that are new to the match, those that were brought back included."""
    known = len(match.history)
    return [
        move
        for index, move in enumerate(twin.history)
        if index >= known or move.number > match.version
    ]


def _called(
    laws: Game[Any, Any, Any], move: Move[Any], seat: Seat, order: Order, stand: Sequence[Order]
) -> str:
    """What in a move calls an order off: an alarm, or that its owner has played otherwise.

    What another of his orders has played is not otherwise.
    """
    if move.seat == seat:
        given = _given(laws, move.before, seat, order)
        if given != move.action:
            answers = (_given(laws, move.before, seat, other) for other in stand)
            return PLAYED if given is not None and move.action not in answers else ""
    if laws.alarms is None or not order.alarms:
        return ""
    before, after = laws.view(move.before, seat), laws.view(move.after, seat)
    rung = laws.alarms(before, laws.seen(move.action, move.before, seat), after, seat)
    return next((f"alarm:{name}" for name in order.alarms if name in rung), "")


def _given(laws: Game[Any, Any, Any], state: Any, seat: Seat, order: Order) -> Action | None:  # noqa: ANN401
    """What one order answers in a state."""
    if laws.obey is None or laws.actor(state) != seat:
        return None
    found: Action | None = laws.obey(laws.view(state, seat), seat, order)
    return found
