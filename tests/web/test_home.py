"""The first page, the form for a new table, and the pages beside them."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from sqlalchemy.exc import OperationalError, ProgrammingError

from tests.web.test_accounts import made
from tests.web.visit import TWO, Browser, Visit
from trainshed.core.language import language
from trainshed.web import home
from trainshed.web.database.kept import Table

NAMED = {
    "Ask to go back",
    "Take the wish back",
    "Table",
    "Decline",
    "Since your last turn",
    "Replay",
    "Orders",
    "Talk",
    "Take your seat back",
    "Notices",
    "Account",
    "Settings",
    "In words",
    "Continue from here",
}
"""Words of the page that the guide for players speaks of."""


def test_a_stranger_finds_the_games(visit: Visit) -> None:
    """The first page offers every game, with a picture."""
    answer = visit.browser().get("/")
    assert answer.status_code == 200
    assert "Stephenson’s Rocket" in answer.text
    assert "/pictures/rocket.svg" in answer.text


def test_tables_are_listed_by_what_they_wait_for(visit: Visit) -> None:
    """The owner is asked to move, a stranger sees that the table runs."""
    ada = visit.browser()
    table = ada.open(name="Quiet corner")
    own = ada.get("/").text
    assert "Take your turn" in own
    assert '<p class="digest">turn 1' in own  # nobody has moved yet
    stranger = visit.browser().get("/").text
    assert "Quiet corner" in stranger
    assert f"/t/{table}" in stranger
    assert "Take your turn" not in stranger


def test_nothing_of_ones_own_is_lost(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many tables others have opened since."""
    monkeypatch.setattr(home, "OTHERS", 2)
    monkeypatch.setattr(home, "FINISHED", 3)
    ada = visit.browser()
    waiting = [ada.open() for _ in range(3)]
    running = ada.open(seat_2="elsewhere")
    visit.set(running, actor=1)
    finished = [ada.open() for _ in range(4)]
    others = [visit.browser().open() for _ in range(6)]
    for table in (*finished, *others[:3]):
        visit.set(table, over=True, actor=None)
    text = ada.get("/").text
    listed = [table for table in (*waiting, running, *finished, *others) if f"/t/{table}" in text]
    assert listed == [*waiting, running, *finished[-3:], *others[1:3], *others[4:]]


def test_a_cold_start_reads_no_whole_game(
    start: Callable[..., Visit], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last moves suffice for a list, which shows the same as the tables in memory."""
    monkeypatch.setattr(home, "_ago", lambda *_: "")
    visit = start()
    browser = visit.browser()
    tables = [browser.open() for _ in range(4)]
    for table, moves in zip(tables, (0, 2, 14, 20), strict=True):
        for _ in range(moves):
            browser.play(table)
    browser.play(tables[2], "undo")
    last = [visit.match(table).history[-1].number for table in tables]
    before = browser.get("/").text

    visit = start()
    monkeypatch.setattr(visit.site.store, "lines", None)
    browser = visit.browser(browser.cookies)
    assert browser.get("/").text == before
    found = visit.call(visit.site.tables.glimpses, visit.call(own, visit, browser))
    assert len(found[tables[3]].history) < last[3] / 2


def test_going_far_back_needs_the_whole_game(
    start: Callable[..., Visit], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The list is still right."""
    monkeypatch.setattr(home, "_ago", lambda *_: "")
    visit = start()
    browser = visit.browser()
    table = browser.open()
    for _ in range(14):
        browser.play(table)
    browser.play(table, "ask-back 9")
    browser.play(table)
    before = browser.get("/").text
    visit = start()
    assert visit.browser(browser.cookies).get("/").text == before


async def own(visit: Visit, browser: Browser) -> list[Table]:
    owner = (browser.cookies.get("trainshed") or "").rsplit(".", 1)[0]
    return await visit.site.store.tables(over=False, owner=owner, own=True)


def test_the_form_shows_seats_bots_and_options(visit: Visit) -> None:
    """Everything that can be chosen is on the form."""
    text = visit.browser().get("/new/rocket").text
    for part in ('name="seats" value="4"', 'value="greedy"', 'name="option-veto"', "free_choice"):
        assert part in text


def test_a_table_is_opened_as_the_form_says(visit: Visit) -> None:
    """Seats, names and options arrive."""
    browser = visit.browser()
    table = browser.open(
        seats="3", seat_3="random", name_3="", option_veto="free_choice", option_open_money="true"
    )
    sheet = visit.sheet(table)
    assert [chair.kind for chair in sheet.table.chairs] == ["human", "human", "random"]
    assert [chair.name for chair in sheet.table.chairs][:2] == ["Ada", "Ben"]
    assert sheet.table.options["veto"] == "free_choice"
    assert sheet.table.options["open_money"] is True
    assert browser.seats(table) == (0, 1)


def test_two_players_of_one_name_are_told_apart(visit: Visit) -> None:
    """Names are made unique."""
    table = visit.browser().open(name_1="Ada", name_2="Ada")
    assert visit.match(table).names == ["Ada", "Ada 2"]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("game", "chess"),
        ("seats", "9"),
        ("seats", "two"),
        ("seat-1", "martian"),
        ("name", "x" * 200),
        ("option-veto", "sometimes"),
        ("option-weather", "rain"),
    ],
)
def test_a_wrong_value_is_named(visit: Visit, field: str, value: str) -> None:
    """No table is opened, and the page says which value is wrong."""
    answer = visit.browser().post("/tables", {"game": "rocket", **TWO, field: value})
    assert answer.status_code in (404, 422)
    assert value[:40] in answer.text or field.removeprefix("option-") in answer.text


