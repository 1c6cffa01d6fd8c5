"""The greedy bot: the best turn it can see, judged by the game's own value function."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from trainshed.core import Action, Game


class Greedy:
    """Looks ahead to the end of its own turn; of equally good actions it takes any."""

    name = "greedy"
    width = 4

    def choose(
        self, game: Game[Any, Any, Any], view: Any, actions: Sequence[Any], rng: Random  # noqa: ANN401
    ) -> Action:
        """The action that begins the best turn."""
        if len(actions) == 1 or game.value is None:
            return actions[int(rng.random() * len(actions))]
        seat = game.actor(view)
        assert seat is not None
        state = game.guess(view, rng) if view.hidden else view
        rated = []
        for action in actions:
            after = game.play(state, action)
            rated.append((margin(game.value(after), seat), rng.random(), action, after))
        rated.sort(key=lambda row: row[:2], reverse=True)
        best = max(rated[: self.width], key=lambda row: (self._turn(game, seat, row), row[1]))
        return best[2]

    def _turn(self, game: Game[Any, Any, Any], seat: int, row: tuple[Any, ...]) -> float:
        """What the rest of the turn can make of an action."""
        worth, _, _, after = row
        if game.actor(after) != seat or game.turn(after) == 0 or game.value is None:
            return float(worth)
        return max(
            margin(game.value(game.play(after, action)), seat) for action in game.actions(after)
        )


def margin(values: Sequence[float], seat: int) -> float:
    """How far a seat is ahead: its value against the best and the average of the others."""
    others = [worth for other, worth in enumerate(values) if other != seat]
    return values[seat] - 0.5 * max(others) - 0.5 * sum(others) / len(others)
