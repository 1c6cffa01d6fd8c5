"""R11.1 Laying and upgrading track."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec.structs import replace

from trainshed.board.hexes import members
from trainshed.board.network import extends
from trainshed.core import Seat

from .actions import Action, Lay, News
from .asking import PASS, Question
from .box import BOX, COLOURS
from .ground import HEX, LAID, MOSCOW, NIZHNY, PRINTED, TILE, Laid, laid, successors
from .privates import acquire, acquisitions
from .reach import closed, network, reached_by
from .state_railway import stand
from .turn import Turn, onward

if TYPE_CHECKING:
    from .state import State

BROWN, GREY = COLOURS.index("brown"), COLOURS.index("grey")
Lays = tuple[tuple[Laid, Lay], ...]


class Laying(Question, frozen=True, tag="laying"):
    """R11.1 One tile is free, a second costs 20; only one may be an upgrade."""

    company: int
    laid: int = -1
    """The hex of the first tile."""
    upgraded: bool = False

    def actor(self, state: State) -> Seat:
        """The director."""
        return state.owner(self.company)

    def offers(self, state: State) -> Sequence[Action]:
        """Every tile that fits, is there, extends the company's track and can be paid."""
        means = state.means(self.company) - (BOX.second_lay if self.laid >= 0 else 0)
        found: list[Action] = []
        if means >= 0:
            for hex_, new, lay in lays(state, self.company):
                if hex_ == self.laid or (self.upgraded and new.colour > 1):
                    continue
                if cost(state, hex_, new) <= means:
                    found.append(lay)
        return [*found, *acquisitions(state, self.company), PASS]

    def why(self, state: State, action: Action) -> News | None:
        """Which rule is in the way."""
        from .reasons import why_lay  # noqa: PLC0415 - the reasons know the question

        return why_lay(state, self, action) if isinstance(action, Lay) else None

    def play(self, state: State, action: Action) -> State:
        """R11.6 Pay, with loans if need be, and lay."""
        if not isinstance(action, Lay):
            if action == PASS:
                return onward(state.pop())
            return acquire(state, self.company, action)
        hex_, new = HEX[action.hex], laid(action.tile, action.turn)
        price = cost(state, hex_, new) + (BOX.second_lay if self.laid >= 0 else 0)
        state = state.pop().spend(self.company, price, "track").lay(hex_, new.number)
        if hex_ == MOSCOW and new.colour == GREY:
            state = stand(state, hex_)
        turn = state.stack[-1]
        assert isinstance(turn, Turn)
        if self.laid >= 0:
            return onward(state)
        return state.goto(replace(turn, laid=hex_, upgraded=new.colour > 1))


def cost(state: State, hex_: int, new: Laid) -> int:
    """R11.6 Difficult ground with the first tile; Kiev and, by option, Nizhnii Novgorod later."""
    old = LAID[state.tiles[hex_]]
    if new.colour == 1:
        return PRINTED[hex_].cost
    if hex_ == NIZHNY and not old.tile:
        return state.rules.nizhny_cost
    return old.leaving


def lays(state: State, company: int) -> Iterator[tuple[int, Laid, Lay]]:
    """R11.2, R11.7, R11.11 What the company may lay where, in this phase, with this supply."""
    most = len(state.era.tiles)
    for hex_, ways in _reachable(state.tiles, state.stations, company):
        if PRINTED[hex_].opens > state.phase:
            continue
        there = [
            (new, lay) for new, lay in ways if new.colour <= most and state.supply[TILE[new.tile]]
        ]
        for new, lay in _widest(there):
            yield hex_, new, lay


def _widest(ways: list[tuple[Laid, Lay]]) -> list[tuple[Laid, Lay]]:
    """R11.11 Of brown city tiles, those with most exits come first."""
    if not ways or ways[0][0].kind != "city" or ways[0][0].colour != BROWN:
        return ways
    most = max(new.edges.bit_count() for new, _ in ways)
    return [(new, lay) for new, lay in ways if new.edges.bit_count() == most]


@lru_cache(maxsize=4000)
def _reachable(
    tiles: tuple[int, ...], stations: tuple[tuple[int, int, int], ...], company: int
) -> tuple[tuple[int, Lays], ...]:
    """R11.8, R11.10 Every hex where the company could build, with all that fits."""
    track, reached = network(tiles), reached_by(tiles, stations, company)
    own = [4 * hex_ + circle for who, hex_, circle in stations if who == company]
    shut = closed(tiles, stations, company)
    hexes = {vertex // 6 for vertex in members(reached.outer)}
    hexes.update(stop // 4 for stop in members(reached.stops))
    found = []
    for hex_ in sorted(hexes):
        here = LAID[tiles[hex_]]
        upgrade = here.kind == "city" and here.colour > 0
        free = upgrade and bool(reached.stops >> 4 * hex_ & 0b1111)
        ways = tuple(
            (new, lay)
            for new, lay in successors(hex_, tiles[hex_])
            if free or extends(track, own, shut, reached, hex_, new.plan)
        )
        if ways:
            found.append((hex_, ways))
    return tuple(found)
