"""The drawing in a terminal."""

from __future__ import annotations

from tests.board.drawn import OVERPRINT, READER, scene
from trainshed.board import ansi, term


def test_a_board_reads_without_colours() -> None:
    """Letters, arrows, emblems and marks say what colours would."""
    lines = term(scene(), reader=READER, overprint=OVERPRINT, colour=False).splitlines()
    rows = {line[0]: line for line in lines[1:6]}
    assert lines[0].split() == list("0123456")
    assert rows["C"].split() == ["C", "░░░░░░", "L&Y", "l&y", "l&y", "›ssl]", "·", "·", "·"]
    assert "›l&y◆" in rows["B"]
    assert "›L&Y→" in rows["B"]
    assert "◎" in rows["D"]
    assert rows["E"].split()[-1] == "◦"


def test_odd_rows_are_shifted() -> None:
    """Hexes are staggered in text too."""
    lines = term(scene(), reader=READER, colour=False).splitlines()
    assert lines[5].index("·") < lines[4].index("·")


def test_tables_follow_the_board() -> None:
    """Secret money is a question mark; who leads has a star; what became of a line is told."""
    text = term(scene(), reader=READER, colour=False)
    assert "£4,000" in text
    assert "Jun       ?" in text
    assert "2*" in text
    assert "GWR   absorbed" in text


def test_colours_only_colour() -> None:
    """The same text, with and without."""
    coloured = term(scene(), reader=READER, overprint=OVERPRINT)
    assert "\x1b[" in coloured
    assert ansi.plain(coloured) == term(scene(), reader=READER, overprint=OVERPRINT, colour=False)


def test_a_board_fits_its_width() -> None:
    """A narrow terminal gets narrow hexes."""
    lines = term(scene(), reader=READER, width=40, colour=False).splitlines()
    assert max(map(len, lines[:6])) <= 40
