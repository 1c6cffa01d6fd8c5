"""Since your last turn: what the others did, what it made of money and prices, and no secret."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.web.postgres import on_both
from tests.web.test_errands import auction, turn
from tests.web.visit import Visit
from trainshed.board.scene import Figure, Panel
from trainshed.core import Match, Reader, Seat, Text, language, loads
from trainshed.games import games
from trainshed.web.printing import digest as digests
from trainshed.web.printing.digest import Digest
from trainshed.web.printing.page import TablePage, table_page
from trainshed.web.tables.seats import Sitting

RECORDS = Path(__file__).parents[1] / "records"
NAMES = sorted(path.stem for path in RECORDS.glob("*.record"))


def replayed(name: str, share: float) -> Match[Any, Any]:
    record = loads((RECORDS / f"{name}.record").read_text(encoding="utf-8"))
    at = int(len(record.lines) * share)
    return Match.replay(games()[record.game], record, at=at)


def seen(match: Match[Any, Any], seat: int, at: int | None = None) -> TablePage:
    sitting = Sitting(mine=(Seat(seat),), language=language("en"))
    return table_page(match, sitting, table="t", name="t", at=at, digested=True)


def told(match: Match[Any, Any], seat: int, at: int | None = None) -> Digest | None:
    return seen(match, seat, at).digest


def waiting(name: str, share: float) -> tuple[Match[Any, Any], int, Digest]:
    """A game and a seat that has been away for some moves."""
    match = replayed(name, share)
    for seat in range(len(match.names)):
        found = told(match, seat)
        if found is not None:
            return match, seat, found
    raise AssertionError(name)


@pytest.mark.parametrize("name", ["1861-4-greedy", "rocket-4-greedy", "tycoon-4-greedy"])
def test_a_sentence_for_each_move_since_the_own_last_one(name: str) -> None:
    """They are those of the log, grouped by player in the order in which they began."""
    match, seat, found = waiting(name, 0.5)
    page = seen(match, seat)
    since = [entry for entry in page.log if entry.since and not entry.struck]
    entries = [entry for part in found.parts for entry in part.entries]
    assert sorted(it.move for it in entries) == [it.move for it in since]
    assert match.history[found.since - 1].seat == seat
    assert all(move.seat != seat for move in match.history[found.since :])
    for part in found.parts:
        assert {entry.seat for entry in part.entries} <= {part.seat}
    assert found.moves == len(match.history)


@pytest.mark.parametrize("name", ["1861-4-greedy", "rocket-4-greedy", "tycoon-4-greedy"])
def test_money_and_figures_as_the_panels_showed_them(name: str) -> None:
    """Before and after, in the eyes of the seat; what it may not know is left out."""
    match, seat, found = waiting(name, 0.5)
    game = match.game

    def panels(move: int) -> Any:  # noqa: ANN401
        return game.scene(game.view(match.at(move), Seat(seat))).panels

    then, now = panels(found.since), panels(found.moves)
    for part in found.parts:
        money = [(it.was, it.now) for it in part.changes if not it.symbol]
        if part.seat < 0:
            assert not part.changes
            continue
        old, new = then[part.seat].money, now[part.seat].money
        hidden = old is None or new is None
        assert money == ([] if hidden or old == new else [(old, new)])


def test_prices_that_have_changed() -> None:
    """Only those, and what is new has no price before."""
    match, seat, found = waiting("1861-4-greedy", 0.5)
    assert match.game.curves is not None

    def prices(move: int) -> dict[str, int]:
        state = match.game.view(match.at(move), Seat(seat))
        curves = match.game.curves(state) if match.game.curves else {}
        return {name: price for lines in curves.values() for name, price in lines.items()}

    then, now = prices(found.since), prices(found.moves)
    changed = [(then.get(name), price) for name, price in now.items() if then.get(name) != price]
    assert [(it.was, it.now) for it in found.prices] == changed


@pytest.mark.parametrize("name", NAMES)
def test_every_game_has_digests(name: str) -> None:
    """At several moments, for every seat; looking back it stays the same."""
    for share in (0.4, 0.8):
        match = replayed(name, share)
        for seat in range(len(match.names)):
            found = told(match, seat)
            if found is not None:
                assert found.parts
                assert told(match, seat, found.since) == found


def test_strangers_and_finished_games_have_none() -> None:
    """Who has not played has no last turn."""
    match = replayed("rocket-2-greedy", 0.5)
    sitting = Sitting(mine=(), language=language("en"))
    page = table_page(match, sitting, table="t", name="t", digested=True)
    assert page.digest is None
    assert page.away is None
    over = replayed("rocket-2-greedy", 1.0)
    assert over.actor is None
    assert told(over, 0) is None


def test_the_page_tells_who_comes_back(visit: Visit) -> None:
    """Above the log, with the span that can be replayed."""
    table, owners = auction(visit)
    first, second = turn(visit, table, owners)
    first.play(table, "bid 20")
    assert 'id="digest"' not in first.get(f"/t/{table}").text
    second.play(table, "bid 30")
    page = first.get(f"/t/{table}").text
    found = re.search(r'id="digest"[^>]* data-since="(\d+)" data-moves="(\d+)"', page)
    assert found is not None
    moves = len(visit.match(table).history)
    assert (int(found[1]), int(found[2])) == (moves - 1, moves)
    assert 'id="digest"' not in second.get(f"/t/{table}").text


@on_both
def test_what_has_happened_is_told_when_it_is_asked_for(visit: Visit) -> None:
    """To who comes back; whoever has missed nothing, or only watches, is told nothing."""
    table, owners = auction(visit)
    first, second = turn(visit, table, owners)
    first.play(table, "bid 20")
    second.play(table, "bid 30")
    told = first.get(f"/t/{table}/digest").text
    assert 'class="digest-told"' in told
    assert f'href="/t/{table}?at={len(visit.match(table).history)}"' in told
    assert [one.get(f"/t/{table}/digest").text for one in (second, visit.browser())] == ["", ""]


def test_figures_with_the_same_symbol_are_told_apart() -> None:
    """Russian Railroads shows points for each track: only what has changed is told."""
    match = replayed(next(name for name in NAMES if name.startswith("russian")), 0.5)
    reader = Reader(language("en"), match.names)

    def panel(*counts: int) -> Panel:
        figures = tuple(
            Figure("points", count, Text(f"track {n}")) for n, count in enumerate(counts)
        )
        return Panel(Seat(0), 0, figures)

    found = digests._changes(panel(1, 2, 3), panel(1, 5, 3), reader)
    assert [(it.was, it.now, it.title) for it in found] == [(2, 5, "track 1")]
