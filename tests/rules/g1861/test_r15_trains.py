"""R15 Trains."""

from __future__ import annotations

import pytest

from tests.rules.g1861.position import (
    accepts,
    all_money,
    asked,
    company,
    found,
    left,
    minor,
    offers,
    operating,
    play,
    pooled,
    position,
    state_railway,
    told,
)
from tests.rules.g1861.rails import buy_train
from trainshed.games.g1861 import GAME
from trainshed.games.g1861.actions import Bought, Seized
from trainshed.games.g1861.options import Options
from trainshed.games.g1861.state import State


def northwest(
    *trains: str, phase: int = 3, cash: int = 1000, loans: int = 0, options: Options | None = None
) -> State:
    """The major NW of seat 0 in Riga, with these trains."""
    state = position(phase=phase, options=options)
    return found(state, "NW", 200, shares={0: 3}, at=("B4",), trains=trains, cash=cash, loans=loans)


def with_southeast(state: State, *trains: str, owner: int = 1) -> State:
    """The major SE in Saratov joins in."""
    return found(state, "SE", 100, shares={owner: 3}, at=("L12",), trains=trains)


# R15.1 Below the limit


@pytest.mark.rule("1861", "R15.1")
def test_a_company_may_buy_again_and_again_below_its_limit() -> None:
    """From two trains to four."""
    state = buy_train(northwest("3", "3"), "NW", "3", "3")
    assert company(state, "NW").trains == ("3", "3", "3", "3")
    assert company(state, "NW").cash == 1000 - 2 * 225
    assert asked(state) != "BuyingTrain"


@pytest.mark.rule("1861", "R15.1")
def test_a_company_need_not_buy() -> None:
    """With a train it may pass."""
    assert "pass" in offers(operating(northwest("3"), "NW", "trains"))


@pytest.mark.rule("1861", "R15.1")
def test_without_the_money_nothing_is_bought() -> None:
    """224 roubles are not enough for a 3, and there is no loan for a further train."""
    assert not accepts(operating(northwest("3", cash=224), "NW", "trains"), "train 3")
    state = buy_train(northwest("3", cash=225), "NW", "3")
    assert (company(state, "NW").cash, company(state, "NW").loans) == (0, 0)


# R15.2 Bank and pool


@pytest.mark.rule("1861", "R15.2")
def test_the_bank_sells_the_next_type_only() -> None:
    """As long as there are 3s there are no 4s."""
    state = operating(left(northwest("3"), "3", 1), "NW", "trains")
    assert offers(state, "train") == {"3"}
    assert offers(play(state, "train 3"), "train") == {"4"}


@pytest.mark.rule("1861", "R15.2")
@pytest.mark.parametrize(
    ("phase", "kind", "price"),
    [(2, "2", 100), (3, "3", 225), (4, "4", 350), (5, "5", 550), (6, "6", 650), (7, "7", 800)],
)
def test_the_printed_price_goes_to_the_bank(phase: int, kind: str, price: int) -> None:
    """From 100 for a 2 to 800 for a 7."""
    state = buy_train(northwest(kind, phase=phase, cash=2000), "NW", kind)
    assert company(state, "NW").cash == 2000 - price
    assert told(state, Bought)[0].price == price
    assert all_money(state) == 15000


@pytest.mark.rule("1861", "R15.2")
@pytest.mark.parametrize(("kind", "price"), [("8", 1000), ("2+2", 600), ("5+5E", 1500)])
def test_in_phase_8_three_types_are_on_sale(kind: str, price: int) -> None:
    """Q66 Side by side."""
    state = operating(northwest("8", phase=8, cash=2000), "NW", "trains")
    assert offers(state, "train") == {"8", "2+2", "5+5E"}
    assert company(play(state, f'train "{kind}"'), "NW").cash == 2000 - price


@pytest.mark.rule("1861", "R15.2")
def test_the_pool_sells_at_the_printed_price() -> None:
    """A 2 for 100, which goes to the bank."""
    state = buy_train(pooled(northwest("3"), "2"), "NW", "2 pool")
    assert company(state, "NW").trains.count("2") == 1
    assert company(state, "NW").cash == 900
    assert state.pool == ()
    assert all_money(state) == 15000


@pytest.mark.rule("1861", "R15.2")
def test_a_train_is_not_traded_in() -> None:
    """Q73 The new train costs the whole price, and the old ones stay."""
    state = buy_train(northwest("3"), "NW", "3")
    assert company(state, "NW").trains == ("3", "3")
    assert company(state, "NW").cash == 1000 - 225


