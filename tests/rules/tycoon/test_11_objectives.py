"""R11 Objectives: lines, deliveries and a locomotive that bring points."""

from __future__ import annotations

import pytest

from tests.rules.tycoon.network_table import (
    act,
    assert_sound,
    build,
    cards,
    cash,
    company,
    goods,
    idle,
    in_turn,
    joined,
    last_turn,
    lines,
    points,
    scored,
    ship,
    skip_to,
    stub,
    table,
    told,
    western,
)
from trainshed.core import CHANCE
from trainshed.games.tycoon import GAME
from trainshed.games.tycoon.actions import Nobody, Reveal, Upgrade, West
from trainshed.games.tycoon.box import LETTERS
from trainshed.games.tycoon.state import State

ATLANTIC = ("New York", "Philadelphia", "Pittsburgh", "Cleveland", "Toledo", "Chicago")
MAJOR = {
    "major_line_atlanta_richmond": (
        8,
        ("Atlanta", "Chattanooga", "Knoxville", "Charlotte", "Raleigh", "Richmond"),
    ),
    "major_line_baltimore_toledo": (6, ("Baltimore", "Wheeling", "Cleveland", "Toledo")),
    "major_line_boston_washington": (
        5,
        ("Boston", "New York", "Philadelphia", "Baltimore", "Washington"),
    ),
    "major_line_new_orleans_minneapolis": (
        10,
        ("New Orleans", "Jackson", "Memphis", "St. Louis", "Dubuque", "Minneapolis"),
    ),
    "major_line_new_york_chicago": (10, ATLANTIC),
}
"""Points and a chain; the last link can be built in one action, and the first, too."""
KANSAS = "major_line_new_york_kansas_city"
WESTWARD = (*ATLANTIC, "Springfield", "Kansas City")
BOUNTIES = {
    "service_bounty_duluth": (4, "Minneapolis", "Duluth", "blue"),
    "service_bounty_jacksonville": (4, "Savannah", "Jacksonville", "yellow"),
    "service_bounty_mobile": (4, "Montgomery", "Mobile", "black"),
    "service_bounty_louisville": (3, "Lexington", "Louisville", "black"),
    "service_bounty_raleigh": (3, "Wilmington", "Raleigh", "blue"),
    "service_bounty_toronto": (3, "Buffalo", "Toronto", "black"),
}


def brought_out(state: State, card: str) -> State:
    """All pass until a card comes out, which is this one."""
    while GAME.actor(state) != CHANCE:
        state = act(state, idle(state))
    return act(state, Reveal(card))


# R11.2 The first who meets it


@pytest.mark.rule("tycoon", "R11.2")
def test_the_first_who_meets_an_objective_gets_it_and_the_card_is_gone() -> None:
    """The second player does the same in the same round, for nothing."""
    state = cards(lines(table(), (0, "Toledo", "Detroit"), (1, "Columbus", "Cincinnati")))
    state = cards(state, "railroad_era_begins", "new_train")
    state = goods(state, {"Toledo": "BB", "Columbus": "YY"})
    state = ship(state, "Toledo", "blue", 0)
    assert points(state) == (2, 0, 0)
    assert state.offer == ("new_train",)
    assert "railroad_era_begins" in state.discard
    state = ship(state, "Columbus", "yellow", 1)
    assert points(state) == (2, 1, 0)
    assert_sound(state)


@pytest.mark.rule("tycoon", "R11.2")
def test_an_objective_that_has_not_come_out_brings_nothing() -> None:
    chain = MAJOR["major_line_baltimore_toledo"][1]
    state = cards(lines(table(), (0, *chain[:-1])), "new_train")
    assert "major_line_baltimore_toledo" in state.deck
    assert points(build(state, *chain[-2:])) == (0, 0, 0)


# R11.10 Major Lines


@pytest.mark.rule("tycoon", "R11.10")
@pytest.mark.parametrize("card", MAJOR)
@pytest.mark.parametrize("seat", [0, 2])
def test_a_major_line_pays_when_the_chain_is_finished(card: str, seat: int) -> None:
    count, chain = MAJOR[card]
    state = cards(lines(table(), (seat, *chain[:-1])), card, "new_train")
    state = skip_to(state, seat)
    assert points(state) == (0, 0, 0)
    state = build(state, *chain[-2:])
    assert scored(state) == [(seat, count, card)]
    assert points(state)[seat] == count
    assert state.offer == ("new_train",)
    assert card in state.discard
    assert_sound(state)


