"""1861: the railways of the Russian Empire, from the first minors to the State Railway."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

from trainshed.core import Accept, Decline, Game, say

from . import actions as a
from .actions import Action
from .box import CHARTERS
from .check import check
from .curves import chapter, curves
from .end import scores, tally
from .options import FORMERLY, Options, earlier
from .orders import Ordered, alarms, lapse, obey, orders
from .passing import DIGITS, passing
from .preview import preview
from .scene import scene
from .setup import setup
from .state import State
from .value import value
from .words import NAMES, caption, label, status, words

if TYPE_CHECKING:
    from trainshed.board.scene import Scene

__all__ = ["GAME"]


def _asked_company(state: State) -> str:
    """The company that is asked about."""
    return CHARTERS[getattr(state.stack[-1], "company", -1)].id


def target(action: Action, state: State) -> tuple[str, ...]:
    """The elements whose clicks, one after another, mean this action."""
    match action:
        case a.Bid(amount) | a.Price(amount):
            return (f"amount:{amount}",)
        case a.Sell(company, shares):
            return (f"company:{company}", f"sell:{shares}")
        case a.Buy(company, source):
            return (f"company:{company}", f"buy:{source}")
        case a.Start(company, price):
            return (f"company:{company}", f"start:{price}")
        case a.Home(hex_, circle) | a.Station(hex_, circle):
            return (f"slot:{hex_}.{circle}",)
        case a.Drop(hex_):
            return (f"station:{_asked_company(state)}:{hex_}",)
        case a.Auction(company) | a.Convert(company) | a.Merge(company) | a.Form(company):
            return (f"company:{company}",)
        case a.Redeem(shares):
            return (f"redeem:{shares}",)
        case a.Acquire(private):
            return (f"private:{private}",)
        case a.Lay(hex_, tile, turn):
            return (f"hex:{hex_}", f"tile:{tile}:{turn}")
        case a.Run():
            return ("run",)
        case a.Pay(dividend):
            return (f"pay:{dividend}",)
        case a.Train(kind, source):
            return (f"train:{kind}:{source}",)
        case a.Discard(kind):
            return (f"train:{kind}",)
        case a.Yield() | a.Keep() | a.Pass() | Accept() | Decline():
            return (str(type(action).__struct_config__.tag),)
        case _:
            return ()


GAME: Game[State, Action, Scene] = Game(
    name="1861",
    title="1861",
    blurb=say(
        "The railways of the Russian Empire: minors grow into majors, and the state takes the rest."
    ),
    minutes=(240, 360),
    seats=range(2, 7),
    rules=2,
    bound=20_000,
    state=State,
    action=Action,
    options=Options,
    formerly=FORMERLY,
    setup=setup,
    earlier=earlier,
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
    preview=lambda state, action: preview(state, GAME.does(state, action), action),
    value=value,
    patience=300,
    curves=curves,
    chapter=chapter,
    currency="₽",
    order=Ordered,
    orders=orders,
    obey=obey,
    alarms=alarms,
    lapse=lapse,
    example=(files(__package__) / "example.record").read_text(encoding="utf-8"),
)
