"""The random bot: any verb that is offered, then any action of that verb."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from trainshed.core import Action, Game, State


class RandomBot:
    """Chooses the verb first, so that numerous actions do not drown the others."""

    name = "random"

    def choose(
        self,
        game: Game[Any, Any, Any],
        view: State[Any, Any],
        actions: Sequence[Action],
        rng: Random,
    ) -> Action:
        """An action of a verb drawn from those offered."""
        if type(actions[-1]) is type(actions[0]):
            return actions[int(rng.random() * len(actions))]
        verbs: dict[type, list[Action]] = {}
        for action in actions:
            verbs.setdefault(type(action), []).append(action)
        verb = list(verbs.values())[int(rng.random() * len(verbs))]
        return verb[int(rng.random() * len(verb))]