@pytest.mark.rule("tycoon", "R11.10")
@pytest.mark.parametrize("card", MAJOR)
def test_it_does_not_matter_which_link_comes_last(card: str) -> None:
    count, chain = MAJOR[card]
    state = cards(lines(table(), (0, *chain[1:])), card)
    state = build(state, *chain[:2])
    assert scored(state) == [(0, count, card)]


@pytest.mark.rule("tycoon", "R11.10")
@pytest.mark.parametrize("card", MAJOR)
def test_links_of_others_do_not_help(card: str) -> None:
    """Neither the builder nor the other owner has the whole chain (FAQ)."""
    _, chain = MAJOR[card]
    state = lines(table(), (0, *chain[:-2]), (1, *chain[-3:-1]))
    state = cards(state, card)
    state = build(state, *chain[-2:])
    assert points(state) == (0, 0, 0)
    assert state.offer == (card,)


@pytest.mark.rule("tycoon", "R11.10")
def test_the_builder_of_somebody_elses_last_link_gets_nothing() -> None:
    """Both have a chain but for one link; each must build his own."""
    count, chain = MAJOR["major_line_boston_washington"]
    state = lines(table(), (0, *chain[:-1]), (1, *chain[:-1]))
    state = cards(state, "major_line_boston_washington")
    state = skip_to(state, 1)
    state = build(state, *chain[-2:])
    assert points(state) == (0, count, 0)
    state = build(skip_to(state, 0), *chain[-2:])
    assert points(state) == (0, count, 0)


@pytest.mark.rule("tycoon", "R11.10")
def test_length_and_detours_do_not_matter() -> None:
    """From Boston to Washington by way of Buffalo, Cleveland and Norfolk, and with a branch."""
    detour = ("Boston", "Albany", "Buffalo", "Cleveland", "Wheeling", "Richmond", "Washington")
    state = lines(table(), (0, *detour[:-1]), (0, "Albany", "New York"), (0, "Cleveland", "Toledo"))
    state = cards(state, "major_line_boston_washington")
    assert scored(build(state, "Richmond", "Washington")) == [
        (0, 5, "major_line_boston_washington")
    ]


@pytest.mark.rule("tycoon", "R11.10")
def test_a_part_of_the_chain_brings_nothing() -> None:
    """Chicago and New York both have links, which do not hang together."""
    state = lines(table(), (0, "Chicago", "Toledo", "Cleveland"), (0, "Pittsburgh", "Philadelphia"))
    state = cards(state, "major_line_new_york_chicago")
    assert points(build(state, "New York", "Philadelphia")) == (0, 0, 0)


@pytest.mark.rule("tycoon", "R11.10")
def test_unfinished_links_form_no_chain() -> None:
    """The stub is one tile short of Toledo."""
    _, chain = MAJOR["major_line_baltimore_toledo"]
    state = stub(lines(table(), (0, *chain[:-1])), 0, "Cleveland", "Toledo")
    state = cards(state, "major_line_baltimore_toledo")
    state = build(state, "Baltimore", "Philadelphia")
    assert points(state) == (0, 0, 0)
    assert state.offer == ("major_line_baltimore_toledo",)


# R11.11 New York - Kansas City


@pytest.mark.rule("tycoon", "R11.11")
def test_the_western_link_may_come_last() -> None:
    state = cards(lines(table(), (0, *WESTWARD)), KANSAS)
    state = act(state, West("Kansas City"))
    assert scored(state) == [(0, 20, KANSAS)]
    assert state.offer == ()
    assert_sound(state)


@pytest.mark.rule("tycoon", "R11.11")
def test_the_chain_may_come_last() -> None:
    state = lines(table(), (0, *WESTWARD[1:]))
    state = cards(western(state, 0, "Kansas City"), KANSAS)
    state = build(state, *WESTWARD[:2])
    assert scored(state) == [(0, 20, KANSAS)]


