"""R4 The cost of construction."""

from __future__ import annotations

import pytest

from tests.rules.dampfross.position import (
    asked,
    construction,
    cost,
    lay,
    offers,
    operation,
    plain_map,
    play,
    with_money,
    with_track,
)
from trainshed.games.dampfross.sheet import hex_name
from trainshed.games.dampfross.state import State

MIDDLE = "F4"
NORTH = "F3"


def ground(start: str, end: str, water: str = "") -> State:
    """A segment from F4 to F3 over this ground; company 0 may spend 10, and 6 in construction."""
    land = {MIDDLE: start, NORTH: end}
    sheet = plain_map(
        mountains=" ".join(hex_ for hex_, kind in land.items() if kind == "mountain"),
        towns={"Ivo": NORTH} if end == "town" else None,
        rivers=[f"{MIDDLE} N"] if water == "river" else (),
        wide=[f"{MIDDLE} N"] if water == "wide" else (),
    )
    return with_track(construction(3, sheet=sheet), 0, "F5-F4", connected=False)


COSTS = {
    "A-cost-01": ("plain", "plain", "", 1),
    "A-cost-02": ("plain", "mountain", "", 3),
    "A-cost-03": ("mountain", "plain", "", 3),
    "A-cost-04": ("mountain", "mountain", "", 5),
    "A-cost-05": ("plain", "plain", "river", 3),
    "A-cost-06": ("mountain", "plain", "river", 5),
    "A-cost-06 back": ("plain", "mountain", "river", 5),
    "A-cost-07": ("mountain", "mountain", "river", 7),
    "A-cost-08": ("plain", "plain", "wide", 5),
    "A-cost-09": ("mountain", "plain", "wide", 7),
    "A-cost-09 back": ("plain", "mountain", "wide", 7),
    "two mountains and a wide river": ("mountain", "mountain", "wide", 9),
    "A-cost-10": ("plain", "town", "", 1),
    "a mountain and a town": ("mountain", "town", "", 3),
    "a town over a river": ("plain", "town", "river", 3),
}
RULES = {
    "R4.1": ["A-cost-01", "A-cost-10", "a mountain and a town"],
    "R4.2": ["A-cost-02", "A-cost-03", "A-cost-04"],
    "R4.3": ["A-cost-05", "A-cost-06", "A-cost-06 back", "A-cost-07", "a town over a river"],
    "R4.4": ["A-cost-08", "A-cost-09", "A-cost-09 back", "two mountains and a wide river"],
}


def check(name: str) -> None:
    """During operation, when 10 can be spent, and in construction with one die."""
    start, end, water, price = COSTS[name]
    state = ground(start, end, water)
    later = with_money(operation(state, races=1), 0, 19)
    later = play(later, "dice 2 1", "dice 3 1")
    assert asked(later) == 0
    assert cost(lay(later, "F4-F3")) == price
    if price > 1:
        early = play(state, f"throw {min(price - 1, 6)}")
        assert "F4" not in offers(early, "from") or "F3" not in offers(play(early, "from F4"), "to")
    if price <= 6:
        assert cost(lay(play(state, f"throw {price}"), "F4-F3")) == price


@pytest.mark.rule("dampfross", "R4.1")
@pytest.mark.parametrize("name", RULES["R4.1"])
def test_plain_to_plain_costs_1(name: str) -> None:
    """Towns are plain."""
    check(name)


@pytest.mark.rule("dampfross", "R4.2")
@pytest.mark.parametrize("name", RULES["R4.2"])
def test_each_mountain_adds_2(name: str) -> None:
    """Up, down, and from one to the other."""
    check(name)


@pytest.mark.rule("dampfross", "R4.3")
@pytest.mark.parametrize("name", RULES["R4.3"])
def test_a_river_adds_2(name: str) -> None:
    """In the plain, in the mountains, and into a town."""
    check(name)


@pytest.mark.rule("dampfross", "R4.4")
@pytest.mark.parametrize("name", RULES["R4.4"])
def test_a_wide_river_adds_4(name: str) -> None:
    """Four instead of the two."""
    check(name)


@pytest.mark.rule("dampfross", "R4.3")
def test_the_bank_costs_nothing() -> None:
    """The river is north and south of E4 and F4; along it every segment costs 1."""
    sheet = plain_map(rivers=["F4 N", "F4 S", "E4 N", "E4 S"])
    state = with_track(construction(3, sheet=sheet), 0, "D3-D4", connected=False)
    state = lay(play(state, "throw 2"), "D4-E4-F4")
    assert cost(state) == 1
    assert asked(state) == 1


@pytest.mark.rule("dampfross", "R4.3")
@pytest.mark.parametrize(("path", "price"), [("F3-F4", 3), ("F4-F3", 3), ("F4-G4", 1)])
def test_a_side_is_the_same_from_both_hexes(path: str, price: int) -> None:
    """The river is written down for one of them."""
    state = construction(3, sheet=plain_map(rivers=["F4 N"]))
    state = with_track(state, 0, "F2-F3" if path.startswith("F3") else "F5-F4", connected=False)
    assert cost(lay(play(state, "throw 6"), path)) == price


@pytest.mark.rule("dampfross", "R4.3")
def test_a_throw_of_4_for_a_bridge_and_a_plain_segment() -> None:
    """A-cost-11 3 and 1."""
    state = construction(3, sheet=plain_map(rivers=["F4 N"]))
    state = with_track(state, 0, "F5-F4", connected=False)
    state = lay(play(state, "throw 4"), "F4-F3-F2")
    assert asked(state) == 1


@pytest.mark.rule("dampfross", "R4.2")
def test_a_throw_of_6_leads_over_a_mountain() -> None:
    """A-cost-14 3 up and 3 down."""
    state = construction(3, sheet=plain_map(mountains="F3"))
    state = with_track(state, 0, "F5-F4", connected=False)
    state = lay(play(state, "throw 6"), "F4-F3-F2")
    assert asked(state) == 1


@pytest.mark.rule("dampfross", "R4.4")
@pytest.mark.parametrize(
    ("name", "start", "end", "price"),
    [
        ("bavaria", (16, 12), (15, 11), 1),
        ("bavaria", (19, 24), (20, 24), 3),
        ("bavaria", (9, 30), (10, 31), 7),
        ("kentucky", (24, 7), (24, 6), 3),
        ("kentucky", (10, 13), (10, 12), 5),
        ("kentucky", (3, 23), (2, 23), 5),
    ],
    ids=[f"A-map-0{n}" for n in range(1, 7)],
)
def test_on_the_maps(name: str, start: tuple[int, int], end: tuple[int, int], price: int) -> None:
    """Columns and rows from 0: Nürnberg to Fürth, out of München, over the Iller and so on."""
    here, there = hex_name(*start), hex_name(*end)
    state = construction(3, map=name)
    board = state.board
    other = next(
        board.grid.name[hex_]
        for hex_ in board.grid.neighbours[board.grid.number[here]]
        if hex_ >= 0 and board.grid.name[hex_] != there
    )
    state = with_track(state, 0, f"{here}-{other}")
    state = play(with_money(operation(state, races=1), 0, 19), "dice 3 4", "dice 6 6")
    assert cost(lay(state, f"{here}-{there}")) == price
