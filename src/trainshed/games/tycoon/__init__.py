"""Railroad Tycoon, by Martin Wallace and Glenn Drover: links, cubes and shares in the east."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

from trainshed.core import Game, say

from . import actions as a
from .actions import Action
from .box import BOARD
from .build import Laying, Leaving
from .check import check
from .end import scores, tally, ties
from .orders import Ordered, alarms, lapse, obey, orders
from .passing import DIGITS, passing
from .preview import preview
from .scene import scene
from .setup import setup
from .state import Options, State
from .track import ahead, find
from .value import value
from .view import counted, guess, seen, tells, uncounted, upgrade, view
from .words import NAMES, caption, label, status, words

if TYPE_CHECKING:
    from trainshed.board.scene import Scene

__all__ = ["GAME"]


def target(action: Action, state: State) -> tuple[str, ...]:
    """The elements whose clicks, one after another, mean this action."""
    match action:
        case a.From(city) | a.Connect(city) | a.Grow(city):
            return (f"city:{city}",)
        case a.Extend(link):
            return (f"link:{link}",)
        case a.Out(side) | a.Lay(side) | a.Turn(side):
            return _aim(action, state, side)
        case a.Found(city, colour):
            return (f"city:{city}", f"colour:{colour}")
        case a.Cube(city, colour):
            return (f"cube:{city}:{colour}",)
        case a.Ship(links):
            return ("route:" + "-".join(map(str, links)),)
        case a.Take(card):
            return (f"card:{card}",)
        case a.West(city):
            return (f"west:{city}",)
        case _:
            return ()


def _aim(action: Action, state: State, side: int) -> tuple[str, ...]:
    """The hex, or the city, that a line would point at."""
    step = state.stack[-1]
    if isinstance(step, Leaving):
        cell = BOARD.hexes[step.city]
    elif isinstance(step, Laying):
        lays = isinstance(action, a.Lay)
        cell = step.head(state)[0] if lays else find(state, step.link).track[-1].cell
    else:
        return ()
    there, _ = ahead(cell, side)
    if isinstance(action, a.Turn):
        return (f"turn:{BOARD.grid.name[there]}",)
    if there in BOARD.at:
        # The cheapest way to a city may be another one, which a click on the city means then.
        city = BOARD.at[there]
        kind = "end" if isinstance(step, Laying) and city in step.onward(state) else "city"
        return (f"{kind}:{BOARD.cities[city]}",)
    return (f"hex:{BOARD.grid.name[there]}",)


GAME: Game[State, Action, Scene] = Game(
    name="tycoon",
    title="Railroad Tycoon",
    blurb=say("Lay track, carry goods, grow on credit: every share costs a point in the end."),
    minutes=(120, 180),
    seats=range(2, 7),
    rules=2,
    bound=20_000,
    state=State,
    action=Action,
    options=Options,
    setup=setup,
    view=view,
    seen=seen,
    guess=guess,
    counted=counted,
    uncounted=uncounted,
    upgrade=upgrade,
    tells=tells,
    scores=scores,
    tally=tally,
    ties=ties,
    check=check,
    turn=lambda state: state.clock,
    scene=scene,
    words=words,
    label=label,
    caption=caption,
    status=status,
    target=target,
    passing=passing,
    digits=DIGITS,
    names=NAMES,
    preview=lambda state, action: preview(state, GAME.does(state, action), action),
    value=value,
    detours=(a.Back, a.Out, a.Lay),
    asides=(a.Shares,),
    chapter=lambda state: say("{n}", n=state.turn),
    currency="$",
    order=Ordered,
    orders=orders,
    obey=obey,
    alarms=alarms,
    lapse=lapse,
    example=(files(__package__) / "example.record").read_text(encoding="utf-8"),
)
