"""R11.1, R14.5 What cards are worth now: those on offer, those kept, the own tycoon."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from trainshed.board.hexes import members
from trainshed.core import Place, Seat, Text, Who, mark, say, say_n
from trainshed.core.recall import recalled

from .acting import takable
from .box import BOARD, BOX, CITIES, COLOURS, GRAY
from .end import bonus
from .names import NAMES, card_name, card_text, cube, links, money, tycoon_name, tycoon_text
from .network import largest, longest, network, owned
from .play import income

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .box import Card
    from .network import Network
    from .state import State


class Told(Struct, frozen=True):
    """A card as it lies there: what it is, and what it is worth now."""

    key: str
    symbol: str
    kind: str
    """When it counts: one of the kinds of R11.3."""
    name: Text
    text: Text
    when: Text
    count: int = 1
    points: int = 0
    """The points of an objective."""
    now: Text | None = None
    is_takable: bool = False


class Aim(Struct, frozen=True):
    """A tycoon card: what it asks for, and whether that is so now; None where it is not known."""

    name: Text
    text: Text
    points: int
    is_met: bool | None
    now: Text | None = None


class Track(Struct, frozen=True):
    """R13.1 The income on each space, and where everybody is."""

    incomes: tuple[int, ...]
    at: tuple[int, ...]


# Cards


def on_offer(state: State) -> tuple[Told, ...]:
    """R11.1 The cards that lie open: what can be taken first, then the objectives."""
    found = [
        _told(state, card, state.offer.count(card), is_takable=takable(state, card))
        for card in dict.fromkeys(state.offer)
    ]
    return tuple(sorted(found, key=lambda card: card.kind == "objective"))


def kept(state: State, seat: int) -> tuple[Told, ...]:
    """R11.3 The cards before a player."""
    cards = state.railroads[seat].cards
    return tuple(_told(state, card, cards.count(card)) for card in dict.fromkeys(cards))


def _told(state: State, name: str, count: int, *, is_takable: bool = False) -> Told:
    card = BOX.cards[name]
    case = f"about:card:{name}:{state.options.city_growth}"
    at_once = card.what == "growth" and state.options.city_growth == "at_once"
    kind = "immediate" if at_once else card.kind
    return Told(
        key=f"card:{name}",
        symbol=card.what,
        kind=kind,
        name=card_name(name),
        text=NAMES.get(case) or card_text(name),
        when=NAMES[f"kind:{kind}"],
        count=count,
        points=card.points if kind == "objective" else 0,
        now=_now(state, card),
        is_takable=is_takable,
    )


def _now(state: State, card: Card) -> Text | None:
    """What a card is worth in this position."""
    match card.what:
        case "growth":
            return say_n("{n} cube in the bag", "{n} cubes in the bag", sum(state.bag))
        case "grant":
            return say("saves up to {amount}", amount=money(BOX.tiles * BOX.track.plain))
        case "industry":
            return say_n(
                "saves {amount}; {n} new city left",
                "saves {amount}; {n} new cities left",
                sum(state.tiles),
                amount=money(BOX.urbanise.price),
            )
        case "engineering":
            return say("one tile more in every turn")
        case "executive":
            return say("two actions for this one")
        case "hotel" | "bounty":
            return _market(state, BOARD.city[card.cities[0]])
        case "line":
            return _line(network(state), state.west, state.seats, card)
        case "level":
            return _furthest(state)
        case "speed":
            return _ready(state, card.number)
        case _:
            return None


def _market(state: State, city: int) -> Text:
    """R10.1, R10.9 The cubes that a city would take."""
    colour = state.colours[city]
    if colour == GRAY:
        return say("{city} is gray: it takes no cubes yet", city=Place(CITIES[city]))
    at = COLOURS.index(colour)
    count = sum(cubes[at] for there, cubes in enumerate(state.cubes) if there != city)
    return say_n(
        "{n} {colour} cube elsewhere on the map",
        "{n} {colour} cubes elsewhere on the map",
        count,
        colour=cube(colour),
    )


def short_of(state: State, seat: int, one: int, other: int) -> int:
    """R11.10 How many hexes lie between what a player's links join to two cities, at least."""
    return _short(network(state), seat, one, other)


def _short(net: Network, seat: int, one: int, other: int) -> int:
    distance = BOARD.grid.distance
    ends = members(net.component(seat, other))
    starts = members(net.component(seat, one))
    return min(max(0, distance(BOARD.hexes[a], BOARD.hexes[b]) - 1) for a in starts for b in ends)


