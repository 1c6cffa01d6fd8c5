"""R15 Options, each one both ways."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.rules.tycoon.network_table import (
    accepts,
    act,
    assert_sound,
    bag,
    begun,
    cards,
    cash,
    company,
    cubes,
    drawn,
    emptied,
    end_turn,
    goods,
    idle,
    last_turn,
    lines,
    marked,
    offers,
    points,
    reach,
    shares,
    ship,
    skip_to,
    table,
    told,
    western,
)
from trainshed.core import CHANCE, BadOption, Seat
from trainshed.games.tycoon import GAME
from trainshed.games.tycoon.actions import (
    Action,
    Bid,
    Build,
    Connect,
    Deal,
    Ending,
    Extend,
    Fill,
    From,
    Grow,
    Growth,
    Judged,
    Keep,
    Lay,
    Ordered,
    Out,
    Paid,
    Pass,
    Pioneer,
    Reveal,
    Stop,
    Take,
    Turn,
    Upgrade,
    West,
)
from trainshed.games.tycoon.box import CITIES, SIDES
from trainshed.games.tycoon.state import Options, State

ATLANTIC = ("New York", "Philadelphia", "Pittsburgh", "Cleveland", "Toledo", "Chicago")


def chances(seats: int, options: Options) -> list[Action]:
    """All that chance and the players say before the first auction."""
    state = GAME.start(options, seats)
    said = []
    while not offers(state, Bid(1_000)):
        said.append(GAME.actions(state)[0])
        state = act(state, said[-1])
    return said


def counted(said: list[Action], kind: type[Action]) -> int:
    """How many of a kind there are."""
    return sum(isinstance(action, kind) for action in said)


def test_these_are_the_options_and_their_usual_values() -> None:
    """As the table of the rulings has them, the first value being the usual one."""
    values = {
        "beginner": (False, True),
        "city_growth": ("kept", "at_once"),
        "water": ("crossing", "flat"),
        "tycoons": ("one", "two"),
        "levels": (8, 7),
        "auction": ("clockwise", "reverse", "score"),
        "length": ("full", "short"),
        "bag": ("return", "leave"),
        "judah": ("line", "group"),
        "curves": ("all", "wide"),
    }
    assert {name: set(allowed or ()) for name, allowed in GAME.choices().items()} == {
        name: set(allowed) for name, allowed in values.items()
    }
    for name, (usual, *_) in values.items():
        assert getattr(Options(), name) == usual
    for wrong in ({"levels": 9}, {"auction": "dutch"}, {"bags": "leave"}):
        with pytest.raises(BadOption):
            GAME.read_options(wrong)


# R15.1 beginner


@pytest.mark.rule("tycoon", "R15.1")
def test_beginners_have_no_cards() -> None:
    said = chances(4, Options(beginner=True))
    assert counted(said, Deal) == counted(said, Reveal) == counted(said, Keep) == 0
    assert counted(said, Fill) == 51
    said = chances(4, Options())
    assert counted(said, Deal) == 4
    assert counted(said, Reveal) == 8
    state = table(4, Options(beginner=True))
    assert state.offer == state.deck == ()
    assert [railroad.tycoon for railroad in state.railroads] == [""] * 4
    assert_sound(state)


@pytest.mark.rule("tycoon", "R15.1")
def test_beginners_do_not_take_cards_nor_build_western_links() -> None:
    state = lines(table(3, Options(beginner=True)), (0, "Kansas City", "St. Louis"))
    state = company(state, 0, cash=40_000)
    kinds = {type(action).__name__ for action in GAME.actions(state)}
    assert kinds <= {"Build", "Urbanise", "Upgrade", "Deliver", "Shares", "Pass"}
    assert kinds >= {"Build", "Urbanise", "Upgrade", "Pass"}
    assert not accepts(state, West("Kansas City"))
    assert not accepts(state, Take("hotel_boston"))
    usual = lines(table(3), (0, "Kansas City", "St. Louis"))
    assert accepts(usual, West("Kansas City"))


@pytest.mark.rule("tycoon", "R15.1")
def test_beginners_have_no_points_of_cards_and_tycoons() -> None:
    """First delivery, three links, level 4, level 6: none brings more than the links."""
    state = lines(table(2, Options(beginner=True)), (0, "Detroit", "Toledo", "Columbus"))
    state = lines(state, (0, "Columbus", "Cincinnati"))
    state = company(goods(state, {"Detroit": "YY"}), 0, level=3)
    state = ship(state, "Detroit", "yellow", 0, 1, 2)
    assert points(state) == (3, 0)
    state = act(skip_to(state, 0), Upgrade())
    assert points(state) == (3, 0)
    state = act(skip_to(company(state, 0, level=5), 0), Upgrade())
    assert told(state, Pioneer) == []
    state = company(state, 0, shares=0, cash=0)
    state = last_turn(state)
    assert GAME.scores(state) == (3, 0)
    assert sum(news.points for news in told(state, Judged)) == 0


@pytest.mark.rule("tycoon", "R15.1")
def test_no_card_comes_out_at_the_end_of_a_beginners_turn() -> None:
    state = table(3, Options(beginner=True))
    for _ in range(9):
        assert GAME.actor(state) != CHANCE
        state = act(state, Pass())
    assert state.turn == 2
    assert offers(state, Bid(1_000))


@pytest.mark.rule("tycoon", "R15.1")
def test_options_for_cards_do_nothing_then() -> None:
    options = Options(beginner=True, tycoons="two", city_growth="at_once", judah="group")
    assert counted(chances(3, options), Keep) == 0
    assert_sound(table(3, options))


# R15.2 city_growth


@pytest.mark.rule("tycoon", "R15.2")
def test_city_growth_at_once_is_carried_out_when_it_is_taken() -> None:
    state = cards(table(3, Options(city_growth="at_once")), "city_growth", "city_growth")
    state = act(goods(state, {"Toledo": "R"}), Take("city_growth"))
    assert GAME.actor(state) == 0
    grows = {action.city for action in GAME.actions(state) if isinstance(action, Grow)}
    assert grows == set(CITIES)
    assert not offers(state, Pass())
    state = drawn(act(state, Grow("Toledo")), "YK")
    assert cubes(state, "Toledo") == "RYK"
    assert GAME.actor(state) == 1
    assert state.railroads[0].cards == ()
    assert state.discard.count("city_growth") == 1
    assert_sound(state)


@pytest.mark.rule("tycoon", "R15.2")
def test_kept_city_growth_waits() -> None:
    state = act(cards(table(), "city_growth"), Take("city_growth"))
    assert GAME.actor(state) == 1
    assert state.railroads[0].cards == ("city_growth",)
    assert offers(skip_to(state, 0), Growth())


# R15.3 water

WATER = [
    ("Albany", "SE", "E", 2_000, 2_000),  # plain
    ("Chattanooga", "E", "E", 4_000, 4_000),  # hill
    ("Albany", "NW", "NW", 2_000, 3_000),  # plain, the river is followed
    ("Charlotte", "W", "W", 2_000, 3_000),  # plain with a spring
    ("Charleston", "NE", "NE", 3_000, 3_000),  # plain, the river is crossed
    ("Chattanooga", "NE", "E", 4_000, 3_000),  # hill, the river is followed
    ("Chattanooga", "SE", "E", 4_000, 3_000),  # hill with a spring
    ("Albany", "E", "E", 5_000, 3_000),  # hill, the river is crossed
    ("Chattanooga", "NW", "NE", 6_000, 6_000),  # plain with a ridge
    ("Albany", "W", "SW", 6_000, 7_000),  # plain, the river is followed, and a ridge
    ("New York", "W", "W", 7_000, 7_000),  # plain, the river is crossed, and a ridge
    ("Albany", "NE", "NW", 12_000, 11_000),  # hill, the river is followed, and two ridges
    ("Dubuque", "NE", "E", 4_000, 3_000),  # hill where two rivers join
]


@pytest.mark.rule("tycoon", "R15.3")
@pytest.mark.parametrize(("city", "out", "end", "crossing", "flat"), WATER)
def test_every_tile_on_a_hex_with_a_river_costs_three_thousand(
    city: str, out: str, end: str, crossing: int, flat: int
) -> None:
    tiles = (Out(SIDES.index(out)), Lay(SIDES.index(end)), Stop())
    for options, price in ((Options(), crossing), (Options(water="flat"), flat)):
        state = company(table(3, options), 0, cash=20_000)
        assert cash(act(state, Build(), From(city), *tiles))[0] == 20_000 - price


@pytest.mark.rule("tycoon", "R15.3")
def test_a_grant_does_not_pay_for_rivers_then_either() -> None:
    """R11.8: a hex with a river is not open, whatever it costs."""
    state = cards(table(3, Options(water="flat")), hands={0: ("land_grant",)})
    state = company(state, 0, cash=20_000)
    follows = (Out(SIDES.index("NW")), Lay(SIDES.index("NW")), Stop())
    state = act(state, Build(grant=True), From("Albany"), *follows)
    assert cash(state)[0] == 17_000


# R15.4 tycoons


@pytest.mark.rule("tycoon", "R15.4")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_each_is_dealt_two_and_keeps_one(seats: int) -> None:
    """They choose in the order of the seats, before the first auction."""
    state = GAME.start(Options(tycoons="two"), seats)
    kept: dict[int, str] = {}
    deals = 0
    while not offers(state, Bid(1_000)):
        offered = GAME.actions(state)
        seat = GAME.actor(state)
        if isinstance(offered[0], Keep):
            assert seat is not None
            names = [action.tycoon for action in offered if isinstance(action, Keep)]
            assert len(names) == 2
            assert not set(names) & set(kept.values())
            kept[seat] = names[seat % 2]
            state = act(state, Keep(kept[seat]))
        else:
            deals += isinstance(offered[0], Deal)
            state = act(state, offered[-1])
    assert deals == 2 * seats
    assert list(kept) == list(range(seats))
    assert [railroad.tycoon for railroad in state.railroads] == list(kept.values())
    assert_sound(state)


@pytest.mark.rule("tycoon", "R15.4")
def test_only_one_of_ones_own_two_cards_can_be_kept() -> None:
    state = keeping()
    assert set(GAME.actions(state)) == {Keep("farnam"), Keep("morgan")}
    for name in ("gould", "pullman", "fisk", ""):
        assert not accepts(state, Keep(name))


def keeping() -> State:
    """Two players: 0 has Farnam and Morgan, 1 Gould and Pullman; 0 is asked."""
    state = GAME.start(Options(tycoons="two"), 2)
    names = iter(("farnam", "morgan", "gould", "pullman"))
    while not isinstance(GAME.actions(state)[0], Keep):
        offered = GAME.actions(state)[0]
        state = act(state, Deal(next(names)) if isinstance(offered, Deal) else offered)
    assert GAME.actor(state) == 0
    return state


@pytest.mark.rule("tycoon", "R15.4")
def test_the_choice_is_secret() -> None:
    state = keeping()
    assert GAME.seen(Keep("morgan"), state, Seat(0)) == Keep("morgan")
    assert GAME.seen(Keep("morgan"), state, Seat(1)) == GAME.seen(Keep("farnam"), state, Seat(1))
    assert GAME.seen(Keep("morgan"), state, None) == GAME.seen(Keep("farnam"), state, None)
    one, other = act(state, Keep("farnam")), act(state, Keep("morgan"))
    assert GAME.encode(GAME.view(one, Seat(1))) == GAME.encode(GAME.view(other, Seat(1)))
    assert GAME.encode(GAME.view(one, None)) == GAME.encode(GAME.view(other, None))
    data = GAME.encode(GAME.view(one, Seat(1))).decode()
    assert '"farnam"' not in data
    assert '"morgan"' not in data
    assert '"gould"' in data


@pytest.mark.rule("tycoon", "R15.4")
def test_the_card_that_is_kept_counts_alone() -> None:
    """One has links, most of them and one at Chicago, and the first locomotive of level 6."""
    for choice, bonus in (("farnam", 2), ("morgan", 6)):
        state = act(keeping(), Keep(choice), Keep("gould"))
        while not offers(state, Build()):
            state = act(state, idle(state))
        state = replace(state, order=(Seat(0), Seat(1)))
        state = lines(state, (0, "Chicago", "Toledo"))
        state = last_turn(company(state, 1, shares=1, cash=9_000))
        assert [news.points for news in told(state, Judged)] == [bonus, 0]
        assert GAME.scores(state) == (bonus, -1)


@pytest.mark.rule("tycoon", "R15.4")
@pytest.mark.parametrize(("choice", "shows"), [("pullman", True), ("gould", False)])
def test_pullman_counts_only_if_he_was_kept(choice: str, shows: bool) -> None:  # noqa: FBT001
    state = act(keeping(), Keep("farnam"), Keep(choice))
    state = skip_to(state, 1)
    state = act(company(state, 1, level=5), Upgrade())
    assert bool(told(state, Pioneer)) == shows


@pytest.mark.rule("tycoon", "R15.4")
def test_six_players_are_dealt_one_each() -> None:
    said = chances(6, Options(tycoons="two"))
    assert counted(said, Deal) == 6
    assert counted(said, Keep) == 0


@pytest.mark.rule("tycoon", "R15.4")
def test_usually_one_is_dealt() -> None:
    said = chances(5, Options())
    assert counted(said, Deal) == 5
    assert counted(said, Keep) == 0


# R15.5 levels


@pytest.mark.rule("tycoon", "R15.5")
def test_with_seven_levels_there_is_no_eighth() -> None:
    seven = table(3, Options(levels=7))
    state = company(seven, 0, level=6, cash=30_000)
    state = act(state, Upgrade())
    assert state.railroads[0].level == 7
    assert cash(state)[0] == 0
    assert not accepts(company(seven, 0, level=7), Upgrade())
    assert not offers(company(seven, 0, level=7), Upgrade())
    assert accepts(company(table(), 0, level=7), Upgrade())


# R15.6, R15.7 auction = reverse


def balance(state: State) -> tuple[int, ...]:
    """Money less what shares have brought."""
    return tuple(railroad.cash - 5_000 * railroad.shares for railroad in state.railroads)


def auction(seats: int, *actions: Action) -> State:
    """A first auction with the option; seat 1 opens it."""
    state = begun(seats, Options(auction="reverse"))
    assert GAME.actor(state) == 1
    return act(state, *actions)


@pytest.mark.rule("tycoon", "R15.6")
def test_the_others_pay_half_of_their_last_bid_rounded_up() -> None:
    """Seat 3 has made no bid and pays nothing; last bids are 3, 5 and 7 thousand."""
    state = auction(4, Bid(3_000), Bid(5_000), Pass(), Bid(7_000), Pass(), Pass())
    assert GAME.actor(state) == 0
    assert balance(state) == (-7_000, -2_000, -3_000, 0)
    assert shares(state) == (2, 1, 1, 0)
    assert {(int(news.seat), news.amount) for news in told(state, Paid)} == {
        (0, 7_000),
        (1, 2_000),
        (2, 3_000),
    }
    assert_sound(state)


@pytest.mark.rule("tycoon", "R15.6")
def test_only_the_last_bid_of_each_counts() -> None:
    state = auction(2, Bid(1_000), Bid(2_000), Bid(6_000), Bid(9_000), Pass())
    assert balance(state) == (-9_000, -3_000)


@pytest.mark.rule("tycoon", "R15.6")
def test_half_of_the_lowest_bid_is_a_thousand() -> None:
    state = auction(2, Bid(1_000), Bid(2_000), Pass())
    assert balance(state) == (-2_000, -1_000)


@pytest.mark.rule("tycoon", "R15.6")
def test_all_pay_when_the_auction_is_over_and_not_before() -> None:
    state = auction(4, Bid(3_000), Bid(5_000), Pass(), Bid(7_000), Pass())
    assert balance(state) == (0, 0, 0, 0)


@pytest.mark.rule("tycoon", "R15.6")
def test_usually_only_the_highest_bidder_pays() -> None:
    state = begun(4)
    assert GAME.actor(state) == 3
    state = act(state, Bid(3_000), Bid(5_000), Pass(), Bid(7_000), Pass(), Pass())
    assert balance(state) == (0, 0, -7_000, 0)
    assert state.order == (2, 3, 0, 1)


@pytest.mark.rule("tycoon", "R15.7")
def test_the_order_is_the_reverse_order_of_passing() -> None:
    """Seat 3 passed first, then 1, then 2; so in all three rounds."""
    state = auction(4, Bid(3_000), Bid(5_000), Pass(), Bid(7_000), Pass(), Pass())
    assert [news.order for news in told(state, Ordered)] == [(0, 2, 1, 3)]
    asked = []
    for _ in range(12):
        asked.append(GAME.actor(state))
        state = act(state, Pass())
    assert asked == [0, 2, 1, 3] * 3


@pytest.mark.rule("tycoon", "R15.7")
def test_if_all_pass_the_last_to_pass_is_first_and_nobody_pays() -> None:
    state = auction(4, Pass(), Pass(), Pass(), Pass())
    assert state.order == (0, 3, 2, 1)
    assert GAME.actor(state) == 0
    assert balance(state) == (0, 0, 0, 0)
    assert told(state, Paid) == []


@pytest.mark.rule("tycoon", "R15.7")
def test_the_last_player_may_still_bid() -> None:
    """R3.4 holds here too."""
    state = auction(3, Pass(), Pass(), Bid(1_000))
    assert state.order == (0, 2, 1)
    assert balance(state) == (-1_000, 0, 0)


@pytest.mark.rule("tycoon", "R15.7")
def test_the_next_auction_goes_clockwise_from_the_first_player() -> None:
    """Seat 2 was first and 0, 3, 1 followed; 2 opens and 3, 0 and 1 speak after him."""
    state = auction(4, Pass(), Bid(3_000), Pass(), Pass())
    assert state.order == (2, 0, 3, 1)
    state = end_turn(state)
    spoke = []
    for _ in range(3):
        spoke.append(GAME.actor(state))
        state = act(state, Pass())
    assert spoke == [2, 3, 0]
    assert GAME.actor(state) == 1


# R15.8 auction = score


def after_a_turn(first: int, score: tuple[int, ...]) -> State:
    """The second turn with order by score; `first` was the first player before."""
    state = table(len(score), Options(auction="score"))
    seats = len(score)
    state = replace(state, order=tuple(Seat((first + step) % seats) for step in range(seats)))
    for seat, count in enumerate(score):
        state = company(state, seat, points=count)
    return end_turn(cards(state, left=()))


@pytest.mark.rule("tycoon", "R15.8")
def test_there_is_an_auction_in_the_first_turn_only() -> None:
    state = begun(3, Options(auction="score"))
    assert offers(state, Bid(1_000), Pass())
    state = act(state, Bid(2_000), Pass(), Pass())
    assert state.order == (2, 0, 1)
    assert balance(state) == (0, 0, -2_000)
    state = end_turn(cards(state, left=()))
    assert state.turn == 2
    assert offers(state, Build())
    assert not offers(state, Bid(1_000))


@pytest.mark.rule("tycoon", "R15.8")
@pytest.mark.parametrize(
    ("first", "score", "order"),
    [
        (0, (5, 3, 2, 9), (2, 3, 0, 1)),
        (0, (0, 3, 2, 9), (0, 1, 2, 3)),
        (0, (0, 0, 0, 0), (1, 2, 3, 0)),
        (3, (0, 0, 0, 0), (0, 1, 2, 3)),
        (1, (5, 3, 3, 9), (2, 3, 0, 1)),
        (2, (5, 3, 3, 9), (1, 2, 3, 0)),
        (3, (5, 3, 3, 9), (1, 2, 3, 0)),
        (1, (3, 3, 9, 9), (0, 1, 2, 3)),
        (0, (103, 102, 104, 99), (3, 0, 1, 2)),
        (0, (104, 5, 104, 7), (1, 2, 3, 0)),
    ],
)
def test_the_player_with_fewest_points_is_first(
    first: int, score: tuple[int, ...], order: tuple[int, ...]
) -> None:
    """Laps included; equals clockwise from the left neighbour of the last first player."""
    state = after_a_turn(first, score)
    assert state.turn == 2
    asked = []
    for _ in range(12):
        asked.append(GAME.actor(state))
        state = act(state, Pass())
    assert asked == list(order) * 3


@pytest.mark.rule("tycoon", "R15.8")
def test_shares_do_not_count_for_the_order() -> None:
    """Points are those of the track."""
    state = table(3, Options(auction="score"))
    state = company(company(state, 0, points=2), 1, points=3, shares=9, cash=90_000)
    state = end_turn(cards(company(state, 2, points=3), left=()))
    assert state.order == (0, 1, 2)


@pytest.mark.rule("tycoon", "R15.8")
def test_a_line_paid_at_the_end_of_a_turn_counts() -> None:
    """The card comes out before the next turn begins, so seat 1 is behind and not seat 0."""
    state = table(3, Options(auction="score"))
    state = replace(state, order=(Seat(2), Seat(0), Seat(1)))
    state = cards(lines(state, (0, *ATLANTIC)), left=("major_line_new_york_chicago",))
    state = end_turn(state)
    assert points(state) == (10, 0, 0)
    assert state.order == (1, 2, 0)


@pytest.mark.rule("tycoon", "R15.8")
def test_the_usual_game_has_an_auction_in_every_turn() -> None:
    state = end_turn(cards(table(), left=()))
    assert offers(state, Bid(1_000))
    assert GAME.actor(state) == 0


# R15.9 length


@pytest.mark.rule("tycoon", "R15.9")
@pytest.mark.parametrize(("seats", "limit"), [(2, 6), (3, 8), (4, 9), (5, 10), (6, 12)])
def test_a_short_game_needs_fewer_markers(seats: int, limit: int) -> None:
    for markers in (limit - 1, limit - 2):
        state = lines(table(seats, Options(length="short")), (0, "Toledo", "Detroit"))
        state = emptied(state, markers, but=("Toledo", "Detroit"))
        state = ship(goods(state, {"Toledo": "B"}), "Toledo", "blue", 0)
        assert bool(told(state, Ending)) == (markers == limit - 1)
    state = lines(table(seats), (0, "Toledo", "Detroit"))
    state = emptied(state, limit - 1, but=("Toledo", "Detroit"))
    state = ship(goods(state, {"Toledo": "B"}), "Toledo", "blue", 0)
    assert told(state, Ending) == []


@pytest.mark.rule("tycoon", "R15.9")
def test_a_short_game_is_over_after_one_more_turn() -> None:
    state = lines(table(2, Options(length="short")), (0, "Toledo", "Detroit"))
    state = cards(emptied(state, 5, but=("Toledo", "Detroit")), left=())
    state = ship(goods(state, {"Toledo": "B"}), "Toledo", "blue", 0)
    state = end_turn(state)
    assert not state.over
    assert end_turn(state).over


# R15.10 bag


@pytest.mark.rule("tycoon", "R15.10")
def test_delivered_cubes_may_leave_the_game() -> None:
    for options, back in ((Options(bag="leave"), 0), (Options(), 1)):
        state = lines(table(3, options), (0, "Toledo", "Detroit"))
        state = goods(state, {"Toledo": "B"})
        before = bag(state).count("B")
        state = ship(state, "Toledo", "blue", 0)
        assert bag(state).count("B") == before + back
        assert sum(state.gone) == 1 - back
        assert marked(state, "Toledo")
        assert_sound(state)


@pytest.mark.rule("tycoon", "R15.10")
def test_then_the_refill_of_chicago_does_not_find_them() -> None:
    state = lines(table(3, Options(bag="leave")), (0, "Kansas City", "Chicago"))
    state = goods(western(state, 0, "Kansas City"), {"Kansas City": "RR", "Chicago": "Y"}, bag="")
    state = drawn(ship(state, "Kansas City", "red", 0))
    assert cubes(state, "Chicago") == "Y"
    assert GAME.actor(state) == 1


# R15.11 judah; see also test_14_tycoons


@pytest.mark.rule("tycoon", "R15.11")
@pytest.mark.parametrize(("options", "bonus"), [(Options(), 0), (Options(judah="group"), 8)])
def test_judah_may_count_groups(options: Options, bonus: int) -> None:
    """A star of three is a group of three, but a line of two; the rival has two and one."""
    state = lines(table(3, options), (0, "Chicago", "Toledo"), (0, "Chicago", "Springfield"))
    state = lines(state, (0, "Chicago", "Milwaukee"), (1, "Boston", "Portland", "Montreal"))
    state = lines(state, (1, "Atlanta", "Savannah"))
    state = company(company(state, 0, tycoon="judah"), 1, tycoon="fisk")
    state = last_turn(company(state, 2, tycoon="drew"))
    assert [news.points for news in told(state, Judged)] == [bonus, 0, 0]


@pytest.mark.rule("tycoon", "R15.11")
def test_a_tie_of_groups_brings_nothing() -> None:
    state = lines(table(3, Options(judah="group")), (0, "Chicago", "Toledo", "Detroit"))
    state = lines(state, (1, "Boston", "Portland", "Montreal"))
    state = company(company(state, 0, tycoon="judah"), 1, tycoon="fisk")
    state = last_turn(company(state, 2, tycoon="drew"))
    assert [news.points for news in told(state, Judged)] == [0, 0, 0]


# R15.12 curves


@pytest.mark.rule("tycoon", "R15.12")
def test_no_segment_leads_to_a_neighbouring_side() -> None:
    """Leaving Memphis to the west, the hex is entered from the east."""
    laid = (Build(), From("Memphis"), Out(SIDES.index("W")))
    every = {Lay(side) for side in range(1, 6)}
    wide = {Lay(SIDES.index(side)) for side in ("NW", "W", "SW")}
    for options, allowed in ((Options(), every), (Options(curves="wide"), wide)):
        state = act(table(3, options), *laid)
        assert {action for action in GAME.actions(state) if isinstance(action, Lay)} == allowed
        for action in every - allowed:
            assert not accepts(state, action)
        later = act(state, Lay(SIDES.index("W")))
        assert {action for action in GAME.actions(later) if isinstance(action, Lay)} == allowed


@pytest.mark.rule("tycoon", "R15.12")
def test_nor_does_a_turned_tile() -> None:
    west = SIDES.index("W")
    for options, count in ((Options(), 4), (Options(curves="wide"), 2)):
        state = act(table(3, options), Build(), From("Memphis"), Out(west), Lay(west), Stop())
        state = act(skip_to(state, 0), Build(), Extend(0))
        turns = [action for action in GAME.actions(state) if isinstance(action, Turn)]
        assert len(turns) == count


@pytest.mark.rule("tycoon", "R15.12")
@pytest.mark.parametrize("city", ["Cincinnati", "Boston", "Atlanta", "Chicago", "Washington"])
def test_connecting_a_city_makes_no_tight_curve(city: str) -> None:
    state = table(3, Options(curves="wide"))
    there = reach(state, city)
    assert there == reach(table(), city)
    for other in there:
        (link,) = act(state, Build(), From(city), Connect(other)).links
        assert all((piece.b - piece.a) % 6 in {2, 3, 4} for piece in link.track)
