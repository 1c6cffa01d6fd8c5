"""R1 Set-up."""

from __future__ import annotations

from collections import Counter
from math import comb

import pytest
from msgspec.structs import replace

from tests.rules.tycoon import land
from tests.rules.tycoon.table import (
    SIGNS,
    accepts,
    asked,
    cash,
    chance,
    cubes,
    fresh,
    in_city,
    in_use,
    is_empty,
    link,
    markers,
    next_action,
    offers,
    opened,
    play,
    points,
    position,
    price,
    rail,
    shares,
    sound,
    verbs,
)
from trainshed.core import CHANCE, BadOption, Seat
from trainshed.games.tycoon import GAME
from trainshed.games.tycoon.actions import Deal, Fill, First, Reveal
from trainshed.games.tycoon.box import BOX, CITIES
from trainshed.games.tycoon.state import State

MAP = land.shared("map.json")
FACTS = land.shared("facts.json")
SEATS = range(2, 7)
COPIES = {
    "city_growth": 4,
    "land_grant": 4,
    "hotel_atlanta": 1,
    "hotel_baltimore": 1,
    "hotel_boston": 1,
    "hotel_charleston": 1,
    "hotel_chicago": 1,
    "hotel_new_york": 1,
    "major_line_atlanta_richmond": 1,
    "major_line_baltimore_toledo": 1,
    "major_line_boston_washington": 1,
    "major_line_new_orleans_minneapolis": 1,
    "major_line_new_york_chicago": 1,
    "major_line_new_york_kansas_city": 1,
    "new_industry": 4,
    "perfect_engineering": 2,
    "railroad_executive": 2,
    "service_bounty_duluth": 1,
    "service_bounty_jacksonville": 1,
    "service_bounty_mobile": 1,
    "service_bounty_louisville": 1,
    "service_bounty_raleigh": 1,
    "service_bounty_toronto": 1,
}
START = {"railroad_era_begins", "speed_record", "new_train"}
TYCOONS = {
    "farnam",
    "morgan",
    "gould",
    "pullman",
    "holliday",
    "judah",
    "vanderbilt",
    "fisk",
    "drew",
    "hopkins",
}


def drawn(state: State, kind: type) -> State:
    """The set-up as far as the first draw of a kind."""
    while not isinstance(GAME.actions(state)[0], kind):
        state = GAME.play(state, GAME.actions(state)[0])
    return state


@pytest.mark.rule("tycoon", "R1.1")
@pytest.mark.parametrize("seats", [1, 7])
def test_two_to_six_can_play(seats: int) -> None:
    with pytest.raises(BadOption):
        fresh(seats)


@pytest.mark.rule("tycoon", "R1.1")
@pytest.mark.parametrize(
    ("seats", "less", "cards", "markers_"),
    [(2, 1, 4, 10), (3, 1, 6, 12), (4, 0, 8, 14), (5, 0, 10, 16), (6, 0, 12, 18)],
)
def test_what_depends_on_the_number_of_players(
    seats: int, less: int, cards: int, markers_: int
) -> None:
    state = opened(seats)
    assert len(state.railroads) == seats
    assert len(in_city(state, "New York")) == 5 - less
    assert len(state.offer) == 3 + cards
    assert state.limit == markers_
    assert sound(state)


@pytest.mark.rule("tycoon", "R1.2")
@pytest.mark.parametrize("seats", SEATS)
def test_everybody_begins_with_nothing_and_level_1(seats: int) -> None:
    state = opened(seats)
    for seat, railroad in enumerate(state.railroads):
        assert (cash(state, seat), shares(state, seat), points(state, seat)) == (0, 0, 0)
        assert railroad.level == 1
        assert railroad.cards == ()
    assert state.links == ()
    assert state.west == ()
    assert state.empty == 0


@pytest.mark.rule("tycoon", "R1.3")
def test_there_are_51_cities_and_no_two_are_neighbours() -> None:
    assert len(CITIES) == len(set(CITIES)) == len(set(land.TOWNS.values())) == 51
    assert {hex_ for hex_, sign in land.GROUND.items() if sign == "o"} == set(land.CITY)
    for hex_ in land.CITY:
        assert not {land.beside(hex_, side) for side in land.SIDES} & set(land.CITY)


