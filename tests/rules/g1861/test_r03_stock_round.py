"""R3 Stock round."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.rules.g1861.position import (
    accepts,
    company,
    found,
    gone,
    minor,
    offers,
    place,
    play,
    position,
    stock_round,
    told,
    until,
    verbs,
)
from trainshed.games.g1861 import GAME
from trainshed.games.g1861.actions import Moved, Round
from trainshed.games.g1861.box import NUMBER
from trainshed.games.g1861.options import Options
from trainshed.games.g1861.state import State


def table(*, priority: int = 0) -> State:
    """NW is in play, its shares with 0 and 1; seat 0 is asked in phase 4."""
    state = minor(position(cash=(900, 900, 900), phase=4, priority=priority), "N", owner=2)
    return found(state, "NW", 100, shares={0: 4, 1: 3}, trains=("4",))


@pytest.mark.rule("1861", "R3.1")
@pytest.mark.parametrize("priority", [0, 1, 2])
def test_the_holder_of_the_priority_card_begins(priority: int) -> None:
    """R3.1 Then turns go clockwise."""
    state = table(priority=priority)
    state = until(stock_round(state, priority), "operating")
    state = until(state, "stock")
    asked = []
    for _ in range(3):
        asked.append(GAME.actor(state))
        state = play(state, "pass")
    assert asked == [priority, (priority + 1) % 3, (priority + 2) % 3]


@pytest.mark.rule("1861", "R3.1")
def test_turns_go_on_until_the_round_ends() -> None:
    """R3.1 Lap after lap, as long as somebody acts."""
    state = stock_round(table())
    asked = []
    for line in ("buy NW", "pass", "pass", "buy NW", "pass", "pass"):
        asked.append(GAME.actor(state))
        state = play(state, line)
    assert asked == [0, 1, 2, 0, 1, 2]
    assert state.round == "stock"


@pytest.mark.rule("1861", "R3.2")
def test_a_turn_offers_sales_and_one_of_three_things() -> None:
    """R3.2 Sell, buy, start a major, auction a minor, or pass."""
    assert verbs(stock_round(table())) == {"sell", "buy", "start", "auction", "pass"}


@pytest.mark.rule("1861", "R3.2")
def test_sales_come_first_and_as_many_as_one_likes() -> None:
    """R3.2 Seat 0 sells shares of two majors and then buys of a third."""
    state = found(table(), "SW", 80, shares={1: 4, 0: 2})
    state = found(state, "SE", 90, shares={1: 2})
    state = play(stock_round(state), "sell NW 1", "sell SW 1")
    assert GAME.actor(state) == 0
    state = play(state, "sell SW 1", "buy SE")
    assert GAME.actor(state) == 1


@pytest.mark.rule("1861", "R3.2")
@pytest.mark.parametrize("line", ["buy NW", "auction SPW"])
def test_a_purchase_ends_the_turn(line: str) -> None:
    """R3.2, Q12 One certificate in a turn; nothing can be sold after it."""
    state = play(stock_round(table()), line)
    while GAME.actor(state) == 0 and "bid" in verbs(state):
        state = play(state, "bid 100", "pass", "pass")
    assert GAME.actor(state) == 1


@pytest.mark.rule("1861", "R3.2")
def test_starting_a_major_ends_the_turn() -> None:
    """R3.2 After its station has been put the next player is asked."""
    state = play(stock_round(table()), "start SW 70")
    state = play(state, "home P8")
    assert GAME.actor(state) == 1


@pytest.mark.rule("1861", "R3.2")
def test_a_certificate_may_be_bought_in_every_turn_of_the_round() -> None:
    """R3.2, Q12 Not only one in a round."""
    state = play(stock_round(table()), "buy NW", "pass", "pass", "buy NW")
    assert company(state, "NW").shares == (6, 3, 0)


@pytest.mark.rule("1861", "R3.3")
def test_who_has_passed_may_act_again() -> None:
    """R3.3, Q11 Seat 0 passes, seat 1 buys, and seat 0 may buy in his next turn."""
    state = play(stock_round(table()), "pass", "buy NW", "pass")
    assert GAME.actor(state) == 0
    assert "NW" in offers(state, "buy")


@pytest.mark.rule("1861", "R3.3")
def test_the_round_ends_when_all_have_passed_one_after_the_other() -> None:
    """R3.3 A purchase by seat 1 means that 2, 0 and 1 must pass."""
    state = play(stock_round(table()), "pass", "buy NW", "pass", "pass")
    assert state.round == "stock"
    state = play(state, "pass")
    assert [news.kind for news in told(state, Round)] == ["operating"]


@pytest.mark.rule("1861", "R3.3")
def test_who_sells_has_not_passed() -> None:
    """R3.3 A sale alone is an action, though the player does nothing else."""
    state = play(stock_round(table()), "pass", "sell NW 1", "pass", "pass", "pass")
    assert state.round == "stock"
    assert GAME.actor(state) == 1
    assert play(state, "pass").round == "operating"


@pytest.mark.rule("1861", "R3.4")
def test_a_major_with_all_shares_with_players_rises() -> None:
    """R3.4 NW, sold out on red 100, goes one row up to 110."""
    state = found(minor(position(), "N"), "NW", 100, shares={0: 6, 1: 4})
    state = play(stock_round(state), "pass", "pass", "pass")
    assert Moved("NW", 100, 110) in told(state, Moved)


@pytest.mark.rule("1861", "R3.4")
@pytest.mark.parametrize("where", ["treasury", "pool"])
def test_a_share_in_the_treasury_or_the_pool_keeps_it_down(where: str) -> None:
    """R3.4 All ten must be held by players."""
    state = found(minor(position(), "N"), "NW", 100, shares={0: 6, 1: 3}, pool=int(where == "pool"))
    state = play(stock_round(state), "pass", "pass", "pass")
    assert Moved("NW", 100, 110) not in told(state, Moved)


@pytest.mark.rule("1861", "R3.4")
def test_sold_out_majors_rise_in_operating_order() -> None:
    """R3.4, Q21 SE at 150 rises before NW at 135; both come to one cell, SE on top."""
    state = found(position(phase=5), "NW", 135, shares={0: 6, 1: 4}, cell=(2, 6))
    state = found(state, "SE", 150, shares={0: 6, 1: 4}, cell=(0, 5))
    state = play(stock_round(state), "pass", "pass", "pass")
    assert place(state, "NW") == place(state, "SE") == (1, 6)
    assert state.operating_order() == [NUMBER["SE"], NUMBER["NW"]]


@pytest.mark.rule("1861", "R3.4")
def test_the_dearer_of_two_sold_out_majors_rises_first() -> None:
    """R3.4, Q21 Though NW was founded first, SE at 120 comes before it."""
    state = found(position(), "NW", 100, shares={0: 6, 1: 4}, trains=("5",))
    state = found(state, "SE", 120, shares={0: 6, 1: 4}, trains=("5",))
    state = play(stock_round(gone(state, "N")), "pass", "pass", "pass")
    risen = [news.company for news in told(state, Moved) if news.now > news.was]
    assert risen == ["SE", "NW"]


def priority_after(state: State, *lines: str) -> int:
    """Who has the priority card after these turns."""
    return play(state, *lines).priority


@pytest.mark.rule("1861", "R3.5")
def test_priority_goes_to_the_left_of_the_last_buyer() -> None:
    """R3.5 Seat 1 bought last."""
    state = stock_round(table())
    assert priority_after(state, "buy NW", "buy NW", "pass", "pass", "pass") == 2


@pytest.mark.rule("1861", "R3.5")
def test_a_sale_counts_for_the_priority() -> None:
    """R3.5 Seat 1 sold after seat 0 had bought."""
    state = stock_round(table())
    lines = ("buy NW", "sell NW 1", "pass", "pass", "pass", "pass")
    assert priority_after(state, *lines) == 2


@pytest.mark.rule("1861", "R3.5")
def test_starting_a_major_counts_for_the_priority() -> None:
    """R3.5 Seat 0 did so."""
    state = stock_round(table(priority=2))
    lines = ("start SW 70", "home P8", "pass", "pass", "pass")
    assert priority_after(state, *lines) == 1


@pytest.mark.rule("1861", "R3.5")
def test_winning_an_auction_counts_for_the_priority() -> None:
    """R3.5, Q22 Seat 0 put the minor up, seat 1 won it: the card goes to seat 2."""
    state = stock_round(table())
    lines = ("auction SPW", "bid 100", "bid 105", "pass", "pass", "pass", "pass", "pass")
    assert priority_after(state, *lines) == 2


@pytest.mark.rule("1861", "R3.5")
@pytest.mark.parametrize("priority", [0, 1, 2])
def test_the_card_stays_if_nobody_did_anything(priority: int) -> None:
    """R3.5 All pass."""
    state = stock_round(table(priority=priority), priority)
    assert priority_after(state, "pass", "pass", "pass") == priority


@pytest.mark.rule("1861", "R3.5")
def test_each_round_forgets_who_acted_in_the_one_before() -> None:
    """R3.5 Seat 0 bought in the last round; in the next nobody does anything."""
    state = stock_round(replace(table(priority=2), last_actor=-1))
    state = play(state, "buy NW", "pass", "pass", "pass")
    assert state.priority == 1
    state = until(state, "stock")
    state = until(play(state, "pass", "pass", "pass"), "stock")
    assert state.priority == 1


@pytest.mark.rule("1861", "R3.5")
def test_the_winner_of_the_last_private_was_the_last_to_act() -> None:
    """R3.5, R2.6 The auction belongs to the first stock round: seat 2 got WVR, then all pass."""
    state = play(GAME.start(Options(), 3), "begin 1")
    for minimum in (20, 30, 40, 50, 60):
        state = play(state, f"bid {minimum}", "pass", "pass")
    assert play(state, "pass", "pass", "pass").priority == 0


@pytest.mark.rule("1861", "R3.2")
def test_players_never_deal_with_each_other() -> None:
    """R3.2 A private of another player is not on sale in a stock round."""
    state = replace(table(), privates=(1, 1, 1, 1, 1))
    state = stock_round(state)
    assert verbs(state) == {"sell", "buy", "start", "auction", "pass"}
    assert not accepts(state, "acquire TSR")
