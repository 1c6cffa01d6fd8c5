"""A match plays chance, keeps the log, takes back and brings back."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.contract.parcels import (
    PARCELS,
    Called,
    Deal,
    Draw,
    Load,
    Open,
    Options,
    Run,
    Sell,
    Ship,
    Shipped,
    Travel,
)
from trainshed.bots.random import RandomBot
from trainshed.core import (
    CHANCE,
    Accept,
    BadRecord,
    Decline,
    GameOver,
    IllegalAction,
    Match,
    NotYourTurn,
    NoUndo,
    Record,
    Seat,
    dumps,
    loads,
)
from trainshed.core.command import AgreeBack, AskBack, RefuseBack, Undo
from trainshed.core.match import ALONE, unique

ZERO, ONE = Seat(0), Seat(1)


def match() -> Match:  # type: ignore[type-arg]
    return Match(PARCELS, seats=2, seed="seed", names=["Ada", "Jun"])


def test_chance_is_played_until_a_seat_must_choose() -> None:
    """Both parcels are drawn at once, as lines of the seat CHANCE."""
    game = match()
    assert [line.seat for line in game.log] == [CHANCE, CHANCE]
    assert game.actor == ZERO


def test_what_an_action_did_stands_apart_from_what_followed() -> None:
    """The news know which of them somebody brought about, and which a step left by itself."""
    game = match()
    game.play(ZERO, Ship(15))
    assert (game.history[-1].news, game.history[-1].own) == ((Shipped(ZERO, 15),), 1)
    game.play(ZERO, Run(("A0", "A1")))
    game.play(ZERO, Decline())
    assert (game.history[-1].news, game.history[-1].own) == ((Called(ONE),), 0)
    game.play(ONE, Ship(15))
    assert game.history[-1].own == 1


def test_an_action_brings_only_what_it_does() -> None:
    """What follows by itself is no news of a preview, and not in the state that it looks at."""
    state = match().state
    assert PARCELS.brings(state, Ship(15)) == (Shipped(ZERO, 15),)
    state = PARCELS.play(PARCELS.play(state, Ship(15)), Run(("A0", "A1")))
    assert PARCELS.play(state, Decline()).news == (Called(ONE),)
    assert PARCELS.brings(state, Decline()) == ()
    assert PARCELS.does(state, Decline()).turn == state.turn


def test_the_laws_may_say_where_what_follows_begins() -> None:
    """One action can set off a fact that nobody decided; the next action begins anew."""
    state = match().state.untold().tell(Shipped(ZERO, 5)).afterwards().tell(Shipped(ONE, 5))
    assert state.followed == (Shipped(ONE, 5),)
    assert PARCELS.decide(state, Ship(15)).followed == ()


def test_the_same_seed_draws_the_same() -> None:
    """Chance depends on the seed alone."""
    assert match().state == match().state


def test_undo_and_redo_are_lines() -> None:
    """The log grows, the history shrinks and grows again."""
    game = match()
    before = game.state
    game.play(ZERO, Ship(15))
    after = game.state
    game.undo(ZERO)
    assert game.state == before
    assert game.version == 4
    assert [str(move.action) for move in game.struck] == ["ship 15"]
    game.redo(ZERO)
    assert game.state == after
    assert game.version == 5
    assert not game.struck


def test_undo_reaches_back_to_the_last_draw() -> None:
    """A chance line cannot be taken back."""
    with pytest.raises(NoUndo, match="draw"):
        match().undo(ZERO)


def test_undo_does_not_reach_another_seat() -> None:
    """What another seat played stays."""
    game = match()
    game.play(ZERO, Ship(15))
    with pytest.raises(NoUndo, match="another player"):
        game.undo(ONE)


def test_undo_does_not_reach_behind_a_reveal() -> None:
    """An opened parcel stays open."""
    game = match()
    game.play(ZERO, Open())
    assert not game.may_undo(ZERO)
    with pytest.raises(NoUndo, match="hidden"):
        game.undo(ZERO)


def test_redo_ends_with_a_new_action() -> None:
    """After something new there is nothing to bring back."""
    game = match()
    game.play(ZERO, Ship(15))
    game.undo(ZERO)
    game.play(ZERO, Ship(20))
    assert not game.may_redo(ZERO)
    with pytest.raises(NoUndo, match="bring back"):
        game.redo(ZERO)


def test_going_further_back_needs_everybody() -> None:
    """All other seats must agree; then the game is back at that move."""
    game = match()
    start = game.state
    game.play(ZERO, Ship(15))
    game.play(ZERO, Run(("A0", "A1")))
    game.play(ZERO, Sell(3))
    game.play(ONE, AskBack(2))
    assert game.state != start
    game.play(ZERO, AgreeBack())
    assert game.state == start


def test_what_was_drawn_stays() -> None:
    """Nobody goes back before a draw, though all agree; a log that did is still played."""
    game = match()
    game.play(ZERO, Ship(15))
    assert game.may_go_back(2)
    assert not game.may_go_back(1)
    with pytest.raises(NoUndo, match="drawn or shown"):
        game.play(ONE, AskBack(1))
    assert game.request is None
    game.follow([(ONE, "ask-back 1"), (ZERO, "agree-back")])
    assert len(game.history) == 2


def test_what_was_shown_stays() -> None:
    """Going back would not make anybody forget it; what was played since can be taken back."""
    game = match()
    game.play(ZERO, Ship(15))
    shown = game.history[-1].number
    game._shows = lambda move, seat: move.number == shown and seat == ONE  # type: ignore[method-assign]
    game.memo.clear()
    game.play(ZERO, Run(("A0", "A1")))
    assert not game.may_go_back(2)
    assert game.may_go_back(3)
    game.undo(ZERO)
    game.redo(ZERO)
    assert not game.may_go_back(2)
    assert game.may_go_back(3)


def test_what_was_drawn_is_known_by_its_moves() -> None:
    """A look at an earlier position, or at what was taken back, changes nothing."""
    game = match()
    game.play(ZERO, Ship(15))
    game.play(ZERO, Run(("A0", "A1")))
    assert game.may_go_back(2)
    then = game.until(3)
    assert then.may_go_back(2)
    assert not then.may_go_back(1)
    assert game.may_go_back(3)
    assert not game.may_go_back(1)


def test_one_refusal_keeps_the_game() -> None:
    """A refused request is gone."""
    game = match()
    game.play(ZERO, Ship(15))
    now = game.state
    game.play(ONE, AskBack(2))
    game.play(ZERO, RefuseBack())
    assert game.state == now
    with pytest.raises(NoUndo, match="nobody asked"):
        game.play(ZERO, AgreeBack())
    with pytest.raises(NoUndo, match="no move 99"):
        game.play(ZERO, AskBack(99))


def test_a_request_is_answered_once_by_those_who_sit_here() -> None:
    """Nobody agrees twice or from outside; who asked may withdraw; an undo ends the request."""
    game = match()
    game.play(ZERO, Ship(15))
    game.play(ONE, AskBack(2))
    for seat in (ONE, Seat(7), CHANCE):
        with pytest.raises(NoUndo, match="nothing to answer"):
            game.play(seat, AgreeBack())
    game.play(ONE, RefuseBack())
    assert game.request is None
    game.play(ONE, AskBack(2))
    game.undo(ZERO)
    assert game.request is None


def test_a_finished_game_stays_finished() -> None:
    """Seed and secrets are shown at the end: nothing leads back from there."""
    game, rng = match(), Random(1)
    while game.actor is not None:
        offered = PARCELS.actions(game.state)
        game.play(game.actor, RandomBot().choose(PARCELS, game.state, offered, rng))
    last = game.history[-1].seat
    assert not game.may_undo(last)
    for command in (Undo(), AskBack(2)):
        with pytest.raises(NoUndo, match="over"):
            game.play(last, command)
    assert game.actor is None


def test_only_the_seat_that_is_asked_plays() -> None:
    """Anybody else is told who is asked."""
    with pytest.raises(NotYourTurn, match="seat 0 is asked"):
        match().play(ONE, Ship(5))


def test_an_open_amount_takes_any_value_in_range() -> None:
    """Offered are a few, accepted all, refused what is outside or between."""
    game = match()
    assert Ship(85) not in PARCELS.actions(game.state)
    for amount in (0, 7, 105):
        with pytest.raises(IllegalAction, match=f"ship {amount}"):
            game.play(ZERO, Ship(amount))
    game.play(ZERO, Ship(85))
    assert game.state.money == (85, 0)


def test_a_declared_route_is_accepted_if_it_is_legal() -> None:
    """The best route is offered, another legal one is played as well."""
    game = match()
    game.play(ZERO, Ship(5))
    with pytest.raises(IllegalAction):
        game.play(ZERO, Run(("A0",)))
    game.play(ZERO, Run(("A2", "A1")))
    assert game.state.money == (7, 0)


def test_a_deal_needs_the_other_side() -> None:
    """Accepting exchanges, declining leads to a better offer."""
    game = match()
    game.play(ZERO, Ship(5))
    game.play(ZERO, Run(("A0", "A1")))
    game.play(ZERO, Sell(3))
    assert game.actor == ONE
    game.play(ONE, Decline())
    assert game.state.stack[-1] == Deal(ZERO, 1)
    game.play(ZERO, Sell(2))
    mine, theirs = game.state.parcels
    game.play(ONE, Accept())
    assert game.state.parcels == (theirs, mine)
    assert game.state.money == (9, -2)


def test_a_record_replays_to_the_same_state() -> None:
    """Head and lines are all that is needed."""
    game = match()
    game.play(ZERO, Ship(5))
    record = game.record(whole=True)
    assert loads(dumps(record)) == record
    assert Match.replay(PARCELS, record).state == game.state


@given(st.text(min_size=1), st.text())
def test_any_names_and_seed_survive_as_text(name: str, seed: str) -> None:
    """Quotes, line ends, control characters: whatever people type."""
    record = Record(game="parcels", seats=2, names=(name, "B"), seed=seed, lines=("draw 1",))
    assert loads(dumps(record)) == record


@pytest.mark.parametrize("options", [{"a": None}, {"a": [1]}, {"a b": 1}, {"a": 0.5}])
def test_odd_options_are_not_written(options: dict[str, object]) -> None:
    """Better no record than one that cannot be read."""
    with pytest.raises(BadRecord, match="cannot be written"):
        dumps(Record(game="parcels", seats=2, options=options))


def test_the_record_of_an_open_game_hides_the_seed_and_secret_lines() -> None:
    """Masked lines and the fingerprint of the seed are all that others get."""
    text = dumps(match().record(ONE))
    assert "seed_sha256" in text
    assert '"seed"' not in text
    assert "\n?\n?\n" in text
    assert "draw" not in text


def test_a_log_with_undos_is_resumed() -> None:
    """What the database holds leads to the same state."""
    game = match()
    game.play(ZERO, Ship(15))
    game.undo(ZERO)
    game.play(ZERO, Ship(20))
    again = match()
    again.resume([(line.seat, str(line.action)) for line in game.log])
    assert again.state == game.state
    assert again.version == game.version
    assert isinstance(again.state.stack[-2], Deal)
    assert not isinstance(again.state.stack[-1], Load)


def test_trusted_lines_are_not_checked_again() -> None:
    """They lead to the same moves; whether an amount is legal is asked of other lines only."""
    game = match()
    game.play(ZERO, Ship(15))
    lines = [(line.seat, str(line.action)) for line in game.log]
    again, odd = match(), match()
    again.resume(lines, trusted=True)
    assert again.history == game.history
    odd.resume([*lines[:-1], (ZERO, "ship 16")], trusted=True)
    assert odd.state.money[ZERO] == game.state.money[ZERO] + 1
    with pytest.raises(IllegalAction):
        odd.resume([*lines[:-1], (ZERO, "ship 16")])


def test_trusted_lines_come_in_turn_and_before_the_end() -> None:
    """Who is asked, and whether the game is over, is still looked at."""
    game = match()
    with pytest.raises(NotYourTurn):
        game.follow([(ONE, "ship 15")], trusted=True)
    with pytest.raises(GameOver):
        PARCELS.replay(replace(game.state, stack=()), Ship(15))


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("game = 1", "no line '---'"),
        ("nonsense\n---\n", "head"),
        ('game = "parcels"\n---\n', "seats"),
        ('game = "parcels"\nseats = 2\ncolour = 3\n---\n', "colour"),
        ('game = "parcels"\nseats = 2\nnames = ["A"]\n---\n', "1 names"),
        ('game = "parcels"\nseats = 2\nlines = ["x"]\n---\n', "below the rule"),
    ],
)
def test_a_bad_record_says_what_is_wrong(text: str, named: str) -> None:
    """Truncated, malformed, incomplete, unknown fields."""
    with pytest.raises(BadRecord, match=named):
        loads(text)


@pytest.mark.parametrize("line", ["ship 7", "fly", "draw 9", "ship"])
def test_a_line_that_does_not_fit_is_named(line: str) -> None:
    """The number of the line, its text and how far the replay came."""
    record = Record(game="parcels", seats=2, lines=("draw 1", "draw 2", line))
    with pytest.raises(BadRecord, match="line 3") as caught:
        Match.replay(PARCELS, record)
    assert caught.value.line == 3
    assert caught.value.played == 2


def test_nothing_is_played_after_the_end() -> None:
    """A line too many is refused."""
    game = PARCELS.start(Options(), 2)
    over = PARCELS.decode(PARCELS.encode(game).replace(b'"stack":[', b'"stack":[],"x":['))
    with pytest.raises(GameOver, match="draw 1"):
        PARCELS.play(over, Draw(1))


def test_names_are_made_unique() -> None:
    """Three Adas can be told apart."""
    assert unique(["Ada", "Ada", "Ada"]) == ["Ada", "Ada 2", "Ada 3"]


def refused() -> Match:  # type: ignore[type-arg]
    """Ada has offered her parcel three times, and can only give up now."""
    game = match()
    game.play(ZERO, Ship(5))
    game.play(ZERO, Run(("A0", "A1", "A2")))
    for price in (3, 2, 1):
        game.play(ZERO, Sell(price))
        game.play(ONE, Decline())
    return game


def test_an_only_answer_is_known() -> None:
    """It is no answer that leaves a choice, no declared route, and nobody asked by chance."""
    game = refused()
    assert PARCELS.only(game.state) == Decline()
    assert PARCELS.only(match().state) is None
    assert PARCELS.only(game.state.push(Travel(ZERO))) is None
    assert PARCELS.only(game.state.goto()) is None


def test_an_only_answer_that_tells_a_secret_is_nobodys_business(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever sees that there was one answer would know what is hidden."""
    monkeypatch.setattr(Deal, "tells", True)
    assert PARCELS.only(refused().state) is None


