"""The random bot: any verb that is offered, then any action of that verb."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from trainshed.core import Action, Game


class RandomBot:
    """Chooses the verb first, so that numerous actions do not drown the others."""

    name = "random"

    def choose(
        self, game: Game[Any, Any, Any], view: Any, actions: Sequence[Any], rng: Random  # noqa: ANN401, ARG002
    ) -> Action:
        """An action of a verb drawn from those offered."""
        first = type(actions[0])
        if type(actions[-1]) is first:
            return actions[int(rng.random() * len(actions))]
        kinds: dict[type, list[Any]] = {}
        for action in actions:
            kinds.setdefault(type(action), []).append(action)
        verb = list(kinds.values())[int(rng.random() * len(kinds))]
        return verb[int(rng.random() * len(verb))]