def test_settings_are_kept(visit: Visit) -> None:
    """Language and theme are those that were chosen, on every page."""
    browser = visit.browser()
    answer = browser.post(
        "/settings",
        {"language": "fr", "theme": "dark", "sound": "on", "confirm_pass": "off"},
        {"referer": "http://testserver/new/rocket"},
    )
    assert (answer.status_code, answer.headers["location"]) == (303, "/new/rocket")
    text = browser.get("/").text
    for part in ('<html lang="fr"', 'data-theme="dark"', 'data-sound="on"', 'data-passing="play"'):
        assert part in text


def test_an_unknown_setting_is_named(visit: Visit) -> None:
    """A language that there is not."""
    answer = visit.browser().post("/settings", {"language": "tlh"})
    assert answer.status_code == 422
    assert "tlh" in answer.text


def test_the_language_is_that_of_the_browser(visit: Visit) -> None:
    """Who has chosen nothing is spoken to as his browser wishes."""
    answer = visit.browser().get("/", {"accept-language": "it,de-CH;q=0.8,en;q=0.5"})
    assert '<html lang="de"' in answer.text


def test_a_wrong_cookie_of_settings_does_no_harm(visit: Visit) -> None:
    """What cannot be read is as if it had not been chosen."""
    browser = visit.browser()
    browser.cookies.set("trainshed-settings", "language=tlh&theme=%00&nonsense")
    assert browser.get("/").status_code == 200


def test_the_site_is_well(visit: Visit) -> None:
    """The health route asks the database and writes to it."""
    found = visit.browser().get("/health").json()
    assert found == {"database": "up", "writes": "up", "work": "up"}


def test_every_numbered_rule_has_an_anchor(visit: Visit) -> None:
    """A reason can lead to its rule."""
    text = visit.browser().get("/rules/rocket").text
    for number in ("R1", "R4.2", "R6.1"):
        assert f'id="{number}"' in text
    assert 'href="/rulings/rocket"' in text
    assert visit.browser().get("/rulings/rocket").status_code == 200


@pytest.mark.parametrize(("code", "title"), [("fr", "décisions"), ("de", "Entscheidungen")])
def test_rulings_are_read_in_ones_own_language(visit: Visit, code: str, title: str) -> None:
    """The outline leads there, too."""
    own = {"accept-language": code}
    assert 'href="/rulings/tycoon"' in visit.browser().get("/rules/tycoon", own).text
    text = visit.browser().get("/rulings/tycoon", own).text
    assert title in text
    assert f'lang="{code}"' in text
    assert 'href="/rules/tycoon"' in text


