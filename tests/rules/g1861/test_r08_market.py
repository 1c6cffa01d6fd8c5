"""R8 The stock market."""

from __future__ import annotations

import pytest

from tests.rules.g1861.position import (
    company,
    found,
    gone,
    minor,
    offers,
    operating,
    place,
    play,
    position,
    price,
    stock_round,
    until,
)
from trainshed.games.g1861.box import NUMBER
from trainshed.games.g1861.options import Options
from trainshed.games.g1861.state import State

Cell = tuple[int, int]
COLUMN = Options(market="column")
TOP_ROW = Options(sold_out_column_top="top_row_only")

ROWS = (
    (4, (135, 150, 165, 180, 200, 220, 245, 270, 300, 330, 360, 400, 440, 490, 540)),
    (3, (110, 120, 135, 150, 165, 180, 200, 220, 245, 270, 300, 330, 360, 400, 440, 490)),
    (2, (90, 100, 110, 120, 135, 150, 165, 180, 200, 220, 245, 270, 300, 330, 360, 400, 440)),
    (1, (70, 80, 90, 100, 110, 120, 135, 150, 165, 180, 200)),
    (0, (60, 65, 70, 80, 90, 100, 110, 120, 135, 150)),
    (0, (55, 60, 65, 70, 80, 90, 100, 110)),
    (0, (50, 55, 60, 65, 70, 80)),
    (0, (45, 50, 55, 60, 65)),
    (0, (40, 45, 50, 55)),
    (0, (35, 40, 45)),
)
"""The first column and the prices of each row, from the top."""
SHOWN = {
    (row, first + step): value
    for row, (first, values) in enumerate(ROWS)
    for step, value in enumerate(values)
}
PRICES = sorted(set(SHOWN.values()))


def standing(cell: Cell, **shares: int) -> State:
    """NW on a cell, director is seat 0."""
    state = gone(position(phase=5, cash=(100, 100, 100)), "N")
    held = {0: 3, 1: 0, **{int(seat[1:]): count for seat, count in shares.items()}}
    return found(state, "NW", SHOWN[cell], shares=held, cell=cell, trains=("5",), cash=10)


def paid(state: State, dividend: str) -> State:
    """NW has earned 600 and pays all, or keeps it."""
    return play(operating(state, "NW", "dividend", income=600), f"pay {dividend}")


@pytest.mark.rule("1861", "R8.1")
def test_the_grid() -> None:
    """R8.1 Ten rows of different lengths, from 35 to 540."""
    cells = position().market.cells
    assert {(cell.row, cell.column): cell.price for cell in cells} == SHOWN
    assert (min(PRICES), max(PRICES)) == (35, 540)


@pytest.mark.rule("1861", "R8.1")
@pytest.mark.parametrize(
    ("zone", "cells"),
    [
        ("m", {50: (7, 1), 55: (7, 2), 60: (6, 2), 65: (6, 3)}),
        (
            "a",
            {
                70: (5, 3),
                80: (5, 4),
                90: (4, 4),
                100: (4, 5),
                110: (3, 5),
                120: (3, 6),
                135: (2, 6),
            },
        ),
        ("p", {150: (2, 7), 165: (1, 7), 180: (1, 8), 200: (0, 8)}),
    ],
)
def test_brown_red_and_purple_cells(zone: str, cells: dict[int, Cell]) -> None:
    """R8.1, Q25 Each start price occurs on one start cell only."""
    there = [cell for cell in position().market.cells if cell.zone == zone]
    assert {cell.price: (cell.row, cell.column) for cell in there} == cells
    assert len(there) == len(cells)


@pytest.mark.rule("1861", "R8.1")
def test_the_token_shows_the_price() -> None:
    """R8.1 NW on the red 90 costs 90."""
    state = found(gone(position(cash=(200, 0, 0)), "N"), "NW", 90, shares={1: 2})
    state = play(stock_round(state), "buy NW")
    assert state.cash[0] == 110


@pytest.mark.rule("1861", "R8.2")
@pytest.mark.parametrize(
    ("cell", "then"),
    [
        ((4, 5), (4, 6)),
        ((4, 6), (4, 7)),
        ((0, 6), (0, 7)),
        ((3, 11), (2, 11)),
        ((4, 9), (3, 9)),
        ((5, 7), (4, 7)),
        ((6, 5), (5, 5)),
        ((9, 2), (8, 2)),
        ((1, 18), (0, 18)),
        ((0, 18), (0, 18)),
    ],
)
def test_to_move_right(cell: Cell, then: Cell) -> None:
    """R8.2, Q26 One column right; at the right end of its row one row up; 540 stays."""
    assert place(paid(standing(cell), "full"), "NW") == then


