"""R9 Operating round."""

from __future__ import annotations

import pytest

from tests.rules.g1861.position import (
    accepts,
    all_money,
    asked,
    company,
    found,
    gone,
    idle,
    minor,
    offers,
    operating,
    own,
    owner_of,
    play,
    position,
    price,
    state_railway,
    stock_round,
    told,
    until,
    verbs,
)
from trainshed.core import Reader, Seat, language
from trainshed.games.g1861 import GAME
from trainshed.games.g1861.actions import Borrowed, Income, Paid, Sold, Stood
from trainshed.games.g1861.box import CHARTERS
from trainshed.games.g1861.state import State
from trainshed.games.g1861.turn import Turn


def operator(state: State) -> str:
    """The company whose turn it is."""
    turns = [step.company for step in state.stack if isinstance(step, Turn)]
    return CHARTERS[turns[0]].id if turns else ""


def sequence(state: State) -> list[str]:
    """The companies that are asked in an operating round, one after the other."""
    state = until(stock_round(state), "operating")
    number, seen = state.number, [operator(state)]
    for _ in range(100):
        state = GAME.play(state, idle(state))
        if (state.round, state.number) != ("operating", number):
            break
        if operator(state) != seen[-1]:
            seen.append(operator(state))
    return seen


@pytest.mark.rule("1861", "R9.1")
def test_privates_pay_players_companies_and_the_state_railway() -> None:
    """R9.1 First of all, each its income to its owner."""
    state = own(own(own(own(position(phase=4), "TSR", 0), "MYR", 0), "BSS", "NW"), "WVR", "RSR")
    state = found(gone(state, "N"), "NW", shares={1: 2}, trains=("4",), cash=7)
    before = state.cash
    state = until(stock_round(state), "operating")
    assert told(state, Income) == [Income((30, 0, 0), (("NW", 15), ("RSR", 30)))]
    assert state.cash == (before[0] + 30, before[1], before[2])
    assert company(state, "NW").cash == 7 + 15
    assert company(state, "RSR").cash == 30
    assert all_money(state) == 15000


@pytest.mark.rule("1861", "R9.1")
def test_privates_of_the_state_railway_pay_in_phase_8() -> None:
    """R9.1, Q80 For the rest of the game."""
    state = own(position(phase=8), "WVR", "RSR")
    state = found(state, "NW", shares={1: 2}, trains=("8",))
    state = until(stock_round(state), "operating")
    assert company(state, "RSR").cash == 30


@pytest.mark.rule("1861", "R9.1")
def test_privates_pay_in_each_operating_round() -> None:
    """R9.1 Twice in a set."""
    state = own(minor(position(), "N", trains=("2",)), "MRR", 2)
    before = state.cash[2]
    state = until(until(stock_round(state), "operating"), "stock")
    assert state.cash[2] == before + 2 * 25


def three_minors_three_majors(phase: int = 4) -> State:
    """Whose order by price is SV, MB, V and SE, NW, SW, whatever came first."""
    state = gone(position(phase=phase), "N")
    for name, at in (("V", 60), ("SV", 120), ("MB", 80)):
        state = minor(state, name, at, trains=("5",))
    for name, at in (("SW", 90), ("SE", 200), ("NW", 110)):
        state = found(state, name, at, shares={0: 2}, trains=("7",) if name == "SE" else ("6",))
    return state


@pytest.mark.rule("1861", "R9.2")
def test_minors_operate_before_majors() -> None:
    """R9.2 SE at 200 comes after V at 60."""
    assert sequence(three_minors_three_majors()) == ["SV", "MB", "V", "SE", "NW", "SW"]


@pytest.mark.rule("1861", "R9.2")
@pytest.mark.parametrize(
    ("phase", "lets"), [(2, False), (3, False), (4, True), (5, True), (7, True), (8, False)]
)
def test_the_state_railway_comes_last_if_the_phase_lets_it(phase: int, lets: bool) -> None:  # noqa: FBT001
    """R9.2 After the turn of NW it puts its station in St Petersburg and runs."""
    state = state_railway(position(phase=phase), trains=("5",))
    state = found(state, "NW", shares={0: 2}, trains=("5",))
    state = until(stock_round(state), "operating")
    assert operator(state) == "NW"
    while operator(state) == "NW" and state.number == 1:
        assert not told(state, Stood)
        state = GAME.play(state, idle(state))
    assert (operator(state) == "RSR") == lets
    assert bool(told(state, Stood)) == lets


