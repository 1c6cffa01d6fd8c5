"""What an action brings, and what it comes to where nobody else decides after it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .actions import Action, Alone, CutShort, News, Prize, Ran, Ride
from .entering import Entering
from .france import Choosing

if TYPE_CHECKING:
    from trainshed.core import Game

    from .state import State


def preview(game: Game[State, Action, Any], state: State, action: Action) -> tuple[News, ...]:
    """The news of what an action does, and that nobody runs against a train."""
    news = (item for item in game.does(state, action).brought if _is_new(item, action))
    return *news, *_alone(game, state, action)


def _is_new(item: News, action: Action) -> bool:
    """Whether it says more than the action: how well routes were looked for is not its doing."""
    match item, action:
        case CutShort(), _:
            return False
        case Ran(hex=hex_, arrived=False, border=""), Ride(way):
            return way.rsplit("-", 1)[-1].partition(":")[0] != hex_
        case _:
            return True


def _alone(game: Game[State, Action, Any], state: State, action: Action) -> Iterator[News]:
    """R14.7, R26.11 The last who decides whether to enter knows if a train runs alone."""
    if isinstance(state.stack[-1], Entering | Choosing):
        for item in game.play(state, action).followed:
            if isinstance(item, Prize):
                yield Alone(item.company, item.amount)
