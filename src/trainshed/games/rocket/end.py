"""R11, R12 The end of the game and the final scoring."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from .actions import CategoryPaid, Ended, SharesPaid, StationsPaid, Won
from .box import BOX
from .income import by_towns, shared, stations_on

if TYPE_CHECKING:
    from .actions import News
    from .state import State

PLAY, GOODS, STATIONS, SHARES = range(4)
"""R8.9 The sources under which money is booked."""


def reason(state: State) -> str | None:
    """R11.1, R11.2 Why the game ends after this action, if it does."""
    if state.tiles == 0:
        return "tiles"
    if sum(line.stock > 0 for line in state.lines) <= 1:
        return "shares"
    return None


def end(state: State, why: str) -> State:
    """R11.3, R11.4 The turn stops at once; the final scoring follows."""
    state = replace(state, stack=(), over=True).afterwards().tell(Ended(why))
    for source, news, amounts in final(state):
        state = state.pay(amounts, source).tell(news)
    first = winners(state)
    return state.tell(Won(first, state.barons[first[0]].cash))


def final(state: State) -> list[tuple[int, News, tuple[int, ...]]]:
    """R12.1, R12.2, R12.3 What the end would pay now: source, news and amounts."""
    return [*_goods(state), *_stations(state), *_shares(state)]


def winners(state: State) -> tuple[int, ...]:
    """R12.4 Who has the greatest fortune; equal fortunes share the victory."""
    fortunes = [baron.cash for baron in state.barons]
    return tuple(seat for seat, fortune in enumerate(fortunes) if fortune == max(fortunes))


def _goods(state: State) -> list[tuple[int, News, tuple[int, ...]]]:
    """R12.1 Markers of cities that no line serves do not count; passengers always do."""
    board = state.board
    served = 0
    for line in state.lines:
        served |= line.towns
    paid: list[tuple[int, News, tuple[int, ...]]] = []
    for good in BOX.goods:
        kinds = [
            n
            for n, (city, kind) in enumerate(board.markers)
            if kind == good and served >> board.city_town[city] & 1
        ]
        counts = [sum(baron.markers[kind] for kind in kinds) for baron in state.barons]
        amounts = shared(counts, *BOX.income.category)
        paid.append((GOODS, CategoryPaid(good, amounts), amounts))
    amounts = shared([baron.passengers for baron in state.barons], *BOX.income.category)
    return [*paid, (GOODS, CategoryPaid("passengers", amounts), amounts)]


def _stations(state: State) -> list[tuple[int, News, tuple[int, ...]]]:
    """R12.2 Each surviving line pays for its stations."""
    paid: list[tuple[int, News, tuple[int, ...]]] = []
    for company, line in enumerate(state.lines):
        if line.towns:
            towns = line.towns.bit_count()
            amounts = by_towns(stations_on(state, company), towns)
            news = StationsPaid(state.board.letters[company], towns, amounts)
            paid.append((STATIONS, news, amounts))
    return paid


def _shares(state: State) -> list[tuple[int, News, tuple[int, ...]]]:
    """R12.3 Each surviving line pays for its shares."""
    paid: list[tuple[int, News, tuple[int, ...]]] = []
    for company, line in enumerate(state.lines):
        if line.towns:
            towns = line.towns.bit_count()
            amounts = by_towns([baron.shares[company] for baron in state.barons], towns)
            news = SharesPaid(state.board.letters[company], towns, amounts)
            paid.append((SHARES, news, amounts))
    return paid