def test_an_only_answer_goes_back_with_the_move_before() -> None:
    """It belongs to whoever decided last, though it is a line of another seat."""
    game = refused()
    before, asked = game.state, game.actor
    game.play_only()
    assert (asked, game.log[-1].seat, game.log[-1].text) == (ZERO, ZERO, f"{ALONE}decline")
    after = game.state
    assert not game.may_undo(ZERO)
    assert game.may_undo(ONE)
    game.undo(ONE)
    assert [str(it.action) for it in game.struck] == ["decline", "decline"]
    assert game.actor == ONE
    assert game.state != before
    game.redo(ONE)
    assert game.state == after
    assert [it.alone for it in game.history[-2:]] == [False, True]


def test_a_log_with_only_answers_is_found_again() -> None:
    """Stored and read, up to any line; the record does not say who had no choice."""
    game = refused()
    game.play_only()
    game.undo(ONE)
    game.redo(ONE)
    again = match()
    again.resume([(line.seat, line.text) for line in game.log])
    assert (again.state, again.log, again.history) == (game.state, game.log, game.history)
    for version in range(2, game.version + 1):
        part = match()
        part.resume([(line.seat, line.text) for line in game.log[:version]])
        assert game.until(version).state == part.state
    assert str(Match.replay(PARCELS, game.record(whole=True)).state) == str(game.state)
    assert "=" not in "".join(game.record(whole=True).lines)