@pytest.mark.parametrize("code", ["en", "fr", "de"])
def test_the_guide_for_players_names_things_as_the_page_does(visit: Visit, code: str) -> None:
    """Every page leads there, and what it sets in italics is called so on the screen."""
    own = {"accept-language": code}
    assert 'href="/playing"' in visit.browser().get("/", own).text
    texts = [visit.browser().get("/playing", {"accept-language": it}).text for it in ("en", code)]
    guides = [" ".join(it.partition("<article")[2].split()) for it in texts]
    assert f'lang="{code}"' in guides[1]
    assert guides[0].count("<h2") == guides[1].count("<h2") == 7
    assert guides[0].count("<tr") == guides[1].count("<tr") == 6
    own_words, names = language(code), re.compile(r"<(?:em|strong)>(.+?)</")
    assert set(names.findall(guides[0])) >= NAMED
    assert set(names.findall(guides[1])) >= {own_words.gettext(it) for it in NAMED}


def test_static_files_last_for_ever_under_the_hash_of_their_content(visit: Visit) -> None:
    """An old address still works, but is asked again."""
    browser = visit.browser()
    path = visit.site.press.static("tokens.css")
    assert "immutable" in browser.get(path).headers["cache-control"]
    old = browser.get("/static/0123456789ab/tokens.css")
    assert (old.status_code, old.headers["cache-control"]) == (200, "no-cache")
    assert "set-cookie" not in old.headers
    for bad in ("/static/x/../store.py", "/static/x/%2e%2e/store.py", "/static/x/nothing.css"):
        assert browser.get(bad).status_code == 404


@pytest.mark.parametrize("sign", ["plate", "paper", "train", "tile-sign", "mark"])
def test_what_stands_in_sentences_looks_alike_on_every_page(visit: Visit, sign: str) -> None:
    """Lists of tables tell the last move, with the same signs as the table itself."""
    page = visit.browser().get("/").text
    style = visit.browser().get(re.findall(r'href="([^"]+/site\.css)"', page)[0]).text
    assert re.search(rf"^ *\.{sign}\b", style, re.MULTILINE)


def test_the_map_is_drawn_once_for_each_language(visit: Visit) -> None:
    """Its address has the hash of its content and lasts for ever."""
    browser = visit.browser()
    text = browser.get(f"/t/{browser.open()}").text
    found = re.search(r'href="(/ground/[^"]+)"', text)
    assert found is not None
    answer = browser.get(found[1].replace("&amp;", "&"))
    assert answer.headers["content-type"] == "image/svg+xml"
    assert "immutable" in answer.headers["cache-control"]
    assert "no-cache" in browser.get("/ground/rocket/england.svg?lang=fr").headers["cache-control"]


@pytest.mark.parametrize("theme", ["", "light", "dark"])
def test_a_game_has_a_picture(visit: Visit, theme: str) -> None:
    """A board in mid-play, the same every time."""
    answer = visit.browser().get(f"/pictures/rocket.svg?theme={theme}")
    assert answer.status_code == 200
    assert answer.text.startswith("<svg")
    assert ("var(--" in answer.text) == (theme == "")


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/nowhere", 404),
        ("/new/chess", 404),
        ("/rules/chess", 404),
        ("/rules/..%2f..%2fREADME", 404),
        ("/t/unknown", 404),
        ("/t/unknown/fragment", 404),
        ("/t/unknown/events", 404),
        ("/t/unknown/board.svg", 404),
        ("/tables", 405),
        ("/ground/chess/england.svg", 404),
        ("/ground/rocket/atlantis.svg", 404),
        ("/ground/rocket/england.svg?lang=tlh", 404),
        ("/pictures/chess.svg", 404),
        ("/pictures/rocket.svg?theme=neon", 400),
    ],
)
def test_what_there_is_not_is_said_in_words(visit: Visit, path: str, status: int) -> None:
    """Never a bare status."""
    answer = visit.browser().get(path)
    assert answer.status_code == status
    assert "<h1>" in answer.text
    assert "“" in answer.text


