"""The orders of a seat as its page shows them: what stands, what has ended, what may be left."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from trainshed.core import BadNotation, Errand, Game, Match, Order, Reader, Seat, Text, mark
from trainshed.core.notation import read, write
from trainshed.core.order import blank
from trainshed.core.recall import recalled
from trainshed.web.database.kept import LENT, Lapsed
from trainshed.web.printing.html import html

from .seats import Sitting
from .sheet import BACK, OVER, PLAYED, BadAmount

ENDS = {
    OVER: mark("The game is over."),
    BACK: mark("Its answer was taken back."),
    PLAYED: mark("You have played otherwise."),
    LENT: mark("A bot has played for you."),
}
"""Why an order has ended, besides what its game says."""
CALLS = ("alarm:", "lapse:outbid")
"""How it begins where others have called it off."""
MANY = 10**6
"""An amount that may be as great is not shown as a limit."""
LONGEST = 9
"""No amount has more digits."""


class Alarm(Struct, frozen=True):
    """Something that calls an order off."""

    name: str
    label: Markup


class Offered(Struct, frozen=True, kw_only=True):
    """An order that may be left, with what is to be filled in."""

    line: str
    key: str
    """The same without what is to be filled in."""
    label: Markup
    alarms: tuple[Alarm, ...]
    quiet: tuple[str, ...] = ()
    """Those that are left out unless they are asked for."""
    amount: int | None = None
    low: int = 0
    high: int | None = None
    step: int = 1
    unit: str = ""
    """The sign before the amount."""
    choices: tuple[tuple[str, Markup], ...] = ()


class Given(Struct, frozen=True):
    """An order that stands."""

    line: str
    label: Markup
    alarms: tuple[Alarm, ...]


class Ended(Struct, frozen=True):
    """An order that has ended, and why."""

    label: Markup
    why: Markup
    is_called: bool
    """Whether others have called it off."""


class Orders(Struct, frozen=True):
    """Everything about the orders of a seat."""

    seat: Seat
    offered: tuple[Offered, ...]
    given: tuple[Given, ...]
    ended: tuple[Ended, ...]
    is_answered: bool
    """Whether one of them is about to answer."""


def orders(match: Match[Any, Any], sitting: Sitting, reader: Reader) -> Orders | None:
    """The orders of the seat that looks; None where there is nothing to show."""
    game, seat = match.game, reader.seat
    if game.orders is None or seat is None:
        return None
    state = game.view(match.state, seat)
    known = _read(game, sitting.orders)
    stand = [blank(order) for _, order in known]
    free = game.orders(state, seat) if match.actor is not None else ()
    keys = [blank(it.order) for it in free]
    found = Orders(
        seat=seat,
        offered=tuple(
            _offered(game, state, it, key, reader)
            for it, key in zip(free, keys, strict=True)
            if key not in stand
        ),
        given=tuple(
            Given(line, html(reader, game.words(order, state)), _alarms(game, order.alarms, reader))
            for line, order in known
        ),
        ended=tuple(_ended(game, state, it, reader) for it in sitting.lapsed),
        is_answered=sitting.is_answered,
    )
    return found if found.offered or found.given or found.ended else None


def _read(game: Game[Any, Any, Any], lines: tuple[str, ...]) -> list[tuple[str, Order]]:
    found: list[tuple[str, Order]] = []
    for line in lines:
        with suppress(BadNotation):
            found.append((line, read(line, game.order)))
    return found


def _offered(
    game: Game[Any, Any, Any],
    state: Any,  # noqa: ANN401
    errand: Errand,
    key: Order,
    reader: Reader,
) -> Offered:
    order, span = errand.order, errand.span
    return Offered(
        line=write(order),
        key=write(key),
        label=html(reader, game.words(key, state)),
        alarms=_alarms(game, order.alarms, reader),
        quiet=errand.quiet,
        amount=getattr(order, "most", None),
        low=span[0] if span else 0,
        high=span[-1] if span and span[-1] < MANY else None,
        step=span.step if span else 1,
        unit=game.currency if span else "",
        choices=tuple((it, html(reader, game.names[f"choice:{it}"])) for it in errand.choices),
    )


@recalled(1024)
def _alarms(game: Game[Any, Any, Any], names: tuple[str, ...], reader: Reader) -> tuple[Alarm, ...]:
    return tuple(Alarm(name, html(reader, game.names[f"alarm:{name}"])) for name in names)


def _ended(game: Game[Any, Any, Any], state: Any, lapsed: Lapsed, reader: Reader) -> Ended:  # noqa: ANN401
    known = _read(game, (lapsed.line,))
    label = html(reader, game.words(known[0][1], state)) if known else Markup("")
    why = game.names.get(lapsed.why) or Text(ENDS.get(lapsed.why, ""))
    return Ended(label, html(reader, why), is_called=lapsed.why.startswith(CALLS))


def filled(order: Order, fields: Mapping[str, str]) -> Order:
    """An order with what a form has filled in: its alarms, an amount, a choice."""
    names = order.__struct_fields__
    values: dict[str, Any] = {
        "alarms": tuple(name for name in order.alarms if fields.get(f"alarm-{name}"))
    }
    if "most" in names:
        values["most"] = _amount(fields.get("most", ""))
    if "choice" in names:
        values["choice"] = fields.get("choice", "")
    return replace(order, **values)


def _amount(text: str) -> int:
    """An amount, as people write it."""
    digits = "".join(text.split())
    if not digits.isascii() or not digits.isdigit() or len(digits) > LONGEST:
        raise BadAmount(text)
    return int(digits)
