"""R11 Operations cards that are taken."""

from __future__ import annotations

import pytest

from tests.rules.tycoon.network_table import (
    GRAYS,
    accepts,
    act,
    assert_sound,
    build,
    cards,
    cash,
    colour,
    company,
    cubes,
    drawn,
    end_turn,
    goods,
    lines,
    marked,
    offers,
    points,
    reach,
    scored,
    shares,
    ship,
    skip_to,
    table,
    told,
    urbanised,
)
from trainshed.core import CHANCE
from trainshed.games.tycoon import GAME
from trainshed.games.tycoon.actions import (
    Back,
    Build,
    Connect,
    Deliver,
    Done,
    Extend,
    Fill,
    Found,
    From,
    Grow,
    Growth,
    Issued,
    Lay,
    Out,
    Paid,
    Pass,
    Shares,
    Stop,
    Take,
    Turn,
    Upgrade,
    Urbanise,
)
from trainshed.games.tycoon.box import BOX, CITIES, LETTERS, SIDES, deck
from trainshed.games.tycoon.state import State

HOTELS = {
    "hotel_atlanta": ("Chattanooga", "Atlanta", "blue"),
    "hotel_baltimore": ("Washington", "Baltimore", "yellow"),
    "hotel_boston": ("Portland", "Boston", "black"),
    "hotel_charleston": ("Savannah", "Charleston", "red"),
    "hotel_chicago": ("Toledo", "Chicago", "red"),
    "hotel_new_york": ("New Haven", "New York", "red"),
}
TAKEN = {
    "city_growth": "hand",
    "land_grant": "hand",
    "new_industry": "immediate",
    "perfect_engineering": "once_per_turn",
    "railroad_executive": "immediate",
    **dict.fromkeys(HOTELS, "permanent"),
}
COPIES = {
    "city_growth": 4,
    "land_grant": 4,
    "new_industry": 4,
    "perfect_engineering": 2,
    "railroad_executive": 2,
}
OBJECTIVES = {
    "major_line_atlanta_richmond": 8,
    "major_line_baltimore_toledo": 6,
    "major_line_boston_washington": 5,
    "major_line_new_orleans_minneapolis": 10,
    "major_line_new_york_chicago": 10,
    "major_line_new_york_kansas_city": 20,
    "new_train": 4,
    "service_bounty_duluth": 4,
    "service_bounty_jacksonville": 4,
    "service_bounty_mobile": 4,
    "service_bounty_louisville": 3,
    "service_bounty_raleigh": 3,
    "service_bounty_toronto": 3,
    "speed_record": 3,
    "railroad_era_begins": 1,
}


def held(state: State, seat: int = 0) -> tuple[str, ...]:
    """The cards that a player has kept."""
    return state.railroads[seat].cards


def first_tile(state: State, city: str, out: str, end: str, *, grant: bool = False) -> State:
    """One tile beside a city, and no more."""
    out_, end_ = SIDES.index(out), SIDES.index(end)
    return act(state, Build(grant), From(city), Out(out_), Lay(end_), Stop())


# R11.1 to R11.4


@pytest.mark.rule("tycoon", "R11.1")
@pytest.mark.parametrize("card", TAKEN)
def test_a_card_that_lies_face_up_can_be_taken_for_nothing(card: str) -> None:
    state = cards(table(), card, "hotel_boston" if card != "hotel_boston" else "hotel_chicago")
    state = act(state, Take(card))
    assert card not in state.offer
    assert len(state.offer) == 1
    assert cash(state) == (0, 0, 0)
    assert shares(state) == (0, 0, 0)
    assert told(state, Paid) == []
    assert_sound(state)


@pytest.mark.rule("tycoon", "R11.1")
def test_it_takes_one_action_and_one_card() -> None:
    state = cards(table(), "hotel_boston", "land_grant", "land_grant")
    state = act(state, Take("land_grant"))
    assert GAME.actor(state) == 1
    assert state.offer == ("hotel_boston", "land_grant")
    assert held(state) == ("land_grant",)
    assert offers(state, Take("land_grant"), Take("hotel_boston"))


@pytest.mark.rule("tycoon", "R11.1")
def test_a_card_that_is_not_shown_cannot_be_taken() -> None:
    state = cards(table(), "hotel_boston", hands={1: ("hotel_chicago",)})
    for card in ("hotel_chicago", "hotel_atlanta", "land_grant"):
        assert not accepts(state, Take(card))


