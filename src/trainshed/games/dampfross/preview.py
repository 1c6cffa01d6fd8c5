"""What an action brings, and what it comes to where nobody else decides after it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .actions import Action, Alone, CutShort, News, Prize
from .entering import Entering
from .france import Choosing

if TYPE_CHECKING:
    from trainshed.core import Game

    from .state import State


def preview(game: Game[State, Action, Any], state: State, action: Action) -> tuple[News, ...]:
    """The news of what an action does; how well routes were looked for is not its doing."""
    news = game.does(state, action).brought
    told = (item for item in news if not isinstance(item, CutShort))
    return *told, *_alone(game, state, action)


def _alone(game: Game[State, Action, Any], state: State, action: Action) -> Iterator[News]:
    """R14.7, R26.11 The last who decides whether to enter knows if a train runs alone."""
    if isinstance(state.stack[-1], Entering | Choosing):
        for item in game.play(state, action).followed:
            if isinstance(item, Prize):
                yield Alone(item.company, item.amount)
