"""R1.1 Set-up: turn order, engineers, bonus cards by lot; then the start bonuses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from trainshed.core import Chance, Choice, Seat

from .actions import Action, Bonus, Deal, Draw, News, Ordered, Remove
from .box import BOX, Effect
from .effects import apply
from .play import Play

if TYPE_CHECKING:
    from .state import Options, State

REMOVED = 2
"""R1.6 How many bonus cards stay in the box."""
NUMBERS = range(2, 10)
BONUSES = {
    "black1": Effect(moves={"black": 1}),
    "industry1": Effect(steps=1),
    "x2_1": Effect(x2=1),
    "rouble1": Effect(roubles=1),
}


def setup(options: Options, seats: int) -> State:
    """R1.1, R1.3, R1.8 Workers and roubles for all, locomotives in their piles."""
    from .state import Magnate, State  # noqa: PLC0415 - the state knows its steps

    given = BOX.players[seats]
    magnate = Magnate(workers=given.workers, staff=given.workers, roubles=given.roubles)
    return State(
        seats=seats,
        stack=(Play(), Starting(), Removing(REMOVED), Dealing(), Drawing()),
        options=options,
        magnates=(magnate,) * seats,
        piles=(given.locomotives,) * len(NUMBERS),
        turquoise=0 if "temp_workers_1w" in given.closed else 2,
    )


class Drawing(Chance["State", Action], frozen=True, tag="drawing"):
    """R1.11 The places in the turn order are dealt by lot."""

    rule: ClassVar[str] = "R1.11"

    def odds(self, state: State) -> Mapping[Action, int]:
        """Every seat without a place."""
        return {Draw(Seat(seat)): 1 for seat in range(state.seats) if Seat(seat) not in state.order}

    def play(self, state: State, action: Action) -> State:
        """The next place."""
        assert isinstance(action, Draw)
        state = replace(state, order=(*state.order, action.seat))
        if len(state.order) < state.seats:
            return state
        return state.pop().tell(Ordered(state.order))


class Dealing(Chance["State", Action], frozen=True, tag="dealing"):
    """R1.4 Engineers for the row, from the recruiting space to the left: A first, then B."""

    rule: ClassVar[str] = "R1.4"

    def odds(self, state: State) -> Mapping[Action, int]:
        """Every engineer of the next letter who is not in the row."""
        letter = state.setting.letters[len(state.row)]
        return {
            Deal(engineer.number): 1
            for engineer in BOX.engineers
            if engineer.letter == letter and engineer.number not in state.row
        }

    def play(self, state: State, action: Action) -> State:
        """The next space of the row."""
        assert isinstance(action, Deal)
        state = replace(state, row=(*state.row, action.engineer))
        return state if len(state.row) < len(state.setting.letters) else state.pop()


class Removing(Chance["State", Action], frozen=True, tag="removing"):
    """R1.6 Two bonus cards stay in the box."""

    rule: ClassVar[str] = "R1.6"
    left: int

    def odds(self, state: State) -> Mapping[Action, int]:
        """Every card of the pile."""
        return {Remove(card): 1 for card in state.pile}

    def play(self, state: State, action: Action) -> State:
        """It is out of the game."""
        assert isinstance(action, Remove)
        state = replace(state, pile=tuple(card for card in state.pile if card != action.card))
        return state.goto(Removing(self.left - 1)) if self.left > 1 else state.pop()


class Starting(Choice["State", Action], frozen=True, tag="starting"):
    """R1.12, R1.13 Start bonuses, from the last place up to the second."""

    rule: ClassVar[str] = "R1.12"
    taken: int = 0

    def actor(self, state: State) -> Seat:
        """The place whose choice it is."""
        return state.order[state.seats - 1 - self.taken]

    def options(self, state: State) -> Sequence[Action]:
        """The cards that are left."""
        return [Bonus(card) for card in state.bonuses]

    def why(self, state: State, action: Action) -> News | None:
        """Which rule is in the way."""
        from .reasons import why  # noqa: PLC0415 - the reasons know the questions

        return why(state, self, action)

    def play(self, state: State, action: Action) -> State:
        """It is carried out at once, before the next player chooses."""
        assert isinstance(action, Bonus)
        seat = self.actor(state)
        left = tuple(card for card in state.bonuses if card != action.card)
        state = replace(state, bonuses=left)
        if self.taken + 2 < state.seats:
            state = state.goto(Starting(self.taken + 1))
        else:
            state = replace(state.pop(), bonuses=())
        return apply(state, seat, BONUSES[action.card], owed=True)
