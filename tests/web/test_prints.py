"""What is printed once for many, and never for anybody who should see something else."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from jinja2 import DictLoader, Environment
from markupsafe import Markup
from msgspec.structs import replace

from tests.web.test_accounts import made, opened
from tests.web.visit import Visit
from trainshed.core import CHANCE, Match, Reader, Seat, Who, language, say
from trainshed.games import games
from trainshed.web.database.store import Store
from trainshed.web.printing import manifest, prints, signs
from trainshed.web.printing.leaves import leaves
from trainshed.web.printing.listed import listed
from trainshed.web.printing.log import Entry
from trainshed.web.printing.page import reading
from trainshed.web.printing.press import Press
from trainshed.web.printing.view import put_together
from trainshed.web.tables.seats import badge
from trainshed.web.warm import warm


def test_what_has_the_same_values_is_printed_once(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For all who look, and after a move too."""
    player, spectator = visit.browser(), visit.browser()
    table = player.open()
    printed: list[str] = []
    original = prints._part

    def noted(text: str) -> tuple[prints.Part, Markup]:
        printed.append(text)
        return original(text)

    monkeypatch.setattr(prints, "_part", noted)
    views = [one.get(f"/t/{table}/fragment") for one in (spectator, visit.browser())]
    assert views[0].text == views[1].text
    first = len(printed)
    assert first > 5
    player.play(table)
    printed.clear()
    spectator.get(f"/t/{table}/fragment")
    assert 0 < len(printed) < first


def test_whoever_is_not_named_shares_what_was_printed() -> None:
    """Whoever is named has his own; a piece within counts as well."""
    names, made = ("Ada", "Ben", "Cid"), list[str]()
    inner, outer = prints.Prints[str](99), prints.Prints[str](99)
    alike = prints.Alike(("en",))

    def reading(seat: int | None) -> prints.Reading:
        reader = Reader(language("en"), names, None if seat is None else Seat(seat))
        return prints.Reading(reader.read, alike, seat)

    def look(seat: int | None) -> str:
        read = reading(seat)

        def piece() -> str:
            return read(say("{who} passes", who=Who(Seat(1))))

        def whole() -> str:
            made.append(str(seat))
            return f"{inner.get(('piece',), read, piece)}."

        return outer.get(("whole",), read, whole)

    assert [look(seat) for seat in (1, 0, 2, None, 1)] == [
        "you passes.",
        *["Ben passes."] * 3,
        "you passes.",
    ]
    assert made == ["1", "0"]


