"""What the previews of a game say, compared with what then is so.

The tables of a game stand in `tests/games/<game>/truths.py`:

- `TRUTHS` has for each kind of news that a preview can bring, and for each kind of action that
  brings none, the fact that it states: whether it is so after the move. The sentence of such an
  action is all that is said of it, so it has to be true as well. What is said with *may* is of a
  kind of its own; its truth is that it can come about after the move.
- `CLOCKS` names the fields of a state that only count turns and questions.

An action that brings no news and changes nothing but the question (and the clocks) needs no fact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from random import Random
from typing import Any, TypeAlias

from msgspec import Struct

from trainshed.bots import answer
from trainshed.bots.random import RandomBot
from trainshed.core import CHANCE, Action, Game, News, Seat, draw
from trainshed.core.step import Route
from trainshed.testing import Setup

EVERY = 5
"""So many decisions lie between two positions that are looked at."""
TRIES = 6
"""So many offers of one kind are tried there."""
BY_VERB = 0.5
"""In how many games the verb is drawn first; in the others any action, so that to pass is rare."""
FOLDERS = {"1861": "g1861"}


class Told(Struct, frozen=True):
    """Something that is said of an action, with the states before and after it.

    In `done` nothing has followed by itself yet; `beside` is all that is said of the action.
    """

    game: Game[Any, Any, Any]
    before: Any
    done: Any
    after: Any
    action: Any
    item: Any
    seat: Seat
    beside: tuple[Any, ...] = ()


Truths: TypeAlias = Mapping[type[News] | type[Action], Callable[[Told], bool]]


class Tables(Struct, frozen=True):
    """The tables of a game."""

    truths: Truths
    clocks: tuple[str, ...]


def tables(name: str) -> Tables:
    """Those of a game by its name."""
    module = import_module(f"tests.games.{FOLDERS.get(name, name)}.truths")
    return Tables(module.TRUTHS, (*getattr(module, "CLOCKS", ()), "stack", "news", "own", "said"))


def faults(
    game: Game[Any, Any, Any],
    known: Tables,
    before: Any,  # noqa: ANN401
    action: Any,  # noqa: ANN401 - of any game
) -> Iterator[str]:
    """What is not so of what is said of an action, or left unsaid."""
    seat = game.actor(before)
    assert seat is not None
    done, after = game.does(before, action), game.play(before, action)
    brings = game.brings(game.view(before, seat), action)
    for item in brings:
        if item in after.followed and item not in after.brought:
            yield f"{action!r} does not bring {item!r}: it follows by itself"
    for item in brings or ((action,) if changed(before, done) - {*known.clocks} else ()):
        truth = known.truths.get(type(item))
        if truth is None:
            yield f"{type(item).__name__} has no truth: {action!r} says {item!r}"
        elif not truth(Told(game, before, done, after, action, item, seat, brings)):
            yield f"{action!r} says {item!r}"


def changed(before: Any, after: Any) -> set[str]:  # noqa: ANN401
    """The fields in which two states differ."""
    names = before.__struct_fields__
    return {name for name in names if getattr(before, name) != getattr(after, name)}


def positions(game: Game[Any, Any, Any], setup: Setup, every: int) -> Iterator[Any]:
    """Positions of one random game in which a seat is asked."""
    rng, bot = Random(setup.seed), RandomBot()
    by_verb = rng.random() < BY_VERB
    state = game.start(game.read_options(setup.options), setup.seats)
    chances = decisions = 0
    kinds: set[type] = set()
    while (actor := game.actor(state)) is not None:
        if actor == CHANCE:
            action = draw(game.odds(state), setup.seed, chances)
            chances += 1
        else:
            kind = type(state.stack[-1])
            if kind not in kinds or decisions % every == 0:
                kinds.add(kind)
                yield state
            decisions += 1
            action = (
                answer(game, bot, state, actor, rng)
                if isinstance(state.stack[-1], Route) or by_verb
                else rng.choice(game.actions(state))
            )
        state = game.play(state, action)


def sample(game: Game[Any, Any, Any], state: Any, rng: Random) -> list[Any]:  # noqa: ANN401
    """Some offers of every kind."""
    kinds: dict[type, list[Any]] = {}
    for action in game.actions(state):
        kinds.setdefault(type(action), []).append(action)
    return [it for some in kinds.values() for it in rng.sample(some, min(TRIES, len(some)))]


def untruths(
    game: Game[Any, Any, Any], known: Tables, setup: Setup, every: int = EVERY
) -> tuple[int, dict[str, None]]:
    """How many offers of a random game were looked at, and what is wrong with them."""
    rng, seen = Random(setup.seed), 0
    found: dict[str, None] = {}
    for state in positions(game, setup, every):
        for action in sample(game, state, rng):
            seen += 1
            found |= dict.fromkeys(faults(game, known, state, action))
    return seen, found
