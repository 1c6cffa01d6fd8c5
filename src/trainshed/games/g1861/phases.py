"""R16.1 Phases: what the first train of a kind brings about; R15.6 trains beyond the limit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from trainshed.core import Auto, Seat

from .actions import Action, Compensated, Discard, Phased, Scrapped, Withdrawn
from .asking import Question
from .box import BOX, CHARTERS, MAJORS, MINORS, PRIVATES, RSR, TRAINS
from .company import COMPANY
from .end import last_train
from .nationalisation import Asking, nationalise
from .roster import distinct, sorted_trains, train_limit, without

if TYPE_CHECKING:
    from .state import State


def new_phase(state: State, kind: str) -> State:
    """R16.1, R16.9, R17.2, R17.3 The first train of a new number begins a phase."""
    if not kind.isdigit() or int(kind) <= state.phase:
        return state
    state = replace(state, phase=int(kind)).tell(Phased(int(kind)))
    state = _scrap(state, kind).afterwards()
    brings = state.era.brings
    if "withdraw" in brings:
        state = _withdraw_minors(state)
    if "privates" in brings:
        state = _take_privates(state)
    if "end" in brings:
        state = last_train(state)
    if "trainless" not in brings:
        return state.push(Surplus())
    state = _take_minors(state)
    trainless = tuple(
        number
        for number in state.order(MAJORS)
        if (major := state.companies[number]).operated and not major.trains
    )
    return state.push(Surplus(trainless))


def _scrap(state: State, kind: str) -> State:
    """R15.7, R16.4, R16.6, R16.8 Trains that this kind makes obsolete leave the game."""
    for old in TRAINS.values():
        if old.rusts != kind:
            continue
        companies = tuple(
            replace(company, trains=tuple(t for t in company.trains if t != old.name))
            if old.name in company.trains
            else company
            for company in state.companies
        )
        pool = tuple(train for train in state.pool if train != old.name)
        state = replace(state, companies=companies, pool=pool).tell(Scrapped(old.name))
    return state


def _withdraw_minors(state: State) -> State:
    """R7.6, R16.5 Minors that nobody bought leave the game."""
    waiting = [
        number
        for number in MINORS
        if not state.companies[number].in_play and not state.companies[number].gone
    ]
    for number in waiting:
        state = state.with_company(number, replace(state.companies[number], gone=True))
    names = tuple(CHARTERS[number].id for number in waiting)
    return state.tell(Withdrawn(names)) if names else state


def _take_privates(state: State) -> State:
    """R16.6, R17.5 The bank pays for each private; the State Railway has its income from now on."""
    for number, owner in enumerate(state.privates):
        if owner < 0 or owner == COMPANY + RSR:
            continue
        value = BOX.privates[number].value
        if owner >= COMPANY:
            state = state.grant(owner - COMPANY, value)
            name = CHARTERS[owner - COMPANY].id
        else:
            state = state.give(owner, value)
            name = str(owner)
        owners = (*state.privates[:number], COMPANY + RSR, *state.privates[number + 1 :])
        state = replace(state, privates=owners).tell(Compensated(PRIVATES[number], name))
    return state


def _take_minors(state: State) -> State:
    """R17.2, R17.4 Minors without trains that have operated; in phase 8 all of them."""
    for number in state.order(MINORS):
        minor = state.companies[number]
        if minor.operated and not minor.trains:
            state = nationalise(state, number, "scrapped")
        elif "minors" in state.era.brings:
            state = nationalise(state, number)
    return state


class Surplus(Auto["State"], frozen=True, tag="surplus"):
    """R16.9 First majors without trains are asked, then surplus trains are discarded."""

    asked: tuple[int, ...] = ()

    def run(self, state: State) -> State:
        """One company after the other."""
        if self.asked:
            return state.goto(Surplus(self.asked[1:]), Asking(self.asked[0]))
        order = state.operating_order() if state.rules.in_order else [*MINORS, *MAJORS]
        for number in order:
            if len(state.companies[number].trains) > train_limit(state, number):
                return state.push(Crowded(number))
        return state.pop()


class Crowded(Question, frozen=True, tag="crowded"):
    """R15.6 Which train a company with too many gives up."""

    rule: ClassVar[str] = "R15.6"
    company: int

    def actor(self, state: State) -> Seat:
        """The director."""
        return state.owner(self.company)

    def offers(self, state: State) -> Sequence[Action]:
        """Each kind it has."""
        return [Discard(kind) for kind in distinct(state.companies[self.company].trains)]

    def play(self, state: State, action: Action) -> State:
        """It goes to the pool."""
        assert isinstance(action, Discard)
        was = state.companies[self.company]
        trains = without(was.trains, action.kind)
        state = state.pop().with_company(self.company, replace(was, trains=trains))
        return replace(state, pool=sorted_trains((*state.pool, action.kind)))
