"""What happens by itself is told by itself: in lines of nobody, never in a player's sentence."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.rules.g1861.position import lay, minor, position, stock_round
from trainshed.bots.bot import answer
from trainshed.bots.random import RandomBot
from trainshed.core import Match, News, Seat, Who, language, loads
from trainshed.games import games
from trainshed.web.printing.html import html, html_reader
from trainshed.web.printing.log import NOBODY, Entry
from trainshed.web.printing.page import TablePage, table_page
from trainshed.web.printing.scoring import is_scored
from trainshed.web.tables.seats import Sitting

RECORDS = Path(__file__).parents[1] / "records"
NAMES = ("1861-3-random", "dampfross-4-bavaria-greedy", "rocket-2-greedy", "russian-3-random")
STEPS = 180
SHARED = {("tycoon", "Scored")}
"""What a move brings to others as a part of it: a delivery scores for whoever's links it uses."""


@lru_cache(maxsize=8)
def recorded(name: str, at: int | None = None) -> Match[Any, Any]:
    record = loads((RECORDS / f"{name}.record").read_text(encoding="utf-8"))
    return Match.replay(games()[record.game], record, at=at, trusted=True)


def random(name: str, seed: str, steps: int) -> Match[Any, Any]:
    """A game at random, so many answers long at most."""
    game = games()[name]
    match = Match(game, seats=game.seats[-1], seed=seed)
    player, rng = RandomBot(), Random(seed)
    while match.actor is not None and len(match.history) < steps:
        seat = match.actor
        match.play(seat, answer(game, player, match.state, seat, rng))
    return match


def shown(
    match: Match[Any, Any], *mine: int, at: int | None = None, digested: bool = False
) -> TablePage:
    sitting = Sitting(mine=tuple(map(Seat, mine)), language=language("en"))
    return table_page(match, sitting, table="t", name="t", at=at, digested=digested)


def check(match: Match[Any, Any]) -> None:
    """Each news item stands in one line of its move, what followed in a line of nobody."""
    moves = len(match.history)
    game = match.game
    reader = html_reader(match, language("en"), None, game.scene(game.view(match.state, None)))
    for at in range(moves, 0, -190):
        page = shown(match, at=at)
        for number in {it.move for it in page.log if it.move}:
            move = match.history[number - 1]
            rows = [it for it in page.log if it.move == number]
            own, others = move.news[: move.own], move.news[move.own :]
            of_player = [it for it in rows if it.seat == move.seat]
            of_nobody = [it for it in rows if it.seat == NOBODY]
            assert [*of_player, *of_nobody] == rows
            assert len(of_player) <= 1
            assert bool(of_nobody) == bool(others)
            told = [item for item in others if not is_scored(item)]
            view = game.view(move.after, None)
            rest = " ".join(str(it.sentence) for it in of_nobody)
            for item in told:
                words = str(html(reader, game.words(item, view)))
                assert words in rest, (number, item)
                rest = rest.replace(words, "", 1)
            assert "".join(rest.split()) in ("", "Theroundisscored.")
            assert [is_scored(it) for it in others].count(True) == len(_scores(of_nobody))
            _unmixed(match, move, of_player, own, others)
            assert not _of_others(match, move)


def _scores(rows: list[Entry]) -> list[object]:
    return [score for row in rows if row.scoring for score in row.scoring.scores]


def _of_others(match: Match[Any, Any], move: Any) -> list[News]:  # noqa: ANN401
    """The news in a player's own sentence that say what somebody else does, pays or gets."""
    game, found = match.game, []
    for item in move.news[: move.own] if move.seat >= 0 else ():
        who = game.words(item, game.view(move.after, None)).fields.get("who")
        is_shared = (game.name, type(item).__name__) in SHARED
        if isinstance(who, Who) and who.seat != move.seat and not is_shared:
            found.append(item)
    return found


def _unmixed(
    match: Match[Any, Any],
    move: Any,  # noqa: ANN401
    rows: list[Entry],
    own: tuple[News, ...],
    others: tuple[News, ...],
) -> None:
    """No sentence of a player tells what followed."""
    game = match.game
    reader = html_reader(match, language("en"), None, game.scene(game.view(match.state, None)))
    view = game.view(move.after, None)
    mine = {game.words(item, view) for item in own}
    for item in others:
        text = game.words(item, view)
        for row in rows:
            assert text in mine or str(html(reader, text)) not in str(row.sentence), item


