"""How clocks run: pure functions of values."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.web.club import NOON, club
from trainshed.web.database.kept import Asked, Chair, Table
from trainshed.web.printing.around import shown
from trainshed.web.tables import timing
from trainshed.web.tables.timing import Turned

MINUTE = timedelta(minutes=1)


def table(*owners: str | None, bank: int | None = 600, **more: object) -> Table:
    """A table at noon where the first seat is asked."""
    chairs = tuple(Chair(f"Player {n}", owner=owner) for n, owner in enumerate(owners))
    clock = {"bank": bank, "increment": None if bank is None else 10, "since": NOON}
    found = club(*chairs, **{**clock, **more})
    return replace(found, due=timing.deadline(found, found.actor, NOON))


def after(found: Table, asked: Asked) -> Table:
    """The table when somebody else is asked."""
    found = timing.wound(found, asked.left)
    return replace(found, actor=asked.actor, since=asked.since, due=asked.due, rest=asked.rest)


def test_whoever_is_asked_uses_up_his_own_clock() -> None:
    """The time he took is gone, the increment is his, and the clock of the next one runs."""
    live = table("ada", "ben")
    assert live.due == NOON + 10 * MINUTE
    asked = timing.turned(live, Turned(actor=1), NOON + 2 * MINUTE)
    assert asked.left == {0: 480 + 10}
    assert asked.due == NOON + 12 * MINUTE
    assert asked.since == NOON + 2 * MINUTE
    back = timing.turned(after(live, asked), Turned(actor=0), NOON + 5 * MINUTE)
    assert back.left == {1: 420 + 10}
    assert back.due == NOON + 5 * MINUTE + timedelta(seconds=490)


def test_within_ones_own_turn_the_clock_goes_on() -> None:
    """Several actions are one turn; talking about going back is none."""
    live = table("ada", "ben")
    asked = timing.turned(live, Turned(actor=0), NOON + MINUTE)
    assert (asked.due, asked.left, asked.since) == (live.due, {}, NOON)
    talk = timing.turned(live, Turned(actor=0, moved=False), NOON + MINUTE)
    assert talk.due == live.due


def test_taking_back_gives_no_time_back() -> None:
    """Neither the time that was used nor another increment."""
    live = table("ada", "ben")
    for _ in range(5):
        played = after(live, timing.turned(live, Turned(actor=1), NOON + MINUTE))
        undo = Turned(actor=0, undone=True)
        live = after(played, timing.turned(played, undo, NOON + MINUTE))
        assert live.chairs[0].left == 540
        assert live.chairs[1].left == 600
        live = replace(live, due=NOON + MINUTE + timedelta(seconds=540))
    assert live.chairs[0].left == 540


@given(
    st.lists(st.tuples(st.integers(0, 90), st.booleans(), st.booleans()), min_size=1, max_size=30)
)
def test_nobody_gets_more_time_than_his_moves_bring(
    steps: list[tuple[int, bool, bool]],
) -> None:
    """Whatever is played, taken back or paused, and clocks never show less than nothing."""
    live, now, moves = table("ada", "ben"), NOON, [0, 0]
    for seconds, stays, pauses in steps:
        now += timedelta(seconds=seconds)
        if pauses:
            live = after(live, timing.paused(live, now))
            now += MINUTE
            live = after(live, timing.resumed(live, now))
        actor = live.actor or 0
        to = actor if stays else 1 - actor
        moves[actor] += not stays
        live = after(live, timing.turned(live, Turned(actor=to), now))
        for seat in (0, 1):
            face = timing.face(live, seat, now)
            assert face is not None
            assert 0 <= face.seconds <= 600 + 10 * moves[seat]


def test_a_pause_keeps_what_is_left() -> None:
    """However long it is."""
    live = table("ada", "ben")
    still = after(live, timing.paused(live, NOON + MINUTE))
    assert (still.rest, still.due) == (540, None)
    again = timing.resumed(still, NOON + timedelta(days=3))
    assert again.due == NOON + timedelta(days=3, minutes=9)
    assert again.rest is None


def test_moving_in_a_pause_keeps_the_pause() -> None:
    """The next one has his whole clock when all go on."""
    live = table("ada", "ben")
    still = after(live, timing.paused(live, NOON + MINUTE))
    asked = timing.turned(still, Turned(actor=1), NOON + timedelta(hours=5))
    assert (asked.rest, asked.due, asked.left) == (600, None, {0: 550})


def test_a_pause_and_a_holiday_both_count() -> None:
    """By correspondence the clock goes on when the holiday is over, with what was left."""
    away, rest = NOON + timedelta(days=5), timedelta(hours=3)
    slow = club(Chair("A", owner="ada"), Chair("B", owner="ben"), hours=24, rest=rest.seconds)
    assert timing.resumed(slow, NOON, away=away).due == away + rest
    assert timing.resumed(slow, NOON, away=NOON - rest).due == NOON + rest
    asked = timing.turned(slow, Turned(actor=1), NOON, away)
    assert asked.rest == timedelta(hours=24).total_seconds()


def test_clocks_start_when_all_seats_are_taken() -> None:
    """Nobody loses time while he waits for others; then whoever is asked has his whole bank."""
    alone = table("ada", None)
    assert alone.due is None
    asked = timing.turned(alone, Turned(actor=0), NOON + MINUTE)
    assert (asked.due, asked.left) == (None, {})
    full = replace(alone, chairs=(alone.chairs[0], replace(alone.chairs[1], owner="ben")))
    asked = timing.reseated(alone, full, NOON + timedelta(hours=1))
    assert asked.due == NOON + timedelta(hours=1, minutes=10)


def test_a_seat_that_becomes_free_stops_the_clocks() -> None:
    """Whoever is asked keeps what he had."""
    live = table("ada", "ben")
    empty = replace(live, chairs=(live.chairs[0], replace(live.chairs[1], owner=None)))
    asked = timing.reseated(live, empty, NOON + MINUTE)
    assert (asked.due, asked.left) == (None, {0: 540})


def test_bots_and_empty_seats_have_no_clock() -> None:
    """Neither live nor by correspondence."""
    for more in ({"bank": 600}, {"bank": None, "hours": 24}):
        found = table("ada", None, **more)
        bot = replace(found, chairs=(found.chairs[0], replace(found.chairs[1], kind="greedy")))
        for it in (found, bot):
            assert timing.deadline(it, 1, NOON) is None
            assert timing.face(it, 1, NOON) is None


def test_by_correspondence_each_move_has_its_hours() -> None:
    """And holidays do not count; live games know none."""
    slow = table("ada", "ben", bank=None, hours=24)
    assert slow.due == NOON + timedelta(hours=24)
    away = NOON + timedelta(days=5)
    asked = timing.turned(slow, Turned(actor=1), NOON, away)
    assert asked.due == away + timedelta(hours=24)
    assert timing.deadline(table("ada", "ben"), 0, NOON, away=away) == NOON + 10 * MINUTE


@pytest.mark.parametrize(
    ("more", "span"),
    [
        ({"bank": None}, timedelta(hours=72)),
        ({"bank": None, "hours": 24}, timedelta(hours=24)),
        ({"bank": 600}, timedelta(minutes=2)),
        ({"bank": 60}, timedelta(minutes=1)),
    ],
)
def test_an_offer_stands_for_a_while(more: dict[str, int | None], span: timedelta) -> None:
    """Also where nobody has a clock; never longer than one's own clock."""
    found = table("ada", "ben", **more)
    asked = timing.turned(found, Turned(actor=1, is_offer=True), NOON)
    assert asked.due == NOON + span


