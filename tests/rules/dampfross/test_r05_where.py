"""R5 Where one may build."""

from __future__ import annotations

import pytest

from tests.rules.dampfross.position import (
    asked,
    at_race,
    balances,
    construction,
    cost,
    fees,
    has_track,
    lay,
    offers,
    operation,
    plain_map,
    play,
    refused,
    with_track,
)
from trainshed.games.dampfross.actions import Cancelled
from trainshed.games.dampfross.state import State

FRONTIER = {"A3": "b", "A4": "b", "A5": "b", "A6": "c"}
ABROAD = plain_map(land=FRONTIER)
"""Three frontier hexes of one country and one of another in the west."""
WHITE = plain_map(land=FRONTIER, white=["B2-A3-A4-A5"])


def builder(sheet: str, *paths: str, white_lines: bool = True) -> State:
    """Company 0 has this track and a budget of 6."""
    state = with_track(construction(3, sheet=sheet, white_lines=white_lines), 0, *paths)
    return play(state, "throw 6")


def open_from(state: State, hex_: str) -> set[str]:
    """Where company 0 can build out of a hex."""
    return offers(play(state, f"from {hex_}"), "to")


@pytest.mark.rule("dampfross", "R5.1")
def test_a_segment_begins_where_the_company_has_track() -> None:
    """Or in its start town; not where a rival has track."""
    state = with_track(construction(3, sheet=plain_map()), 0, "D7-D6")
    state = play(with_track(state, 1, "D7-C7"), "throw 6")
    assert offers(state, "from") == {"D7", "D6"}
    assert refused(state, "from C7") == "R5.1"
    assert refused(state, "from K4") == "R5.1"


@pytest.mark.rule("dampfross", "R5.1")
def test_without_track_it_begins_in_the_start_town() -> None:
    """Company 0 has none, whatever others have in Ada."""
    state = play(with_track(construction(3, sheet=plain_map()), 1, "D7-D6"), "throw 6")
    assert offers(state) == {"from D7", "stop"}


@pytest.mark.rule("dampfross", "R5.2")
def test_a_loop_may_be_closed() -> None:
    """D7-D6-C7 and back to D7."""
    state = lay(builder(plain_map(), "D7-D6"), "D6-C7-D7")
    assert has_track(state.companies[0], state.board, "D7-D6-C7-D7")


@pytest.mark.rule("dampfross", "R5.2")
def test_nobody_builds_the_same_segment_twice() -> None:
    """From neither end."""
    state = builder(plain_map(), "D7-D6")
    assert "D6" not in open_from(state, "D7")
    assert "D7" not in open_from(state, "D6")
    assert refused(play(state, "from D7"), "to D6") == "R5.2"


@pytest.mark.rule("dampfross", "R5.2")
def test_any_number_of_companies_may_build_the_same_segment() -> None:
    """Three have it, and the fourth lays it too."""
    state = construction(4, sheet=plain_map())
    for company in (1, 2, 3):
        state = with_track(state, company, "D7-D6")
    state = lay(play(state, "throw 6"), "D7-D6")
    assert all(has_track(company, state.board, "D7-D6") for company in state.companies)


@pytest.mark.rule("dampfross", "R5.3")
@pytest.mark.parametrize("sign", ["~", "#", "."])
def test_nobody_builds_on_water_or_off_the_board(sign: str) -> None:
    """Nor on land out of play; the edge of the map is an edge."""
    state = builder(plain_map(land={"D5": sign}), "D7-D6", "A2-A1")
    assert "D5" not in open_from(state, "D6")
    assert open_from(state, "A1") == {"B1"}


@pytest.mark.rule("dampfross", "R5.3")
def test_no_track_crosses_a_barrier() -> None:
    """From neither side, but around it."""
    state = builder(plain_map(barriers=["D6 N"]), "D7-D6", "E4-E5")
    assert "D5" not in open_from(state, "D6")
    assert refused(play(state, "from D6"), "to D5") == "R5.3"
    state = lay(state, "E5-D5")
    assert "D6" not in offers(state, "to")


@pytest.mark.rule("dampfross", "R5.4")
def test_track_leads_into_a_frontier_hex_and_home_again() -> None:
    """Into A4 and out of it into another hex at home, at the cost of the ground."""
    state = builder(ABROAD, "C4-B4")
    assert {"A4", "A5"} <= open_from(state, "B4")
    state = lay(state, "B4-A4")
    assert cost(state) == 1
    assert offers(state, "to") == {"B3"}
    state = play(state, "to B3")
    assert has_track(state.companies[0], state.board, "B4-A4-B3")


@pytest.mark.rule("dampfross", "R5.4")
def test_many_lines_enter_the_same_country() -> None:
    """Of one company, and of several."""
    state = with_track(construction(3, sheet=ABROAD), 1, "B3-A3")
    state = with_track(state, 0, "B3-B4", "B4-A5")
    state = lay(play(state, "throw 6"), "B3-A4")
    state = lay(state, "B3-A3")
    assert has_track(state.companies[0], state.board, "A3-B3-A4")


@pytest.mark.rule("dampfross", "R5.5")
def test_frontier_hexes_are_not_joined() -> None:
    """Neither in the same country nor from one to another."""
    state = builder(ABROAD, "B4-A5", "B3-A4")
    assert not open_from(state, "A5") & {"A4", "A6"}
    assert not open_from(state, "A4") & {"A3", "A5"}
    assert refused(play(state, "from A5"), "to A4") == "R5.5"


