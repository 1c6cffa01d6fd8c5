"""The greedy bot: the best turn it can see, judged by the game's own value function."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from trainshed.core import Route

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from trainshed.core import Action, Game, State


MANY = 40
"""More actions than this are not all thought about."""


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
        actions = _straight(game, actions)
        if len(actions) > MANY:
            actions = _shortlist(game, seat, state, actions)
        plans = [_plan(game, seat, state, action, rng.random()) for action in actions]
        plans.sort(key=lambda plan: (plan.worth, plan.luck), reverse=True)
        turn, patience = game.turn(state), game.patience - len(plans)
        best: Action = max(
            _thought_through(game, seat, turn, plans, patience),
            key=lambda plan: (plan.worth, plan.luck),
        ).action
        return best


def _straight(game: Game[Any, Any, Any], actions: Sequence[Action]) -> Sequence[Action]:
    """The actions without asides and detours, if there are others; asides are the last to stay."""
    left = _without(actions, game.asides)
    return _without(left, game.detours)


def _without(actions: Sequence[Action], kinds: tuple[type, ...]) -> Sequence[Action]:
    """The actions that are of none of these kinds, if there are any."""
    if not kinds:
        return actions
    return [action for action in actions if not isinstance(action, kinds)] or actions


def _shortlist(
    game: Game[Any, Any, Any], seat: int, state: State[Any, Any], actions: Sequence[Action]
) -> Sequence[Action]:
    """Of very many actions the best at first sight, before what follows by itself."""
    value = game.value
    assert value is not None
    return sorted(
        actions,
        key=lambda action: margin(value(game.decide(state, action)), seat),
        reverse=True,
    )[:MANY]


def _plan(
    game: Game[Any, Any, Any], seat: int, state: State[Any, Any], action: Action, luck: float
) -> Plan:
    assert game.value is not None
    after = game.play(state, action)
    return Plan(margin(game.value(after), seat), luck, action, after)


def _thought_through(
    game: Game[Any, Any, Any], seat: int, turn: int, plans: list[Plan], patience: int
) -> Iterator[Plan]:
    """The plans with the rest of this turn, the best first, as long as patience lasts."""
    for plan in plans:
        end = plan
        while game.actor(end.after) == seat and game.turn(end.after) == turn:
            step = end.after.stack[-1]
            # While it only thinks ahead, a quick route will do.
            quick = isinstance(step, Route)
            actions: Sequence[Action] = (
                (step.quick(end.after),) if quick else _straight(game, game.actions(end.after))
            )
            if len(actions) > patience:
                break
            patience -= len(actions)
            ways = [_plan(game, seat, end.after, action, 0.0) for action in actions]
            end = max(ways, key=lambda way: way.worth)
        yield replace(plan, worth=end.worth)


def margin(values: Sequence[float], seat: int) -> float:
    """How far a seat is ahead: its value against the best and the average of the others."""
    others = [worth for other, worth in enumerate(values) if other != seat]
    return values[seat] - 0.5 * max(others) - 0.5 * sum(others) / len(others)
