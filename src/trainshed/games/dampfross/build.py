"""R3.3 Building: first a hex of the own network, then the segment out of it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from trainshed.board.hexes import Cells, Table, members, opposite
from trainshed.core import Choice, Question, Seat, ask

from . import jumps
from .actions import Action, Back, Bonus, From, Idle, Laid, News, Stop, To
from .box import BOX, DEAREST, SIX
from .fees import Fees, fees

if TYPE_CHECKING:
    from .box import Board
    from .state import State

STOP, BACK = Stop(), Back()


def build(state: State, number: int, left: int, *, account: bool = False) -> State:
    """R3.4, R16.3 A company is asked where it builds, if it can build at all."""
    asked = ask(state, Ends(number, left, account), idle=STOP)
    return state.tell(Idle(number, "build")) if asked is None else asked


class Ends(Question["State", Action], frozen=True, tag="ends"):
    """R3.3, R22.6, R22.7 Where to build from, or no more."""

    rule: ClassVar[str] = "R3.3"
    company: int
    left: int
    account: bool = False
    """R16.3 Whether the account pays, and not the throw."""
    back: bool = True
    """Whether the way back is still open."""

    def actor(self, state: State) -> Seat:
        """Who builds."""
        return state.seat_of(self.company)

    def offers(self, state: State) -> Sequence[Action]:
        """R3.5, R5.1, R18.2 Every hex from which a segment can be built, then the jumps."""
        cells = 0
        for ends in openings(state, self.company, self.left, account=self.account):
            cells |= ends
        found: list[Action] = []
        found += _froms(state.board).pick(cells)
        found += _jumps(state, self)
        found.append(STOP)
        return found

    def why(self, state: State, action: Action) -> News | None:
        """Which rule is in the way."""
        from .reasons import why_from  # noqa: PLC0415 - the reasons know the question

        return why_from(state, self, action)

    def play(self, state: State, action: Action) -> State:
        """On to the segment, or the end of the turn."""
        if not isinstance(action, From):
            return state.pop()
        hex_ = state.board.grid.number[action.hex]
        return state.goto(
            Laying(self.company, hex_, self.left, self.account, self.back, action.over)
        )


def _jumps(state: State, step: Ends) -> list[Action]:
    """R18.2 The hexes where a jump may end and a segment can be built."""
    names, open_ = state.board.grid.name, 0
    exits = jumps.exits(state, step.company)
    if exits:
        most = payable(state, step.company, step.left, account=step.account)
        for ends in state.board.cheap[state.rules][most]:
            open_ |= ends
    return [
        From(names[end], over)
        for over, ends in exits
        for end in members(ends & open_)
        if directions(state, step.company, end, step.left, account=step.account)
    ]


class Laying(Choice["State", Action], frozen=True, tag="laying"):
    """R3.3 Where the segment leads to."""

    rule: ClassVar[str] = "R3.3"
    company: int
    hex: int
    left: int
    account: bool = False
    back: bool = True
    over: int | None = None
    """R18.2 The rival along whose line the company has jumped here."""
    on: bool = False
    """Whether it goes on from the segment just laid."""

    def actor(self, state: State) -> Seat:
        """Who builds."""
        return state.seat_of(self.company)

    def options(self, state: State) -> Sequence[Action]:
        """R3.4, R3.5 Every neighbour within reach, the way back; after a segment, no more."""
        row, names = state.board.grid.neighbours[self.hex], state.board.grid.name
        found: list[Action] = [
            To(names[row[d]])
            for d in directions(state, self.company, self.hex, self.left, account=self.account)
        ]
        if self.back:
            found.append(BACK)
        if self.on:
            found.append(STOP)
        return found

    def why(self, state: State, action: Action) -> News | None:
        """Which rule is in the way."""
        from .reasons import why_to  # noqa: PLC0415 - the reasons know the question

        return why_to(state, self, action)

    def play(self, state: State, action: Action) -> State:
        """R3.7 Lay it and go on from its end; or choose another hex; or stop."""
        if isinstance(action, Back):
            return _on(state.pop(), replace(self, back=False))
        if not isinstance(action, To):
            return state.pop()
        grid = state.board.grid
        to = grid.number[action.hex]
        direction = grid.direction(self.hex, to)
        cost = state.board.cost[state.rules][self.hex][direction]
        state = lay(state.pop(), self, direction)
        from .construction import complete, ended  # noqa: PLC0415 - construction is made of turns

        if complete(state):
            return ended(state, "towns")
        left = self.left - cost
        after = replace(self, hex=to, left=left, back=True, over=None, on=True)
        if directions(state, self.company, to, left, account=self.account):
            return state.push(after)
        return _on(state, after)


def _on(state: State, step: Laying) -> State:
    """R3.4 The next hex to build from, if anything can be built."""
    question = Ends(step.company, step.left, step.account, step.back)
    asked = ask(state, question, idle=STOP)
    return state if asked is None else asked


class Opening(Choice["State", Action], frozen=True, tag="opening"):
    """R22.2 The free segment out of the start town."""

    rule: ClassVar[str] = "R22.2"
    company: int

    def actor(self, state: State) -> Seat:
        """Who builds."""
        return state.seat_of(self.company)

    def options(self, state: State) -> Sequence[Action]:
        """Every neighbour of the start town that track may lead to."""
        board, start = state.board, state.companies[self.company].start
        row = board.grid.neighbours[start]
        return [To(board.grid.name[row[d]]) for d in SIX if board.allowed[d] >> start & 1]

    def why(self, state: State, action: Action) -> News | None:
        """Which rule is in the way."""
        from .reasons import why_to  # noqa: PLC0415 - the reasons know the question

        start = state.companies[self.company].start
        return why_to(state, Laying(self.company, start, DEAREST), action)

    def play(self, state: State, action: Action) -> State:
        """R22.2, R23.4 It costs nothing and nothing is owed."""
        assert isinstance(action, To)
        grid, start = state.board.grid, state.companies[self.company].start
        direction = grid.direction(start, grid.number[action.hex])
        state = laid(state.pop(), self.company, start, direction, 0, ())
        from .construction import complete, ended  # noqa: PLC0415 - construction is made of turns

        return ended(state, "towns") if complete(state) else state


def openings(state: State, number: int, left: int, *, account: bool) -> list[int]:
    """R3.5, R5.1, R5.2, R6.9 For each direction, the own hexes from which it can build there."""
    board, mine = state.board, state.companies[number]
    own = mine.cells | 1 << mine.start
    cheap = board.cheap[state.rules][payable(state, number, left, account=account)]
    found = [own & cheap[d] & ~mine.track[d] for d in SIX]
    if one_way(state, number):
        found = [ends & ~(1 << mine.start) for ends in found]
    if state.options.debt:
        return found
    return [
        ends & ~dear
        for ends, dear in zip(found, _too_dear(state, number, found, account), strict=True)
    ]


def payable(state: State, number: int, left: int, *, account: bool) -> int:
    """R3.5, R16.3 What a segment may cost: no more than is left, nor than the account has."""
    funds = state.companies[number].balance if account else left
    return max(min(left, funds, DEAREST), 0)


def one_way(state: State, number: int) -> bool:
    """R3.8 Whether the company has left a start town that has one way out in this round."""
    mine = state.companies[number]
    return (
        state.board.sheet.start.one_way and state.round == 1 and bool(mine.cells >> mine.start & 1)
    )


def _too_dear(state: State, number: int, ends: Sequence[int], account: bool) -> list[int]:  # noqa: FBT001
    """R6.9, R16.4 For each direction, the hexes whose segment's fees the balance cannot cover."""
    board, mine = state.board, state.companies[number]
    spared = state.handler(number)
    rivals = [other for rival, other in enumerate(state.companies) if rival not in (number, spared)]
    if _wealthy(state, number, account=account):
        return [0] * 6
    funds, laurin = mine.balance, state.rules == "laurin"
    parallel = BOX.laurin.parallel if laurin else BOX.france.parallel
    fresh = ~mine.cells if laurin else ~mine.cells & ~board.town_cells
    cheap = board.cheap[state.rules]
    found = []
    for d in SIX:
        doubled, met = [-1], [-1]
        for other in rivals:
            line = other.track[d] & ends[d]
            near = board.grid.step(other.cells & fresh, opposite(d)) & ends[d]
            _count(doubled, line)
            _count(met, near if laurin else near & ~line)
        if not account:
            dear = _above(doubled, met, parallel, funds)
        else:
            dear = 0
            for cost in range(1, DEAREST + 1):
                dear |= (cheap[cost][d] & ~cheap[cost - 1][d]) & _above(
                    doubled, met, parallel, funds - cost
                )
        found.append(ends[d] & dear)
    return _exceptions(state, number, ends, found, account)


