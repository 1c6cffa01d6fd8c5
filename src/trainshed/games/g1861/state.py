"""R1.3 The position: players, companies, the map, the market, the bank."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from msgspec.structs import replace

from trainshed.core import Consent, Seat
from trainshed.core import State as Base

from .actions import Action, Borrowed, Broken, Moved, News, Paid
from .auction import Lot, MinorLot
from .box import BOX, CHARTERS, MAJORS, MINORS, PHASES, RSR, TRAINS, Phase
from .company import BANK, COMPANY, GONE, Company
from .dividend import Dividend
from .ground import HEX, HEXES, LAID, MOSCOW, ST_PETERSBURG, TILE, circle_of, follows
from .homes import Homing
from .market import Market, market
from .merger import AfterMerger, Choosing, Dropping, Purchase
from .nationalisation import Asking
from .operating import BeforeInterest
from .options import Options, Rules, rules
from .phases import Crowded, Surplus
from .play import Play
from .privates import PrivatePrice
from .reach import NETWORKS, closed, network, reached_by
from .redeem import Redeeming
from .run import Running
from .setup import FirstPlayer, Leaving
from .stations import Placing
from .stock import StockTurn
from .track import Laying
from .trains import BuyingTrain, TrainPrice
from .turn import Turn

if TYPE_CHECKING:
    from trainshed.board.network import Network, Reach

Step: TypeAlias = (
    FirstPlayer
    | Leaving
    | Play
    | Lot
    | MinorLot
    | StockTurn
    | Homing
    | Turn
    | Redeeming
    | Laying
    | Placing
    | Running
    | Dividend
    | BeforeInterest
    | PrivatePrice
    | BuyingTrain
    | TrainPrice
    | Crowded
    | Surplus
    | Asking
    | Choosing
    | AfterMerger
    | Dropping
    | Purchase
    | Consent[Action]
)

__all__ = ["BANK", "COMPANY", "GONE", "Company", "Options", "State", "Step"]


class State(Base[Step, News], frozen=True, kw_only=True):
    """The whole position."""

    options: Options
    cash: tuple[int, ...]
    companies: tuple[Company, ...]
    privates: tuple[int, ...]
    """The owner of each private: a seat, a company, or nobody."""
    bank: int
    depot: tuple[int, ...]
    """New trains left by kind, -1 without end."""
    pool: tuple[str, ...] = ()
    """Trains that were discarded."""
    tiles: tuple[int, ...] = tuple(range(len(HEXES)))
    """What lies on each hex."""
    supply: tuple[int, ...]
    """Copies left of each tile, -1 without end."""
    stations: tuple[tuple[int, int, int], ...] = ()
    """Company, hex and circle of each station, in the order in which they were put."""
    phase: int = 2
    priority: Seat = Seat(0)
    banker: Seat = Seat(0)
    arrivals: int = 0
    """Counts the tokens that came to a cell."""
    round: str = "auction"
    set: int = 1
    number: int = 0
    """Of the operating round within the set."""
    sold: tuple[int, ...] = ()
    """R5.2 For each seat the majors it sold in this stock round, as bits."""
    last_actor: int = -1
    """R3.5 Who was the last to act in this stock round."""
    rounds: int = 2
    """R21.1 Operating rounds in this set."""
    eight_sold: bool = False
    final: bool = False
    """R21.1 This is the last set."""
    broken: bool = False
    """R21.2 The bank is empty."""
    turn: int = 0
    over: bool = False
    best_runs: bool = False
    """R13.12 No run may earn less than the best; in the states of earlier laws it may."""

    @property
    def rules(self) -> Rules:
        """The options with the edition's answers filled in."""
        return rules(self.options)

    @property
    def market(self) -> Market:
        """The stock market."""
        return market(rules(self.options))

    @property
    def era(self) -> Phase:
        """R16.1 What the phase allows."""
        return PHASES[self.phase]

    def price(self, company: int) -> int:
        """The price of a share."""
        return self.market.cells[self.companies[company].cell].price

    def with_company(self, number: int, company: Company) -> State:
        """The state with one company changed."""
        companies = (*self.companies[:number], company, *self.companies[number + 1 :])
        return replace(self, companies=companies)

    def owner(self, company: int) -> Seat:
        """R9.4 The seat that decides for a company."""
        if company == RSR:
            return self.banker if self.rules.banker else self.priority
        return Seat(self.companies[company].director)

    # Money

    def give(self, seat: int, amount: int) -> State:
        """The bank pays a seat; a negative amount is paid to the bank."""
        cash = (*self.cash[:seat], self.cash[seat] + amount, *self.cash[seat + 1 :])
        return replace(self, cash=cash, bank=self.bank - amount).watched()

    def give_all(self, amounts: tuple[int, ...]) -> State:
        """The bank pays every seat its amount."""
        cash = tuple(have + more for have, more in zip(self.cash, amounts, strict=True))
        return replace(self, cash=cash, bank=self.bank - sum(amounts)).watched()

    def grant(self, company: int, amount: int) -> State:
        """The bank pays a company; a negative amount is paid to the bank."""
        was = self.companies[company]
        state = self.with_company(company, replace(was, cash=was.cash + amount))
        return replace(state, bank=state.bank - amount).watched()

    def invest(self, seat: int, company: int, amount: int) -> State:
        """A seat pays a company; a negative amount goes from the company to the seat."""
        was = self.companies[company]
        state = self.with_company(company, replace(was, cash=was.cash + amount))
        cash = (*self.cash[:seat], self.cash[seat] - amount, *self.cash[seat + 1 :])
        return replace(state, cash=cash)

    def watched(self) -> State:
        """R21.2 The bank pays on when it is empty, but the end is near."""
        if self.bank > 0 or self.broken:
            return self
        return replace(self, broken=True).tell(Broken())

    def means(self, company: int) -> int:
        """R10.2, R10.6 What a company can raise: its money and the loans it may still take."""
        was = self.companies[company]
        return was.cash + max(loan_limit(company) - was.loans, 0) * BOX.lent

    def borrow(self, company: int, needed: int) -> State:
        """R10.1, R10.2 Take as few loans as will make the money reach an amount."""
        was = self.companies[company]
        loans = max(-((was.cash - needed) // BOX.lent), 0)
        if not loans:
            return self
        state = self.with_company(
            company, replace(was, cash=was.cash + loans * BOX.lent, loans=was.loans + loans)
        )
        state = replace(state, bank=state.bank - loans * BOX.lent).watched()
        return state.tell(Borrowed(CHARTERS[company].id, loans))

    def spend(self, company: int, amount: int, purpose: str) -> State:
        """A company pays the bank, with loans if its money is not enough."""
        if not amount:
            return self
        state = self.borrow(company, amount).grant(company, -amount)
        return state.tell(Paid(CHARTERS[company].id, amount, purpose))

    # The market

    def move(self, company: int, cell: int) -> State:
        """R8.6 Move a token; it goes below those that lie on its new cell."""
        was = self.companies[company]
        if cell == was.cell:
            return self
        state = self.with_company(company, replace(was, cell=cell, rank=self.arrivals))
        state = replace(state, arrivals=self.arrivals + 1)
        if was.cell < 0:
            return state
        prices = self.market
        return state.tell(Moved(CHARTERS[company].id, prices.price(was.cell), prices.price(cell)))

    def order(self, companies: range) -> list[int]:
        """R9.3 Operating order: price, then further right, then the upper token."""
        cells = self.market.cells
        found = [number for number in companies if self.companies[number].cell >= 0]

        def key(number: int) -> tuple[int, int, int]:
            company = self.companies[number]
            cell = cells[company.cell]
            return (-cell.price, -cell.column, company.rank)

        return sorted(found, key=key)

    def operating_order(self) -> list[int]:
        """R9.2 Minors, then majors."""
        return [*self.order(MINORS), *self.order(MAJORS)]

    # The map

    def stands(self, company: int) -> list[tuple[int, int]]:
        """Hex and circle of each station of a company."""
        return [(hex_, circle) for who, hex_, circle in self.stations if who == company]

    def network(self) -> Network:
        """The track on the map."""
        return network(self.tiles)

    def reach(self, company: int) -> Reach:
        """R11.13 What a company reaches from its stations."""
        return reached_by(self.tiles, self.stations, company)

    def closed(self, company: int) -> int:
        """R13.4, R13.5 The stops a company may not pass, as bits."""
        return closed(self.tiles, self.stations, company)

    def lay(self, hex_: int, new: int) -> State:
        """R11.3, R11.9 Put a tile; what it replaces returns to the supply, stations stay."""
        old = self.tiles[hex_]
        supply = list(self.supply)
        _count(supply, LAID[old].tile, 1)
        _count(supply, LAID[new].tile, -1)
        tiles = (*self.tiles[:hex_], new, *self.tiles[hex_ + 1 :])
        NETWORKS.keep(tiles, self.network().lay(hex_, LAID[new].plan))
        circles = follows(old, new)
        stations = tuple(
            (who, there, circles[circle] if there == hex_ else circle)
            for who, there, circle in self.stations
        )
        if stations == self.stations:
            stations = self.stations
        return replace(self, tiles=tiles, supply=tuple(supply), stations=stations)

    def put(self, company: int, hex_: int, circle: int) -> State:
        """Put a station."""
        return replace(self, stations=(*self.stations, (company, hex_, circle)))

    def slots(self, hex_: int, circle: int) -> int:
        """R12.3 The places of a circle that are free and not kept for anybody."""
        here = LAID[self.tiles[hex_]]
        free = here.slots - sum(there == hex_ and at == circle for _, there, at in self.stations)
        if hex_ in _HOMES and "minors" in self.era.allows:
            for number, printed in _HOMES[hex_]:
                minor = self.companies[number]
                if not minor.gone and not minor.in_play:
                    free -= circle_of(hex_, printed, here.number) == circle
        return free - (self._kept_for_state(hex_, circle))

    def _kept_for_state(self, hex_: int, circle: int) -> bool:
        """R12.3 One circle of St Petersburg, and the fourth of the grey Moscow."""
        if hex_ not in {ST_PETERSBURG, MOSCOW} or any(
            who == RSR and there == hex_ for who, there, _ in self.stations
        ):
            return False
        here = self.tiles[hex_]
        if hex_ == MOSCOW:
            return LAID[here].tile == BOX.state.moscow
        return circle_of(hex_, 1, here) == circle

    # Certificates

    def shares(self, seat: int, major: int) -> int:
        """How many shares of a major a seat holds."""
        held = self.companies[major].shares
        return held[seat] if held else 0

    def certificates(self, seat: int) -> int:
        """R5.4 How many certificates a seat holds: shares, minors and privates."""
        count = self.privates.count(seat)
        for number in MINORS:
            count += self.companies[number].director == seat
        for number in MAJORS:
            major = self.companies[number]
            if major.shares:
                count += major.shares[seat] - (major.director == seat)
        return count

    @property
    def certificate_limit(self) -> int:
        """R1.2 The most certificates a player may buy."""
        return BOX.players.certificates[self.seats]

    @property
    def most_shares(self) -> int:
        """R5.3, R1.10 The most shares of one major in one hand."""
        return BOX.players.held[self.seats]

    def left_of(self, seat: int) -> list[Seat]:
        """The other seats clockwise, and the seat itself last."""
        return [Seat((seat + step) % self.seats) for step in range(1, self.seats + 1)]

    def trains_on_sale(self) -> list[str]:
        """R15.2 What the bank sells: the next kind, and in phase 8 the last three."""
        kinds = list(TRAINS)
        if self.phase == max(PHASES):
            return [k for k, left in zip(kinds, self.depot, strict=True) if left and k in LAST]
        return [next(kind for kind, left in zip(kinds, self.depot, strict=True) if left)]


LAST = tuple(train.name for train in BOX.trains if train.count is None)
"""R1.8 The trains of phase 8."""


def loan_limit(company: int) -> int:
    """R10.1 How many loans a company may have."""
    return BOX.loans.minor if company in MINORS else BOX.loans.major


_HOMES: dict[int, tuple[tuple[int, int], ...]] = {
    HEX[charter.home]: tuple(
        (number, other.circle)
        for number, other in enumerate(BOX.minors)
        if other.home == charter.home
    )
    for charter in BOX.minors
}
"""R1.6 The minors at home on each hex, with their printed circle."""


def _count(supply: list[int], tile: str, change: int) -> None:
    """R11.3 Count a tile in or out; endless ones and printed hexes are not counted."""
    if tile and supply[TILE[tile]] >= 0:
        supply[TILE[tile]] += change