@pytest.mark.rule("tycoon", "R1.3")
def test_each_city_has_a_colour_and_a_number_of_cubes() -> None:
    state = opened(4)
    colours = dict(zip(CITIES, state.colours, strict=True))
    assert set(colours.values()) == {"red", "blue", "yellow", "black", "purple", "gray"}
    assert colours["Chicago"] == "red"
    assert colours["Toledo"] == "gray"
    assert colours == {name: city["colour"] for name, city in land.SHEET["cities"].items()}
    assert all(city["cubes"] >= 1 for city in land.SHEET["cities"].values())


@pytest.mark.rule("tycoon", "R1.3")
@pytest.mark.parametrize("city", ["Kansas City", "Des Moines"])
def test_a_western_link_space_lies_beside_two_cities(city: str) -> None:
    beside = land.beside(land.TOWNS[city], "W")
    assert beside
    assert beside == land.SHEET["west"][city]
    assert land.GROUND[beside] == "w"
    assert len([sign for sign in land.GROUND.values() if sign == "w"]) == 2


@pytest.mark.rule("tycoon", "R1.3")
@pytest.mark.skipif(not MAP, reason="the facts are not at hand")
def test_the_map_is_that_of_the_facts() -> None:
    ground = {"plain": ".", "hill": "h", "city": "o", "off": "-", "western_link": "w"}
    for hex_ in MAP["hexes"]:
        name = land.NAME[hex_["row"], hex_["col"]]
        if hex_["terrain"] == "water":
            assert land.GROUND[name] == {"sea": "~", "lake": "l"}[hex_["water"]], name
        else:
            assert land.GROUND[name] == ground[hex_["terrain"]], name
    assert len(MAP["hexes"]) == len([sign for sign in land.GROUND.values() if sign != " "])
    for city in MAP["cities"]:
        ours = land.SHEET["cities"][city["name"]]
        there = land.PLACE[ours["hex"]]
        assert f"{there[1]:02}{there[0]:02}" == city["hex"]
        assert (ours["colour"], ours["cubes"]) == (city["colour"], city["start_cubes"])


@pytest.mark.rule("tycoon", "R1.4")
def test_the_bag_holds_25_cubes_of_each_of_five_colours() -> None:
    assert list(BOX.colours) == ["red", "blue", "yellow", "black", "purple"]
    assert fresh(4).bag == (25, 25, 25, 25, 25)


@pytest.mark.rule("tycoon", "R1.4")
@pytest.mark.parametrize("seats", SEATS)
def test_each_city_gets_its_number_of_cubes_out_of_the_bag(seats: int) -> None:
    state = opened(seats)
    for name, city in land.SHEET["cities"].items():
        number = city["cubes"] if seats > 3 else max(city["cubes"] - 1, 1)
        assert len(in_city(state, name)) == number, name
    together = [sum(colour) for colour in zip(state.bag, *state.cubes, strict=True)]
    assert together == [25] * 5
    assert sum(state.bag) == 125 - (104 if seats > 3 else 71)


@pytest.mark.rule("tycoon", "R1.4")
def test_the_cubes_drawn_lie_in_the_city_they_were_drawn_for() -> None:
    state = play(fresh(4), "first 0")
    for city, letters in zip(CITIES, ["PP", "RBK", "YYY", "RRBK"], strict=False):
        state = play(state, f"fill {letters}")
        assert in_city(state, city) == letters


@pytest.mark.rule("tycoon", "R1.5")
def test_three_new_city_tiles_of_four_colours_none_red() -> None:
    tiles = dict(zip(BOX.colours, opened().tiles, strict=True))
    assert tiles == {"red": 0, "yellow": 3, "black": 3, "blue": 3, "purple": 3}


