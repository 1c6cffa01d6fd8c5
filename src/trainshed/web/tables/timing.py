"""How clocks run, as functions of values: who has how much time, and when it is out.

In a live game everybody has a clock of his own, which runs while he is asked. By correspondence
everybody has so many hours for a move. Bots and empty seats have no clock.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from math import ceil

from msgspec import Struct
from msgspec.structs import replace

from trainshed.web.database.kept import Asked, Table

OFFER, OFFER_LIVE = timedelta(hours=72), timedelta(minutes=2)
"""So long an offer stands: where nobody has a clock, and in a live game."""
RETURN = 60
"""The seconds that somebody has at least who comes back to a live game."""
BANKS = ((300, 5), (900, 10), (1800, 20), (3600, 30))
"""The clocks of live games that can be chosen: seconds at the beginning, and for each move."""
LONGEST_BANK, LONGEST_INCREMENT = 4 * 3600, 600
URGENT = 30
"""With fewer seconds than this on his clock somebody has to hurry."""


class Turned(Struct, frozen=True, kw_only=True):
    """What has become of the question: who is asked now, and what led there."""

    actor: int | None
    moved: bool = True
    """Whether the position is another one, not only talked about."""
    undone: bool = False
    """Whether somebody took his own action back."""
    grown: bool = True
    """Whether there are more moves than before; after going back there are fewer."""
    was_offer: bool = False
    is_offer: bool = False
    """Whether the answer is a consent to somebody's offer."""


class Face(Struct, frozen=True):
    """What a clock shows: its seconds, and the moment at which it is out while it runs."""

    seconds: int
    due: datetime | None = None
    is_late: bool = False


def is_timed(table: Table) -> bool:
    """Whether people have a clock at all; an offer stands only for a while even without one."""
    return is_live(table) or table.hours is not None


def is_live(table: Table) -> bool:
    """Whether everybody has a clock of his own."""
    return table.bank is not None


def has_person(table: Table, seat: int | None) -> bool:
    """Whether somebody sits there for whom a clock can run."""
    if seat is None or not 0 <= seat < len(table.chairs):
        return False
    chair = table.chairs[seat]
    return not chair.is_bot and not chair.is_open


def bank(table: Table, seat: int) -> int:
    """The seconds on the clock of a seat when it was last stopped."""
    left = table.chairs[seat].left
    return (table.bank or 0) if left is None else left


def span(table: Table, seat: int | None, *, is_offer: bool = False) -> timedelta | None:
    """How long a seat may think that is asked now; None for ever."""
    if seat is None or not has_person(table, seat):
        return None
    if is_live(table):
        own = timedelta(seconds=bank(table, seat))
        return None if table.vacant else min(own, OFFER_LIVE) if is_offer else own
    if table.hours is not None:
        return timedelta(hours=table.hours)
    return OFFER if is_offer else None


def deadline(
    table: Table,
    seat: int | None,
    now: datetime,
    *,
    is_offer: bool = False,
    away: datetime | None = None,
) -> datetime | None:
    """When the time of a seat is out that is asked now; by correspondence holidays do not count."""
    found = span(table, seat, is_offer=is_offer)
    if found is None:
        return None
    return _begin(table, now, away) + found


def _begin(table: Table, now: datetime, away: datetime | None) -> datetime:
    """When a clock begins to run for somebody who is on holiday until then."""
    return now if away is None or is_live(table) else max(now, away)


def remaining(table: Table, now: datetime) -> timedelta | None:
    """What the seat has that is asked, None where no clock is meant for it."""
    if table.rest is not None:
        return timedelta(seconds=table.rest)
    return None if table.due is None else max(table.due - now, timedelta())


def stopped(table: Table, now: datetime, *, was_offer: bool = False) -> int | None:
    """The seconds on the clock of whoever is asked in a live game, if it is stopped now."""
    seat = table.actor
    if seat is None or not is_live(table) or not has_person(table, seat):
        return None
    given, rest = span(table, seat, is_offer=was_offer), remaining(table, now)
    if given is None or rest is None:
        return None
    spent = max(given - rest, timedelta())
    return max(ceil(bank(table, seat) - spent.total_seconds()), 0)


def turned(table: Table, turn: Turned, now: datetime, away: datetime | None = None) -> Asked:
    """Who is asked from now on and until when; a clock that was stopped keeps what is left.

    Whoever has moved gets his increment; taking back gives it back. Within one's own turn a live
    clock goes on, and talking about going back stops no clock at all.
    """
    same = turn.actor == table.actor
    if same and not turn.moved:
        return Asked(actor=turn.actor, since=table.since, due=table.due, rest=table.rest)
    since = table.since if same else now
    if same and is_live(table) and not (turn.was_offer or turn.is_offer):
        return Asked(actor=turn.actor, since=since, due=table.due, rest=table.rest)
    left = _kept(table, turn, now)
    table = wound(table, left)
    due = deadline(table, turn.actor, now, is_offer=turn.is_offer, away=away)
    if table.rest is None or turn.actor is None:
        return Asked(actor=turn.actor, since=since, due=due, left=left)
    own = span(table, turn.actor, is_offer=turn.is_offer)
    rest = 0 if own is None else seconds(own)
    return Asked(actor=turn.actor, since=since, rest=rest, left=left)