def test_what_was_let_go_is_printed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same text under the same name, for whoever lacks it."""
    monkeypatch.setattr(prints, "WHOLES", 1)
    pages = Environment(loader=DictLoader({"p": '<p id="p-{{ n }}">{{ n }}</p>'}), autoescape=True)
    parts = prints.Parts(pages, "en", prints.Shelf())
    first = [parts.part("p", None, {"n": n}, frozenset()) for n in (1, 2)]
    assert [parts.part("p", None, {"n": n}, frozenset()) for n in (1, 2)] == first
    tag, text = parts.part("p", None, {"n": 1}, frozenset({first[0][0]}))
    assert (tag, text) == (first[0][0], f'<p id="p-1" data-part="{tag}" data-same></p>')


def test_a_full_leaf_is_bound_with_others_once() -> None:
    """Until then a new line changes the last leaf alone."""

    def log(moves: int) -> list[tuple[int, int]]:
        lines = [
            Entry(n, Seat(0), 1, Markup(n), Markup(""), since=False) for n in range(1, moves + 1)
        ]
        return [(leaf.number, len(leaf.entries)) for leaf in leaves(lines)]

    assert log(0) == []
    assert log(14) == [(0, 5), (5, 5), (10, 4)]
    assert log(50) == [(first, 5) for first in range(0, 50, 5)]
    assert log(101) == [(0, 50), (50, 50), (100, 1)]


def test_a_new_place_leaves_most_lists_of_places_as_they_are() -> None:
    places = tuple((f"hex:{n}", f"Field {n}") for n in range(300))
    before = dict(listed(places, ()))
    after = dict(listed((*places[:150], ("hex:new", "New"), *places[150:]), ()))
    changed = [name for name, text in after.items() if before.get(name) != text]
    assert len(before) > 10
    assert 1 <= len(changed) <= 2
    assert sum(text.count("<li") for text in after.values()) == 301


def test_a_move_makes_it_new(visit: Visit) -> None:
    player, spectator = visit.browser(), visit.browser()
    table = player.open()
    before = spectator.get(f"/t/{table}/fragment")
    player.play(table)
    after = spectator.get(f"/t/{table}/fragment")
    assert before.headers["etag"] != after.headers["etag"]
    assert before.text != after.text


def test_another_language_has_its_own(visit: Visit) -> None:
    table = visit.browser().open()
    views = [
        visit.browser().get(f"/t/{table}/fragment", headers={"accept-language": code}).text
        for code in ("en", "de")
    ]
    assert views[0] != views[1]


def test_a_player_never_gets_what_was_printed_for_others(visit: Visit) -> None:
    player, spectator = visit.browser(), visit.browser()
    table = player.open()
    spectator.get(f"/t/{table}/fragment")
    assert 'data-mine="yes"' in player.get(f"/t/{table}/fragment").text
    assert 'data-mine="no"' in spectator.get(f"/t/{table}/fragment").text


def test_whoever_takes_nothing_packed_gets_it_plain(visit: Visit) -> None:
    table, spectator = visit.browser().open(), visit.browser()
    plain = spectator.get(f"/t/{table}/fragment", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.text == spectator.get(f"/t/{table}/fragment").text


def test_a_log_says_the_same_when_it_is_read_again(visit: Visit) -> None:
    player = visit.browser()
    table = player.open()
    for _ in range(4):
        player.play(table)
    before = player.get(f"/t/{table}").text
    player.play(table, "undo")
    struck = player.get(f"/t/{table}").text
    assert struck.count("<s ") == before.count("<s ") + 1
    player.play(table, "redo")
    visit.match(table).memo.clear()
    assert player.get(f"/t/{table}").text.count("<s ") == before.count("<s ")


def test_the_process_remembers_who_is_asked(visit: Visit) -> None:
    player, spectator = visit.browser(), visit.browser()
    table = player.open()
    spectator.get("/")
    owner, other = (
        (one.cookies.get("trainshed") or "").rsplit(".", 1)[0] for one in (player, spectator)
    )
    visit.match(table)
    assert visit.site.tables.is_asked(table, owner)
    assert not visit.site.tables.is_asked(table, other)
    assert not visit.site.tables.is_asked("elsewhere", owner)


def test_moves_are_written_one_after_the_other(database: str) -> None:
    store = Store(database)

    async def together() -> list[int]:
        await store.migrate()
        running: list[int] = []

        def work(connection: Any) -> int:  # noqa: ANN401 - any database's
            running.append(1)
            assert len(running) == 1
            running.pop()
            return 1

        try:
            return await asyncio.gather(*(store.write(work) for _ in range(20)))
        finally:
            await store.close()

    assert asyncio.run(together()) == [1] * 20


def test_what_all_tables_share_is_drawn_before_somebody_waits() -> None:
    """The shapes of the tiles, and pages of games that are nearly over."""
    manifest._sheet.cache_clear()
    press = Press()
    warm(lambda shown: put_together(press.view("en"), shown))
    assert manifest._sheet.cache_info().currsize >= 1
    assert len(press.shelf.parts._kept) > 20 * len(games())


def test_a_line_of_the_log_leads_to_its_position() -> None:
    """Unless it was taken back, or is no move."""
    said = Markup("<b>passes</b>")
    entry = Entry(7, Seat(0), 1, said, Markup("<time>9:05</time>"), since=False)
    lines = [
        signs.line("a&b", it, [badge(0)])
        for it in (entry, replace(entry, move=0, struck=True), replace(entry, move=0, seat=CHANCE))
    ]
    assert '<a href="/t/a&amp;b?at=7" data-at="7"><b>passes</b></a>' in lines[0]
    assert '<li class="entry struck">' in lines[1]
    assert "><b>passes</b></s>" in lines[1]
    assert "<span><b>passes</b></span>" in lines[2]
    assert '<span class="badge"></span>' in lines[2]
    assert all("<time>9:05</time>" in line for line in lines)


def test_a_shared_view_names_nobody(visit: Visit) -> None:
    """Whoever may sit down finds his own name in the form."""
    table = opened(made(visit, name="Cy"), **{"seat-2": "elsewhere", "name-1": "Cy"})
    views = [made(visit, name=name).get(f"/t/{table}/fragment").text for name in ("Ada", "Ben")]
    assert 'value="Ada"' in views[0]
    assert 'value="Ben"' in views[1]
    assert "Ada" not in views[1]


def test_each_table_brings_room_for_its_own_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few tables never fill the room of many, and many no more than there is."""
    monkeypatch.setattr(prints, "SHARED", 1)
    monkeypatch.setattr(prints, "PARTS_EACH", 10)
    monkeypatch.setattr(prints, "PARTS", 35)
    shelf = prints.Shelf()
    pages = Environment(loader=DictLoader({"p": '<p id="p-{{ n }}">{{ n }}</p>'}), autoescape=True)
    parts = prints.Parts(pages, "en", shelf)

    def kept(table: str) -> int:
        shelf.meet(table)
        for n in range(99):
            parts.part("p", None, {"table": table, "n": n}, frozenset())
        return len(shelf.parts._kept)

    assert [kept(table) for table in ("a", "a", "b", "c", "d")] == [20, 20, 30, 35, 35]


def test_a_layer_that_was_printed_is_not_kept_twice() -> None:
    """Its part is known by a hash; the same drawing has the same part, another one its own."""
    shelf = prints.Shelf()
    parts = prints.Parts(Environment(autoescape=True), "en", shelf)
    drawn = ["".join(("<path/>", str(n))) for n in (1, 2, 1)]
    tags = [parts.drawn("rails", text, frozenset())[0] for text in drawn]
    assert tags[0] == tags[2] != tags[1]
    assert drawn[0] not in str(list(shelf.parts._kept._things))


def test_who_reads_alike_is_the_same_value() -> None:
    """All that is printed is kept with it, so there must not be one for each view."""
    match = Match(games()["rocket"], seats=2, names=("Ada", "Ben"))
    scene = match.game.scene(match.state)
    found = [reading(match, language("en"), Seat(seat), scene).alike for seat in (0, 1)]
    assert found[0] is found[1]


def test_a_long_text_is_known_by_its_hash() -> None:
    """It is compared, but not kept beside what was printed of it."""
    text = "x" * (prints.LONG + 1)
    known = prints._frozen(text)
    assert known == prints._frozen(Markup(text)) != prints._frozen(text[:-1] + "y")
    assert isinstance(known, bytes)
    assert prints._frozen(text[:-1]) == text[:-1]
