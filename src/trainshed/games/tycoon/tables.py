"""R13.2, R11.3 The sheets beside the map: income, cards on offer, locomotives, the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trainshed.board.scene import Line, Table
from trainshed.board.symbols import ENAMEL_EMBLEMS
from trainshed.board.tables import EMBLEMS
from trainshed.core import Mark, Place, Seat, Text, Who, say, say_n

from .box import BOX, CITIES, COLOURS
from .lay import PLATES, enamel, price_text
from .names import NAMES, card_text, money, tycoon_name, tycoon_text
from .names import points as scored
from .panels import held

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .state import State

_THOUSAND = 1000
ON_TRACK = ("deliveries", "traffic", "hotels", "cards", "lines")
"""The sources of points on the track, as the state books them."""
_LAP = len(BOX.income.spaces) - 1
_TENS = 10


def tables(state: State) -> Iterator[Table]:
    """All sheets that have something to say."""
    yield summary(state)
    yield incomes(state)
    if state.offer:
        yield cards(state)
    if not state.options.beginner:
        yield hands(state)
    yield locomotives(state)
    yield points(state)
    yield track(state)


def summary(state: State) -> Table:
    """R14.1, R8.2 How far the game is: empty cities, new cities left, the bag, the deck."""
    empty = state.empty.bit_count()
    left = tuple(
        say("{n} {colour}", n=count, colour=Mark("cube", colour))
        for colour, count in zip(COLOURS, state.tiles, strict=True)
        if count
    )
    lines = [
        ("turn", say("turn"), _figure(state.turn)),
        ("empty", say("empty cities"), say("{n} of {limit}", n=empty, limit=state.limit)),
        ("tiles", say("new cities left"), say("{parts}", parts=left) if left else say("all used")),
        ("bag", say("cubes in the bag"), _figure(sum(state.bag))),
    ]
    if not state.options.beginner:
        lines.append(("deck", say("cards to come"), _figure(len(state.deck))))
    return Table(
        key="summary",
        title=say("The game"),
        columns=(say("what"), say("now")),
        lines=tuple(Line(key, None, (name, value)) for key, name, value in lines),
        note=say("one more turn after this one") if state.last > state.turn else None,
    )


def income(score: int) -> int:
    """R13.1, R13.2 The income of a place on the track, which begins anew after its end."""
    space = score if score <= _LAP else (score - 1) % _LAP + 1
    return BOX.income.spaces[space] * _THOUSAND


def incomes(state: State) -> Table:
    """R13.2, R13.3 Where everybody is on the track: income, dividends, what comes next."""
    return Table(
        key="income",
        title=say("Income"),
        columns=(
            say("player"),
            say("points"),
            say("income"),
            say("dividends"),
            say("balance"),
            say("next"),
        ),
        lines=tuple(_income(state, seat) for seat in _ranked(state)),
        figures=(False, True, True, True, True, False),
    )


def _ranked(state: State) -> list[int]:
    """The seats, who leads first."""
    return sorted(range(state.seats), key=lambda seat: -state.railroads[seat].score)


def _income(state: State, seat: int) -> Line:
    me = state.railroads[seat]
    earns, pays = income(me.score), me.shares * BOX.shares.dividend
    return Line(
        key=f"income:{seat}",
        plate=PLATES[seat],
        cells=(
            _person(seat),
            _figure(me.score),
            price_text(earns),
            price_text(-pays) if pays else None,
            price_text(earns - pays),
            _next(me.score),
        ),
    )


def _next(score: int) -> Text:
    """What the next points change."""
    now = income(score)
    ahead = next(n for n in range(score + 1, score + _LAP + 2) if income(n) != now)
    return say(
        "{amount} at {n}",
        amount=money(income(ahead)),
        n=ahead,
    )


def cards(state: State) -> Table:
    """R11.1, R11.3 The cards on offer."""
    return Table(
        key="cards",
        title=say("Cards on offer"),
        columns=(say("card"), say("value"), say("when"), say("what it does")),
        lines=tuple(
            Line(
                key=f"card:{card}",
                plate=None,
                cells=(
                    next(held((card,) * state.offer.count(card))),
                    _worth(card),
                    NAMES[f"kind:{_kind(state, card)}"],
                    _text(state, card),
                ),
                current=BOX.cards[card].kind != "objective",
            )
            for card in dict.fromkeys(state.offer)
        ),
    )


def _kind(state: State, card: str) -> str:
    """R11.1, R15.2 When a card counts."""
    at_once = card == "city_growth" and state.options.city_growth == "at_once"
    return "immediate" if at_once else BOX.cards[card].kind


def _text(state: State, card: str) -> Text:
    """What a card does under the options of the game."""
    at_once = NAMES.get(f"about:card:{card}:{state.options.city_growth}")
    return at_once or card_text(card)


def _worth(card: str) -> Text:
    """What a card is worth."""
    known = BOX.cards[card]
    match known.what:
        case "growth":
            return say_n("{n} cube", "{n} cubes", known.number)
        case "grant":
            return say("up to {amount}", amount=money(BOX.tiles * BOX.track.plain))
        case "hotel":
            return say_n("{n} point each time", "{n} points each time", known.points)
        case "industry":
            return say("{amount}", amount=money(BOX.urbanise.price))
        case "engineering":
            return say_n("{n} more tile", "{n} more tiles", known.number - BOX.tiles)
        case "executive":
            return say_n("{n} more action", "{n} more actions", known.number - 1)
        case _:
            return scored(known.points)


def hands(state: State) -> Table:
    """R11.4, R12.2, R14.5 The cards and western links of each player, and the own tycoon."""
    lines = []
    for seat, me in enumerate(state.railroads):
        west = tuple(Place(CITIES[city]) for city, owner in state.west if owner == seat)
        tycoon = me.tycoon if me.tycoon in BOX.tycoons else ""
        cells = (
            _person(seat),
            say("{parts}", parts=tuple(held(me.cards))) if me.cards else None,
            say("{parts}", parts=west) if west else None,
            tycoon_name(tycoon) if tycoon else None,
            tycoon_text(tycoon) if tycoon else None,
        )
        lines.append(Line(f"hand:{seat}", PLATES[seat], cells))
    return Table(
        key="hands",
        title=say("Cards taken"),
        columns=(
            say("player"),
            say("cards"),
            say("western link"),
            say("tycoon"),
            say("what he asks for"),
        ),
        lines=tuple(lines),
    )


def locomotives(state: State) -> Table:
    """R9.1 What each level costs, and who has it."""
    prices = (0, *BOX.locomotives.prices)[: state.options.levels]
    lines = []
    for level, price in enumerate(prices, 1):
        here = tuple(
            say("{who}", who=Who(Seat(seat)))
            for seat, me in enumerate(state.railroads)
            if me.level == level
        )
        lines.append(
            Line(
                key=f"level:{level}",
                plate=None,
                cells=(
                    _figure(level),
                    price_text(price) if price else None,
                    say("{parts}", parts=here) if here else None,
                ),
                past=not here and all(me.level > level for me in state.railroads),
            )
        )
    return Table(
        key="locomotives",
        title=say("Locomotives"),
        columns=(say("level"), say("price"), say("who has it")),
        lines=tuple(lines),
        note=say("a cube travels over as many links as the level"),
        figures=(True, True, False),
    )


def points(state: State) -> Table:
    """R13.1, R14.5 The points by where they come from, and what the shares will cost."""
    lines = []
    for seat in _ranked(state):
        me = state.railroads[seat]
        parts = tuple(_figure(count) if count else None for count in me.points[: len(ON_TRACK)])
        due = me.shares * BOX.shares.points
        cells = (*parts, _figure(-due) if due else None, _figure(me.score - due))
        lines.append(Line(f"points:{seat}", PLATES[seat], (_person(seat), *cells)))
    return Table(
        key="points",
        title=say("Points"),
        columns=(
            say("player"),
            *(NAMES[f"tally:{source}"] for source in ON_TRACK),
            say("shares"),
            say("sum"),
        ),
        lines=tuple(lines),
        note=None if state.options.beginner else say("without the tycoon cards"),
        figures=(False, *(True,) * (len(ON_TRACK) + 2)),
    )


def track(state: State) -> Table:
    """R13.2 The income on each space, ten to a line, with everybody on it."""
    at: dict[int, str] = {}
    for seat, me in enumerate(state.railroads):
        space = me.score if me.score <= _LAP else (me.score - 1) % _LAP + 1
        at[space] = at.get(space, "") + EMBLEMS[ENAMEL_EMBLEMS[enamel(seat)]]
    firsts = range(1, _LAP + 1, _TENS)
    rows = [(first, range(first, first + _TENS)) for first in firsts]
    return Table(
        key="track",
        title=say("The income track"),
        columns=(say("points"), *(say("+{n}", n=n) for n in range(_TENS))),
        lines=tuple(
            Line(
                key=f"space:{first}",
                plate=None,
                cells=(_figure(first), *(_space(space, at.get(space, "")) for space in spaces)),
                current=any(space in at for space in spaces),
            )
            for first, spaces in rows
        ),
        note=say("in thousands; past {n} it begins anew", n=_LAP),
        figures=(True,) * (_TENS + 1),
    )


def _space(space: int, there: str) -> Text:
    amount = BOX.income.spaces[space]
    if there:
        return say("{signs} {n}", signs=there, n=amount)
    return _figure(amount)


def _figure(number: int) -> Text:
    return say("{n}", n=number)


def _person(seat: int) -> Text:
    return say("{who}", who=Who(Seat(seat)))