@pytest.mark.rule("tycoon", "R11.2")
@pytest.mark.parametrize("card", OBJECTIVES)
def test_an_objective_cannot_be_taken(card: str) -> None:
    state = cards(table(), card, "hotel_boston")
    takes = [action for action in GAME.actions(state) if isinstance(action, Take)]
    assert takes == [Take("hotel_boston")]
    assert not accepts(state, Take(card))


@pytest.mark.rule("tycoon", "R11.3")
def test_an_immediate_card_is_carried_out_and_leaves_the_game() -> None:
    state = cards(table(), "new_industry", "railroad_executive")
    industry = drawn(act(state, Take("new_industry"), Found("Toledo", "blue")), "RR")
    assert held(industry) == ()
    assert industry.discard.count("new_industry") == 1
    executive = act(state, Take("railroad_executive"))
    assert held(executive) == ()
    assert executive.discard.count("railroad_executive") == 1
    assert_sound(industry)
    assert_sound(executive)


@pytest.mark.rule("tycoon", "R11.3")
def test_a_hand_card_is_kept_until_it_is_used_and_leaves_the_game() -> None:
    state = act(cards(table(), "land_grant", "city_growth"), Take("land_grant"))
    state = act(skip_to(state, 0), Take("city_growth"))
    state = skip_to(end_turn(end_turn(state)), 0)
    assert sorted(held(state)) == ["city_growth", "land_grant"]
    state = drawn(act(state, Growth(), Grow("Toledo")), "RR")
    assert held(state) == ("land_grant",)
    state = build(state, "New York", "Philadelphia", grant=True)
    assert held(state) == ()
    assert sorted(state.discard[-2:]) == ["city_growth", "land_grant"]
    assert_sound(state)


@pytest.mark.rule("tycoon", "R11.3")
def test_cards_for_each_turn_and_permanent_cards_are_kept() -> None:
    state = cards(table(), hands={0: ("perfect_engineering", "hotel_new_york")})
    state = lines(state, (0, "New Haven", "New York"))
    state = ship(goods(state, {"New Haven": "RR"}), "New Haven", "red", 0)
    state = build(skip_to(state, 0), "Chicago", "Cincinnati")
    assert held(state) == ("perfect_engineering", "hotel_new_york")
    state = end_turn(state)
    assert held(state) == ("perfect_engineering", "hotel_new_york")


@pytest.mark.rule("tycoon", "R11.4")
def test_these_are_the_37_cards() -> None:
    kinds = TAKEN | dict.fromkeys(OBJECTIVES, "objective")
    assert {name: card.kind for name, card in BOX.cards.items()} == kinds
    assert {name: card.count for name, card in BOX.cards.items() if card.count > 1} == COPIES
    assert {
        name: card.points for name, card in BOX.cards.items() if card.kind == "objective"
    } == OBJECTIVES
    assert len(deck()) == 34
    assert sum(card.count for card in BOX.cards.values()) == 37
    assert set(BOX.start_cards) == {"railroad_era_begins", "speed_record", "new_train"}
    assert not set(BOX.start_cards) & set(deck())


# R11.5 When kept cards are used


@pytest.mark.rule("tycoon", "R11.5")
def test_to_use_a_kept_card_is_not_an_action() -> None:
    state = cards(table(), hands={0: ("city_growth",)})
    state = drawn(act(state, Growth(), Grow("Toledo")), "RR")
    assert GAME.actor(state) == 0
    assert offers(state, Build(), Upgrade(), Pass())


@pytest.mark.rule("tycoon", "R11.5")
def test_only_in_the_owners_own_turn() -> None:
    state = cards(table(), hands={1: ("city_growth", "land_grant")})
    assert not offers(state, Growth())
    assert not accepts(state, Growth())
    assert not accepts(state, Build(grant=True))
    state = act(state, Pass())
    assert GAME.actor(state) == 1
    assert offers(state, Growth(), Build(), Build(grant=True))


@pytest.mark.rule("tycoon", "R11.5")
def test_not_in_an_auction() -> None:
    state = end_turn(cards(table(), hands={0: ("city_growth",)}, left=()))
    assert GAME.actor(state) == 0
    assert not accepts(state, Growth())


