"""A question with one answer is answered by the site, unless somebody wants to be asked."""

from __future__ import annotations

from typing import Any, cast

import pytest

from tests.contract.parcels import PARCELS, Run
from tests.web.visit import Browser, Visit
from trainshed.core import Reader, Seat, language
from trainshed.core.match import ALONE
from trainshed.games import games
from trainshed.web.database import archive, audit
from trainshed.web.database.kept import Chair, Table
from trainshed.web.printing.html import sentences
from trainshed.web.printing.log import last_own_move
from trainshed.web.tables.records import folded
from trainshed.web.tables.sheet import Sheet

ROUTE = Run(("A0", "A1", "A2"))
SALE = ("ship 5", str(ROUTE), "sell 3", "decline", "sell 2", "decline", "sell 1", "decline")
"""Ada offers three times what Ben does not want; then she can only give up."""


@pytest.fixture(autouse=True)
def _parcels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(cast("dict[str, Any]", games()), "parcels", PARCELS)


class Club:
    """Ada and Ben at a table of Parcels, each with a browser of his own."""

    def __init__(self, visit: Visit, *owners: str) -> None:
        self.visit, self.tables = visit, visit.site.tables
        chairs = [
            Chair(name, owner=owner) for name, owner in zip(("Ada", "Ben"), owners, strict=True)
        ]
        opened = visit.call(self._open, chairs)
        self.table, self.owners = opened.id, owners

    async def _open(self, chairs: list[Chair]) -> Table:
        return await self.tables.open("parcels", name="", chairs=chairs, options={})

    @property
    def sheet(self) -> Sheet:
        return self.visit.sheet(self.table)

    def play(self, *lines: str) -> None:
        for line in lines:
            match = self.sheet.match
            seat = match.actor if line != "undo" else match.latest[0].seat
            assert seat is not None
            self.say(self.owners[seat], line)

    def say(self, owner: str, line: str) -> None:
        self.visit.call(self._play, owner, self.sheet.match.version, line)

    async def _play(self, owner: str, version: int, line: str) -> None:
        await self.tables.play(self.table, owner, version=version, line=line)

    @property
    def lines(self) -> list[str]:
        return [line.text for line in self.sheet.match.log if line.seat >= 0]


def guest(browser: Browser) -> str:
    browser.get("/")
    return (browser.cookies.get("trainshed") or "").rsplit(".", 1)[0]


def test_the_site_gives_the_only_answer(visit: Visit) -> None:
    """As a line of its own, which says so, and another one is asked."""
    club = Club(visit, "ada", "ben")
    club.play(*SALE)
    assert club.lines == [*SALE, f"{ALONE}decline"]
    assert club.sheet.match.actor == 1
    reader = Reader(language("en"), ["Ada", "Ben"])
    last = club.sheet.match.history[-1]
    assert "There was no other choice." in sentences(club.sheet.match, last, reader)[0]


def test_it_is_taken_back_with_the_move_before(visit: Visit) -> None:
    """Ben takes back what he declined, and buys; nothing is played again by itself."""
    club = Club(visit, "ada", "ben")
    club.play(*SALE, "undo")
    assert club.lines[-2:] == [f"{ALONE}decline", "undo"]
    assert club.sheet.match.actor == 1
    club.play("accept")
    assert club.lines[-1] == "accept"


def test_what_was_brought_back_is_asked(visit: Visit) -> None:
    """Redo brings both lines."""
    club = Club(visit, "ada", "ben")
    club.play(*SALE)
    after = club.sheet.match.state
    club.play("undo")
    club.say("ben", "redo")
    assert club.sheet.match.state == after


def test_a_guest_may_want_to_be_asked(visit: Visit) -> None:
    """What he chose in his settings counts although another one plays."""
    browser = visit.browser()
    ada = guest(browser)
    browser.post("/settings", {"steps": "on"})
    club = Club(visit, ada, "ben")
    club.play(*SALE)
    assert club.lines == [*SALE]
    assert club.sheet.match.actor == 0
    browser.post("/settings", {"steps": "off"})
    club.play("decline")
    again = Club(visit, ada, "ben")
    again.play(*SALE)
    assert again.lines[-1] == f"{ALONE}decline"


def test_an_account_may_want_to_be_asked(visit: Visit) -> None:
    """Also where it was a guest who chose so."""
    browser = visit.browser()
    guest(browser)
    browser.post("/settings", {"steps": "on"})
    browser.post("/account/new", {"name": "Ada", "password": "correct horse"})
    found = visit.call(visit.site.people.named, "Ada")
    assert found is not None
    account = found[0]
    club = Club(visit, account.owner, "ben")
    club.play(*SALE)
    assert club.lines == [*SALE]
    browser.post("/settings", {"steps": "off"})
    club.play("decline")
    again = Club(visit, account.owner, "ben")
    again.play(*SALE)
    assert again.lines[-1] == f"{ALONE}decline"


def test_nothing_is_played_while_going_back_is_asked(visit: Visit) -> None:
    """First everybody says whether he agrees; after that the question is put."""
    club = Club(visit, "ada", "ben")
    club.play(*SALE[:-1])
    club.say("ada", "ask-back 2")
    club.say("ben", "refuse-back")
    assert club.lines[-1] == "refuse-back"
    club.play("decline")
    assert club.lines[-1] == f"{ALONE}decline"


def test_nothing_is_played_at_a_seat_where_nobody_sits(visit: Visit) -> None:
    """Whoever sits down later finds the question."""
    club = Club(visit, "ada", "ben")
    club.play(*SALE[:-1])
    club.visit.seat(club.table, 0, None)
    club.play(*SALE[-1:])
    assert club.lines[-1] == "decline"


def test_who_had_no_choice_did_not_play(visit: Visit) -> None:
    """What is new since his last turn begins where he decided last."""
    club = Club(visit, "ada", "ben")
    club.play(*SALE)
    match = club.sheet.match
    chosen = [
        number for number, move in enumerate(match.history, 1) if str(move.action) == "sell 1"
    ]
    assert [last_own_move(match, [Seat(0)])] == chosen


def test_lines_are_kept_moved_and_checked(visit: Visit) -> None:
    """An export says what was the only answer, its record can be replayed, no fault is found."""
    club = Club(visit, "ada", "ben")
    club.play(*SALE, "undo", "decline")
    kept = visit.call(archive.whole, visit.site.store, club.table)
    assert kept is not None
    tail = ["decline", f"{ALONE}decline", "undo", "decline", f"{ALONE}decline"]
    assert [it.text for it in kept.lines][-5:] == tail
    text = archive.write(kept)
    record, lines, _ = archive.read(text)
    assert [(it.seat, it.text) for it in lines] == [(it.seat, it.text) for it in kept.lines]
    assert not any(ALONE in line for line in record.lines)
    assert audit.faults(kept) == []
    moves = [str(it.action) for it in club.sheet.match.history]
    assert folded(kept.lines, 2) == moves
