"""Actions print as one line and read back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainshed.core import Action, BadNotation
from trainshed.core.notation import read, write


class Lay(Action, frozen=True, tag="lay"):
    hex: str
    tile: str
    turn: int = 0
    free: bool = False
    note: str | None = None
    stops: tuple[str, ...] = ()


class Pass(Action, frozen=True, tag="pass"):
    pass


KIND = Lay | Pass


def test_an_action_is_a_verb_and_its_nouns() -> None:
    """Fields follow the verb in order."""
    assert str(Lay("H8", "T57", 2)) == "lay H8 T57 2"


def test_blanks_set_words_apart() -> None:
    """However many, with JSON among them or not."""
    assert read(" lay  H8\tT57 2 ", KIND) == Lay("H8", "T57", 2)
    assert read('lay H8  "T 57" \t2  yes', KIND) == Lay("H8", "T 57", 2, free=True)


def test_the_same_line_is_read_once() -> None:
    """Who reads it again is given the same action."""
    assert read("lay H8 T57 2", KIND) is read("lay H8 T57 2", KIND)


def test_trailing_defaults_are_left_out() -> None:
    """A verb without nouns is one word."""
    assert str(Pass()) == "pass"
    assert str(Lay("H8", "T57")) == "lay H8 T57"


def test_letters_with_an_ampersand_stay_plain() -> None:
    """L&Y needs no quotes."""
    assert str(Lay("L&Y", "x")) == "lay L&Y x"


@given(
    st.builds(
        Lay,
        hex=st.text(),
        tile=st.text(),
        turn=st.integers(1 - 10**18, 10**18 - 1),
        free=st.booleans(),
        note=st.none() | st.text(),
        stops=st.lists(st.text()).map(tuple),
    )
)
def test_any_action_reads_back(action: Lay) -> None:
    """Whatever its values: blanks, quotes, numbers as words, nothing."""
    assert read(write(action), KIND) == action


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("fly H8", "fly"),
        ("lay H8", "tile"),
        ("lay H8 57 two", "turn"),
        ("lay H8 57 1 yes - [] more", "at most 6"),
        ('lay "H8', "cut short"),
        ("lay " + "[" * 3_000, "too deep"),
        ("lay " + "[" * 100_000, "more than 4,000 characters"),
        ("lay H8 57 1000000000000000000", "more than 18 digits"),
        ("lay H8 57 [1000000000000000000]", "no JSON"),
        ("lay H8 57 [NaN]", "no JSON"),
        ("lay " + r'"\ud800"', "no JSON"),
        ("", "''"),
    ],
)
def test_a_wrong_line_says_what_is_wrong(line: str, named: str) -> None:
    """The error names the value."""
    with pytest.raises(BadNotation, match=named):
        read(line, KIND)
