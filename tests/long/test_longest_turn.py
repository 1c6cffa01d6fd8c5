"""1861: refusals may be repeated, but no turn goes on for ever."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from trainshed.bots import answer
from trainshed.bots.random import RandomBot
from trainshed.core import CHANCE, Consent, Decline, draw
from trainshed.games.g1861 import GAME
from trainshed.games.g1861.actions import Acquire, Form, Merge, Train
from trainshed.games.g1861.merger import Choosing
from trainshed.games.g1861.options import Options
from trainshed.games.g1861.turn import Turn

if TYPE_CHECKING:
    from trainshed.core import Action
    from trainshed.games.g1861.state import State

MOST = 200
"""No turn of a company, or of the mergers that begin with one, has more decisions than that."""


def turns(count: int) -> list[int]:
    """How many decisions each turn of a company had, where nearly every deal is refused."""
    found, number = list[int](), 0
    while len(found) < count:
        rng, lengths = Random(f"longest {number}"), dict[tuple[int, int, str], int]()
        state, chances = GAME.start(Options(declare="free"), 3 + number % 4), 0
        action: Any
        while (actor := GAME.actor(state)) is not None:
            if actor == CHANCE:
                action = draw(GAME.odds(state), f"longest {number}", chances)
                chances += 1
            else:
                action = _stubborn(state, rng) or answer(GAME, RandomBot(), state, actor, rng)
                for step in (it for it in state.stack if isinstance(it, Turn | Choosing)):
                    key = (GAME.turn(state), step.company, type(step).__name__)
                    lengths[key] = lengths.get(key, 0) + 1
            state = GAME.play(state, action)
        found += lengths.values()
        number += 1
    return found


def _stubborn(state: State, rng: Random) -> Action | None:
    """To refuse what is asked, or to ask for something once more, most of the time."""
    offered = GAME.actions(state)
    if isinstance(state.stack[-1], Consent):
        return Decline() if rng.random() < 0.9 else None
    deals = [
        it
        for it in offered
        if isinstance(it, Acquire | Merge | Form)
        or (isinstance(it, Train) and it.source not in ("bank", "pool"))
    ]
    return rng.choice(deals) if deals and rng.random() < 0.8 else None


@pytest.mark.rule("1861", "R15.3")
def test_no_turn_is_endless() -> None:
    """R9.6, R15.3, R20.1 Three refusals for each thing, whoever owns it, and then no more."""
    assert max(turns(150)) <= MOST


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_no_turn_of_ten_thousand_is_endless() -> None:
    """The same for many games."""
    assert max(turns(10_000)) <= MOST
