"""R4.6, R14.7 What a seat may know: neither the cash nor the tycoon cards of the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from trainshed.core import Masked
from trainshed.core.recall import recalled

from .actions import Deal, Issued, Keep
from .box import BOX
from .setup import dealt_next

if TYPE_CHECKING:
    from random import Random

    from trainshed.core import Action as Act
    from trainshed.core import News as Fact
    from trainshed.core import Seat

    from .state import Railroad, State

UNKNOWN = "?"
POCKET = 10
"""What a player may have in hand, in thousands, as far as others guess."""


@recalled(256)
def view(state: State, seat: Seat | None) -> State:
    """The state without what a seat may not know."""
    if state.over:
        return state
    hidden: list[str] = []
    railroads = []
    for other, railroad in enumerate(state.railroads):
        if other == seat:
            railroads.append(railroad)
            continue
        hidden += (f"railroads.{other}.{name}" for name in ("cash", "earned", "spent"))
        known = _without_cash(railroad)
        if railroad.dealt:
            hidden.append(f"railroads.{other}.dealt")
            known = replace(known, dealt=(UNKNOWN,) * len(known.dealt))
        if railroad.tycoon and not _shown(state, other):
            hidden.append(f"railroads.{other}.tycoon")
            known = replace(known, tycoon=UNKNOWN)
        railroads.append(known)
    return replace(state, railroads=tuple(railroads), hidden=tuple(hidden))


def _without_cash(railroad: Railroad) -> Railroad:
    return replace(railroad, cash=0, earned=0, spent=railroad.shares * BOX.shares.cash)


def _shown(state: State, seat: int) -> bool:
    """R14.7, R14.13 Whether Pullman has shown himself."""
    return state.pioneer == seat and state.railroads[seat].tycoon == "pullman"


def seen(line: Act | Fact, state: State, seat: Seat | None) -> Act | Fact:
    """R1.8, R15.4 A line as a seat may read it: not which tycoon another one got or kept."""
    if isinstance(line, Deal):
        return line if dealt_next(state) == seat else Masked()
    if isinstance(line, Keep):
        return line if getattr(state.stack[-1], "seat", None) == seat else Masked()
    return line


def tells(item: Fact, seat: Seat) -> bool:
    """R4.6 Whether shares that somebody had to issue tell another one how little he had."""
    return isinstance(item, Issued) and item.seat != seat


def guess(state: State, rng: Random) -> State:
    """The state with likely cards and likely cash where a view has none."""
    if not state.hidden:
        return state
    known = {card for railroad in state.railroads for card in (railroad.tycoon, *railroad.dealt)}
    left = [card for card in BOX.tycoons if card not in known]
    rng.shuffle(left)
    railroads = []
    for seat, railroad in enumerate(state.railroads):
        now = railroad
        if f"railroads.{seat}.dealt" in state.hidden:
            # Pullman would have shown himself.
            left.sort(key=lambda card: card == "pullman" and seat == state.pioneer, reverse=True)
            shown = (railroad.tycoon,) if railroad.tycoon not in ("", UNKNOWN) else ()
            dealt = (*shown, *(left.pop() for _ in railroad.dealt[len(shown) :]))
            now = replace(now, dealt=dealt, tycoon=dealt[0] if railroad.tycoon else "")
        if f"railroads.{seat}.cash" in state.hidden and (railroad.shares or railroad.score):
            cash = rng.randrange(POCKET) * BOX.unit
            now = replace(now, cash=cash, earned=cash)
        railroads.append(now)
    return replace(state, railroads=tuple(railroads), hidden=())