@pytest.mark.rule("tycoon", "R1.5")
def test_a_new_city_can_have_four_colours() -> None:
    state = play(position(), "urbanise")
    assert {
        line.removeprefix("Toledo ") for line in offers(state, "found") if "Toledo" in line
    } == {
        "yellow",
        "black",
        "blue",
        "purple",
    }


@pytest.mark.rule("tycoon", "R1.6")
def test_each_player_has_24_markers() -> None:
    state = markers(position(2), 0, 23)
    assert sound(state)
    state = next_action(play(state, "build", "from Duluth", "connect Minneapolis"), 0)
    assert in_use(state) == 24
    assert "build" not in verbs(state)
    assert "build" in verbs(next_action(play(state, "pass"), 1))


@pytest.mark.rule("tycoon", "R1.6")
def test_the_colour_of_a_player_is_not_that_of_a_city() -> None:
    """Any seat may build and deliver anywhere: a red cube to Chicago over a link of each seat."""
    for seat in range(6):
        state = cubes(rail(position(6), seat, "Toledo", "Chicago"), "Toledo", "R")
        while asked(state) != seat:
            state = play(state, "pass")
        state = play(state, "deliver", "cube Toledo red", "ship [0]")
        assert points(state, seat) >= 1


@pytest.mark.rule("tycoon", "R1.7")
@pytest.mark.parametrize("seats", SEATS)
def test_start_cards_and_two_cards_for_each_player_lie_face_up(seats: int) -> None:
    state = opened(seats)
    assert set(state.offer[:3]) == START
    assert len(state.offer) == 3 + 2 * seats
    assert not START & {*state.offer[3:], *state.deck}
    assert Counter((*state.offer[3:], *state.deck)) == COPIES
    assert len(state.deck) == 34 - 2 * seats


@pytest.mark.rule("tycoon", "R1.7")
def test_the_cards_that_were_drawn_lie_face_up() -> None:
    shown = ("new_industry", "new_industry", "perfect_engineering", "railroad_executive")
    state = opened(2, shown=shown)
    assert state.offer[3:] == shown
    assert Counter(state.deck)["new_industry"] == 2


