"""`trainshed replay` and `draw` with a game of 18xx.games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.adapters.site import Site
from tests.cli.test_cli import document, run
from trainshed.games.g1861 import GAME


@pytest.fixture(scope="module")
def game() -> Site:
    """The beginning of a game, and what was said meanwhile."""
    site = Site(3, "cli")
    site.run(200)
    return site


@pytest.fixture
def path(game: Site, tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(game.export()), encoding="utf-8")
    return path


def test_an_export_is_replayed_like_a_record(game: Site, path: Path) -> None:
    """The scores by name, and as many actions as were not taken back."""
    done = document("replay", str(path))
    names = [f"Player {id_}" for id_ in game.players]
    assert done["scores"] == dict(zip(names, GAME.scores(game.state), strict=True))
    assert (done["game"], done["ended"], done["error"]) == ("1861", False, None)
    assert 0 < done["actions"] < len(game.records)
    assert (done["draws"], done["differs_at"]) == ("unknown", None)


def test_players_of_one_name_are_told_apart(game: Site, path: Path) -> None:
    """As in a record."""
    export = game.export()
    export["players"] = [{**player, "name": "Ada"} for player in export["players"]]
    path.write_text("\ufeff" + json.dumps(export), encoding="utf-8")
    assert list(document("replay", str(path))["scores"]) == ["Ada", "Ada 2", "Ada 3"]


def test_it_stops_where_it_is_told(path: Path) -> None:
    """After so many actions; not after more than there are."""
    assert document("replay", str(path), "--at", "7")["actions"] == 7
    assert document("replay", str(path), "--at", "0")["actions"] == 0
    done = run("replay", str(path), "--at", "5000")
    assert (done.returncode, done.stdout) == (1, "")
    assert "5000" in done.stderr
    assert "phase 2" in run("replay", str(path), "--at", "30").stdout


def test_a_refused_action_is_named(game: Site, path: Path) -> None:
    """Its id, what was expected, exit 1, and the same document as ever."""
    export: dict[str, Any] = json.loads(json.dumps(game.export()))
    wrong = next(action for action in export["actions"] if action["type"] == "lay_tile")
    wrong["hex"] = "A99"
    path.write_text(json.dumps(export), encoding="utf-8")
    done = run("replay", str(path), "--json")
    report = json.loads(done.stdout)
    assert done.returncode == 1
    assert f"action {wrong['id']} (lay_tile of {wrong['entity']})" in report["error"]
    assert "expected here" in report["error"]
    assert 0 < report["actions"] < len(export["actions"])
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("text", ["{", "{}", '{"title": "1830", "players": [], "actions": []}'])
def test_a_file_that_is_none_is_refused_in_one_line(text: str, path: Path) -> None:
    """Exit 1, nothing else."""
    path.write_text(text, encoding="utf-8")
    for flags in ((), ("--json",)):
        done = run("replay", str(path), *flags)
        assert done.returncode == 1
        assert str(path) in done.stderr
        assert done.stderr.count("\n") == 1


def test_an_export_can_be_drawn(path: Path, tmp_path: Path) -> None:
    """Its last position."""
    picture = tmp_path / "board.svg"
    assert run("draw", str(path), "-o", str(picture)).returncode == 0
    assert picture.read_text(encoding="utf-8").startswith("<svg")
