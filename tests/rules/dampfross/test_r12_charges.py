"""R12 Charges."""

from __future__ import annotations

import pytest

from tests.rules.dampfross.position import balances, offers, play, told, total
from tests.rules.dampfross.races import (
    charged,
    declare,
    declares,
    entered,
    over,
    race,
    row,
    runner,
)
from trainshed.games.dampfross.actions import Withdrawn
from trainshed.games.dampfross.entering import Entering
from trainshed.games.dampfross.run import Turning
from trainshed.games.dampfross.state import State

STRAIGHT = row("A5", "T5")
NORTH = "A5-" + row("A4", "T4") + "-T5"
SOUTH = "A5-" + row("A6", "T6") + "-T5"
HIGH = "A5-A4-" + row("A3", "T3") + "-T4-T5"
"""Ways from A5 to T5 of 19, 21, 21 and 23 steps."""


def split(way: str, *parts: tuple[int, int], companies: int = 3) -> list[str]:
    """The lines of companies along a way: (company, steps) after one another."""
    hexes, at = way.split("-"), 0
    lines = [""] * companies
    for company, steps in parts:
        lines[company] += " " + "-".join(hexes[at : at + steps + 1])
        at += steps
    assert at == len(hexes) - 1
    return lines


def written(way: str, *parts: tuple[int, int], own: int = 0) -> str:
    """The route along such a way, as the company `own` declares it."""
    hexes, at = way.split("-"), 0
    words = hexes[:1]
    for company, steps in parts:
        step = "-".join(hexes[at : at + steps + 1])
        words.append(over(step, None if company == own else company))
        at += steps
    return "-".join(words)


def together(*lines: list[str]) -> list[str]:
    """The lines of each company on several ways."""
    return [" ".join(parts) for parts in zip(*lines, strict=True)]


def owing(*owners: int, money: tuple[int, ...] = (40, 30, 20)) -> State:
    """A race over steps that belong to these companies, 0 the runner's own."""
    way = row("A5", f"{chr(ord('A') + len(owners))}5")
    parts = [(owner, 1) for owner in owners]
    state = race(*split(way, *parts), east=way.split("-")[-1], money=money)
    return declare(state, written(way, *parts))


def all_stay(state: State) -> State:
    """The others stay out."""
    while isinstance(state.stack[-1], Entering):
        state = play(state, "stay")
    return state


@pytest.mark.rule("dampfross", "R12.1")
@pytest.mark.parametrize(
    ("owners", "due"),
    [
        ((0, 0, 1, 1, 1, 0), 4),  # A-run-01
        ((1, 1, 0, 0), 3),  # A-run-02: the start hex counts
        ((0, 0, 1), 2),  # so does the goal
        ((0, 0, 0), 0),
    ],
)
def test_each_hex_on_a_rivals_line_costs_one(owners: tuple[int, ...], due: int) -> None:
    state = all_stay(owing(*owners))
    assert charged(state) == ({(0, 1): due} if due else {})
    assert balances(state)[1] == 30 + due


@pytest.mark.rule("dampfross", "R12.2")
@pytest.mark.parametrize(
    ("owners", "due"),
    [
        ((0, 1, 1, 2, 2, 2, 0), {(0, 1): 3, (0, 2): 4}),  # A-run-03
        ((1, 0, 1), {(0, 1): 4}),  # A-run-04
        ((1, 2, 1, 0), {(0, 1): 4, (0, 2): 2}),
        ((1, 1, 0, 1, 1, 0, 1), {(0, 1): 8}),
    ],
)
def test_changes_and_stretches(owners: tuple[int, ...], due: dict[tuple[int, int], int]) -> None:
    state = all_stay(owing(*owners))
    assert charged(state) == due


@pytest.mark.rule("dampfross", "R12.3")
def test_ten_to_one_rival_is_the_limit() -> None:
    """The others have stayed out: nothing can be netted. Vector A-run-06: 11 is too much."""
    for steps, may in ((9, True), (10, False)):
        parts = (0, 1), (1, steps)
        way = row("A5", f"{chr(ord('A') + steps + 1)}5")
        state = race(
            *split(f"{way}", *parts),
            east=way.split("-")[-1],
            money=(40, 50, 20),
        )
        if state.stack[-1].companies == (1,):  # type: ignore[union-attr]
            state = play(state, "stay")
        assert declares(state, written(way, *parts)) == may
        assert (written(way, *parts) in offers(state, "enter")) == may


