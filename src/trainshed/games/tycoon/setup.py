"""R1.1 Set-up: the first bidder, cubes for the cities, tycoons and operations cards by lot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from trainshed.core import Chance, Choice, Seat

from .actions import Action, Deal, First, Keep, Reveal
from .auction import clockwise
from .box import BOARD, BOX, CITIES, COLOURS, deck
from .cards import appear
from .cities import Filling
from .play import Play

if TYPE_CHECKING:
    from trainshed.core import News

    from .state import Options, State


def setup(options: Options, seats: int) -> State:
    """R1.2, R1.4, R1.5, R1.7, R15.1 Empty hands, an empty map, all cubes in the bag."""
    from .state import Railroad, State  # noqa: PLC0415 - the state knows its steps

    cards: tuple[Revealing | Dealing | Keeping, ...] = ()
    if not options.beginner:
        keeping = (Keeping(Seat(0)),) if two_tycoons(options, seats) else ()
        cards = (Revealing(BOX.cards_each * seats), *keeping, Dealing())
    printed = [city.cubes for city in BOARD.sheet.cities.values()]
    fewer = int(seats <= BOX.few_players)
    cities = tuple(Filling(city, max(1, count - fewer)) for city, count in enumerate(printed))
    return State(
        seats=seats,
        stack=(Play(), *cards, *reversed(cities), Opening()),
        options=options,
        railroads=(Railroad(counted=(0, 0)),) * seats,
        cubes=((0,) * len(COLOURS),) * len(CITIES),
        colours=tuple(city.colour for city in BOARD.sheet.cities.values()),
        tiles=tuple(BOX.urbanise.tiles.get(colour, 0) for colour in COLOURS),
        offer=() if options.beginner else BOX.start_cards,
        deck=() if options.beginner else deck(),
    )


def two_tycoons(options: Options, seats: int) -> bool:
    """R15.4 Whether each player is dealt two cards: there are not enough for six."""
    return options.tycoons == "two" and 2 * seats <= len(BOX.tycoons)


def dealt_next(state: State) -> Seat:
    """R1.8, R15.4 Who gets the next tycoon card."""
    each = 2 if two_tycoons(state.options, state.seats) else 1
    return next(Seat(at) for at, it in enumerate(state.railroads) if len(it.dealt) < each)


class Opening(Chance["State", Action], frozen=True, tag="opening"):
    """R1.9, R1.10 Who speaks first in the first auction."""

    rule = "R1.9"

    def odds(self, state: State) -> Mapping[Action, int]:
        """Anybody."""
        return {First(Seat(seat)): 1 for seat in range(state.seats)}

    def play(self, state: State, action: Action) -> State:
        """The others follow clockwise."""
        assert isinstance(action, First)
        return replace(state.pop(), order=clockwise(state.seats, action.seat))


class Dealing(Chance["State", Action], frozen=True, tag="dealing"):
    """R1.8, R1.10 Tycoon cards by lot, secret."""

    rule = "R1.8"

    def odds(self, state: State) -> Mapping[Action, int]:
        """Every card that nobody has."""
        held = {card for railroad in state.railroads for card in railroad.dealt}
        return {Deal(card): 1 for card in BOX.tycoons if card not in held}

    def play(self, state: State, action: Action) -> State:
        """The next card for the next player."""
        assert isinstance(action, Deal)
        each = 2 if two_tycoons(state.options, state.seats) else 1
        seat = dealt_next(state)
        was = state.railroads[seat]
        held = (*was.dealt, action.tycoon)
        now = replace(was, dealt=held, tycoon=action.tycoon if each == 1 else "")
        state = state.with_railroad(seat, now)
        full = seat == state.seats - 1 and len(held) == each
        return state.pop() if full else state


class Keeping(Choice["State", Action], frozen=True, tag="keeping"):
    """R15.4 Of two tycoon cards each player keeps one."""

    rule = "R15.4"
    tells: ClassVar[bool] = True

    seat: Seat

    def actor(self, state: State) -> Seat:
        """Each seat in turn."""
        return self.seat

    def options(self, state: State) -> Sequence[Action]:
        """The two cards."""
        return [Keep(card) for card in state.railroads[self.seat].dealt]

    def why(self, state: State, action: Action) -> News | None:
        """Which rule is in the way."""
        from .refusals import why_not  # noqa: PLC0415 - the refusals know the questions

        return why_not(state, self, action)

    def play(self, state: State, action: Action) -> State:
        """The other one is out of the game, unseen."""
        assert isinstance(action, Keep)
        was = state.railroads[self.seat]
        state = state.with_railroad(self.seat, replace(was, tycoon=action.tycoon))
        state = replace(state, clock=state.clock + 1)
        if self.seat + 1 < state.seats:
            return state.goto(Keeping(Seat(self.seat + 1)))
        return state.pop()


class Revealing(Chance["State", Action], frozen=True, tag="revealing"):
    """R1.7, R1.10, R13.6 Operations cards are laid open."""

    rule = "R1.7"
    left: int = 1

    def odds(self, state: State) -> Mapping[Action, int]:
        """The cards of the deck, which lie in no order."""
        return {Reveal(card): count for card, count in Counter(state.deck).items()}

    def play(self, state: State, action: Action) -> State:
        """R11.12 It is on offer; a line that is built already counts at once."""
        assert isinstance(action, Reveal)
        at = state.deck.index(action.card)
        state = state.goto(Revealing(self.left - 1)) if self.left > 1 else state.pop()
        state = replace(
            state,
            deck=(*state.deck[:at], *state.deck[at + 1 :]),
            offer=(*state.offer, action.card),
        )
        return appear(state, action.card)
