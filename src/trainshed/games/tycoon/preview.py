"""What an action brings, as far as the view knows, and what comes of it later."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from .actions import Action, Bid, Fetches, Issued, Leads, News
from .auction import Bidding
from .box import BOX
from .deliver import Routing, follow, met, rewards
from .network import network
from .routes import routes
from .state import shares_for

if TYPE_CHECKING:
    from .state import State


def preview(state: State, done: State, action: Action) -> tuple[News, ...]:
    """The news of an action that was done, then what is still to come of it."""
    return *_known(state, done), *_later(state, done, action)


def _known(state: State, done: State) -> Iterator[News]:
    """R4.6 Nobody knows how many shares somebody else has to issue."""
    for item in done.brought:
        if not (isinstance(item, Issued) and f"railroads.{item.seat}.cash" in state.hidden):
            yield item


def _later(state: State, done: State, action: Action) -> Iterator[News]:
    """What the news of an action leave out."""
    match action, done.stack[-1] if done.stack else None:
        case Bid(amount), Bidding():
            step = state.stack[-1]
            assert isinstance(step, Bidding)
            yield Leads(step.seat, amount, shares_for(state.railroads[step.seat], amount))
        case _, Routing() as step if not isinstance(state.stack[-1], Routing):
            yield Fetches(step.seat, _most(done, step))


def _most(state: State, step: Routing) -> int:
    """R10.5, R10.12, R11.9 The points that the best way of a cube brings who delivers it."""
    return max(
        rewards(state, step.city, links)[step.seat]
        + sum(BOX.cards[name].points for name in met(state, _end(state, step, links), len(links)))
        for links in routes(network(state), step.goal(state))
    )


def _end(state: State, step: Routing, links: tuple[int, ...]) -> int:
    return follow(state, step.city, links)[0]