@pytest.mark.parametrize("name", NAMES)
def test_recorded_games_tell_what_followed_apart(name: str) -> None:
    """Each news item of each move stands in one line, in a player's own only what he did."""
    check(recorded(name, 500))


@pytest.mark.parametrize("name", sorted(games()))
def test_random_games_tell_what_followed_apart(name: str) -> None:
    """The same at random."""
    check(random(name, "apart", STEPS))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("name", sorted(games()))
def test_many_random_games_tell_what_followed_apart(name: str, seed: int) -> None:
    """The same many times, to the end."""
    check(random(name, str(seed), 10_000))


def skipped() -> Match[Any, Any]:
    """Two minors in an operating round: MNN has no tile to lay and no route to run on."""
    state = position(cash=(300, 200, 100))
    state = minor(state, "N", 100, owner=0, trains=("2",), cash=0)
    state = minor(state, "MNN", 65, owner=1, trains=("2",), cash=0)
    match = Match(games()["1861"], seats=3, lot=False)
    match.start = stock_round(lay(state, "I7 9 1", "J6 8 5"))
    for line in ("pass", "pass", "pass", 'run ["2:E1.1-G5-H8.1"]', "pass"):
        assert match.actor is not None
        match.play(match.actor, match.read(line))
    return match


def test_a_company_that_is_passed_over_has_a_line_that_says_why() -> None:
    """Nobody is asked for MNN, and no sentence of a player tells what becomes of it."""
    match = skipped()
    of_mnn = [it for it in shown(match).log if "MNN" in it.sentence]
    assert [(it.seat, it.move, it.sentence.striptags()) for it in of_mnn] == [
        (
            NOBODY,
            5,
            (
                "MNN lays no track: no tile fits. MNN has no route: its trains do not run."
                " The price of MNN falls from ₽65 to ₽60."
            ),
        )
    ]


def test_what_followed_from_the_own_last_move_is_in_the_digest() -> None:
    """Whoever comes back reads it first, in a part of its own."""
    match = skipped()
    page = shown(match, 1, digested=True)
    assert page.digest is not None
    parts = [part for part in page.digest.parts if part.is_automatic]
    words = [it.sentence.striptags() for part in parts for it in part.entries]
    assert "MNN has no route" in " ".join(words)
    assert "Operating round 1.2 begins." in words
    assert not any("MNN" in it.sentence for it in page.log if it.seat >= 0)
    assert page.away is not None
    assert page.away.count == len({it.move for it in page.log if it.since})


def test_lines_taken_back_take_what_followed_with_them() -> None:
    """They stay in the log, struck out, each line for itself."""
    match = skipped()
    before = [it.sentence for it in shown(match).log if it.move == 5]
    match.undo(Seat(0))
    page = shown(match)
    assert [it.sentence for it in page.log if it.struck] == before
    assert len(before) > 1


def test_a_position_looked_at_shows_all_its_lines() -> None:
    """The prompt tells what was done, not what followed."""
    page = shown(skipped(), at=5)
    assert page.told is not None
    assert page.told.seat == 0
    assert len([it for it in page.log if it.move == 5]) > 1


@pytest.mark.parametrize(
    ("name", "verb", "kind"),
    [("1861", "Pass", "Won"), ("rocket", "Pass", "Vetoed"), ("tycoon", "Pass", "Paid")],
)
def test_who_wins_when_another_passes_has_a_line_of_his_own(
    name: str, verb: str, kind: str
) -> None:
    """What an auction, or a veto, brings to its winner is not told as what the last one did."""
    match = random(name, "won", 600)
    found = 0
    for number, move in enumerate(match.history, 1):
        kinds = [type(item).__name__ for item in move.news]
        if type(move.action).__name__ != verb or kind not in kinds:
            continue
        assert move.own == 0
        rows = [it for it in shown(match, at=number).log if it.move == number]
        assert [it.seat for it in rows] == [move.seat, *[NOBODY] * (len(rows) - 1)]
        item = move.news[kinds.index(kind)]
        view = match.game.view(move.after, None)
        words = match.game.words(item, view)
        reader = html_reader(match, language("en"), None, match.game.scene(view))
        assert str(html(reader, words)) not in rows[0].sentence
        found += 1
    assert found


def test_others_move_on_in_what_is_brought() -> None:
    """What others come to by an answer is still said of it before it is played."""
    match = random("1861", "won", 600)
    move = next(it for it in match.history if it.own < len(it.after.brought) and it.seat >= 0)
    view = match.game.view(move.before, move.seat)
    assert set(move.after.brought) <= set(match.game.brings(view, move.action))