@pytest.mark.rule("tycoon", "R11.5")
def test_not_in_the_action_that_took_the_card() -> None:
    """City Growth could be used after an action, but not after this one."""
    state = act(cards(table(), "city_growth"), Take("city_growth"))
    assert GAME.actor(state) == 1
    assert held(state) == ("city_growth",)
    state = skip_to(state, 0)
    assert offers(state, Growth())


@pytest.mark.rule("tycoon", "R11.5")
def test_an_older_copy_may_be_used_after_taking_another() -> None:
    """One of the two, as the other one is too new."""
    state = cards(table(), "city_growth", hands={0: ("city_growth",)})
    state = act(state, Take("city_growth"))
    assert GAME.actor(state) == 0
    assert set(GAME.actions(state)) == {Done(), Growth(), Shares()}
    state = drawn(act(state, Growth(), Grow("Toledo")), "RR")
    assert GAME.actor(state) == 1
    assert held(state) == ("city_growth",)


@pytest.mark.rule("tycoon", "R11.5")
def test_with_an_executive_it_may_be_used_in_the_next_action() -> None:
    """The action that took the card is over by then (Q73)."""
    state = cards(table(), "railroad_executive", "city_growth")
    state = act(state, Take("railroad_executive"), Take("city_growth"))
    assert GAME.actor(state) == 0
    assert offers(state, Growth(), Upgrade())
    state = cards(table(), "railroad_executive", "land_grant")
    state = act(state, Take("railroad_executive"), Take("land_grant"))
    assert offers(state, Build(grant=True))
    state = build(state, "New York", "Philadelphia", grant=True)
    assert shares(state) == (0, 0, 0)


@pytest.mark.rule("tycoon", "R11.5")
def test_nor_in_the_last_action_of_an_executive_that_took_the_card() -> None:
    state = cards(table(), "railroad_executive", "city_growth")
    state = act(state, Take("railroad_executive"), Upgrade(), Take("city_growth"))
    assert GAME.actor(state) == 1
    assert held(state) == ("city_growth",)


@pytest.mark.rule("tycoon", "R11.5")
def test_a_new_card_may_be_used_after_a_later_action_of_an_executive() -> None:
    state = cards(table(), "railroad_executive", "city_growth")
    state = act(state, Take("railroad_executive"), Take("city_growth"), Upgrade())
    assert set(GAME.actions(state)) == {Done(), Growth(), Shares()}
    state = drawn(act(state, Growth(), Grow("Toledo")), "RR")
    assert GAME.actor(state) == 1


# R11.6 City Growth


@pytest.mark.rule("tycoon", "R11.6")
def test_city_growth_adds_two_drawn_cubes_to_any_city_of_any_colour() -> None:
    state = act(cards(table(), hands={0: ("city_growth",)}), Growth())
    grows = {action.city for action in GAME.actions(state) if isinstance(action, Grow)}
    assert grows == set(CITIES)
    state = act(state, Grow("Chicago"))
    assert GAME.actor(state) == CHANCE
    assert len(GAME.odds(state)) == 15
    was = cubes(state, "Chicago")
    state = act(state, Fill("RK"))
    assert sorted(cubes(state, "Chicago")) == sorted(was + "RK")
    assert colour(state, "Chicago") == "red"
    assert_sound(state)


@pytest.mark.rule("tycoon", "R11.6")
def test_it_brings_no_new_city_tile() -> None:
    state = cards(table(), hands={0: ("city_growth",)})
    tiles = state.tiles
    state = drawn(act(state, Growth(), Grow("Toledo")), "RK")
    assert colour(state, "Toledo") == "gray"
    assert state.tiles == tiles
    assert shares(state) == (0, 0, 0)


@pytest.mark.rule("tycoon", "R11.6")
def test_it_may_be_used_before_the_action_or_after_it() -> None:
    state = cards(table(), hands={0: ("city_growth", "city_growth")})
    state = drawn(act(state, Growth(), Grow("Toledo")), "RK")
    state = act(state, Upgrade())
    assert GAME.actor(state) == 0
    assert set(GAME.actions(state)) == {Done(), Growth(), Shares()}
    state = drawn(act(state, Growth(), Grow("Detroit")), "YY")
    assert GAME.actor(state) == 1
    assert held(state) == ()
    assert state.railroads[0].level == 2