def _kept(table: Table, turn: Turned, now: datetime) -> dict[int, int | None]:
    """The clocks that stop or change with a turn, by seat."""
    seat, found = table.actor, dict[int, int | None]()
    if not is_live(table):  # the next question is another one
        return {n: None for n, chair in enumerate(table.chairs) if chair.left is not None}
    increment = table.increment or 0
    own = stopped(table, now, was_offer=turn.was_offer)
    if seat is not None and own is None and _is_spent(table, seat):
        own = 0
    if own is not None and seat is not None:
        is_done = turn.moved and turn.grown and not turn.undone and turn.actor != seat
        found[seat] = own + (increment if is_done else 0)
    back = turn.actor
    is_back = turn.undone and not table.vacant
    if is_back and back is not None and back != seat and has_person(table, back):
        found[back] = max(bank(table, back) - increment, 0)
    return found


def _is_spent(table: Table, seat: int) -> bool:
    """Whether somebody has let his time run out at a table that waits for him."""
    return has_person(table, seat) and not table.vacant and table.chairs[seat].left == 0


def wound(table: Table, left: Mapping[int, int | None]) -> Table:
    """The table with these seconds on its clocks."""
    if not left:
        return table
    chairs = (
        replace(chair, left=left.get(seat, chair.left)) for seat, chair in enumerate(table.chairs)
    )
    return replace(table, chairs=tuple(chairs))


def reseated(before: Table, after: Table, now: datetime, *, is_offer: bool = False) -> Asked:
    """The clock of whoever is asked when others sit at the table than before.

    Whoever leaves while he is asked keeps what is left, also where a bot plays on for him; a
    pause goes on as long as somebody sits there who can end it.
    """
    seat = after.actor
    before = replace(before, actor=seat, since=after.since, due=after.due, rest=after.rest)
    if _is_same(before, after):
        return Asked(actor=seat, since=after.since, due=after.due, rest=after.rest)
    left = _left(before, now, is_offer=is_offer)
    due = deadline(wound(after, left), seat, now, is_offer=is_offer)
    lent = _lent(before)
    if due is not None and lent is not None:
        due = min(due, now + timedelta(seconds=max(lent, RETURN)))
    if after.rest is None or not any(has_person(after, n) for n in range(len(after.chairs))):
        return Asked(actor=seat, since=now, due=due, left=left)
    rest = 0 if due is None else seconds(due - now)
    return Asked(actor=seat, since=now, rest=rest, left=left)


def _is_same(before: Table, after: Table) -> bool:
    """Whether the clock of whoever is asked goes on, because he is the same person."""
    seat = after.actor
    if seat is None or not has_person(before, seat) or not has_person(after, seat):
        return False
    if before.chairs[seat].owner != after.chairs[seat].owner:
        return False
    return not is_live(after) or bool(before.vacant) == bool(after.vacant)


def _left(table: Table, now: datetime, *, is_offer: bool) -> dict[int, int]:
    """The seconds of the person who is asked, if he gets up now."""
    seat, rest = table.actor, remaining(table, now)
    if seat is None or rest is None or not has_person(table, seat):
        return {}
    own = stopped(table, now, was_offer=is_offer) if is_live(table) else seconds(rest)
    return {} if own is None else {seat: own}


def _lent(table: Table) -> int | None:
    """The seconds for which somebody could still have answered whom a bot stands in for."""
    seat = table.actor
    if seat is None or is_live(table) or not table.chairs[seat].is_bot:
        return None
    return table.chairs[seat].left


def paused(table: Table, now: datetime) -> Asked:
    """All clocks stand still."""
    rest = remaining(table, now)
    kept = 0 if rest is None else seconds(rest)
    return Asked(actor=table.actor, since=table.since, rest=kept)


def resumed(
    table: Table, now: datetime, *, is_offer: bool = False, away: datetime | None = None
) -> Asked:
    """The clocks go on where they stood; by correspondence when a holiday is over."""
    due = None
    if table.rest is not None and span(table, table.actor, is_offer=is_offer) is not None:
        due = _begin(table, now, away) + timedelta(seconds=table.rest)
    return Asked(actor=table.actor, since=table.since, due=due)


def want_pause(table: Table) -> bool:
    """Whether everybody who sits there wants the clocks to stand still."""
    people = [chair for n, chair in enumerate(table.chairs) if has_person(table, n)]
    return bool(people) and all(chair.pause for chair in people)


def seconds(time: timedelta) -> int:
    """A time in whole seconds; what has begun counts."""
    return ceil(time.total_seconds())


def face(table: Table, seat: int, now: datetime) -> Face | None:
    """What the clock of a seat shows, None where it has none."""
    is_asked = seat == table.actor
    if table.over or not has_person(table, seat):
        return None
    if is_asked and table.rest is not None:
        return Face(table.rest)
    if is_asked and table.due is not None:
        return Face(seconds(max(table.due - now, timedelta())), table.due)
    if is_live(table):
        own = bank(table, seat)
        return Face(own, is_late=own == 0 and is_asked)
    if table.hours is None:
        return None
    limit = table.hours * 3600
    is_late = is_asked and table.since is not None and now - table.since >= _hours(table)
    return Face(0 if is_late else limit, is_late=is_late)


def _hours(table: Table) -> timedelta:
    return timedelta(hours=table.hours or 0)