def test_a_database_that_does_not_answer_is_said(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also to whoever is signed in, whom nobody can know then; anything else is a failure."""
    ada, guest = made(visit), visit.browser()
    error: Exception = OperationalError("SELECT", None, Exception("the disk is gone"))

    async def gone(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(visit.site.store, "tables", gone)
    monkeypatch.setattr(visit.site.people, "signed_in", gone)
    for browser in (ada, guest):
        answer = browser.get("/")
        assert answer.status_code == 503
        assert int(answer.headers["retry-after"]) > 0
        assert "The site cannot reach its database at the moment" in answer.text
        assert re.search(r"quote [0-9a-f]{8}", answer.text)
        assert "disk" not in answer.text
    error = ProgrammingError("SELECT", None, Exception("no such word"))
    assert [it.get("/").status_code for it in (ada, guest)] == [500, 500]


def test_a_failure_has_a_code_to_quote(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    """What went wrong is in the log under the code that the visitor sees."""

    def fails(*_: object, **__: object) -> None:
        raise RuntimeError("on purpose")

    monkeypatch.setattr(visit.site.tables.store, "tables", fails)
    answer = visit.browser().get("/")
    assert answer.status_code == 500
    assert "has been kept" in answer.text
    assert re.search(r"quote [0-9a-f]{8}", answer.text)
    assert "on purpose" not in answer.text


def test_a_bot_does_not_play_under_the_name_of_who_opened_the_table(visit: Visit) -> None:
    """The name that the form offers is his own; another name a bot may have."""
    ada = visit.browser()
    ada.open()
    assert 'value="Ada"' in ada.get("/new/rocket").text
    table = ada.open(seat_1="greedy", name_1="Ada", seat_2="greedy", name_2="Ben")
    assert visit.match(table).names == ["Signalbot", "Ben"]


def test_a_list_names_the_players_and_offers_a_free_seat(visit: Visit) -> None:
    """To those who have none; on the first page and in the search."""
    ada, stranger = visit.browser(), visit.browser()
    table = ada.open(seat_2="elsewhere")
    ada.open(name_1="Cy", name_2="Dan")
    for path in ("/", "/search"):
        page = stranger.get(path).text
        assert re.search(rf'href="/t/{table}">Sit down</a>', page)
        assert page.count(">Sit down</a>") == 1
        assert page.count(">Watch</a>") == 1
        assert '<p class="players-named" aria-hidden="true">Ada</p>' in page
        assert '<p class="players-named" aria-hidden="true">Cy, Dan</p>' in page
        assert "Sit down" not in ada.get(path).text


def _section(page: str, heading: str) -> str:
    """What stands under a heading of the first page."""
    return page.partition(f"<h2>{heading}</h2>")[2].partition("</section>")[0]


def test_tables_with_a_free_seat_come_before_those_that_run(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many others run, and for those alone who do not sit there."""
    monkeypatch.setattr(home, "OTHERS", 2)
    ada, stranger, member = visit.browser(), visit.browser(), made(visit, name="Mia")
    free = ada.open(seat_2="elsewhere")
    closed = ada.open(seat_2="elsewhere")
    visit.set(closed, access="link")
    runs = [ada.open() for _ in range(3)][1:]
    for page in (stranger.get("/").text, member.get("/").text):
        offered, watched = (
            _section(page, heading) for heading in ("Tables with a free seat", "Running tables")
        )
        assert free in offered
        assert "Sit down" in offered
        assert offered.count('class="vacant"') == 1
        assert "a seat is free" not in offered  # the heading says so
        assert free not in watched
        assert all(table in watched and table not in offered for table in runs)
        assert closed not in page
        assert page.index(offered) < page.index(watched)
    assert not _section(ada.get("/").text, "Tables with a free seat")
    visit.set(free, over=True, actor=None)
    assert not _section(stranger.get("/").text, "Tables with a free seat")


def test_whoever_has_never_played_is_welcomed(visit: Visit) -> None:
    """Though others play; nothing can wait for him yet."""
    ada, stranger = visit.browser(), visit.browser()
    table = ada.open(seat_2="elsewhere")
    assert "A table, a map, a few trains" in stranger.get("/").text
    visit.set(table, actor=1)
    assert "Nothing waits for you" in ada.get("/").text


def test_a_list_says_who_has_won(visit: Visit) -> None:
    """Not what the last move was, and in the search that the game is over."""
    ada = visit.browser()
    table = ada.open()
    while visit.match(table).actor is not None:
        ada.play(table)
    match = visit.match(table)
    best = match.game.ranks(match.state).index(1)
    for path in ("/", "/search"):
        page = visit.browser().get(path).text
        told = re.findall(r'<p class="ago">(.*?)</p>', page, re.DOTALL)
        assert len(told) == 1
        assert match.names[best] in told[0]
        assert "win" in told[0] or "victory" in told[0]
        assert "Replay</a>" in page
    assert '<span class="tag">finished</span>' in ada.get("/search").text
