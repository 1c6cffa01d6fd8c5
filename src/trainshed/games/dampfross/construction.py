"""R2, R3, R8, R22, R24 Construction: start towns, rounds with their budget, the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from trainshed.board.hexes import Cells
from trainshed.core import Auto, Chance, Choice, Seat

from .actions import Action, Begin, Built, News, Round, Settled, Start, Throw
from .box import BOX
from .build import Opening, build

if TYPE_CHECKING:
    from .state import State

PIPS = {Throw(pips): 1 for pips in range(1, 7)}


class Lot(Chance["State", Begin], frozen=True, tag="lot"):
    """R2.1, R22.1 Lots decide who begins."""

    rule: ClassVar[str] = "R2.1"

    def odds(self, state: State) -> Mapping[Begin, int]:
        """Each player alike."""
        return {Begin(Seat(seat)): 1 for seat in range(state.seats)}

    def play(self, state: State, action: Begin) -> State:
        """The first company of the player drawn opens the first round."""
        return replace(state.pop(), began=int(action.seat))


class Budget(Chance["State", Throw], frozen=True, tag="budget"):
    """R3.1, R22.3 One die is everybody's budget."""

    rule: ClassVar[str] = "R3.1"

    def odds(self, state: State) -> Mapping[Throw, int]:
        """A fair die."""
        return PIPS

    def play(self, state: State, action: Throw) -> State:
        """It holds for the round."""
        state = replace(state.pop(), budget=action.pips)
        return state.tell(Round(state.round, action.pips))


class Construction(Auto["State"], frozen=True, tag="construction"):
    """R3.2 Round after round, clockwise from the company that opens."""

    built: int = -1
    """How many companies have had their turn in this round; -1 before the first round."""

    def run(self, state: State) -> State:
        """The next company, or the next round."""
        count = len(state.companies)
        if self.built in (-1, count):
            return _open(state)
        number = (state.opener + self.built) % count
        state = replace(state.goto(Construction(self.built + 1)), turn=state.turn + 1)
        if state.companies[number].start >= 0:
            return _turn(state, number)
        towns = start_towns(state)
        if len(towns) == 1:
            state = started(state, number, towns[0])
            return _turn(state.tell(Settled(number, state.board.towns[towns[0]])), number)
        return state.push(Starting(number))


def _open(state: State) -> State:
    """R3.1, R8.3, R22.2, R24.2 A new round has its throw, save the first by rule set B."""
    idle = 0 if state.laid or not state.round else state.idle + 1
    if idle == BOX.idle:
        return ended(state, "idle")
    if state.round == BOX.rounds:
        return ended(state, "rounds")
    state = replace(state, round=state.round + 1, idle=idle, laid=False, budget=0)
    state = state.goto(Construction(0))
    return state if _free(state) else state.push(Budget())


def _free(state: State) -> bool:
    return state.rules == "france" and state.round == 1


def _turn(state: State, number: int) -> State:
    """R3.3, R22.2 One company builds."""
    return state.push(Opening(number)) if _free(state) else build(state, number, state.budget)


class Starting(Choice["State", Action], frozen=True, tag="starting"):
    """R2.3 Which town a company starts in."""

    rule: ClassVar[str] = "R2.3"
    company: int

    def actor(self, state: State) -> Seat:
        """Who leads the company."""
        return state.seat_of(self.company)

    def options(self, state: State) -> Sequence[Action]:
        """R2.4, R2.6 The towns that are open."""
        return [Start(state.board.towns[town]) for town in start_towns(state)]

    def why(self, state: State, action: Action) -> News | None:
        """Which rule is in the way."""
        from .reasons import why_start  # noqa: PLC0415 - the reasons know the question

        return why_start(state, action)

    def play(self, state: State, action: Action) -> State:
        """It is chosen, and the company builds."""
        assert isinstance(action, Start)
        town = state.board.town_of[action.town]
        return _turn(started(state.pop(), self.company, town), self.company)


def start_towns(state: State) -> list[int]:
    """R2.4, R2.5, R2.6 The towns in which a company may start now."""
    board, count = state.board, len(state.companies)
    start = board.sheet.start
    places = start.places.get(str(max(count, 3)))
    if places:
        taken = [company.start for company in state.companies]
        return [
            board.town_of[name]
            for name, most in places.items()
            if taken.count(board.town_hexes[board.town_of[name]]) < most
        ]
    if start.places and state.options.start_towns == "any":
        return list(range(len(board.towns)))
    return list(board.start)


def started(state: State, number: int, town: int) -> State:
    """R2.7 The town counts as connected and pays nothing."""
    mine = replace(state.companies[number], start=state.board.town_hexes[town])
    state = replace(state, connected=Cells(state.connected | 1 << town))
    return state.with_company(number, mine)


def complete(state: State) -> bool:
    """R8.1, R8.2, R24.1 Whether construction is over: hardly a town, or nothing, is unreached."""
    if state.operating:
        return False
    left = len(state.board.towns) - state.connected.bit_count()
    if state.rules == "laurin":
        return left <= BOX.laurin.unreached
    return not left and state.abroad.bit_count() == len(state.board.destinations)


def ended(state: State, why: str) -> State:
    """R8.1, R24.1, R24.3 On to the races."""
    from .france import Meeting  # noqa: PLC0415 - operation comes after construction
    from .operation import Operation  # noqa: PLC0415

    races = Operation() if state.rules == "laurin" else Meeting()
    state = replace(state, operating=True, budget=0, stack=(races,))
    return state.afterwards().tell(Built(why))
