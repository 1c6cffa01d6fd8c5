"""R9.4 The stages of a company's turn, in the order of the rulebook."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from msgspec.structs import replace

from trainshed.core import Seat

from .actions import Action, Idle
from .asking import PASS, Question, ask
from .box import CHARTERS, MAJORS, RSR
from .dividend import Dividend, no_income, pay_minor
from .loans import pay_interest, repay
from .nationalisation import nationalise
from .privates import acquire, acquisitions
from .redeem import Redeeming
from .run import Running, run_itself
from .state_railway import buys, keep_income, stand_in_st_petersburg
from .stations import Placing
from .track import Laying, lays
from .trains import BuyingTrain, end_of_turn, purchase
from .turn import Turn, onward

if TYPE_CHECKING:
    from .state import State


def _redeem(state: State, turn: Turn) -> State:
    """R9.5 Only majors have shares."""
    asked = ask(state, Redeeming(turn.company)) if turn.company in MAJORS else None
    return asked if asked is not None else onward(state)


def _track(state: State, turn: Turn) -> State:
    """R11.1 One tile, and a second one."""
    laying = Laying(turn.company, turn.laid, turn.upgraded)
    asked = state.push(laying) if laying.is_open(state) else ask(state, laying)
    if asked is not None:
        return asked
    return onward(state if turn.laid >= 0 else state.tell(_no_tile(state, turn.company)))


def _no_tile(state: State, company: int) -> Idle:
    """R11.1, R11.6 Why a company lays no tile: none fits, or it cannot pay."""
    fits = next(lays(state, company), None)
    return Idle(CHARTERS[company].id, "track" if fits is None else "money")


def _station(state: State, turn: Turn) -> State:
    """R12.1 Only majors place stations in their turn."""
    asked = ask(state, Placing(turn.company)) if turn.company in MAJORS else None
    return asked if asked is not None else onward(state)


def _run(state: State, turn: Turn) -> State:
    """R13.12 Trains run if there is a train and a route."""
    running = Running(turn.company)
    if running.possible(state):
        return state.push(running)
    has_trains = bool(state.companies[turn.company].trains)
    news = Idle(CHARTERS[turn.company].id, "route" if has_trains else "trains")
    return onward(state.tell(news))


def _dividend(state: State, turn: Turn) -> State:
    """R14.1, R14.4 Minors share by themselves; majors decide unless there is nothing to pay."""
    if not turn.income:
        return onward(no_income(state, turn.company))
    if turn.company in MAJORS:
        return state.push(Dividend(turn.company, turn.income))
    return onward(pay_minor(state, turn.company, turn.income))


def _before_interest(state: State, turn: Turn) -> State:
    """R9.2, R9.6 It has operated; in debt, it may buy a private before interest is due."""
    company = state.companies[turn.company]
    if not company.operated:
        state = state.with_company(turn.company, replace(company, operated=True))
    asked = ask(state, BeforeInterest(turn.company)) if company.loans else None
    return asked if asked is not None else onward(state)


def _interest(state: State, turn: Turn) -> State:
    """R10.3, R10.4, R10.5 Interest, then repayment."""
    state = onward(state)
    paid = pay_interest(state, turn.company, turn.owed)
    if paid is None:
        return nationalise(state, turn.company, "interest")
    return repay(paid, turn.company)


def _trains(state: State, turn: Turn) -> State:
    """R15.1, R15.9 Trains; a company that ends its turn without one is nationalised."""
    asked = ask(state, BuyingTrain(turn.company))
    return asked if asked is not None else end_of_turn(state)


class BeforeInterest(Question, frozen=True, tag="before-interest"):
    """R9.6 The last moment before interest is due."""

    rule: ClassVar[str] = "R9.6"
    company: int

    def actor(self, state: State) -> Seat:
        """The director."""
        return state.owner(self.company)

    def offers(self, state: State) -> Sequence[Action]:
        """Privates to buy."""
        return [*acquisitions(state, self.company), PASS]

    def play(self, state: State, action: Action) -> State:
        """Buy, or go on."""
        return onward(state.pop()) if action == PASS else acquire(state, self.company, action)


Stages: TypeAlias = "tuple[Callable[[State, Turn], State], ...]"
"""What a turn consists of, in order."""
STAGES: Stages = (
    _redeem,
    _track,
    _station,
    _run,
    _dividend,
    _before_interest,
    _interest,
    _trains,
)
SHARING = STAGES.index(_dividend)
"""The stage in which the income is shared out."""


def _state_run(state: State, turn: Turn) -> State:
    """R18.2, R18.3, R18.4 A station in St Petersburg, then the best run, asked for if unproved."""
    state = stand_in_st_petersburg(state)
    if not state.best_runs or not Running(RSR).possible(state):
        return _run(state, turn)
    ran = run_itself(state, RSR)
    return ran if ran is not None else _run(state, turn)


def _state_income(state: State, turn: Turn) -> State:
    """R18.5 The State Railway keeps what it earns."""
    return onward(keep_income(state, turn.income))


def _state_interest(state: State, turn: Turn) -> State:
    """R18.5 It pays interest and repays as companies do."""
    paid = pay_interest(state, RSR, turn.owed)
    assert paid is not None
    return onward(repay(paid, RSR))


def _state_trains(state: State, turn: Turn) -> State:
    """R18.6 One train after the other; each may begin a phase."""
    found = buys(state)
    return purchase(state, RSR, *found) if found is not None else onward(state)


STATE_STAGES: Stages = (
    _state_run,
    _state_income,
    _state_interest,
    _state_trains,
)
"""R18.3 The turn of the State Railway."""