@pytest.mark.rule("tycoon", "R11.6")
def test_several_may_be_used_at_one_time() -> None:
    state = cards(table(), hands={0: ("city_growth",) * 3})
    state = goods(state, {"Toledo": ""})
    for count in (2, 4, 6):
        state = drawn(act(state, Growth(), Grow("Toledo")), "RR")
        assert cubes(state, "Toledo") == "R" * count
    assert not marked(state, "Toledo")
    assert offers(state, Upgrade())
    assert not offers(state, Growth())


@pytest.mark.rule("tycoon", "R11.6")
def test_after_the_action_it_need_not_be_used() -> None:
    state = act(cards(table(), hands={0: ("city_growth",)}), Upgrade(), Done())
    assert GAME.actor(state) == 1
    assert held(state) == ("city_growth",)


@pytest.mark.rule("tycoon", "R11.6")
def test_it_can_feed_the_delivery_that_follows() -> None:
    state = cards(table(), hands={0: ("city_growth",)})
    state = goods(lines(state, (0, "Toledo", "Detroit")), {"Toledo": "R", "Detroit": "R"})
    assert not offers(state, Deliver())
    state = drawn(act(state, Growth(), Grow("Toledo")), "RB")
    assert points(ship(state, "Toledo", "blue", 0)) == (1, 0, 0)


@pytest.mark.rule("tycoon", "R11.6")
def test_the_choice_of_the_city_can_be_taken_back() -> None:
    state = act(cards(table(), hands={0: ("city_growth",)}), Growth(), Back())
    assert held(state) == ("city_growth",)
    assert offers(state, Growth(), Upgrade())


# R11.7, R11.8 Government Land Grant


@pytest.mark.rule("tycoon", "R11.7")
def test_a_grant_is_announced_when_a_build_action_begins() -> None:
    state = cards(table(), hands={0: ("land_grant", "land_grant")})
    assert offers(state, Build(), Build(grant=True))
    assert not accepts(cards(table(), hands={1: ("land_grant",)}), Build(grant=True))
    plain = build(state, "New York", "Philadelphia")
    assert held(plain) == ("land_grant", "land_grant")
    assert shares(plain) == (1, 0, 0)


@pytest.mark.rule("tycoon", "R11.7")
def test_one_for_an_action() -> None:
    state = cards(table(), hands={0: ("land_grant", "land_grant")})
    state = build(state, "New York", "Philadelphia", grant=True)
    assert held(state) == ("land_grant",)
    assert shares(state) == (0, 0, 0)
    state = build(skip_to(state, 0), "Philadelphia", "Baltimore", grant=True)
    assert held(state) == ()
    assert not offers(skip_to(state, 0), Build(grant=True))


@pytest.mark.rule("tycoon", "R11.7")
def test_it_is_used_up_even_if_nothing_is_free() -> None:
    """One tile on a hill east of Chattanooga."""
    state = cards(table(), hands={0: ("land_grant",)})
    state = first_tile(state, "Chattanooga", "E", "E", grant=True)
    assert held(state) == ()
    assert state.discard.count("land_grant") == 1
    assert cash(state)[0] - 5_000 * shares(state)[0] == -4_000


@pytest.mark.rule("tycoon", "R11.7")
def test_before_a_tile_is_laid_it_can_be_taken_back() -> None:
    state = act(cards(table(), hands={0: ("land_grant",)}), Build(grant=True), Back())
    assert held(state) == ("land_grant",)
    assert offers(state, Build(grant=True))


PRICES = [
    ("Albany", "SE", "E", 0, 2_000),  # plain
    ("Albany", "SE", "W", 0, 2_000),  # plain, a tight curve
    ("Albany", "NW", "NW", 2_000, 2_000),  # plain, the track follows the Hudson
    ("Charlotte", "W", "W", 2_000, 2_000),  # plain with a spring
    ("Charleston", "NE", "NE", 3_000, 3_000),  # plain, the Santee is crossed
    ("Chattanooga", "E", "E", 4_000, 4_000),  # hill
    ("Chattanooga", "NE", "E", 4_000, 4_000),  # hill, the Tennessee is followed
    ("Albany", "E", "E", 5_000, 5_000),  # hill, a river is crossed
    ("Chattanooga", "NW", "NE", 4_000, 6_000),  # plain with a ridge
    ("Chattanooga", "NW", "E", 8_000, 10_000),  # plain with two
    ("New York", "W", "W", 7_000, 7_000),  # plain, a river is crossed, and a ridge
    ("Knoxville", "W", "NW", 8_000, 8_000),  # hill with a ridge
]


