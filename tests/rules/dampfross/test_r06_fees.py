"""R6 Fees to rivals."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from tests.rules.dampfross.position import (
    asked,
    at_race,
    balances,
    construction,
    fees,
    game,
    has_track,
    lay,
    offers,
    operation,
    plain_map,
    play,
    refused,
    stop,
    total,
    with_money,
    with_track,
)
from trainshed.games.dampfross.actions import Charged, Laid
from trainshed.games.dampfross.state import State

PLAIN = plain_map()
WHITE_LINE = "F1-F2-F3-F4"
"""The line of company 1 in the examples, far from all towns."""


class Example(NamedTuple):
    """The track of black (company 0) and red (company 2), what black builds, and what it pays."""

    black: tuple[str, ...]
    build: tuple[str, ...]
    fees: dict[int, int]
    red: tuple[str, ...] = ()


EXAMPLES = {
    "A-fee-01": Example(("D1-E2",), ("E2-F2",), {1: 1}),
    "A-fee-02": Example(("D1-E2",), ("E2-F2-G3",), {1: 1}),
    "A-fee-03": Example(("E1-F1",), ("F1-F2",), {1: 5}),
    "A-fee-04": Example(("D1-E1",), ("E1-F1-F2-F3-G4",), {1: 11}),
    "A-fee-05": Example(("E4-F3", "E4-E3"), ("F3-G3-G2",), {2: 1}, ("E2-F2-G2",)),
    "A-fee-06": Example(("D1-E2",), ("E2-F2",), {1: 1, 2: 1}, ("G2-F2",)),
    "A-fee-07": Example(("E1-F1",), ("F1-F2",), {1: 5, 2: 5}, (WHITE_LINE,)),
    "A-fee-09": Example(("E2-F2",), ("F2-G2",), {}),
}


def paid(state: State, *paths: str) -> dict[int, int]:
    """What company 0 pays to each rival for these segments together."""
    before = balances(state)
    state = lay(play(state, "throw 6"), *paths)
    assert total(state) == 0
    gained = {c: n - before[c] for c, n in enumerate(balances(state)) if c and n != before[c]}
    assert balances(state)[0] == before[0] - sum(gained.values())
    return gained


def check(name: str) -> None:
    """On the plain, in the second round."""
    example = EXAMPLES[name]
    state = with_track(construction(3, sheet=PLAIN), 1, WHITE_LINE)
    state = with_track(with_track(state, 0, *example.black), 2, *example.red)
    assert paid(state, *example.build) == example.fees


@pytest.mark.rule("dampfross", "R6.1")
@pytest.mark.parametrize("name", ["A-fee-01", "A-fee-02"])
def test_a_junction_costs_1(name: str) -> None:
    """Whether the lines join or cross."""
    check(name)


@pytest.mark.rule("dampfross", "R6.1")
def test_a_hex_without_track_is_free() -> None:
    """Beside the rival's line."""
    state = with_track(construction(3, sheet=PLAIN), 1, WHITE_LINE)
    assert paid(with_track(state, 0, "D1-E1"), "E1-E2-E3-E4") == {}


@pytest.mark.rule("dampfross", "R6.1")
def test_a_company_without_track_in_its_start_town_is_paid_nothing_there() -> None:
    """Q11 Company 1 started in Bix and has built nothing."""
    sheet = plain_map(start=("Ada", "Bix"))
    state = construction(3, starts=("Ada", "Bix", "Ada"), sheet=sheet)
    state = with_track(state, 0, "D7-E7-F7-G7")
    assert paid(state, "G7-H7") == {}


@pytest.mark.rule("dampfross", "R6.2")
@pytest.mark.parametrize("name", ["A-fee-05", "A-fee-09"])
def test_a_junction_is_paid_once(name: str) -> None:
    """Another branch out of a hex that is joined costs nothing."""
    check(name)


@pytest.mark.rule("dampfross", "R6.2")
def test_further_branches_into_the_hex_are_free_too() -> None:
    """Company 0 comes to F2 again from the other side."""
    state = with_track(construction(3, sheet=PLAIN), 1, WHITE_LINE)
    assert paid(with_track(state, 0, "E2-F2", "E3-E2-E1"), "E3-F2") == {}


@pytest.mark.rule("dampfross", "R6.2")
def test_the_one_that_came_first_owes_nothing_there() -> None:
    """Company 0 joined the line of company 1 in F2; company 1 builds another branch there."""
    state = construction(3, opener=1, sheet=PLAIN)
    state = with_track(with_track(state, 1, WHITE_LINE, "F3-G3"), 0, "E2-F2")
    state = lay(play(state, "throw 2"), "G3-F2")
    assert fees(state) == {}
    assert fees(play(state, "to G2")) == {}


