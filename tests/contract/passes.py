"""What it is said to mean to pass, compared with what then is so.

`tests/games/<game>/passes.py` has in `PASSES`, for each sentence of `passing`, the fact that it
states. Where the sentence speaks of later, the game is played on: everybody passes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any, TypeAlias

from tests.contract.previews import FOLDERS, Told
from trainshed.core import CHANCE, Game, Seat

Facts: TypeAlias = Mapping[str, Callable[[Told], bool]]
FAR = 400
"""So many decisions a game is played on."""


def facts(name: str) -> Facts:
    """Those of a game by its name."""
    module = import_module(f"tests.games.{FOLDERS.get(name, name)}.passes")
    found: Facts = module.PASSES
    return found


def onward(game: Game[Any, Any, Any], state: Any) -> Iterator[Any]:  # noqa: ANN401
    """The positions that come, this one first, if everybody passes where he may."""
    for _ in range(FAR):
        yield state
        actor = game.actor(state)
        if actor is None:
            return
        offered = [*game.odds(state)] if actor == CHANCE else [*game.actions(state)]
        passes = [it for it in offered if actor != CHANCE and game.passing(it, state)]
        state = game.play(state, (passes or offered)[0])


def untold(
    game: Game[Any, Any, Any],
    known: Facts,
    before: Any,  # noqa: ANN401
) -> Iterator[str]:
    """What is not so of what passing is said to mean, or is asked for once too seldom."""
    seat = game.actor(before)
    assert seat is not None
    offered = game.actions(before)
    for action in offered:
        passing = game.passing(action, game.view(before, seat))
        if passing is None:
            continue
        done, after = game.does(before, action), game.play(before, action)
        for text in passing.means:
            truth = known.get(text.msgid)
            if truth is None:
                yield f"{text.msgid!r} has no fact"
            elif not truth(Told(game, before, done, after, action, text, seat, passing.means)):
                yield f"{action!r} says {text!r}"
        if _is_final(game, after, seat) and len(offered) > 1 and not game.sure(before, action):
            yield f"{action!r} ends the part of {seat} by one key"


def _is_final(game: Game[Any, Any, Any], after: Any, seat: Seat) -> bool:  # noqa: ANN401
    """Whether a seat cannot take back that it has passed."""
    return game.actor(after) != seat
