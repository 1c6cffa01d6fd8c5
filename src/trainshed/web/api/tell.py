"""A table as programs hear of it: only what its reader may know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import fields, replace

from trainshed import core
from trainshed.bots import bots
from trainshed.core import Choice, Errand, Masked, Match, Order, Reader, Route, Seat, Text
from trainshed.core.command import AgreeBack, Command, Redo, RefuseBack, Undo
from trainshed.core.history import Move
from trainshed.core.match import Line
from trainshed.core.notation import write
from trainshed.core.order import blank
from trainshed.core.step import Amount
from trainshed.games import games as all_games
from trainshed.web.database import kept
from trainshed.web.database.kept import Result
from trainshed.web.printing.html import sentences
from trainshed.web.tables import talk
from trainshed.web.tables.errands import ENDS
from trainshed.web.tables.sheet import Sheet, standing

from .shapes import (
    Alarm,
    Bounds,
    Chair,
    EndedOrder,
    Game,
    Games,
    Give,
    Log,
    LogLine,
    Offer,
    Option,
    OrderOffer,
    Orders,
    Position,
    Question,
    Remark,
    Span,
    StandingOrder,
    Table,
    Talk,
)

LONG = 200
"""A longer text is no option that a list needs."""


def games() -> Games:
    """Every game with its options, and every bot."""
    found = tuple(
        Game(
            key=laws.name,
            title=laws.title,
            seats=tuple(laws.seats),
            options=tuple(
                Option(info.name, laws.choices()[info.name], info.default)
                for info in fields(laws.options)
            ),
        )
        for laws in all_games().values()
    )
    return Games(found, tuple(bots()))


def table(sheet: Sheet, owner: str) -> Table:
    """One table."""
    match = sheet.match
    results: list[Result] = []
    if match.actor is None:
        places, scores = match.game.ranks(match.state), match.game.scores(match.state)
        results = [Result(*both) for both in zip(places, scores, strict=True)]
    row = replace(sheet.table, actor=match.actor)
    return _table(row, owner, version=match.version, results=results)


def listed(row: kept.Table, owner: str, *, version: int, results: Sequence[Result]) -> Table:
    """A table in a list; results of which one cannot be read are none."""
    whole = results if len(results) == len(row.chairs) else ()
    short = {
        name: value
        for name, value in row.options.items()
        if not isinstance(value, str) or len(value) <= LONG
    }
    return _table(replace(row, options=short), owner, version=version, results=whole)


def _table(row: kept.Table, owner: str, *, version: int, results: Sequence[Result]) -> Table:
    return Table(
        id=row.id,
        name=row.name,
        game=row.game,
        options=row.options,
        seats=tuple(
            Chair(
                name=chair.name,
                bot=chair.kind if chair.is_bot else None,
                open=chair.is_open,
                program=chair.account.startswith(kept.PROGRAM),
            )
            for chair in row.chairs
        ),
        yours=row.seats(owner),
        version=version,
        actor=row.actor,
        over=row.over,
        scores=tuple(it.score for it in results) or None,
        ranks=tuple(it.rank for it in results) or None,
        hours=row.hours,
        bank=row.bank,
        increment=row.increment,
        paused=row.rest is not None,
        late=row.late,
        access=row.access,
        rated=row.rated,
        due=row.due,
        created=row.created,
        changed=row.changed,
        next=row.next,
    )


def position(match: Match[Any, Any], seat: Seat | None) -> Position:
    """The state as a seat may see it, with the news of the last line as it may hear them."""
    game, view = match.game, match.game.view(match.state, seat)
    news = [
        game.seen(item, match.history[-1].before, seat)
        for item in (view.news if match.history else ())
    ]
    known = replace(view, news=tuple(item for item in news if not isinstance(item, Masked)))
    state = msgspec.Raw(game.encode(known))
    return Position(match.version, seat, match.actor is None, state)


def question(match: Match[Any, Any], mine: Sequence[Seat], reader: Reader) -> Question:
    """What is asked; the offers only for whoever is asked."""
    game, view = match.game, match.game.view(match.state, reader.seat)
    step = view.stack[-1] if view.stack else None
    yours = match.actor is not None and match.actor in mine
    offered = game.actions(match.state) if yours else ()
    return Question(
        version=match.version,
        over=match.actor is None,
        actor=match.actor,
        yours=yours,
        text=reader.read(game.words(step, view) if isinstance(step, Choice) else Text("")),
        offers=tuple(Offer(str(it), reader.read(game.label(it, view))) for it in offered),
        amount=_span(step, view) if yours and isinstance(step, Amount) else None,
        routes=yours and isinstance(step, Route),
        commands=_commands(match, mine),
    )


def _span(step: Amount[Any, Any], state: Any) -> Span:  # noqa: ANN401 - the state of any game
    span = step.span(state)
    verb = str(step.name(state, span[0])).split(" ", 1)[0]
    return Span(f"{verb} {{amount}}", span[0], span[-1], span.step)


def _commands(match: Match[Any, Any], mine: Sequence[Seat]) -> tuple[str, ...]:
    found: list[Command] = []
    if any(match.may_undo(seat) for seat in mine):
        found.append(Undo())
    if any(match.may_redo(seat) for seat in mine):
        found.append(Redo())
    if match.request is not None and any(seat not in match.agreed for seat in mine):
        found += (AgreeBack(), RefuseBack())
    return tuple(str(command) for command in found)


def orders(sheet: Sheet, seat: Seat | None, reader: Reader) -> Orders:
    """What a seat has ordered and may order; nothing for whoever has none."""
    match, laws = sheet.match, sheet.match.game
    if laws.orders is None or seat is None:
        return Orders(seat=seat, offered=(), given=(), ended=())
    view, known = laws.view(match.state, seat), standing(sheet, seat)
    stand = [blank(order) for order in known.values()]
    free = laws.orders(view, seat) if match.actor is not None else ()
    return Orders(
        seat=seat,
        offered=tuple(
            _order_offer(laws, it, view, reader) for it in free if blank(it.order) not in stand
        ),
        given=tuple(
            StandingOrder(line, reader.read(laws.words(order, view)))
            for line, order in known.items()
        ),
        ended=tuple(
            EndedOrder(it.line, reader.read(laws.names.get(it.why) or Text(ENDS.get(it.why, ""))))
            for it in sheet.lapsed.get(seat, ())
        ),
    )


def _order_offer(
    laws: core.Game[Any, Any, Any],
    errand: Errand,
    view: Any,  # noqa: ANN401 - the state of any game
    reader: Reader,
) -> OrderOffer:
    order, span = errand.order, errand.span
    return OrderOffer(
        line=write(order),
        label=reader.read(laws.words(blank(order), view)),
        alarms=tuple(
            Alarm(name, reader.read(laws.names[f"alarm:{name}"])) for name in order.alarms
        ),
        amount=Bounds(span[0], span[-1], span.step) if span else None,
        choices=errand.choices,
    )


def filled(order: Order, wish: Give) -> Order:
    """An order with what a request has filled in."""
    named = {"most": wish.most, "choice": wish.choice}
    known = {
        name: value
        for name, value in named.items()
        if value is not None and name in order.__struct_fields__
    }
    alarms = order.alarms
    if wish.alarms is not None:
        alarms = tuple(name for name in order.alarms if name in wish.alarms)
    return replace(order, alarms=alarms, **known)


def remarks(said: Sequence[talk.Remark]) -> Talk:
    """What was said."""
    return Talk(
        tuple(Remark(name=it.name, text=it.text, time=it.time, yours=it.is_yours) for it in said)
    )


def log(sheet: Sheet, reader: Reader, *, since: int, limit: int) -> Log:
    """The lines after number `since`, so many at most."""
    match = sheet.match
    moves = {move.number: move for move in (*match.struck, *match.history)}
    struck = {move.number for move in match.struck}
    lines, played = match.log[since : since + limit], sheet.played
    told = {
        number: [str(words) for words in sentences(match, move, reader)]
        for number, move in moves.items()
        if since < number <= since + limit
    }
    return Log(
        match.version,
        tuple(
            LogLine(
                number=number,
                seat=line.seat,
                line=_line(match, line, moves.get(number), reader),
                text="".join(told.get(number, [])[:1]),
                followed=tuple(told.get(number, [])[1:]),
                struck=number in struck,
                alone=line.alone,
                time=played.get(number),
            )
            for number, line in enumerate(lines, since + 1)
        ),
    )


def _line(match: Match[Any, Any], line: Line, move: Move[Any] | None, reader: Reader) -> str:
    """A line as its reader may see it; one that is neither a move nor a command is from before."""
    if move is not None and not isinstance(move.action, Masked):
        return str(match.seen(move, reader.seat))
    return str(line.action if isinstance(line.action, Command) else Masked())
