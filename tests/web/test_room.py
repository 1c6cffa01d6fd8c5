"""One table in the browser."""

from __future__ import annotations

import asyncio
import re
import time
from functools import partial

import pytest
import sqlalchemy as sa

from tests.web.visit import Browser, Visit, notice
from trainshed.core import CHANCE, loads
from trainshed.web.database.rows import SEATS
from trainshed.web.printing.log import last_own_move


def shared(visit: Visit) -> tuple[str, Browser, Browser]:
    """A table of two browsers, and the browsers in the order of play."""
    ada, ben = visit.browser(), visit.browser()
    table = ada.open(seat_2="elsewhere")
    ben.get(f"/t/{table}")
    answer = ben.post(f"/t/{table}/sit", {"seat": "1", "name": "Ben"})
    assert answer.status_code == 200
    first, second = (ada, ben) if visit.match(table).actor == 0 else (ben, ada)
    return table, first, second


def test_the_page_asks_whoever_sits_there(visit: Visit) -> None:
    """The page shows the board and what may be done."""
    browser = visit.browser()
    table = browser.open()
    answer = browser.get(f"/t/{table}")
    assert answer.status_code == 200
    assert 'data-version="1"' in answer.text
    assert 'class="board' in answer.text
    assert f"http://testserver/t/{table}" in answer.text


