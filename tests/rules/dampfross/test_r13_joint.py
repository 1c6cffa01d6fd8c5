"""R13 Joint runs."""

from __future__ import annotations

import pytest

from tests.rules.dampfross.position import accepts, asked, balances, offers, play, total
from tests.rules.dampfross.races import (
    charged,
    declare,
    declares,
    entered,
    prizes,
    race,
    row,
    runner,
    train,
)
from trainshed.core import Consent
from trainshed.games.dampfross.entering import Entering
from trainshed.games.dampfross.run import Turning
from trainshed.games.dampfross.state import State

LINE = row("A5", "H5")
"""Seven steps."""
FIRST, LAST = row("A5", "D5"), row("D5", "H5")


def entering(state: State) -> tuple[int, ...]:
    """The companies of the train that is asked for a route."""
    step = state.stack[-1]
    assert isinstance(step, Entering)
    return step.companies


@pytest.mark.rule("dampfross", "R13.1")
def test_two_companies_send_one_train_with_one_throw_each_turn() -> None:
    state = race(FIRST, LAST, LINE, east="H5", money=(40, 30, 20))
    state = play(state, "join 1", "accept")
    assert entering(state) == (0, 1)
    state = declare(state, "A5-B5-C5-D5-E5:1-F5:1-G5:1-H5:1")
    state = play(state, f"enter {LINE}")
    assert [t.companies for t in state.trains] == [(0, 1), (2,)]
    order = []
    for _ in range(4):
        order.append(runner(state))
        state = play(state, "throw 1")
    assert order == [(0, 1), (2,)] * 2
    assert train(state, 0).at == 2


@pytest.mark.rule("dampfross", "R13.1")
def test_each_company_takes_part_in_one_train_only() -> None:
    """Company 1 has agreed: it is asked no more, and nobody can propose to it."""
    state = race(LINE, LINE, LINE, LINE, east="H5", money=(40, 30, 20, 10))
    state = play(state, "join 1", "accept")
    state = declare(state, LINE)
    assert entering(state) == (2,)
    assert offers(state, "join") == {"3"}
    state = play(state, "stay", "stay")
    assert not isinstance(state.stack[-1], Entering)


@pytest.mark.rule("dampfross", "R13.1")
def test_three_cannot_run_together() -> None:
    state = race(LINE, LINE, LINE, east="H5", money=(40, 30, 20))
    state = play(state, "join 1", "accept")
    assert offers(state, "join") == set()


@pytest.mark.rule("dampfross", "R13.2")
def test_the_richer_proposes_and_the_other_must_agree() -> None:
    state = race(LINE, LINE, LINE, east="H5", money=(20, 40, 30))
    assert entering(state) == (1,)
    assert offers(state, "join") == {"0", "2"}
    state = play(state, "join 0")
    assert isinstance(state.stack[-1], Consent)
    assert asked(state) == 0
    assert offers(state) == {"accept", "decline"}
    assert entering(play(state, "accept")) == (1, 0)
    assert entering(play(state, "decline")) == (1,)


@pytest.mark.rule("dampfross", "R13.2")
def test_the_poorer_does_not_propose_to_the_richer() -> None:
    state = race(LINE, LINE, LINE, east="H5", money=(40, 30, 20))
    for first in (f"enter {LINE}", "stay"):
        assert offers(play(state, first), "join") == {"2"}
    assert offers(play(state, "stay", "stay"), "join") == set()


@pytest.mark.rule("dampfross", "R13.2")
def test_each_pair_is_asked_once_in_a_race() -> None:
    state = race(LINE, LINE, LINE, east="H5", money=(40, 30, 20))
    state = play(state, "join 1", "decline")
    assert offers(state, "join") == {"2"}
    assert not accepts(state, "join 1")
    state = play(state, "join 2", "decline")
    assert offers(state, "join") == set()
    state = play(state, "stay")
    assert offers(state, "join") == {"2"}


@pytest.mark.rule("dampfross", "R13.2")
def test_both_agree_before_either_declares() -> None:
    state = race(LINE, LINE, LINE, east="H5", money=(40, 30, 20))
    state = play(state, f"enter {LINE}")
    assert entering(state) == (1,)
    assert not accepts(state, "join 0")


