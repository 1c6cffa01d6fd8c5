"""What lies before the players, and the table of shares."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from trainshed.board.scene import PORCELAINS, Figure, Ledger, Panel, Row
from trainshed.core import Mark, Seat, say, say_n

from .box import BOX

if TYPE_CHECKING:
    from .box import Board
    from .state import Line, State

PASSENGERS = "passengers"


def panel(state: State, seat: Seat) -> Panel:
    """What one player has; his money only where the reader may know it."""
    baron = state.barons[seat]
    cash = None if f"barons.{seat}.money" in state.hidden else baron.cash
    left = BOX.stations - baron.stations.bit_count()
    return _panel(state.board, seat, cash, baron.markers, (baron.passengers, left))


@lru_cache(maxsize=256)
def _panel(
    board: Board, seat: Seat, cash: int | None, markers: tuple[int, ...], counts: tuple[int, int]
) -> Panel:
    passengers, left = counts
    porcelain, _ = PORCELAINS[seat]
    return Panel(
        seat=seat,
        money=cash,
        figures=(
            *(_goods(board, markers, good) for good in BOX.goods),
            Figure(
                f"good:{PASSENGERS}",
                passengers,
                say_n("{n} passenger", "{n} passengers", passengers),
            ),
            Figure(
                f"house:{porcelain}",
                left,
                say_n("{n} station left", "{n} stations left", left),
                say("left"),
            ),
        ),
    )


def ledger(state: State) -> Ledger:
    """The shares of each line, by seat and on the board, and the towns it serves."""
    shares = tuple(baron.shares for baron in state.barons)
    return _ledger(state.board, state.lines, shares)


@lru_cache(maxsize=256)
def _ledger(board: Board, lines: tuple[Line, ...], shares: tuple[tuple[int, ...], ...]) -> Ledger:
    return Ledger(
        title=say("Shares"),
        note=say("the top two earn when a line is absorbed"),
        rows=tuple(
            _row(board, company, line, tuple(held[company] for held in shares))
            for company, line in enumerate(lines)
        ),
        columns=(say("on board"), say("towns")),
    )


def _goods(board: Board, markers: tuple[int, ...], good: str) -> Figure:
    count = sum(
        held for held, (_, kind) in zip(markers, board.markers, strict=True) if kind == good
    )
    return Figure(f"good:{good}", count, say("{good}: {n}", good=Mark("good", good), n=count))


def _row(board: Board, company: int, line: Line, held: tuple[int, ...]) -> Row:
    charter = board.charters[company]
    if line.into is not None:
        survivor = Mark("line", board.letters[line.into])
        return Row(
            key=f"line:{charter.letters}",
            enamel=charter.enamel,
            letters=charter.letters,
            cells=(),
            note=say("absorbed by {line}", line=survivor),
            spoken=charter.name,
        )
    return Row(
        key=f"line:{charter.letters}",
        enamel=charter.enamel,
        letters=charter.letters,
        cells=(*(count or None for count in held), line.stock or None, line.towns.bit_count()),
        leaders=tuple(n for n, count in enumerate(held) if count and count == max(held)),
        mark=say("autonomous") if line.autonomous else None,
        spoken=charter.name,
    )