@pytest.mark.rule("tycoon", "R11.11")
def test_the_chain_alone_is_not_enough() -> None:
    state = cards(lines(table(), (0, *WESTWARD[1:])), KANSAS)
    state = build(state, *WESTWARD[:2])
    assert points(state) == (0, 0, 0)
    assert state.offer == (KANSAS,)


@pytest.mark.rule("tycoon", "R11.11")
def test_nor_is_the_western_link_alone() -> None:
    state = cards(lines(table(), (0, *WESTWARD[1:])), KANSAS)
    state = act(state, West("Kansas City"))
    assert points(state) == (0, 0, 0)


@pytest.mark.rule("tycoon", "R11.11")
def test_a_western_link_at_des_moines_does_not_do() -> None:
    state = lines(table(), (0, *WESTWARD, "Des Moines"))
    state = act(cards(state, KANSAS), West("Des Moines"))
    assert points(state) == (0, 0, 0)
    assert state.offer == (KANSAS,)


@pytest.mark.rule("tycoon", "R11.11")
def test_nor_does_that_of_another_player() -> None:
    state = lines(table(), (0, *WESTWARD[1:]), (1, "Kansas City", "St. Louis"))
    state = cards(western(state, 1, "Kansas City"), KANSAS)
    assert points(build(state, *WESTWARD[:2])) == (0, 0, 0)
    state = lines(table(), (0, *WESTWARD), (1, "Kansas City", "St. Louis"))
    state = act(skip_to(cards(state, KANSAS), 1), West("Kansas City"))
    assert points(state) == (0, 0, 0)


# R11.12 Lines that are there before the card


@pytest.mark.rule("tycoon", "R11.12")
@pytest.mark.parametrize("card", MAJOR)
def test_the_only_holder_is_paid_when_the_card_comes_out(card: str) -> None:
    """And no other card is drawn for it."""
    count, chain = MAJOR[card]
    state = cards(lines(table(), (1, *chain)), "hotel_boston")
    left = len(state.deck)
    state = brought_out(state, card)
    assert (1, count, card) in scored(state)
    assert points(state) == (0, count, 0)
    assert state.offer == ("hotel_boston",)
    assert len(state.deck) == left - 1
    assert card in state.discard
    assert GAME.actor(state) == 0
    assert state.turn == 2
    assert_sound(state)


@pytest.mark.rule("tycoon", "R11.12")
def test_if_two_have_it_nobody_is_paid() -> None:
    card, (_, chain) = "major_line_new_york_chicago", MAJOR["major_line_new_york_chicago"]
    state = cards(lines(table(), (0, *chain), (2, *chain)))
    left = len(state.deck)
    state = brought_out(state, card)
    assert points(state) == (0, 0, 0)
    assert told(state, Nobody) == [Nobody(card)]
    assert state.offer == ()
    assert card in state.discard
    assert len(state.deck) == left - 1
    assert state.turn == 2
    assert_sound(state)


@pytest.mark.rule("tycoon", "R11.12")
def test_if_nobody_has_it_the_card_stays() -> None:
    card = "major_line_new_york_chicago"
    state = brought_out(cards(lines(table(), (0, *ATLANTIC[1:]))), card)
    assert state.offer == (card,)
    assert told(state, Nobody) == []
    state = build(skip_to(state, 0), *ATLANTIC[:2])
    assert scored(state) == [(0, 10, card)]


@pytest.mark.rule("tycoon", "R11.12")
def test_the_line_to_kansas_city_needs_its_western_link_then_too() -> None:
    state = lines(table(), (0, *WESTWARD), (1, "Kansas City", "St. Louis"))
    assert points(brought_out(western(state, 0, "Kansas City"), KANSAS)) == (20, 0, 0)
    without = brought_out(state, KANSAS)
    assert points(without) == (0, 0, 0)
    assert without.offer == (KANSAS,)
    other = brought_out(western(state, 1, "Kansas City"), KANSAS)
    assert points(other) == (0, 0, 0)
    assert other.offer == (KANSAS,)


@pytest.mark.rule("tycoon", "R11.12")
def test_two_chains_but_one_western_link_have_one_holder() -> None:
    state = western(lines(table(), (0, *WESTWARD), (1, *WESTWARD)), 1, "Kansas City")
    assert points(brought_out(state, KANSAS)) == (0, 20, 0)