@pytest.mark.rule("dampfross", "R6.2")
def test_each_hex_has_its_own_junction() -> None:
    """In and out of the rival's line, in two hexes."""
    state = with_track(construction(3, sheet=PLAIN), 1, WHITE_LINE)
    assert paid(with_track(state, 0, "D1-E1"), "E1-F1", "E1-E2-F2") == {1: 2}


@pytest.mark.rule("dampfross", "R6.2")
def test_each_pair_has_its_own_junction() -> None:
    """Company 2 comes to F2 when 0 and 1 are joined there, and pays both."""
    state = construction(3, opener=2, sheet=PLAIN)
    state = with_track(with_track(state, 1, WHITE_LINE), 0, "E2-F2")
    state = lay(play(with_track(state, 2, "G1-G2"), "throw 1"), "G2-F2")
    assert fees(state) == {0: 1, 1: 1}


@pytest.mark.rule("dampfross", "R6.2")
def test_whoever_lays_the_later_track_owes_it_in_its_own_start_town() -> None:
    """Company 1, from elsewhere, has track in Ada; company 0 has none and lays its first."""
    sheet = plain_map(start=("Ada", "Bix"))
    state = construction(3, starts=("Ada", "Bix", "Ada"), sheet=sheet)
    state = with_track(state, 1, "H7-G7-F7-E7-D7")
    assert paid(state, "D7-D6") == {1: 1}


@pytest.mark.rule("dampfross", "R6.3")
@pytest.mark.parametrize("name", ["A-fee-03", "A-fee-04"])
def test_a_doubled_segment_costs_4_and_the_junctions(name: str) -> None:
    """2 for each half hex; the printed example counts 5 for a whole hex."""
    check(name)


@pytest.mark.rule("dampfross", "R6.3")
def test_where_both_junctions_are_paid_it_costs_4() -> None:
    """Company 0 has track in both hexes already."""
    state = with_track(construction(3, sheet=PLAIN), 1, WHITE_LINE)
    assert paid(with_track(state, 0, "E1-F1", "E2-F2", "E1-E2"), "F1-F2") == {1: 4}


@pytest.mark.rule("dampfross", "R6.3")
def test_a_line_through_the_same_hex_is_not_parallel() -> None:
    """Only the same side counts: out of F2 beside the rival's lines it is free."""
    state = with_track(construction(3, sheet=PLAIN), 1, WHITE_LINE, "F2-G2")
    assert paid(with_track(state, 0, "E2-F2"), "F2-G3", "F2-E3") == {}


@pytest.mark.rule("dampfross", "R6.4")
@pytest.mark.parametrize("name", ["A-fee-06", "A-fee-07"])
def test_each_of_several_rivals_is_paid_in_full(name: str) -> None:
    """For junctions and for parallel track."""
    check(name)


@pytest.mark.rule("dampfross", "R6.5")
def test_towns_are_no_exception() -> None:
    """A junction in Bix, and a parallel segment out of it."""
    state = with_track(construction(3, sheet=PLAIN), 1, "H6-H7-H8")
    state = with_track(state, 0, "F7-G7")
    assert paid(state, "G7-H7") == {1: 1}
    assert paid(state, "G7-H7-H8") == {1: 6}


@pytest.mark.rule("dampfross", "R6.5")
def test_nor_are_hexes_abroad() -> None:
    """A junction in the frontier hex, and a parallel segment into it."""
    sheet = plain_map(land={"A4": "b"})
    state = with_track(construction(3, sheet=sheet), 1, "B4-A4")
    assert paid(with_track(state, 0, "C4-B3"), "B3-A4") == {1: 1}
    assert paid(with_track(state, 0, "C4-B4"), "B4-A4") == {1: 5}


@pytest.mark.rule("dampfross", "R6.6")
def test_between_neighbouring_towns_a_doubled_segment_costs_3() -> None:
    """A-fee-08 From Nürnberg to Fürth, where company 0 is joined in Nürnberg."""
    state = construction(3, map="bavaria")
    state = with_track(with_track(state, 1, "Q13-P12"), 0, "R13-Q13")
    assert paid(state, "Q13-P12") == {1: 3}


@pytest.mark.rule("dampfross", "R6.6")
def test_the_junctions_in_both_towns_are_included() -> None:
    """Both from Kew to Lot and back; afterwards the companies are joined in both."""
    state = with_track(construction(3, sheet=PLAIN), 1, "P3-P2", "P2-O2")
    state = with_track(state, 0, "P4-P3")
    state = lay(play(state, "throw 3"), "P3-P2")
    assert fees(state) == {1: 3}
    assert fees(play(state, "to P1")) == {}