def _count(levels: list[int], more: int) -> None:
    """Levels of a count for every hex at once: the n-th holds those that have at least n."""
    levels.append(levels[-1] & more)
    for n in range(len(levels) - 2, 0, -1):
        levels[n] |= levels[n - 1] & more


def _above(doubled: Sequence[int], met: Sequence[int], parallel: int, funds: int) -> int:
    """The hexes where so many doubled lines and meetings cost more than the funds."""
    if funds < 0:
        return -1
    dear = 0
    for lines, there in enumerate(doubled):
        least = (funds - parallel * lines) // BOX.laurin.junction + 1
        if least <= 0:
            return dear | there
        if least < len(met):
            dear |= there & met[least]
    return dear


def _exceptions(
    state: State,
    number: int,
    ends: Sequence[int],
    dear: list[int],
    account: bool,  # noqa: FBT001
) -> list[int]:
    """R6.6, R6.7 Segments between two towns and those out of a start town are looked at singly."""
    board, mine = state.board, state.companies[number]
    if state.rules != "laurin":
        return dear
    for d in SIX:
        odd = ends[d] & (board.twins[d] | (1 << mine.start & ~mine.cells))
        for hex_ in members(odd):
            dear[d] &= ~(1 << hex_)
            if not affordable(state, number, hex_, d, account=account):
                dear[d] |= 1 << hex_
    return dear


