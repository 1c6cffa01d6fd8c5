"""`trainshed routes`: positions files, exact JSON, one-line errors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from trainshed.cli.main import app
from trainshed.core import BadOption

SHARED = Path(__file__).parents[2].parent / "shared" / "facts" / "1861" / "routes.json"

CAPE: dict[str, Any] = {
    "positions": [
        {
            "id": "cape",
            "game": "none",
            "hexes": {
                "B2": {
                    "colour": "green",
                    "track": [[0, "city0"], [5, "city0"]],
                    "cities": [{"revenue": 40, "slots": 2}],
                    "tokens": [{"city": 0, "company": "ours"}],
                },
                "B4": {"colour": "yellow", "track": [[3, "town0"], ["town0", 5]], "towns": [10]},
                "C3": {"colour": "yellow", "track": [[2, 0]]},
                "C5": {
                    "colour": "brown",
                    "track": [[2, "city0"], [3, "city0"], [5, "city0"]],
                    "cities": [{"revenue": 50, "slots": 1}],
                },
                "D6": {"colour": "red", "track": [[2, 3]]},
                "D4": {
                    "colour": "red",
                    "track": [[0, "city0"]],
                    "cities": [{"revenue": 70, "slots": 1}],
                },
            },
            "queries": [
                {"company": "ours", "trains": ["2", "3"]},
                {"company": "ours", "trains": ["2+2"]},
                {"company": "theirs", "trains": ["3"]},
                {
                    "company": "ours",
                    "trains": ["3"],
                    "connection_bonus": {"between": ["B4", "B2"], "amount": 100},
                },
            ],
        }
    ]
}


def routes(path: Path) -> Any:  # noqa: ANN401
    """The document that the command prints."""
    done = CliRunner().invoke(app, ["routes", str(path), "--json"], catch_exceptions=False)
    assert done.exit_code == 0
    return json.loads(done.stdout)


@pytest.fixture
def cape(tmp_path: Path) -> Path:
    path = tmp_path / "cape.json"
    path.write_text(json.dumps(CAPE), encoding="utf-8")
    return path


def test_every_query_gets_its_row(cape: Path) -> None:
    """The names are those that other tools rely on; stops are the counted ones."""
    both, doubled, none, bonus = routes(cape)
    assert set(both) == {
        "position",
        "company",
        "trains",
        "revenue",
        "optimal",
        "routes",
        "seconds",
    }
    assert (both["position"], both["company"], both["trains"]) == ("cape", "ours", ["2", "3"])
    assert (both["revenue"], both["optimal"]) == (250, True)
    assert [(route["train"], route["revenue"]) for route in both["routes"]] == [
        ("2", 90),
        ("3", 160),
    ]
    assert sorted(both["routes"][1]["stops"]) == ["B2", "C5", "D4"]
    assert doubled["revenue"] == 180
    assert (none["revenue"], none["routes"]) == (0, [])
    assert (bonus["revenue"], sorted(bonus["routes"][0]["stops"])) == (200, ["B2", "B4", "C5"])


def test_the_same_for_a_reader(cape: Path) -> None:
    """Without --json there is a line for each query and each route."""
    done = CliRunner().invoke(app, ["routes", str(cape)])
    assert done.stdout.startswith("cape ours 2 3: 250 (")
    assert len(done.stdout.splitlines()) == 8


def broken(**changes: object) -> dict[str, Any]:
    """The cape with another hex B2, queries and so on."""
    (position,) = CAPE["positions"]
    hexes = position["hexes"] | {"B2": position["hexes"]["B2"] | changes}
    return {"positions": [position | {"hexes": hexes}]}


@pytest.mark.parametrize(
    ("document", "told"),
    [
        ({}, "positions"),
        ({"positions": [{"id": "x", "hexes": {}}]}, "queries"),
        (broken(track=[[0, "city1"]]), "B2 has track to 'city1'"),
        (broken(track=[[0, 6]]), "B2 has track to 6"),
        (broken(track=[["city0", "city0"]]), "one end must be an edge"),
        (broken(tokens=[{"city": 3, "company": "ours"}]), "no city 3"),
        (broken(towns=[10, 10, 10, 10]), "more than four stops"),
        ({"positions": [CAPE["positions"][0] | {"hexes": {"12": {"track": []}}}]}, "'12'"),
        (
            {
                "positions": [
                    CAPE["positions"][0] | {"queries": [{"company": "x", "trains": ["D"]}]}
                ]
            },
            "no train 'D'",
        ),
    ],
)
def test_what_is_wrong_is_named(document: dict[str, Any], told: str, tmp_path: Path) -> None:
    """An error says which file and what in it."""
    path = tmp_path / "bad.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(BadOption) as error:
        CliRunner().invoke(app, ["routes", str(path)], catch_exceptions=False)
    assert told in str(error.value)
    assert "bad.json" in str(error.value)


@pytest.mark.skipif(not SHARED.exists(), reason="the published positions are not here")
def test_published_positions_are_reproduced() -> None:
    """Every query is solved, proved, and as published."""
    expected = [
        (position["id"], query["company"], query["trains"], query["expected_revenue"], True)
        for position in json.loads(SHARED.read_text(encoding="utf-8"))["positions"]
        for query in position["queries"]
    ]
    assert [
        (row["position"], row["company"], row["trains"], row["revenue"], row["optimal"])
        for row in routes(SHARED)
    ] == expected
