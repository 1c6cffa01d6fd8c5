"""R12 Final scoring."""

from __future__ import annotations

import pytest

from tests.rules.rocket.position import (
    ALL_CITIES,
    ALL_LINES,
    ENGLAND,
    money,
    play,
    position,
    some_towns,
    told,
)
from trainshed.games.rocket import GAME
from trainshed.games.rocket.actions import CategoryPaid, SharesPaid, StationsPaid, Won
from trainshed.games.rocket.state import State

ROW = "M2 M3 M4 M5 M6 M7 M8 M9 M10 M11 M12 M13"
OTHER_ROW = "Q3 Q4 Q5 Q6 Q7 Q8 Q9 Q10 Q11 Q12"


def goods(good: str, counts: list[int], *, cities: str = ALL_CITIES) -> dict[int, str]:
    """Markers that show a good, so many for each player."""
    pile = [
        f"{city}:{shown}"
        for (city, shown), count in zip(ENGLAND.markers, ENGLAND.marker_counts, strict=True)
        for _ in range(count)
        if shown == good and city in cities.split()
    ]
    return {seat: " ".join(pile.pop() for _ in range(n)) for seat, n in enumerate(counts)}


def together(*hands: dict[int, str]) -> dict[int, str]:
    """Several kinds of markers in the same hands."""
    return {seat: " ".join(hand[seat] for hand in hands) for seat in hands[0]}


def last_action(state: State) -> State:
    """A station is placed; as no shares are left on the board, that ends the game."""
    state = play(state, "place I12")
    assert state.over
    return state


def paid_for_goods(state: State) -> list[int]:
    """What each player got for goods and passengers."""
    return [baron.money[1] for baron in state.barons]


CATEGORY = pytest.mark.parametrize(
    ("counts", "amounts"),
    [
        ([4, 2, 1], [6000, 3000, 0]),
        ([3, 3, 1], [4000, 4000, 0]),  # 9,000 for two firsts, and no second
        ([2, 2, 2], [3000, 3000, 3000]),
        ([2, 2, 2, 2], [2000, 2000, 2000, 2000]),  # 9,000 for four firsts
        ([4, 2, 2], [6000, 1000, 1000]),  # 3,000 for two seconds
        ([4, 1, 1, 1], [6000, 1000, 1000, 1000]),
        ([1, 0, 0], [6000, 0, 0]),
    ],
)


@CATEGORY
@pytest.mark.rule("rocket", "R12.1")
@pytest.mark.parametrize("good", ["steel", "textiles", "brewing", "leather"])
def test_each_good_pays_6000_and_3000(good: str, counts: list[int], amounts: list[int]) -> None:
    """With ties and rounding as for every income; all cities are connected here."""
    state = last_action(
        position(
            seats=len(counts),
            towns={"GWR": ALL_CITIES},
            markers=goods(good, counts),
            autonomous=ALL_LINES,
        )
    )
    assert paid_for_goods(state) == money(state) == amounts
    assert [item for item in told(state, CategoryPaid) if any(item.amounts)] == [
        CategoryPaid(good=good, amounts=tuple(amounts))
    ]


@CATEGORY
@pytest.mark.rule("rocket", "R12.1")
def test_passengers_pay_as_a_good_does(counts: list[int], amounts: list[int]) -> None:
    """They are never discarded."""
    state = position(seats=len(counts), passengers=counts, autonomous=ALL_LINES)
    assert paid_for_goods(last_action(state)) == amounts


@pytest.mark.rule("rocket", "R12.1")
def test_markers_of_unconnected_cities_are_discarded() -> None:
    """Two of Sheffield's do not count, as nobody has reached Sheffield."""
    state = position(
        towns={"GWR": "Manchester Gloucester", "GER": "Norwich"},
        markers={
            0: "Sheffield:steel Sheffield:steel Manchester:steel",
            1: "Gloucester:steel Gloucester:steel",
            2: "Norwich:textiles Manchester:textiles",
        },
        passengers=[2, 0, 2],
        autonomous=ALL_LINES,
    )
    state = last_action(state)
    assert paid_for_goods(state) == [7000, 6000, 10000]


@pytest.mark.rule("rocket", "R12.1")
def test_cities_of_absorbed_lines_live_on_in_the_survivor() -> None:
    """LSWR reached Reading and was absorbed by GWR in the last move."""
    state = position(
        lines={"LSWR": "R6 Q7 P6 P5", "GWR": "P3"}, markers={1: "Reading:brewing"}, tiles=1
    )
    assert paid_for_goods(play(state, "drive LSWR P4")) == [0, 6000, 0]


@pytest.mark.rule("rocket", "R12.2")
def test_every_surviving_line_pays_for_stations() -> None:
    """Eleven towns: 11,000 for three stations, and 5,500 for two players with two each."""
    state = position(
        joined={"GWR": f"{ROW} {OTHER_ROW}"},
        towns={"GWR": some_towns(11)},
        stations={0: "M2 M4 M6", 1: "M8 M10", 2: "M12 Q6"},
        autonomous=ALL_LINES,
    )
    state = last_action(state)
    assert [baron.money[2] for baron in state.barons] == money(state) == [11000, 2000, 2000]
    assert StationsPaid(line="GWR", towns=11, amounts=(11000, 2000, 2000)) in told(
        state, StationsPaid
    )


