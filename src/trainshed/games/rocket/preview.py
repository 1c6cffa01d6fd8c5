"""What a move would bring if nobody vetoes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import extend
from .actions import Drive, Ended, MayVeto, Share
from .turn import Turn
from .veto import held

if TYPE_CHECKING:
    from .actions import Action, News
    from .state import State


def preview(state: State, action: Action) -> tuple[News, ...]:
    """R5, R6.1 The news of an extension without a veto, and who could call one."""
    if not isinstance(action, Drive) or not isinstance(state.stack[-1], Turn):
        return ()
    board = state.board
    company = board.company[action.line]
    after = extend.take_share(state, company)
    after = extend.advance(after, company, board.grid.number[action.hex], active_won=True)
    news = [item for item in after.news[len(state.news) :] if not isinstance(item, Share)]
    for number, item in enumerate(news):
        if isinstance(item, Ended):
            del news[number + 1 :]
            break
    voters = tuple(
        seat
        for step in range(1, state.seats)
        if held(state, seat := (state.active + step) % state.seats, company)
    )
    return (*news, MayVeto(voters)) if voters else tuple(news)