@pytest.mark.rule("tycoon", "R11.8")
@pytest.mark.parametrize(("city", "out", "end", "granted", "usual"), PRICES)
def test_only_plain_without_a_river_is_free(
    city: str, out: str, end: str, granted: int, usual: int
) -> None:
    """Hills, hexes with a river even if it is followed, and ridges are paid (FAQ)."""
    state = company(cards(table(), hands={0: ("land_grant",)}), 0, cash=20_000)
    assert cash(first_tile(state, city, out, end, grant=True))[0] == 20_000 - granted
    assert cash(first_tile(state, city, out, end))[0] == 20_000 - usual


@pytest.mark.rule("tycoon", "R11.8")
def test_all_plain_tiles_of_the_action_are_free() -> None:
    """From Chicago to Toledo, each tile by itself."""
    state = company(cards(table(), hands={0: ("land_grant",)}), 0, cash=50_000)
    free = build(state, "Chicago", "Toledo", grant=True)
    assert cash(free)[0] == 50_000
    assert 50_000 - cash(build(state, "Chicago", "Toledo"))[0] == 8_000
    assert told(free, Issued) == []


@pytest.mark.rule("tycoon", "R11.8")
def test_only_in_that_action() -> None:
    state = company(cards(table(), hands={0: ("land_grant",)}), 0, cash=50_000)
    state = build(state, "New York", "Philadelphia", grant=True)
    state = build(skip_to(state, 0), "Philadelphia", "Baltimore")
    assert cash(state)[0] == 48_000


@pytest.mark.rule("tycoon", "R11.8")
def test_a_turned_tile_is_free_like_the_others() -> None:
    """It is laid in that action (Q78)."""
    state = company(cards(table(), hands={0: ("land_grant",)}), 0, cash=50_000)
    state = skip_to(first_tile(state, "Albany", "SE", "E"), 0)
    assert cash(state)[0] == 48_000
    assert cash(act(state, Build(), Extend(0), Turn(SIDES.index("SW"))))[0] == 46_000
    turned = act(state, Build(grant=True), Extend(0), Turn(SIDES.index("SW")))
    assert cash(turned)[0] == 48_000


# R11.9 Hotels


@pytest.mark.rule("tycoon", "R11.9")
@pytest.mark.parametrize("card", HOTELS)
@pytest.mark.parametrize("owner", [0, 1, 2])
def test_a_hotel_brings_a_point_for_each_cube(card: str, owner: int) -> None:
    """Whoever delivers, the owner of the hotel too, and each time."""
    start, end, colour = HOTELS[card]
    state = cards(lines(table(), (0, start, end)), hands={owner: (card,)})
    state = goods(state, {start: LETTERS[colour] * 3})
    state = ship(state, start, colour, 0)
    assert scored(state)[1] == (owner, 1, scored(state)[1][2])
    assert GAME.tally(state)["hotels"] == tuple(int(seat == owner) for seat in range(3))
    state = ship(skip_to(state, 0), start, colour, 0)
    assert GAME.tally(state)["hotels"] == tuple(2 * (seat == owner) for seat in range(3))
    assert sum(points(state)) == 4
    assert held(state, owner) == (card,)


@pytest.mark.rule("tycoon", "R11.9")
def test_a_hotel_earns_for_its_own_city_only_and_not_for_cubes_that_go_through() -> None:
    """A blue cube goes through New York to Philadelphia; a red one ends in Charleston."""
    state = lines(table(), (0, "New Haven", "New York", "Philadelphia"))
    state = lines(state, (0, "Savannah", "Charleston"))
    state = cards(state, hands={1: ("hotel_new_york",)})
    state = company(goods(state, {"New Haven": "B", "Savannah": "R"}), 0, level=2)
    assert points(ship(state, "New Haven", "blue", 0, 1)) == (2, 0, 0)
    assert points(ship(state, "Savannah", "red", 2)) == (1, 0, 0)