@pytest.mark.rule("dampfross", "R6.6")
def test_neither_junction_is_added() -> None:
    """Company 0 starts in Kew without any track; company 1, from elsewhere, was there before."""
    sheet = plain_map(start=("Ada", "Kew"))
    state = construction(3, starts=("Kew", "Ada", "Ada"), sheet=sheet)
    assert paid(with_track(state, 1, "P4-P3-P2"), "P3-P2") == {1: 3}


@pytest.mark.rule("dampfross", "R6.6")
def test_each_rival_on_it_gets_3() -> None:
    """And one that is in Lot but not on the segment gets its junction."""
    state = with_track(construction(4, sheet=PLAIN), 1, "P3-P2")
    state = with_track(with_track(state, 2, "P3-P2"), 3, "O2-P2")
    assert paid(with_track(state, 0, "P4-P3"), "P3-P2") == {1: 3, 2: 3, 3: 1}


@pytest.mark.rule("dampfross", "R6.6")
def test_it_holds_for_a_doubled_segment_only() -> None:
    """Company 1 is in both towns, but not on the segment between them."""
    state = with_track(construction(3, sheet=PLAIN), 1, "P2-O3-P3")
    assert paid(with_track(state, 0, "P4-P3"), "P3-P2") == {1: 1}


@pytest.mark.rule("dampfross", "R6.6")
def test_dublin_and_dun_laoghaire_are_neighbours_too() -> None:
    """Q26 It holds for all neighbouring towns."""
    state = construction(3, map="ireland", starts=("Dublin",) * 3)
    assert paid(with_track(state, 1, "AC20-AD20"), "AC20-AD20") == {1: 3}


@pytest.mark.rule("dampfross", "R6.7")
def test_in_the_first_round_no_junction_is_owed_in_the_start_town() -> None:
    """All three leave Ada."""
    state = play(game(3, sheet=PLAIN), "throw 1")
    for hex_ in ("D6", "D8", "E7"):
        state = lay(state, f"D7-{hex_}")
        assert fees(state) == {}
    assert balances(state) == [20, 20, 20]


@pytest.mark.rule("dampfross", "R6.7")
def test_not_even_to_those_who_started_elsewhere() -> None:
    """Company 0 came from Bix to Ada in the first round; company 1 starts there."""
    sheet = plain_map(start=("Ada", "Bix"))
    state = play(game(3, sheet=sheet), "throw 4", "start Bix")
    state = play(lay(state, "H7-G7-F7-E7-D7"), "start Ada")
    assert asked(state) == 1
    assert fees(lay(state, "D7-D6")) == {}


@pytest.mark.rule("dampfross", "R6.7")
def test_those_who_start_elsewhere_pay_in_the_first_round_too() -> None:
    """Company 0 has left Ada; company 1 comes from Bix."""
    sheet = plain_map(start=("Ada", "Bix"))
    state = play(game(3, sheet=sheet), "throw 4", "start Ada")
    state = play(lay(state, "D7-D6"), "stop", "start Bix")
    state = lay(state, "H7-G7-F7-E7-D7")
    assert fees(state) == {0: 1}


@pytest.mark.rule("dampfross", "R6.7")
def test_parallel_half_hexes_are_paid_even_then() -> None:
    """Twice 2, and the junction in the hex behind."""
    state = lay(play(game(3, sheet=PLAIN), "throw 1"), "D7-D6")
    assert fees(lay(state, "D7-D6")) == {0: 5}


@pytest.mark.rule("dampfross", "R6.7")
def test_strict_fees_are_paid_in_the_start_town_too() -> None:
    """The second pays the first, the third both; and a later round is no different."""
    state = play(game(3, sheet=PLAIN, start_fees="strict"), "throw 1")
    state = lay(state, "D7-D6")
    assert fees(state) == {}
    state = lay(state, "D7-D8")
    assert fees(state) == {0: 1}
    state = lay(state, "D7-E7")
    assert fees(state) == {0: 1, 1: 1}


@pytest.mark.rule("dampfross", "R6.7")
def test_with_strict_fees_nobody_is_joined_by_starting() -> None:
    """R2.8 does not hold: in the second round company 0 pays for its first track in Ada."""
    state = construction(3, sheet=PLAIN, start_fees="strict")
    assert paid(with_track(state, 1, "D7-E7"), "D7-D6") == {1: 1}


@pytest.mark.rule("dampfross", "R6.8")
def test_a_fee_is_booked_at_once() -> None:
    """Nobody is asked: company 0 goes on building."""
    state = with_track(construction(3, sheet=PLAIN), 1, WHITE_LINE)
    state = lay(play(with_track(state, 0, "D2-E2"), "throw 2"), "E2-F2")
    assert balances(state) == [19, 21, 20]
    assert asked(state) == 0
    assert has_track(state.companies[0], state.board, "D2-E2-F2")


