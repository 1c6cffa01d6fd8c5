"""A map that fills the sheet takes its time; meanwhile everybody else is answered."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from pkgutil import resolve_name
from types import FrameType
from typing import Any

import pytest

from tests.web.visit import TWO, Visit
from trainshed.games import game
from trainshed.games.dampfross import box, build, lay
from trainshed.web.printing import pictures

SLOW = (
    "trainshed.games.dampfross.box.Board",
    "trainshed.games.dampfross.lay._Paper",
    "trainshed.games.dampfross.build.Table",
    "trainshed.web.printing.pictures.sheet",
)
"""What is made once of a map, and takes long for a large one."""


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[bool]]:
    """Whether the loop stood still for each of these, each time."""
    found: dict[str, list[bool]] = {name: [] for name in SLOW}

    def watched(name: str) -> Callable[..., Any]:
        function = resolve_name(name)

        def call(*values: Any, **more: Any) -> Any:  # noqa: ANN401 - whatever it is
            found[name].append(_is_loop())
            return function(*values, **more)

        return call

    for name in SLOW:
        monkeypatch.setattr(name, watched(name))
    return found


def _is_loop() -> bool:
    """Whether this is the thread that answers everybody."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def test_the_loop_never_stands_still_for_a_map(visit: Visit, held: dict[str, list[bool]]) -> None:
    """From the file to the board, and again after all of it was forgotten."""
    ada = visit.browser()
    files = {"file": ("any.toml", box.SHEETS["ireland"].encode())}
    visit.client.cookies = ada.cookies
    kept = visit.client.post("/maps/upload", files=files).headers["location"]
    ada.cookies = visit.client.cookies
    ada.get(kept)
    own = f"own:{kept.removeprefix('/maps/')}"
    opened = ada.post("/tables", {"game": "dampfross", **TWO, "option-map": own})
    table = opened.headers["location"].removeprefix("/t/")
    for _ in range(2):
        for path in ("", "/fragment", "/board.svg", "/record"):
            assert ada.get(f"/t/{table}{path}").status_code == 200
        assert ada.get("/").status_code == 200
        assert ada.play(table).status_code in (200, 303)
        for known in (box.board, lay.ground, build._froms, pictures._ground, pictures._board):
            known.cache_clear()
        visit.site.tables._sheets.clear()
    assert all(len(found) >= 2 for found in held.values())
    assert [name for name, found in held.items() if any(found)] == []


def test_two_threads_know_their_own_maps() -> None:
    """Whatever the other one looks at meanwhile: here it does before each line of the first."""
    laws = game("dampfross")
    own, other = (laws.start(laws.read_options({"map": it})) for it in ("ireland", "russia"))

    def meanwhile(frame: FrameType, event: str, argument: object) -> Any:  # noqa: ANN401 - itself
        assert other.board.name == "russia"
        return meanwhile

    before = sys.gettrace()
    sys.settrace(meanwhile)
    try:
        found = [own.board.name for _ in range(3)]
    finally:
        sys.settrace(before)
    assert found == ["ireland"] * 3
