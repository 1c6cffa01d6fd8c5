"""What a bot is, where bots are found, and games among them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Protocol

from msgspec import Struct

from trainshed.core import CHANCE, Action, BadOption, Game, Route, Seat, State, draw

from .greedy import Greedy
from .random import RandomBot


class Bot(Protocol):
    """Someone who chooses: the game, the view of the seat, what is offered, and a die."""

    name: str

    def choose(
        self,
        game: Game[Any, Any, Any],
        view: State[Any, Any],
        actions: Sequence[Action],
        rng: Random,
    ) -> Action:
        """One of the actions."""
        ...


def bots() -> Mapping[str, Bot]:
    """Every bot by its name, the weakest first."""
    found: list[Bot] = [RandomBot(), Greedy()]
    return {bot.name: bot for bot in found}


def bot(name: str) -> Bot:
    """The bot with this name."""
    try:
        return bots()[name]
    except KeyError:
        raise BadOption(f"there is no bot {name!r} (there are: {', '.join(bots())})") from None


def answer(
    game: Game[Any, Any, Any], player: Bot, state: State[Any, Any], seat: Seat, rng: Random
) -> Action:
    """What a bot answers for a seat; it sees only what the seat may know."""
    # The random bot looks at nothing but the offers, so it is spared the view,
    # and it does not care for the best routes.
    step = state.stack[-1]
    if isinstance(player, RandomBot) and isinstance(step, Route):
        return step.quick(state)  # type: ignore[no-any-return]
    view = state if isinstance(player, RandomBot) else game.view(state, seat)
    return player.choose(game, view, game.actions(state), rng)


class Result(Struct, frozen=True):
    """How a game among bots ended: its scores and the number of seat decisions."""

    scores: tuple[int, ...]
    length: int
    finished: bool


def simulate(
    game: Game[Any, Any, Any],
    players: Sequence[Bot],
    *,
    seed: str,
    options: Struct | None = None,
) -> Result:
    """Play one game among bots; every bot sees only what its seat may know."""
    rng = Random(seed)
    state: State[Any, Any] = game.start(options, len(players))
    chances = length = 0
    while (actor := game.actor(state)) is not None and length < game.bound:
        if actor == CHANCE:
            state = game.play(state, draw(game.odds(state), seed, chances))
            chances += 1
            continue
        state = game.play(state, answer(game, players[actor], state, actor, rng))
        length += 1
    return Result(game.scores(state), length, game.actor(state) is None)
