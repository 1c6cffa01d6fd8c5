"""Sentences for actions, and actions in two or three words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trainshed.core import Choice, Place, Seat, Text, Who, mark, say

from . import actions as a
from .auction import Bidding
from .box import BOARD, BOX, CITIES, COLOURS, LETTERS
from .build import Laying, Leaving
from .build import price as tile_price
from .cities import Filling, Founding
from .deliver import Routing, follow, rewards
from .names import (
    card_name,
    cube,
    cubes,
    direction,
    fill,
    links,
    money,
    price,
    shares,
    tiles,
    tycoon_name,
)
from .network import network
from .setup import dealt_next
from .state import shares_for
from .track import ahead, find, stub_at

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trainshed.core.text import Field

    from .state import State
    from .ways import Way


# Who acts, and what it costs


def asked(state: State) -> Seat | None:
    """Who is asked, if it is not the lot."""
    step = state.stack[-1] if state.stack else None
    return step.actor(state) if isinstance(step, Choice) else None


def needed(state: State, amount: int) -> int:
    """R4.2 The shares that a payment takes, where the reader may know it."""
    seat = asked(state)
    if seat is None or f"railroads.{seat}.cash" in state.hidden:
        return 0
    return shares_for(state.railroads[seat], amount)


def priced(what: Field, amount: int, state: State) -> Text:
    """R4.2 Something with its price, and the shares that it takes."""
    count = needed(state, amount)
    if not count:
        return say("{what} · {amount}", what=what, amount=price(amount))
    return say("{what} · {amount}, {shares}", what=what, amount=money(amount), shares=shares(count))


def next_level(state: State) -> int:
    """R9.1 The level that would come next."""
    return state.railroads[asked(state) or 0].level + 1


def level_price(state: State) -> int:
    """R9.1 What the next level costs; nothing where there is none."""
    prices = BOX.locomotives.prices
    at = next_level(state) - 2
    return prices[at] if at < len(prices) else 0


def city_price(state: State) -> int:
    """R8.1, R11.13 What a new city costs."""
    step = state.stack[-1]
    return 0 if isinstance(step, Founding) and step.free else BOX.urbanise.price


def way_to(state: State, city: str) -> Way | None:
    """R5.15 The cheapest way to a city."""
    step = state.stack[-1]
    return step.ways(state).get(BOARD.city[city]) if isinstance(step, Leaving | Laying) else None


def spent(state: State, step: Laying) -> int:
    """R6.2 What the tiles of this action have cost so far."""
    track = find(state, step.link).track if step.laid else ()
    fresh = list(enumerate(track))[len(track) - step.laid :]
    return sum(
        tile_price(state, piece.cell, piece.a, piece.b, first=not at, grant=step.grant)
        for at, piece in fresh
    )


# Sentences

SENTENCES: Mapping[type[a.Action], Text] = {
    a.First: say("{who} opens the first auction.", you=mark("You open the first auction.")),
    a.Deal: say(
        "{who} is dealt the tycoon card {tycoon}.",
        you=mark("You are dealt the tycoon card {tycoon}."),
    ),
    a.Reveal: say("A card is laid open: {card}."),
    a.Fill: say("{city} gets {cubes}."),
    a.Keep: say(
        "{who} keeps the tycoon card {tycoon}.", you=mark("You keep the tycoon card {tycoon}.")
    ),
    a.Bid: say("{who} bids {amount}.", you=mark("You bid {amount}.")),
    a.Pass: say("{who} passes.", you=mark("You pass.")),
    a.Shares: say("{who} wants to issue shares.", you=mark("You want to issue shares.")),
    a.Issue: say("{who} issues {shares}.", you=mark("You issue {shares}.")),
    a.Build: say("{who} builds track.", you=mark("You build track.")),
    a.From: say("{who} begins a link in {city}.", you=mark("You begin a link in {city}.")),
    a.Extend: say(
        "{who} goes on with the link from {city}.", you=mark("You go on with the link from {city}.")
    ),
    a.Out: say(
        "{who} leaves {city} heading {direction}.",
        you=mark("You leave {city} heading {direction}."),
    ),
    a.Lay: say(
        "{who} lays a tile on {hex}, heading {direction}, for {amount}.",
        you=mark("You lay a tile on {hex}, heading {direction}, for {amount}."),
    ),
    a.Turn: say(
        "{who} turns the tile on {hex}, now heading {direction}, for {amount}.",
        you=mark("You turn the tile on {hex}, now heading {direction}, for {amount}."),
    ),
    a.Connect: say(
        "{who} builds from {city} to {other}: {tiles} for {amount}.",
        you=mark("You build from {city} to {other}: {tiles} for {amount}."),
    ),
    a.Stop: say(
        "{who} stops with an unfinished link from {city}: {tiles} for {sum}.",
        you=mark("You stop with an unfinished link from {city}: {tiles} for {sum}."),
    ),
    a.Back: say("{who} thinks again.", you=mark("You think again.")),
    a.Urbanise: say("{who} urbanises a city.", you=mark("You urbanise a city.")),
    a.Found: say(
        "{who} puts a new {colour} city on {city} for {amount}.",
        you=mark("You put a new {colour} city on {city} for {amount}."),
    ),
    a.Upgrade: say(
        "{who} improves the locomotives to level {level} for {amount}.",
        you=mark("You improve your locomotives to level {level} for {amount}."),
    ),
    a.Deliver: say("{who} delivers a cube.", you=mark("You deliver a cube.")),
    a.Cube: say(
        "{who} chooses the {colour} cube of {city}.",
        you=mark("You choose the {colour} cube of {city}."),
    ),
    a.Ship: say(
        "{who} delivers the {colour} cube from {city} to {other} over {links}.",
        you=mark("You deliver the {colour} cube from {city} to {other} over {links}."),
    ),
    a.Take: say("{who} takes the card {card}.", you=mark("You take the card {card}.")),
    a.Growth: say("{who} uses City Growth.", you=mark("You use City Growth.")),
    a.Grow: say("{who} lets {city} grow.", you=mark("You let {city} grow.")),
    a.West: say(
        "{who} builds the western link of {city} for {amount}.",
        you=mark("You build the western link of {city} for {amount}."),
    ),
    a.Done: say("{who} does nothing more.", you=mark("You do nothing more.")),
}


def action(thing: a.Action, state: State) -> Text:
    """What is done, said by who is asked."""
    fields = _fields(thing, state)
    seat = asked(state)
    if seat is not None:
        fields.setdefault("who", Who(seat))
    return fill(_sentence(thing, state), fields)


def _sentence(thing: a.Action, state: State) -> Text:
    match thing:
        case a.Pass() if isinstance(state.stack[-1], Bidding):
            return say("{who} leaves the auction.", you=mark("You leave the auction."))
        case a.Build(grant=True):
            return say(
                "{who} builds track with a land grant.",
                you=mark("You build track with a land grant."),
            )
        case a.Connect() if count := needed(state, _price(thing, state)):
            return say(
                "{who} builds from {city} to {other}: {tiles} for {amount}, with {shares}.",
                you=mark("You build from {city} to {other}: {tiles} for {amount}, with {shares}."),
                shares=shares(count),
            )
        case a.Lay() if _laid(state):
            return say(
                "{who} lays {tiles} from {city} for {sum}, the last on {hex}, heading {direction}.",
                you=mark(
                    "You lay {tiles} from {city} for {sum}, the last on {hex}, heading {direction}."
                ),
            )
        case a.Ship(links=(_, _, *_)):
            return say(
                "{who} delivers the {colour} cube from {city} to {other} over {links}, by way of"
                " {via}.",
                you=mark(
                    "You deliver the {colour} cube from {city} to {other} over {links}, by way of"
                    " {via}."
                ),
            )
        case _:
            return SENTENCES[type(thing)]


def masked(state: State) -> Text:
    """R1.8, R14.7, R15.4 A tycoon card that the reader may not know."""
    seat = asked(state)
    if seat is not None:
        return say(
            "{who} keeps one of two tycoon cards.",
            you=mark("You keep one of two tycoon cards."),
            who=Who(seat),
        )
    return say(
        "{who} is dealt a tycoon card.",
        you=mark("You are dealt a tycoon card."),
        who=Who(dealt_next(state)),
    )


# Labels

LABELS: Mapping[type[a.Action], Text] = {
    a.First: say("{who}"),
    a.Deal: say("{tycoon}"),
    a.Reveal: say("{card}"),
    a.Fill: say("{cubes}"),
    a.Keep: say("{tycoon}"),
    a.Pass: say("Pass"),
    a.Shares: say("Issue shares"),
    a.Issue: say("{shares} · {amount}"),
    a.Build: say("Build track"),
    a.From: say("{city}"),
    a.Extend: say("from {city}, open on {hex} heading {direction}"),
    a.Out: say("{direction}"),
    a.Stop: say("Stop here"),
    a.Back: say("Back"),
    a.Found: say("{city} · {colour}"),
    a.Deliver: say("Deliver a cube"),
    a.Cube: say("{colour} from {city}"),
    a.Ship: say("{other}: {payees}"),
    a.Take: say("Take {card}"),
    a.Growth: say("Use City Growth"),
    a.Grow: say("{city}"),
    a.Done: say("Nothing more"),
}


def label(thing: a.Action, state: State) -> Text:
    """A choice in two or three words, with its price."""
    fields = _fields(thing, state)
    return fill(_label(thing, state, fields), fields)


def _label(thing: a.Action, state: State, fields: Mapping[str, Field]) -> Text:
    match thing:
        case a.Bid(amount=amount):
            count = needed(state, amount)
            if not count:
                return say("{amount}")
            return say("{amount} · {shares}", shares=shares(count))
        case a.Build(grant=True):
            return say("Build with a land grant")
        case a.Lay():
            return priced(fields["way"], _price(thing, state), state)
        case a.Turn():
            what = say("turn {direction}", direction=fields["way"])
            return priced(what, _price(thing, state), state)
        case a.Connect():
            return priced(fields["other"], _price(thing, state), state)
        case a.Upgrade():
            what = say("Upgrade to {level}", level=next_level(state))
            return priced(what, level_price(state), state)
        case a.Urbanise():
            return priced(say("Urbanise"), BOX.urbanise.price, state)
        case a.West(city=city):
            what = say("Western link of {city}", city=Place(city))
            return priced(what, BOX.western_link, state)
        case _:
            return LABELS[type(thing)]


# What an action is about


def _fields(thing: a.Action, state: State) -> dict[str, Field]:
    """What an action is about, as it is shown."""
    match thing:
        case a.First(seat=seat):
            return {"who": Who(seat)}
        case a.Deal(tycoon=tycoon):
            return {"who": Who(dealt_next(state)), "tycoon": tycoon_name(tycoon)}
        case a.Keep(tycoon=tycoon):
            return {"tycoon": tycoon_name(tycoon)}
        case a.Reveal(card=card) | a.Take(card=card):
            return {"card": card_name(card)}
        case a.Bid(amount=amount):
            return {"amount": money(amount)}
        case a.Issue(count=count):
            return {"shares": shares(count), "amount": money(count * BOX.shares.cash)}
        case a.From(city=city) | a.Grow(city=city):
            return {"city": Place(city)}
        case a.West(city=city):
            return {"city": Place(city), "amount": money(BOX.western_link)}
        case a.Upgrade():
            return {"level": next_level(state), "amount": money(level_price(state))}
        case a.Found(city=city, colour=colour):
            due = price(city_price(state))
            return {"city": Place(city), "colour": cube(colour), "amount": due}
        case a.Cube(city=city, colour=colour):
            return {"city": Place(city), "colour": cube(colour)}
        case a.Fill():
            return _filled(thing, state)
        case a.Ship(links=numbers):
            return _shipped(numbers, state)
        case _:
            return _track(thing, state)


def _filled(thing: a.Fill, state: State) -> dict[str, Field]:
    """R8.3 Cubes for a city."""
    step = state.stack[-1]
    assert isinstance(step, Filling)
    found = tuple(
        cubes(colour, count) for colour in COLOURS if (count := thing.cubes.count(LETTERS[colour]))
    )
    return {"city": Place(CITIES[step.city]), "cubes": found or say("nothing")}


def _shipped(numbers: tuple[int, ...], state: State) -> dict[str, Field]:
    """R10.1, R10.5, R11.9 The way of a cube, and who gets what for links and hotel."""
    step = state.stack[-1]
    assert isinstance(step, Routing)
    end, _ = follow(state, step.city, numbers)
    reward = rewards(state, step.city, numbers)
    order = sorted(reward, key=lambda seat: (seat != step.seat, -reward[seat], seat))
    here, via = step.city, []
    for number in numbers[:-1]:
        here = next(edge.city for edge in network(state).edges[here] if edge.number == number)
        via.append(Place(CITIES[here]))
    return {
        "colour": cube(step.colour),
        "city": Place(CITIES[step.city]),
        "other": Place(CITIES[end]),
        "links": links(len(numbers)),
        "via": tuple(via),
        "payees": tuple(
            say(
                "{who} {amount}",
                you=mark("you {amount}"),
                who=Who(Seat(seat)),
                amount=reward[seat],
            )
            for seat in order
        ),
    }


def _track(thing: a.Action, state: State) -> dict[str, Field]:
    """R5.1, R7.5 Where track begins, where it lies and where it leads."""
    step = state.stack[-1]
    match thing:
        case a.Extend(link=number):
            link = find(state, number)
            last = link.track[-1]
            return {
                "city": Place(CITIES[link.start]),
                "hex": _hex(last.cell),
                "direction": direction(last.b),
            }
        case a.Out(side=side) if isinstance(step, Leaving):
            return {"city": Place(CITIES[step.city]), "direction": direction(side)}
        case a.Lay(side=side) | a.Turn(side=side) if isinstance(step, Laying):
            cell = step.head(state)[0]
            if isinstance(thing, a.Turn):
                cell = find(state, step.link).track[-1].cell
            due = _price(thing, state)
            return {
                "city": Place(CITIES[step.city]),
                "hex": _hex(cell),
                "direction": direction(side),
                "way": _leading(state, step, cell, side),
                "amount": price(due),
                "tiles": tiles(step.laid + 1),
                "sum": price(spent(state, step) + due),
            }
        case a.Stop() if isinstance(step, Laying):
            return {
                "city": Place(CITIES[step.city]),
                "tiles": tiles(step.laid),
                "sum": price(spent(state, step)),
            }
        case a.Connect(city=city) if isinstance(step, Leaving | Laying):
            way = way_to(state, city)
            return {
                "city": Place(CITIES[step.city]),
                "other": Place(city),
                "tiles": tiles(way.tiles if way else 0),
                "amount": price(_price(thing, state)),
            }
        case _:
            return {}


def _laid(state: State) -> int:
    """R5.3 How many tiles of this action lie already."""
    step = state.stack[-1]
    return step.laid if isinstance(step, Laying) else 0


def _hex(cell: int) -> Place:
    return Place(BOARD.grid.name[cell])


def _leading(state: State, step: Laying, cell: int, side: int) -> Text:
    """R5.4, R7.8 Where a tile leads: a city, an own stub, or further on."""
    there, _ = ahead(cell, side)
    if there in BOARD.at:
        city = Place(CITIES[BOARD.at[there]])
        return say("{direction}, into {city}", direction=direction(side), city=city)
    if stub_at(state, step.seat, cell, side, but=step.link) is not None:
        return say("{direction}, to your other line", direction=direction(side))
    return direction(side)


def _price(thing: a.Action, state: State) -> int:
    """R5.15, R6.2, R7.7 What track costs."""
    step = state.stack[-1]
    match thing:
        case a.Lay(side=side) if isinstance(step, Laying):
            return step.price(state, side)
        case a.Turn(side=side) if isinstance(step, Laying):
            return step.turning(state, side)
        case a.Connect(city=city):
            way = way_to(state, city)
            return way.cost if way else 0
        case _:
            return 0
