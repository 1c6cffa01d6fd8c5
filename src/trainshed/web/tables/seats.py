"""Who sits at a table, and through whose eyes it is seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import chain
from typing import Any

from msgspec import Struct

from trainshed.board.scene import PORCELAINS, Enamel, Panel, Porcelain
from trainshed.core import Language, Match, Seat
from trainshed.core.text import called
from trainshed.web.database.kept import PROGRAM, Lapsed


class Badge(Struct, frozen=True, gc=False):
    """How a seat is shown everywhere: by its colour, which has its own emblem."""

    porcelain: Porcelain | Enamel


class SeatInfo(Struct, frozen=True, gc=False):
    """One player of the table."""

    seat: Seat
    name: str
    badge: Badge
    is_you: bool
    is_bot: bool
    """Whether no person plays here, but a bot of the site or somebody's program."""
    is_open: bool
    """Nobody sits here yet."""
    to_move: bool
    account: str = ""
    """The id of the account that sits here."""


class Sitting(Struct, frozen=True, gc=False):
    """Who looks at the table: the seats he plays, his language, bots, when lines were written."""

    mine: tuple[Seat, ...]
    language: Language
    bots: tuple[Seat, ...] = ()
    vacant: tuple[Seat, ...] = ()
    accounts: tuple[str, ...] = ()
    """The ids of those who sit on each seat with an account."""
    times: Mapping[int, datetime] = {}
    """When each line of the log was written, by its number."""
    orders: tuple[str, ...] = ()
    """The standing answers of the seat that looks."""
    lapsed: tuple[Lapsed, ...] = ()
    """Those that have ended."""
    is_answered: bool = False
    """Whether one of them is about to answer."""
    keeps_to_moves: bool = False
    """Whether bots here would not go back."""
    base: int = 0
    """The line at which corrected laws took over, 0 if they never did."""


def badge(seat: int) -> Badge:
    """The colour of a seat where players do not wear what their companies do."""
    return Badge(PORCELAINS[seat][0])


def seats(
    match: Match[Any, Any],
    sitting: Sitting,
    *,
    at: int | None = None,
    panels: Sequence[Panel] | None = None,
) -> tuple[SeatInfo, ...]:
    """The players of a table, at move `at` or now; their panels, where they are known already."""
    state = match.state if at is None else match.at(at)
    actor = match.game.actor(state)
    if panels is None:
        panels = match.game.scene(match.game.view(state, None)).panels
    worn = {panel.seat: panel.enamel for panel in panels}
    single = len(sitting.mine) == 1
    accounts = sitting.accounts or ("",) * len(match.names)
    return tuple(
        SeatInfo(
            seat=Seat(seat),
            name=called(name, sitting.language),
            badge=_worn(worn.get(Seat(seat)), seat),
            is_you=seat in sitting.mine and single,
            is_bot=seat in sitting.bots or accounts[seat].startswith(PROGRAM),
            is_open=seat in sitting.vacant,
            to_move=seat == actor,
            account=accounts[seat],
        )
        for seat, name in enumerate(match.names)
    )


def _worn(enamel: Enamel | None, seat: int) -> Badge:
    return badge(seat) if enamel is None else Badge(enamel)


def perspective(match: Match[Any, Any], mine: Sequence[Seat]) -> Seat | None:
    """Through whose eyes a viewer looks: the seat that is asked if it is his, or his last one."""
    if not mine:
        return None
    played = (move.seat for move in reversed(match.history))
    own = (seat for seat in chain((match.actor,), played, mine) if seat in mine)
    return next(own, None)
