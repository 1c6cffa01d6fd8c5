"""R2.3 An action: its kind first, then what it needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from trainshed.core import Seat

from .actions import (
    Action,
    Build,
    Deliver,
    Done,
    Growth,
    Pioneer,
    Take,
    Upgrade,
    Urbanise,
    West,
)
from .auction import PASS
from .box import BOARD, BOX, CITIES, COLOURS
from .build import Starting, has_marker, startable
from .cards import lines, meet, offered, withdraw
from .cities import Founding, Growing, foundable
from .deliver import Choosing, deliverable
from .network import owned
from .shares import SHARES, OwnTurn

if TYPE_CHECKING:
    from .state import State

BUILD, GRANTED = Build(), Build(grant=True)
DELIVER, UPGRADE, URBANISE, GROWTH, DONE = Deliver(), Upgrade(), Urbanise(), Growth(), Done()


class Acting(OwnTurn, frozen=True, tag="acting"):
    """R2.3, R2.4, R2.5 What to do with an action."""

    rule = "R2.3"
    left: int = 1
    """R11.17 How many actions, this one included."""

    def offers(self, state: State) -> Sequence[Action]:
        """R2.3, R2.4, R4.3, R9.2, R11.5, R15.5 The kinds of action that can be carried out."""
        me, seat = state.railroads[self.seat], self.seat
        found: list[Action] = []
        if startable(state, seat):
            found.append(BUILD)
            if "land_grant" in me.cards:
                found.append(GRANTED)
        if deliverable(state, seat):
            found.append(DELIVER)
        if me.level < state.options.levels:
            found.append(UPGRADE)
        if foundable(state):
            found.append(URBANISE)
        found += [Take(card) for card in dict.fromkeys(state.offer) if takable(state, card)]
        found += [West(CITIES[city]) for city in western(state, seat)]
        if "city_growth" in me.cards:
            found.append(GROWTH)
        return [*found, SHARES, PASS]

    def answered(self, state: State, action: Action) -> State:
        """Ask what the action needs, or carry it out."""
        seat = self.seat
        match action:
            case Build(grant):
                return state.push(Starting(seat, grant))
            case Deliver():
                return state.push(Choosing(seat))
            case Urbanise():
                return state.push(Founding(seat))
            case Growth():
                return state.push(Growing(seat))
            case Upgrade():
                return _upgrade(acted(state, seat), seat)
            case Take(card):
                return take(state, seat, card)
            case West(city):
                return _go_west(acted(state, seat), seat, BOARD.city[city])
            case _:
                return acted(state, seat)


def acted(state: State, seat: Seat, taken: str = "") -> State:
    """R2.2, R11.5, R11.6 The action is over: the next one, a kept card, or the next player."""
    step = state.stack[-1]
    assert isinstance(step, Acting)
    if step.left > 1:
        return state.goto(Acting(seat, step.left - 1))
    kept = state.railroads[seat].cards.count("city_growth") - (taken == "city_growth")
    return state.goto(After(seat, kept)) if kept else state.pop()


class After(OwnTurn, frozen=True, tag="after"):
    """R11.6 City Growth may be used after the action too."""

    rule = "R11.6"
    cards: int = 1
    """R11.5 How many of them: not the one just taken."""

    def answers(self, state: State) -> Sequence[Action]:
        """Use a card, or go on."""
        return (DONE, GROWTH)

    def answered(self, state: State, action: Action) -> State:
        """R11.6 Use it, or let the next player act."""
        if isinstance(action, Done):
            return state.pop()
        return state.goto(Growing(self.seat, "after", self.cards))


def takable(state: State, card: str) -> bool:
    """R11.1, R11.2, R11.13 Whether a card can be taken: no objective, and it must be of use."""
    if BOX.cards[card].kind == "objective":
        return False
    return BOX.cards[card].what != "industry" or foundable(state)


def take(state: State, seat: Seat, name: str) -> State:
    """R11.1, R11.3, R11.17, R15.2 Take a card; an immediate one is carried out."""
    state = withdraw(state, name)
    what = BOX.cards[name].what
    at_once = what == "growth" and state.options.city_growth == "at_once"
    if BOX.cards[name].kind != "immediate" and not at_once:
        was = state.railroads[seat]
        state = state.with_railroad(seat, replace(was, cards=(*was.cards, name)))
        return acted(state, seat, taken=name)
    state = replace(state, discard=(*state.discard, name))
    if what == "industry":
        return state.push(Founding(seat, free=True))
    if what == "growth":
        return state.push(Growing(seat, "at_once"))
    step = state.stack[-1]
    assert isinstance(step, Acting)
    return state.goto(Acting(seat, step.left - 1 + BOX.cards[name].number))


def _upgrade(state: State, seat: Seat) -> State:
    """R9.1, R11.14, R14.7, R14.13 The next level, and who gets there first."""
    was = state.railroads[seat]
    level = was.level + 1
    state = state.pay(seat, BOX.locomotives.prices[level - 2], "locomotive")
    state = state.with_railroad(seat, replace(state.railroads[seat], level=level))
    for name, card in offered(state, "level"):
        if level >= card.number:
            state = meet(state, seat, name, "cards")
    if level == BOX.tycoons["pullman"].number and state.pioneer < 0:
        state = replace(state, pioneer=seat)
        if was.tycoon == "pullman":
            state = state.tell(Pioneer(seat))
    return state


def western(state: State, seat: Seat) -> list[int]:
    """R12.1, R12.2, R12.3, R15.1 The cities where a player may go west."""
    if state.options.beginner or not has_marker(state, seat):
        return []
    taken = {city for city, _ in state.west}
    ends = {end for link in owned(state, seat) for end in (link.start, link.end)}
    return [city for city in BOARD.west if city in ends and city not in taken]


def _go_west(state: State, seat: Seat, city: int) -> State:
    """R12.1, R12.4, R11.11 Pay, and red cubes come."""
    state = state.pay(seat, BOX.western_link, "west")
    state = replace(state, west=(*state.west, (city, seat)))
    red = COLOURS.index(BOX.west_colour)
    count = min(BOX.western_cubes, state.bag[red])
    state = state.put(city, tuple(count * (at == red) for at in range(len(COLOURS))))
    return lines(state, seat)
