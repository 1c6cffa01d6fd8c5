"""R21 End of the game and score."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.rules.g1861.position import (
    break_soon,
    company,
    found,
    gone,
    idle,
    left,
    minor,
    operating,
    own,
    play,
    position,
    stock_round,
    told,
)
from trainshed.games.g1861 import GAME
from trainshed.games.g1861.actions import Broken, Ended, Ends, Over, Round
from trainshed.games.g1861.end import finish
from trainshed.games.g1861.options import Options
from trainshed.games.g1861.state import State

IGNORED = Options(bank_break_after_8="ignored")


def before_the_8(number: int, options: Options | None = None) -> State:
    """NW may buy the first 8 in the operating round of this number."""
    state = left(position(phase=7, options=options, cash=(300, 300, 300)), "8", -1)
    state = found(state, "NW", shares={0: 2}, trains=("7",), cash=1100)
    return operating(state, "NW", "trains", number=number)


def rounds_after(state: State) -> list[tuple[str, int]]:
    """The rounds that begin while everybody idles, to the end of the game."""
    seen: list[tuple[str, int]] = []
    for _ in range(300):
        seen += [(news.kind, news.number) for news in told(state, Round)]
        if GAME.actor(state) is None:
            assert state.over
            return seen
        state = GAME.play(state, idle(state))
    raise AssertionError("the game does not end")


def kinds(state: State) -> list[str]:
    """Their kinds."""
    return [kind for kind, _ in rounds_after(state)]


@pytest.mark.rule("1861", "R21.1")
def test_the_first_8_in_the_first_operating_round() -> None:
    """R21.1, Q98 That round is finished and two more are played without a stock round."""
    state = play(before_the_8(1), "train 8")
    assert state.phase == 8
    assert rounds_after(state) == [("operating", 2), ("operating", 3)]


@pytest.mark.rule("1861", "R21.1")
def test_the_first_8_in_the_second_operating_round() -> None:
    """R21.1, Q98 A stock round and three operating rounds follow; no merger round."""
    state = play(before_the_8(2), "train 8")
    assert kinds(state) == ["stock", "operating", "operating", "operating"]


@pytest.mark.rule("1861", "R21.1")
def test_the_round_of_the_8_is_finished() -> None:
    """R21.1 SW still has its turn."""
    state = left(position(phase=7), "8", -1)
    state = found(state, "NW", shares={0: 2}, trains=("7",), cash=1100)
    state = found(state, "SW", shares={1: 2}, trains=("7",))
    state = play(operating(state, "NW", "trains", todo=("SW",)), "train 8")
    while GAME.actor(state) == 0:
        state = GAME.play(state, idle(state))
    assert (GAME.actor(state), state.number) == (1, 1)


@pytest.mark.rule("1861", "R21.1")
def test_a_second_8_changes_nothing() -> None:
    """R21.1 Only the first one fixes the end."""
    state = found(position(phase=7), "NW", shares={0: 2}, cash=2200)
    state = left(state, "8", -1)
    state = play(operating(state, "NW", "trains", number=1), "train 8")
    assert len(told(state, Ends)) == 1
    state = play(state, "train 8")
    assert told(state, Ends) == []
    assert rounds_after(state) == [("operating", 2), ("operating", 3)]


def poor_bank(
    bank: int = 30, *, number: int = 1, phase: int = 5, options: Options | None = None
) -> State:
    """NW is about to pay a dividend of 100 that the bank cannot pay."""
    state = position(phase=phase, options=options)
    state = found(state, "NW", 200, shares={0: 5, 1: 5}, trains=("5",))
    state = found(state, "SW", shares={1: 2}, trains=("5",))
    state = operating(
        break_soon(state, bank), "NW", "dividend", income=100, number=number, todo=("SW",)
    )
    return play(state, "pay full")


@pytest.mark.rule("1861", "R21.2")
def test_a_broken_bank_pays_on_credit() -> None:
    """R21.2 Everybody gets his whole dividend."""
    state = poor_bank()
    assert told(state, Broken) == [Broken()]
    assert state.bank == -70
    assert state.cash[:2] == (420 + 50, 420 + 50)


@pytest.mark.rule("1861", "R21.2")
@pytest.mark.parametrize("number", [1, 2])
def test_the_game_ends_after_the_operating_round(number: int) -> None:
    """R21.2, Q99 SW still has its turn; no other round begins."""
    state = poor_bank(number=number)
    assert rounds_after(state) == []
    while GAME.actor(state) == 0:
        state = GAME.play(state, idle(state))
    assert GAME.actor(state) == 1


@pytest.mark.rule("1861", "R21.2")
def test_a_bank_with_no_money_left_is_broken() -> None:
    """R21.2 Its last rouble will do, and with one more it is not broken."""
    assert rounds_after(poor_bank(100)) == []
    assert not poor_bank(101).broken


@pytest.mark.rule("1861", "R21.2")
def test_if_it_breaks_in_a_stock_round_the_next_operating_round_is_the_last() -> None:
    """R21.2, Q99 Seat 1 sells shares for more than the bank has."""
    state = position(phase=5)
    state = found(state, "NW", 200, shares={0: 5, 1: 3}, trains=("5",))
    state = play(stock_round(break_soon(state, 30), 1), "sell NW 1")
    assert state.broken
    assert rounds_after(state) == [("operating", 1)]


@pytest.mark.rule("1861", "R21.2")
def test_money_that_comes_back_does_not_mend_a_broken_bank() -> None:
    """R21.2, Q99 Seat 2 buys the share from the pool, and the bank has money again."""
    state = found(position(phase=5), "NW", 200, shares={0: 5, 1: 3}, trains=("5",))
    state = play(stock_round(break_soon(state, 30), 1), "sell NW 1", "pass", "buy NW pool")
    assert state.bank == 30
    assert rounds_after(state) == [("operating", 1)]


@pytest.mark.rule("1861", "R21.2")
def test_the_income_of_a_private_may_break_the_bank() -> None:
    """R21.2 It is paid within the operating round, which is the last."""
    state = own(found(position(phase=5), "NW", shares={0: 2}, trains=("5",)), "TSR", 0)
    state = stock_round(break_soon(state, 5))
    assert rounds_after(state) == [("operating", 1)]


def eight_and_bank(options: Options, *, eight_first: bool) -> State:
    """In a first operating round the first 8 is sold and the bank breaks."""
    state = position(phase=7, options=options)
    state = left(found(state, "NW", 200, shares={0: 5, 1: 5}, trains=("7",), cash=1100), "8", -1)
    state = found(state, "SW", 200, shares={0: 5, 1: 5}, trains=("7",), cash=0)
    if eight_first:
        state = play(operating(state, "NW", "trains", todo=("SW",)), "train 8")
        state = replace(break_soon(state, 30), over=False)
        state = operating(state, "SW", "dividend", income=100, number=1)
        return play(state, "pay full")
    state = break_soon(state, 30)
    state = play(operating(state, "NW", "dividend", income=100, todo=("SW",)), "pay full")
    return play(state, "train 8")


@pytest.mark.rule("1861", "R21.3")
@pytest.mark.parametrize("eight_first", [True, False])
@pytest.mark.parametrize(
    ("options", "follow"),
    [
        (Options(), []),
        (IGNORED, ["operating", "operating"]),
        (Options(edition="reprint"), ["operating", "operating"]),
    ],
)
def test_a_broken_bank_and_an_8(options: Options, follow: list[str], eight_first: bool) -> None:  # noqa: FBT001
    """R21.3, Q100 The bank ends the game, or the 8 decides alone, even if it was sold later."""
    state = eight_and_bank(options, eight_first=eight_first)
    assert state.broken
    assert kinds(state) == follow


@pytest.mark.rule("1861", "R21.3")
def test_with_the_option_a_broken_bank_without_an_8_still_counts() -> None:
    """R21.3 No 8 has been sold."""
    assert rounds_after(poor_bank(options=IGNORED)) == []


def ended(state: State) -> State:
    """The game is over after the turn of SW, which ends a round in which the bank broke."""
    state = found(state, "SW", 100, shares={2: 2}, trains=("8",))
    state = replace(state, broken=True, phase=7, eight_sold=False)
    state = operating(state, "SW", "trains")
    while GAME.actor(state) is not None:
        state = GAME.play(state, idle(state))
    assert told(state, Over) == [Over()]
    return state


@pytest.mark.rule("1861", "R21.4")
def test_a_fortune_is_money_and_shares() -> None:
    """R21.4 What companies own does not count."""
    state = position(cash=(500, 400, 300), phase=7)
    state = found(state, "NW", 150, shares={0: 4, 1: 1}, cash=1000, trains=("7",))
    assert GAME.scores(ended(state)) == (500 + 4 * 150, 400 + 150, 300 + 2 * 100)


@pytest.mark.rule("1861", "R21.4")
def test_a_minor_is_two_shares() -> None:
    """R21.4, Q102 At its price; its treasury does not count."""
    state = minor(position(cash=(0, 0, 0), phase=7), "SV", 120, owner=1, cash=400, trains=("7",))
    assert GAME.scores(ended(state)) == (0, 240, 200)


@pytest.mark.rule("1861", "R21.4")
@pytest.mark.parametrize(
    ("at", "cell", "loans", "counts"),
    [
        (100, (4, 5), 0, 100),
        (100, (4, 5), 1, 90),
        (100, (4, 5), 3, 70),
        (70, (3, 1), 1, 65),
        (65, (4, 1), 2, 55),
        (35, (9, 0), 2, 35),
    ],
)
def test_open_loans_lower_the_price(
    at: int, cell: tuple[int, int], loans: int, counts: int
) -> None:
    """R21.4, Q101 One move left, or down at the end of the row, for each loan."""
    state = position(cash=(0, 0, 0), phase=7)
    state = found(state, "NW", at, cell=cell, shares={0: 4}, loans=loans, trains=("7",))
    assert GAME.scores(ended(state)) == (4 * counts, 0, 200)


@pytest.mark.rule("1861", "R21.4")
def test_loans_of_a_minor_lower_its_price_too() -> None:
    """R21.4, Q101 From 120 to 110 and 100."""
    state = minor(position(cash=(0, 0, 0), phase=7), "SV", 120, owner=1, loans=2, trains=("7",))
    assert GAME.scores(ended(state)) == (0, 2 * 100, 200)


@pytest.mark.rule("1861", "R21.4")
def test_shares_in_treasury_and_pool_count_for_nobody() -> None:
    """R21.4 Only those of players."""
    state = position(cash=(0, 0, 0), phase=7)
    state = found(state, "NW", 150, shares={0: 2}, pool=5, trains=("7",))
    assert sum(GAME.scores(ended(state))) == 300 + 200


@pytest.mark.rule("1861", "R21.5")
@pytest.mark.parametrize(
    ("options", "value"),
    [
        (Options(), 0),
        (Options(private_value_in_score="yes"), 90),
        (Options(edition="reprint"), 90),
        (Options(edition="reprint", private_value_in_score="no"), 0),
    ],
)
def test_privates_of_players_count_with_the_option(options: Options, value: int) -> None:
    """R21.5, Q102 WVR of seat 0 is worth 90; one of a company counts for nobody."""
    state = gone(position(cash=(10, 0, 0), phase=5, options=options), "N")
    state = found(state, "NW", 100, shares={1: 2}, trains=("5",))
    state = own(own(state, "WVR", 0), "MRR", "NW")
    assert GAME.scores(state) == (10 + value, 200, 0)


@pytest.mark.rule("1861", "R21.6")
def test_the_greatest_fortune_wins() -> None:
    """R21.6 Seat 0 has less money but more shares."""
    state = position(cash=(100, 300, 0), phase=7)
    scores = GAME.scores(ended(found(state, "NW", 150, shares={0: 2}, trains=("7",))))
    assert scores.index(max(scores)) == 0


@pytest.mark.rule("1861", "R21.6")
def test_equal_fortunes_share_the_victory() -> None:
    """R21.6, Q103 No tie-breaker: money or shares, both are worth 300."""
    state = position(cash=(0, 300, 0), phase=7)
    state = ended(found(state, "NW", 150, shares={0: 2}, cash=900, trains=("7",)))
    assert GAME.scores(state)[:2] == (300, 300)
    assert company(state, "NW").cash == 900


@pytest.mark.rule("1861", "R21.3")
def test_the_reason_is_the_bank_if_the_bank_ends_it() -> None:
    """The last set has one more round, but the bank is empty."""
    state = replace(position(), final=True, eight_sold=True, rounds=3, number=2, broken=True)
    assert told(finish(state), Ended)[0].reason == "bank"
    assert told(finish(replace(state, number=3)), Ended)[0].reason == "eight"
