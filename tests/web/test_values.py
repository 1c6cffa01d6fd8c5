"""What a view is made of is made once: remembered values are those that would be made anew."""

from __future__ import annotations

from copy import copy
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from trainshed.board.scene import City, Course, Engine, Halt, Space, Station, Tile, Town
from trainshed.core import Match, Seat, language
from trainshed.games import game, games
from trainshed.web.printing.cards import desk
from trainshed.web.printing.crayon import crayon, throws
from trainshed.web.printing.freight import heading, is_freight, is_idle, is_said
from trainshed.web.printing.gathering import gathered
from trainshed.web.printing.html import html_reader, plain_reader
from trainshed.web.printing.log import SHEAF, Manner, last_own_move, log, ticks, touched
from trainshed.web.printing.prompt import asks
from trainshed.web.printing.scoring import counted
from trainshed.web.tables.seats import Sitting

LASTING = (City, Engine, Halt, Space, Station, Tile, Town)
"""What stays the same object as long as it stays the same."""
BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)


def played(name: str, moves: int, *, undo: int = 0) -> Match[Any, Any]:
    """A random game, in which every so many moves are taken back, where that is allowed."""
    match: Match[Any, Any] = Match(game(name), seats=3, seed=name)
    rng = Random(name)
    for number in range(1, moves + 1):
        actor = match.actor
        if actor is None:
            break
        match.play(actor, rng.choice(list(match.game.actions(match.state))))
        if undo and number % undo == 0 and match.may_undo(actor):
            match.undo(actor)
    return match


def sitting(match: Match[Any, Any], *mine: int) -> Sitting:
    """Somebody who looks at a table whose lines were written a minute after another."""
    times = {n: BEGINNING + timedelta(minutes=n) for n in range(1, match.version + 1)}
    return Sitting(tuple(map(Seat, mine)), language("en"), times=times)


def told(match: Match[Any, Any], at: int, *mine: int) -> tuple[object, ...]:
    """All that is gathered along a game, as somebody reads it at a position."""
    who = sitting(match, *mine)
    seat = who.mine[0] if mine else None
    state = match.game.view(match.at(at), seat)
    scene = match.game.scene(state)
    reader = html_reader(match, who.language, seat, scene)
    since, carries = last_own_move(match, who.mine), is_freight(scene)
    manner = Manner(is_idle, heading, is_said) if carries else None
    drawn = crayon(match, scene, reader, at)
    return (
        log(match, who, reader, since, at, terse=carries or drawn is not None, manner=manner),
        ticks(match, match.game.chapter if carries else None),
        touched(match, seat, at, since),
        counted(match, at, reader),
        desk(match, state, scene, plain_reader(reader), at),
        drawn,
        throws(match, at),
    )


def forgetful(match: Match[Any, Any]) -> Match[Any, Any]:
    """The same match, of which nothing was seen yet."""
    twin = copy(match)
    twin.memo = {}
    return twin


@pytest.mark.parametrize("name", games())
def test_what_is_remembered_is_what_would_be_made_anew(name: str) -> None:
    """While a game goes on, is taken back and is looked through."""
    match: Match[Any, Any] = Match(game(name), seats=3, seed=name)
    rng = Random(name)
    for number in range(1, 6 * SHEAF):
        actor = match.actor
        if actor is None:
            break
        match.play(actor, rng.choice(list(match.game.actions(match.state))))
        if number % 7 == 0 and match.may_undo(actor):
            match.undo(actor)
        if number % 5 == 0:
            now = len(match.history)
            for at in (now, max(0, now - 3 * SHEAF), now):
                for mine in ((), (0,), (1,)):
                    assert told(match, at, *mine) == told(forgetful(match), at, *mine)


def test_a_line_that_was_dated_anew_is_written_anew() -> None:
    """Also in a sheaf of old lines."""
    match = played("1861", 4 * SHEAF)
    who = sitting(match)
    reader = html_reader(match, who.language, None, match.game.scene(match.state))
    now = len(match.history)
    before = log(match, who, reader, 0, now)
    later = Sitting(
        (), who.language, times={n: it + timedelta(hours=1) for n, it in who.times.items()}
    )
    after = log(match, later, reader, 0, now)
    dated = [it for it in zip(before, after, strict=True) if not it[0].follows]
    assert all(old.time != new.time for old, new in dated)


def test_old_lines_are_not_written_again() -> None:
    """After a move they are the same objects as before."""
    match = played("1861", 4 * SHEAF)
    who = sitting(match)
    reader = html_reader(match, who.language, None, match.game.scene(match.state))
    before = log(match, who, reader, 0, len(match.history))
    assert match.actor is not None
    match.play(match.actor, match.game.actions(match.state)[0])
    after = log(match, who, reader, 0, len(match.history))
    assert all(old is new for old, new in zip(before, after, strict=False))


