"""Maps that people draw: kept for their owner, judged, drawn, played on, weighed by bots."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from httpx2 import Response
from msgspec.structs import replace

from tests.web.visit import TWO, Browser, Visit
from trainshed.core import language
from trainshed.games.dampfross.box import SHEETS
from trainshed.games.dampfross.sheet import column_row, read
from trainshed.web.maps import shelf
from trainshed.web.maps.cartography import drawing, judged, where

IRELAND = SHEETS["ireland"]


def new(browser: Browser, **fields: str) -> str:
    """Make a map; its id."""
    answer = browser.post("/maps", fields or {"box": "ireland"})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"]).removeprefix("/maps/")


def sheet_of(browser: Browser, id_: str) -> dict[str, Any]:
    """A map as the editor gets it."""
    text = browser.get(f"/maps/{id_}").text
    found = text.split('id="sheet">', 1)[1].split("</script>", 1)[0]
    return dict(json.loads(found))


def save(browser: Browser, id_: str, sheet: object, *, version: int = 1) -> Response:
    client = browser.visit.client
    client.cookies = browser.cookies
    return client.post(f"/maps/{id_}?version={version}", content=json.dumps(sheet))


def upload(browser: Browser, data: bytes) -> Response:
    client = browser.visit.client
    client.cookies = browser.cookies
    answer = client.post("/maps/upload", files={"file": ("map.toml", data)})
    browser.cookies = client.cookies
    return answer


def test_the_list_offers_the_maps_of_the_box(visit: Visit) -> None:
    """And one's own, which nobody else finds there."""
    ada = visit.browser()
    text = ada.get("/maps").text
    for name in SHEETS:
        assert f'value="{name}"' in text
    id_ = new(ada, seed="fenland", title="Fenland", columns="20", rows="18", mountains="10")
    assert f"/maps/{id_}" in ada.get("/maps").text
    assert "Fenland" in ada.get("/maps").text
    assert "Fenland" not in visit.browser().get("/maps").text


@pytest.mark.parametrize(
    ("field", "value"),
    [("columns", "4"), ("rows", "many"), ("mountains", "99"), ("seed", "x" * 99), ("box", "mars")],
)
def test_a_wrong_value_is_named(visit: Visit, field: str, value: str) -> None:
    """Nothing is made of it."""
    answer = visit.browser().post("/maps", {"seed": "1", field: value})
    assert answer.status_code in (404, 422)
    assert value[:40] in answer.text


def test_a_map_comes_back_as_it_was_sent(visit: Visit) -> None:
    """Upload and download lose nothing, not even the comments of a file."""
    ada = visit.browser()
    text = f"# my own notes\n{IRELAND}"
    answer = upload(ada, text.encode())
    assert answer.status_code == 303
    assert ada.get(f"{answer.headers['location']}.toml").text == text


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "empty"),
        (b"\xff\xfe\x00", "UTF-8"),
        (b"title = ", "no map"),
        (b'title = "x"', "start"),
        (b"#" * 61_000, "61,000"),
        (b"a = " + b"[" * 5000, "in one another"),
    ],
)
def test_a_corrupt_file_loses_nothing(visit: Visit, data: bytes, reason: str) -> None:
    """It is refused with what is wrong, and the other maps stay."""
    ada = visit.browser()
    id_ = new(ada)
    answer = upload(ada, data)
    assert answer.status_code == 422
    assert reason in answer.text
    assert ada.get(f"/maps/{id_}.toml").text == IRELAND


def test_a_map_with_faults_is_kept_and_every_fault_leads_to_its_hex(visit: Visit) -> None:
    """The answer has the new drawing, and each fault as a sentence."""
    ada = visit.browser()
    id_ = new(ada)
    sheet = sheet_of(ada, id_)
    dublin = sheet["towns"]["Dublin"]
    column, row = column_row(dublin["hex"]) or (0, 0)
    line = sheet["rows"][row]
    sheet["rows"][row] = f"{line[:column]}~{line[column + 1 :]}"
    answer = save(ada, id_, sheet)
    assert answer.status_code == 200
    found = answer.json()
    assert found["version"] == 2
    assert {"text": f"Town “Dublin”: hex {dublin['hex']} is water.", "hex": dublin["hex"]} in found[
        "faults"
    ]
    assert 'class="ground"' in found["drawing"]["ground"]
    assert "one fault left" in ada.get("/maps").text
    assert sheet_of(ada, id_)["rows"] == sheet["rows"]