def affordable(state: State, number: int, hex_: int, direction: int, *, account: bool) -> bool:
    """R6.9, R6.10, R16.3, R16.4, R23.5 Whether the balance covers fees and, where it pays, cost."""
    funds = state.companies[number].balance
    if account:
        funds -= state.board.cost[state.rules][hex_][direction]
    if state.options.debt:
        return funds >= 0 or not account
    return sum(amount for _, amount in fees(state, number, hex_, direction)) <= funds


def directions(state: State, number: int, hex_: int, left: int, *, account: bool) -> list[int]:
    """R3.5, R5.2 The directions in which a segment can be built out of one hex."""
    mine = state.companies[number]
    cheap = state.board.cheap[state.rules][payable(state, number, left, account=account)]
    if hex_ == mine.start and one_way(state, number):
        return []
    found = [d for d in SIX if cheap[d] >> hex_ & 1 and not mine.track[d] >> hex_ & 1]
    if _wealthy(state, number, account=account):
        return found
    return [d for d in found if affordable(state, number, hex_, d, account=account)]


def _wealthy(state: State, number: int, *, account: bool) -> bool:
    """R6.9 Whether the balance covers the fees of any segment."""
    laurin = state.rules == "laurin"
    parallel = BOX.laurin.parallel if laurin else BOX.france.parallel
    most = (parallel + 2 * BOX.laurin.junction) * (len(state.companies) - 1)
    return state.companies[number].balance >= most + DEAREST * account


def lay(state: State, step: Laying, direction: int) -> State:
    """R3.6, R3.7, R6.8, R16.3 Pay for a segment and lay it."""
    from .state import BANK, Jump  # noqa: PLC0415 - the state knows its steps

    number, hex_ = step.company, step.hex
    cost = state.board.cost[state.rules][hex_][direction]
    if step.over is not None:
        mine = state.companies[number]
        jump = Jump(step.over, jumps.junction(state, number, step.over, hex_), hex_)
        state = state.with_company(number, replace(mine, jumps=(*mine.jumps, jump)))
    owed = fees(state, number, hex_, direction)
    for rival, amount in owed:
        state = state.pay(number, rival, amount, "fees")
    if step.account:
        state = state.pay(number, BANK, cost, "building")
    return laid(state, number, hex_, direction, cost, owed)


def laid(state: State, number: int, hex_: int, direction: int, cost: int, owed: Fees) -> State:
    """R7.1, R7.2 The segment lies there; a new town pays its bonus."""
    grid, mine = state.board.grid, state.companies[number]
    to = grid.neighbours[hex_][direction]
    track = list(mine.track)
    track[direction] = Cells(track[direction] | 1 << hex_)
    back = opposite(direction)
    track[back] = Cells(track[back] | 1 << to)
    mine = replace(mine, track=tuple(track), cells=Cells(mine.cells | 1 << hex_ | 1 << to))
    state = replace(state.with_company(number, mine), laid=True)
    state = state.tell(Laid(number, grid.name[hex_], grid.name[to], cost, owed))
    state = _abroad(_town(state, number, to), number, to)
    return jumps.joined(state, number) if mine.jumps else state


def _town(state: State, number: int, hex_: int) -> State:
    """R7.1, R7.3, R23.6 The first company in a town."""
    from .state import BANK  # noqa: PLC0415 - the state knows its steps

    town = state.board.town_at.get(hex_)
    if town is None or state.connected >> town & 1:
        return state
    amount = BOX.laurin.bonus if state.rules == "laurin" else BOX.france.bonus
    state = replace(state, connected=Cells(state.connected | 1 << town))
    state = state.pay(BANK, number, amount, "towns")
    return state.tell(Bonus(number, state.board.towns[town], amount))


def _abroad(state: State, number: int, hex_: int) -> State:
    """R23.7, R23.8 The first company in a foreign destination."""
    from .state import BANK  # noqa: PLC0415 - the state knows its steps

    if state.rules == "laurin":
        return state
    for country, (name, cells) in enumerate(state.board.destinations):
        if cells >> hex_ & 1 and not state.abroad >> country & 1:
            state = replace(state, abroad=Cells(state.abroad | 1 << country))
            state = state.pay(BANK, number, BOX.france.bonus, "towns")
            state = state.tell(Bonus(number, name, BOX.france.bonus))
    return state


@lru_cache(maxsize=32)
def _froms(board: Board) -> Table[Action]:
    """Every action that names a hex to build from."""
    return Table({number: From(name) for number, name in board.grid.name.items()})