# R15.3 From another company


@pytest.mark.rule("1861", "R15.3")
def test_another_company_sells_for_the_price_that_is_agreed() -> None:
    """NW pays 20 for a 3 of SE."""
    state = with_southeast(northwest("3"), "3", "3")
    state = play(operating(state, "NW", "trains"), "train 3 SE", "price 20")
    assert GAME.actor(state) == 1
    state = play(state, "accept")
    assert company(state, "NW").trains == ("3", "3")
    assert company(state, "SE").trains == ("3",)
    assert (company(state, "NW").cash, company(state, "SE").cash) == (980, 20)


@pytest.mark.rule("1861", "R15.3")
@pytest.mark.rule("1861", "R15.9")
def test_three_refusals_bar_no_other_director() -> None:
    """KR has no train and no money for a new one: SE keeps its 3, but MK may still sell one."""
    state = with_southeast(minor(position(phase=3), "KR", cash=100), "3", "3")
    state = found(state, "MK", shares={2: 3}, at=("P8",), trains=("3",))
    state = operating(state, "KR", "trains")
    for price_ in (10, 20, 30):
        assert "3 SE" in offers(state, "train")
        state = play(state, "train 3 SE", f"price {price_}", "decline")
    assert offers(state) == {"train 3 MK", "pass"}
    state = play(state, "train 3 MK", "price 5")
    assert (asked(state), GAME.actor(state)) == ("Consent", 2)
    state = play(state, "accept")
    assert company(state, "KR").trains == ("3",)
    assert company(state, "KR").in_play


@pytest.mark.rule("1861", "R15.3")
def test_its_director_may_decline() -> None:
    """Nothing happens then."""
    state = with_southeast(northwest("3"), "3", "3")
    state = play(operating(state, "NW", "trains"), "train 3 SE", "price 20", "decline")
    assert company(state, "NW").trains == ("3",)
    assert company(state, "NW").cash == 1000
    assert GAME.actor(state) == 0


@pytest.mark.rule("1861", "R15.3")
@pytest.mark.parametrize(("price", "legal"), [(0, False), (1, True), (1000, True), (1001, False)])
def test_the_price_is_from_1_to_all_the_money(price: int, legal: bool) -> None:  # noqa: FBT001
    """NW has 1000."""
    state = with_southeast(northwest("3"), "3", "3")
    state = play(operating(state, "NW", "trains"), "train 3 SE")
    assert accepts(state, f"price {price}") is legal


@pytest.mark.rule("1861", "R15.3")
def test_a_director_agrees_with_himself() -> None:
    """Seat 0 directs both majors."""
    state = with_southeast(northwest("3"), "3", "3", owner=0)
    state = play(operating(state, "NW", "trains"), "train 3 SE", "price 1000")
    assert company(state, "SE").cash == 1000
    assert company(state, "NW").trains == ("3", "3")


@pytest.mark.rule("1861", "R15.3")
def test_minors_sell_trains_as_well() -> None:
    """Even their last one."""
    state = minor(northwest("3"), "KR", owner=2, trains=("2",))
    state = play(operating(state, "NW", "trains"), "train 2 KR", "price 5", "accept")
    assert company(state, "KR").trains == ()
    assert company(state, "KR").cash == 5


@pytest.mark.rule("1861", "R15.3")
def test_the_state_railway_sells_none() -> None:
    """Q72 Its 4 is not on offer."""
    state = state_railway(northwest("4", phase=4), trains=("4", "3"))
    assert offers(operating(state, "NW", "trains"), "train") == {"4"}


# R15.4 Limits

LIMITS = {2: (2, 4), 3: (2, 4), 4: (1, 3), 5: (1, 3), 6: (1, 2), 7: (1, 2)}


@pytest.mark.rule("1861", "R15.4")
@pytest.mark.parametrize("phase", range(2, 8))
def test_the_limit_of_minors(phase: int) -> None:
    """Two trains, and one from phase 4."""
    limit = LIMITS[phase][0]
    for trains in range(1, limit + 1):
        held = (str(phase),) * trains if phase < 6 else ("5",)
        state = minor(position(phase=phase), "KR", cash=2000, trains=held)
        state = operating(state, "KR", "trains")
        assert (asked(state) == "BuyingTrain") == (trains < limit)


