"""R9, R10, R25 Drawing a race: start and goal by dice, and what is too near or out of reach."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import lcm
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from trainshed.board.hexes import Cells, merged
from trainshed.core import Chance

from .actions import Cancelled, Dice, Drawn, Throw
from .box import BOX, Goal
from .construction import PIPS
from .routes import Network, leads, reached

if TYPE_CHECKING:
    from .state import State

DICE = {Dice(red, black): 1 for red in range(1, 7) for black in range(1, 7)}
SHARES = lcm(*range(24, 36))
"""Divides by as many numbers as there are outside a town."""
NUMBERS = tuple(10 * dice.red + dice.black for dice in DICE)


class DrawStart(Chance["State", Dice], frozen=True, tag="draw-start"):
    """R9.2 The start of a race."""

    rule: ClassVar[str] = "R9.2"

    def odds(self, state: State) -> Mapping[Dice, int]:
        """R25.3 Two dice; by rule set B only what makes a race, as others are drawn again."""
        if state.rules == "laurin":
            return DICE
        special = is_special(state, state.races + 1)
        chances = {number: _chance(state, number, special=special) for number in NUMBERS}
        return {
            dice: chances[number]
            for dice, number in zip(DICE, NUMBERS, strict=True)
            if chances[number]
        }

    def play(self, state: State, action: Dice) -> State:
        """R9.3, R10.1, R25.4 The station is struck out; then the goal."""
        from .state import Race  # noqa: PLC0415 - the state knows its steps

        number = unused(state, 10 * action.red + action.black)
        state = _struck(state.pop(), number)
        race = state.races + 1
        special = is_special(state, race)
        state = replace(state, race=Race(race, number, special=special))
        if not fitting(state, number, special=special):
            return cancelled(state, "near")
        return state.push(DrawSpecial() if special else DrawGoal())


def _chance(state: State, start: int, *, special: bool) -> int:
    """R25.2, R25.3 How often a start makes a race; goals in its own town are drawn again alone."""
    fit = len(fitting(state, start, special=special))
    if special:
        return fit
    stations = state.board.stations
    same = sum(bool(set(towns) & set(stations[start])) for towns in stations.values())
    return fit * SHARES // (len(NUMBERS) - same)


class DrawGoal(Chance["State", Dice], frozen=True, tag="draw-goal"):
    """R9.2 The goal of a race."""

    rule: ClassVar[str] = "R9.2"

    def odds(self, state: State) -> Mapping[Dice, int]:
        """R9.4, R25.2 Two dice; what is too near is left out, as it would be thrown again."""
        assert state.race is not None
        fit = fitting(state, state.race.start, special=False)
        return {
            dice: 1
            for dice, number in zip(DICE, NUMBERS, strict=True)
            if unused(state, number) in fit
        }

    def play(self, state: State, action: Dice) -> State:
        """R9.3 The next unused number."""
        return drawn(state.pop(), unused(state, 10 * action.red + action.black))


class DrawSpecial(Chance["State", Throw], frozen=True, tag="draw-special"):
    """R10.2 The goal of a special race."""

    rule: ClassVar[str] = "R10.2"

    def odds(self, state: State) -> Mapping[Throw, int]:
        """R9.6 One die; what is too near is left out, as it would be thrown again."""
        assert state.race is not None
        fit = fitting(state, state.race.start, special=True)
        return {throw: 1 for throw in PIPS if unused_special(state, throw.pips) in fit}

    def play(self, state: State, action: Throw) -> State:
        """R10.3 The next unused result."""
        return drawn(state.pop(), unused_special(state, action.pips))


def is_special(state: State, race: int) -> bool:
    """R10.1, R25.4 Whether a race goes to a special destination."""
    if not state.board.special:
        return False
    if state.rules == "laurin":
        return race in BOX.laurin.special
    if race % BOX.france.special_every:
        return False
    return any(fitting(state, number, special=True) for number in NUMBERS)


def unused(state: State, thrown: int) -> int:
    """R9.3, R25.2 The number thrown, or the next one that has not been used."""
    if state.rules == "france":
        return thrown
    at = NUMBERS.index(thrown)
    return next(NUMBERS[(at + n) % 36] for n in range(36) if not state.used >> (at + n) % 36 & 1)


def unused_special(state: State, thrown: int) -> int:
    """R10.3, R25.4 The result thrown, or the next one that has not come up."""
    if state.rules == "france" or state.options.special_draw == "free":
        return thrown
    results = ((thrown - 1 + n) % 6 + 1 for n in range(6))
    return next((result for result in results if not state.specials >> result & 1), thrown)


def _struck(state: State, number: int) -> State:
    """R9.3 A number that will not come again."""
    if state.rules == "france":
        return state
    return replace(state, used=Cells(state.used | 1 << NUMBERS.index(number)))


def fitting(state: State, start: int, *, special: bool) -> dict[int, str]:
    """R9.4, R9.5, R9.6, R10.6, R25.2, R25.3 The goals that may be drawn, and what becomes of them.

    A goal is `fit`, has no `track`, or lies `apart`; one that is too near is not drawn. By rule
    set B only those that fit are.
    """
    if special:
        goals = list(dict.fromkeys(unused_special(state, pips) for pips in range(1, 7)))
    else:
        goals = [n for at, n in enumerate(NUMBERS) if not state.used >> at & 1]
    grounds = _Grounds(state, start)
    found = {goal: grounds.verdict(goal, special=special) for goal in goals}
    only = ("fit",) if state.rules == "france" else ("fit", "track", "apart")
    return {goal: verdict for goal, verdict in found.items() if verdict in only}


def drawn(state: State, goal: int) -> State:
    """R9.5, R10.6 The race is on, or cannot be run."""
    race = state.race
    assert race is not None
    grounds = _Grounds(state, race.start)
    verdict = grounds.verdict(goal, special=race.special)
    if race.special:
        state = replace(state, specials=state.specials | 1 << goal)
    else:
        state = _struck(state, goal)
    race = replace(race, goal=goal, ways=grounds.ways(goal, special=race.special))
    state = replace(state, race=race)
    name = goal_name(state, goal, special=race.special)
    state = state.tell(Drawn(race.number, station_name(state, race.start), name, race.special))
    return state if verdict == "fit" else cancelled(state, verdict)


def cancelled(state: State, why: str) -> State:
    """R9.4, R9.5, R10.6 The race is not run, but it counts."""
    race = state.race
    assert race is not None
    race = replace(race, ways=())
    state = replace(state, race=None, races=state.races + 1, drawn=(*state.drawn, race))
    return state.tell(Cancelled(race.number, why))


def station_name(state: State, number: int) -> str:
    """The towns of a number."""
    return ", ".join(state.board.towns[town] for town in state.board.stations[number])


def goal_name(state: State, goal: int, *, special: bool) -> str:
    """A goal in words: the towns of a number, or a special destination."""
    return state.board.sheet.special[goal - 1].name if special else station_name(state, goal)


class _Grounds:
    """What track connects to the hexes where a race starts."""

    def __init__(self, state: State, start: int) -> None:
        board = state.board
        self.state, self.start = state, start
        self.starts = [board.town_hexes[town] for town in board.stations[start]]
        self.network = Network(state, ())
        self.track = self.network.all
        self.cells = merged(company.cells for company in state.companies)
        least = BOX.laurin.nearest - 1 if state.rules == "laurin" else 0
        self.around = [
            (
                reached(board, self.track, hex_, least - 1) if least else 0,
                reached(board, self.track, hex_, least),
                reached(board, self.track, hex_),
            )
            for hex_ in self.starts
        ]

    def targets(self, goal: int, *, special: bool) -> Sequence[Goal]:
        """R10.4, R21.2 The hexes where a race may end."""
        board = self.state.board
        if special:
            return board.special[goal - 1]
        return [Goal(board.town_hexes[town]) for town in board.stations[goal]]

    def verdict(self, goal: int, *, special: bool) -> str:
        """R9.4, R9.5, R9.6, R10.6 Whether a goal is `fit`, `near`, `apart`, or has no `track`."""
        targets = self.targets(goal, special=special)
        if self.state.rules == "france" and any(it.hex in self.starts for it in targets):
            targets = [it for it in targets if special and it.hex not in self.starts]
        if not targets:
            return "near"
        if not any(self.cells >> hex_ & 1 for hex_ in self.starts):
            return "track"
        if not any(self.cells >> target.hex & 1 for target in targets):
            return "track"
        found = [self._fits(n, target) for n in range(len(self.starts)) for target in targets]
        return "fit" if "fit" in found else "near" if "near" in found else "apart"

    def ways(self, goal: int, *, special: bool) -> tuple[tuple[int, tuple[Goal, ...]], ...]:
        """R9.6, R25.5 Each start hex with the goals that can be reached and are not too near."""
        targets = self.targets(goal, special=special)
        found = (
            (hex_, tuple(it for it in targets if self._fits(n, it) == "fit"))
            for n, hex_ in enumerate(self.starts)
        )
        return tuple((hex_, goals) for hex_, goals in found if goals)

    def _fits(self, start: int, goal: Goal) -> str:
        """R9.4, R10.5 One start and one target; some are entered from one side only."""
        nearer, near, connected = self.around[start]
        hex_ = goal.hex
        if goal.via >= 0:
            direction = self.state.board.grid.direction(goal.via, goal.hex)
            here = self.starts[start]
            if not self.track[direction] >> goal.via & 1 or not leads(self.network, here, [goal]):
                return "apart"
            hex_, near = goal.via, nearer
        elif hex_ == self.starts[start]:
            return "near"
        if not connected >> hex_ & 1:
            return "apart"
        return "near" if near >> hex_ & 1 else "fit"
