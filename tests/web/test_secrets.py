"""What a seat may not know is in no answer to it."""

from __future__ import annotations

import re
from random import Random

import pytest
from msgspec.structs import replace

from tests.web.visit import Visit
from trainshed.bots import bot
from trainshed.core import Seat, language
from trainshed.web import page
from trainshed.web.sheet import fork
from trainshed.web.tables import Tables

PAGES = ("", "/fragment", "?at=20", "/record", "/board.svg", "/why?under=supply&key=hex:J4")


def played(visit: Visit, moves: int) -> tuple[str, dict[Seat, int]]:
    """A table of three strangers, some moves into the game, and the money of each seat."""
    ada = visit.browser()
    table = ada.open(seats="3", seat_2="elsewhere", seat_3="elsewhere")
    rng, chooser = Random(4), bot("random")

    async def go(tables: Tables) -> None:
        while len((await tables.load(table)).match.history) < moves:
            match = (await tables.load(table)).match
            action = chooser.choose(match.game, match.state, match.game.actions(match.state), rng)
            await tables.answer(table, version=match.version, action=action)

    visit.call(go, visit.site.tables)
    state = visit.match(table).state
    return table, {Seat(seat): baron.cash for seat, baron in enumerate(state.barons)}


def test_the_money_of_others_is_in_no_answer(visit: Visit) -> None:
    """A seat finds its own sum, a stranger none; the sums differ from every payment."""
    table, money = played(visit, 70)
    browsers = {}
    for seat in (Seat(1), Seat(2)):
        browsers[seat] = visit.browser()
        browsers[seat].post(f"/t/{table}/sit", {"seat": str(seat), "name": f"Guest {seat}"})
    payments = visit.browser().get(f"/t/{table}/record").text
    log = visit.browser().get(f"/t/{table}").text
    for owner, cash in money.items():
        shown = f"£{cash:,}"
        if shown in re.sub(r"(?s).*<ol class=\"log\"", "", log):
            continue  # a single payment of the same amount happens in the open
        for seat, browser in browsers.items():
            texts = [browser.get(f"/t/{table}{path}").text for path in PAGES]
            assert any(shown in text for text in texts) == (seat == owner), (seat, owner, cash)
        for path in PAGES:
            assert shown not in visit.browser().get(f"/t/{table}{path}").text
    assert visit.sheet(table).table.seed not in log + payments


@pytest.mark.parametrize("seat", [None, Seat(0), Seat(1)])
def test_a_page_does_not_depend_on_secrets(visit: Visit, seat: Seat | None) -> None:
    """With other money in the purses of others the page is the same."""
    table, _ = played(visit, 60)
    match = visit.match(table)
    game = match.game
    other = fork(match)
    rng = Random(9)
    last = match.history[-1]
    guessed = game.guess(game.view(last.after, seat), rng)
    other.history[-1] = replace(last, after=replace(guessed, news=last.after.news))
    assert game.encode(other.state) != game.encode(match.state)
    sitting = page.Sitting(() if seat is None else (seat,), language("en"))
    pages = [page.table_page(it, sitting, table="x", name="y") for it in (match, other)]
    assert pages[0] == pages[1]
    assert other.record(seat) == match.record(seat)