@recalled(64)
def _line(net: Network, west: tuple[tuple[int, Seat], ...], seats: int, card: Card) -> Text:
    """R11.10, R11.11 How far everybody is from a major line, the nearest first."""
    one, other = (BOARD.city[name] for name in card.cities)
    missing = {
        seat: _short(net, seat, one, other) + (card.west and (other, seat) not in west)
        for seat in range(seats)
    }
    order = sorted(missing, key=lambda seat: (missing[seat], seat))
    return say("hexes short: {parts}", parts=tuple(_of(seat, missing[seat]) for seat in order))


def _of(seat: int, count: int) -> Text:
    return say("{who} {count}", you=mark("you {count}"), who=Who(Seat(seat)), count=count)


def _furthest(state: State) -> Text:
    best = max(railroad.level for railroad in state.railroads)
    who = tuple(Who(Seat(n)) for n, one in enumerate(state.railroads) if one.level == best)
    if len(who) == state.seats:
        return say("everybody is at level {level}", level=best)
    return say("furthest: {who}, level {level}", who=who, level=best)


def _ready(state: State, level: int) -> Text:
    """R11.19 Whose locomotives go that far."""
    who = tuple(Who(Seat(n)) for n, one in enumerate(state.railroads) if one.level >= level)
    if not who:
        return say("nobody has level {level} yet", level=level)
    return say("level {level} or more: {who}", who=who, level=level)


# Tycoons


def aim(state: State, seat: int) -> Aim | None:
    """R14.5 The tycoon card of a player, as far as he knows how it stands."""
    name = state.railroads[seat].tycoon
    card = BOX.tycoons.get(name)
    if card is None:
        return None
    brings = bonus(state, seat)
    hidden = card.aim == "money" and any(path.endswith(".cash") for path in state.hidden)
    case = f"about:tycoon:{name}:{state.options.judah}"
    return Aim(
        name=tycoon_name(name),
        text=NAMES.get(case) or tycoon_text(name),
        points=brings or card.points,
        is_met=None if hidden else brings > 0,
        now=_stand(state, seat, card.aim),
    )


def _stand(state: State, seat: int, what: str) -> Text | None:
    """R14.10, R14.11, R14.12, R14.13, R14.15, R14.16, R14.17 How it stands."""
    railroads = state.railroads
    market = BOARD.city[BOX.west_market]
    match what:
        case "chicago":
            count = sum(market in (link.start, link.end) for link in owned(state, seat))
            return say("you have {links} there", links=links(count))
        case "links":
            return _against(seat, [len(owned(state, one)) for one in range(state.seats)])
        case "shares":
            return _against(seat, [railroad.shares for railroad in railroads], fewest=True)
        case "line":
            count_of = longest if state.options.judah == "line" else largest
            return _against(seat, [count_of(state, one) for one in range(state.seats)])
        case "level":
            if state.pioneer >= 0:
                return say("{who} was the first", you=mark("you were the first"), who=_who(state))
            return say("nobody is there yet; you have level {level}", level=railroads[seat].level)
        case "chain":
            missing = short_of(state, seat, BOARD.city["New York"], market)
            return say_n("{n} hex short", "{n} hexes short", missing) if missing else None
        case "money":
            return say("you have {amount}", amount=money(railroads[seat].cash))
        case _:
            return None


def _who(state: State) -> Who:
    return Who(Seat(state.pioneer))


def _against(seat: int, counts: Sequence[int], *, fewest: bool = False) -> Text:
    """What one has beside the best of the others."""
    others = [count for one, count in enumerate(counts) if one != seat]
    best = min(others) if fewest else max(others)
    if fewest:
        return say("you {mine}, the fewest of another {best}", mine=counts[seat], best=best)
    return say("you {mine}, the most of another {best}", mine=counts[seat], best=best)


# Income


def track(state: State) -> Track:
    """R13.1, R13.2 The income track with everybody on it."""
    lap = len(BOX.income.spaces) - 1
    return Track(
        incomes=BOX.income.spaces,
        at=tuple((one.score - 1) % lap + 1 if one.score else 0 for one in state.railroads),
    )


def incomes(state: State) -> tuple[tuple[int, int, int, int, int], ...]:
    """R13.1, R13.3 For each seat: points, income, dividends, and the next points with another."""
    found = []
    for railroad in state.railroads:
        now, score = income(railroad.score), railroad.score
        ahead = next(n for n in range(score + 1, score + 102) if income(n) != now)
        due = railroad.shares * BOX.shares.dividend
        found.append((score, now, due, ahead, income(ahead)))
    return tuple(found)


def ending(state: State) -> tuple[int, int]:
    """R14.1 How many cities are empty, and how many bring the end."""
    return state.empty.bit_count(), state.limit
