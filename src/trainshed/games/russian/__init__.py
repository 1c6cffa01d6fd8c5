"""Russian Railroads, by Helmut Ohley and Leonhard Orgler: three lines, few workers, many points."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

from trainshed.core import Game, say

from . import actions as a
from .actions import Action
from .board import round_points
from .check import check
from .passing import DIGITS, passing
from .play import SCORED, card_points, majority
from .preview import reached
from .scene import scene
from .setup import setup
from .state import SOURCES, Options, State
from .value import value
from .view import guess, seen, view
from .words import NAMES, caption, label, status, words

if TYPE_CHECKING:
    from trainshed.board.scene import Scene

__all__ = ["GAME"]


def forecast(state: State) -> dict[str, tuple[int, ...]]:
    """R13.1 What a scoring of the round would bring now, by source."""
    if state.over:
        return {}
    rows = [round_points(magnate.board) for magnate in state.magnates]
    return {source: tuple(row[n] for row in rows) for n, source in enumerate(SCORED)}


def due(state: State) -> dict[str, tuple[int, ...]]:
    """R16.1, R16.2 What counts at the end of the game only, by source."""
    if state.over:
        return {}
    won = majority(state.magnates)
    return {
        "cards": tuple(
            sum(card_points(magnate, card) for card in magnate.cards) for magnate in state.magnates
        ),
        "engineers": tuple(won.get(seat, 0) for seat in range(state.seats)),
    }


def tally(state: State) -> dict[str, tuple[int, ...]]:
    """R13.1, R16.1 Points by source; before the end, as if the game ended with this scoring."""
    ahead = {**forecast(state), **due(state)}
    return {
        source: tuple(
            magnate.points[n] + (ahead[source][seat] if source in ahead else 0)
            for seat, magnate in enumerate(state.magnates)
        )
        for n, source in enumerate(SOURCES)
    }


def scores(state: State) -> tuple[int, ...]:
    """R16.5 The points of each seat, as if the game ended with this scoring."""
    ahead = (*forecast(state).values(), *due(state).values())
    return tuple(
        magnate.score + sum(points[seat] for points in ahead)
        for seat, magnate in enumerate(state.magnates)
    )


def preview(state: State, action: Action) -> tuple[a.News, ...]:
    """What an action brings, and what it means for the reach of the locomotives."""
    seat, after = GAME.actor(state), GAME.does(state, action)
    return after.brought if seat is None else (*after.brought, *reached(state, after, seat, action))


def target(action: Action, state: State) -> tuple[str, ...]:
    """The elements whose clicks, one after another, mean this action."""
    match action:
        case a.Place(space, roubles, turquoise, black):
            return (f"space:{space}", f"pay:{roubles}:{turquoise}:{black}")
        case a.Again(space) | a.Swap(space):
            return (f"space:{space}",)
        case a.Move(line, colour):
            return (f"rail:{line}:{colour}",)
        case a.Step(marker):
            return (f"marker:{marker}",)
        case a.Locomotive(slot):
            return (f"slot:{slot}",)
        case a.Factory(source, number, hole):
            return (f"{source}:{number}", f"hole:{hole}")
        case a.Token(token):
            return (f"token:{token}",)
        case a.Card(card) | a.Take(card) | a.Bonus(card):
            return (f"card:{card}",)
        case a.Repeat(what):
            return (f"repeat:{what}",)
        case a.Pass() | a.Lapse() | a.Retire() | a.Ten():
            return (str(type(action).__struct_config__.tag),)
        case _:
            return ()


GAME: Game[State, Action, Scene] = Game(
    name="russian",
    title="Russian Railroads",
    blurb=say(
        "Three lines, few workers: better rails, bigger engines, factories. All scores again."
    ),
    minutes=(90, 120),
    seats=range(2, 5),
    rules=2,
    bound=5000,
    state=State,
    action=Action,
    options=Options,
    formerly={1: {"bonus_pile": "open"}},
    setup=setup,
    view=view,
    seen=seen,
    guess=guess,
    scores=scores,
    tally=tally,
    forecast=forecast,
    due=due,
    check=check,
    turn=lambda state: state.turn,
    scene=scene,
    words=words,
    label=label,
    caption=caption,
    status=status,
    target=target,
    passing=passing,
    digits=DIGITS,
    names=NAMES,
    preview=preview,
    value=value,
    chapter=lambda state: say("{n}", n=state.round),
    example=(files(__package__) / "example.record").read_text(encoding="utf-8"),
)
