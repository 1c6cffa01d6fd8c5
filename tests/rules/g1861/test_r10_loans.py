"""R10 Loans, interest and repayment."""

from __future__ import annotations

import pytest

from tests.rules.g1861.position import (
    accepts,
    company,
    found,
    gone,
    idle,
    lay,
    left,
    minor,
    offers,
    operating,
    own,
    play,
    pooled,
    position,
    state_railway,
    told,
    verbs,
)
from trainshed.games.g1861 import GAME
from trainshed.games.g1861.actions import Borrowed, Paid, Seized
from trainshed.games.g1861.state import State

HOME = "N10 202 0"
"""A yellow tile in Samara, from south to north-west; the hex beyond the latter, M9, costs 80."""


def samara(cash: int = 0, *, loans: int = 0) -> State:
    """SV is about to lay track from Samara: N12 costs nothing, M9 80."""
    state = lay(minor(position(phase=3), "SV", cash=cash, loans=loans, trains=("3",)), HOME)
    return operating(state, "SV", "track")


def tiles(state: State, hex_: str) -> bool:
    """Whether a tile may be laid on a hex."""
    return bool(offers(state, f"lay {hex_}"))


def laid_on(state: State, hex_: str) -> State:
    """The state after any tile on a hex."""
    return play(state, f"lay {hex_} {min(offers(state, f'lay {hex_}'))}")


@pytest.mark.rule("1861", "R10.1")
def test_a_loan_of_50_brings_45() -> None:
    """R10.1 For a second lay of 20 one loan is enough: 25 are left."""
    state = play(samara(), "lay N12 7 3")
    bank = state.bank
    state = laid_on(state, "O11")
    sv = company(state, "SV")
    assert (sv.loans, sv.cash) == (1, 25)
    assert state.bank == bank - 45 + 20


@pytest.mark.rule("1861", "R10.1")
@pytest.mark.parametrize(("loans", "may"), [(0, True), (1, False), (2, False)])
def test_a_minor_may_have_two_loans(loans: int, may: bool) -> None:  # noqa: FBT001
    """R10.1 Without money the 80 of M9 need two."""
    assert tiles(samara(loans=loans), "M9") == may


@pytest.mark.rule("1861", "R10.1")
def test_two_loans_bring_90() -> None:
    """R10.1 80 for M9, and 10 are left."""
    state = samara()
    state = laid_on(state, "M9")
    assert told(state, Borrowed) == [Borrowed("SV", 2)]
    assert (company(state, "SV").loans, company(state, "SV").cash) == (2, 10)


def trainless(kind: str = "3", *, cash: int = 0, loans: int = 0, phase: int = 3) -> State:
    """NW has no train and is about to buy one."""
    state = left(gone(position(phase=phase), "N"), kind, 2)
    state = found(state, "NW", shares={0: 2}, cash=cash, loans=loans)
    return operating(after_it(state), "NW", "trains", owed=0, todo=("SW",))


def after_it(state: State) -> State:
    """SW, which will be asked for track when the turn before it has ended."""
    return found(state, "SW", shares={1: 2}, trains=("5",))


@pytest.mark.rule("1861", "R10.1")
def test_a_major_may_have_five_loans() -> None:
    """R10.1 Five bring 225, which is the price of a 3."""
    state = play(trainless(), "train 3")
    nw = company(state, "NW")
    assert (nw.loans, nw.cash, nw.trains) == (5, 0, ("3",))


@pytest.mark.rule("1861", "R10.1")
def test_a_sixth_loan_is_not_allowed() -> None:
    """R10.1 With one loan before, four more bring 180, and 45 must be there."""
    assert "3" in offers(trainless(cash=45, loans=1), "train")
    assert "3" not in offers(trainless(cash=44, loans=1), "train")


@pytest.mark.rule("1861", "R10.1")
def test_the_state_railway_may_have_any_number() -> None:
    """R10.1 Without money it needs 13 loans for a 5."""
    state = left(state_railway(position(phase=5)), "5", 2)
    state = minor(state, "SV", trains=("5",))
    state = operating(state, "SV", "trains", todo=("RSR",))
    while not company(state, "RSR").loans:
        state = GAME.play(state, idle(state))
    assert company(state, "RSR").loans == 13
    assert company(state, "RSR").cash == 13 * 45 - 550


@pytest.mark.rule("1861", "R10.2")
def test_a_company_borrows_for_track_and_ground() -> None:
    """R10.2 M9 with 40 in the treasury takes one loan, not two."""
    state = samara(cash=40)
    state = laid_on(state, "M9")
    assert told(state, Borrowed) == [Borrowed("SV", 1)]
    assert company(state, "SV").cash == 40 + 45 - 80