@pytest.mark.rule("dampfross", "R12.3")
def test_several_rivals_have_a_limit_each() -> None:
    """Vector A-run-05: 9 to one and 8 to the other."""
    parts = (0, 1), (1, 8), (2, 7)
    way = row("A5", "Q5")
    state = race(*split(way, *parts), east="Q5", money=(40, 20, 20))
    state = all_stay(declare(state, written(way, *parts)))
    assert charged(state) == {(0, 1): 9, (0, 2): 8}
    assert balances(state) == [43, 29, 28]


@pytest.mark.rule("dampfross", "R12.3")
def test_stretches_on_the_same_line_are_added_up_for_the_limit() -> None:
    """Three stretches of three steps make 12."""
    parts = (1, 3), (0, 1), (1, 3), (0, 1), (1, 3)
    way = row("A5", "L5")
    state = race(*split(way, *parts), east="L5", money=(40, 50, 20))
    state = play(state, "stay")
    assert not declares(state, written(way, *parts))


def netting(
    *,
    mine: int = 14,
    yours: int = 11,
    money: tuple[int, ...] = (40, 30, 20),
) -> tuple[State, str, str]:
    """Two ways: on the first company 0 uses `mine` steps of company 1's line.

    On the second company 1 uses `yours` steps of company 0's line. Nobody else can run.
    """
    one = (0, 19 - mine), (1, mine)
    other = (1, 21 - yours), (0, yours)
    lines = together(split(STRAIGHT, *one), split(NORTH, *other))
    state = race(*lines, east="T5", money=money)
    return state, written(STRAIGHT, *one), written(NORTH, *other, own=1)


@pytest.mark.rule("dampfross", "R12.4")
def test_what_two_companies_owe_each_other_is_netted() -> None:
    """Vector A-run-07: 15 against 12 leaves 3."""
    state, mine, yours = netting()
    state = declare(state, mine)
    state = declare(state, yours)
    assert charged(state) == {(0, 1): 3}
    assert balances(state) == [37, 33, 20]
    assert entered(state) == {0, 1}
    assert isinstance(state.stack[-1], Turning)


@pytest.mark.rule("dampfross", "R12.4")
def test_equal_debts_cancel_out() -> None:
    state, mine, yours = netting(mine=8, yours=8)
    state = declare(declare(state, mine), yours)
    assert charged(state) == {}
    assert balances(state) == [40, 30, 20]


@pytest.mark.rule("dampfross", "R12.4")
def test_debts_to_a_third_are_not_netted() -> None:
    """0 owes 1, 1 owes 2, 2 owes 0: all of it is paid."""
    state = race(
        "A5-B5 " + row("D6", "F6") + "-F5",
        row("B5", "F5") + " A5-A4",
        "A5-A6-B6-C6-D6 A4-B4-C4-D4-E4-F4-F5",
        east="F5",
        money=(40, 30, 20),
    )
    state = declare(state, "A5-B5-C5:1-D5:1-E5:1-F5:1")
    state = declare(state, "A5-A4-B4:2-C4:2-D4:2-E4:2-F4:2-F5:2")
    state = declare(state, "A5-A6-B6-C6-D6-E6:0-F6:0-F5:0")
    assert charged(state) == {(0, 1): 5, (1, 2): 7, (2, 0): 4}


@pytest.mark.rule("dampfross", "R12.5")
def test_a_route_over_the_limit_may_be_declared_while_the_rival_can_still_enter() -> None:
    state, mine, _ = netting()
    assert state.stack[-1].companies == (0,)  # type: ignore[union-attr]
    assert declares(state, mine)


@pytest.mark.rule("dampfross", "R12.5")
def test_not_when_the_rival_has_stayed_out() -> None:
    state, mine, yours = netting(money=(30, 40, 20))
    assert state.stack[-1].companies == (1,)  # type: ignore[union-attr]
    stayed = play(state, "stay")
    assert not declares(stayed, mine)
    assert declares(declare(state, yours), mine)


