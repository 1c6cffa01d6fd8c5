"""R14, R15, R19 The run and its prizes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from trainshed.core import Auto, Chance

from .actions import Cancelled, Prize, Ran, Throw
from .box import BOX
from .charges import by_wealth, charge, halves
from .construction import PIPS

if TYPE_CHECKING:
    from .box import Board
    from .state import State, Train


def start(state: State) -> State:
    """R9.7, R11.8, R14.1, R14.7 Charges are paid; a lone train has won, several run."""
    race = state.race
    assert race is not None
    if not state.trains:
        return finished(state.tell(Cancelled(race.number, "nobody")))
    state = charge(state)
    order = state.by_wealth()
    trains = sorted(
        state.trains, key=lambda train: min(order.index(number) for number in train.companies)
    )
    state = replace(state, trains=tuple(trains))
    if len(trains) == 1:
        return finished(award(state, trains[0].companies, 1, BOX.laurin.lone))
    return state.push(Running(1))


class Running(Auto["State"], frozen=True, tag="running"):
    """R14.1, R14.5 Round after round, every train in the same order."""

    round: int
    next: int = 0

    def run(self, state: State) -> State:
        """The next train throws, or the round is over."""
        if self.next == len(state.trains):
            if decided(state):
                return finished(prizes(state.pop()))
            return state.goto(Running(self.round + 1))
        state = state.goto(replace(self, next=self.next + 1))
        train = state.trains[self.next]
        if train.place is not None:
            return state
        return replace(state, turn=state.turn + 1).push(Turning(self.next, self.round))


class Turning(Chance["State", Throw], frozen=True, tag="turning"):
    """R14.2 A train throws one die."""

    rule: ClassVar[str] = "R14.2"
    train: int
    round: int

    def odds(self, state: State) -> Mapping[Throw, int]:
        """A fair die."""
        return PIPS

    def play(self, state: State, action: Throw) -> State:
        """It runs as far as it can."""
        train, left = moved(state.board, state.trains[self.train], action.pips)
        arrived = train.at == len(train.lines)
        if arrived:
            train = replace(train, place=(self.round, left))
        state = state.pop().with_train(self.train, train)
        hex_ = state.board.grid.name[train.path[train.at]]
        border = state.board.grid.name[train.border] if train.border >= 0 else ""
        return state.tell(Ran(train.companies[0], hex_, left, arrived, border))


def moved(board: Board, train: Train, points: int) -> tuple[Train, int]:
    """R14.2, R14.3, R14.4 A train on its way, and the points it has left."""
    hills = board.mountains
    at, border = train.at, train.border
    while points and at < len(train.lines):
        here, there = train.path[at], train.path[at + 1]
        climb = hills >> there & 1 and not hills >> here & 1
        cost = 2 if climb and border != there else 1
        if cost > points:
            return replace(train, at=at, border=there), 0
        points -= cost
        at, border = at + 1, -1
    return replace(train, at=at, border=border), points


def decided(state: State) -> bool:
    """R14.6, R19.2 Whether the prizes are decided after this round."""
    running = sum(train.place is None for train in state.trains)
    arrived = len(state.trains) - running
    if running <= 1:
        return True
    table = state.rules == "laurin" and state.options.prizes == "table"
    return not table and arrived >= len(BOX.laurin.prizes)


def places(trains: Sequence[Train]) -> list[list[Train]]:
    """R15.1 The trains by place, those that share one together; then the last one on its way."""
    ranks: dict[tuple[int, int], list[Train]] = {}
    for train in trains:
        if train.place is not None:
            arrived, left = train.place
            ranks.setdefault((arrived, -left), []).append(train)
    found = [ranks[rank] for rank in sorted(ranks)]
    running = [train for train in trains if train.place is None]
    return [*found, running] if len(running) == 1 else found


def prizes(state: State) -> State:
    """R15.2, R15.3, R15.4, R19.1 Every place takes its prize; those who share one pool."""
    if state.rules == "laurin" and state.options.prizes == "table":
        sums = BOX.laurin.table[len(state.trains)]
    else:
        sums = BOX.laurin.prizes if state.rules == "laurin" else BOX.france.prizes
    poorest = list(reversed(state.by_wealth()))
    place = 1
    for tied in places(state.trains):
        pool = sum(sums[place - 1 : place - 1 + len(tied)])
        whole, odd = divmod(pool, len(tied))
        neediest = sorted(tied, key=lambda t: max(poorest.index(n) for n in t.companies))
        for rank, train in enumerate(neediest):
            state = award(state, train.companies, place, whole + (rank < odd))
        place += len(tied)
    return state


def award(state: State, companies: Sequence[int], place: int, amount: int) -> State:
    """R13.5 A prize; partners share it, the odd credit goes to the poorer."""
    from .state import BANK  # noqa: PLC0415 - the state knows its steps

    poorest = list(reversed(by_wealth(state, companies)))
    for number, share in zip(poorest, halves(amount, len(poorest)), strict=True):
        if share:
            state = state.pay(BANK, number, share, "prizes")
        state = state.tell(Prize(number, place, share))
    return state


def finished(state: State) -> State:
    """R9.7 The race is ticked off."""
    race = state.race
    assert race is not None
    entered = bool(state.trains)
    return replace(
        state,
        race=None,
        trains=(),
        races=state.races + 1,
        drawn=(*state.drawn, replace(race, ways=(), asked=())),
        unentered=0 if entered else state.unentered + 1,
    )