def test_two_windows_do_not_write_over_each_other(visit: Visit) -> None:
    """The second is told, and what the first has kept stays."""
    ada = visit.browser()
    id_ = new(ada)
    sheet = sheet_of(ada, id_)
    assert save(ada, id_, {**sheet, "title": "First"}).status_code == 200
    late = save(ada, id_, {**sheet, "title": "Second"})
    assert (late.status_code, "another window" in late.json()["error"]) == (409, True)
    assert sheet_of(ada, id_)["title"] == "First"


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"rows": 7}, "rows"),
        ({"rules": "chess"}, "chess"),
        ({"weather": "rain"}, "weather"),
        ({"about": "x" * 70_000}, "60,000"),
    ],
)
def test_what_is_no_map_is_not_kept(visit: Visit, change: dict[str, object], named: str) -> None:
    """The answer names the value."""
    ada = visit.browser()
    id_ = new(ada)
    answer = save(ada, id_, {**sheet_of(ada, id_), **change})
    assert answer.status_code == 422
    assert named in answer.json()["error"]
    assert ada.get(f"/maps/{id_}.toml").text == IRELAND


def test_nobody_changes_the_map_of_another(visit: Visit) -> None:
    """He may look at it and change a copy."""
    ada, ben = visit.browser(), visit.browser()
    id_ = new(ada)
    ben.get("/maps")
    page = ben.get(f"/maps/{id_}").text
    assert "belongs to somebody else" in page
    assert "data-tool" not in page
    assert save(ben, id_, sheet_of(ada, id_)).status_code == 403
    assert ben.post(f"/maps/{id_}/delete", {}).status_code == 403
    assert ben.post(f"/maps/{id_}/balance", {}).status_code == 403
    copy = ben.post(f"/maps/{id_}/copy", {}).headers["location"]
    assert copy != f"/maps/{id_}"
    assert "data-tool" in ben.get(copy).text
    assert ben.get(f"{copy}.toml").text == IRELAND


def test_forms_of_other_sites_are_refused(visit: Visit) -> None:
    """For maps as for all else."""
    answer = visit.browser().post("/maps", {"box": "ireland"}, {"sec-fetch-site": "cross-site"})
    assert answer.status_code == 403


def test_a_map_is_thrown_away_by_its_owner(visit: Visit) -> None:
    """Then there is nothing at its address."""
    ada = visit.browser()
    id_ = new(ada)
    assert ada.post(f"/maps/{id_}/delete", {}).status_code == 303
    answer = ada.get(f"/maps/{id_}")
    assert answer.status_code == 404
    assert id_ in answer.text


