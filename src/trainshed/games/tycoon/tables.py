"""R13.2, R11.3 The sheets beside the map: income, cards on offer, locomotives, the end."""

from __future__ import annotations

from functools import cache, lru_cache
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
    from collections.abc import Iterator, Sequence

    from .state import State

_THOUSAND = 1000
ON_TRACK = ("deliveries", "traffic", "hotels", "cards", "lines")
"""The sources of points on the track, as the state books them."""
_LAP = len(BOX.income.spaces) - 1
_TENS = 10


def tables(state: State) -> Iterator[Table]:
    """All sheets that have something to say."""
    beginner = state.options.beginner
    scores = tuple(me.score for me in state.railroads)
    yield summary(state)
    yield incomes(scores, tuple(me.shares for me in state.railroads))
    if state.offer:
        yield cards(state.offer, state.options.city_growth)
    if not beginner:
        yield hands(state.west, tuple((me.cards, me.tycoon) for me in state.railroads))
    yield locomotives(state.options.levels, tuple(me.level for me in state.railroads))
    yield points(beginner, tuple((me.points, me.shares) for me in state.railroads))
    yield track(scores)


def summary(state: State) -> Table:
    """R14.1, R8.2 How far the game is: empty cities, new cities left, the bag, the deck."""
    deck = None if state.options.beginner else len(state.deck)
    empty = (state.empty.bit_count(), state.limit)
    return _summary(state.turn, state.last > state.turn, empty, state.tiles, sum(state.bag), deck)


@lru_cache(maxsize=512)
def _summary(
    turn: int,
    ends: bool,  # noqa: FBT001
    empty: tuple[int, int],
    tiles: tuple[int, ...],
    bag: int,
    deck: int | None,
) -> Table:
    left = tuple(
        say("{n} {colour}", n=count, colour=Mark("cube", colour))
        for colour, count in zip(COLOURS, tiles, strict=True)
        if count
    )
    lines = [
        ("turn", say("turn"), _figure(turn)),
        ("empty", say("empty cities"), say("{n} of {limit}", n=empty[0], limit=empty[1])),
        ("tiles", say("new cities left"), say("{parts}", parts=left) if left else say("all used")),
        ("bag", say("cubes in the bag"), _figure(bag)),
    ]
    if deck is not None:
        lines.append(("deck", say("cards to come"), _figure(deck)))
    return Table(
        key="summary",
        title=say("The game"),
        columns=(say("what"), say("now")),
        lines=tuple(Line(key, None, (name, value)) for key, name, value in lines),
        note=say("one more turn after this one") if ends else None,
    )


def income(score: int) -> int:
    """R13.1, R13.2 The income of a place on the track, which begins anew after its end."""
    space = score if score <= _LAP else (score - 1) % _LAP + 1
    return BOX.income.spaces[space] * _THOUSAND


@lru_cache(maxsize=64)
def incomes(scores: tuple[int, ...], shares: tuple[int, ...]) -> Table:
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
        lines=tuple(_income(seat, scores[seat], shares[seat]) for seat in _ranked(scores)),
        figures=(False, True, True, True, True, False),
    )


def _ranked(scores: Sequence[int]) -> list[int]:
    """The seats, who leads first."""
    return sorted(range(len(scores)), key=lambda seat: -scores[seat])


def _income(seat: int, score: int, shares: int) -> Line:
    earns, pays = income(score), shares * BOX.shares.dividend
    return Line(
        key=f"income:{seat}",
        plate=PLATES[seat],
        cells=(
            _person(seat),
            _figure(score),
            price_text(earns),
            price_text(-pays) if pays else None,
            price_text(earns - pays),
            _next(score),
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


@lru_cache(maxsize=512)
def cards(offer: tuple[str, ...], growth: str) -> Table:
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
                    next(held((card,) * offer.count(card))),
                    _worth(card),
                    NAMES[f"kind:{_kind(card, growth)}"],
                    _text(card, growth),
                ),
                current=BOX.cards[card].kind != "objective",
            )
            for card in dict.fromkeys(offer)
        ),
    )


def _kind(card: str, growth: str) -> str:
    """R11.1, R15.2 When a card counts."""
    at_once = card == "city_growth" and growth == "at_once"
    return "immediate" if at_once else BOX.cards[card].kind


def _text(card: str, growth: str) -> Text:
    """What a card does under the options of the game."""
    at_once = NAMES.get(f"about:card:{card}:{growth}")
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


@lru_cache(maxsize=512)
def hands(
    west: tuple[tuple[int, Seat], ...], kept: tuple[tuple[tuple[str, ...], str], ...]
) -> Table:
    """R11.4, R12.2, R14.5 The cards and western links of each player, and the own tycoon."""
    lines = []
    for seat, (taken, secret) in enumerate(kept):
        links = tuple(Place(CITIES[city]) for city, owner in west if owner == seat)
        tycoon = secret if secret in BOX.tycoons else ""
        cells = (
            _person(seat),
            say("{parts}", parts=tuple(held(taken))) if taken else None,
            say("{parts}", parts=links) if links else None,
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


@lru_cache(maxsize=512)
def locomotives(most: int, levels: tuple[int, ...]) -> Table:
    """R9.1 What each level costs, and who has it."""
    prices = (0, *BOX.locomotives.prices)[:most]
    lines = []
    for level, price in enumerate(prices, 1):
        here = tuple(
            say("{who}", who=Who(Seat(seat)))
            for seat, reached in enumerate(levels)
            if reached == level
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
                past=not here and all(reached > level for reached in levels),
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


@lru_cache(maxsize=64)
def points(beginner: bool, made: tuple[tuple[tuple[int, ...], int], ...]) -> Table:  # noqa: FBT001
    """R13.1, R14.5 The points by where they come from, and what the shares will cost."""
    lines = []
    scores = [sum(counts) for counts, _ in made]
    for seat in _ranked(scores):
        counts, shares = made[seat]
        parts = tuple(_figure(count) if count else None for count in counts[: len(ON_TRACK)])
        due = shares * BOX.shares.points
        cells = (*parts, _figure(-due) if due else None, _figure(scores[seat] - due))
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
        note=None if beginner else say("without the tycoon cards"),
        figures=(False, *(True,) * (len(ON_TRACK) + 2)),
    )


@lru_cache(maxsize=128)
def track(scores: tuple[int, ...]) -> Table:
    """R13.2 The income on each space, ten to a line, with everybody on it."""
    at: dict[int, str] = {}
    for seat, score in enumerate(scores):
        space = score if score <= _LAP else (score - 1) % _LAP + 1
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


@cache
def _space(space: int, there: str) -> Text:
    amount = BOX.income.spaces[space]
    if there:
        return say("{signs} {n}", signs=there, n=amount)
    return _figure(amount)


def _figure(number: int) -> Text:
    return say("{n}", n=number)


def _person(seat: int) -> Text:
    return say("{who}", who=Who(Seat(seat)))
