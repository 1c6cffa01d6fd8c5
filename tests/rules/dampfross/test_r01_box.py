"""R1 The game and its parts."""

from __future__ import annotations

import pytest

from tests.rules.dampfross.position import (
    NUMBERS,
    all_stop,
    asked,
    at_race,
    balances,
    construction,
    fees,
    fresh,
    game,
    lay,
    offers,
    operation,
    plain_map,
    play,
    told,
    with_connected,
    with_money,
    with_track,
)
from trainshed.core import BadOption, Seat
from trainshed.games.dampfross import GAME
from trainshed.games.dampfross.actions import Bonus, Built
from trainshed.games.dampfross.box import LIVERIES, SHEETS, board
from trainshed.games.dampfross.state import NAMES


@pytest.mark.rule("dampfross", "R1.1")
def test_two_to_six_can_play() -> None:
    """Neither one nor seven."""
    assert list(GAME.seats) == [2, 3, 4, 5, 6]
    for seats in (1, 7):
        with pytest.raises(BadOption):
            fresh(seats)


@pytest.mark.rule("dampfross", "R1.1")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_each_player_leads_one_company(seats: int) -> None:
    """In the order of the seats."""
    assert [company.seat for company in fresh(seats).companies] == list(range(seats))


@pytest.mark.rule("dampfross", "R1.1")
def test_every_company_has_its_own_colour() -> None:
    """Six colours, none of them twice."""
    assert len(LIVERIES) == 6
    assert len({colour for colour, _ in LIVERIES}) == 6
    assert len({emblem for _, emblem in LIVERIES}) == 6


@pytest.mark.rule("dampfross", "R1.1")
def test_after_construction_comes_operation() -> None:
    """The first race is drawn when construction has ended."""
    state = construction(3, sheet=plain_map())
    assert not state.operating
    state = operation(state)
    assert told(state, Built)
    assert state.operating
    assert "dice 1 1" in offers(state)


@pytest.mark.rule("dampfross", "R1.2")
def test_track_leads_to_the_six_neighbours() -> None:
    """From D7, in a column that lies half a hex lower, and from E7 in one that does not."""
    state = play(construction(3, sheet=plain_map()), "throw 6", "from D7")
    assert offers(state, "to") == {"D6", "E7", "E8", "D8", "C8", "C7"}
    state = play(state, "to E7")
    assert offers(state, "to") == {"E6", "F6", "F7", "E8", "D6"}


@pytest.mark.rule("dampfross", "R1.2")
def test_a_train_changes_lines_wherever_they_meet() -> None:
    """Company 1 crosses the line of company 0 in F7; a train turns off there."""
    state = with_track(construction(3, sheet=plain_map()), 0, "D7-E7-F7")
    state = with_track(state, 1, "F5-F6-F7-F8", "F7-G7-H7")
    state = at_race(operation(state), 11, 14)
    assert asked(state) == 0
    assert any(line.startswith("D7-E7-F7-") for line in offers(state, "enter"))


@pytest.mark.rule("dampfross", "R1.3")
@pytest.mark.parametrize("name", NAMES)
def test_a_map_has_36_numbers(name: str) -> None:
    """From 11 to 66 with the digits 1 to 6; each stands at a station."""
    land = board(name, "", white=True)
    assert land.numbers == NUMBERS
    assert len(NUMBERS) == 36
    assert all(land.stations[number] for number in NUMBERS)


@pytest.mark.rule("dampfross", "R1.3")
@pytest.mark.parametrize("name", NAMES)
def test_towns_are_plain(name: str) -> None:
    """Even among mountains: Kempten has some of them around it."""
    land = board(name, "", white=True)
    assert not land.town_cells & land.mountains
    kempten = board("bavaria", "", white=True)
    assert kempten.grid.around[kempten.grid.number["K30"]] & kempten.mountains


@pytest.mark.rule("dampfross", "R1.3")
def test_a_map_with_a_town_on_a_mountain_is_none() -> None:
    """The plain map with a mountain at Bix."""
    with pytest.raises(BadOption):
        fresh(3, sheet=plain_map(mountains="H7"))


@pytest.mark.rule("dampfross", "R1.3")
def test_a_map_lacks_no_number() -> None:
    """Without Lot's numbers there are only 33."""
    sheet = plain_map()
    assert "numbers = [64, 65, 66]" in sheet
    with pytest.raises(BadOption):
        fresh(3, sheet=sheet.replace("numbers = [64, 65, 66]", "numbers = [63]"))


