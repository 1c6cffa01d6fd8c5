"""R3 to R7, R18 Random construction, every offer and every fee worked out by hand beside it.

The reckoning here goes by sets of segments and knows nothing of the laws' tables.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from tests.rules.dampfross.position import balances, fresh, offers, plain_map, play, told, total
from trainshed.board.hexes import members
from trainshed.games.dampfross import GAME
from trainshed.games.dampfross.actions import Bonus, Laid
from trainshed.games.dampfross.build import Ends, Laying
from trainshed.games.dampfross.state import State

Segment = frozenset[int]
SEEDS = 3
ROUGH = plain_map(
    land={"A3": "b", "A4": "b", "A5": "b", "A6": "c", "F9": "~", "N9": "~", "I5": "#"},
    mountains="E7 F5 F6 G9 K6 M9 A4 C8",
    rivers=["D7 S", "E8 N", "H7 NE", "L7 N", "G6 SE"],
    wide=["K8 N", "I8 NE"],
    barriers=["J3 S", "D6 NW"],
    white=["B3-A3-A4-A5"],
    start=("Ada", "Bix"),
    towns={"Cob": "E6"},
)


class Reckoning:
    """What companies have on the map, read from a state as plain sets."""

    def __init__(self, state: State) -> None:
        self.state, self.board = state, state.board
        self.grid = state.board.grid
        self.tracks: list[set[Segment]] = [
            {
                frozenset((hex_, self.grid.neighbours[hex_][direction]))
                for direction, cells in enumerate(company.track)
                for hex_ in members(cells)
            }
            for company in state.companies
        ]
        self.hexes = [set().union(*track) for track in self.tracks]

    def cost(self, here: int, there: int) -> int:
        """R4 What the ground costs."""
        direction = self.grid.direction(here, there)
        mountains = sum(self.board.mountains >> hex_ & 1 for hex_ in (here, there))
        river, wide = (
            water[direction] >> here & 1 for water in (self.board.rivers, self.board.wide)
        )
        return 1 + 2 * mountains + 2 * river + 4 * wide

    def possible(self, here: int, there: int) -> bool:
        """R5.3, R5.5 Not over a barrier, and not along the frontier but on a white line."""
        direction = self.grid.direction(here, there)
        if self.board.barriers[direction] >> here & 1:
            return False
        abroad = self.board.frontier
        if abroad >> here & abroad >> there & 1:
            return bool(self.board.white[direction] >> here & 1)
        return True

    def owes(self, company: int, rival: int, hex_: int) -> bool:
        """R6.1, R6.2, R6.7, R2.8 Whether the first track in a hex owes this rival a junction."""
        if hex_ in self.hexes[company] or hex_ not in self.hexes[rival]:
            return False
        if self.state.options.start_fees == "strict":
            return True
        starts = [other.start for other in self.state.companies]
        return hex_ != starts[company] or (starts[rival] != hex_ and self.state.round > 1)

    def fees(self, company: int, here: int, there: int) -> dict[int, int]:
        """R6 What a segment owes to each rival."""
        towns = self.board.town_cells
        found = {}
        for rival, track in enumerate(self.tracks):
            if rival == company:
                continue
            junctions = sum(self.owes(company, rival, hex_) for hex_ in (here, there))
            if frozenset((here, there)) not in track:
                due = junctions
            else:
                due = 3 if towns >> here & towns >> there & 1 else 4 + junctions
            if due:
                found[rival] = due
        return found

    def open(self, company: int, here: int, left: int) -> set[int]:
        """Where a company can build out of a hex."""
        balance, start = self.state.companies[company].balance, self.state.companies[company].start
        if self.board.sheet.start.one_way and self.state.round == 1 and here == start:
            here = -1 if start in self.hexes[company] else here
        return (
            set()
            if here < 0
            else {
                there
                for there in self.grid.neighbours[here]
                if there >= 0
                and self.possible(here, there)
                and frozenset((here, there)) not in self.tracks[company]
                and self.cost(here, there) <= left
                and sum(self.fees(company, here, there).values()) <= balance
            }
        )

    def jumps(self, company: int) -> Iterator[tuple[int, int]]:
        """R18.2, R18.4 Where a jump may end, and over whose line."""
        if self.state.options.jumps != "on":
            return
        made = [jump.over for jump in self.state.companies[company].jumps]
        for rival, track in enumerate(self.tracks):
            if rival == company or made.count(rival) >= 2:
                continue
            reached = self.hexes[company] & self.hexes[rival]
            for _ in range(3):
                reached |= {h for segment in track if segment & reached for h in segment}
            home = self.state.companies[company].start
            for hex_ in reached - self.hexes[company] - {home}:
                yield hex_, rival

    def ends(self, company: int, left: int) -> set[str]:
        """The hexes out of which a company can build, as they are offered."""
        name = self.grid.name
        own = self.hexes[company] | {self.state.companies[company].start}
        found = {name[hex_] for hex_ in own if self.open(company, hex_, left)}
        found |= {
            f"{name[hex_]} {rival}"
            for hex_, rival in self.jumps(company)
            if self.open(company, hex_, left)
        }
        return found

    def joined(self, company: int) -> list[bool]:
        """R18.5 For each jump, whether own track joins its two ends."""
        found = []
        for jump in self.state.companies[company].jumps:
            reached: set[int] = {jump.start}
            while (
                more := {
                    h for segment in self.tracks[company] if segment & reached for h in segment
                }
                - reached
            ):
                reached |= more
            found.append(jump.end in reached)
        return found


def check(state: State) -> None:
    """What is offered is what the reckoning finds."""
    step = state.stack[-1]
    reckoning = Reckoning(state)
    name = state.board.grid.name
    match step:
        case Ends():
            assert offers(state, "from") == reckoning.ends(step.company, step.left)
        case Laying():
            open_ = reckoning.open(step.company, step.hex, step.left)
            assert offers(state, "to") == {name[hex_] for hex_ in open_}
        case _:
            pass
    for company in range(len(state.companies)):
        assert not any(reckoning.joined(company))
    assert total(state) == 0
    assert min(balances(state)) >= 0


def after(state: State, line: str) -> State:
    """The next state; a segment costs and brings what the reckoning says."""
    step, reckoning = state.stack[-1], Reckoning(state)
    then = play(state, line)
    for laid in told(then, Laid):
        assert isinstance(step, Laying)
        here, there = (state.board.grid.number[hex_] for hex_ in (laid.start, laid.end))
        assert here == step.hex
        assert laid.cost == reckoning.cost(here, there)
        assert dict(laid.fees) == reckoning.fees(laid.company, here, there)
        town = state.board.town_at.get(there)
        first = town is not None and not state.connected >> town & 1
        assert [news.amount for news in told(then, Bonus)] == [6] * first
        change = [now - was for was, now in zip(balances(state), balances(then), strict=True)]
        assert change[laid.company] == 6 * first - sum(amount for _, amount in laid.fees)
        assert all(change[rival] == amount for rival, amount in laid.fees)
    return then


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("start_fees", ["waived", "strict"])
@pytest.mark.parametrize(("name", "sheet"), [("own", ROUGH), ("bavaria", ""), ("russia", "")])
def test_construction_goes_as_reckoned(name: str, sheet: str, start_fees: str, seed: int) -> None:
    """Eight rounds of four companies that build at random, near each other."""
    rng = Random(f"{name}/{start_fees}/{seed}")
    state = fresh(4, map=name, sheet=sheet, start_fees=start_fees, jumps="on")
    while not state.operating and state.round <= 8:
        check(state)
        lines = sorted(str(action) for action in GAME.actions(state))
        building = [line for line in lines if line not in {"stop", "back"}]
        jumps = [line for line in building if line.startswith("from") and line.count(" ") == 2]
        some = jumps if jumps and rng.random() < 0.4 else building if rng.random() < 0.9 else lines
        state = after(state, rng.choice(some or lines))
