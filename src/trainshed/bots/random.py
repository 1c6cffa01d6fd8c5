"""The random bot: any verb that is offered, then any action of that verb."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from trainshed.core import Action, Game, State


ASIDES = 0.1
"""How often an aside is one of the verbs that may be drawn."""


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
        if game.asides and rng.random() >= ASIDES:
            verbs = {kind: some for kind, some in verbs.items() if kind not in game.asides} or verbs
        verb = list(verbs.values())[int(rng.random() * len(verbs))]
        return verb[int(rng.random() * len(verb))]
