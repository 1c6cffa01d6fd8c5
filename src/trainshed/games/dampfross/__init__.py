"""Dampfross, by David Watts: lines drawn across a country, and races over them."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

from trainshed.core import Accept, Decline, Game, say

from . import actions as a
from .actions import Action
from .check import check
from .orders import Ordered, alarms, lapse, obey, orders
from .passing import DIGITS, passing
from .preview import preview
from .scene import scene
from .setup import setup
from .state import SOURCES, Options, State
from .value import value
from .words import NAMES, caption, chapter, label, status, words

if TYPE_CHECKING:
    from trainshed.board.scene import Scene

__all__ = ["GAME"]


def tally(state: State) -> dict[str, tuple[int, ...]]:
    """R17.1, R20.9 The accounts of each seat by source."""
    return {
        source: tuple(
            sum(company.money[n] for company in state.companies if company.seat == seat)
            for seat in range(state.seats)
        )
        for n, source in enumerate(SOURCES)
    }


def scores(state: State) -> tuple[int, ...]:
    """R17.1 The balance of each seat."""
    return tuple(map(sum, zip(*tally(state).values(), strict=True)))


def target(action: Action, state: State) -> tuple[str, ...]:
    """The elements whose clicks, one after another, mean this action."""
    match action:
        case a.Start(town):
            return (
                f"hex:{state.board.grid.name[state.board.town_hexes[state.board.town_of[town]]]}",
            )
        case a.From(hex_, over):
            return (f"hex:{hex_}",) if over is None else (f"hex:{hex_}", f"over:{over}")
        case a.To(hex_):
            return (f"hex:{hex_}",)
        case a.Step(hex_, line):
            return (f"hex:{hex_}",) if line is None else (f"hex:{hex_}", f"line:{line}")
        case a.Enter(route):
            return (f"route:{route}",)
        case a.Ride(way):
            return (f"ride:{way}",)
        case a.Join(company):
            return (f"company:{company}",)
        case a.Back() | a.Stop() | a.Stay() | a.Trace() | a.GiveUp() | Accept() | Decline():
            return (str(type(action).__struct_config__.tag),)
        case _:
            return ()


GAME: Game[State, Action, Scene] = Game(
    name="dampfross",
    title="Dampfross",
    blurb=say("Draw your lines across the country, then race your rivals over them."),
    minutes=(90, 150),
    seats=range(2, 7),
    rules=2,
    bound=100_000,
    state=State,
    action=Action,
    options=Options,
    setup=setup,
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
    preview=lambda state, action: preview(GAME, state, action),
    value=value,
    patience=120,
    detours=(a.Trace, a.Join, a.Step),
    chapter=chapter,
    order=Ordered,
    orders=orders,
    obey=obey,
    alarms=alarms,
    lapse=lapse,
    example=(files(__package__) / "example.record").read_text(encoding="utf-8"),
)