@pytest.mark.rule("tycoon", "R11.12")
def test_a_stub_makes_no_holder() -> None:
    """It has been removed by then, and it counted for nothing before."""
    _, chain = MAJOR["major_line_baltimore_toledo"]
    state = stub(lines(table(), (0, *chain[:-1])), 0, "Cleveland", "Toledo")
    state = brought_out(state, "major_line_baltimore_toledo")
    assert points(state) == (0, 0, 0)
    assert state.offer == ("major_line_baltimore_toledo",)


@pytest.mark.rule("tycoon", "R11.12")
def test_no_card_comes_out_after_the_last_turn() -> None:
    """So nobody is paid by chance at the end (Q70)."""
    state = last_turn(cards(lines(table(), (1, *ATLANTIC)), left=("major_line_new_york_chicago",)))
    assert points(state) == (0, 0, 0)
    assert state.deck == ("major_line_new_york_chicago",)


# R11.14 New Train


@pytest.mark.rule("tycoon", "R11.14")
def test_new_train_goes_to_the_first_at_level_four() -> None:
    state = cards(company(company(table(), 1, level=3), 2, level=3), "new_train")
    state = act(company(state, 0, level=2), Upgrade())
    assert points(state) == (0, 0, 0)
    state = act(state, Upgrade())
    assert scored(state) == [(1, 4, "new_train")]
    assert state.offer == ()
    state = act(state, Upgrade())
    assert state.railroads[2].level == 4
    assert points(state) == (0, 4, 0)
    assert_sound(state)


# R11.18 Service Bounties


@pytest.mark.rule("tycoon", "R11.18")
@pytest.mark.parametrize("card", BOUNTIES)
def test_a_bounty_goes_to_the_next_delivery(card: str) -> None:
    count, start, end, colour = BOUNTIES[card]
    state = lines(table(), (0, start, end), (1, start, end))
    state = cards(goods(state, {start: LETTERS[colour] * 3}), card)
    state = ship(state, start, colour, 0)
    assert scored(state)[1:] == [(0, count, card)]
    assert points(state) == (1 + count, 0, 0)
    assert state.offer == ()
    assert card in state.discard
    state = ship(state, start, colour, 1)
    assert points(state) == (1 + count, 1, 0)


@pytest.mark.rule("tycoon", "R11.18")
def test_it_goes_to_the_player_who_delivers_whoever_owns_the_links() -> None:
    state = lines(table(), (0, "Cincinnati", "Lexington"), (1, "Lexington", "Louisville"))
    state = cards(goods(state, {"Cincinnati": "K"}), "service_bounty_louisville")
    state = ship(company(state, 0, level=2), "Cincinnati", "black", 0, 1)
    assert points(state) == (4, 1, 0)


@pytest.mark.rule("tycoon", "R11.18")
def test_deliveries_made_before_do_not_matter() -> None:
    state = lines(table(), (0, "Lexington", "Louisville"), (1, "Lexington", "Louisville"))
    state = cards(goods(state, {"Lexington": "KKK"}))
    state = ship(state, "Lexington", "black", 0)
    state = brought_out(state, "service_bounty_louisville")
    assert points(state) == (1, 0, 0)
    assert state.offer == ("service_bounty_louisville",)
    state = ship(skip_to(state, 1), "Lexington", "black", 1)
    assert points(state) == (1, 4, 0)


@pytest.mark.rule("tycoon", "R11.18")
def test_cubes_from_the_city_or_through_it_do_not_count() -> None:
    """A yellow cube from Lexington goes through Louisville to Cincinnati."""
    state = lines(table(), (0, "Lexington", "Louisville", "Cincinnati"))
    state = cards(goods(state, {"Lexington": "YK", "Louisville": "YY"}))
    state = cards(state, "service_bounty_louisville")
    state = ship(company(state, 0, level=2), "Lexington", "yellow", 0, 1)
    assert points(state) == (2, 0, 0)
    state = ship(skip_to(state, 0), "Louisville", "yellow", 1)
    assert points(state) == (3, 0, 0)
    assert state.offer == ("service_bounty_louisville",)


# R11.19 Speed Record, R11.20 The Railroad Era Begins


