"""Sentences for questions, news and reasons, and where the game stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

from trainshed.core import Choice, Masked, Order, Place, Proxy, Seat, Text, Who, mark, say

from . import actions as a
from .acting import Acting, After
from .auction import Bidding
from .box import BOX, CITIES, COLOURS
from .build import Laying, Leaving, Starting, limit_of, stubs
from .cities import Filling, Founding, Growing
from .deliver import Choosing, Routing
from .end import scores, ties
from .names import NAMES, card_name, cube, fill, links, money, points, shares, tiles, tycoon_name
from .names import price as paid
from .orders import Hold
from .reasons import REASONS, WhyNot
from .sentences import action, label, masked, spent
from .setup import Dealing, Keeping, Opening, Revealing
from .shares import Issuing

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trainshed.core.text import Field

    from .state import State

__all__ = ["NAMES", "REASONS", "caption", "label", "status", "words"]


def words(thing: Any, state: State) -> Text:  # noqa: ANN401 - actions, news, orders and steps
    """A sentence for an action (said by who is asked), a news item, an order or a question."""
    match thing:
        case Order():
            return _order(thing)
        case Masked():
            return masked(state)
        case Choice():
            return fill(_question(thing, state), {"who": Who(thing.actor(state))})
        case WhyNot():
            return say("{reason} ({rule})", reason=_reason(thing), rule=thing.rule)
        case _ if isinstance(thing, get_args(a.Action)):
            return action(thing, state)
        case _:
            return _told(thing, state)


def _order(order: Order) -> Text:
    """What a player leaves to be done; without what he has yet to fill in."""
    match order:
        case Proxy(lot=turn, most=0):
            return say("Bid to be first in turn {n}, at most", n=turn)
        case Proxy(lot=turn, most=most):
            return say("Bid to be first in turn {n}, at most {amount}", n=turn, amount=money(most))
        case Hold(turn=number):
            return say("Pass in the auction of turn {n}", n=number)
        case _:
            raise AssertionError(order)


# Where the game stands


def caption(state: State) -> Text:
    """Whose turn it is, and how far it is."""
    step = state.stack[-1] if state.stack else None
    match step:
        case Opening():
            return say("The lot decides who opens the first auction")
        case Filling() if not state.turn:
            return say("Cubes are drawn for the cities")
        case Filling(city=city):
            return say("Cubes are drawn for {city}", city=Place(CITIES[city]))
        case Dealing():
            return say("Tycoon cards are dealt")
        case Revealing():
            return say("Operations cards are laid open")
        case Choice():
            return fill(_phase(state), {"who": Who(step.actor(state))})
        case _:
            return say("The game is over")


def _phase(state: State) -> Text:
    """R2.1, R2.2, R11.17 The part of the turn in which somebody is asked."""
    fields: dict[str, Field] = {"n": state.round, "all": BOX.actions}
    for step in reversed(state.stack):
        match step:
            case Keeping():
                return say("Tycoon cards · {who}", you=mark("Tycoon cards · your choice"))
            case Bidding():
                return say("Auction · {who}", you=mark("Auction · your turn"))
            case Acting(left=1):
                text = say("{who}, action {n} of {all}", you=mark("Your turn, action {n} of {all}"))
                return fill(text, fields)
            case Acting(left=left):
                text = say(
                    "{who}, action {n} of {all} and {more} more",
                    you=mark("Your turn, action {n} of {all} and {more} more"),
                    more=left - 1,
                )
                return fill(text, fields)
            case After() | Growing(when="after"):
                text = say(
                    "{who}, after action {n} of {all}",
                    you=mark("Your turn, after action {n} of {all}"),
                )
                return fill(text, fields)
    raise AssertionError(state.stack)


def _emptied(count: int, limit: int) -> Text:
    """How many cities are empty, of those that end the game."""
    if count > limit:
        return say("{n} cities empty", n=count)
    return say("{n} of {all} cities empty", n=count, all=limit)


def status(state: State) -> Text:
    """How far the game is."""
    cities = _emptied(state.empty.bit_count(), state.limit)
    if not state.turn:
        return say("before the first turn · {cities}", cities=cities)
    if state.over:
        return say("over after turn {turn} · {cities}", turn=state.turn, cities=cities)
    if state.last == state.turn:
        cities = say("the last turn")
    elif state.last:
        cities = say("one more turn after this one")
    if not state.round:
        return say("turn {turn}, auction · {cities}", turn=state.turn, cities=cities)
    return say(
        "turn {turn}, round {n} of {all} · {cities}",
        turn=state.turn,
        n=state.round,
        all=BOX.actions,
        cities=cities,
    )


# Questions


def _question(step: Choice[Any, Any], state: State) -> Text:
    match step:
        case Keeping():
            return say(
                "{who} chooses a tycoon card",
                you=mark("Which tycoon card do you keep? It stays secret until the end."),
            )
        case Bidding():
            return _bidding(step)
        case Issuing():
            return say(
                "{who} issues shares",
                you=mark(
                    "How many shares? Each brings {cash}, costs {dividend} a turn and {points} in"
                    " the end."
                ),
                cash=money(BOX.shares.cash),
                dividend=money(BOX.shares.dividend),
                points=points(BOX.shares.points),
            )
        case Acting(seat=seat):
            return say(
                "{who} chooses an action",
                you=mark("What do you do? You have {cash}."),
                cash=paid(state.railroads[seat].cash),
            )
        case After():
            return say(
                "{who} may use City Growth",
                you=mark("Do you use City Growth before the next player acts?"),
            )
        case Starting() | Leaving() | Laying():
            return _building(step, state)
        case _:
            return _goods(step, state)


def _bidding(step: Bidding) -> Text:
    """R3.2 What must be beaten to be first."""
    best = max(step.bids)
    if not best:
        return say(
            "{who} may open the bidding", you=mark("What do you bid to be the first player?")
        )
    leader = Who(Seat(step.bids.index(best)))
    return say(
        "{who} may bid more than {amount}",
        you=mark("{leader} bids {amount} to be the first player. Do you bid more?"),
        leader=leader,
        amount=money(best),
    )


def _building(step: Starting | Leaving | Laying, state: State) -> Text:
    """R5.1, R5.2, R5.3, R7.5 Where track begins and how it goes on."""
    match step:
        case Starting(grant=True):
            return say(
                "{who} chooses where to build with a land grant",
                you=mark(
                    "Where does the track begin? Tiles on open land without a river cost nothing."
                ),
            )
        case Starting(seat=seat) if stubs(state, seat):
            return say(
                "{who} chooses where to build",
                you=mark("Where does your link begin? Or which unfinished link goes on?"),
            )
        case Starting():
            return say("{who} chooses where to build", you=mark("Where does your link begin?"))
        case Leaving(city=city):
            return say(
                "{who} builds from {city}",
                you=mark("Which way does the link leave {city}? Or which city shall it reach?"),
                city=Place(CITIES[city]),
            )
        case Laying(laid=0, link=-1, city=city):
            return say(
                "{who} builds from {city}",
                you=mark("Where does the first tile lead from {city}? Up to {tiles}."),
                city=Place(CITIES[city]),
                tiles=tiles(limit_of(state, step)),
            )
        case Laying(laid=0, city=city):
            return say(
                "{who} builds from {city}",
                you=mark("Lay the next tile, or turn the last one? Up to {tiles}."),
                city=Place(CITIES[city]),
                tiles=tiles(limit_of(state, step)),
            )
        case Laying(laid=laid, city=city):
            return say(
                "{who} builds from {city}: {laid} laid for {amount}",
                you=mark(
                    "Lay the next tile, or stop? {laid} laid for {amount}, {left} more at most."
                ),
                city=Place(CITIES[city]),
                laid=tiles(laid),
                amount=paid(spent(state, step)),
                left=limit_of(state, step) - laid,
            )


def _goods(step: Choice[Any, Any], state: State) -> Text:
    """R8.1, R10.1, R11.6 Cities and their cubes."""
    match step:
        case Founding(free=True):
            return say(
                "{who} puts a new city on a gray one",
                you=mark("Which gray city becomes a new one, and in which colour?"),
            )
        case Founding():
            return say(
                "{who} puts a new city on a gray one",
                you=mark(
                    "Which gray city becomes a new one, and in which colour? It costs {amount}."
                ),
                amount=money(BOX.urbanise.price),
            )
        case Growing():
            return say(
                "{who} chooses a city that grows",
                you=mark("Which city gets {number} cubes from the bag?"),
                number=BOX.cards["city_growth"].number,
            )
        case Choosing(seat=seat):
            return say(
                "{who} chooses a cube",
                you=mark("Which cube do you deliver? It goes over {links} at most."),
                links=links(state.railroads[seat].level),
            )
        case Routing(city=city, colour=colour):
            return say(
                "{who} chooses the way of the {colour} cube from {city}",
                you=mark("Which way does the {colour} cube go from {city}?"),
                colour=cube(colour),
                city=Place(CITIES[city]),
            )
        case _:
            raise AssertionError(step)


# News

PAID = say("{who} pays {amount} for the auction.", you=mark("You pay {amount} for the auction."))
ISSUED: Mapping[str, Text] = {
    "wish": say("That brings {who} {amount}.", you=mark("That brings you {amount}.")),
    "auction": say(
        "{who} issues {shares} to pay the bid.", you=mark("You issue {shares} to pay the bid.")
    ),
    "dividends": say(
        "{who} issues {shares} to pay dividends.", you=mark("You issue {shares} to pay dividends.")
    ),
}
NEEDED = say("{who} issues {shares} for it.", you=mark("You issue {shares} for it."))
SCORED: Mapping[str, Text] = {
    "deliveries": say(
        "{who} scores {points} for the delivery.", you=mark("You score {points} for the delivery.")
    ),
    "traffic": say(
        "{who} scores {points} for the use of links.",
        you=mark("You score {points} for the use of your links."),
    ),
    "hotels": say(
        "{who} scores {points} by the hotel.", you=mark("You score {points} by the hotel.")
    ),
}
MET = say("{who} scores {points}: {card}.", you=mark("You score {points}: {card}."))


def _told(item: a.News, state: State) -> Text:
    """What has happened."""
    text = _news(item, state)
    seat: Seat | None = getattr(item, "seat", None)
    return text if seat is None else fill(text, {"who": Who(seat)})


def _news(item: a.News, state: State) -> Text:
    match item:
        case a.Turned(number=number):
            return say("Turn {number} begins.", number=number)
        case a.Ordered(order=order):
            return say("Order of play: {seats}.", seats=tuple(map(Who, order)))
        case a.Issued(count=count, why=why):
            amount = money(count * BOX.shares.cash)
            return fill(ISSUED.get(why, NEEDED), {"shares": shares(count), "amount": amount})
        case a.Paid(amount=due):
            return fill(PAID, {"amount": money(due)})
        case a.Leads():
            return _leads(item)
        case a.Fetches(points=count):
            return say("{points} at most.", points=points(count))
        case a.Earned():
            return _earned(item)
        case a.Scored(points=count, why=why):
            if why in SCORED:
                return fill(SCORED[why], {"points": points(count)})
            return fill(MET, {"points": points(count), "card": card_name(why)})
        case a.Ended():
            return _won(state)
        case _:
            return _event(item)


def _event(item: a.News) -> Text:
    """R5.4, R10.11, R11.12, R13.5, R14.3, R14.7 What happens on the map and with the cards."""
    match item:
        case a.Linked(one=one, other=other):
            return say(
                "{who}’s link {one}–{other} is finished.",
                you=mark("Your link {one}–{other} is finished."),
                one=Place(one),
                other=Place(other),
            )
        case a.Removed(tiles=count, city=city):
            return say(
                "{who} loses the unfinished link from {city}: {tiles}.",
                you=mark("You lose your unfinished link from {city}: {tiles}."),
                city=Place(city),
                tiles=tiles(count),
            )
        case a.Delivered(colour=colour, city=city):
            return say(
                "The {colour} cube arrives in {city}.", colour=cube(colour), city=Place(city)
            )
        case a.Emptied(city=city, count=count, limit=limit) if count > limit:
            return say("{city} is empty now.", city=Place(city))
        case a.Emptied(city=city, count=count, limit=limit):
            return say("{city} is empty now: {n} of {all}.", city=Place(city), n=count, all=limit)
        case a.Ending():
            return say("The end is near: one more turn after this one.")
        case a.Idle():
            return say(
                "{who} can do nothing: the action lapses.",
                you=mark("You can do nothing: your action lapses."),
            )
        case a.Bare(city=city):
            return say("The bag is empty: {city} gets no cubes.", city=Place(city))
        case a.Nobody(card=card):
            return say(
                "{card}: more than one player has this line already, so nobody scores.",
                card=card_name(card),
            )
        case a.Pioneer():
            return say(
                "{who} shows the tycoon card {tycoon}: the first locomotives of level 6.",
                you=mark("You show the tycoon card {tycoon}: the first locomotives of level 6."),
                tycoon=tycoon_name("pullman"),
            )
        case a.Judged(tycoon=tycoon, points=0):
            return say(
                "{who} shows the tycoon card {tycoon}, which brings nothing.",
                you=mark("You show the tycoon card {tycoon}, which brings nothing."),
                tycoon=tycoon_name(tycoon),
            )
        case a.Judged(tycoon=tycoon, points=count):
            return say(
                "{who} shows the tycoon card {tycoon}: {points}.",
                you=mark("You show the tycoon card {tycoon}: {points}."),
                tycoon=tycoon_name(tycoon),
                points=points(count),
            )
        case _:
            raise AssertionError(item)


def _earned(item: a.Earned) -> Text:
    """R13.1, R13.3 Income and dividends."""
    text = say("{who} earns {income}.", you=mark("You earn {income}."))
    if item.dividends:
        text = say(
            "{who} earns {income} and owes {dividends} in dividends.",
            you=mark("You earn {income} and owe {dividends} in dividends."),
        )
    return fill(text, {"income": paid(item.income), "dividends": money(item.dividends)})


def _leads(item: a.Leads) -> Text:
    """R3.6, R4.2 What a bid costs that nobody beats."""
    text = say(
        "{who} is first for {amount}, if nobody bids more.",
        you=mark("You are first for {amount}, if nobody bids more."),
    )
    if item.shares:
        text = say(
            "{who} is first for {amount}, and issues {shares} for it, if nobody bids more.",
            you=mark("You are first for {amount}, and issue {shares} for it, if nobody bids more."),
        )
    return fill(text, {"amount": money(item.amount), "shares": shares(item.shares)})


def _won(state: State) -> Text:
    """R14.5, R14.6 Who wins, and by what if the points are equal."""
    if not state.over:
        return say("The game is over.")
    totals = scores(state)
    best = max(totals)
    level = {seat: tie for seat, tie in enumerate(ties(state)) if totals[seat] == best}
    first = max(level.values())
    winners = [Who(Seat(seat)) for seat, tie in level.items() if tie == first]
    if len(winners) > 1:
        text = say("{winners} share the victory with {amount}.", winners=tuple(winners))
    elif len(level) == 1:
        text = say("{who} wins with {amount}.", you=mark("You win with {amount}."))
    elif [tie[0] for tie in level.values()].count(first[0]) == 1:
        text = say(
            "{who} wins with {amount} and more links.",
            you=mark("You win with {amount} and more links."),
        )
    else:
        text = say(
            "{who} wins with {amount} and more money.",
            you=mark("You win with {amount} and more money."),
        )
    fields: dict[str, Field] = {"amount": points(best)}
    if len(winners) == 1:
        fields["who"] = winners[0]
    return fill(text, fields)


# Reasons


def _reason(why: WhyNot) -> Text:
    """R2.3 A reason with what it is about: places, colours, cards and numbers."""
    return Text(REASONS[why.reason], {f"_{n}": _shown(it) for n, it in enumerate(why.things)})


def _shown(thing: str) -> Field:
    if thing in BOX.cards:
        return card_name(thing)
    if thing in COLOURS:
        return cube(thing)
    if thing in BOX.tycoons:
        return tycoon_name(thing)
    if thing.startswith("$"):
        return money(int(thing[1:]))
    return thing if thing.isdigit() else Place(thing)
