"""What an action would bring if nobody vetoes it, or bids again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from . import extend
from .actions import Bid, Drive, Ended, MayVeto, Pass, Share
from .turn import Turn
from .veto import Veto, held

if TYPE_CHECKING:
    from .actions import Action, News
    from .state import State


def preview(state: State, action: Action) -> tuple[News, ...]:
    """R5, R6 The news of an extension, or of a veto that ends with this answer."""
    step = state.stack[-1]
    state = state.untold()
    match action:
        case Drive() if isinstance(step, Turn):
            return _drive(state, action)
        case Bid(shares=shares, hex=hex_) if isinstance(step, Veto):
            target = state.board.grid.number[hex_]
            veto = replace(step, bid=shares, bidder=step.seat, hex=target)
            return _told(veto.settle(state.pop()))
        case Pass() if isinstance(step, Veto):
            return _told(step.settle(state.pop()))
        case _:
            return ()


def _drive(state: State, action: Drive) -> tuple[News, ...]:
    company = state.board.company[action.line]
    after = extend.take_share(state, company)
    target = state.board.grid.number[action.hex]
    after = extend.advance(after, company, target, active_won=True)
    voters = tuple(
        seat
        for step in range(1, state.seats)
        if held(state, seat := (state.active + step) % state.seats, company)
    )
    return (*_told(after), MayVeto(voters)) if voters else _told(after)


def _told(state: State) -> tuple[News, ...]:
    """What has happened, without the share that every move brings and the final scoring."""
    news = [item for item in state.news if not isinstance(item, Share)]
    ends = [number for number, item in enumerate(news) if isinstance(item, Ended)]
    return tuple(news[: ends[0] + 1] if ends else news)