@pytest.mark.rule("dampfross", "R6.9")
@pytest.mark.parametrize(
    ("money", "possible"), [(4, {"E2", "G1", "G2"}), (5, {"E2", "F2", "G1", "G2"})]
)
def test_an_account_never_falls_below_zero(money: int, possible: set[str]) -> None:
    """Along the rival's line a segment costs 5."""
    state = with_track(construction(3, sheet=PLAIN), 1, WHITE_LINE)
    state = with_money(with_track(state, 0, "E2-E1", "E1-F1"), 0, money)
    state = play(state, "throw 6", "from F1")
    assert offers(state, "to") == possible
    if "F2" not in possible:
        assert refused(state, "to F2") == "R6.9"


@pytest.mark.rule("dampfross", "R6.9")
def test_a_junction_needs_a_credit() -> None:
    """With nothing one builds beside the rival's line."""
    state = with_track(construction(3, sheet=PLAIN), 1, WHITE_LINE)
    state = with_money(with_track(state, 0, "D2-E2"), 0, 0)
    state = play(state, "throw 6", "from E2")
    assert offers(state, "to") == {"E1", "E3", "D1"}
    assert refused(state, "to F2") == "R6.9"


@pytest.mark.rule("dampfross", "R6.9")
def test_the_balance_at_that_moment_counts() -> None:
    """With 1 credit there is one junction, not two."""
    state = with_track(construction(3, sheet=PLAIN), 1, WHITE_LINE)
    state = with_money(with_track(state, 0, "D2-E2"), 0, 1)
    state = lay(play(state, "throw 6"), "E2-F2", "E2-E3")
    assert "F3" not in offers(state, "to")


@pytest.mark.rule("dampfross", "R6.9")
def test_fees_received_earlier_may_be_used() -> None:
    """Company 1 has nothing but what company 0 has just paid."""
    state = with_track(construction(3, sheet=PLAIN), 1, WHITE_LINE, "F1-G1")
    state = with_track(with_track(state, 0, "D2-E2"), 2, "H1-H2")
    state = with_money(state, 1, 0)
    state = stop(lay(play(state, "throw 2"), "E2-F2"))
    assert asked(state) == 1
    state = lay(state, "G1-H1")
    assert fees(state) == {2: 1}
    assert balances(state) == [19, 0, 21]


@pytest.mark.rule("dampfross", "R6.10")
def test_with_debt_fees_may_take_an_account_below_zero() -> None:
    """In building: 5 with nothing on the account."""
    state = with_track(construction(3, sheet=PLAIN, debt=True), 1, WHITE_LINE)
    state = with_money(with_track(state, 0, "E1-F1"), 0, 0)
    assert paid(state, "F1-F2") == {1: 5}


@pytest.mark.rule("dampfross", "R6.10")
@pytest.mark.parametrize("debt", [False, True])
def test_with_debt_charges_may_do_so_too(*, debt: bool) -> None:
    """In running: the way to Bix is half that of company 1."""
    state = construction(3, sheet=PLAIN, debt=debt)
    state = with_track(with_track(state, 0, "D7-E7-F7"), 1, "F7-G7-H7")
    state = with_money(operation(state), 0, 2)
    state = at_race(state, 11, 14)
    while asked(state) in {1, 2}:
        state = play(state, "stay")
    routes = offers(state, "enter")
    assert bool(routes) == debt
    if routes:
        state = play(state, f"enter {routes.pop()}")
        assert [news for news in state.news if isinstance(news, Charged)] == [Charged(0, 1, 3)]
        assert state.companies[0].balance == 2 - 3 + 20


@pytest.mark.rule("dampfross", "R6.10")
@pytest.mark.parametrize(("money", "possible"), [(0, False), (1, True)])
def test_construction_must_be_covered_even_so(*, money: int, possible: bool) -> None:
    """During operation the account pays: 1 for the segment, and 5 more that may be owed."""
    state = with_track(construction(3, sheet=PLAIN, debt=True), 1, WHITE_LINE)
    state = with_track(state, 0, "E1-F1")
    state = with_money(operation(state, races=1), 0, money)
    state = play(state, "dice 2 1", "dice 3 1")
    if possible:
        assert asked(state) == 0
        state = lay(state, "F1-F2")
        assert [news for news in state.news if isinstance(news, Laid)] == [
            Laid(0, "F1", "F2", 1, ((1, 5),))
        ]
        assert balances(state)[0] == -5
    else:
        assert not offers(state, "from") or asked(state) != 0
