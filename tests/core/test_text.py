"""Texts are translated and filled in for each reader."""

from __future__ import annotations

import pytest

from trainshed.core import (
    BadOption,
    Mark,
    Money,
    Place,
    Reader,
    Seat,
    Who,
    language,
    mark,
    say,
    say_n,
)
from trainshed.core.text import money

NAMES = ("Ada", "Jun")


def read(text: object, seat: int | None = None, code: str = "en") -> str:
    reader = Reader(language(code), NAMES, None if seat is None else Seat(seat))
    return reader.read(text)  # type: ignore[arg-type]


def test_fields_are_filled_in() -> None:
    """Names, money, marks, places, numbers and lists."""
    text = say(
        "{who} {money} {line} {place} {n} {all}",
        who=Who(Seat(1)),
        money=Money(21000),
        line=Mark("line", "L&Y"),
        place=Place("K5"),
        n=3,
        all=(Who(Seat(0)), Who(Seat(1))),
    )
    assert read(text) == "Jun £21,000 L&Y K5 3 Ada, Jun"


def test_an_empty_text_is_empty_in_every_language() -> None:
    """It is not the head of the catalogue."""
    for code in ("en", "fr", "de"):
        assert read(say(""), code=code) == ""


def test_the_reader_is_addressed() -> None:
    """The wording for “you” is used for the seat that reads."""
    text = say("{who} wins.", you=mark("You win."), who=Who(Seat(0)))
    assert read(text, seat=0) == "You win."
    assert read(text, seat=1) == "Ada wins."


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Former player", "Ehemaliger Spieler"),
        ("Former player 2", "Ehemaliger Spieler 2"),
        ("Former players", "Former players"),
        ("Former player of Bath", "Former player of Bath"),
        ("Ada", "Ada"),
    ],
)
def test_a_former_player_is_a_word(name: str, expected: str) -> None:
    """Everybody reads it in his own language; names stay as they are."""
    reader = Reader(language("de"), (name,))
    assert reader.read(Who(Seat(0))) == expected


def test_numbers_choose_the_wording() -> None:
    """One or many."""
    assert read(say_n("{n} share", "{n} shares", 1)) == "1 share"
    assert read(say_n("{n} share", "{n} shares", 2)) == "2 shares"


def test_money_follows_the_language() -> None:
    """Thousands are set apart as each language does, debts have a minus."""
    assert money(-1500, "£", language("en")) == "−£1,500"
    assert "1.500" in money(1500, "£", language("de"))
    assert "1\u202f500" in money(1500, "£", language("fr"))


def test_an_unknown_language_is_named() -> None:
    """There are three."""
    with pytest.raises(BadOption, match="'xx'"):
        language("xx")