@pytest.mark.rule("dampfross", "R12.5")
def test_not_when_the_rival_has_entered_on_a_route_that_owes_too_little() -> None:
    """Vector A-run-08: 16 against 5 leaves 11."""
    state, mine, yours = netting(mine=15, yours=4, money=(30, 40, 20))
    state = declare(state, yours)
    assert not declares(state, mine)
    state, mine, yours = netting(mine=15, yours=5, money=(30, 40, 20))
    state = declare(state, yours)
    assert declares(state, mine)


@pytest.mark.rule("dampfross", "R12.5")
def test_a_route_that_is_dearer_than_the_balance_may_be_declared_too() -> None:
    """9 against 9, with 3 on the account."""
    state, mine, yours = netting(mine=8, yours=8, money=(3, 2, 0))
    state = declare(state, mine)
    state = declare(state, yours)
    assert entered(state) == {0, 1}
    assert charged(state) == {}
    assert balances(state) == [3, 2, 0]


@pytest.mark.rule("dampfross", "R12.5")
def test_dearer_than_the_balance_and_nobody_to_net_with() -> None:
    state, mine, _ = netting(mine=8, yours=8, money=(3, 4, 0))
    state = play(state, "stay")
    assert not declares(state, mine)


@pytest.mark.rule("dampfross", "R12.6")
def test_a_route_that_is_still_over_the_limit_is_replaced_or_withdrawn() -> None:
    """Company 0 hoped for netting; company 1 stays out, and company 0 is asked again."""
    state, mine, _ = netting(yours=12)
    state = play(declare(state, mine), "stay")
    step = state.stack[-1]
    assert isinstance(step, Entering)
    assert step.replacing
    assert step.companies == (0,)
    assert mine not in offers(state, "enter")
    assert not declares(state, mine)
    state = play(state, "stay")
    assert entered(state) == set()
    assert balances(state) == [40, 30, 20]


@pytest.mark.rule("dampfross", "R12.6")
def test_a_legal_route_takes_its_place() -> None:
    """By the north company 0 pays 10 to company 1."""
    state, mine, _ = netting(yours=12)
    state = play(declare(state, mine), "stay")
    north = written(NORTH, (1, 9), (0, 12))
    assert offers(state, "enter") == {north}
    state = play(state, f"enter {north}")
    assert charged(state) == {(0, 1): 10}
    assert balances(state) == [50, 40, 20]


@pytest.mark.rule("dampfross", "R12.6")
def test_who_has_no_legal_route_withdraws_without_being_asked() -> None:
    """By the north company 0 would owe 11."""
    state, mine, _ = netting(yours=11)
    state = play(declare(state, mine), "stay")
    assert [(item.company, item.why) for item in told(state, Withdrawn)] == [(0, "limit")]
    assert entered(state) == set()
    assert balances(state) == [40, 30, 20]


@pytest.mark.rule("dampfross", "R12.6")
def test_a_route_that_the_balance_does_not_cover_is_replaced_too() -> None:
    """9 is within the limit, but company 0 has only 5."""
    state, mine, _ = netting(mine=8, yours=18, money=(5, 4, 0))
    state = play(declare(state, mine), "stay")
    north = written(NORTH, (1, 3), (0, 18))
    assert offers(state, "enter") == {north}
    assert charged(play(state, f"enter {north}")) == {(0, 1): 4}


@pytest.mark.rule("dampfross", "R12.6")
def test_the_richest_replaces_first() -> None:
    """0 owes 15 to 1, and 1 owes 13 to 2, who stays out: both have to replace their routes."""
    lines = together(
        split(STRAIGHT, (0, 5), (1, 14)),
        split(NORTH, (1, 9), (0, 12)),
        split(SOUTH, (2, 12), (1, 9)),
    )
    state = race(*lines, east="T5", money=(60, 50, 40))
    state = declare(state, written(STRAIGHT, (0, 5), (1, 14)))
    state = declare(state, written(SOUTH, (2, 12), (1, 9), own=1))
    state = play(state, "stay")
    assert state.stack[-1].companies == (0,)  # type: ignore[union-attr]
    state = declare(state, written(NORTH, (1, 9), (0, 12)))
    assert state.stack[-1].companies == (1,)  # type: ignore[union-attr]
    state = declare(state, written(STRAIGHT, (0, 5), (1, 14), own=1))
    assert entered(state) == {0, 1}
    assert charged(state) == {(0, 1): 4}  # 10 against 6