@pytest.mark.rule("dampfross", "R13.3")
def test_the_lines_of_both_are_free() -> None:
    state = race(FIRST, LAST, "", east="H5", money=(40, 30, 20))
    state = play(state, "join 1", "accept")
    state = declare(state, "A5-B5-C5-D5-E5:1-F5:1-G5:1-H5:1")
    assert charged(state) == {}
    assert balances(state) == [50, 40, 20]


@pytest.mark.rule("dampfross", "R13.3")
@pytest.mark.parametrize("owner", [0, 1])
def test_a_step_on_the_track_of_either_is_own_track(owner: int) -> None:
    """All the rest belongs to company 2."""
    lines = ["", "", row("B5", "H5")]
    lines[owner] = "A5-B5"
    state = race(*lines, east="H5", money=(40, 30, 20))
    if owner == 1:
        assert not offers(state, "enter")
    state = play(state, "join 1", "accept")
    first = "A5-B5" if owner == 0 else "A5-B5:1"
    assert declares(state, f"{first}-C5:2-D5:2-E5:2-F5:2-G5:2-H5:2")


@pytest.mark.rule("dampfross", "R13.4")
def test_charges_are_shared_and_the_richer_pays_the_odd_credit() -> None:
    """Vector A-joint-02: 7 make 4 for the one with 45 and 3 for the one with 30."""
    state = race("A5-B5", "", row("B5", "H5"), east="H5", money=(45, 30, 20))
    state = play(state, "join 1", "accept")
    state = play(declare(state, "A5-B5-C5:2-D5:2-E5:2-F5:2-G5:2-H5:2"), "stay")
    assert charged(state) == {(0, 2): 4, (1, 2): 3}
    assert balances(state) == [45 - 4 + 10, 30 - 3 + 10, 27]


@pytest.mark.rule("dampfross", "R13.4")
@pytest.mark.parametrize(
    ("money", "may"), [((4, 3, 2), True), ((5, 3, 2), True), ((9, 2, 1), False)]
)
def test_each_balance_covers_its_part(money: tuple[int, ...], may: bool) -> None:  # noqa: FBT001
    state = race(f"A5-B5 A5-{row('A6', 'H6')}-H5", "", row("B5", "H5"), east="H5", money=money)
    state = play(state, "join 1", "accept")
    assert declares(state, "A5-B5-C5:2-D5:2-E5:2-F5:2-G5:2-H5:2") == may


@pytest.mark.rule("dampfross", "R13.4")
def test_the_richer_must_cover_the_odd_credit() -> None:
    """Seven, with 3 on both accounts: one of them would have to pay 4."""
    state = race(f"A5-B5 A5-{row('A6', 'H6')}-H5", "", row("B5", "H5"), east="H5", money=(3, 3, 2))
    state = play(state, "join 1", "accept")
    assert not declares(state, "A5-B5-C5:2-D5:2-E5:2-F5:2-G5:2-H5:2")


@pytest.mark.rule("dampfross", "R13.5")
def test_a_prize_is_shared_and_the_poorer_gets_the_odd_credit() -> None:
    """Vector A-joint-01: 15 make 8 for the one with 30 and 7 for the one with 45."""
    state = race(LINE, LINE, LINE, east="H5", money=(45, 30, 20))
    state = play(state, "join 1", "accept", f"enter {LINE}", f"enter {LINE}")
    state = play(state, "throw 6", "throw 6", "throw 4", "throw 4")
    assert balances(state) == [52, 38, 35]
    assert prizes(state) in ({0: 7, 1: 8, 2: 15}, {0: 15, 2: 15})
    assert total(state) == 0


@pytest.mark.rule("dampfross", "R13.5")
def test_an_even_prize_is_halved() -> None:
    state = race(LINE, LINE, LINE, east="H5", money=(45, 30, 20))
    state = play(state, "join 1", "accept", f"enter {LINE}", f"enter {LINE}")
    state = play(state, "throw 6", "throw 1", "throw 1", "throw 1")
    assert balances(state) == [55, 40, 30]