@pytest.mark.rule("1861", "R10.2")
def test_it_borrows_only_if_its_money_is_not_enough() -> None:
    """R10.2 With 80 in the treasury M9 takes none."""
    state = samara(cash=80)
    state = laid_on(state, "M9")
    assert told(state, Borrowed) == []
    assert (company(state, "SV").cash, company(state, "SV").loans) == (0, 0)


@pytest.mark.rule("1861", "R10.2")
@pytest.mark.parametrize(("cash", "loans"), [(100, 3), (225, 0), (224, 1), (135, 2)])
def test_no_more_loans_than_needed_for_a_train(cash: int, loans: int) -> None:
    """R10.2 A 3 costs 225."""
    state = play(trainless(cash=cash), "train 3")
    assert company(state, "NW").loans == loans
    assert company(state, "NW").cash == cash + 45 * loans - 225


@pytest.mark.rule("1861", "R10.2")
def test_it_borrows_for_a_train_of_the_pool() -> None:
    """R10.2, Q61 A first train may come from there."""
    state = pooled(gone(position(phase=4), "N"), "3")
    state = found(state, "NW", shares={0: 2}, cash=100)
    state = play(operating(state, "NW", "trains"), "train 3 pool")
    assert company(state, "NW").loans == 3


@pytest.mark.rule("1861", "R10.2")
@pytest.mark.parametrize(("cash", "may"), [(224, False), (225, True)])
def test_no_loan_for_a_further_train(cash: int, may: bool) -> None:  # noqa: FBT001
    """R10.2 NW has a train already."""
    state = found(gone(position(phase=3), "N"), "NW", shares={0: 2}, cash=cash, trains=("3",))
    assert ("3" in offers(operating(state, "NW", "trains"), "train")) == may


@pytest.mark.rule("1861", "R10.2")
def test_no_loan_for_a_train_of_another_company() -> None:
    """R10.2 With 30 it offers SW 30 at most."""
    state = left(gone(position(phase=3), "N"), "3", 5)
    state = found(state, "SW", shares={1: 2}, trains=("3",))
    state = found(state, "NW", shares={0: 2}, cash=30)
    state = play(operating(state, "NW", "trains"), "train 3 SW")
    assert accepts(state, "price 30")
    assert not accepts(state, "price 31")


@pytest.mark.rule("1861", "R10.2")
@pytest.mark.parametrize(("cash", "may"), [(40, False), (2000, True)])
def test_no_loan_for_a_station(cash: int, may: bool) -> None:  # noqa: FBT001
    """R10.2 Moscow is 5 hexes from St Petersburg: the second station costs 100."""
    state = found(position(phase=5), "NW", shares={0: 2}, at=("E1.1",), cash=cash, trains=("5",))
    assert ("H8 1" in offers(operating(state, "NW", "station"), "station")) == may


@pytest.mark.rule("1861", "R10.2")
def test_no_loan_for_shares_or_privates() -> None:
    """R10.2 NW has 99 for a share of 100, and nothing for a private."""
    state = own(gone(position(phase=4), "N"), "TSR", 1)
    state = found(state, "NW", 100, shares={0: 2}, pool=1, cash=99, trains=("4",))
    assert offers(operating(state, "NW"), "redeem") == set()
    state = found(own(gone(position(phase=4), "N"), "TSR", 1), "NW", shares={0: 2}, trains=("4",))
    assert "acquire" not in verbs(operating(state, "NW"))


@pytest.mark.rule("1861", "R10.3")
@pytest.mark.parametrize(("loans", "cash"), [(1, 20), (2, 30), (3, 40)])
def test_interest_is_5_for_each_loan(loans: int, cash: int) -> None:
    """R10.3 After the dividend."""
    state = after_it(gone(position(phase=3), "N"))
    state = found(state, "NW", shares={0: 2}, loans=loans, cash=cash, trains=("3",))
    bank = state.bank
    state = operating(state, "NW", "interest", todo=("SW",))
    assert told(state, Paid) == [Paid("NW", 5 * loans, "interest")]
    assert company(state, "NW").cash == cash - 5 * loans
    assert state.bank == bank + 5 * loans


@pytest.mark.rule("1861", "R10.3")
def test_loans_of_this_turn_cost_nothing_more() -> None:
    """R10.3 SV borrows for M9 and pays no interest for it in this turn."""
    state = samara(cash=40)
    state = laid_on(state, "M9")
    paid: list[Paid] = []
    while state.round == "operating" and state.number == 1:
        state = GAME.play(state, idle(state))
        paid += told(state, Paid)
    assert [news for news in paid if news.purpose == "interest"] == []
    assert company(state, "SV").loans == 1


@pytest.mark.rule("1861", "R10.3")
def test_interest_is_due_for_loans_of_the_beginning_of_the_turn() -> None:
    """R10.3, Q62 One loan before, one taken in this turn: 5."""
    state = found(
        gone(position(phase=3), "N"), "NW", shares={0: 2}, loans=2, cash=30, trains=("3",)
    )
    state = operating(state, "NW", "interest", owed=1)
    assert Paid("NW", 5, "interest") in told(state, Paid)
    assert company(state, "NW").cash == 25


