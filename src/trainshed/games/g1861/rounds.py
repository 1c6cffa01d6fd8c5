"""R1.11 The sequence of play: auction, then stock, operating and merger rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from .actions import Income, Priority, Round, Unable
from .asking import ask
from .auction import open_lot
from .box import BOX, CHARTERS, MAJORS, MINORS, RSR
from .company import BANK, COMPANY
from .end import begin_last_set, ends_now, finish
from .merger import Choosing
from .play import Play
from .stock import StockTurn
from .turn import Turn

if TYPE_CHECKING:
    from .state import State


def auction(state: State, play: Play) -> State:
    """R2.1, R2.6 The privates in order, then the first stock round."""
    for lot, owner in enumerate(state.privates):
        if owner == BANK:
            return open_lot(replace(state, turn=state.turn + 1), lot, play.next)
    return begin_stock(replace(state, priority=play.next))


def begin_stock(state: State) -> State:
    """R3.1 The holder of the priority card begins."""
    state = replace(state, round="stock", sold=(0,) * state.seats, last_actor=-1, number=0)
    return state.goto(Play(next=state.priority)).tell(Round("stock", state.set))


def stock(state: State, play: Play) -> State:
    """R3.3 Turns go round until everybody has passed in a row."""
    if play.passes == state.seats:
        return _end_stock(state)
    asked = ask(replace(state, turn=state.turn + 1), StockTurn(play.next))
    if asked is not None:
        return asked
    state = state.tell(Unable(play.next))
    return state.goto(replace(play, next=state.left_of(play.next)[0], passes=play.passes + 1))


def _end_stock(state: State) -> State:
    """R3.4, R3.5 Sold-out majors rise; the priority card goes left of the last who acted."""
    for number in state.order(MAJORS):
        major = state.companies[number]
        if not major.treasury and not major.pool:
            state = state.move(number, state.market.up[major.cell])
    first = state.left_of(state.last_actor)[0] if state.last_actor >= 0 else state.priority
    if first != state.priority:
        state = replace(state, priority=first).tell(Priority(first))
    return begin_operating(state, 1)


def begin_operating(state: State, number: int) -> State:
    """R9.1, R9.2 The privates pay; then minors, majors and the State Railway."""
    state = replace(state, round="operating", number=number)
    state = state.goto(Play(todo=(*state.operating_order(), RSR)))
    return _income(state.tell(Round("operating", state.set, number)))


def _income(state: State) -> State:
    """R9.1 Each private pays its owner."""
    amounts, treasuries = [0] * state.seats, [0] * len(CHARTERS)
    for private, owner in zip(BOX.privates, state.privates, strict=True):
        if owner >= COMPANY:
            state = state.grant(owner - COMPANY, private.income)
            treasuries[owner - COMPANY] += private.income
        elif owner >= 0:
            amounts[owner] += private.income
    paid = tuple(
        (charter.id, amount) for charter, amount in zip(CHARTERS, treasuries, strict=True) if amount
    )
    if paid or any(amounts):
        state = state.give_all(tuple(amounts)).tell(Income(tuple(amounts), paid))
    return state


def operate(state: State, play: Play) -> State:
    """R9.2 Every company has one turn; what has left the game meanwhile has none."""
    if not play.todo:
        return _end_operating(state)
    number, *rest = play.todo
    state = state.goto(replace(play, todo=tuple(rest)))
    company = state.companies[number]
    if number == RSR:
        if "state" not in state.era.allows:
            return state
    elif not company.in_play:
        return state
    state = replace(state, turn=state.turn + 1)
    return state.push(Turn(company=number, owed=company.loans))


def _end_operating(state: State) -> State:
    """R19.1, R21.1, R21.2 A merger round, the next round, or the end."""
    if ends_now(state):
        return finish(state)
    if "mergers" in state.era.allows:
        state = replace(state, round="merger")
        state = state.goto(Play(todo=tuple(state.order(MINORS))))
        return state.tell(Round("merger", state.set, state.number))
    return _next_round(state)


def merge(state: State, play: Play) -> State:
    """R19.2 The minors in operating order, those merged already left out."""
    if not play.todo:
        return _next_round(state)
    number, *rest = play.todo
    state = state.goto(replace(play, todo=tuple(rest)))
    if not state.companies[number].in_play:
        return state
    asked = ask(replace(state, turn=state.turn + 1), Choosing(number, (number,)))
    return asked if asked is not None else state


def _next_round(state: State) -> State:
    """R1.11, R21.1 The next operating round of the set, or a new set with its stock round."""
    if state.number < state.rounds:
        return begin_operating(state, state.number + 1)
    state = begin_last_set(replace(state, set=state.set + 1))
    return begin_stock(state)