@pytest.mark.rule("tycoon", "R1.8")
@pytest.mark.parametrize("seats", SEATS)
def test_each_player_is_dealt_one_of_ten_tycoons(seats: int) -> None:
    state = drawn(fresh(seats), Deal)
    names: list[str] = []
    for left in range(10, 10 - seats, -1):
        offered = {action.tycoon for action in GAME.actions(state) if isinstance(action, Deal)}
        assert len(offered) == left
        assert offered == TYCOONS - set(names)
        names.append(sorted(offered)[left // 2])
        state = play(state, f"deal {names[-1]}")
    state = chance(state)
    assert [railroad.tycoon for railroad in state.railroads] == names


@pytest.mark.rule("tycoon", "R1.8")
def test_the_tycoons_of_others_and_those_left_over_stay_unseen() -> None:
    state = opened(3, dealt=("gould", "fisk", "drew"))
    for seat in (*range(3), None):
        view = GAME.view(state, None if seat is None else Seat(seat))
        text = GAME.encode(view).decode()
        assert {name for name in TYCOONS - {"judah"} if f'"{name}"' in text} == (
            set() if seat is None else {("gould", "fisk", "drew")[seat]}
        )


@pytest.mark.rule("tycoon", "R1.8")
def test_what_is_dealt_is_seen_by_its_player_alone() -> None:
    state = drawn(fresh(3), Deal)
    after = GAME.decide(state, Deal("gould"))
    assert GAME.seen(Deal("gould"), state, Seat(0)) == Deal("gould")
    for seat in (Seat(1), Seat(2), None):
        assert "gould" not in str(GAME.seen(Deal("gould"), state, seat))
        assert "gould" not in GAME.encode(GAME.view(after, seat)).decode()


@pytest.mark.rule("tycoon", "R1.9")
@pytest.mark.parametrize("seats", SEATS)
def test_who_opens_the_first_auction_is_drawn_by_lot(seats: int) -> None:
    state = fresh(seats)
    assert asked(state) == CHANCE
    assert dict(GAME.odds(state)) == {First(Seat(seat)): 1 for seat in range(seats)}
    for seat in range(seats):
        state = opened(seats, first=seat)
        assert asked(state) == seat
        assert "bid" in verbs(state)


@pytest.mark.rule("tycoon", "R1.10")
def test_every_cube_of_the_bag_has_the_same_chance() -> None:
    """Two cubes out of 125: the odds of each pair are those of drawing it."""
    state = play(fresh(4), "first 0")
    for letters in ("RR", "RRB"):
        odds = GAME.odds(state)
        number = 2 if letters == "RR" else 3
        whole, total = comb(sum(state.bag), number), sum(odds.values())
        outcomes = set()
        for action, weight in odds.items():
            assert isinstance(action, Fill)
            count = Counter(action.cubes)
            outcomes.add(tuple(count[sign] for sign in SIGNS))
            ways = 1
            for sign, left in zip(SIGNS, state.bag, strict=True):
                ways *= comb(left, count[sign])
            assert weight * whole == ways * total, action
        assert len(outcomes) == len(odds) == comb(number + 4, 4)
        state = play(state, f"fill {letters}")


@pytest.mark.rule("tycoon", "R1.10")
def test_every_card_of_the_deck_has_the_same_chance() -> None:
    state = drawn(fresh(2), Reveal)
    left = Counter(COPIES)
    for card in ("new_industry", "new_industry", "hotel_boston", "land_grant"):
        assert {
            action.card: weight
            for action, weight in GAME.odds(state).items()
            if isinstance(action, Reveal)
        } == dict(+left)
        state = play(state, f"reveal {card}")
        left[card] -= 1


@pytest.mark.rule("tycoon", "R1.10")
def test_every_tycoon_has_the_same_chance() -> None:
    assert set(GAME.odds(drawn(fresh(5), Deal)).values()) == {1}


@pytest.mark.rule("tycoon", "R1.10")
def test_the_deck_has_no_order() -> None:
    """How the deck is written down makes no difference for what comes next."""
    state = drawn(fresh(2), Reveal)
    turned = replace(state, deck=tuple(reversed(state.deck)))
    assert dict(GAME.odds(state)) == dict(GAME.odds(turned))
    assert opened(2).deck == tuple(sorted(opened(2).deck, key=list(BOX.cards).index))


@pytest.mark.rule("tycoon", "R1.11")
def test_shares_and_money_never_run_out() -> None:
    state = play(position(), "shares", "issue 5000")
    assert shares(state) == 5000
    assert cash(state) == 25_000_000
    assert sound(state)


@pytest.mark.rule("tycoon", "R1.11")
def test_empty_markers_never_run_out() -> None:
    """There are 24 in the box: the 25th city that is emptied gets one too."""
    state = position(2)
    for city in CITIES[:24]:
        state = cubes(state, city, "")
    state = replace(state, last=state.turn + 1)
    state = rail(cubes(state, "Toledo", "R"), 0, "Toledo", "New York", longest=20)
    assert sound(state)
    assert state.empty.bit_count() == 24
    state = play(state, "deliver", "cube Toledo red", "ship [0]")
    assert is_empty(state, "Toledo")
    assert state.empty.bit_count() == 25


@pytest.mark.rule("tycoon", "R1.11")
def test_track_tiles_never_run_out() -> None:
    """A later edition has 217; with far more on the map everything is as before."""
    state = position(6)
    for seat in range(1, 5):
        state = markers(state, seat, 24, longest=9)
    assert sum(len(link.track) for link in state.links) > 217
    before = play(state, "build", "from Minneapolis")
    after = play(before, "connect Duluth")
    assert link(after, state.built).finished
    assert price(before, after) >= 2000
    assert sound(after)


@pytest.mark.rule("tycoon", "R1.11")
def test_bids_of_any_height_are_paid() -> None:
    state = play(opened(2), "bid 2000000", "pass")
    assert shares(state) == 400
    assert accepts(state, "build")