@pytest.mark.rule("dampfross", "R5.5")
def test_a_white_line_joins_them() -> None:
    """From A3 to A4 and A5, but not on to A6."""
    state = builder(WHITE, "B3-A3")
    assert "A4" in open_from(state, "A3")
    state = lay(state, "A3-A4-A5")
    assert has_track(state.companies[0], state.board, "A3-A4-A5")
    assert "A6" not in offers(state, "to")


@pytest.mark.rule("dampfross", "R5.6")
@pytest.mark.parametrize("name", ["kentucky", "ireland"])
def test_on_some_maps_all_land_is_home(name: str) -> None:
    """There are no frontier hexes."""
    board = construction(3, map=name).board
    assert not board.frontier
    assert len({board.region[hex_] for hex_ in board.region}) > 1


@pytest.mark.rule("dampfross", "R5.6")
def test_in_kentucky_one_builds_through_other_states() -> None:
    """From hex to hex in Indiana, north of Louisville."""
    state = with_track(construction(3, map="kentucky"), 0, "Y8-Y7")
    state = lay(play(state, "throw 3"), "Y7-Y6-Z6")
    board = state.board
    assert [board.region[board.grid.number[hex_]] for hex_ in ("Y7", "Y6", "Z6")] == ["i"] * 3
    assert has_track(state.companies[0], board, "Y7-Y6-Z6")


@pytest.mark.rule("dampfross", "R5.6")
def test_a_map_may_say_so() -> None:
    """The same frontier hexes, on a map where one builds anywhere."""
    state = builder(plain_map(land=FRONTIER, abroad="anywhere"), "B4-A5")
    assert {"A4", "A6"} <= open_from(state, "A5")


@pytest.mark.rule("dampfross", "R5.7")
def test_a_white_line_is_built_from_any_of_its_hexes() -> None:
    """Track in its middle is enough, both ways."""
    state = builder(WHITE, "B3-A4")
    assert {"A3", "A5"} <= open_from(state, "A4")


@pytest.mark.rule("dampfross", "R5.7")
def test_it_costs_what_the_ground_costs() -> None:
    """A mountain abroad, and a river."""
    sheet = plain_map(
        land=FRONTIER, mountains="A4", rivers=["A5 N"], white=["B2-A3-A4-A5"], start=("Ada",)
    )
    state = lay(builder(sheet, "B3-A3"), "A3-A4")
    assert cost(state) == 3
    state = lay(builder(sheet, "B3-A4"), "A4-A5")
    assert cost(state) == 5


@pytest.mark.rule("dampfross", "R5.7")
def test_a_white_line_that_is_not_built_costs_no_junction() -> None:
    """Entering A4, and going along to A5."""
    state = lay(builder(WHITE, "B4-B3"), "B3-A4")
    assert fees(state) == {}
    state = play(state, "to A5")
    assert fees(state) == {}
    assert balances(state) == [20, 20, 20]


@pytest.mark.rule("dampfross", "R5.7")
def test_a_white_line_that_somebody_has_built_is_his() -> None:
    """Fees are those of any line: a junction in A4, two half hexes and a junction in A5."""
    state = with_track(construction(3, sheet=WHITE), 1, "A4-A5")
    state = lay(play(with_track(state, 0, "B4-B3"), "throw 6"), "B3-A4")
    assert fees(state) == {1: 1}
    assert fees(play(state, "to A5")) == {1: 5}


@pytest.mark.rule("dampfross", "R5.7")
def test_white_lines_can_be_left_out() -> None:
    """With `white_lines = off` frontier hexes are not joined."""
    state = builder(WHITE, "B3-A4", white_lines=False)
    assert not open_from(state, "A4") & {"A3", "A5"}


def runners(sheet: str, *, white_lines: bool = True) -> State:
    """Ada to Fen: company 0 has track from either to an end of the white line."""
    state = construction(3, sheet=sheet, white_lines=white_lines)
    state = with_track(state, 0, "D7-C7-B6-A6", "A9-B9-C10-D10-E11-F11-G11-H11")
    return operation(state)


ROUND = plain_map(land={"A6": "b", "A7": "b", "A8": "b", "A9": "b"}, white=["A6-A7-A8-A9"])


@pytest.mark.rule("dampfross", "R5.8")
def test_trains_use_what_nobody_has_built() -> None:
    """The only way is over the white line."""
    state = at_race(runners(ROUND), 11, 34)
    assert asked(state) == 0
    assert any("A7" in route for route in offers(state, "enter"))


@pytest.mark.rule("dampfross", "R5.8")
def test_without_white_lines_there_is_no_way() -> None:
    """The race is cancelled."""
    state = at_race(runners(ROUND, white_lines=False), 11, 34)
    assert [news.why for news in state.news if isinstance(news, Cancelled)] == ["apart"]


@pytest.mark.rule("dampfross", "R5.8")
def test_a_segment_that_is_built_is_lost_to_the_foreign_company() -> None:
    """Company 1 has built A7-A8: it is paid for two hexes, the bank for the two stretches."""
    state = construction(3, sheet=ROUND)
    state = with_track(state, 0, "D7-C7-B6-A6", "A9-B9-C10-D10-E11-F11-G11-H11")
    state = with_track(state, 1, "A7-A8")
    state = at_race(operation(state), 11, 34)
    before, bank = balances(state), state.bank
    route = next(iter(offers(state, "enter")))
    state = play(state, f"enter {route}")
    while offers(state) & {"stay"}:
        state = play(state, "stay")
    assert balances(state)[1] - before[1] == 2
    assert state.bank - bank == 4 - 20