def test_an_answer_to_an_offer_costs_the_time_it_took() -> None:
    """No more than that, though the offer itself would not have stood as long as the clock."""
    live = table("ada", "ben")
    offered = after(live, timing.turned(live, Turned(actor=1, is_offer=True), NOON))
    asked = timing.turned(offered, Turned(actor=0, was_offer=True), NOON + MINUTE)
    assert asked.left == {1: 550}


def test_a_table_that_waits_for_somebody_gives_him_his_increments() -> None:
    """He has nothing else any more."""
    live = table("ada", "ben")
    late = replace(live, due=None, chairs=(replace(live.chairs[0], left=0), live.chairs[1]))
    face = timing.face(late, 0, NOON)
    assert face is not None
    assert face.is_late
    asked = timing.turned(late, Turned(actor=1), NOON + timedelta(hours=1))
    assert asked.left == {0: 10}


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0:00"), (65, "1:05"), (600, "10:00"), (3661, "1:01:01")],
)
def test_a_clock_shows_minutes_and_seconds(seconds: int, text: str) -> None:
    """As clocks do."""
    assert shown(seconds).msgid == text


def test_a_long_time_is_shown_in_days_and_hours() -> None:
    """Seconds would only disturb."""
    assert shown(2 * 86400 + 5 * 3600).fields == {"d": 2, "h": 5}
    assert shown(5 * 3600 + 120).fields == {"h": 5, "m": 2}


