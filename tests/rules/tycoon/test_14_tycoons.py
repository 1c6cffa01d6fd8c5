"""R14 Tycoon cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from tests.rules.tycoon.network_table import (
    act,
    assert_sound,
    cards,
    company,
    joined,
    last_turn,
    lines,
    room,
    skip_to,
    stub,
    table,
    told,
    western,
)
from trainshed.core import Seat
from trainshed.games.tycoon import GAME
from trainshed.games.tycoon.actions import Build, Extend, Judged, Pioneer, Upgrade
from trainshed.games.tycoon.box import BOX, CITIES
from trainshed.games.tycoon.state import Options, State

TEN = {
    "farnam": ("Henry Farnam", 2),
    "morgan": ("J.P. Morgan", 6),
    "gould": ("Jay Gould", 7),
    "pullman": ("George Pullman", 6),
    "holliday": ("Cyrus Holliday", 5),
    "judah": ("Theodore D. Judah", 8),
    "vanderbilt": ("Cornelius Vanderbilt", 5),
    "fisk": ("James Fisk", 7),
    "drew": ("Daniel Drew", 7),
    "hopkins": ("Mark Hopkins", 7),
}
PATH = ("New York", "Philadelphia", "Pittsburgh", "Cleveland", "Toledo", "Chicago")


def bonus(state: State, tycoon: str, seat: int = 0) -> int:
    """What a tycoon card brings to a player at the end of this turn, if nobody does anything."""
    spare = iter(name for name in TEN if name != tycoon)
    for other in range(state.seats):
        state = company(state, other, tycoon=tycoon if other == seat else next(spare))
    assert_sound(state)
    state = last_turn(state)
    judged = {int(news.seat): news for news in told(state, Judged)}
    assert judged[seat].tycoon == tycoon
    assert GAME.tally(state)["tycoon"][seat] == judged[seat].points
    return judged[seat].points


def test_these_are_the_ten_cards() -> None:
    """R1.8 names their number; R14.10 to R14.17 their points."""
    assert {key: (card.name, card.points) for key, card in BOX.tycoons.items()} == TEN


# R14.7 Secrecy


def shown(state: State, viewer: Seat | None, seat: int) -> str:
    """The tycoon card of a player as somebody sees it, if he does."""
    name = GAME.view(state, viewer).railroads[seat].tycoon
    return name if name in TEN else ""


@pytest.mark.rule("tycoon", "R14.7")
def test_tycoon_cards_are_secret_until_the_end() -> None:
    state = table(3)
    for viewer in (None, Seat(0), Seat(1), Seat(2)):
        data = GAME.encode(GAME.view(state, viewer)).decode()
        seen = {name for name in ("farnam", "morgan", "gould") if f'"{name}"' in data}
        assert seen == ({("farnam", "morgan", "gould")[viewer]} if viewer is not None else set())
        assert [bool(shown(state, viewer, seat)) for seat in range(3)] == [
            seat == viewer for seat in range(3)
        ]


@pytest.mark.rule("tycoon", "R14.7")
def test_at_the_end_all_are_shown() -> None:
    state = last_turn(table(3))
    view = GAME.view(state, None)
    assert [railroad.tycoon for railroad in view.railroads] == ["farnam", "morgan", "gould"]
    assert [news.tycoon for news in told(state, Judged)] == ["farnam", "morgan", "gould"]


@pytest.mark.rule("tycoon", "R14.7")
def test_the_scores_do_not_tell_before_the_end() -> None:
    """What a viewer can count is the same whatever cards the others hold."""
    state = lines(table(3), (0, "Chicago", "Toledo"))
    other = company(state, 0, tycoon="vanderbilt")
    for viewer in (None, Seat(1), Seat(2)):
        assert GAME.encode(GAME.view(state, viewer)) == GAME.encode(GAME.view(other, viewer))
        assert GAME.scores(GAME.view(state, viewer)) == GAME.scores(GAME.view(other, viewer))


@pytest.mark.rule("tycoon", "R14.7")
def test_pullman_is_shown_as_soon_as_he_succeeds() -> None:
    state = company(company(table(3), 0, tycoon="pullman", level=4), 1, tycoon="farnam", level=4)
    state = act(state, Upgrade())
    assert told(state, Pioneer) == []
    assert shown(state, Seat(1), 0) == ""
    state = act(skip_to(state, 0), Upgrade())
    assert told(state, Pioneer) == [Pioneer(Seat(0))]
    for viewer in (None, Seat(0), Seat(1), Seat(2)):
        assert shown(state, viewer, 0) == "pullman"
    for viewer in (None, Seat(0), Seat(2)):
        assert shown(state, viewer, 1) == ""
    assert_sound(state)


@pytest.mark.rule("tycoon", "R14.7")
def test_no_other_card_is_shown_at_level_six() -> None:
    state = company(company(table(3), 0, level=5), 1, tycoon="pullman", level=5)
    state = act(state, Upgrade())
    assert told(state, Pioneer) == []
    assert [shown(state, Seat(2), seat) for seat in range(3)] == ["", "", "gould"]
    state = act(state, Upgrade())
    assert told(state, Pioneer) == []
    assert shown(state, Seat(0), 1) == ""


# R14.8, R14.9 When and how they are judged


@pytest.mark.rule("tycoon", "R14.8")
@pytest.mark.parametrize("tycoon", ["fisk", "drew"])
def test_money_is_counted_after_the_last_income(tycoon: str) -> None:
    """Ten points earn $12,000, which turns the order round."""
    state = company(company(table(2), 0, cash=5_000, points=10), 1, cash=6_000)
    assert bonus(state, tycoon) == 7
    assert bonus(state, tycoon, seat=1) == 0


@pytest.mark.rule("tycoon", "R14.8")
@pytest.mark.parametrize("tycoon", ["fisk", "drew"])
def test_and_after_the_last_dividends(tycoon: str) -> None:
    state = company(company(table(2), 0, cash=10_000, shares=5), 1, cash=6_000)
    assert bonus(state, tycoon) == 0
    assert bonus(state, tycoon, seat=1) == 7


@pytest.mark.rule("tycoon", "R14.8")
@pytest.mark.parametrize("tycoon", ["gould", "hopkins"])
def test_shares_issued_for_the_last_dividends_count(tycoon: str) -> None:
    """Both have one share; only one of them can pay for it."""
    state = company(company(table(2), 0, cash=1_000, shares=1), 1, cash=0, shares=1)
    assert bonus(state, tycoon) == 7
    assert bonus(state, tycoon, seat=1) == 0


@pytest.mark.rule("tycoon", "R14.8")
def test_the_points_lost_for_shares_do_not_change_the_judgement() -> None:
    """The shares are still there to be counted (Q102)."""
    state = company(company(table(2), 0, cash=3_000, shares=3), 1, cash=4_000, shares=4)
    assert bonus(state, "gould") == 7


def ahead(tycoon: str, first: int, others: int, seats: int) -> State:
    """Seat 0 has so much of what a card asks for, and each of the others so much."""
    state = table(seats)
    for seat in range(seats):
        amount = others if seat else first
        match tycoon:
            case "morgan" | "judah":
                state = lines(state, (seat, *LINES[seat][: amount + 1]))
            case "gould" | "hopkins":
                state = company(state, seat, shares=9 - amount, cash=20_000)
            case _:
                state = company(state, seat, cash=1_000 * amount)
    return state


LINES = (
    ("New York", "Philadelphia", "Baltimore", "Washington"),
    ("Chicago", "Springfield", "St. Louis", "Memphis"),
    ("Detroit", "Toledo", "Columbus", "Cincinnati"),
    ("Atlanta", "Savannah", "Charleston", "Charlotte"),
    ("Boston", "Portland", "Montreal", "Albany"),
    ("Mobile", "New Orleans", "Jackson", "Montgomery"),
)
MAJORITIES = ("morgan", "gould", "hopkins", "judah", "fisk", "drew")


@pytest.mark.rule("tycoon", "R14.9")
@pytest.mark.parametrize("seats", [2, 3, 6])
@pytest.mark.parametrize("tycoon", MAJORITIES)
def test_the_owner_must_be_alone(tycoon: str, seats: int) -> None:
    """A tie brings nothing, with two players too."""
    assert bonus(ahead(tycoon, 3, 2, seats), tycoon) == TEN[tycoon][1]
    assert bonus(ahead(tycoon, 2, 2, seats), tycoon) == 0
    assert bonus(ahead(tycoon, 2, 3, seats), tycoon) == 0


@pytest.mark.rule("tycoon", "R14.9")
@pytest.mark.parametrize("tycoon", MAJORITIES)
def test_all_players_are_compared_whatever_their_cards(tycoon: str) -> None:
    """The card of one who is not alone in front brings nothing, though nobody else has it."""
    assert bonus(ahead(tycoon, 3, 2, 3), tycoon, seat=1) == 0


@pytest.mark.rule("tycoon", "R14.9")
@pytest.mark.parametrize("tycoon", MAJORITIES)
def test_who_has_nothing_may_be_equal_to_others(tycoon: str) -> None:
    assert bonus(table(3), tycoon) == 0


@pytest.mark.rule("tycoon", "R14.9")
@pytest.mark.parametrize("pair", [("fisk", "drew"), ("gould", "hopkins")])
def test_of_two_equal_cards_each_is_judged_by_itself(pair: tuple[str, str]) -> None:
    """The leader alone is paid, whichever of the two he has (Q104)."""
    for one, other in (pair, pair[::-1]):
        state = ahead(one, 3, 2, 3)
        state = company(company(state, 0, tycoon=one), 1, tycoon=other)
        state = last_turn(company(state, 2, tycoon="holliday"))
        assert [news.points for news in told(state, Judged)] == [7, 0, 0]
        state = ahead(one, 2, 2, 3)
        state = company(company(state, 0, tycoon=one), 1, tycoon=other)
        state = last_turn(company(state, 2, tycoon="holliday"))
        assert [news.points for news in told(state, Judged)] == [0, 0, 0]


# R14.10 to R14.17 One by one


@pytest.mark.rule("tycoon", "R14.10")
def test_farnam_counts_own_links_at_chicago() -> None:
    """Those that begin there and those that end there; parallel ones; at most four."""
    state = lines(table(), (1, "Boston", "Portland"))
    for count, (one, other) in enumerate(
        [
            ("Chicago", "Toledo"),
            ("Springfield", "Chicago"),
            ("Chicago", "Springfield"),
            ("Milwaukee", "Chicago"),
        ],
        start=1,
    ):
        state = joined(state, 0, one, other)
        assert bonus(state, "farnam") == 2 * count
        assert bonus(state, "farnam", seat=1) == 0
    assert not room(state, "Chicago", "Detroit")


@pytest.mark.rule("tycoon", "R14.10")
def test_links_elsewhere_and_stubs_do_not_count_for_farnam() -> None:
    state = lines(table(), (0, "Springfield", "St. Louis", "Memphis"), (1, "Chicago", "Toledo"))
    assert bonus(stub(state, 0, "Chicago", "Dubuque"), "farnam") == 0


@pytest.mark.rule("tycoon", "R14.11")
def test_morgan_brings_six_for_most_finished_links() -> None:
    """They need not hang together."""
    state = lines(table(), (0, "Chicago", "Toledo"), (0, "Boston", "Portland"))
    state = lines(state, (1, "Atlanta", "Savannah"), (0, "Detroit", "Toledo"))
    state = lines(state, (1, "Savannah", "Charleston"))
    assert bonus(state, "morgan") == 6
    assert bonus(state, "morgan", seat=1) == 0


@pytest.mark.rule("tycoon", "R14.11")
def test_stubs_and_western_links_do_not_count_for_morgan() -> None:
    state = lines(table(), (0, "Kansas City", "St. Louis"), (1, "Boston", "Portland"))
    state = western(stub(state, 0, "Chicago", "Toledo"), 0, "Kansas City")
    assert bonus(state, "morgan") == 0
    assert bonus(lines(state, (0, "Detroit", "Toledo")), "morgan") == 6


@pytest.mark.rule("tycoon", "R14.12")
@pytest.mark.parametrize("tycoon", ["gould", "hopkins"])
def test_gould_and_hopkins_bring_seven_for_fewest_shares(tycoon: str) -> None:
    state = company(company(table(), 1, shares=1, cash=9_000), 2, shares=5, cash=9_000)
    assert bonus(state, tycoon) == 7
    assert bonus(state, tycoon, seat=1) == 0
    state = company(state, 0, shares=3, cash=9_000)
    assert bonus(state, tycoon) == 0
    assert bonus(state, tycoon, seat=1) == 7


@pytest.mark.rule("tycoon", "R14.13")
def test_pullman_brings_six_to_the_first_at_level_six() -> None:
    state = company(company(table(), 0, level=5), 1, level=5)
    first = skip_to(act(state, Upgrade(), Upgrade()), 0)
    assert first.pioneer == 0
    assert bonus(first, "pullman") == 6
    assert bonus(first, "pullman", seat=1) == 0


@pytest.mark.rule("tycoon", "R14.13")
def test_it_has_failed_if_another_player_was_first() -> None:
    """Even if its owner has a higher level in the end."""
    state = act(skip_to(company(company(table(), 0, level=5), 1, level=5), 1), Upgrade())
    state = skip_to(act(skip_to(state, 0), Upgrade()), 0)
    state = act(state, Upgrade())
    assert [railroad.level for railroad in state.railroads] == [7, 6, 1]
    assert bonus(state, "pullman") == 0
    assert bonus(state, "pullman", seat=1) == 6


@pytest.mark.rule("tycoon", "R14.13")
def test_level_five_is_not_enough() -> None:
    assert bonus(company(table(), 0, level=5), "pullman") == 0


@pytest.mark.rule("tycoon", "R14.14")
def test_holliday_brings_five_for_a_western_link() -> None:
    state = lines(table(), (0, "Kansas City", "St. Louis"), (0, "Des Moines", "Dubuque"))
    assert bonus(state, "holliday") == 0
    one = western(state, 0, "Des Moines")
    assert bonus(one, "holliday") == 5
    assert bonus(one, "holliday", seat=1) == 0
    assert bonus(western(one, 0, "Kansas City"), "holliday") == 5


@pytest.mark.rule("tycoon", "R14.14")
def test_each_of_two_builders_would_succeed() -> None:
    state = lines(table(), (0, "Kansas City", "St. Louis"), (1, "Des Moines", "Dubuque"))
    state = western(western(state, 0, "Kansas City"), 1, "Des Moines")
    assert bonus(state, "holliday") == 5
    assert bonus(state, "holliday", seat=1) == 5


TRIANGLE = ("Cincinnati", "Louisville", "Lexington", "Cincinnati")


@pytest.mark.rule("tycoon", "R14.15")
def test_judah_brings_eight_for_the_longest_line() -> None:
    """Three links in a row beat three that meet in one city."""
    state = lines(table(), (0, *LINES[0]))
    state = lines(state, (1, "Chicago", "Springfield"), (1, "Chicago", "Toledo"))
    state = lines(state, (1, "Chicago", "Milwaukee"), (1, "Atlanta", "Savannah", "Charleston"))
    assert bonus(state, "judah") == 8
    assert bonus(state, "judah", seat=1) == 0


@pytest.mark.rule("tycoon", "R14.15")
def test_cities_may_be_visited_again() -> None:
    """A triangle with a tail is a line of four: it beats one of three."""
    state = lines(table(), (0, *TRIANGLE), (0, "Cincinnati", "Columbus"), (1, *LINES[0]))
    assert bonus(state, "judah") == 8
    assert bonus(lines(state, (1, "Washington", "Richmond")), "judah") == 0


@pytest.mark.rule("tycoon", "R14.15")
def test_each_link_is_used_once() -> None:
    """A triangle with two tails is a line of five; three links at one city are one of two."""
    state = lines(table(), (0, *TRIANGLE), (0, "Cincinnati", "Columbus"))
    state = lines(state, (0, "Cincinnati", "Indianapolis"))
    rival = lines(state, (1, *LINES[0], "Richmond"))
    assert longest(rival, 0) == 5
    assert bonus(rival, "judah") == 8
    apart = lines(table(), (0, "Chicago", "Springfield"), (0, "Chicago", "Toledo"))
    apart = lines(apart, (0, "Chicago", "Milwaukee"), (1, "Boston", "Portland"))
    assert bonus(lines(apart, (1, "Portland", "Montreal")), "judah") == 0


@pytest.mark.rule("tycoon", "R14.15")
def test_parallel_links_are_two_of_a_line() -> None:
    state = lines(table(), (0, "Boston", "Portland"), (0, "Portland", "Boston"))
    assert bonus(lines(state, (1, "Chicago", "Toledo")), "judah") == 8
    assert bonus(lines(state, (1, "Chicago", "Toledo", "Detroit")), "judah") == 0


@pytest.mark.rule("tycoon", "R14.15")
def test_links_of_others_and_stubs_break_the_line() -> None:
    state = lines(table(), (0, "New York", "Philadelphia"), (2, "Philadelphia", "Baltimore"))
    state = lines(state, (0, "Baltimore", "Washington"), (1, "Chicago", "Toledo"))
    state = stub(state, 0, "Washington", "Pittsburgh")
    assert bonus(state, "judah") == 0


def trails(edges: list[tuple[int, int]], here: int, used: frozenset[int]) -> Iterator[int]:
    """The lengths of all lines from a city that use no link twice."""
    yield len(used)
    for at, (one, other) in enumerate(edges):
        if at not in used and here in (one, other):
            yield from trails(edges, one + other - here, used | {at})


def longest(state: State, seat: int) -> int:
    """The longest line of a player, by trying all."""
    edges = [(link.start, link.end) for link in state.links if link.owner == seat and link.finished]
    starts = {city for edge in edges for city in edge}
    return max((max(trails(edges, city, frozenset())) for city in starts), default=0)


def largest(state: State, seat: int) -> int:
    """The largest group of links of a player that hang together."""
    group = {city: city for link in state.links for city in (link.start, link.end)}
    mine = [link for link in state.links if link.owner == seat and link.finished]
    for link in mine:
        old, new = group[link.start], group[link.end]
        group = {city: new if mark == old else mark for city, mark in group.items()}
    return max(Counter(group[link.start] for link in mine).values(), default=0)


def scattered(seed: int, options: Options | None = None) -> State:
    """Eight or nine links of each of two players, close together, with circles and branches."""
    rng = Random(seed)
    names = ("Cincinnati", "Louisville", "Lexington", "Columbus", "Indianapolis", "Evansville")
    more = ("Detroit", "Toledo", "Cleveland", "Wheeling", "Pittsburgh", "Nashville")
    pairs = list(combinations(names + more, 2))
    state = table(2, options)
    for seat in (0, 1):
        count = rng.choice((8, 9))
        while sum(link.owner == seat for link in state.links) < count:
            one, other = rng.choice(pairs)
            if room(state, one, other):
                state = joined(state, seat, one, other)
    return state


@pytest.mark.rule("tycoon", "R14.15")
@pytest.mark.rule("tycoon", "R15.11")
@pytest.mark.parametrize("seed", range(24))
def test_judah_on_networks_of_all_kinds(seed: int) -> None:
    """The longest lines, and with `judah = group` the largest groups, found by trying all."""
    line = scattered(seed)
    first, second = longest(line, 0), longest(line, 1)
    assert bonus(line, "judah") == 8 * (first > second)
    assert bonus(line, "judah", seat=1) == 8 * (second > first)
    group = scattered(seed, Options(judah="group"))
    first, second = largest(group, 0), largest(group, 1)
    assert bonus(group, "judah") == 8 * (first > second)
    assert bonus(group, "judah", seat=1) == 8 * (second > first)


@pytest.mark.rule("tycoon", "R14.16")
def test_vanderbilt_brings_five_for_a_chain_from_new_york_to_chicago() -> None:
    assert bonus(lines(table(), (0, *PATH)), "vanderbilt") == 5
    assert bonus(lines(table(), (0, *PATH[::-1]), (0, "Toledo", "Detroit")), "vanderbilt") == 5
    assert bonus(lines(table(), (0, *PATH[1:])), "vanderbilt") == 0
    assert bonus(lines(table(), (0, *PATH)), "vanderbilt", seat=1) == 0


@pytest.mark.rule("tycoon", "R14.16")
def test_others_may_have_such_a_chain_too() -> None:
    """It is no race and no majority."""
    state = lines(table(), (0, *PATH), (1, *PATH))
    assert bonus(state, "vanderbilt") == 5
    assert bonus(state, "vanderbilt", seat=1) == 5


@pytest.mark.rule("tycoon", "R14.16")
def test_links_of_others_and_stubs_do_not_help_vanderbilt() -> None:
    assert bonus(lines(table(), (0, *PATH[:3]), (1, *PATH[2:])), "vanderbilt") == 0
    state = stub(lines(table(), (0, *PATH[:-1])), 0, "Toledo", "Chicago")
    assert bonus(state, "vanderbilt") == 0
    state = act(state, Build(), Extend(4))
    finished = next(
        after
        for action in GAME.actions(state)
        if (after := GAME.play(state, action)).links[-1].end == CITIES.index("Chicago")
    )
    assert bonus(finished, "vanderbilt") == 5


@pytest.mark.rule("tycoon", "R14.17")
@pytest.mark.parametrize("tycoon", ["fisk", "drew"])
def test_fisk_and_drew_bring_seven_for_most_money(tycoon: str) -> None:
    state = company(company(table(), 0, cash=8_000), 1, cash=7_000)
    state = company(state, 2, shares=1, cash=8_000)
    assert bonus(state, tycoon) == 7
    assert bonus(state, tycoon, seat=1) == 0
    assert bonus(state, tycoon, seat=2) == 0


@pytest.mark.rule("tycoon", "R14.17")
def test_cards_bring_no_money() -> None:
    """Only cash counts, not what somebody has built or holds."""
    state = lines(table(), (1, *LINES[0]))
    state = cards(company(state, 0, cash=1_000), hands={1: ("land_grant", "hotel_boston")})
    assert bonus(state, "fisk") == 7