@pytest.mark.rule("dampfross", "R1.3")
def test_a_town_with_several_numbers_is_one_town() -> None:
    """Ada has 11, 12 and 13; three towns are left when nine of twelve are connected."""
    state = construction(3, sheet=plain_map())
    assert len(state.board.towns) == 12
    state = with_connected(state, state.board.towns[:8])
    state = with_track(state, 0, "J5-J4", connected=False)
    state = lay(play(state, "throw 6"), "J4-J3")
    assert told(state, Built) == [Built("towns")]


@pytest.mark.rule("dampfross", "R1.3")
def test_places_without_a_number_are_no_towns() -> None:
    """They pay nothing, and connecting them does not end construction."""
    state = construction(3, sheet=plain_map(places={"Halt": "D6"}))
    state = with_connected(state, state.board.towns[:8])
    state = lay(play(state, "throw 6"), "D7-D6")
    assert told(state, Bonus) == []
    assert told(state, Built) == []
    assert balances(state) == [20, 20, 20]


@pytest.mark.rule("dampfross", "R1.4")
@pytest.mark.parametrize(
    ("name", "rules", "expected"),
    [
        *((name, "auto", "laurin") for name in ("bavaria", "russia", "kentucky", "ireland")),
        ("france", "auto", "france"),
        ("france", "laurin", "laurin"),
        ("bavaria", "france", "france"),
        ("bavaria", "laurin", "laurin"),
    ],
)
def test_which_set_of_rules_holds(name: str, rules: str, expected: str) -> None:
    """Rule set B is that of France unless the option says otherwise."""
    assert fresh(3, map=name, rules=rules).rules == expected


@pytest.mark.rule("dampfross", "R1.4")
def test_the_rule_set_shows_in_the_first_round() -> None:
    """By A a die is thrown, by B one segment is laid for nothing."""
    assert offers(game(3, map="france", rules="laurin"), "throw") == set("123456")
    assert "throw 1" not in offers(game(3, map="france"))
    assert offers(game(3, map="bavaria"), "throw") == set("123456")


@pytest.mark.rule("dampfross", "R1.5")
def test_balances_are_open() -> None:
    """Everybody sees every account, players and others."""
    state = with_money(construction(3, sheet=plain_map()), 1, 7)
    for seat in (None, Seat(0), Seat(1), Seat(2)):
        assert balances(GAME.view(state, seat)) == [20, 7, 20]


@pytest.mark.rule("dampfross", "R1.5")
@pytest.mark.parametrize(
    ("money", "order"),
    [
        ((20, 20, 20), [1, 2, 0]),
        ((21, 20, 20), [0, 1, 2]),
        ((20, 19, 20), [2, 0, 1]),
        ((20, 20, 21), [2, 1, 0]),
    ],
)
def test_of_equal_companies_the_earlier_counts_as_the_richer(
    money: tuple[int, ...], order: list[int]
) -> None:
    """Company 1 opened the last round; the richest is asked first whether it enters."""
    state = construction(3, opener=1, sheet=plain_map())
    for company in range(3):
        state = with_track(state, company, "D7-E7-F7-G7-H7")
    state = operation(state)
    for company, amount in enumerate(money):
        state = with_money(state, company, amount)
    state = at_race(state, 11, 14)
    found = []
    while "stay" in offers(state):
        found.append(asked(state))
        state = play(state, "stay")
    assert found == order


@pytest.mark.rule("dampfross", "R1.5")
def test_the_order_goes_by_the_last_round_not_by_the_first() -> None:
    """Company 0 opened the second round, company 1 the third."""
    state = play(construction(3, sheet=plain_map()), "throw 1")
    assert state.by_wealth() == [0, 1, 2]
    state = play(all_stop(state), "throw 1")
    assert state.by_wealth() == [1, 2, 0]


@pytest.mark.rule("dampfross", "R1.5")
def test_the_poorer_of_equals_builds_first() -> None:
    """The order of building during operation is that of wealth turned round."""
    state = operation(construction(3, opener=1, sheet=plain_map()), races=1)
    assert asked(at_race(state, 14, 21)) == 0


@pytest.mark.rule("dampfross", "R1.4")
def test_a_map_of_ones_own_says_which_rules_are_usual() -> None:
    """The file of the map of France says B, and no name decides."""
    assert fresh(3, sheet=plain_map()).rules == "laurin"
    assert fresh(3, sheet=SHEETS["france"]).rules == "france"


@pytest.mark.rule("dampfross", "R1.2")
def test_lines_that_merely_cross_meet_too() -> None:
    """Company 0 goes straight over the line of company 1, and has a junction with it."""
    state = with_track(construction(3, sheet=plain_map()), 1, "F1-F2-F3")
    state = with_track(state, 0, "D2-E2")
    state = lay(play(state, "throw 2"), "E2-F2")
    assert fees(state) == {1: 1}