@pytest.mark.rule("1861", "R8.2")
@pytest.mark.parametrize(
    ("cell", "then"),
    [
        ((4, 5), (4, 4)),
        ((0, 18), (0, 17)),
        ((0, 4), (1, 4)),
        ((1, 3), (2, 3)),
        ((2, 2), (3, 2)),
        ((3, 1), (4, 1)),
        ((4, 0), (5, 0)),
        ((8, 0), (9, 0)),
        ((9, 0), (9, 0)),
    ],
)
def test_to_move_left(cell: Cell, then: Cell) -> None:
    """R8.2, Q26 One column left; at the left end of its row one row down; 35 stays."""
    assert place(paid(standing(cell), "none"), "NW") == then


def minor_at(cell: Cell, income: int, options: Options | None = None) -> State:
    """SPW after a turn from a cell."""
    state = minor(position(options=options), "SPW", SHOWN[cell], cell=cell, trains=("2",), cash=5)
    return operating(state, "SPW", "dividend", income=income)


@pytest.mark.rule("1861", "R8.3")
@pytest.mark.parametrize(
    ("cell", "then"),
    [
        ((5, 6), (4, 6)),
        ((4, 6), (3, 6)),
        ((3, 6), (2, 6)),
        ((2, 6), (1, 6)),
        ((1, 6), (0, 6)),
        ((0, 6), (0, 6)),
        ((4, 5), (4, 6)),
        ((6, 5), (5, 5)),
        ((7, 1), (7, 2)),
    ],
)
def test_a_minor_climbs_the_yellow_column(cell: Cell, then: Cell) -> None:
    """R8.3, Q26 On it a minor moves up instead of right and stays on 165."""
    assert place(minor_at(cell, 60), "SPW") == then


@pytest.mark.rule("1861", "R8.3")
def test_the_prices_of_the_yellow_column() -> None:
    """R8.3, Q25 100 to 165."""
    assert [SHOWN[row, 6] for row in range(5, -1, -1)] == [100, 110, 120, 135, 150, 165]


@pytest.mark.rule("1861", "R8.3")
def test_a_minor_leaves_the_yellow_column_to_the_left() -> None:
    """R8.3 Without income it moves as others do."""
    assert place(minor_at((3, 6), 0), "SPW") == (3, 5)


def sold(state: State, lines: tuple[str, ...] = ("sell NW 1",)) -> State:
    """Seat 0 has sold."""
    return play(stock_round(state), *lines, "pass")


@pytest.mark.rule("1861", "R8.4")
@pytest.mark.parametrize(
    ("cell", "then"),
    [
        ((4, 5), (5, 5)),
        ((5, 2), (6, 2)),
        ((0, 18), (1, 18)),
        ((2, 18), (2, 18)),
        ((3, 11), (3, 11)),
        ((6, 5), (6, 5)),
        ((9, 0), (9, 0)),
    ],
)
def test_to_move_down(cell: Cell, then: Cell) -> None:
    """R8.4, Q16 One row down; if there is no cell below the token stays."""
    assert place(sold(standing(cell)), "NW") == then


@pytest.mark.rule("1861", "R8.4")
def test_the_rulebooks_example_of_a_sale() -> None:
    """R8.4, Q16 The director of NW sells at 70: it falls to 65."""
    assert SHOWN[4, 2] == 70
    assert price(sold(standing((4, 2))), "NW") == 65


def sold_out(cell: Cell, options: Options | None = None) -> Cell:
    """Where NW stands after a stock round in which all its shares were with players."""
    state = gone(position(phase=5, options=options), "N")
    state = found(state, "NW", SHOWN[cell], shares={0: 6, 1: 4}, cell=cell, at=("P8",))
    return place(until(stock_round(state), "operating"), "NW")


@pytest.mark.rule("1861", "R8.5")
@pytest.mark.parametrize("options", [Options(), TOP_ROW])
@pytest.mark.parametrize(
    ("cell", "then"),
    [
        ((4, 5), (3, 5)),
        ((9, 0), (8, 0)),
        ((1, 18), (0, 18)),
        ((0, 4), (1, 5)),
        ((0, 8), (1, 9)),
        ((0, 17), (1, 18)),
        ((0, 18), (0, 18)),
    ],
)
def test_to_rise(cell: Cell, then: Cell, options: Options) -> None:
    """R8.5, Q27 One row up; from the top row right and down, at the same price; 540 stays."""
    assert sold_out(cell, options) == then


