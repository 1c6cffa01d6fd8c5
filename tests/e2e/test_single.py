"""Whoever has chosen is not asked once more where only one answer is left."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.e2e import hands
from trainshed.core import Match, Seat, language, loads
from trainshed.games import game
from trainshed.web.printing.data import data
from trainshed.web.printing.page import table_page
from trainshed.web.tables.seats import Sitting

pytestmark = pytest.mark.e2e

RECORDS = Path(__file__).parents[1] / "records"
NAMES = ("rocket-2-greedy", "rocket-3-mixed", "rocket-4-random")

SINGLE = """async all => {
    const url = new URL("choice.js", document.querySelector("[src*='table.js']").src);
    const { Choice } = await import(url);
    const found = [], met = { played: 0, armed: 0 };
    for (const data of all) for (const { kind, key } of new Choice(data).options) {
        const choice = new Choice(data);
        if (choice.options.length < 2) continue;
        const offer = choice.choose(kind, key);
        const isTile = choice.left[0].path[1]?.startsWith("tile:");
        if (offer) met.played += 1;
        else if (choice.armed) {
            met.armed += 1;
            choice.back();
            if (choice.isBegun) found.push(["begun", kind, key]);
        } else if (choice.options.length === 1 && !isTile) found.push([kind, key]);
    }
    return [found, met];
}"""
"""Every first choice with what it leads to, where there is more than one."""


def _asked(name: str) -> Iterator[Any]:
    """What the page offers at some positions of a recorded game."""
    record = loads((RECORDS / f"{name}.record").read_text(encoding="utf-8"))
    laws = game(record.game)
    whole = Match.replay(laws, record, trusted=True)
    for at in range(6, len(whole.history) - 1, 11):
        match = Match.replay(laws, record, at=at, trusted=True)
        if match.actor is None or match.actor < 0:
            continue
        sitting = Sitting(mine=(Seat(match.actor),), language=language("en"))
        yield json.loads(data(table_page(match, sitting, table="t", name="t")))


@pytest.mark.parametrize("name", NAMES)
def test_a_choice_is_never_followed_by_a_single_answer(page: Page, site: str, name: str) -> None:
    """The answer that is left belongs to the choice; a place of its own is shown and confirmed."""
    hands.open_table(page, site, "random")
    found, met = page.evaluate(SINGLE, list(_asked(name)))
    assert not found
    assert met["played"] + met["armed"]
