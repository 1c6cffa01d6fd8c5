"""R12 Charges: what trains owe, netting, and what a company can pay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .actions import Charged
from .box import BOX
from .routes import Limits, Network, Route, dues, keeps

if TYPE_CHECKING:
    from .state import State, Train


def free_lines(state: State, companies: Sequence[int]) -> list[int]:
    """R13.3, R20.3 The companies whose lines cost a train nothing."""
    return [*companies, *spared(state, companies)]


def spared(state: State, companies: Sequence[int]) -> list[int]:
    """R20.3 Whoever handles David is not paid for his lines."""
    handler = state.handler(companies[0])
    return [handler] if handler >= 0 else []


def lines_for(state: State, companies: Sequence[int], used: Sequence[int] = ()) -> Network:
    """R11.4, R11.5 The lines that a train of these companies can use."""
    return Network(state, companies, used, spared(state, companies))


def owed(state: State, train: Train) -> dict[int, int]:
    """R12.1, R18.6 What a train owes on each line, gaps of its network included."""
    return dues(train.lines, free_lines(state, train.companies))


def against(state: State, companies: Sequence[int]) -> dict[int, int]:
    """R12.4, R13.6 What others owe the only company of a train in this race."""
    if len(companies) > 1:
        return {}
    found = {}
    for train in state.trains:
        if len(train.companies) == 1 and train.companies != tuple(companies):
            due = owed(state, train).get(companies[0], 0)
            if due:
                found[train.companies[0]] = due
    return found


def limits(state: State, companies: Sequence[int], later: Sequence[int] = ()) -> Limits:
    """R12.3, R12.5, R12.7, R13.4, R13.6 What a route may owe; `later` ones may yet be netted."""
    back = against(state, companies)
    lines = range(len(state.companies) + 1)
    return Limits(
        own=True,
        each=tuple(BOX.laurin.cap + back.get(line, 0) for line in lines),
        back=tuple(back.get(line, 0) for line in lines),
        open=tuple(later),
        purse=None if state.options.debt else purse(state, companies),
        steps=longest(state, companies),
    )


def purse(state: State, companies: Sequence[int]) -> int:
    """R12.7, R13.4 What a train can pay; of an odd sum the richer partner pays more."""
    funds = sorted(state.companies[number].balance for number in companies)
    poorest = funds[0]
    if len(funds) == 1:
        return poorest
    return 2 * poorest + (funds[1] > poorest)


def longest(state: State, companies: Sequence[int]) -> int | None:
    """R19.3 How long a route may be beside those that are declared."""
    if state.options.prizes != "table":
        return None
    others = [len(train.lines) for train in state.trains if train.companies != tuple(companies)]
    return 2 * min(others) if others else None


def halves(total: int, count: int) -> list[int]:
    """R13.4 A sum by halves; the odd credit falls to the first."""
    return [total] if count == 1 else [total - total // 2, total // 2]


def by_wealth(state: State, companies: Sequence[int]) -> list[int]:
    """R13.7 These companies, the richest first."""
    return [number for number in state.by_wealth() if number in companies]


def broken(state: State, train: Train) -> bool:
    """R12.6 Whether a declared route is over a limit when all pairs are netted."""
    route = Route(train.path, train.lines)
    own = lines_for(state, train.companies)
    return not keeps(own, route, limits(state, train.companies))


def charge(state: State) -> State:
    """R12.4, R12.8, R12.9, R13.4 Every train pays what is left after netting."""
    bills = [
        (train.companies, line, due - against(state, train.companies).get(line, 0))
        for train in state.trains
        for line, due in owed(state, train).items()
    ]
    richest = state.by_wealth()
    odd: dict[tuple[int, ...], int] = {}
    for companies, line, due in bills:
        if due <= 0:
            continue
        payers = [number for number in richest if number in companies]
        shares = halves(due, len(payers))
        if len(payers) > 1 and due % 2:
            # Odd credits fall to the richer and the poorer in turn, so that the halves stay halves.
            odd[companies] = odd.get(companies, 0) + 1
            if odd[companies] % 2 == 0:
                shares.reverse()
        to = line if line < len(state.companies) else -1
        for number, share in zip(payers, shares, strict=True):
            if share:
                state = state.pay(number, to, share, "charges").tell(Charged(number, to, share))
    return state