@pytest.mark.rule("tycoon", "R11.19")
@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_the_speed_record_needs_three_links_or_more(count: int) -> None:
    way = ("Cincinnati", "Columbus", "Toledo", "Cleveland", "Wheeling", "Washington")
    state = lines(table(), (0, *way))
    start = way[count]
    state = cards(goods(state, {start: "YY"}), "speed_record")
    state = ship(company(state, 0, level=5), start, "yellow", *range(count - 1, -1, -1))
    won = count >= 3
    assert points(state) == (count + 3 * won, 0, 0)
    assert state.offer == (() if won else ("speed_record",))


@pytest.mark.rule("tycoon", "R11.19")
def test_it_goes_to_the_first_who_does_so_whoever_owns_the_links() -> None:
    state = lines(table(), (0, "Detroit", "Toledo"), (1, "Toledo", "Columbus", "Cincinnati"))
    state = joined(state, 1, "Detroit", "Toledo")
    state = cards(goods(state, {"Detroit": "YYY"}), "speed_record")
    state = company(company(state, 0, level=3), 1, level=3)
    state = ship(state, "Detroit", "yellow", 0, 1, 2)
    assert points(state) == (1 + 3, 2, 0)
    state = ship(state, "Detroit", "yellow", 3, 1, 2)
    assert points(state) == (4, 5, 0)


@pytest.mark.rule("tycoon", "R11.20")
def test_the_railroad_era_goes_to_the_first_delivery_of_the_game() -> None:
    state = lines(table(), (0, "Toledo", "Detroit"), (1, "Columbus", "Cincinnati"))
    state = cards(goods(state, {"Toledo": "BBB", "Columbus": "YY"}), "railroad_era_begins")
    state = ship(skip_to(state, 1), "Columbus", "yellow", 1)
    assert scored(state)[1:] == [(1, 1, "railroad_era_begins")]
    assert points(state) == (0, 2, 0)
    state = ship(skip_to(state, 0), "Toledo", "blue", 0)
    assert points(state) == (1, 2, 0)


@pytest.mark.rule("tycoon", "R11.20")
def test_it_goes_to_the_player_who_delivers() -> None:
    state = lines(table(), (0, "Detroit", "Toledo"), (1, "Toledo", "Columbus", "Cincinnati"))
    state = cards(goods(state, {"Detroit": "Y"}), "railroad_era_begins")
    state = ship(company(state, 0, level=3), "Detroit", "yellow", 0, 1, 2)
    assert points(state) == (2, 2, 0)


# R11.21 Several at once


@pytest.mark.rule("tycoon", "R11.21")
def test_one_delivery_may_meet_three_objectives() -> None:
    state = lines(table(), (0, "Toledo", "Columbus", "Cincinnati", "Louisville"))
    state = cards(
        goods(state, {"Toledo": "K"}),
        "service_bounty_louisville",
        "railroad_era_begins",
        "speed_record",
    )
    state = ship(company(state, 0, level=3), "Toledo", "black", 0, 1, 2)
    assert points(state) == (3 + 3 + 1 + 3, 0, 0)
    assert state.offer == ()
    assert_sound(state)


@pytest.mark.rule("tycoon", "R11.21")
def test_one_link_may_finish_three_lines() -> None:
    """From New York to Philadelphia."""
    state = lines(table(), (0, *WESTWARD[1:]), (0, "Boston", "New York"))
    state = lines(state, (0, "Philadelphia", "Baltimore", "Washington"))
    offer = ("major_line_boston_washington", "major_line_new_york_chicago", KANSAS)
    state = cards(western(state, 0, "Kansas City"), *offer)
    state = build(state, "New York", "Philadelphia")
    assert sorted(scored(state)) == sorted([(0, 5, offer[0]), (0, 10, offer[1]), (0, 20, KANSAS)])
    assert state.offer == ()


@pytest.mark.rule("tycoon", "R11.21")
def test_points_of_cards_count_for_the_income() -> None:
    """Ten points earn $12,000."""
    state = cards(lines(table(), (0, *ATLANTIC[1:])), "major_line_new_york_chicago", left=())
    state = in_turn(build(company(state, 0, cash=2_000), *ATLANTIC[:2]), 1)
    while state.turn == 1:
        state = act(state, idle(state))
    assert cash(state) == (12_000, 0, 0)