@pytest.mark.rule("tycoon", "R11.9")
def test_a_hotel_that_nobody_has_taken_earns_nothing() -> None:
    state = cards(lines(table(), (0, "New Haven", "New York")), "hotel_new_york")
    state = ship(goods(state, {"New Haven": "R"}), "New Haven", "red", 0)
    assert points(state) == (1, 0, 0)


# R11.13 New Industry


@pytest.mark.rule("tycoon", "R11.13")
def test_new_industry_is_urbanising_without_payment() -> None:
    state = goods(cards(table(), "new_industry"), {"Toledo": "R"})
    state = act(state, Take("new_industry"))
    chosen = {(a.city, a.colour) for a in GAME.actions(state) if isinstance(a, Found)}
    four = ("blue", "yellow", "black", "purple")
    assert chosen == {(city, tile) for city in GRAYS for tile in four}
    assert not accepts(state, Found("Chicago", "blue"))
    state = act(state, Found("Toledo", "black"))
    assert GAME.actor(state) == CHANCE
    state = act(state, Fill("BY"))
    assert cubes(state, "Toledo") == "RBY"
    assert colour(state, "Toledo") == "black"
    assert sum(state.tiles) == 11
    assert shares(state) == (0, 0, 0)
    assert told(state, Paid) == []
    assert GAME.actor(state) == 1


@pytest.mark.rule("tycoon", "R11.13")
def test_it_cannot_be_taken_without_a_tile() -> None:
    """With the last tile it still can."""
    state = cards(table(), "new_industry", "hotel_boston")
    tiles = ("blue",) * 3 + ("yellow",) * 3 + ("black",) * 3 + ("purple",) * 2
    eleven = {city.replace(" ", "_"): tile for city, tile in zip(GRAYS[:11], tiles, strict=True)}
    state = urbanised(state, **eleven)
    assert offers(state, Take("new_industry"))
    state = urbanised(state, Toledo="purple")
    assert_sound(state)
    assert not offers(state, Take("new_industry"))
    assert not accepts(state, Take("new_industry"))
    assert offers(state, Take("hotel_boston"))
    assert not offers(state, Urbanise())


# R11.15, R11.16 Perfect Engineering


@pytest.mark.rule("tycoon", "R11.15")
def test_with_perfect_engineering_an_action_may_have_five_tiles() -> None:
    """Chicago and Cincinnati are five tiles apart, Chicago and Cleveland six."""
    state = table()
    assert "Cincinnati" not in reach(state, "Chicago")
    assert not accepts(state, Build(), From("Chicago"), Connect("Cincinnati"))
    state = cards(state, hands={0: ("perfect_engineering",)})
    assert "Cincinnati" in reach(state, "Chicago")
    assert "Cleveland" not in reach(state, "Chicago")
    state = build(state, "Chicago", "Cincinnati")
    (link,) = state.links
    assert link.finished
    assert len(link.track) == 5
    assert held(state) == ("perfect_engineering",)
    assert_sound(state)


@pytest.mark.rule("tycoon", "R11.15")
def test_the_card_of_another_player_does_not_help() -> None:
    state = cards(table(), "perfect_engineering", hands={1: ("perfect_engineering",)})
    assert "Cincinnati" not in reach(state, "Chicago")


@pytest.mark.rule("tycoon", "R11.15")
def test_the_fifth_tile_can_be_laid_by_hand() -> None:
    """Straight on to the west from Memphis: plain and nothing else."""
    west = SIDES.index("W")
    without = act(table(), Build(), From("Memphis"), Out(west), *[Lay(west)] * 4)
    assert GAME.actor(without) == 1
    state = cards(table(), hands={0: ("perfect_engineering",)})
    state = act(state, Build(), From("Memphis"), Out(west), *[Lay(west)] * 4)
    assert GAME.actor(state) == 0
    assert offers(state, Lay(west), Stop())
    state = act(state, Lay(west))
    assert GAME.actor(state) == 1
    assert len(state.links[0].track) == 5


