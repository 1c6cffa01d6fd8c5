"""What a seat may not know is in no answer to it."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from tests.web.visit import Visit
from trainshed.bots import bot
from trainshed.core import Seat, language
from trainshed.core.history import Span
from trainshed.web.printing import page
from trainshed.web.tables.sheet import fork
from trainshed.web.tables.tables import Tables

PAGES = ("", "/fragment", "/words", "/record", "/board.svg", "/why?under=supply&key=hex:J4")
PURSES = (12_345, 23_456, 34_567)


def played(visit: Visit, moves: int) -> str:
    """A table of three strangers, some moves into the game, with sums that nobody was ever paid."""
    table = visit.browser().open(
        seats="3", seat_1="elsewhere", seat_2="elsewhere", seat_3="elsewhere"
    )
    rng, chooser = Random(4), bot("random")

    async def go(tables: Tables) -> None:
        while len((await tables.load(table)).match.history) < moves:
            match = (await tables.load(table)).match
            action = chooser.choose(match.game, match.state, match.game.actions(match.state), rng)
            await tables.answer(table, version=match.version, action=action)

    visit.call(go, visit.site.tables)
    return table


def enrich(visit: Visit, table: str) -> None:
    """Give each seat its purse."""
    sheet = visit.sheet(table)
    twin = fork(sheet.match)
    state = twin.state
    barons = tuple(
        replace(baron, money=(purse, 0, 0, 0))
        for baron, purse in zip(state.barons, PURSES, strict=True)
    )
    last = twin.history[-1]
    span = Span((last.before, replace(state, barons=barons)))
    twin.history[-1] = replace(last, span=span, index=0)
    visit.site.tables._remember(replace(sheet, match=twin))


def test_the_money_of_others_is_in_no_answer(visit: Visit) -> None:
    """A seat finds its own sum, a stranger none."""
    table = played(visit, 70)
    browsers = [visit.browser() for _ in PURSES]
    for seat, browser in enumerate(browsers):
        browser.post(f"/t/{table}/sit", {"seat": str(seat), "name": f"Guest {seat}"})
    enrich(visit, table)
    seed = visit.sheet(table).table.seed
    for seat, browser in enumerate((*browsers, visit.browser())):
        texts = "".join(browser.get(f"/t/{table}{path}").text for path in PAGES)
        texts += browser.get("/").text
        found = [owner for owner, purse in enumerate(PURSES) if f"{purse:,}" in texts]
        assert found == [seat] * (seat < len(PURSES))
        assert not any(str(purse) in texts for purse in PURSES)
        assert seed not in texts


@pytest.mark.parametrize("seat", [None, Seat(0), Seat(1)])
def test_a_page_does_not_depend_on_secrets(visit: Visit, seat: Seat | None) -> None:
    """With other money in the purses of others the page is the same."""
    table = played(visit, 60)
    match = visit.match(table)
    game = match.game
    other = fork(match)
    rng = Random(9)
    last = match.history[-1]
    guessed = game.guess(game.uncounted(game.view(last.after, seat)), rng)
    span = Span((last.before, replace(guessed, news=last.after.news)))
    other.history[-1] = replace(last, span=span, index=0)
    assert game.uncounted(other.state) != game.uncounted(match.state)
    sitting = page.Sitting(() if seat is None else (seat,), language("en"))
    pages = [page.table_page(it, sitting, table="x", name="y") for it in (match, other)]
    assert pages[0] == pages[1]
    assert other.record(seat) == match.record(seat)
