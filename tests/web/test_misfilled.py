"""A form for a new table that cannot be so is given again as it was filled in, and says why."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import pytest
from httpx2 import Response

from tests.web.test_accounts import made
from tests.web.test_fork import SEATS, brought, finished
from tests.web.visit import Visit

FILLED = {
    "game": "rocket",
    "seats": "3",
    "name": "“Our” <club>",
    "seat-1": "here",
    "name-1": "Ada",
    "seat-2": "elsewhere",
    "name-2": "Bo & Co",
    "seat-3": "random",
    "name-3": "",
    "hours": "live",
    "bank": "20",
    "increment": "7",
    "access": "invited",
    "invite": "Nobody",
    "rated": "1",
    "delay": "60",
    "late": "wait",
    "option-veto": "free_choice",
    "option-open_money": "true",
}
ALERT = '<p class="notice bad" role="alert">'


class Fields(HTMLParser):
    """What a browser would send of the form for a table if nobody changed it."""

    def __init__(self, answer: Response) -> None:
        super().__init__()
        self.found: dict[str, str] = {}
        self._is_form = False
        self._select = ""
        self.feed(answer.text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known: dict[str, Any] = dict(attrs)
        if tag == "form":
            self._is_form = known.get("class") == "new"
        if not self._is_form or "form" in known:
            return
        if tag == "select":
            self._select = known["name"]
        elif tag == "option" and ("selected" in known or self._select not in self.found):
            self.found[self._select] = known["value"]
        elif tag == "input" and (known.get("type") != "radio" or "checked" in known):
            self.found[known["name"]] = known.get("value", "")


def test_an_unknown_guest_leaves_the_form_as_it_was(visit: Visit) -> None:
    """Each field; the sentence stands above them."""
    ada = made(visit)
    answer = ada.post("/tables", FILLED)
    assert answer.status_code == 422
    assert f"{ALERT}No account is called “Nobody”. Nothing was changed." in answer.text
    found = Fields(answer).found
    assert {name: found.get(name) for name in FILLED} == FILLED
    made(visit, name="Ben")
    assert ada.post("/tables", {**found, "invite": "Ben"}).status_code == 303


def test_a_name_of_somebody_else_leaves_the_form_as_it_was(visit: Visit) -> None:
    """Also for a guest, who invites nobody."""
    made(visit)
    guest = visit.browser()
    filled = {**FILLED, "access": "link", "rated": "", "invite": "", "name-1": "ADA"}
    answer = guest.post("/tables", filled)
    assert answer.status_code == 422
    assert f"{ALERT}Somebody else is called ADA. Sign in if this is you" in answer.text
    del filled["invite"]
    found = Fields(answer).found
    assert {name: found.get(name) for name in filled} == filled


@pytest.mark.parametrize("at", ["/new/rocket", "/new/dampfross"])
def test_a_form_that_nobody_has_filled_in_says_nothing(visit: Visit, at: str) -> None:
    """It can be sent as it is."""
    browser = visit.browser()
    answer = browser.get(at)
    assert ALERT not in answer.text
    assert browser.post("/tables", Fields(answer).found).status_code == 303


def test_the_map_that_was_chosen_is_pictured(visit: Visit) -> None:
    """Beside the form that is given again."""
    made(visit)
    ada = visit.browser()
    filled = {**FILLED, "game": "dampfross", "access": "open", "rated": "", "invite": ""}
    filled = {it: value for it, value in filled.items() if not it.startswith("option-")}
    answer = ada.post("/tables", {**filled, "option-map": "russia"})
    assert answer.status_code == 422
    assert Fields(answer).found["option-map"] == "russia"
    assert "&amp;map=russia" in answer.text


def test_the_form_to_continue_a_game_is_given_again_too(visit: Visit) -> None:
    """With its position."""
    table, ada = brought(visit, finished("fork")), made(visit)
    filled = {
        "at": "3",
        **SEATS,
        "name-2": "Bo",
        "name": "Again",
        "hours": "24",
        "invite": "Nobody",
    }
    answer = ada.post(f"/t/{table}/continue", filled)
    assert answer.status_code == 422
    assert f"{ALERT}No account is called “Nobody”" in answer.text
    found = Fields(answer).found
    assert {name: found.get(name) for name in filled} == filled