@pytest.mark.rule("1861", "R9.2")
@pytest.mark.parametrize("name", ["NW", "SPW"])
def test_a_company_has_operated_when_it_has_finished_a_turn(name: str) -> None:
    """R9.2 Not when its first turn begins."""
    state = minor(position(), "SPW", trains=("2",), cash=120, operated=False)
    state = found(state, "NW", shares={0: 2}, trains=("2",), cash=120, operated=False)
    state = found(state, "SW", shares={0: 2}, trains=("2",), cash=120, operated=False)
    state = operating(state, name, todo=("SW",))
    assert not company(state, name).operated
    while operator(state) == name:
        state = GAME.play(state, idle(state))
    assert operator(state) == "SW"
    assert company(state, name).operated


@pytest.mark.rule("1861", "R9.3")
def test_of_equal_prices_the_token_further_right_comes_first() -> None:
    """R9.3, Q28 NW, SW and SE all at 110, in columns 5, 7 and 6."""
    state = gone(position(phase=5), "N")
    for name, cell in (("NW", (3, 5)), ("SW", (5, 7)), ("SE", (4, 6))):
        state = found(state, name, 110, shares={0: 2}, cell=cell, trains=("5",))
    assert sequence(state) == ["SW", "SE", "NW"]


@pytest.mark.rule("1861", "R9.3")
def test_on_one_cell_the_upper_token_comes_first() -> None:
    """R9.3, Q28 In the order in which they came there, for majors as for minors."""
    state = gone(position(phase=5), "N")
    for name in ("SW", "NW", "SE"):
        state = found(state, name, 110, shares={0: 2}, trains=("5",))
    assert sequence(state) == ["SW", "NW", "SE"]
    state = gone(position(phase=4), "N")
    for name in ("SV", "MB", "V"):
        state = minor(state, name, 60, trains=("4",))
    assert sequence(state) == ["SV", "MB", "V"]


def busy(phase: int = 5, *, cash: int = 700, loans: int = 1) -> State:
    """NW in St Petersburg, linked with Moscow, with a share in the pool, a train and a loan."""
    state = gone(position(phase=phase), "N")
    return found(
        state, "NW", 100, shares={1: 3}, pool=2, at=("E1.1",), trains=("5",), cash=cash, loans=loans
    )


@pytest.mark.rule("1861", "R9.4")
def test_the_steps_of_a_turn_in_their_order() -> None:
    """R9.4 Shares, track, station, trains run, dividend, interest and repayment, train."""
    state = operating(busy(), "NW")
    seen: list[str] = []
    for answer in ("pass", "pass", "pass", "", "pay full"):
        assert GAME.actor(state) == 1
        seen.append("/".join(sorted(verbs(state) - {"pass"})))
        state = play(state, answer) if answer else GAME.play(state, GAME.actions(state)[0])
    assert seen == ["redeem", "lay", "station", "run", "pay"]
    purposes = [news.purpose for news in told(state, Paid)]
    assert purposes == ["interest", "repaid"]
    assert "5" in offers(state, "train")


@pytest.mark.rule("1861", "R9.4")
def test_running_is_compulsory_and_the_rest_is_not() -> None:
    """R9.4 Shares, track and stations may be passed over, not the run."""
    state = operating(busy(), "NW")
    for verb in ("redeem", "lay", "station"):
        assert verb in verbs(state)
        state = play(state, "pass")
    assert verbs(state) == {"run"}
    assert not accepts(state, "pass")


@pytest.mark.rule("1861", "R9.4")
def test_the_director_alone_decides() -> None:
    """R9.4 Seat 2 directs SPW, seat 1 NW."""
    state = minor(busy(), "SPW", owner=2, cash=10, trains=("5",))
    assert GAME.actor(operating(state, "SPW", "track")) == 2
    assert GAME.actor(operating(state, "NW")) == 1