@pytest.mark.rule("1861", "R10.4")
def test_a_company_borrows_to_pay_its_interest() -> None:
    """R10.4 NW has four loans and 10: it takes a fifth and pays 20."""
    state = found(gone(position(phase=3), "N"), "NW", shares={0: 2}, loans=4, cash=10)
    state = found(state, "SW", shares={1: 2}, trains=("3",))
    state = operating(state, "NW", "interest", todo=("SW",))
    assert Borrowed("NW", 1) in told(state, Borrowed)
    assert Paid("NW", 20, "interest") in told(state, Paid)


@pytest.mark.rule("1861", "R10.4")
@pytest.mark.parametrize(("cash", "stays"), [(24, False), (25, True)])
def test_a_company_that_cannot_pay_is_nationalised(cash: int, stays: bool) -> None:  # noqa: FBT001
    """R10.4, Q62 Five loans cost 25, and it may not borrow again."""
    state = gone(position(phase=3), "N")
    state = found(state, "NW", shares={0: 2}, loans=5, cash=cash, trains=("3",))
    state = found(state, "SW", shares={1: 2}, trains=("3",))
    state = operating(state, "NW", "interest", todo=("SW",))
    assert company(state, "NW").in_play == stays
    assert [news.company for news in told(state, Seized)] == ([] if stays else ["NW"])


@pytest.mark.rule("1861", "R10.4")
def test_a_minor_that_cannot_pay_is_nationalised() -> None:
    """R10.4 Two loans, 9 roubles."""
    state = minor(position(phase=3), "SV", loans=2, cash=9, trains=("3",))
    state = operating(found(state, "SW", shares={1: 2}, trains=("3",)), "SV", "interest")
    assert company(state, "SV").gone


@pytest.mark.rule("1861", "R10.5")
@pytest.mark.parametrize(
    ("cash", "repaid"), [(15, 0), (64, 0), (65, 1), (114, 1), (115, 2), (165, 3), (400, 3)]
)
def test_as_many_loans_as_possible_are_repaid(cash: int, repaid: int) -> None:
    """R10.5, Q63 At 50 each, after 15 of interest for three loans; it is not a choice."""
    state = gone(position(phase=3), "N")
    state = found(state, "NW", shares={0: 2}, loans=3, cash=cash, trains=("3",))
    state = operating(after_it(state), "NW", "interest", todo=("SW",))
    nw = company(state, "NW")
    assert nw.in_play
    assert (nw.loans, nw.cash) == (3 - repaid, cash - 15 - 50 * repaid)


@pytest.mark.rule("1861", "R10.5")
def test_a_loan_of_this_turn_is_repaid_too() -> None:
    """R10.5 NW took its loan in this turn, pays no interest, and has 60."""
    state = after_it(gone(position(phase=3), "N"))
    state = found(state, "NW", shares={0: 2}, loans=1, cash=60, trains=("3",))
    state = operating(state, "NW", "interest", owed=0, todo=("SW",))
    assert (company(state, "NW").loans, company(state, "NW").cash) == (0, 10)


@pytest.mark.rule("1861", "R10.5")
def test_loans_are_repaid_before_trains_are_bought() -> None:
    """R10.5 NW had 275 for a further 3, but 55 go first, and 220 are too little."""
    state = gone(position(phase=3), "N")
    state = found(state, "NW", shares={0: 2}, loans=1, cash=275, trains=("3",))
    state = operating(state, "NW", "private")
    assert company(state, "NW").loans == 0
    assert "3" not in offers(state, "train")


@pytest.mark.rule("1861", "R10.6")
@pytest.mark.parametrize(("loans", "may"), [(4, True), (5, False), (6, False), (7, False)])
def test_a_major_with_five_loans_or_more_cannot_borrow(loans: int, may: bool) -> None:  # noqa: FBT001
    """R10.6, Q64 It keeps them, and may lay what costs 20 only with fewer than five."""
    state = lay(gone(position(phase=3), "N"), "P2 57 0")
    state = found(state, "NW", shares={0: 2}, loans=loans, at=("P2",), trains=("3",))
    state = operating(state, "NW", "track")
    assert company(state, "NW").loans == loans
    assert tiles(state, "P4") == may


@pytest.mark.rule("1861", "R10.6")
def test_it_repays_the_surplus_like_other_loans() -> None:
    """R10.6 Seven loans, 35 of interest, and 100 for two of them."""
    state = gone(position(phase=3), "N")
    state = found(state, "NW", shares={0: 2}, loans=7, cash=135, trains=("3",))
    state = operating(after_it(state), "NW", "interest", todo=("SW",))
    assert company(state, "NW").loans == 5
    assert company(state, "NW").cash == 0