@pytest.mark.parametrize("name", games())
def test_a_long_log_is_what_would_be_written_anew(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where it begins or ends within a sheaf."""
    monkeypatch.setattr("trainshed.web.printing.log.MANY", 2 * SHEAF + 7)
    monkeypatch.setattr("trainshed.web.printing.log.NEAR", SHEAF // 2)
    match = played(name, 2 * SHEAF, undo=7)
    rng = Random(name)
    for _ in range(2 * SHEAF):
        assert match.actor is not None
        match.play(match.actor, rng.choice(list(match.game.actions(match.state))))
        now = len(match.history)
        for at in (now, 0, now // 2, now):
            assert told(match, at, 1) == told(forgetful(match), at, 1)


def test_lines_that_are_shown_no_more_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long a game becomes, its log takes no more memory than a page of it."""
    monkeypatch.setattr("trainshed.web.printing.log.MANY", 3 * SHEAF)
    match = played("1861", 4 * SHEAF)
    sizes = []
    for _ in range(5 * SHEAF):
        assert match.actor is not None
        match.play(match.actor, match.game.actions(match.state)[0])
        told(match, len(match.history))
        pad = match.memo["log", None, "en", False]
        moves = [{row.number for row in sheaf.rows} for sheaf in pad.sheaves.values()]
        sizes.append(len(pad.lines) + sum(map(len, moves)))
    assert max(sizes) <= 4 * SHEAF


def test_whoever_reads_the_same_shares_it() -> None:
    """A line is kept once, for all who are not named in it."""
    match = played("rocket", 2 * SHEAF)
    one, other = (told(match, len(match.history), seat)[0] for seat in (0, 1))
    assert isinstance(one, tuple)
    assert isinstance(other, tuple)
    lines = zip(one, other, strict=True)
    same = [(mine, yours) for mine, yours in lines if mine == yours and not mine.since]
    assert same
    assert all(mine is yours for mine, yours in same)


@pytest.mark.parametrize("name", games())
def test_a_position_is_drawn_up_once(name: str) -> None:
    """Whoever sees the same sees the same objects."""
    match = played(name, 40)
    laws = match.game
    for seat in (None, Seat(0), Seat(1)):
        view = laws.view(match.state, seat)
        assert laws.view(match.state, seat) is view
        assert laws.scene(view) is laws.scene(view)
    one, other = (laws.scene(laws.view(match.state, seat)) for seat in (Seat(0), Seat(1)))
    assert all(mine is yours for mine, yours in zip(one.items, other.items, strict=True))


@pytest.mark.parametrize("name", [name for name in games() if name != "russian"])
def test_what_a_move_does_not_change_stays_the_same_object(name: str) -> None:
    """Places, panels, tables and tiles."""
    match = played(name, 60)
    scenes = [match.game.scene(move.after) for move in match.history[-20:]]
    for old, new in pairwise(scenes):
        assert old.plates is new.plates
        for before, after in ((old.panels, new.panels), (old.manifest, new.manifest)):
            assert all(a is b for a, b in zip(before, after, strict=True) if a == b)
        known = {item.key: item for item in old.items if isinstance(item, LASTING)}
        same = [it for it in new.items if it == known.get(it.key) and isinstance(it, LASTING)]
        assert same
        assert all(item is known[item.key] for item in same)


def test_tracks_that_nobody_touches_stay_the_same_objects() -> None:
    """The boards of those who do nothing are not drawn up again."""
    match = played("russian", 60)
    seen = 0
    for move in match.history[-20:]:
        old, new = (
            {it.key: it for it in match.game.scene(state).items if isinstance(it, Course)}
            for state in (move.before, move.after)
        )
        for seat in range(3):
            if move.before.board(seat) == move.after.board(seat):
                same = [key for key in new if key in old and old[key].board == f"board:{seat}"]
                assert all(new[key] is old[key] for key in same if new[key] == old[key])
                seen += len(same)
    assert seen


def test_who_reads_with_the_same_eyes_is_the_same_reader() -> None:
    """After a move too; but not when somebody has another name."""
    match = played("rocket", 10)
    scene, words = match.game.scene(match.state), language("en")
    reader = html_reader(match, words, Seat(0), scene)
    later = played("rocket", 12)
    assert html_reader(later, words, Seat(0), later.game.scene(later.state)) is reader
    assert plain_reader(reader) is plain_reader(reader)
    assert html_reader(match, words, Seat(1), scene) is not reader
    twin = copy(match)
    twin.names = ["Ada", *match.names[1:]]
    assert html_reader(twin, words, Seat(0), scene).names[0] == "Ada"
    assert asks(match.game, words) is asks(match.game, words)


def test_only_new_moves_are_looked_at() -> None:
    """What was gathered goes on; taken back moves are forgotten."""
    match = played("rocket", 20)
    seen: list[int] = []

    def brings(number: int) -> list[tuple[str, int]]:
        seen.append(number)
        return [(str(match.history[number - 1].seat), number)]

    at = len(match.history)
    first = gathered(match, "test", (0, at - 2), brings)
    assert seen == [*range(1, at - 1)]
    assert gathered(match, "test", (0, at - 2), brings) is first
    seen.clear()
    gathered(match, "test", (0, at), brings)
    assert seen == [at - 1, at]
    seen.clear()
    assert gathered(match, "test", (0, at - 2), brings) == first
    assert seen == [*range(1, at - 1)]


def test_the_desk_is_the_same_for_all_who_read_one_language() -> None:
    """It names no reader."""
    match = played("1861", 60)
    scene, at = match.game.scene(match.state), len(match.history)
    readers = [html_reader(match, language("en"), Seat(n), scene) for n in range(3)]
    first, *others = (desk(match, match.state, scene, plain_reader(it), at) for it in readers)
    assert first is not None
    assert all(other is first for other in others)
    french = html_reader(match, language("fr"), None, scene)
    assert desk(match, match.state, scene, plain_reader(french), at) is not first
