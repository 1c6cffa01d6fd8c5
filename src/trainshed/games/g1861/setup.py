"""R1.9, R1.10 Set-up: who begins, and what stays in the box with two players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from trainshed.core import BadOption, Chance, Seat, say

from .actions import Action, Began, Begin, Leave, Removed
from .box import BOX, CHARTERS, PRIVATES, TILES, TRAINS
from .company import BANK, GONE
from .options import rules
from .play import Play

if TYPE_CHECKING:
    from .box import PrintedTile
    from .options import Options, Rules
    from .state import State

TWO = 2


def setup(options: Options, seats: int) -> State:
    """R1.2, R1.3, R1.8 Cash for everybody, the rest in the bank, all trains in the depot."""
    from .state import BANK, Company, State  # noqa: PLC0415

    _check_seats(options, seats)
    cash = BOX.players.cash[seats]
    chosen = rules(options)
    lots = (Leaving(2),) if seats == TWO else ()
    return State(
        seats=seats,
        stack=(Play(), *lots, FirstPlayer()),
        options=options,
        cash=(cash,) * seats,
        companies=tuple(Company() for _ in CHARTERS),
        privates=(BANK,) * len(PRIVATES),
        bank=BOX.bank - cash * seats,
        depot=tuple(_trains(kind, seats, chosen.roster) for kind in TRAINS),
        supply=tuple(_copies(tile, chosen) for tile in TILES.values()),
        sold=(0,) * seats,
        best_runs=options.declare == "best",
    )


def _check_seats(options: Options, seats: int) -> None:
    """R1.1 Two players need the reprint."""
    if seats < BOX.players.least[options.edition]:
        least, most = BOX.players.least[options.edition], max(BOX.players.cash)
        raise BadOption(
            f"1861: edition = {options.edition!r} is for seats = {least} to {most}, not {seats}"
            " (edition = 'reprint' is for two as well)",
            say(
                "The first edition is for {least} to {most} players; two can play the reprint",
                least=least,
                most=most,
            ),
        )


def _copies(tile: PrintedTile, chosen: Rules) -> int:
    """R11.3 How many copies of a tile there are, -1 without end."""
    endless = tile.endless or (chosen.endless_yellow and tile.colour == "yellow")
    return -1 if endless else tile.count


def _trains(kind: str, seats: int, roster: str) -> int:
    """R1.8, R1.10 How many trains of a kind there are, -1 without end."""
    train = TRAINS[kind]
    if train.count is not None:
        return train.count - (BOX.players.removed_trains[kind] if seats == TWO else 0)
    if kind == "8" or roster == "unlimited":
        return -1
    return 2 if kind == "5+5E" or roster == "two_each" else 0


class FirstPlayer(Chance["State", Action], frozen=True, tag="first-player"):
    """R1.9 The first player is drawn by lot."""

    rule: ClassVar[str] = "R1.9"

    def odds(self, state: State) -> Mapping[Action, int]:
        """Every seat alike."""
        return {Begin(Seat(seat)): 1 for seat in range(state.seats)}

    def play(self, state: State, action: Action) -> State:
        """He gets the priority card, and minds the bank."""
        assert isinstance(action, Begin)
        seat = action.seat
        state = replace(state.pop(), priority=seat, banker=seat).tell(Began(seat))
        return replace(state, stack=(Play(next=seat), *state.stack[1:]))


class Leaving(Chance["State", Action], frozen=True, tag="leaving"):
    """R1.10 With two players, two privates stay in the box."""

    rule: ClassVar[str] = "R1.10"
    left: int

    def odds(self, state: State) -> Mapping[Action, int]:
        """Every private alike that is still there."""
        return {
            Leave(private): 1
            for private, owner in zip(PRIVATES, state.privates, strict=True)
            if owner == BANK
        }

    def play(self, state: State, action: Action) -> State:
        """It is out of the game."""
        assert isinstance(action, Leave)
        gone = PRIVATES.index(action.private)
        owners = (*state.privates[:gone], GONE, *state.privates[gone + 1 :])
        state = replace(state, privates=owners).tell(Removed(action.private))
        return state.goto(Leaving(self.left - 1)) if self.left > 1 else state.pop()