def test_a_fragment_is_sent_once(visit: Visit) -> None:
    """Its tag changes with the version, the viewer and the position."""
    browser = visit.browser()
    table = browser.open()
    first = browser.get(f"/t/{table}/fragment")
    tag = first.headers["etag"]
    again = browser.get(f"/t/{table}/fragment", {"if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")
    assert visit.browser().get(f"/t/{table}/fragment").headers["etag"] != tag
    assert browser.get(f"/t/{table}/fragment?at=0").headers["etag"] != tag
    browser.play(table)
    assert browser.get(f"/t/{table}/fragment", {"if-none-match": tag}).status_code == 200


def test_a_line_is_kept_before_it_is_shown(visit: Visit) -> None:
    """The answer is the fresh board; the database has the line."""
    browser = visit.browser()
    table = browser.open()
    answer = browser.play(table)
    assert answer.status_code == 200
    assert 'data-version="2"' in answer.text
    assert "<html" not in answer.text
    lines = visit.call(visit.site.store.lines, table)
    assert [line.number for line in lines] == [1, 2]
    assert lines[0].seat == CHANCE


def test_a_form_without_scripts_comes_back_to_the_page(visit: Visit) -> None:
    """A browser that shows the answer itself is sent to the table."""
    browser = visit.browser()
    table = browser.open()
    match = visit.match(table)
    data = {"version": "1", "action": str(match.game.actions(match.state)[0])}
    answer = browser.post(f"/t/{table}/play", data, {"sec-fetch-mode": "navigate"})
    assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{table}")
    stale = browser.post(f"/t/{table}/play", data, {"sec-fetch-mode": "navigate"})
    assert stale.status_code == 409
    assert "<html" in stale.text


def test_a_stale_click_gets_the_fresh_board_and_loses_nothing(visit: Visit) -> None:
    """Whoever answers an old question is told who was faster."""
    table, first, second = shared(visit)
    name = visit.match(table).names[visit.match(table).actor or 0]
    first.play(table)
    state = visit.match(table).state
    answer = second.play(table, version=1)
    assert answer.status_code == 409
    assert notice(answer) == f"The board has moved on. {name} played while you chose."
    assert 'data-version="2"' in answer.text
    assert visit.match(table).state is state


def test_two_clicks_at_once_are_one(visit: Visit) -> None:
    """Of two equal requests at the same moment one is played."""
    browser = visit.browser()
    table = browser.open()
    match = visit.match(table)
    line = str(match.game.actions(match.state)[0])
    owner = visit.sheet(table).table.chairs[0].owner or ""
    tables = visit.site.tables

    async def both() -> list[object]:
        clicks = (tables.play(table, owner, version=1, line=line) for _ in range(2))
        return [*await asyncio.gather(*clicks, return_exceptions=True)]

    results = visit.call(both)
    assert sorted(type(result).__name__ for result in results) == ["Sheet", "Stale"]
    assert visit.match(table).version == 2


def test_an_illegal_line_is_explained(visit: Visit) -> None:
    """The reason in words, with the number of the rule; nothing is lost."""
    browser = visit.browser()
    table = browser.open()
    answer = browser.play(table, "place J4")
    assert answer.status_code == 422
    assert "(R4" in notice(answer)
    assert 'data-version="1"' in answer.text
    assert visit.match(table).version == 1


@pytest.mark.parametrize(
    "line", ["dance", "drive", "drive GWR Z99", "begin 0", "?", "place <script>", "undo 3", "redo"]
)
def test_a_malformed_line_is_answered_with_a_word(visit: Visit, line: str) -> None:
    """Whatever is sent, the fresh board comes back."""
    browser = visit.browser()
    table = browser.open()
    answer = browser.play(table, line)
    assert answer.status_code == 422
    assert notice(answer)
    assert "<script>" not in answer.text.split('role="alert"')[1][:200]
    assert visit.match(table).version == 1


@pytest.mark.parametrize("version", ["", "-1", "abc", "1e3", "9" * 30, "٣"])
def test_a_forged_version_is_named(visit: Visit, version: str) -> None:
    """A version is a number."""
    browser = visit.browser()
    table = browser.open()
    answer = browser.post(f"/t/{table}/play", {"version": version, "action": "undo"})
    assert answer.status_code == 422
    assert "version" in answer.text


def test_a_version_that_never_was_is_stale(visit: Visit) -> None:
    """Nobody plays into the future."""
    browser = visit.browser()
    table = browser.open()
    assert browser.play(table, version=7).status_code == 409


def test_only_the_seat_that_is_asked_may_play(visit: Visit) -> None:
    """The other player and a stranger are told so."""
    table, _, second = shared(visit)
    answer = second.play(table)
    assert answer.status_code == 403
    assert "is asked" in notice(answer)
    stranger = visit.browser().play(table)
    assert stranger.status_code == 403
    assert "watching" in notice(stranger)
    assert visit.match(table).version == 1


def test_a_forged_cookie_owns_nothing(visit: Visit) -> None:
    """The id of another browser without its signature is a stranger's."""
    ada, thief = visit.browser(), visit.browser()
    table = ada.open()
    own = ada.cookies.get("trainshed") or ""
    identity = own.rsplit(".", 1)[0]
    for cookie in (identity, f"{identity}.forged", own[:-1], f"x{own}", "", "%ff.%ff"):
        thief.cookies.set("trainshed", cookie)
        assert thief.play(table).status_code == 403
        thief.cookies.clear()


def test_an_action_is_taken_back_and_brought_back(visit: Visit) -> None:
    """Undo and redo are lines; the log only grows."""
    browser = visit.browser()
    table = browser.open()
    start = visit.match(table).state
    browser.play(table)
    after = visit.match(table).state
    assert browser.play(table, "undo").status_code == 200
    assert visit.match(table).state == start
    assert browser.play(table, "redo").status_code == 200
    assert visit.match(table).state == after
    lines = visit.call(visit.site.store.lines, table)
    assert [line.text for line in lines][2:] == ["undo", "redo"]


def test_undo_reaches_back_to_the_last_draw(visit: Visit) -> None:
    """The lot of who begins is not taken back."""
    browser = visit.browser()
    table = browser.open()
    answer = browser.play(table, "undo")
    assert answer.status_code == 422
    assert "last draw" in notice(answer)


def test_going_back_further_needs_the_others(visit: Visit) -> None:
    """One asks, the other agrees or refuses."""
    table, first, second = shared(visit)
    start = visit.match(table).state
    first.play(table)
    first.play(table)
    while visit.match(table).actor in first.seats(table):
        first.play(table)
    second.play(table)
    moves = len(visit.match(table).history)
    assert first.play(table, "ask-back 1").status_code == 200
    assert len(visit.match(table).history) == moves
    assert second.play(table, "refuse-back").status_code == 200
    assert second.play(table, "agree-back").status_code == 422
    first.play(table, "ask-back 1")
    assert second.play(table, "agree-back").status_code == 200
    assert visit.match(table).state == start
    assert first.play(table, "ask-back 99").status_code == 422


def test_nobody_goes_back_before_a_draw(visit: Visit) -> None:
    """What is known cannot be unknown again; the notice says so."""
    browser = visit.browser()
    table = browser.open()
    browser.play(table)
    answer = browser.play(table, "ask-back 0")
    assert answer.status_code == 422
    assert "that cannot be taken back" in notice(answer)


def test_bots_of_a_rated_game_keep_to_what_was_played(visit: Visit) -> None:
    """Nobody tries moves against them; elsewhere they agree."""
    visit.site.pace._begin = lambda table: None  # type: ignore[method-assign] # it does not move
    browser = visit.browser()
    table = browser.open(seat_2="greedy")
    own, moves = browser.seats(table), visit.match(table).history
    while len(moves) < 2 or moves[-1].seat in own or not any(it.seat in own for it in moves):
        match = visit.match(table)
        if match.actor in own:
            browser.play(table)
        else:
            answer = partial(visit.site.tables.answer, table, version=match.version)
            visit.call(partial(answer, action=match.game.actions(match.state)[0]))
        moves = visit.match(table).history
    move = last_own_move(visit.match(table), browser.seats(table)) - 1
    assert f'data-do="ask-back {move}"' in browser.get(f"/t/{table}").text
    visit.set(table, rated=True)
    assert 'data-do="ask-back' not in browser.get(f"/t/{table}").text
    refused = browser.play(table, f"ask-back {move}")
    assert refused.status_code == 422
    assert "bots do not go back" in notice(refused)
    visit.set(table, rated=False)
    assert browser.play(table, f"ask-back {move}").status_code == 200
    assert len(visit.match(table).history) == move


def test_at_one_screen_everybody_agrees(visit: Visit) -> None:
    """All seats of a browser are of one mind."""
    browser = visit.browser()
    table = browser.open()
    start = visit.match(table).state
    for _ in range(6):
        browser.play(table)
    assert browser.play(table, "ask-back 1").status_code == 200
    assert visit.match(table).state == start
    visit.call(visit.site.store.check)


def test_every_position_has_a_link(visit: Visit) -> None:
    """The past is shown as it was."""
    browser = visit.browser()
    table = browser.open()
    for _ in range(3):
        browser.play(table)
    text = browser.get(f"/t/{table}?at=2").text
    assert 'data-at="2"' in text
    assert 'data-live="no"' in text


@pytest.mark.parametrize("at", ["abc", "-1", "1.5", "", "99999999999999999999", "٣"])
@pytest.mark.parametrize("page", ["", "/fragment", "/board.svg"])
def test_a_position_that_is_none_is_named(visit: Visit, at: str, page: str) -> None:
    """`at` is a number."""
    browser = visit.browser()
    table = browser.open()
    answer = browser.get(f"/t/{table}{page}?at={at}")
    assert answer.status_code == 400
    assert "“at”" in answer.text


def test_a_position_that_was_never_reached_is_the_last(visit: Visit) -> None:
    """There is no move 7 yet."""
    browser = visit.browser()
    answer = browser.get(f"/t/{browser.open()}?at=7")
    assert answer.status_code == 200
    assert 'data-live="yes"' in answer.text


def test_an_open_seat_is_taken_once(visit: Visit) -> None:
    """Who comes by the link sits down; the next one is told so."""
    ada, ben, eve = visit.browser(), visit.browser(), visit.browser()
    table = ada.open(seat_2="elsewhere", name_2="")
    ben.get(f"/t/{table}")
    answer = ben.post(f"/t/{table}/sit", {"seat": "1", "name": "Ada"})
    assert answer.status_code == 200
    assert visit.match(table).names == ["Ada", "Ada 2"]
    eve.get(f"/t/{table}")
    late = eve.post(f"/t/{table}/sit", {"seat": "1", "name": "Eve"})
    assert late.status_code == 409
    assert notice(late) == "Somebody sits there already."
    assert eve.post(f"/t/{table}/sit", {"seat": "0", "name": "Eve"}).status_code == 409
    assert eve.post(f"/t/{table}/sit", {"seat": "5", "name": "Eve"}).status_code == 422
    assert visit.sheet(table).vacant == ()


def test_an_open_seat_is_given_to_a_bot(visit: Visit) -> None:
    """By somebody at the table, who chooses which; it is called as bots are, and plays."""
    ada = visit.browser()
    table = ada.open(seat_2="elsewhere", name_1="Boilerbot", name_2="")
    page = ada.get(f"/t/{table}").text
    assert f'action="/t/{table}/fill"' in page
    assert "Let a bot play" in page
    tag = ada.get(f"/t/{table}/fragment").headers["etag"]
    assert ada.post(f"/t/{table}/fill", {"seat": "1", "bot": "random"}).status_code == 200
    chair = visit.sheet(table).table.chairs[1]
    assert (chair.kind, chair.owner) == ("random", None)
    assert visit.match(table).names == ["Boilerbot", "Boilerbot 2"]
    assert "Let a bot play" not in ada.get(f"/t/{table}").text
    assert ada.get(f"/t/{table}/fragment", {"if-none-match": tag}).status_code == 200
    until = time.monotonic() + 20
    while not any(line.seat == 1 for line in visit.match(table).log):
        assert time.monotonic() < until
        if visit.match(table).actor == 0:
            ada.play(table)


def test_an_open_seat_is_given_away_by_those_at_the_table_alone(visit: Visit) -> None:
    """Who watches is not asked; whose seat a bot has is."""
    ada, eve = visit.browser(), visit.browser()
    eve.get("/")
    table = ada.open(seats="3", seat_2="elsewhere", seat_3="elsewhere")
    wish = {"seat": "1", "bot": "greedy"}
    assert "Let a bot play" not in eve.get(f"/t/{table}").text
    answer = eve.post(f"/t/{table}/fill", wish)
    assert answer.status_code == 403
    assert notice(answer) == "You are watching. Sit down at a free seat to play."
    assert visit.sheet(table).vacant == (1, 2)
    lend = sa.update(SEATS).where(SEATS.c.table == table, SEATS.c.number == 0)
    visit.call(visit.site.store.change, lend.values(kind="greedy"))
    visit.set(table)
    assert "Let a bot play" in ada.get(f"/t/{table}").text
    assert ada.post(f"/t/{table}/fill", wish).status_code == 200
    assert visit.sheet(table).vacant == (2,)


def test_a_bot_takes_no_seat_from_anybody(visit: Visit) -> None:
    """Where somebody was faster, or there is no such bot or seat, that is said."""
    ada, ben = visit.browser(), visit.browser()
    table = ada.open(seat_2="elsewhere")
    ben.get("/")
    for field, value in (("seat", "5"), ("bot", "human"), ("bot", "")):
        wish = {"seat": "1", "bot": "greedy", field: value}
        assert ada.post(f"/t/{table}/fill", wish).status_code == 422
    ben.post(f"/t/{table}/sit", {"seat": "1", "name": "Ben"})
    before = visit.sheet(table).table
    late = ada.post(f"/t/{table}/fill", {"seat": "1", "bot": "greedy"})
    assert late.status_code == 409
    assert notice(late) == "Somebody sits there already."
    assert visit.sheet(table).table == before


def test_sitting_down_changes_the_page_of_the_others(visit: Visit) -> None:
    """The tag of the fragment changes although nothing was played."""
    ada, ben = visit.browser(), visit.browser()
    table = ada.open(seat_2="elsewhere")
    tag = ada.get(f"/t/{table}/fragment").headers["etag"]
    ben.post(f"/t/{table}/sit", {"seat": "1", "name": "Ben"})
    assert ada.get(f"/t/{table}/fragment", {"if-none-match": tag}).status_code == 200


def test_the_record_hides_the_seed_until_the_end(visit: Visit) -> None:
    """An open game shows only the commitment."""
    browser = visit.browser()
    table = browser.open()
    browser.play(table)
    answer = browser.get(f"/t/{table}/record")
    assert answer.headers["content-type"].startswith("text/plain")
    assert "attachment" in answer.headers["content-disposition"]
    record = loads(answer.text)
    assert record.seed is None
    assert visit.sheet(table).table.seed not in answer.text
    assert len(record.lines) == 2


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_board_is_a_picture(visit: Visit, theme: str) -> None:
    """As SVG and as PNG, at any position."""
    browser = visit.browser()
    table = browser.open()
    browser.play(table)
    drawn = browser.get(f"/t/{table}/board.svg?at=1&theme={theme}")
    assert drawn.headers["content-type"] == "image/svg+xml"
    assert "var(--" not in drawn.text
    picture = browser.get(f"/t/{table}/board.png?theme={theme}")
    assert picture.content.startswith(b"\x89PNG")
    assert browser.get(f"/t/{table}/board.gif").status_code == 404


def test_a_click_that_is_not_allowed_is_explained(visit: Visit) -> None:
    """Why not there: the reason in words."""
    browser = visit.browser()
    table = browser.open()
    answer = browser.get(f"/t/{table}/why?under=supply&key=hex:J4")
    assert answer.status_code == 200
    assert "R4" in answer.text
    assert browser.get(f"/t/{table}/why?key=nonsense").status_code == 200
    assert browser.get(f"/t/{table}/why").status_code == 200


def test_a_rematch_is_only_for_finished_games(visit: Visit) -> None:
    """A running game goes on."""
    browser = visit.browser()
    table = browser.open()
    assert browser.post(f"/t/{table}/again", {}).status_code == 409


def test_the_prompt_tells_the_last_move_that_counts(visit: Visit) -> None:
    """Not one that was taken back, whose line in the log has a number of its own."""
    ada, watcher = visit.browser(), visit.browser()
    table = ada.open()
    ada.play(table)
    told = re.compile(r'<p class="latest">.*?</p>', re.DOTALL)
    before = told.findall(watcher.get(f"/t/{table}").text)
    assert before
    match = visit.match(table)
    ada.play(table, str(match.game.actions(match.state)[-1]))
    line = visit.match(table).version
    assert told.findall(watcher.get(f"/t/{table}").text) != before
    ada.play(table, "undo")
    page = watcher.get(f"/t/{table}").text
    assert told.findall(page) == before
    assert f'<s data-line="{line}">' in page


def test_who_only_watches_has_nothing_to_take_back(visit: Visit) -> None:
    """So there is no button for it."""
    ada = visit.browser()
    table = ada.open()
    assert 'id="undo"' in ada.get(f"/t/{table}").text
    assert 'id="undo"' not in visit.browser().get(f"/t/{table}").text
