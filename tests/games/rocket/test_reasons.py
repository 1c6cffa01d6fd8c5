"""Why something is refused: the rule that stands in the way, in words a player understands."""

from __future__ import annotations

import pytest

from tests.rules.rocket.position import play, position
from trainshed.core import IllegalAction, Reader, language
from trainshed.games.rocket import GAME
from trainshed.games.rocket.state import State


def told(state: State, line: str, code: str = "en") -> str:
    """What is said of a line that is refused."""
    with pytest.raises(IllegalAction) as refusal:
        GAME.play(state, GAME.read(line))
    assert refusal.value.why is not None
    text = GAME.because(refusal.value.why, state)
    return Reader(language(code), ("Ada", "Jun", "Bo")).read(text)


def asked_to_veto() -> State:
    """The seat after the active one may veto GWR, which has left for P4."""
    state = position(lines={"GWR": "P3"}, shares={"GWR": [0, 2, 3]})
    return play(state, "drive GWR P4")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("take Leeds steel", "Leeds is no big city of this map. (R3.1)"),
        ("take Gloucester leather", "Gloucester does not carry this good. (R3.1)"),
        (
            "take Gloucester passengers",
            "No city has passenger markers; a move to another player’s station earns them. (R3.2)",
        ),
        ("drive XYZ P4", "There is no line XYZ on the board. (R1.2)"),
        (
            "drive LSWR P5",
            "LSWR has been absorbed by GWR; its engine has left the board. (R9.3)",
        ),
        ("drive GWR nowhere", "nowhere is not a hex of the board. (R5.3)"),
        ("lift K5", "You have no station on K5. (R4.3)"),
    ],
)
def test_a_turn_refuses_with_its_reason(line: str, said: str) -> None:
    """What is not there, what is gone, and what was never to be had."""
    state = position(lines={"GWR": "P3"}, joined={"GWR": "R6 Q7"}, absorbed={"GWR": "LSWR"})
    assert told(state, line) == said


def test_a_marker_that_is_gone_is_not_one_that_never_was() -> None:
    """The city carries the good, but its markers are with the players."""
    state = position(markers={1: "Hull:brewing", 2: "Hull:brewing"})
    assert told(state, "take Hull brewing") == "Hull has no such marker left. (R3.2)"


@pytest.mark.rule("rocket", "R6.2")
@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("bid 0 P4", "The bid must be 1 at least. (R6.2)"),
        ("bid 3 P4", "You do not hold so many shares of GWR. (R6.2)"),
        (
            "bid 1 P5",
            "P5 is not one of the three hexes in front of the engine of GWR. (R5.2)",
        ),
        ("bid 1 nowhere", "nowhere is not a hex of the board. (R5.3)"),
    ],
)
def test_a_bid_is_refused_for_what_is_wrong_with_it(line: str, said: str) -> None:
    """The number of shares, or the rule of the track that keeps the engine from the hex."""
    assert told(asked_to_veto(), line) == said


@pytest.mark.rule("rocket", "R6.3")
@pytest.mark.rule("rocket", "R6.4")
def test_the_last_word_has_reasons_of_its_own() -> None:
    """The active player matches the last bid, for the hex he had chosen."""
    state = position(lines={"GWR": "P3"}, shares={"GWR": [2, 2, 3]})
    state = play(state, "drive GWR P4", "bid 1 Q4", "bid 2 Q4")
    assert told(state, "bid 1 P4") == "You must bid at least as much as the last bid, 2. (R6.3)"
    said = told(state, "bid 2 Q4")
    assert said == "The active player may only restore the hex chosen first, P4. (R6.4)"


@pytest.mark.parametrize(
    ("state", "line", "rule"),
    [
        (position(), "pass", "R2.1"),
        (position(), "bid 1 P4", "R2.1"),
        (asked_to_veto(), "drive GWR P4", "R6.2"),
        (play(position(stations={0: "K5"}), "lift K5"), "take Hull brewing", "R4.3"),
    ],
)
@pytest.mark.parametrize("code", ["en", "fr", "de"])
def test_another_question_is_named(state: State, line: str, rule: str, code: str) -> None:
    """What belongs to another question is told what is asked, and by which rule."""
    assert told(state, line, code).endswith(f"({rule})")
