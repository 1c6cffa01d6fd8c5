"""What the previews of Railroad Tycoon say, as facts of the states after."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.contract.previews import Told, Truths
from trainshed.games.tycoon import actions as a
from trainshed.games.tycoon.auction import PASS, Bidding
from trainshed.games.tycoon.box import BOARD, BOX, COLOURS
from trainshed.games.tycoon.state import Link, State


def _news(told: Told, kind: type) -> list[Any]:
    return [item for item in told.done.brought if type(item) is kind]


def _more(told: Told, name: str, seat: int) -> int:
    """How much more a company has of something."""
    was, now = told.before.railroads[seat], told.done.railroads[seat]
    return int(getattr(now, name) - getattr(was, name))


def _issued(told: Told) -> bool:
    """All its issues in this move together, each for its cash, and as many as were needed."""
    seat, issues = told.item.seat, _news(told, a.Issued)
    count = sum(item.count for item in issues if item.seat == seat)
    cash = count * BOX.shares.cash - _more(told, "spent", seat)
    return (_more(told, "shares", seat), _more(told, "cash", seat)) == (count, cash)


def _paid(told: Told) -> bool:
    return bool(_more(told, "spent", told.item.seat) == told.item.amount)


def _links(state: State, seat: int) -> list[Link]:
    return [link for link in state.links if link.owner == seat]


def _linked(told: Told) -> bool:
    """There is one finished link more, between these cities."""
    item = told.item
    ends = {BOARD.city[item.one], BOARD.city[item.other]}
    fresh = [link for link in told.done.links if link not in told.before.links]
    return [(link.owner, {link.start, link.end}) for link in fresh] == [(item.seat, ends)]


def _delivered(told: Told) -> bool:
    """The cube has left its city, and the city where it arrives wants it."""
    colour = COLOURS.index(told.item.colour)
    city = told.before.stack[-1].city
    left = told.before.cubes[city][colour] - told.done.cubes[city][colour]
    wanted = told.before.colours[BOARD.city[told.item.city]]
    return bool(left == 1 and wanted == told.item.colour)


def _scored(told: Told) -> bool:
    """Everybody has the points that are told of him, and no others."""
    told_of: Counter[int] = Counter()
    for item in _news(told, a.Scored):
        told_of[item.seat] += item.points
    seats = range(told.before.seats)
    return all(_more(told, "score", seat) == told_of[seat] for seat in seats)


def _emptied(told: Told) -> bool:
    city = BOARD.city[told.item.city]
    counted = (told.done.empty.bit_count(), told.done.limit)
    return not any(told.done.cubes[city]) and counted == (told.item.count, told.item.limit)


def _bare(told: Told) -> bool:
    """The city gets nothing, as there is nothing."""
    city = BOARD.city[told.item.city]
    return not any(told.done.bag) and told.done.cubes[city] == told.before.cubes[city]


def _pioneer(told: Told) -> bool:
    seat = told.item.seat
    me = told.done.railroads[seat]
    return (told.done.pioneer, me.level, me.tycoon) == (seat, 6, "pullman")


def _leads(told: Told) -> bool:
    """If everybody else passes, he is first and has paid, with so many shares."""
    state, done, item = told.after, told.done, told.item
    while state.stack and isinstance(state.stack[-1], Bidding):
        done = told.game.does(state, PASS)
        state = told.game.play(state, PASS)
    now = Told(told.game, told.before, done, state, told.action, item, told.seat)
    return (
        done.order[0] == item.seat and _paid(now) and _more(now, "shares", item.seat) == item.shares
    )


def _fetches(told: Told) -> bool:
    """One of the ways brings so much, and none more."""
    ways = [it for it in told.game.actions(told.after) if isinstance(it, a.Ship)]
    seat, before = told.seat, told.after.railroads[told.seat].score
    brought = [told.game.does(told.after, way).railroads[seat].score - before for way in ways]
    return bool(max(brought) == told.item.points)


# Sentences of actions that bring no news


def _bought(told: Told) -> bool:
    """Nothing but what it says is paid, out of cash."""
    seat = told.seat
    return (_more(told, "spent", seat), _more(told, "shares", seat)) == (_price(told), 0)


def _price(told: Told) -> int:
    action, step = told.item, told.before.stack[-1]
    match action:
        case a.Lay(side=side):
            return int(step.price(told.before, side))
        case a.Turn(side=side):
            return int(step.turning(told.before, side))
        case a.Upgrade():
            return int(BOX.locomotives.prices[told.before.railroads[told.seat].level - 1])
        case a.Found():
            return 0 if step.free else int(BOX.urbanise.price)
        case a.West():
            return int(BOX.western_link)
        case _:
            return 0


def _laid(told: Told) -> bool:
    """One tile more lies, and the line that is built leads to the side that is said."""
    tiles = [sum(len(link.track) for link in state.links) for state in (told.before, told.done)]
    fresh = [link for link in told.done.links if link not in told.before.links]
    last = fresh[0].track[-1].b
    grown = tiles[1] - tiles[0] == isinstance(told.item, a.Lay)
    return len(fresh) == 1 and last == told.item.side and grown and _bought(told)


def _stopped(told: Told) -> bool:
    return bool(told.before.links == told.done.links) and _bought(told)


def _upgraded(told: Told) -> bool:
    return _more(told, "level", told.seat) == 1 and _bought(told)


def _founded(told: Told) -> bool:
    city = BOARD.city[told.item.city]
    return bool(told.done.colours[city] == told.item.colour) and _bought(told)


def _taken(told: Told) -> bool:
    """The card is gone from the offer, and kept or used."""
    card = told.item.card
    had = told.before.railroads[told.seat].cards.count(card) + told.before.discard.count(card)
    has = told.done.railroads[told.seat].cards.count(card) + told.done.discard.count(card)
    left = told.before.offer.count(card) - told.done.offer.count(card)
    return bool(has - had == 1 == left)


def _grown(told: Told) -> bool:
    """The card is used up, and cubes are drawn for the city."""
    drawn = told.done.stack[-1]
    return bool(drawn.city == BOARD.city[told.item.city]) and _bought(told)


def _west(told: Told) -> bool:
    city = BOARD.city[told.item.city]
    return (city, told.seat) in told.done.west and _bought(told)


def _kept(told: Told) -> bool:
    return bool(told.done.railroads[told.seat].tycoon == told.item.tycoon)


TRUTHS: Truths = {
    a.Issued: _issued,
    a.Paid: _paid,
    a.Ordered: lambda told: bool(told.done.order == told.item.order),
    a.Linked: _linked,
    a.Delivered: _delivered,
    a.Scored: _scored,
    a.Emptied: _emptied,
    a.Bare: _bare,
    a.Ending: lambda told: bool(told.done.last == told.done.turn + 1),
    a.Pioneer: _pioneer,
    a.Leads: _leads,
    a.Fetches: _fetches,
    a.Lay: _laid,
    a.Turn: _laid,
    a.Stop: _stopped,
    a.Upgrade: _upgraded,
    a.Found: _founded,
    a.Take: _taken,
    a.Grow: _grown,
    a.West: _west,
    a.Keep: _kept,
}
CLOCKS = ("turn", "round", "clock")