@pytest.mark.rule("1861", "R9.5")
@pytest.mark.parametrize("count", [1, 2])
def test_a_major_buys_its_shares_back(count: int) -> None:
    """R9.5 From the pool into its treasury, each at the current price."""
    state = operating(busy(), "NW")
    bank = state.bank
    state = play(state, f"redeem {count}")
    nw = company(state, "NW")
    assert (nw.pool, nw.treasury, nw.cash) == (2 - count, 5 + count, 700 - 100 * count)
    assert state.bank == bank + 100 * count
    assert price(state, "NW") == 100


@pytest.mark.rule("1861", "R9.5")
@pytest.mark.parametrize(("cash", "most"), [(99, 0), (100, 1), (199, 1), (200, 2), (700, 2)])
def test_it_may_not_borrow_for_shares(cash: int, most: int) -> None:
    """R9.5 Its own money decides how many it may buy."""
    state = operating(busy(cash=cash, loans=0), "NW")
    assert offers(state, "redeem") == {str(count + 1) for count in range(most)}


@pytest.mark.rule("1861", "R9.5")
def test_a_minor_has_no_shares_to_redeem() -> None:
    """R9.5 A major only."""
    state = minor(position(), "SPW", cash=500, trains=("2",))
    assert "redeem" not in verbs(operating(state, "SPW"))


def with_private(phase: int = 4, *, cash: int = 700, loans: int = 0, owner: int = 2) -> State:
    """BSS, worth 45, belongs to seat 2; seat 1 directs NW."""
    return own(busy(phase, cash=cash, loans=loans), "BSS", owner)


@pytest.mark.rule("1861", "R9.6")
@pytest.mark.parametrize(
    ("phase", "may"), [(2, False), (3, True), (4, True), (5, True), (6, False)]
)
def test_companies_buy_privates_in_phases_3_to_5(phase: int, may: bool) -> None:  # noqa: FBT001
    """R9.6 Not before and not after."""
    assert ("BSS" in offers(operating(with_private(phase), "NW"), "acquire")) == may


@pytest.mark.rule("1861", "R9.6")
def test_at_any_moment_of_the_turn() -> None:
    """R9.6 Before track, stations, the run and the purchase of trains, and after the dividend."""
    state = operating(with_private(5, loans=1), "NW")
    seen = []
    for _ in range(20):
        if operator(state) != "NW":
            break
        seen.append(asked(state))
        assert "BSS" in offers(state, "acquire"), asked(state)
        state = GAME.play(state, idle(state))
    assert {"Redeeming", "Laying", "Placing", "Running", "Dividend", "BuyingTrain"} <= set(seen)


@pytest.mark.rule("1861", "R9.6")
def test_a_minor_may_buy_a_private_too() -> None:
    """R9.6 A company is a minor or a major."""
    state = own(minor(position(phase=3), "SPW", owner=0, cash=50, trains=("3",)), "TSR", 1)
    state = play(operating(state, "SPW"), "acquire TSR", "price 30", "accept")
    assert owner_of(state, "TSR") == "SPW"


@pytest.mark.rule("1861", "R9.6")
def test_the_player_must_agree() -> None:
    """R9.6 Seat 2 declines, or accepts and is paid from the treasury."""
    state = play(operating(with_private(), "NW"), "acquire BSS", "price 20")
    assert GAME.actor(state) == 2
    refused = play(state, "decline")
    assert owner_of(refused, "BSS") == 2
    assert company(refused, "NW").cash == 700
    bank, before = state.bank, state.cash[2]
    state = play(state, "accept")
    assert told(state, Sold) == [Sold("NW", "BSS", 2, 20)]  # type: ignore[arg-type]
    assert owner_of(state, "BSS") == "NW"
    assert (company(state, "NW").cash, state.cash[2], state.bank) == (680, before + 20, bank)


