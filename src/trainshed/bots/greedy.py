"""The greedy bot: the best turn it can see, judged by the game's own value function."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from trainshed.core import Route

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from trainshed.core import Action, Game, State


MANY = 40
"""Where so many answers follow, one more look ahead would take too long."""


class Plan(Struct, frozen=True):
    """An action, the state it leads to and how good that is."""

    worth: float
    luck: float
    """Decides between equals."""
    action: Any
    after: Any


class Greedy:
    """Looks ahead to the end of its own turn; of equally good actions it takes any."""

    name = "greedy"
    width = 4
    """How many of the best actions are thought through to the end of the turn."""

    def choose(
        self,
        game: Game[Any, Any, Any],
        view: State[Any, Any],
        actions: Sequence[Action],
        rng: Random,
    ) -> Action:
        """The action that begins the best turn."""
        if len(actions) == 1 or game.value is None:
            return actions[int(rng.random() * len(actions))]
        if isinstance(view.stack[-1], Route):
            return actions[0]
        seat = game.actor(view)
        assert seat is not None
        state = game.guess(view, rng) if view.hidden else view
        plans = [
            Plan(margin(game.value(after), seat), rng.random(), action, after)
            for action in actions
            for after in [game.play(state, action)]
        ]
        plans.sort(key=lambda plan: (plan.worth, plan.luck), reverse=True)
        best = max(plans[: self.width], key=lambda plan: (_whole_turn(game, seat, plan), plan.luck))
        action: Action = best.action
        return action


def _whole_turn(game: Game[Any, Any, Any], seat: int, plan: Plan) -> float:
    """What the rest of the turn can make of an action."""
    if game.actor(plan.after) != seat or game.value is None:
        return plan.worth
    step = plan.after.stack[-1]
    # While it only thinks ahead, a quick route will do.
    actions = (step.quick(plan.after),) if isinstance(step, Route) else game.actions(plan.after)
    if len(actions) > MANY:
        return plan.worth
    return max(margin(game.value(game.play(plan.after, action)), seat) for action in actions)


def margin(values: Sequence[float], seat: int) -> float:
    """How far a seat is ahead: its value against the best and the average of the others."""
    others = [worth for other, worth in enumerate(values) if other != seat]
    return values[seat] - 0.5 * max(others) - 0.5 * sum(others) / len(others)
