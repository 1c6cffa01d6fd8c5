"""R4, R6, R9 The worked examples beside the repository, where they are at hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.rules.dampfross.position import (
    balances,
    construction,
    cost,
    dice,
    lay,
    offers,
    operation,
    plain_map,
    play,
    with_money,
    with_track,
    with_used,
)
from trainshed.games.dampfross.sheet import hex_name
from trainshed.games.dampfross.state import State

SHARED = Path(__file__).parents[3].parent / "shared" / "facts" / "dampfross" / "vectors.json"
VECTORS: list[dict[str, Any]] = (
    json.loads(SHARED.read_text(encoding="utf-8"))["vectors"] if SHARED.exists() else []
)
COMPANIES = ("black", "white", "red")
MAPS = {"kentucky-tennessee": "kentucky"}


def vectors(topic: str) -> list[Any]:
    """The examples of rule set A for a topic."""
    return [
        pytest.param(vector["given"], vector["expect"], id=vector["id"])
        for vector in VECTORS
        if vector["ruleset"] == "A" and vector["topic"] == topic
    ]


def land(given: dict[str, Any]) -> dict[str, Any]:
    """The options that choose the map of an example, or an endless plain."""
    name = given.get("map")
    return {"map": MAPS.get(name, name)} if name else {"sheet": plain_map()}


def beside(state: State, hex_: str, but: str) -> str:
    """A neighbour of a hex, but not this one."""
    grid = state.board.grid
    around = (grid.name[h] for h in grid.neighbours[grid.number[hex_]] if h >= 0)
    return next(name for name in around if name != but)


def extra(state: State) -> State:
    """Company 0 builds during operation, with 10 credits of 19."""
    state = with_money(operation(state, races=1), 0, 19)
    return play(state, "dice 3 4", "dice 6 6")


@pytest.mark.parametrize(("given", "expect"), vectors("build cost"))
def test_costs(given: dict[str, Any], expect: dict[str, Any]) -> None:
    """From F4 to F3."""
    ends = {"F4": given["from"], "F3": given["to"]}
    sheet = plain_map(
        mountains=" ".join(hex_ for hex_, kind in ends.items() if kind == "mountain"),
        towns={"Ivo": "F3"} if given["to"] == "town" else None,
        rivers=["F4 N"] if given["edge"] == "river" else (),
        wide=["F4 N"] if given["edge"] == "wide" else (),
    )
    state = extra(with_track(construction(3, sheet=sheet), 0, "F5-F4", connected=False))
    assert cost(lay(state, "F4-F3")) == expect["cost"]


@pytest.mark.parametrize(
    ("given", "expect"), vectors("build cost on a board") + vectors("build legality on a board")
)
def test_on_boards(given: dict[str, Any], expect: dict[str, Any]) -> None:
    """What a segment of a map costs, or whether it may be built."""
    here, there = hex_name(*given["from"]), hex_name(*given["to"])
    state = construction(3, **land(given))
    state = extra(with_track(state, 0, f"{here}-{beside(state, here, there)}"))
    if "cost" in expect:
        assert cost(lay(state, f"{here}-{there}")) == expect["cost"]
    else:
        assert (there in offers(play(state, f"from {here}"), "to")) == expect["legal"]


@pytest.mark.parametrize(("given", "expect"), vectors("construction fees"))
def test_fees(given: dict[str, Any], expect: dict[str, Any]) -> None:
    """What black pays for all it builds; junctions paid earlier follow from the tracks."""
    state = construction(3, **land(given))
    for name, segments in given["tracks"].items():
        paths = ("-".join(hex_name(*hex_) for hex_ in segment) for segment in segments)
        state = with_track(state, COMPANIES.index(name), *paths)
    before = balances(state)
    state = play(state, "throw 6")
    for segment in given["build"]:
        state = lay(state, "-".join(hex_name(*hex_) for hex_ in segment))
    gained = {
        COMPANIES[company]: after - had
        for company, (had, after) in enumerate(zip(before, balances(state), strict=True))
        if company and after != had
    }
    assert gained == expect["fees"]


@pytest.mark.parametrize(
    ("given", "expect"),
    [vector for vector in vectors("race draw") if "thrown" in vector.values[0]],
)
def test_draws(given: dict[str, Any], expect: dict[str, Any]) -> None:
    """The number that takes the place of a used one."""
    state = operation(construction(3, map="bavaria"))
    race = play(with_used(state, *given["used"]), dice(given["thrown"])).race
    assert race is not None
    assert race.start == expect["number"]
