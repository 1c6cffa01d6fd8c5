"""R4.6, R14.7 What a seat may know: not the tycoon cards of others, nor their cash, uncounted."""

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

UNKNOWN, PULLMAN = "?", "pullman"
PLAUSIBLE = range(0, 10 * BOX.unit, BOX.unit)
"""What a player may have in hand, where nobody counted."""


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
    return state.pioneer == seat and state.railroads[seat].tycoon == PULLMAN


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


def counted(view: State) -> dict[str, range]:
    """R4.6 What others hide of their money: all they earn and spend is public, shares lie open."""
    known: dict[str, range] = {}
    for seat, railroad in enumerate(view.railroads):
        if railroad.counted is not None and f"railroads.{seat}.cash" in view.hidden:
            earned, spent = railroad.counted
            cash = railroad.shares * BOX.shares.cash + earned - spent
            for name, amount in (("cash", cash), ("earned", earned), ("spent", spent)):
                known[f"railroads.{seat}.{name}"] = range(amount, amount + 1)
    return known


def uncounted(view: State) -> State:
    """R4.6 A view without what was counted, which nobody is told."""
    railroads = tuple(replace(railroad, counted=None) for railroad in view.railroads)
    return replace(view, railroads=railroads)


def upgrade(state: State) -> State:
    """R4.6 Stored before anybody counted: what was earned and spent was public all along."""
    if state.hidden or all(railroad.counted is not None for railroad in state.railroads):
        return state
    railroads = tuple(replace(it, counted=(it.earned, it.spent)) for it in state.railroads)
    return replace(state, railroads=railroads)


def guess(state: State, rng: Random) -> State:
    """The state with likely cards where a view has none, and with cash as it was counted."""
    if not state.hidden:
        return state
    known = {card for railroad in state.railroads for card in (railroad.tycoon, *railroad.dealt)}
    left = [card for card in BOX.tycoons if card not in known]
    rng.shuffle(left)
    counts, railroads = counted(state), []
    for seat, railroad in enumerate(state.railroads):
        now = railroad
        if f"railroads.{seat}.dealt" in state.hidden:
            now = _with_cards(now, left, rng, is_pioneer=seat == state.pioneer)
        if f"railroads.{seat}.cash" in state.hidden:
            now = _with_cash(now, seat, counts, rng)
        railroads.append(now)
    return replace(state, railroads=tuple(railroads), hidden=())


def _with_cards(railroad: Railroad, left: list[str], rng: Random, *, is_pioneer: bool) -> Railroad:
    """R14.7, R15.4 The cards dealt and the one kept: a pioneer would have shown Pullman."""
    kept = [railroad.tycoon] if railroad.tycoon not in ("", UNKNOWN) else []
    if is_pioneer and len(railroad.dealt) == 1:
        left.sort(key=lambda card: card == PULLMAN, reverse=True)
    dealt = [*kept, *(left.pop() for _ in railroad.dealt[len(kept) :])]
    if railroad.tycoon and not kept:
        kept = [rng.choice([card for card in dealt if not (is_pioneer and card == PULLMAN)])]
    rng.shuffle(dealt)
    return replace(railroad, dealt=tuple(dealt), tycoon=kept[0] if kept else "")


def _with_cash(railroad: Railroad, seat: int, counts: dict[str, range], rng: Random) -> Railroad:
    """R4.6 The money that was counted, or some where nobody did."""
    if railroad.counted is not None:
        names = ("cash", "earned", "spent")
        return replace(
            railroad, **{name: rng.choice(counts[f"railroads.{seat}.{name}"]) for name in names}
        )
    cash = rng.choice(PLAUSIBLE) if railroad.shares or railroad.score else 0
    return replace(railroad, cash=cash, earned=cash)
