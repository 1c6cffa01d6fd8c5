"""The worked examples in ../shared, where it is there: the same numbers as in the tests beside."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.rules.dampfross.position import (
    accepts,
    balances,
    cost,
    lay,
    offers,
    play,
)
from tests.rules.dampfross.races import building, charged, declare, meeting, race, row, train
from trainshed.games.dampfross.entering import Entering
from trainshed.games.dampfross.france import Stepping
from trainshed.games.dampfross.sheet import hex_name
from trainshed.games.dampfross.state import State

SHARED = Path(__file__).parents[3].parent / "shared" / "facts" / "dampfross" / "vectors.json"
HERE = Path(__file__).parent
pytestmark = pytest.mark.skipif(not SHARED.exists(), reason="the facts are not here")

Vector = dict[str, Any]
COLOURS = {"own": 0, "black": 0, "white": 1, "red": 2}
MINE = ("A-run", "A-move", "A-rank", "A-prize", "A-joint", "A-table", "B-")


def vectors(start: str) -> list[Vector]:
    """The examples whose names begin like this."""
    if not SHARED.exists():
        return []
    found = json.loads(SHARED.read_text(encoding="utf-8"))["vectors"]
    return [vector for vector in found if vector["id"].startswith(start)]


def named(vector: Vector) -> str:
    """The name of an example."""
    return str(vector["id"])


def by_owner(owners: list[int]) -> tuple[str, list[str]]:
    """A straight way of such steps, and the lines of three companies on it."""
    end = f"{chr(ord('A') + len(owners))}5"
    hexes = row("A5", end).split("-")
    lines = [""] * 3
    for n, owner in enumerate(owners):
        lines[owner] += f" {hexes[n]}-{hexes[n + 1]}"
    return end, lines


def test_every_example_is_named_in_a_test() -> None:
    texts = "".join(file.read_text(encoding="utf-8") for file in HERE.glob("test_r*.py"))
    ids = [named(vector) for start in MINE for vector in vectors(start)]
    assert ids
    assert [name for name in ids if name not in texts] == []


@pytest.mark.parametrize("vector", vectors("A-run"), ids=named)
def test_running_fees(vector: Vector) -> None:
    owners = vector["given"].get("route_owner_per_step")
    if owners is None or "fees" not in vector["expect"]:
        return
    numbers = [COLOURS[owner] for owner in owners]
    end, lines = by_owner(numbers)
    state = race(*lines, east=end, money=(40, 30, 20))
    words = [
        hex_ if not owner else f"{hex_}:{owner}"
        for hex_, owner in zip(row("B5", end).split("-"), numbers, strict=True)
    ]
    state = declare(state, "-".join(["A5", *words]))
    while isinstance(state.stack[-1], Entering):
        state = play(state, "stay")
    fees = {(0, COLOURS[rival]): amount for rival, amount in vector["expect"]["fees"].items()}
    assert charged(state) == fees


@pytest.mark.parametrize("vector", [*vectors("A-move"), *vectors("B-move")], ids=named)
def test_movement(vector: Vector) -> None:
    given, expect = vector["given"], vector["expect"]
    if given.get("at") == "mountain" or given.get("at_border"):
        return  # they begin on a mountain or at a border: see the tests beside
    ahead = given["ahead"]
    hexes = row("B5", "T5").split("-")
    high = [hex_ for hex_, ground in zip(hexes, ahead, strict=False) if ground == "mountain"]
    way = row("A5", "T5")
    if vector["ruleset"] == "A":
        state = race(way, way, "", east="T5", mountains=" ".join(high))
        state = play(state, f"enter {way}", f"enter {way}")
    else:
        state = meeting(way, way, "", east="T5", mountains=" ".join(high))
        state = play(state, "enter", "enter", "stay")
    state = play(state, f"throw {given['die']}")
    assert train(state, 0).at == expect["hexes"]
    assert (train(state, 0).border >= 0) == expect.get("at_border", False)


@pytest.mark.parametrize("vector", vectors("B-cost"), ids=named)
def test_costs_of_rule_set_b(vector: Vector) -> None:
    if "step" not in vector["given"]:
        return
    step = vector["given"]["step"]
    here, _, there = step.replace(" to ", ", ").partition(", ")
    mountains = [hex_ for hex_, word in (("D3", here), ("D4", there)) if "mountain" in word]
    rivers = ["D3 S"] if "river" in step else []
    state = building("D2-D3", "", "", mountains=" ".join(mountains), rivers=rivers)
    assert cost(lay(state, "D3-D4")) == vector["expect"]["cost"]


@pytest.mark.parametrize("vector", vectors("B-fee"), ids=named)
def test_fees_of_rule_set_b(vector: Vector) -> None:
    given = vector["given"]
    lines = [""] * 3
    for colour, segments in given["tracks"].items():
        for here, there in segments:
            lines[COLOURS[colour]] += f" {hex_name(*here)}-{hex_name(*there)}"
    towns = dict(
        zip(("Ivo", "Jod"), (hex_name(*h) for h in given.get("town_hexes", [])), strict=False)
    )
    state = building(*lines, towns=towns)
    before = balances(state)
    state = lay(state, *(f"{hex_name(*here)}-{hex_name(*there)}" for here, there in given["build"]))
    after = balances(state)
    found = {c: after[c] - before[c] for c in (1, 2) if after[c] != before[c]}
    assert found == {COLOURS[c]: amount for c, amount in vector["expect"]["fees"].items()}


@pytest.mark.parametrize("vector", vectors("B-run"), ids=named)
def test_running_fees_of_rule_set_b(vector: Vector) -> None:
    given = vector["given"]
    turns = given.get("turns") or [given["turn_steps"]]
    end, lines = by_owner([COLOURS[owner] for turn in turns for owner in turn])
    state = meeting(*lines, east=end)
    state = play(state, "enter", "enter", "stay")
    paid: dict[int, int] = {}
    for turn in turns:
        state = play(state, f"throw {len(turn)}")
        assert not isinstance(state.stack[-1] if state.stack else None, Stepping)
        for (payer, rival), amount in charged(state).items():
            if payer == 0:
                paid[rival] = paid.get(rival, 0) + amount
        state = _other(state)
    assert paid == {COLOURS[c]: amount for c, amount in vector["expect"]["fees"].items()}


def _other(state: State) -> State:
    """The other train goes on by one step, if it is still to run."""
    return play(state, "throw 1") if accepts(state, "throw 1") and offers(state) else state
