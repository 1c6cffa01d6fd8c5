"""R4 Place a station, or move one."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from trainshed.board.hexes import Cells, Table, members
from trainshed.core import Choice, Seat

from .actions import Action, Lift, Place, WhyNot
from .box import BOARDS, BOX

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .state import State


class Relocate(Choice["State", Place], frozen=True, tag="relocate"):
    """R4.3 The station just lifted goes to another hex."""

    rule: ClassVar[str] = "R4.3"

    seat: Seat
    hex: int
    """Where it stood."""

    def actor(self, state: State) -> Seat:
        """Its owner."""
        return self.seat

    def options(self, state: State) -> Sequence[Place]:
        """Every legal hex but the one it came from."""
        return places(state.options.map).pick(legal(state) & ~(1 << self.hex))

    def why(self, state: State, action: Action) -> WhyNot | None:
        """The rule that forbids it."""
        if not isinstance(action, Place):
            return None
        if action.hex == state.board.grid.name[self.hex]:
            return WhyNot("R4.3", "same-hex", (action.hex,))
        return _why_hex(state, action.hex)

    def play(self, state: State, action: Place) -> State:
        """Place it; that completes the action."""
        from .turn import done  # noqa: PLC0415 - the turn knows its actions

        return done(place(state.pop(), self.seat, action.hex))


def legal(state: State) -> int:
    """R4.1, R4.2 Hexes without town, track, engine or station, and not next to either of these."""
    board = state.board
    stations = state.stations
    near = board.grid.beside(state.engines | stations)
    return board.open & ~(state.track | stations | near)


def offers(state: State, seat: int) -> list[Place | Lift]:
    """R4.1, R4.3 Hexes for a station from the supply, then own stations that can be moved."""
    baron, free = state.barons[seat], legal(state)
    found: list[Place | Lift] = []
    if baron.stations.bit_count() < BOX.stations:
        found += places(state.options.map).pick(free)
    if baron.stations:
        lifts = _lifts(state.options.map)
        for hex_ in members(movable(state, seat)):
            if free or _has_elsewhere(state, seat, hex_):
                found.append(lifts[hex_])
    return found


def movable(state: State, seat: int) -> int:
    """R4.4 Own stations, on a line too unless the option fixes them there."""
    stations = state.barons[seat].stations
    return stations & ~state.track if state.options.stations_on_track_fixed else stations


def place(state: State, seat: int, name: str) -> State:
    """R4.1 The station stands on the hex."""
    baron = state.barons[seat]
    cells = Cells(baron.stations | 1 << state.board.grid.number[name])
    return state.with_baron(seat, replace(baron, stations=cells))


def lift(state: State, seat: Seat, action: Lift) -> State:
    """R4.3 Take the station up first: its old hex does not hinder the new one."""
    hex_ = state.board.grid.number[action.hex]
    return _lifted(state, seat, hex_).push(Relocate(seat, hex_))


def why(state: State, seat: int, action: Place | Lift) -> WhyNot | None:
    """R4.1, R4.2, R4.3, R4.4 What forbids to place or lift a station here."""
    baron = state.barons[seat]
    hex_ = state.board.grid.number.get(action.hex)
    if isinstance(action, Place):
        if baron.stations.bit_count() == BOX.stations:
            return WhyNot("R4.1", "no-station-left", ())
        return _why_hex(state, action.hex)
    if hex_ is None or not baron.stations >> hex_ & 1:
        return WhyNot("R4.3", "no-own-station", (action.hex,))
    if not movable(state, seat) >> hex_ & 1:
        return WhyNot("R4.4", "station-on-track", (action.hex,))
    return WhyNot("R4.3", "nowhere-else", (action.hex,))


def _why_hex(state: State, name: str) -> WhyNot | None:
    board = state.board
    hex_ = board.grid.number.get(name)
    if hex_ is None:
        return WhyNot("R4.1", "off-board", (name,))
    if hex_ in board.town_at:
        return WhyNot("R4.1", "town", (name, board.town_names[board.town_at[hex_]]))
    if state.track >> hex_ & 1:
        return WhyNot("R4.1", "track", (name,))
    if state.stations >> hex_ & 1:
        return WhyNot("R4.1", "station", (name,))
    if board.grid.around[hex_] & state.engines:
        return WhyNot("R4.2", "next-to-engine", (name,))
    if board.grid.around[hex_] & state.stations:
        return WhyNot("R4.2", "next-to-station", (name,))
    return None


def _lifted(state: State, seat: int, hex_: int) -> State:
    baron = state.barons[seat]
    return state.with_baron(seat, replace(baron, stations=Cells(baron.stations & ~(1 << hex_))))


def _has_elsewhere(state: State, seat: int, hex_: int) -> bool:
    return bool(legal(_lifted(state, seat, hex_)) & ~(1 << hex_))


@cache
def places(name: str) -> Table[Place]:
    """Every action that places a station, by hex."""
    grid = BOARDS[name].grid
    return Table({hex_: Place(label) for hex_, label in grid.name.items()})


@cache
def _lifts(name: str) -> dict[int, Lift]:
    grid = BOARDS[name].grid
    return {hex_: Lift(label) for hex_, label in grid.name.items()}