@pytest.mark.rule("rocket", "R12.2")
def test_stations_away_from_lines_pay_nothing() -> None:
    """No engine has ever reached them."""
    state = position(
        joined={"GWR": ROW},
        towns={"GWR": some_towns(4)},
        stations={0: "K5 K9", 1: "M8"},
        autonomous=ALL_LINES,
    )
    assert money(last_action(state)) == [0, 4000, 0]


@pytest.mark.rule("rocket", "R12.2")
@pytest.mark.rule("rocket", "R12.3")
def test_an_absorbed_line_pays_nothing_more() -> None:
    """LSWR is absorbed in the last move; its shares and its station now count for GWR."""
    state = position(
        lines={"LSWR": "R6 Q7 P6 P5", "GWR": "P3"},
        shares={"LSWR": [3, 2, 0]},
        stations={2: "Q7"},
        tiles=1,
    )
    state = play(state, "drive LSWR P4", "pass")
    assert {item.line for item in told(state, StationsPaid) if any(item.amounts)} == {"GWR"}
    assert {item.line for item in told(state, SharesPaid) if any(item.amounts)} == {"GWR"}
    assert [baron.money[2] for baron in state.barons] == [0, 0, 4000]
    assert [baron.money[3] for baron in state.barons] == [4000, 2000, 0]


@pytest.mark.rule("rocket", "R12.3")
@pytest.mark.parametrize(
    ("shares", "amounts"),
    [
        ([9, 6, 2], [11000, 5000, 0]),
        ([7, 7, 2], [8000, 8000, 0]),  # 16,500 for two firsts
    ],
)
def test_every_surviving_line_pays_for_shares(shares: list[int], amounts: list[int]) -> None:
    """Eleven towns."""
    state = position(
        lines={"GWR": "P3"},
        towns={"GWR": some_towns(11)},
        shares={"GWR": shares},
        autonomous=ALL_LINES,
    )
    state = last_action(state)
    assert [baron.money[3] for baron in state.barons] == money(state) == amounts
    assert SharesPaid(line="GWR", towns=11, amounts=tuple(amounts)) in told(state, SharesPaid)


@pytest.mark.rule("rocket", "R12.3")
def test_supplementary_shares_count_like_all_others() -> None:
    """Twenty-one shares are held of a line that had sixteen."""
    state = position(
        lines={"GWR": "P3"},
        towns={"GWR": some_towns(13)},
        shares={"GWR": [6, 9, 6]},
        autonomous=ALL_LINES,
    )
    assert state.supplementary == 11
    assert money(last_action(state)) == [3000, 13000, 3000]


@pytest.mark.rule("rocket", "R12.3")
def test_lines_that_never_left_pay_nothing() -> None:
    """Nobody has shares of them."""
    assert money(last_action(position(autonomous=ALL_LINES))) == [0, 0, 0]


def great_end() -> State:
    """GWR with thirteen towns and the autonomous L&Y with two are all that is left."""
    return position(
        lines={"L&Y": "E2 D2 C3 B3 A3"},
        joined={"GWR": f"{ROW} {OTHER_ROW}"},
        towns={"GWR": f"Bristol {ALL_CITIES}"},
        absorbed={"GWR": "LSWR GER GNR SER LNWR"},
        autonomous="L&Y",
        shares={"GWR": [6, 9, 6], "L&Y": [2, 2, 0]},
        stations={0: "M2 M4 M6 M8", 1: "M10 M12 Q4 D2", 2: "Q6 Q8 Q10"},
        markers=together(
            goods("steel", [3, 2, 1]),
            goods("textiles", [1, 3, 3]),
            goods("brewing", [0, 4, 2]),
            goods("leather", [2, 2, 2]),
        ),
        passengers=[4, 0, 1],
        money=[31000, 30000, 35000],
    )


@pytest.mark.rule("rocket", "R12.4")
def test_the_greatest_fortune_wins() -> None:
    """A whole scoring: goods, passengers, stations and shares of two lines."""
    state = last_action(great_end())
    assert [baron.money for baron in state.barons] == [
        (31000, 6000 + 3000 + 6000, 13000, 3000 + 1000),
        (30000, 3000 + 4000 + 6000 + 3000, 3000 + 2000, 13000 + 1000),
        (35000, 4000 + 3000 + 3000 + 3000, 3000, 3000),
    ]
    assert list(GAME.scores(state)) == [63000, 65000, 54000]
    assert told(state, Won) == [Won(seats=(1,), amount=65000)]


@pytest.mark.rule("rocket", "R12.4")
def test_equal_fortunes_share_the_victory() -> None:
    """There is no tie-breaker."""
    state = last_action(position(money=[63000, 63000, 54000], autonomous=ALL_LINES))
    assert told(state, Won) == [Won(seats=(0, 1), amount=63000)]


@pytest.mark.rule("rocket", "R12.4")
def test_the_scores_foretell_what_the_end_would_bring() -> None:
    """Asked before the last action, they are the same as after it."""
    state = great_end()
    assert GAME.scores(state) == GAME.scores(last_action(state))
