"""Stephenson's Rocket, by Reiner Knizia: seven lines cross England."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

from trainshed.core import Game, say

from . import end
from .actions import Action, Bid, Drive, Lift, Pass, Place, Take, Waive
from .check import check
from .orders import alarms, lapse, obey, orders
from .passing import DIGITS, passing
from .preview import preview
from .scene import scene
from .setup import setup
from .state import Options, State
from .station import Relocate
from .value import value
from .view import counted, guess, seen, uncounted, upgrade, view
from .words import NAMES, caption, label, status, words

if TYPE_CHECKING:
    from trainshed.board.scene import Scene

__all__ = ["GAME"]

SOURCES = ("play", "goods", "stations", "shares")


def tally(state: State) -> dict[str, tuple[int, ...]]:
    """R12 The money of each seat by source, as if the game ended now."""
    if not state.over:
        for source, _, amounts in end.final(state):
            state = state.pay(amounts, source)
    return {
        source: tuple(baron.money[n] for baron in state.barons) for n, source in enumerate(SOURCES)
    }


def scores(state: State) -> tuple[int, ...]:
    """R12.4 The fortune of each seat, as if the game ended now."""
    return tuple(map(sum, zip(*tally(state).values(), strict=True)))


def target(action: Action, state: State) -> tuple[str, ...]:
    """The board elements whose clicks mean this action."""
    match action:
        case Drive(line=line, hex=hex_):
            return (f"engine:{line}", f"hex:{hex_}")
        case Take(city=city, good=good):
            return (f"town:{city}", f"good:{city}:{good}")
        case Place(hex=hex_) if isinstance(state.stack[-1], Relocate):
            return (f"hex:{hex_}",)
        case Place(hex=hex_):
            return ("supply", f"hex:{hex_}")
        case Lift(hex=hex_):
            return (f"station:{hex_}",)
        case Bid(shares=shares, hex=hex_):
            return (f"hex:{hex_}", f"bid:{shares}")
        case Pass():
            return ("pass",)
        case _:
            return ()


GAME: Game[State, Action, Scene] = Game(
    name="rocket",
    title="Stephenson’s Rocket",
    blurb=say("Seven lines cross England. Lay track, own shares, choose the moment to merge."),
    minutes=(60, 90),
    seats=range(2, 5),
    rules=1,
    bound=5000,
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
    scores=scores,
    tally=tally,
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
    currency="£",
    preview=preview,
    value=value,
    order=Waive,
    orders=orders,
    obey=obey,
    alarms=alarms,
    lapse=lapse,
    example=(files(__package__) / "example.record").read_text(encoding="utf-8"),
)
