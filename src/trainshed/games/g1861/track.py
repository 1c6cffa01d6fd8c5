"""R11.1 Laying and upgrading track."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from trainshed.board.hexes import members
from trainshed.board.network import extends, nearby
from trainshed.core import Seat

from .actions import Action, Lay
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


class Laying(Question, frozen=True, tag="laying"):
    """R11.1 One tile is free, a second costs 20; only one may be an upgrade."""

    rule: ClassVar[str] = "R11.1"
    company: int
    laid: int = -1
    """The hex of the first tile."""
    upgraded: bool = False

    def actor(self, state: State) -> Seat:
        """The director."""
        return state.owner(self.company)

    def offers(self, state: State) -> Iterator[Action]:
        """Every tile that fits, is there, extends the company's track and can be paid."""
        means = state.means(self.company) - (BOX.second_lay if self.laid >= 0 else 0)
        if means >= 0:
            for hex_, new, lay in lays(state, self.company):
                if hex_ == self.laid or (self.upgraded and new.colour > 1):
                    continue
                if cost(state, hex_, new) <= means:
                    yield lay
        yield from acquisitions(state, self.company)
        yield PASS

    def is_open(self, state: State) -> bool:
        """Whether a tile is found without asking for all that the company reaches."""
        means = state.means(self.company) - (BOX.second_lay if self.laid >= 0 else 0)
        own = [4 * hex_ + circle for hex_, circle in state.stands(self.company)]
        entered = nearby(network(state.tiles), own, state.closed(self.company))
        return any(self._takes(state, stop // 4, -1, means) for stop in own) or any(
            self._takes(state, vertex // 6, vertex % 6, means) for vertex in entered
        )

    def _takes(self, state: State, hex_: int, edge: int, means: int) -> bool:
        """Whether bare ground entered by an edge, or a city, takes a tile; at home the edge is -1.

        Elsewhere it depends on how trails go on.
        """
        here = LAID[state.tiles[hex_]]
        if hex_ == self.laid or not _is_due(state, hex_):
            return False
        at_city = here.kind == "city" and (edge < 0 or any(edge in it for it in here.plan.stops))
        if here.colour and (self.upgraded or not at_city):
            return False
        return any(
            state.supply[TILE[new.tile]]
            and (edge < 0 or new.edges >> edge & 1)
            and cost(state, hex_, new) <= means
            for new, _ in successors(hex_, here.number)
        )

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
    ground = _ground(state.tiles, state.stations, company)
    for hex_ in ground.hexes:
        here = LAID[state.tiles[hex_]]
        if not _is_due(state, hex_):
            continue
        there: Iterable[tuple[Laid, Lay]] = (
            (new, lay)
            for new, lay in successors(hex_, here.number)
            if state.supply[TILE[new.tile]] and ground.fits(hex_, new)
        )
        if here.kind == "city" and here.colour + 1 == BROWN:
            there = _widest(tuple(there))
        for new, lay in there:
            yield hex_, new, lay


def _is_due(state: State, hex_: int) -> bool:
    """R11.2, R11.7 Whether the phase has a tile for what lies on a hex."""
    here = LAID[state.tiles[hex_]]
    return PRINTED[hex_].opens <= state.phase and here.colour < len(state.era.tiles)


def _widest(ways: tuple[tuple[Laid, Lay], ...]) -> list[tuple[Laid, Lay]]:
    """R11.11 Of brown city tiles, those with most exits come first."""
    most = max((new.edges.bit_count() for new, _ in ways), default=0)
    return [(new, lay) for new, lay in ways if new.edges.bit_count() == most]


class _Ground:
    """R11.8, R11.10 The hexes that a company reaches, and what fits there once somebody asks."""

    def __init__(
        self, tiles: tuple[int, ...], stations: tuple[tuple[int, int, int], ...], company: int
    ) -> None:
        self._tiles = tiles
        self._track, self._reached = network(tiles), reached_by(tiles, stations, company)
        self._own = [4 * hex_ + circle for who, hex_, circle in stations if who == company]
        self._shut = closed(tiles, stations, company)
        hexes = {vertex // 6 for vertex in members(self._reached.outer)}
        hexes.update(stop // 4 for stop in members(self._reached.stops))
        self.hexes = sorted(hexes)
        self._known: dict[tuple[int, int], bool] = {}

    def fits(self, hex_: int, new: Laid) -> bool:
        """Whether a tile extends the company's track, or upgrades a city that it reaches."""
        key = hex_, new.number
        if key not in self._known:
            self._known[key] = self._is_upgrade(hex_) or extends(
                self._track, self._own, self._shut, self._reached, hex_, new.plan
            )
        return self._known[key]

    def _is_upgrade(self, hex_: int) -> bool:
        here = LAID[self._tiles[hex_]]
        reached = self._reached.stops >> 4 * hex_ & 0b1111
        return here.kind == "city" and here.colour > 0 and reached > 0


_ground = lru_cache(maxsize=128)(_Ground)