@pytest.mark.rule("1861", "R15.4")
@pytest.mark.parametrize("phase", range(2, 9))
def test_the_limit_of_majors(phase: int) -> None:
    """Four trains, three from phase 4, two from phase 6."""
    limit = LIMITS.get(phase, (0, 2))[1]
    kind = str(phase) if phase < 6 else "5"
    for trains in range(1, limit + 1):
        state = operating(northwest(*(kind,) * trains, phase=phase, cash=2000), "NW", "trains")
        assert (asked(state) == "BuyingTrain") == (trains < limit)


# R15.5 At once


@pytest.mark.rule("1861", "R15.5")
def test_a_purchase_may_put_the_buyer_above_the_limit() -> None:
    """Q68 Three 3s are below the limit of four, but with the first 4 it is three."""
    state = buy_train(left(northwest("3", "3", "3"), "4", 4), "NW", "4")
    assert state.phase == 4
    assert asked(state) == "Crowded"
    assert offers(state) == {"discard 3", "discard 4"}
    state = play(state, "discard 3")
    assert company(state, "NW").trains == ("3", "3", "4")
    assert state.pool == ("3",)


@pytest.mark.rule("1861", "R15.5")
def test_a_purchase_takes_effect_before_the_next_one() -> None:
    """After the first 4 the 2s are gone, and there is room again."""
    state = buy_train(left(northwest("2", "2", "2", cash=2000), "4", 4), "NW", "4", "4", "4")
    assert company(state, "NW").trains == ("4", "4", "4")


# R15.6 Surplus


def crowded(options: Options | None = None) -> State:
    """NW buys the first 6; SE and SW, dearer than each other's place in the list, have three."""
    state = northwest("5", phase=5, options=options)
    state = found(state, "SW", 90, shares={2: 3}, at=("D14.0",), trains=("4", "4", "5"))
    state = with_southeast(state, "4", "4", "5")
    return buy_train(left(state, "6", 2), "NW", "6")


@pytest.mark.rule("1861", "R15.6")
def test_the_surplus_goes_to_the_pool_for_nothing() -> None:
    """The director of SE gives up a 5."""
    state = crowded()
    assert GAME.actor(state) == 1
    assert offers(state) == {"discard 4", "discard 5"}
    state = play(state, "discard 5")
    assert company(state, "SE").trains == ("4", "4")
    assert company(state, "SE").cash == 0
    assert state.pool == ("5",)


@pytest.mark.rule("1861", "R15.6")
@pytest.mark.parametrize(
    ("options", "first"),
    [
        (Options(), 1),
        (Options(discard_order="operating_order"), 1),
        (Options(discard_order="listing_order"), 2),
        (Options(edition="reprint"), 2),
    ],
)
def test_the_order_of_discards(options: Options, first: int) -> None:
    """Q69 SE at 100 operates before SW at 90, but SW is listed before SE."""
    state = crowded(options)
    assert GAME.actor(state) == first
    assert GAME.actor(play(state, "discard 4")) == 3 - first


@pytest.mark.rule("1861", "R15.6")
def test_minors_discard_before_majors() -> None:
    """Operating order: KR, then NW itself."""
    state = minor(northwest("3", "3", "3"), "KR", owner=2, trains=("3", "3"))
    state = buy_train(left(state, "4", 4), "NW", "4")
    if asked(state) == "Crowded" and GAME.actor(state) == 2:
        state = play(state, "discard 3")
    assert company(state, "KR").trains == ("3",)
    assert GAME.actor(state) == 0
    assert "discard 4" in offers(state)


# R15.7 Scrapped


@pytest.mark.rule("1861", "R15.7")
@pytest.mark.parametrize(("old", "new"), [("2", "4"), ("3", "6"), ("4", "8")])
def test_trains_are_scrapped_wherever_they_are(old: str, new: str) -> None:
    """In companies, in the pool and with the State Railway; nobody is paid."""
    phase = {"4": 3, "6": 5, "8": 7}[new]
    keep = {"4": "3", "6": "5", "8": "5"}[new]
    state = northwest(keep, phase=phase, cash=2000)
    state = with_southeast(state, old, keep)
    state = state_railway(pooled(state, old, keep), trains=(old, keep))
    state = buy_train(left(state, new, 2 if new != "8" else -1), "NW", new)
    assert company(state, "SE").trains == (keep,)
    assert company(state, "RSR").trains == (keep,)
    assert state.pool == (keep,)
    assert company(state, "SE").cash == 0


@pytest.mark.rule("1861", "R15.7")
@pytest.mark.parametrize(("phase", "new"), [(2, "3"), (4, "5"), (6, "7")])
def test_other_trains_scrap_nothing(phase: int, new: str) -> None:
    """The 3, the 5 and the 7."""
    kept = str(phase) if phase != 6 else "4"
    state = with_southeast(northwest(kept, phase=phase, cash=2000), kept)
    state = buy_train(left(state, new, 2), "NW", new)
    assert company(state, "SE").trains == (kept,)