def test_a_shelf_has_an_end(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody fills the database with maps."""
    monkeypatch.setattr(shelf, "MOST", 2)
    ada = visit.browser()
    new(ada)
    new(ada)
    assert ada.post("/maps", {"box": "ireland"}).status_code == 422


def test_maps_outlive_the_site(start: Callable[..., Visit]) -> None:
    """They are in the database."""
    visit = start()
    ada = visit.browser()
    id_ = new(ada)
    assert start().browser(ada.cookies).get(f"/maps/{id_}").status_code == 200


def test_own_maps_are_offered_for_a_new_table_and_played_on(visit: Visit) -> None:
    """The table's record has the whole map; the raw text is not asked for on the form."""
    ada = visit.browser()
    id_ = new(ada, seed="fenland", title="Fenland", columns="24", rows="22")
    text = ada.get(f"/new/dampfross?map={id_}").text
    assert f'value="own:{id_}" checked' in text
    assert 'name="option-sheet"' not in text
    assert f"own:{id_}" not in visit.browser().get("/new/dampfross").text
    form = {"game": "dampfross", **TWO, "option-map": f"own:{id_}"}
    answer = ada.post("/tables", form)
    assert answer.status_code == 303
    options = visit.sheet(answer.headers["location"].removeprefix("/t/")).table.options
    assert options["map"] == "own"
    assert options["sheet"] == ada.get(f"/maps/{id_}.toml").text
    assert ada.get(answer.headers["location"]).status_code == 200


def test_a_map_with_faults_cannot_be_played_on(visit: Visit) -> None:
    """It is not offered; who asks for it reads the fault."""
    ada = visit.browser()
    id_ = new(ada)
    sheet = sheet_of(ada, id_)
    sheet["start"]["towns"] = []
    assert save(ada, id_, sheet).status_code == 200
    assert f"own:{id_}" not in ada.get("/new/dampfross").text
    answer = ada.post("/tables", {"game": "dampfross", **TWO, "option-map": f"own:{id_}"})
    assert answer.status_code == 422
    assert "there is no start town" in answer.text


@pytest.mark.parametrize(
    "fields",
    [
        {"option-map": "own:nothing"},
        {"option-map": "own"},
        {"option-map": "own", "option-sheet": "title ="},
    ],
)
def test_a_table_needs_a_map_that_there_is(visit: Visit, fields: dict[str, str]) -> None:
    """A wrong one is refused in words."""
    answer = visit.browser().post("/tables", {"game": "dampfross", **TWO, **fields})
    assert answer.status_code == 422


@pytest.mark.parametrize(
    "damage",
    [
        {"rows": ()},
        {"rows": ("~~~", "~")},
        {"rows": ("?zZ9",)},
        {"regions": {}},
        {"towns": {}, "places": {}},
        {"special": ()},
        {"rivers": tuple(read(SHEETS["bavaria"]).rivers)},
    ],
    ids=("no rows", "ragged", "odd signs", "no regions", "no towns", "no special", "rivers"),
)
def test_whatever_is_wrong_with_a_map_it_is_drawn(damage: dict[str, Any]) -> None:
    """So that people see what they mend."""
    for name in ("ireland", "france"):
        sheet = type(read(IRELAND))(**{**_fields(SHEETS[name]), **damage})
        assert "<svg" in drawing(sheet, language("en")).ground
        judged(sheet)


def _fields(text: str) -> dict[str, Any]:
    sheet = read(text)
    return {name: getattr(sheet, name) for name in sheet.__struct_fields__}


def test_a_town_without_numbers_is_drawn() -> None:
    """With a question mark."""
    sheet = read(IRELAND)
    towns = {**sheet.towns, "Dublin": replace(sheet.towns["Dublin"], numbers=())}
    assert ">?<" in drawing(replace(sheet, towns=towns), language("en")).position


def test_faults_know_their_hexes() -> None:
    """By hex, by side, by the name of a town or the letter of a region."""
    sheet = read(IRELAND)
    dublin = sheet.towns["Dublin"].hex
    assert where('river "X": side B4 SE is on the edge of the map', sheet) == "B4"
    assert where('white line "X": C4 and F9 are not neighbours', sheet) == "C4"
    assert where('town "Dublin" has no number', sheet) == dublin
    assert where("the title is empty", sheet) == ""


def test_bots_weigh_a_map(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a process of their own; the page tells how far they are, then what they found."""
    monkeypatch.setattr(visit.site.scales, "games", 2)
    monkeypatch.setattr(visit.site.scales, "bot", "random")
    ada = visit.browser()
    id_ = new(ada, seed="fenland", columns="20", rows="18")
    assert 'data-balance="none"' in ada.get(f"/maps/{id_}/balance").text
    text = ada.post(f"/maps/{id_}/balance", {}).text
    assert "0 of 2 games" in text
    end = time.monotonic() + 60
    while 'data-balance="over"' not in text and time.monotonic() < end:
        time.sleep(0.2)
        text = ada.get(f"/maps/{id_}/balance").text
    assert "mean balance" in text


def test_bots_are_stopped_in_time(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    """A limit that no game can keep."""
    monkeypatch.setattr(visit.site.scales, "limit", 0.1)
    ada = visit.browser()
    id_ = new(ada)
    text = ada.post(f"/maps/{id_}/balance", {}).text
    end = time.monotonic() + 30
    while 'data-balance="over"' not in text and time.monotonic() < end:
        time.sleep(0.1)
        text = ada.get(f"/maps/{id_}/balance").text
    assert "No game came to its end" in text


@pytest.mark.parametrize(
    "number",
    ["1e999", "9" * 30, "9" * 5000, "-1", "1.5"],
    ids=("inf", "big", "vast", "low", "half"),
)
def test_no_number_breaks_the_site(visit: Visit, number: str) -> None:
    """It is a fault of the map, or refused."""
    ada = visit.browser()
    id_ = new(ada)
    body = json.dumps(sheet_of(ada, id_)).replace('"numbers": [', f'"numbers": [{number}, ', 1)
    visit.client.cookies = ada.cookies
    answer = visit.client.post(f"/maps/{id_}?version=1", content=body)
    assert answer.status_code in (200, 422)
    assert ada.get(f"/maps/{id_}").status_code == 200
    assert ada.get("/maps").status_code == 200


@pytest.mark.parametrize("name", ['"><script>alert(1)</script>', "\\ud800", "a\\u0000b", "x" * 400])
def test_no_name_breaks_a_page(visit: Visit, name: str) -> None:
    """Whatever people call their towns, it is only text."""
    ada = visit.browser()
    id_ = new(ada)
    quoted = name.replace('"', '\\"')
    body = json.dumps(sheet_of(ada, id_)).replace('"Dublin"', f'"{quoted}"')
    body = body.replace('"title": "Ireland"', f'"title": "{quoted}"')
    visit.client.cookies = ada.cookies
    answer = visit.client.post(f"/maps/{id_}?version=1", content=body)
    assert answer.status_code in (200, 422)
    for path in (f"/maps/{id_}", "/maps", f"/maps/{id_}.toml", f"/maps/{id_}.svg?theme=dark"):
        shown = ada.get(path)
        assert shown.status_code == 200
        assert path.endswith(".toml") or "<script>alert" not in shown.text
    if answer.status_code == 200:
        assert "<script>" not in answer.json()["drawing"]["position"]
        assert "<script>" not in answer.json()["drawing"]["ground"]