@pytest.mark.rule("1861", "R8.5")
@pytest.mark.parametrize(
    ("cell", "then"),
    [((4, 0), (5, 1)), ((3, 1), (4, 2)), ((2, 2), (3, 3)), ((1, 3), (2, 4))],
)
def test_the_tops_of_the_shorter_columns(cell: Cell, then: Cell) -> None:
    """R8.5, Q27 60, 70, 90 and 110 go right and down, or stay with the option."""
    assert SHOWN[cell] == SHOWN[then]
    assert sold_out(cell) == then
    assert sold_out(cell, TOP_ROW) == cell
    assert sold_out(cell, Options(edition="reprint")) == cell


@pytest.mark.rule("1861", "R8.6")
def test_a_token_goes_below_the_tokens_on_its_new_cell() -> None:
    """R8.6, Q28 NW falls on the cell where SW is."""
    state = found(standing((4, 5)), "SW", 90, shares={1: 2}, cell=(5, 5))
    assert state.operating_order() == [NUMBER["NW"], NUMBER["SW"]]
    assert sold(state).operating_order() == [NUMBER["SW"], NUMBER["NW"]]


@pytest.mark.rule("1861", "R8.6")
def test_a_token_that_does_not_move_keeps_its_place() -> None:
    """R8.6 NW lies on SW, at the lower edge: a sale moves nothing, and at 35 a loss nothing."""
    state = found(standing((6, 5)), "SW", 80, shares={1: 2}, cell=(6, 5))
    assert sold(state).operating_order() == [NUMBER["NW"], NUMBER["SW"]]
    state = found(standing((9, 0)), "SW", 35, shares={1: 2}, cell=(9, 0))
    assert paid(state, "none").operating_order() == [NUMBER["NW"], NUMBER["SW"]]


def column_major(at: int, **shares: int) -> State:
    """NW at a price of the single column."""
    state = gone(position(phase=5, options=COLUMN, cash=(100,) * 3), "N")
    held = {0: 3, **{int(seat[1:]): count for seat, count in shares.items()}}
    return found(state, "NW", at, shares=held, trains=("5",), at=("P8",))


@pytest.mark.rule("1861", "R8.7")
def test_the_column_has_the_prices_of_the_grid() -> None:
    """R8.7, Q30 Each once, with the same start prices."""
    cells = position(options=COLUMN).market.cells
    assert sorted(cell.price for cell in cells) == PRICES
    zones = {cell.price: cell.zone for cell in cells if cell.zone}
    grid = {cell.price: cell.zone for cell in position().market.cells if cell.zone}
    assert zones == grid


@pytest.mark.rule("1861", "R8.7")
@pytest.mark.parametrize(
    ("at", "up", "down"), [(100, 110, 90), (35, 40, 35), (540, 540, 490), (200, 220, 180)]
)
def test_the_column_has_up_and_down_only(at: int, up: int, down: int) -> None:
    """R8.7, Q30 Right and rise mean up, left and a director's sale down."""
    assert price(paid(column_major(at), "full"), "NW") == up
    assert price(paid(column_major(at), "none"), "NW") == down
    assert price(sold(column_major(at)), "NW") == down
    full = until(stock_round(column_major(at, s0=6, s1=4)), "operating")
    assert price(full, "NW") == up


@pytest.mark.rule("1861", "R8.7")
@pytest.mark.parametrize(("at", "then"), [(90, 100), (150, 165), (165, 165)])
def test_minors_stop_at_165_in_the_column(at: int, then: int) -> None:
    """R8.7, Q30 There is no yellow column."""
    state = minor(position(options=COLUMN), "SPW", at, trains=("2",), cash=5)
    assert price(operating(state, "SPW", "dividend", income=60), "SPW") == then


@pytest.mark.rule("1861", "R8.7")
@pytest.mark.parametrize(
    ("at", "may"), [(80, False), (90, False), (100, True), (135, True), (165, True)]
)
def test_conversion_is_possible_from_100_to_165(at: int, may: bool) -> None:  # noqa: FBT001
    """R8.7, Q30 In the merger round of the column market."""
    state = minor(position(options=COLUMN, phase=3), "N", at, trains=("3",), cash=5)
    state = play(operating(state, "N", "trains"))
    if state.round == "operating":
        state = play(state, "pass")
    assert (state.round == "merger" and bool(offers(state, "convert"))) == may
    assert company(state, "N").in_play