@pytest.mark.rule("1861", "R9.6")
def test_the_director_sells_his_own_private_without_being_asked() -> None:
    """R9.6 He has agreed already."""
    state = play(operating(with_private(owner=1), "NW"), "acquire BSS", "price 45")
    assert owner_of(state, "BSS") == "NW"
    assert GAME.actor(state) == 1


@pytest.mark.rule("1861", "R9.6")
@pytest.mark.parametrize(("amount", "may"), [(0, False), (1, True), (45, True), (46, False)])
def test_the_price_is_between_1_and_the_value(amount: int, may: bool) -> None:  # noqa: FBT001
    """R9.6 BSS has the value 45."""
    state = play(operating(with_private(), "NW"), "acquire BSS")
    assert accepts(state, f"price {amount}") == may


@pytest.mark.rule("1861", "R9.6")
def test_no_loan_for_a_private() -> None:
    """R9.6 With 30 in its treasury NW pays 30 at most, and with nothing it cannot buy."""
    state = play(operating(with_private(cash=30), "NW"), "acquire BSS")
    assert accepts(state, "price 30")
    assert not accepts(state, "price 31")
    assert offers(operating(with_private(cash=0), "NW"), "acquire") == set()


@pytest.mark.rule("1861", "R9.6")
def test_a_private_of_a_company_is_not_for_sale() -> None:
    """R9.6 Only one of a player."""
    state = found(with_private(), "SW", shares={2: 2})
    assert offers(operating(own(state, "BSS", "SW"), "NW"), "acquire") == set()


@pytest.mark.rule("1861", "R9.6")
def test_money_may_leave_the_treasury_before_interest() -> None:
    """R9.6, Q65 NW spends its last 45 on a private after the dividend and then borrows."""
    state = operating(with_private(cash=45, loans=1), "NW", "private")
    state = play(state, "acquire BSS", "price 45", "accept")
    while not told(state, Borrowed):
        assert operator(state) == "NW"
        state = GAME.play(state, idle(state))
    assert told(state, Borrowed) == [Borrowed("NW", 1)]
    assert company(state, "NW").loans == 2


@pytest.mark.rule("1861", "R9.6")
def test_three_refusals_of_one_private_bar_no_other() -> None:
    """R9.6 Seat 2 keeps BSS for this turn and is asked no more; TSR of seat 0 can still be had."""
    state = operating(own(with_private(), "TSR", 0), "NW")
    for price_ in (10, 20, 30):
        assert {"BSS", "TSR"} <= offers(state, "acquire")
        state = play(state, "acquire BSS", f"price {price_}", "decline")
    assert offers(state, "acquire") == {"TSR"}
    state = play(state, "acquire TSR", "price 1")
    assert (asked(state), GAME.actor(state)) == ("Consent", 0)
    assert owner_of(play(state, "accept"), "TSR") == "NW"


@pytest.mark.rule("1861", "R9.6")
def test_the_last_offer_is_announced() -> None:
    """R9.6 After two refusals the question says so, after none and after one it does not."""
    state = operating(with_private(), "NW")
    for price_, is_last in ((10, False), (20, False), (30, True)):
        state = play(state, "acquire BSS")
        question = GAME.words(state.stack[-1], state)  # type: ignore[arg-type]
        said = Reader(language("en"), ["A", "B", "C"], Seat(1)).read(question)
        assert ("last offer" in said) == is_last
        state = play(state, f"price {price_}", "decline")


@pytest.mark.rule("1861", "R9.6")
def test_a_price_that_was_refused_is_not_offered_again() -> None:
    """R9.6 Nor a lower one."""
    state = play(operating(with_private(), "NW"), "acquire BSS", "price 20", "decline")
    state = play(state, "acquire BSS")
    assert not accepts(state, "price 20")
    assert not accepts(state, "price 1")
    assert accepts(state, "price 21")


@pytest.mark.rule("1861", "R9.6")
def test_after_a_refusal_a_better_price_may_be_offered() -> None:
    """R9.6 Director and player have not agreed yet, that is all."""
    state = play(operating(with_private(), "NW"), "acquire BSS", "price 20", "decline")
    state = play(state, "acquire BSS", "price 45", "accept")
    assert owner_of(state, "BSS") == "NW"