def sat(found: Table, seat: int, **values: object) -> Table:
    """The table when somebody else sits at a seat."""
    chairs = list(found.chairs)
    chairs[seat] = replace(chairs[seat], **values)
    return replace(found, chairs=tuple(chairs))


def test_leaving_a_live_game_gives_no_time_back() -> None:
    """Whoever sits there after: a bot, or nobody."""
    live, soon = table("ada", "ben"), NOON + timedelta(seconds=590)
    for change in ({"kind": "greedy"}, {"owner": None}):
        asked = timing.reseated(live, sat(live, 0, **change), soon)
        assert (asked.due, asked.left) == (None, {0: 10})


@pytest.mark.parametrize(("hours", "seconds"), [(20, 4 * 3600), (24, 60), (30, 60)])
def test_leaving_a_game_by_correspondence_gives_no_time_back(hours: int, seconds: int) -> None:
    """Coming back before the bot has moved; with the next question he has all his hours again."""
    slow, then = table("ada", "ben", bank=None, hours=24), NOON + timedelta(hours=hours)
    lent = sat(slow, 0, kind="greedy")
    lent = after(lent, timing.reseated(slow, lent, then))
    assert lent.due is None
    back = timing.reseated(lent, sat(lent, 0, kind="human", left=None), then)
    assert back.due == then + timedelta(seconds=seconds)
    moved = after(lent, timing.turned(lent, Turned(actor=1), then))
    assert moved.chairs[0].left is None


def test_a_pause_goes_on_whoever_comes_or_goes() -> None:
    """It ends when somebody says so, not by itself."""
    live = table("ada", "ben")
    still = after(live, timing.paused(live, NOON + MINUTE))
    lent = sat(still, 0, kind="greedy")
    lent = after(lent, timing.reseated(still, lent, NOON + timedelta(hours=1)))
    assert (lent.due, lent.rest, lent.chairs[0].left) == (None, 0, 540)
    back = sat(lent, 0, kind="human")
    back = after(back, timing.reseated(lent, back, NOON + timedelta(hours=2)))
    assert (back.due, back.rest) == (None, 540)


def test_going_back_by_consent_pays_nobody() -> None:
    """Only who has moved gets his increment."""
    asked = timing.turned(table("ada", "ben"), Turned(actor=1, grown=False), NOON + MINUTE)
    assert asked.left == {0: 540}


def test_an_offer_without_a_clock_stands_on_after_a_pause() -> None:
    """As long as it stood before."""
    found = table("ada", "ben", bank=None, rest=100)
    asked = timing.resumed(found, NOON, is_offer=True)
    assert asked.due == NOON + timedelta(seconds=100)


def test_a_pause_that_nobody_could_end_is_over() -> None:
    """Where only bots are left they play on."""
    still = table("ada", "ben", rest=100)
    lent = sat(sat(still, 0, kind="greedy"), 1, kind="greedy")
    asked = timing.reseated(still, lent, NOON + MINUTE)
    assert (asked.due, asked.rest) == (None, None)
