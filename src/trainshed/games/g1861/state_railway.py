"""R18.1 The Russian State Railway: its stations, its income, its trains."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .actions import Stood
from .box import BOX, RSR, TRAINS
from .ground import HEXES, MOSCOW, ST_PETERSBURG, circle_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .state import State


def room_for(state: State, hex_: int, coming: Sequence[int] = ()) -> bool:
    """R17.9 One station on a hex, six outside the two capitals."""
    hexes = [there for there, _ in state.stands(RSR)] + list(coming)
    if hex_ in hexes:
        return False
    outside = [there for there in hexes if there not in {MOSCOW, ST_PETERSBURG}]
    return hex_ in {MOSCOW, ST_PETERSBURG} or len(outside) < BOX.state.stations


def stand(state: State, hex_: int) -> State:
    """R18.4 Put the station that is kept for the State Railway, if it has none there."""
    if not room_for(state, hex_):
        return state
    circle = circle_of(hex_, 1, state.tiles[hex_]) if hex_ == ST_PETERSBURG else 0
    return state.put(RSR, hex_, circle).tell(Stood(HEXES[hex_]))


def stand_in_st_petersburg(state: State) -> State:
    """R18.4 When it plays, it has a station in the capital."""
    return stand(state, ST_PETERSBURG)


def keep_income(state: State, income: int) -> State:
    """R18.5 The whole income goes into its treasury."""
    return state.grant(RSR, income) if income else state


def buys(state: State) -> tuple[str, str] | None:
    """R18.6 The train it buys next and where, if any."""
    if "state" not in state.era.allows:
        return None
    railway = state.companies[RSR]
    new = state.trains_on_sale()[0]
    if railway.trains:
        return (new, "bank") if railway.cash >= TRAINS[new].price else None
    used = min(state.pool, key=lambda kind: TRAINS[kind].price, default=new)
    return (used, "pool") if TRAINS[used].price < TRAINS[new].price else (new, "bank")