@pytest.mark.rule("1861", "R15.7")
def test_the_second_4_scraps_nothing_more() -> None:
    """It is the first that does."""
    state = buy_train(with_southeast(northwest("4", phase=4), "3"), "NW", "4")
    assert company(state, "SE").trains == ("3",)


# R15.8 Without a train


@pytest.mark.rule("1861", "R15.8")
def test_a_company_without_a_train_must_buy_one() -> None:
    """It has the money."""
    state = operating(northwest(cash=225), "NW", "trains")
    assert offers(state) == {"train 3"}


@pytest.mark.rule("1861", "R15.8")
def test_it_must_borrow_for_it() -> None:
    """Five loans of 45 are 225."""
    state = operating(northwest(cash=0), "NW", "trains")
    assert offers(state) == {"train 3"}
    state = play(state, "train 3")
    assert (company(state, "NW").cash, company(state, "NW").loans) == (0, 5)


@pytest.mark.rule("1861", "R15.8")
def test_it_borrows_no_more_than_it_needs() -> None:
    """A minor with 150 takes two loans for a 3, one with 185 takes one."""
    for cash, loans in ((150, 2), (185, 1), (225, 0)):
        state = minor(position(phase=3), "KR", cash=cash)
        state = buy_train(state, "KR", "3")
        assert company(state, "KR").loans == loans
        assert company(state, "KR").cash == cash + 45 * loans - 225


@pytest.mark.rule("1861", "R15.8")
def test_it_chooses_among_bank_and_pool() -> None:
    """Q70 Also the dearer one, with loans."""
    state = operating(pooled(northwest(cash=100), "2"), "NW", "trains")
    assert offers(state) == {"train 3", "train 2 pool"}
    assert company(play(state, "train 3"), "NW").loans == 3
    assert company(play(state, "train 2 pool"), "NW").loans == 0


@pytest.mark.rule("1861", "R15.8")
def test_it_is_obliged_by_any_train_it_can_finance() -> None:
    """The 2 in the pool is within its means, the 3 is not."""
    state = minor(pooled(position(phase=3), "2"), "KR", cash=10)
    assert offers(operating(state, "KR", "trains")) == {"train 2 pool"}


@pytest.mark.rule("1861", "R15.8")
def test_it_may_buy_from_another_company_instead_with_its_own_money() -> None:
    """Q70 No loan for that: 10 roubles are the highest price."""
    state = with_southeast(minor(position(phase=3), "KR", cash=150), "3", "3")
    state = operating(state, "KR", "trains")
    assert offers(state) == {"train 3", "train 3 SE"}
    state = play(state, "train 3 SE")
    assert accepts(state, "price 150")
    assert not accepts(state, "price 151")
    state = play(state, "price 10", "accept")
    assert company(state, "KR").trains == ("3",)
    assert company(state, "KR").loans == 0


@pytest.mark.rule("1861", "R15.8")
def test_after_that_it_may_not_borrow_for_a_further_train() -> None:
    """Only for the first one."""
    state = buy_train(northwest(cash=400), "NW", "3")
    assert not accepts(state, "train 3")
    assert company(state, "NW").loans == 0


# R15.9 Nationalised


@pytest.mark.rule("1861", "R15.9")
def test_a_minor_that_ends_its_turn_without_a_train_is_nationalised() -> None:
    """KR raises 224, one rouble too few for a 3."""
    state = operating(minor(position(phase=3), "KR", cash=134), "KR", "trains")
    assert company(state, "KR").gone
    assert [one.company for one in told(state, Seized)] == ["KR"]


@pytest.mark.rule("1861", "R15.9")
def test_a_major_is_nationalised_just_the_same() -> None:
    """Q70 Seat 0 has the money, but directors add none."""
    state = operating(northwest(phase=4, cash=124), "NW", "trains")
    assert not company(state, "NW").in_play
    assert state.cash[0] > 420


@pytest.mark.rule("1861", "R15.9")
def test_it_is_nationalised_if_nobody_sells_it_a_train() -> None:
    """SE declines."""
    state = with_southeast(minor(position(phase=3), "KR", cash=100), "3", "3")
    state = operating(state, "KR", "trains")
    assert offers(state) == {"train 3 SE", "pass"}
    state = play(state, "pass")
    assert company(state, "KR").gone
