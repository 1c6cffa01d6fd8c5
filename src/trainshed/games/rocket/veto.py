"""R6 Veto: shareholders bid for the direction of an engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, TypeAlias

from msgspec.structs import replace

from trainshed.board.hexes import Cells, members
from trainshed.core import Choice, Seat

from . import extend
from .actions import Action, Bid, Drive, Pass, Vetoed, WhyNot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .state import State

VetoAction: TypeAlias = Bid | Pass


class Veto(Choice["State", VetoAction], frozen=True, tag="veto"):
    """R6.2, R6.3 One round of bids, the active player last."""

    rule: ClassVar[str] = "R6.2"

    seat: Seat
    """Who is asked."""
    line: int
    chosen: int
    """The hex the active player chose."""
    targets: Cells
    """The hexes the engine may enter."""
    hex: int
    """Where the highest bid sends it."""
    bid: int = 0
    bidder: Seat | None = None

    def actor(self, state: State) -> Seat:
        """Who is asked."""
        return self.seat

    def options(self, state: State) -> Sequence[VetoAction]:
        """Pass, or a bid for each number of shares and each hex."""
        names = [state.board.grid.name[hex_] for hex_ in members(self.hexes(state))]
        counts = range(self.lowest(state), held(state, self.seat, self.line) + 1)
        return [Pass(), *(Bid(n, name) for n in counts for name in names)]

    def hexes(self, state: State) -> int:
        """R6.4 Any legal hex for a bidder; for the active player his own, or any by option."""
        if self.seat == state.active and state.options.veto == "defend_original":
            return 1 << self.chosen
        return self.targets

    def lowest(self, state: State) -> int:
        """R6.2, R6.3 More than the last bid; the active player need only match it."""
        return self.bid if self.seat == state.active else self.bid + 1

    def is_last(self, state: State) -> bool:
        """R6.1 Whether nobody else is asked if there is no bid."""
        return _next(state, self, self.seat) is None

    def why(self, state: State, action: Action) -> WhyNot | None:
        """The rule that forbids the bid."""
        if not isinstance(action, Bid):
            return None
        if action.shares < self.lowest(state):
            is_last = self.seat == state.active
            rule, reason = ("R6.3", "bid-not-matched") if is_last else ("R6.2", "bid-too-low")
            return WhyNot(rule, reason, (str(self.lowest(state)),))
        if action.shares > held(state, self.seat, self.line):
            return WhyNot("R6.2", "not-enough-shares", (state.board.letters[self.line],))
        drive = Drive(state.board.letters[self.line], action.hex)
        return extend.why(state, (), drive) or WhyNot(
            "R6.4", "only-own-hex", (state.board.grid.name[self.chosen],)
        )

    def play(self, state: State, action: VetoAction) -> State:
        """R6.2 Note the bid and ask the next."""
        veto = self.noted(state, action)
        seat = _next(state, veto, self.seat)
        if seat is None:
            state = state.pop() if isinstance(action, Bid) else state.pop().aside()
            return veto.settle(state)
        return state.goto(replace(veto, seat=seat))

    def noted(self, state: State, action: VetoAction) -> Veto:
        """R6.2 The same with a bid, if one is made."""
        if not isinstance(action, Bid):
            return self
        hex_ = state.board.grid.number[action.hex]
        return replace(self, bid=action.shares, bidder=self.seat, hex=hex_)

    def settle(self, state: State) -> State:
        """R6.5, R6.6, R7.2 The winner pays; the engine goes where he sent it."""
        if self.bidder is None:
            return extend.advance(state, self.line, self.chosen, active_won=True)
        active_won = self.bidder == state.active
        state = give_back(state, self.bidder, self.line, self.bid).tell(
            Vetoed(
                who=self.bidder,
                line=state.board.letters[self.line],
                shares=self.bid,
                hex=state.board.grid.name[self.hex],
                by_active=active_won,
            )
        )
        return extend.advance(state, self.line, self.hex, active_won=active_won)


def consult(state: State, line: int, hex_: int) -> State:
    """R6.1 Ask everybody who could bid; where nobody can, the engine moves at once."""
    veto = opened(state, line, hex_)
    seat = _next(state, veto, state.active)
    if seat is None:
        return veto.settle(state)
    return state.push(replace(veto, seat=seat))


def opened(state: State, line: int, hex_: int) -> Veto:
    """R6.1 The veto in which nobody has been asked yet."""
    targets = Cells(extend.targets(state, line))
    return Veto(seat=state.active, line=line, chosen=hex_, targets=targets, hex=hex_)


def voters(state: State, veto: Veto) -> tuple[Seat, ...]:
    """R6.2, R6.3 Who will be asked yet if nobody bids any more."""
    found: list[Seat] = []
    seat = _next(state, veto, veto.seat)
    while seat is not None:
        found.append(seat)
        seat = _next(state, veto, seat)
    return tuple(found)


def held(state: State, seat: int, line: int) -> int:
    """How many shares of a line a player has."""
    return state.barons[seat].shares[line]


def give_back(state: State, seat: int, company: int, number: int) -> State:
    """R6.5, R6.7 Paid shares return to the board, ordinary ones first.

    Those of an autonomous line leave the game.
    """
    baron, line = state.barons[seat], state.lines[company]
    ordinary = min(number, in_hands(state, company) - line.supplementary)
    shares = (
        *baron.shares[:company],
        baron.shares[company] - number,
        *baron.shares[company + 1 :],
    )
    line = replace(
        line,
        stock=line.stock if line.autonomous else line.stock + ordinary,
        supplementary=line.supplementary - (number - ordinary),
    )
    return state.with_baron(seat, replace(baron, shares=shares)).with_line(company, line)


def in_hands(state: State, company: int) -> int:
    """All shares of a line that players hold."""
    return sum(baron.shares[company] for baron in state.barons)


def _next(state: State, veto: Veto, after: int) -> Seat | None:
    """R6.1, R6.3 The next player who can outbid; at last the active one, if he can match."""
    if after == state.active and veto.bidder is not None:
        return None
    for step in range(1, state.seats):
        seat = (state.active + step) % state.seats
        passed = (
            after != state.active
            and (seat - state.active) % state.seats <= (after - state.active) % state.seats
        )
        if not passed and held(state, seat, veto.line) > veto.bid:
            return Seat(seat)
    if veto.bidder is None or veto.bidder == state.active:
        return None
    return state.active if held(state, state.active, veto.line) >= veto.bid else None