@pytest.mark.rule("tycoon", "R11.15")
def test_the_card_is_used_when_the_fifth_tile_is_laid_and_not_before() -> None:
    """Four tiles to Toledo leave it for the next action of the turn."""
    state = cards(table(), hands={0: ("perfect_engineering",)})
    state = build(state, "Chicago", "Toledo")
    assert len(state.links[0].track) == 4
    state = skip_to(state, 0)
    assert "Charleston" in reach(state, "Atlanta")
    west = SIDES.index("W")
    stopped = act(state, Build(), From("Memphis"), Out(west), *[Lay(west)] * 4, Stop())
    assert "Charleston" in reach(skip_to(stopped, 0), "Atlanta")


@pytest.mark.rule("tycoon", "R11.16")
def test_a_copy_works_in_one_action_of_a_turn() -> None:
    state = cards(table(), hands={0: ("perfect_engineering",)})
    state = skip_to(build(state, "Chicago", "Cincinnati"), 0)
    assert "Charleston" not in reach(state, "Atlanta")
    state = skip_to(end_turn(state), 0)
    assert state.turn == 2
    assert "Charleston" in reach(state, "Atlanta")
    state = skip_to(build(state, "Atlanta", "Charleston"), 0)
    assert "Des Moines" not in reach(state, "Minneapolis")


@pytest.mark.rule("tycoon", "R11.16")
def test_two_copies_allow_two_actions_of_five_tiles_but_never_a_sixth() -> None:
    state = cards(table(), hands={0: ("perfect_engineering",) * 2})
    assert "Cleveland" not in reach(state, "Chicago")
    state = skip_to(build(state, "Chicago", "Cincinnati"), 0)
    assert "Charleston" in reach(state, "Atlanta")
    state = skip_to(build(state, "Atlanta", "Charleston"), 0)
    assert state.round == 3
    assert "Des Moines" not in reach(state, "Minneapolis")
    state = skip_to(end_turn(state), 0)
    assert "Des Moines" in reach(state, "Minneapolis")


@pytest.mark.rule("tycoon", "R11.16")
def test_no_sixth_tile_by_hand() -> None:
    west = SIDES.index("W")
    state = cards(table(), hands={0: ("perfect_engineering",) * 2})
    state = act(state, Build(), From("Memphis"), Out(west), *[Lay(west)] * 5)
    assert GAME.actor(state) == 1


# R11.17 Railroad Executive


@pytest.mark.rule("tycoon", "R11.17")
def test_an_executive_gives_two_further_actions_at_once() -> None:
    """Of any kind; then the round goes on with the next player."""
    state = act(cards(table(), "railroad_executive"), Take("railroad_executive"))
    assert GAME.actor(state) == 0
    state = act(state, Upgrade())
    assert GAME.actor(state) == 0
    assert offers(state, Build(), Urbanise(), Upgrade(), Pass())
    state = build(state, "New York", "Philadelphia")
    assert GAME.actor(state) == 1
    assert state.round == 1
    state = skip_to(state, 0)
    assert state.round == 2
    assert GAME.actor(act(state, Upgrade())) == 1


@pytest.mark.rule("tycoon", "R11.17")
def test_each_of_them_may_be_passed() -> None:
    state = act(cards(table(), "railroad_executive"), Take("railroad_executive"), Pass())
    assert GAME.actor(state) == 0
    assert GAME.actor(act(state, Pass())) == 1


@pytest.mark.rule("tycoon", "R11.17")
def test_they_may_take_the_second_executive() -> None:
    """One of the two actions is spent on it, and two more come: three are left."""
    state = cards(table(), "railroad_executive", "railroad_executive")
    state = act(state, Take("railroad_executive"), Take("railroad_executive"))
    for level in (2, 3, 4):
        assert GAME.actor(state) == 0
        state = act(state, Upgrade())
        assert state.railroads[0].level == level
    assert GAME.actor(state) == 1


@pytest.mark.rule("tycoon", "R11.17")
def test_city_growth_can_be_used_between_them() -> None:
    state = cards(table(), "railroad_executive", hands={0: ("city_growth",)})
    state = act(state, Take("railroad_executive"))
    while offers(state, Done()):
        state = act(state, Done())
    state = act(state, Upgrade())
    assert offers(state, Growth())
    state = drawn(act(state, Growth(), Grow("Toledo")), "RR")
    assert GAME.actor(state) == 0
    assert offers(state, Upgrade())
    assert GAME.actor(act(state, Upgrade())) == 1