def spoiled() -> State:
    """0 owes 13 to 2, and 1 owes 10 to 0 and 13 to 2, who stays out.

    So 0 has replaced its route by one that owes 15 to 1, which netting makes legal, and 1 is asked.
    """
    lines = together(
        split(STRAIGHT, (0, 5), (1, 14)),
        split(SOUTH, (0, 9), (2, 12)),
        split(HIGH, (1, 2), (0, 9), (2, 12)),
    )
    state = race(*lines, east="T5", money=(60, 50, 40))
    state = declare(state, written(SOUTH, (0, 9), (2, 12)))
    state = declare(state, written(HIGH, (1, 2), (0, 9), (2, 12), own=1))
    state = play(state, "stay")
    assert state.stack[-1].companies == (0,)  # type: ignore[union-attr]
    state = declare(state, written(STRAIGHT, (0, 5), (1, 14)))
    assert state.stack[-1].companies == (1,)  # type: ignore[union-attr]
    return state


@pytest.mark.rule("dampfross", "R12.6")
def test_a_replacement_that_turns_out_illegal_is_withdrawn() -> None:
    """1 gives up its route, and with it the 10: company 0 has no second replacement."""
    state = play(spoiled(), "stay")
    assert entered(state) == set()
    assert balances(state) == [60, 50, 40]
    assert (0, "limit") in {(item.company, item.why) for item in told(state, Withdrawn)}
    assert state.races == 1


@pytest.mark.rule("dampfross", "R12.6")
def test_a_replacement_stands_if_it_is_still_legal() -> None:
    """1 takes the straight way too, and owes 6: 15 against 6 leaves 9."""
    state = declare(spoiled(), written(STRAIGHT, (0, 5), (1, 14), own=1))
    assert entered(state) == {0, 1}
    assert charged(state) == {(0, 1): 9}


@pytest.mark.rule("dampfross", "R12.7")
def test_net_charges_are_covered_by_the_balance_before_the_race() -> None:
    """5 for the stretch; neither the prize nor what others pay helps."""
    for money, may in ((5, True), (4, False)):
        state = race("A5-B5", row("A5", "F5"), "", east="F5", money=(money, 30, 0))
        state = declare(state, row("A5", "F5"))
        way = "A5-B5-C5:1-D5:1-E5:1-F5:1"
        assert declares(state, way) == may
        if may:
            assert balances(declare(state, way)) == [0, 35, 0]


@pytest.mark.rule("dampfross", "R12.7")
def test_the_sum_for_all_rivals_is_covered() -> None:
    way = "A5-B5-C5:1-D5:1-E5:2"
    state = race("A5-B5", "B5-C5-D5", "D5-E5 A5-B5", east="E5", money=(5, 31, 30))
    assert balances(declare(play(state, "stay", "stay"), way)) == [20, 34, 32]
    state = race("A5-B5", "B5-C5-D5", "D5-E5 A5-B5", east="E5", money=(4, 31, 30))
    state = play(state, "stay", "stay")
    assert way not in offers(state, "enter")
    assert state.races == 1  # it could only stay out


@pytest.mark.rule("dampfross", "R12.7")
def test_what_others_will_pay_does_not_count() -> None:
    """Company 2 owes 3 to company 0, but company 0 has only 4 of the 5 it owes company 1."""
    lines = ("A5-B5 A5-A6-B6", row("A5", "F5"), "B6-C6-D6-E6-F6-F5")
    state = race(*lines, east="F5", money=(4, 31, 30))
    state = play(state, "stay")
    state = declare(state, "A5-A6:0-B6:0-C6-D6-E6-F6-F5")
    assert state.stack[-1].companies == (0,)  # type: ignore[union-attr]
    assert not declares(state, "A5-B5-C5:1-D5:1-E5:1-F5:1")


