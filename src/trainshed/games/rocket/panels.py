"""What lies before the players, and the table of shares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trainshed.board.scene import PORCELAINS, Figure, Ledger, Panel, Row
from trainshed.core import Mark, Seat, say, say_n

from .box import BOX

if TYPE_CHECKING:
    from .state import Baron, State

PASSENGERS = "passengers"


def panel(state: State, seat: Seat) -> Panel:
    """What one player has; his money only where the reader may know it."""
    baron = state.barons[seat]
    left = BOX.stations - baron.stations.bit_count()
    porcelain, _ = PORCELAINS[seat]
    return Panel(
        seat=seat,
        money=None if f"barons.{seat}.money" in state.hidden else baron.cash,
        figures=(
            *(_goods(state, baron, good) for good in BOX.goods),
            Figure(
                f"good:{PASSENGERS}",
                baron.passengers,
                say_n("{n} passenger", "{n} passengers", baron.passengers),
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
    return Ledger(
        title=say("Shares"),
        note=say("the top two earn when a line is absorbed"),
        rows=tuple(_row(state, company) for company in range(len(state.lines))),
        columns=(say("on board"), say("towns")),
    )


def _goods(state: State, baron: Baron, good: str) -> Figure:
    count = sum(
        held
        for held, (_, kind) in zip(baron.markers, state.board.markers, strict=True)
        if kind == good
    )
    return Figure(f"good:{good}", count, say("{good}: {n}", good=Mark("good", good), n=count))


def _row(state: State, company: int) -> Row:
    line, charter = state.lines[company], state.board.charters[company]
    if line.into is not None:
        survivor = Mark("line", state.board.letters[line.into])
        return Row(
            key=f"line:{charter.letters}",
            enamel=charter.enamel,
            letters=charter.letters,
            cells=(),
            note=say("absorbed by {line}", line=survivor),
            spoken=charter.name,
        )
    held = tuple(baron.shares[company] for baron in state.barons)
    return Row(
        key=f"line:{charter.letters}",
        enamel=charter.enamel,
        letters=charter.letters,
        cells=(*(count or None for count in held), line.stock or None, line.towns.bit_count()),
        leaders=tuple(n for n, count in enumerate(held) if count and count == max(held)),
        mark=say("autonomous") if line.autonomous else None,
        spoken=charter.name,
    )
