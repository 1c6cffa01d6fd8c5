"""What an action would bring: what is sure first, then what others may still prevent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import extend, veto
from .actions import (
    Bid,
    Drive,
    Ended,
    Ends,
    Goes,
    MayAnswer,
    MayVeto,
    OfCity,
    OfGood,
    Pass,
    Take,
    Unopposed,
)
from .turn import Turn
from .veto import Veto

if TYPE_CHECKING:
    from collections.abc import Iterable

    from trainshed.core import Seat

    from .actions import Action, News
    from .state import State


def preview(state: State, action: Action) -> tuple[News, ...]:
    """R3, R5, R6 The news of an action, as far as they are sure, and what they depend on."""
    step = state.stack[-1]
    state = state.untold()
    match action:
        case Take() if isinstance(step, Turn):
            return _take(step.play(state, action), action, step.seat)
        case Drive() if isinstance(step, Turn):
            company = state.board.company[action.line]
            after = extend.take_share(state, company)
            asked = veto.opened(after, company, state.board.grid.number[action.hex])
            return (*after.news, *_asked(after.untold(), asked))
        case Bid() | Pass() if isinstance(step, Veto):
            asked = step.noted(state, action)
            if asked.bidder is None:
                board = state.board
                state = state.tell(Goes(board.letters[asked.line], board.grid.name[asked.hex]))
            return _asked(state.pop(), asked)
        case _:
            return ()


def _asked(state: State, asked: Veto) -> tuple[News, ...]:
    """R6.2, R6.3, R6.5 What a veto comes to, if those who can still answer leave it so."""
    voters = veto.voters(state, asked)
    comes = _told(asked.settle(state))
    if not voters:
        return comes
    may = MayVeto(voters) if asked.bidder is None else MayAnswer(voters)
    return (may, *map(Unopposed, comes))


def _take(after: State, action: Take, who: Seat) -> tuple[News, ...]:
    """R8.2, R12.1 What the marker is beside those of the others, in its city and of its good."""
    board = after.board
    city = board.markers_of[board.city_town[action.city] - board.city_towns.start]
    good = [n for n, (_, kind) in enumerate(board.markers) if kind == action.good]
    return (
        OfCity(who, action.city, *_beside(after, who, city)),
        OfGood(who, action.good, *_beside(after, who, good)),
    )


def _beside(state: State, who: Seat, kinds: Iterable[int]) -> tuple[int, int]:
    """How many markers of these kinds somebody has, and the most that another has."""
    counts = [sum(baron.markers[kind] for kind in kinds) for baron in state.barons]
    return counts.pop(who), max(counts)


def _told(state: State) -> tuple[News, ...]:
    """What has happened, and whether the game ends with it; without the final scoring."""
    return *state.brought, *(Ends(it.why) for it in state.followed if isinstance(it, Ended))
