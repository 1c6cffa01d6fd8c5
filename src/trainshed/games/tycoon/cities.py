"""R8.1 Cities: cubes from the bag, new cities on gray ones, growth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb
from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from trainshed.core import Chance

from .actions import Action, Bare, Fill, Found, Grow
from .box import BOARD, BOX, CITIES, COLOURS, GRAY, LETTERS
from .cards import discard
from .shares import BACK, OwnTurn

if TYPE_CHECKING:
    from .state import State

_LETTERS = "".join(LETTERS[colour] for colour in COLOURS)


class Filling(Chance["State", Action], frozen=True, tag="filling"):
    """R1.4, R1.10, R8.3 Cubes for a city, drawn blindly."""

    rule = "R1.10"
    city: int
    count: int

    def odds(self, state: State) -> Mapping[Action, int]:
        """R8.4 Every handful of so many cubes; all there are, if the bag holds fewer."""
        return _handfuls(state.bag, self.count)

    def play(self, state: State, action: Action) -> State:
        """They lie in the city."""
        assert isinstance(action, Fill)
        cubes = tuple(action.cubes.count(letter) for letter in _LETTERS)
        return state.pop().put(self.city, cubes)


@lru_cache(maxsize=800)
def _handfuls(bag: tuple[int, ...], count: int) -> Mapping[Action, int]:
    """The ways to draw cubes, weighted by the number of cubes of each colour."""
    count = min(count, sum(bag))
    found: dict[Action, int] = {}
    for letters in combinations_with_replacement(range(len(bag)), count):
        weight = 1
        for colour in set(letters):
            weight *= comb(bag[colour], letters.count(colour))
        if weight:
            found[Fill("".join(_LETTERS[colour] for colour in letters))] = weight
    return found


def refill(state: State, city: int, count: int) -> State:
    """R8.4, R12.5 Ask the bag for cubes, if it has any."""
    if not any(state.bag):
        return state.tell(Bare(CITIES[city]))
    return state.push(Filling(city, count))


def foundable(state: State) -> bool:
    """R8.1, R8.2 Whether a new city can be put anywhere."""
    return any(state.tiles) and GRAY in state.colours


class Founding(OwnTurn, frozen=True, tag="founding"):
    """R8.1, R8.2 Which gray city, and which colour it gets."""

    rule = "R8.1"
    free: bool = False
    """R11.13 By a New Industry card, which must be used."""

    def answers(self, state: State) -> Sequence[Action]:
        """R8.1, R8.2 Every gray city with every colour there are tiles of."""
        return [*_found(state.colours, state.tiles), *(() if self.free else (BACK,))]

    def answered(self, state: State, action: Action) -> State:
        """R8.1, R8.3, R8.6, R11.13 Pay, put the tile, add cubes."""
        from .acting import acted  # noqa: PLC0415 - actions know their steps

        state = state.pop()
        if not isinstance(action, Found):
            return state
        if not self.free:
            state = state.pay(self.seat, BOX.urbanise.price, "urbanise")
        city, colour = BOARD.city[action.city], COLOURS.index(action.colour)
        state = replace(
            state,
            colours=(*state.colours[:city], action.colour, *state.colours[city + 1 :]),
            tiles=tuple(left - (at == colour) for at, left in enumerate(state.tiles)),
        )
        return refill(acted(state, self.seat), city, BOX.urbanise.cubes)


@lru_cache(maxsize=800)
def _found(colours: tuple[str, ...], tiles: tuple[int, ...]) -> tuple[Action, ...]:
    left = [colour for colour, count in zip(COLOURS, tiles, strict=True) if count]
    return tuple(
        Found(city, colour)
        for city, now in zip(CITIES, colours, strict=True)
        if now == GRAY
        for colour in left
    )


class Growing(OwnTurn, frozen=True, tag="growing"):
    """R11.6 Which city gets the cubes of a City Growth card."""

    rule = "R11.6"
    when: Literal["before", "after", "at_once"] = "before"
    """R11.6, R15.2 Before or after an action, or as the action itself."""
    cards: int = 0
    """How many of these cards may still be used after the action."""

    def answers(self, state: State) -> Sequence[Action]:
        """Any city."""
        return _GROW if self.when == "at_once" else (*_GROW, BACK)

    def answered(self, state: State, action: Action) -> State:
        """R11.3, R11.6 Two cubes; the card is used up."""
        from .acting import After, acted  # noqa: PLC0415 - actions know their steps

        state = state.pop()
        used = isinstance(action, Grow)
        if used and self.when != "at_once":
            state = discard(state, self.seat, "city_growth")
        if self.cards > used:
            state = state.push(After(self.seat, self.cards - used))
        if not isinstance(action, Grow):
            return state
        if self.when == "at_once":
            state = acted(state, self.seat)
        return refill(state, BOARD.city[action.city], BOX.cards["city_growth"].number)


_GROW = tuple(Grow(city) for city in CITIES)