@pytest.mark.rule("dampfross", "R12.8")
def test_charges_are_paid_before_the_start_and_never_given_back() -> None:
    state = race("A5-B5", row("A5", "F5"), "", east="F5", money=(40, 30, 20))
    state = declare(state, "A5-B5-C5:1-D5:1-E5:1-F5:1")
    state = declare(state, row("A5", "F5"))
    assert isinstance(state.stack[-1], Turning)
    assert all(train.at == 0 for train in state.trains)
    assert balances(state) == [35, 35, 20]
    assert total(state) == 0
    assert runner(state) == (0,)
    state = play(state, "throw 1", "throw 6")  # company 1 wins, company 0 is second
    assert balances(state) == [45, 55, 20]


@pytest.mark.rule("dampfross", "R12.8")
def test_no_owner_is_asked() -> None:
    state = race("A5-B5", row("A5", "F5"), "", east="F5", money=(40, 30, 20))
    state = declare(state, "A5-B5-C5:1-D5:1-E5:1-F5:1")
    assert {line.split()[0] for line in offers(state)} <= {"enter", "trace", "join", "stay"}
    state = play(state, "stay")
    assert balances(state) == [40 - 5 + 20, 35, 20]


WHITE = "A5-A4-" + row("B4", "E4") + "-F4-F5"


@pytest.mark.rule("dampfross", "R12.9")
def test_unbuilt_white_lines_are_charged_for_the_bank() -> None:
    state = race(
        "F5-F4 " + row("A5", "F5"),
        "",
        "",
        east="F5",
        money=(40, 30, 20),
        white=WHITE,
        abroad="A4 B4 C4 D4 E4 F4",
    )
    bank = state.bank
    state = all_stay(declare(state, "A5-A4:3-B4:3-C4:3-D4:3-E4:3-F4:3-F5"))
    assert balances(state) == [40 - 7 + 20, 30, 20]
    assert state.bank == bank + 7 - 20
    assert sum(amount for _, amount in charged(state).items()) == 7


@pytest.mark.rule("dampfross", "R12.9")
def test_a_built_part_is_no_longer_white() -> None:
    lines = ("F5-F4 " + row("A5", "F5"), "B4-C4", "")
    state = race(*lines, east="F5", money=(40, 30, 20), white=WHITE, abroad="A4 B4 C4 D4 E4 F4")
    assert not declares(state, "A5-A4:3-B4:3-C4:3-D4:3-E4:3-F4:3-F5")
    state = all_stay(declare(state, "A5-A4:3-B4:3-C4:1-D4:3-E4:3-F4:3-F5"))
    assert balances(state) == [40 - 9 + 20, 32, 20]


@pytest.mark.rule("dampfross", "R12.9")
@pytest.mark.parametrize(("end", "may"), [("J", True), ("K", False)])
def test_the_limit_holds_for_white_lines_too(end: str, may: bool) -> None:  # noqa: FBT001
    """Nine white steps cost 10, ten cost 11."""
    row_4 = row("A4", f"{end}4")
    white = f"{row_4}"
    hexes = row_4.replace("-", " ")
    last = row_4.rpartition("-")[2]
    own = f"A5-A4 {last}-{last[0]}5 " + row("A5", f"{end}5")
    state = race(own, "", "", east=f"{end}5", money=(40, 30, 20), white=white, abroad=hexes)
    way = f"A5-A4-{over(row_4, 3)}-{end}5"
    assert declares(state, way) == may


@pytest.mark.rule("dampfross", "R12.9")
def test_there_are_no_white_lines_when_they_are_off() -> None:
    state = race(
        "F5-F4 " + row("A5", "F5"),
        "",
        "",
        east="F5",
        white=WHITE,
        abroad="A4 B4 C4 D4 E4 F4",
        options={"white_lines": False},
    )
    assert not declares(state, "A5-A4:3-B4:3-C4:3-D4:3-E4:3-F4:3-F5")
