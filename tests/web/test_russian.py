"""The table page of Russian Railroads: boards instead of a map, payments, forecasts, the end."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tests.web.visit import Browser, Visit
from trainshed.core import Choice, Game, Match, Reader, Seat, language, loads
from trainshed.games import game
from trainshed.games.russian.actions import Place, Scored
from trainshed.games.russian.box import BOX
from trainshed.web.printing import page
from trainshed.web.printing.boards import boards, lasting
from trainshed.web.printing.prompt import brings, offers_of
from trainshed.web.printing.prospects import prospects
from trainshed.web.printing.scoring import counted, is_scoring, scoring


@pytest.fixture
def ada(visit: Visit) -> Browser:
    """Somebody who plays both seats."""
    return visit.browser()


def _open(browser: Browser, **options: str) -> str:
    seats = {"seats": "2", "seat-1": "here", "name-1": "Ada", "seat-2": "here", "name-2": "Ben"}
    answer = browser.post("/tables", {"game": "russian", **seats, **options})
    assert answer.status_code == 303
    return str(answer.headers["location"]).removeprefix("/t/")


def _offers(browser: Browser, table: str) -> dict[str, Any]:
    text = browser.get(f"/t/{table}").text
    found = re.search(r'id="offers">(.*?)</script>', text, re.DOTALL)
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


def _until(visit: Visit, browser: Browser, table: str, verb: str) -> str:
    """Play the first offers until an action of this kind is offered; its line."""
    for _ in range(60):
        match = visit.match(table)
        lines = [str(action) for action in match.game.actions(match.state)]
        for line in lines:
            if line.split(" ")[0] == verb:
                return line
        browser.play(table, lines[0])
    raise AssertionError(verb)


def _played(seats: int = 2, **options: object) -> Match[Any, Any]:
    """A whole game at random."""
    laws = game("russian")
    match = Match(laws, seats=seats, options=laws.read_options(options), seed="web")
    rng = Random(7)
    while match.actor is not None:
        match.play(match.actor, rng.choice(match.game.actions(match.state)))
    return match


def test_every_board_has_its_tab_and_the_round_its_forecast(visit: Visit, ada: Browser) -> None:
    """All boards can be looked at, and what would score stands beside each name."""
    table = _open(ada)
    text = ada.get(f"/t/{table}").text
    for key in ("board:common", "board:cards", "board:0", "board:1"):
        assert re.search(rf'data-lie="{key}" data-box="[\d. ]+"', text)
        assert f'id="{key}"' in text
    assert "boards.css" in text
    assert "If the round ended now" in text
    assert len(re.findall(r'<small title="if the round ended now">\+\d+</small>', text)) == 4
    assert visit.match(table).actor is not None


def test_a_space_is_paid_in_every_way_the_usual_first(visit: Visit, ada: Browser) -> None:
    """The ways of a space follow one another, that with own workers first; places have names."""
    table = _open(ada)
    _until(visit, ada, table, "place")
    offers = _offers(ada, table)
    assert offers["swift"] is True
    ways = [o for o in offers["offers"] if o["path"][0] == "space:loco_1w"]
    assert ways[0]["path"][1] == "pay:0:0:0"
    assert len(ways) > 1
    assert all(o["tells"].startswith("<span") or o["tells"] for o in ways)
    assert "costs 1 worker" in offers["called"]["space:loco_1w"]
    assert "pay:0:0:0" not in offers["called"]


def test_a_single_move_says_what_it_adds(visit: Visit, ada: Browser) -> None:
    """Each step has its gain, and leaves the points if the round ended then."""
    table = _open(ada)
    _until(visit, ada, table, "place")
    ada.play(table, "place loco_1w")
    offers = _offers(ada, table)["offers"]
    assert {o["verb"] for o in offers} == {"locomotive", "factory"}
    assert all(isinstance(o["gain"], int) for o in offers if len(o["path"]) == 1)


def test_what_a_space_can_come_to_is_told_on_demand(visit: Visit, ada: Browser) -> None:
    """The best end of an action is looked for, not only its first step."""
    table = _open(ada)
    _until(visit, ada, table, "place")
    answer = ada.get(f"/t/{table}/brings?action=place+industry_2w")
    assert re.search(r"at best \d+ points? instead of \d+|: \d+ points? instead of", answer.text)
    assert "industry +" in answer.text
    assert ada.get(f"/t/{table}/brings?action=place+nowhere").text == ""


def test_prospects_never_leave_the_turn() -> None:
    """A pass that ends the round is counted by the round itself, not by the forecast."""
    laws = game("russian")
    match = Match(laws, seats=2, options=laws.read_options({}), seed="web")
    while match.state.round == 0:
        assert match.actor is not None
        match.play(match.actor, laws.actions(match.state)[0])
    action = laws.read("pass")
    assert match.actor is not None
    match.play(match.actor, action)
    assert prospects(match, match.state, action) == ()


def _asked(seats: int, seed: int) -> Iterator[tuple[Match[Any, Any], Seat]]:
    """Some positions of a random game in which hardly anybody passes."""
    laws, rng = game("russian"), Random(seed)
    match = Match(laws, seats=seats, options=laws.read_options({}), seed=f"asked {seed}")
    while (actor := match.actor) is not None:
        if match.version % 6 == 0:
            yield match, actor
        match.play(actor, rng.choice(match.game.actions(match.state)))


def _ended(laws: Game[Any, Any, Any], state: Any, seat: Seat) -> Any:  # noqa: ANN401
    """One of the positions in which a turn can end."""
    while isinstance(step := state.stack[-1], Choice) and step.actor(state) == seat:
        state = laws.does(state, laws.actions(state)[0])
    return state


def _round(match: Match[Any, Any], state: Any, seat: Seat) -> int:  # noqa: ANN401
    """What the page says that a seat would score if the round ended now."""
    found = boards(match.game.scene(state), Reader(language("en"), match.names, seat), ())
    assert found is not None
    return found.forecast[seat]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_figures_of_a_choice_are_those_of_the_round(seats: int) -> None:
    """Its number is the sum that the page shows afterwards; the end of the game stands apart."""
    tried = late = 0
    for match, seat in _asked(seats, 5):
        laws, state = match.game, match.game.view(match.state, seat)
        before, reader = _round(match, state, seat), Reader(language("en"), match.names, seat)
        for offer in offers_of(match, state, reader, count=True):
            action = laws.read(offer.action)
            after, done = laws.play(state, action), laws.does(state, action)
            more = _round(match, after, seat) - before
            own = [it for it in after.brought if isinstance(it, Scored)]
            assert offer.gain in (None, more + sum(it.points for it in own))
            texts = prospects(match, state, action)
            tried += 1
            for text in texts:
                if "before" in text.fields:
                    assert text.fields["before"] == before
                    end, said = _round(match, _ended(laws, done, seat), seat), text.fields["n"]
                    assert isinstance(said, int)
                    is_best = "at best" in text.msgid
                    assert said == end or (is_best and said > end) or "or more" in text.msgid
                late += "At the end" in text.msgid
            was, then = (laws.due(one)["engineers"][seat] for one in (state, done))
            if was != then:
                assert f"most engineers {then - was:+d}" in reader.read(texts[-1])
    assert tried > 80
    assert late


def test_hiring_counts_at_the_end_only() -> None:
    """The first engineer brings nothing in this round, and the majority when all is over."""
    laws = game("russian")
    match = Match(laws, seats=3, options=laws.read_options({}), seed="hire")
    while (actor := match.actor) is not None and match.state.round == 0:
        match.play(actor, laws.actions(match.state)[0])
    action = Place("engineer_hire", roubles=1)
    reader = Reader(language("en"), match.names, match.actor)
    told = [reader.read(text) for text in prospects(match, match.state, action)]
    assert told == ["At the end of the game, if it stays so: most engineers +40."]


def test_why_a_space_is_shut(visit: Visit, ada: Browser) -> None:
    """A click on a place that is not legal asks the rules."""
    table = _open(ada)
    _until(visit, ada, table, "place")
    assert "two players" in ada.get(f"/t/{table}/why?under=&key=space:rail_grey_1w").text


def test_the_log_shows_a_scoring_as_a_table() -> None:
    """A line for each seat, a column for each source, and no sentence besides."""
    match = _played(3)
    sitting = page.Sitting(mine=(), language=language("en"))
    shown = page.table_page(match, sitting, table="x", name="x")
    entries = [entry for entry in shown.log if entry.scoring]
    assert entries
    for entry in entries:
        assert entry.scoring is not None
        assert len(entry.scoring.scores) == 3
        assert all(score.total == sum(score.parts) for score in entry.scoring.scores)
        assert "Trans-Siberian " not in entry.sentence.striptags().split("wins")[-1]
    reader = Reader(language("en"), match.names)
    moves = [move for move in match.history if is_scoring(move.news)]
    assert len(moves) == match.state.setting.rounds
    first = scoring(match, moves[0].news, 1, reader)
    assert first is not None
    assert first.keys == ("trans", "petersburg", "kiev", "industry")


def test_a_scoring_is_counted_line_by_line_and_colour_by_colour() -> None:
    """The steps of each figure add up to what the laws gave for it, at any position."""
    match = _played(4)
    reader = Reader(language("en"), match.names)
    rounds = [n for n, move in enumerate(match.history, 1) if is_scoring(move.news)]
    assert counted(match, rounds[0] - 1, reader) is None
    for number in rounds:
        found = counted(match, number, reader)
        assert found is not None
        assert found.move == number
        assert len(found.scores) == 4
        for score in found.scores:
            sums = tuple(sum(step.points or 0 for step in steps) for steps in score.steps)
            assert sums == score.parts
            *lines, industry = score.steps
            assert all("locomotive" in steps[0].words for steps in lines)
            assert all(step.points is not None for step in industry)
    assert counted(match, rounds[-1] - 1, reader) == counted(match, rounds[-2], reader)


def test_the_page_shows_the_steps_of_the_last_scoring(visit: Visit, ada: Browser) -> None:
    """They wait in the page; each figure of the table leads to its own."""
    table = _open(ada)
    assert "reckoning" not in ada.get(f"/t/{table}").text
    _until(visit, ada, table, "place")
    while visit.match(table).state.round == 1:
        ada.play(table, "pass")
    text = ada.get(f"/t/{table}").text
    assert "locomotives reach space 1" in text
    assert re.search(r"1 <span[^>]*><svg.*?</svg>black</span> × 0</span><b>0</b>", text)
    keys = re.findall(r'data-count="(\d \w+)"', text)
    shown = re.findall(r'class="reckoning" data-seat="(\d)" data-source="(\w+)"', text)
    assert keys == [f"{seat} {source}" for seat, source in shown]
    assert len(keys) == 8
    assert "data-recount" in text


def test_a_scoring_of_all_is_no_consequence_of_a_choice() -> None:
    """What the others score when the round ends does not stand beside a choice."""
    match = _played()
    ends = [move for move in match.history if is_scoring(move.news)]
    reader = Reader(language("en"), match.names)
    for move in ends:
        told = brings(match.game, move.before, move.action, reader)
        assert not any("Trans-Siberian" in words and "industry" in words for words in told)


def test_a_rail_that_moved_is_marked(visit: Visit, ada: Browser) -> None:
    """Brass lies on the space where the rail came, on the board of who moved it."""
    table = _open(ada)
    _until(visit, ada, table, "place")
    mover = visit.match(table).actor
    ada.play(table, "place rail_shared")
    ada.play(table, "move kiev black")
    scene = visit.match(table).game.scene(visit.match(table).state)
    assert mover is not None
    assert lasting(scene, [(mover, "rail:kiev:black")]) == (f"{mover}/rail:kiev:black",)
    assert 'class="last"' in ada.get(f"/t/{table}").text


def test_the_end_is_told_once() -> None:
    """The headline says who won; the line below it does not say it again."""
    match = _played()
    sitting = page.Sitting(mine=(), language=language("en"))
    over = page.table_page(match, sitting, table="x", name="x").over
    assert over is not None
    assert "wins" in over.headline or "share" in over.headline
    assert over.reason == ""
    for row in over.ranking:
        assert sum(amount for _, _, amount in row.parts) == row.total
    assert over.progress.curves[0].title == "Points"


def test_a_card_that_stays_hidden_is_no_line_of_earlier_laws(visit: Visit, ada: Browser) -> None:
    """With a closed pile the log says that a card stays in the box."""
    text = ada.get(f"/t/{_open(ada, **{'option-bonus_pile': 'closed'})}").text
    assert "earlier laws" not in text


GREEDY = Path(__file__).parent.parent / "records/russian-4-greedy.record"
OTHERS = dict(zip(BOX.bonus_cards, BOX.bonus_cards[3:] + BOX.bonus_cards[:3], strict=True))
TAKEN = {None: 4, 0: 1, 1: 0, 2: 3, 3: 2}
"""How many cards are taken in that game before the eyes of a seat see the pile."""


def _with_other_cards(line: str) -> str:
    """The line of a record, had the bonus cards changed their places."""
    verb, _, what = line.partition(" ")
    return f"{verb} {OTHERS[what]}" if verb in ("take", "remove") else line


@pytest.mark.parametrize("seat", TAKEN)
def test_the_cards_of_others_change_nothing_that_is_seen(seat: int | None) -> None:
    """View, lines, sentences, record and page are those of the same game with other cards.

    Whoever has looked through the pile may tell the two apart: it is compared until then.
    """
    laws, record = game("russian"), loads(GREEDY.read_text(encoding="utf-8"))
    records = record, replace(record, lines=tuple(map(_with_other_cards, record.lines)))
    match, twin = (Match.replay(laws, it) for it in records)
    eyes = None if seat is None else Seat(seat)
    compared = taken = 0
    for number, (one, other) in enumerate(zip(match.history, twin.history, strict=True), 1):
        view = laws.view(one.after, eyes)
        if one.after.over or (view.pile and "pile" not in view.hidden and view.round):
            break
        assert laws.encode(view) == laws.encode(laws.view(other.after, eyes))
        assert match.seen(one, eyes) == twin.seen(other, eyes)
        assert match.told(one, eyes) == twin.told(other, eyes)
        compared += one.after != other.after
        if str(one.action).startswith("take"):
            taken += 1
            now = [Match.replay(laws, it, at=number) for it in records]
            assert now[0].record(eyes) == now[1].record(eyes)
            sitting = page.Sitting(() if eyes is None else (eyes,), language("en"))
            pages = [page.table_page(it, sitting, table="x", name="y") for it in now]
            assert pages[0] == pages[1]
    assert compared > 200
    assert taken == TAKEN[seat]


def test_brass_lies_on_the_board_of_who_moved(visit: Visit, ada: Browser) -> None:
    """A marker of somebody else is not marked on the own board."""
    table = _open(ada)
    _until(visit, ada, table, "place")
    match = visit.match(table)
    mover = match.actor
    ada.play(table, "place industry_1w")
    ada.play(table)
    scene = match.game.scene(visit.match(table).state)
    keys = {item.key for item in scene.items}
    assert f"{mover}/marker:0" in keys
    assert 'class="last"' in ada.get(f"/t/{table}").text


def test_other_games_have_none_of_this(ada: Browser) -> None:
    """Maps stay maps."""
    text = ada.get(f"/t/{ada.open()}").text
    assert "boards.css" not in text
    assert "data-lie" not in text
    assert 'id="scoring"' not in text