@pytest.mark.rule("dampfross", "R13.6")
def test_the_limit_holds_for_the_train_and_each_third() -> None:
    """Ten are legal, eleven are not, though the partners would pay 6 and 5."""
    for end, may in (("K", True), ("L", False)):
        detour = f"A5-{row('A6', f'{end}6')}-{end}5"
        state = race(
            f"A5-B5 {detour}", "", row("B5", f"{end}5"), east=f"{end}5", money=(45, 30, 20)
        )
        state = play(state, "join 1", "accept")
        hexes = row("C5", f"{end}5").split("-")
        assert declares(state, "-".join(["A5-B5", *(f"{hex_}:2" for hex_ in hexes)])) == may


@pytest.mark.rule("dampfross", "R13.6")
def test_nothing_is_netted_between_a_joint_train_and_others() -> None:
    lines = ("A5-B5 " + row("D6", "H6") + "-H5", "", row("B5", "H5") + " A5-" + row("A6", "D6"))
    state = race(*lines, east="H5", money=(45, 30, 20))
    state = play(state, "join 1", "accept")
    state = declare(state, "A5-B5-C5:2-D5:2-E5:2-F5:2-G5:2-H5:2")
    state = declare(state, "A5-A6-B6-C6-D6-E6:0-F6:0-G6:0-H6:0-H5:0")
    assert charged(state) == {(0, 2): 4, (1, 2): 3, (2, 0): 6}
    assert balances(state) == [45 - 4 + 6, 30 - 3, 20 + 7 - 6]


@pytest.mark.rule("dampfross", "R13.6")
def test_no_joint_route_is_declared_on_condition() -> None:
    """Company 2 could enter and owe the partners as much, but that would not help."""
    lines = ("A5-B5 A5-" + row("A6", "N6") + "-N5", "", row("B5", "N5") + " A5-A6")
    state = race(*lines, east="N5", money=(45, 30, 20))
    state = play(state, "join 1", "accept")
    hexes = row("C5", "N5").split("-")
    assert not declares(state, "-".join(["A5-B5", *(f"{hex_}:2" for hex_ in hexes)]))


@pytest.mark.rule("dampfross", "R13.7")
@pytest.mark.parametrize(("third", "first"), [(39, (0, 1)), (41, (2,))])
def test_the_train_has_the_place_of_its_richer_partner(third: int, first: tuple[int, ...]) -> None:
    state = race(LINE, LINE, LINE, east="H5", money=(40, 5, third))
    if third > 40:
        state = play(state, f"enter {LINE}", "join 1", "accept", f"enter {LINE}")
    else:
        # company 2 is asked after company 0, and before company 1 would have been
        state = play(state, "join 1", "accept", f"enter {LINE}", f"enter {LINE}")
    assert isinstance(state.stack[-1], Turning)
    assert runner(state) == first


@pytest.mark.rule("dampfross", "R13.7")
def test_it_counts_as_one_train() -> None:
    """Alone it gets 20, not 20 for each."""
    state = race(LINE, LINE, LINE, east="H5", money=(40, 30, 20))
    state = play(state, "join 1", "accept", f"enter {LINE}")
    state = play(state, "stay")
    assert balances(state) == [50, 40, 20]
    assert entered(state) == set()


@pytest.mark.rule("dampfross", "R13.7")
def test_the_odd_credits_of_a_shared_place_go_by_the_richer_partner() -> None:
    """Four trains share 30; the two odd credits go to companies 2 and 3, not to poor company 4."""
    state = race(LINE, LINE, LINE, LINE, LINE, east="H5", money=(50, 40, 30, 20, 5))
    state = play(state, "join 4", "accept", *(f"enter {LINE}",) * 4)
    state = play(state, *("throw 6",) * 4, *("throw 3",) * 4)
    assert balances(state) == [53, 47, 38, 28, 9]


@pytest.mark.rule("dampfross", "R13.7")
def test_a_joint_train_is_asked_where_the_richer_partner_stands() -> None:
    """Replacements come richest first; here only the order of entering is looked at."""
    state = race(LINE, LINE, LINE, east="H5", money=(20, 40, 30))
    state = play(state, "join 0", "accept")
    assert entering(state) == (1, 0)
    assert asked(state) == 1
    state = play(state, f"enter {LINE}")
    assert entering(state) == (2,)
