"""R1 The box and set-up."""

from __future__ import annotations

import pytest

from tests.rules.g1861.position import (
    all_money,
    company,
    found,
    gone,
    idle,
    left,
    minor,
    offers,
    operating,
    play,
    position,
    state_railway,
    stock_round,
    told,
)
from trainshed.core import CHANCE, Match, loads
from trainshed.core.errors import BadOption
from trainshed.games.g1861 import GAME
from trainshed.games.g1861.actions import Began, Round
from trainshed.games.g1861.box import BOX, MAP, PRIVATES, ROSTER, TRAINS
from trainshed.games.g1861.options import Options, rules
from trainshed.games.g1861.state import State


def begun(seats: int, options: Options | None = None) -> State:
    """The state after what is drawn by lot, the first outcome each time."""
    state = GAME.start(options or Options(), seats)
    while GAME.actor(state) == CHANCE:
        state = GAME.play(state, GAME.actions(state)[0])
    return state


@pytest.mark.rule("1861", "R1.1")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_three_to_six_can_play(seats: int) -> None:
    """R1.1 Three to six can play."""
    assert begun(seats).seats == seats


@pytest.mark.rule("1861", "R1.1")
@pytest.mark.parametrize("seats", [1, 7])
def test_neither_one_nor_seven_can_play(seats: int) -> None:
    """R1.1 No others can."""
    with pytest.raises(BadOption):
        GAME.start(Options(), seats)


@pytest.mark.rule("1861", "R1.1")
def test_two_can_play_the_reprint() -> None:
    """R1.1, Q13 With its changes."""
    assert begun(2, Options(edition="reprint")).most_shares == 7
    assert GAME.fewest(Options(edition="reprint")) == 2


@pytest.mark.rule("1861", "R1.1")
def test_two_cannot_play_the_first_edition() -> None:
    """R1.1, Q13 Nothing is drawn: the refusal names the option and the seats."""
    with pytest.raises(BadOption, match=r"edition = 'jklm'.*seats = 3 to 6, not 2") as refused:
        GAME.start(Options(), 2)
    assert refused.value.text is not None
    assert not GAME.takes(Options(), 2)
    assert list(GAME.seats) == [2, 3, 4, 5, 6]


@pytest.mark.rule("1861", "R1.1")
def test_without_a_number_three_play_the_first_edition() -> None:
    """R1.1 As few as the options allow."""
    assert GAME.start().seats == GAME.fewest() == 3


@pytest.mark.rule("1861", "R1.1")
@pytest.mark.parametrize("more", [{}, {"merger_price_floor": "100", "market": "column"}])
def test_two_who_began_the_first_edition_go_on_under_its_laws(more: dict[str, str]) -> None:
    """R1.1 A record or a table from before is read as the reprint with all that differs."""
    options = GAME.recorded_options({"edition": "jklm", **more}, 1, 2)
    assert isinstance(options, Options)
    assert (options.edition, begun(2, options).seats) == ("reprint", 2)
    before = GAME.read_options({"edition": "jklm", **more})
    assert isinstance(before, Options)
    assert rules(options) == rules(before)


@pytest.mark.rule("1861", "R1.1")
def test_two_cannot_begin_the_first_edition_by_a_record() -> None:
    """R1.1 One written under the laws of today is refused like any other beginning."""
    text = 'game = "1861"\nrules = 2\nseats = 2\nnames = ["A", "B"]\n[options]\nedition = "jklm"\n'
    with pytest.raises(BadOption, match=r"edition = 'jklm'.*seats = 3 to 6, not 2"):
        Match.replay(GAME, loads(f"{text}---\n"))


@pytest.mark.rule("1861", "R1.2")
@pytest.mark.parametrize(
    ("seats", "cash", "limit"), [(3, 420, 21), (4, 315, 16), (5, 252, 13), (6, 210, 11)]
)
def test_the_first_money_and_the_certificate_limit(seats: int, cash: int, limit: int) -> None:
    """R1.2, Q23 Both depend on the number of players."""
    state = begun(seats)
    assert state.cash == (cash,) * seats
    assert state.certificate_limit == limit


@pytest.mark.rule("1861", "R1.3")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_bank_owns_15000_and_pays_the_first_money(seats: int) -> None:
    """R1.3 The players' money is taken from it."""
    state = begun(seats)
    assert all_money(state) == 15000
    assert state.bank == 15000 - sum(state.cash)


@pytest.mark.rule("1861", "R1.3")
def test_a_bid_for_a_private_goes_to_the_bank() -> None:
    """R1.3 Payments that are not said to go elsewhere go to the bank."""
    state = begun(3)
    bank = state.bank
    state = play(state, "bid 50", "pass", "pass")
    assert state.bank == bank + 50


@pytest.mark.rule("1861", "R1.4")
def test_the_map_has_144_hexes() -> None:
    """R1.4, Q104 C21 and N20 are among them."""
    assert len(MAP.hexes) == 144
    assert {"C21", "N20"} <= set(MAP.hexes)


@pytest.mark.rule("1861", "R1.4")
def test_cities_and_towns_of_the_map() -> None:
    """R1.4, Q104 Lugansk is I17 and Penza K11."""
    cities = {one.city: name for name, one in MAP.hexes.items() if one.city}
    towns = {one.town: name for name, one in MAP.hexes.items() if one.town}
    assert len(cities) == 20
    assert cities["Moscow"] == "H8"
    assert cities["St Petersburg"] == "E1"
    assert cities["Kiev"] == "D14"
    assert cities["Ekaterinburg"] == "Q3"
    assert len(towns) == 13
    assert towns["Lugansk"] == "I17"
    assert towns["Penza"] == "K11"


@pytest.mark.rule("1861", "R1.4")
def test_printed_colours() -> None:
    """R1.4 St Petersburg alone is green; some hexes are yellow, some grey."""
    colours = {name: one.colour for name, one in MAP.hexes.items()}
    assert {name for name, colour in colours.items() if colour == "green"} == {"E1"}
    yellow = {name for name, colour in colours.items() if colour == "yellow"}
    assert yellow == {"C7", "D2", "D4", "D14", "F2", "F4", "G5", "G7", "H8", "K7"}
    grey = {name for name, colour in colours.items() if colour == "grey"}
    assert grey == {"A5", "C5", "C21", "M21", "P0", "Q3", "Q5", "Q7"}


@pytest.mark.rule("1861", "R1.4")
def test_red_areas_and_difficult_ground() -> None:
    """R1.4 Four areas, costs of 20, 40 and 80, labels M, K, S and Y."""
    hexes = MAP.hexes.values()
    areas = {one.area for one in hexes if one.area}
    assert areas == {"Poland", "Romania", "Caucasus", "Central Asia"}
    assert {one.cost for one in hexes} == {0, 20, 40, 80}
    labels = {name: one.label for name, one in MAP.hexes.items() if one.label}
    assert labels == {
        "B4": "Y",
        "D14": "K",
        "D20": "Y",
        "E1": "S",
        "G15": "Y",
        "H8": "M",
        "K7": "Y",
        "M19": "Y",
        "N10": "Y",
    }


@pytest.mark.rule("1861", "R1.5")
@pytest.mark.parametrize(
    ("id_", "minimum", "value", "income", "bonus"),
    [
        ("TSR", 20, 30, 10, None),
        ("BSS", 30, 45, 15, "Odessa"),
        ("MYR", 40, 60, 20, "Moscow"),
        ("MRR", 50, 75, 25, "Moscow"),
        ("WVR", 60, 90, 30, "Poland"),
    ],
)
def test_the_five_privates(
    id_: str, minimum: int, value: int, income: int, bonus: str | None
) -> None:
    """R1.5 Minimum, value, income and bonus place of each."""
    private = BOX.privates[PRIVATES.index(id_)]
    assert (private.minimum, private.value, private.income) == (minimum, value, income)
    where = private.bonus
    assert (MAP.hexes[where].city if where in MAP.hexes else where) == bonus


@pytest.mark.rule("1861", "R1.5")
def test_there_are_no_other_privates() -> None:
    """R1.5 There are five."""
    assert PRIVATES == ("TSR", "BSS", "MYR", "MRR", "WVR")


YELLOW = {
    "N": "Moscow",
    "SPW": "St Petersburg",
    "MNN": "Moscow",
    "RO": "Riga",
    "OK": "Odessa",
    "M-K": "Moscow",
    "KK": "Kiev",
    "MV": "Voronezh",
    "KB": "Kiev",
    "KR": "Kharkov",
}
GREEN = {
    "MB": "Smolensk",
    "Y": "Yuzovka",
    "V": "Rostov",
    "TR": "Tsaritsyn",
    "SV": "Samara",
    "E": "Ekaterinburg",
}


@pytest.mark.rule("1861", "R1.6")
def test_ten_yellow_and_six_green_minors_with_their_homes() -> None:
    """R1.6 The homes of the sixteen minors."""
    homes = {
        green: {one.id: MAP.hexes[one.home].city for one in BOX.minors if one.green == green}
        for green in (False, True)
    }
    assert homes == {False: YELLOW, True: GREEN}


@pytest.mark.rule("1861", "R1.6")
def test_each_minor_has_a_circle_of_its_own() -> None:
    """R1.6 No two minors share a circle."""
    assert len({(one.home, one.circle) for one in BOX.minors}) == 16


@pytest.mark.rule("1861", "R1.6")
def test_a_minor_is_one_certificate_worth_two_shares() -> None:
    """R1.6 It counts once towards the limit and twice in the score."""
    before = position(cash=(100, 0, 0))
    state = minor(before, "N", 50, owner=0)
    assert state.certificates(0) == before.certificates(0) + 1
    assert GAME.scores(state)[0] == GAME.scores(before)[0] + 2 * 50


@pytest.mark.rule("1861", "R1.7")
def test_eight_majors() -> None:
    """R1.7 Their letters."""
    names = [one.id for one in BOX.majors]
    assert names == ["GRR", "NW", "SW", "SE", "MK", "MVR", "MKV", "MKN"]


@pytest.mark.rule("1861", "R1.7")
def test_a_major_has_ten_shares_on_nine_certificates() -> None:
    """R1.7 The director's certificate is two shares but one certificate."""
    state = found(position(), "NW", shares={0: 6, 1: 3, 2: 1})
    assert company(state, "NW").treasury == 0
    assert [state.certificates(seat) for seat in range(3)] == [5, 3, 1]


@pytest.mark.rule("1861", "R1.7")
@pytest.mark.parametrize(("at", "more"), [(("E1.1", "P8"), True), (("E1.1", "P8", "M7"), False)])
def test_a_major_has_three_stations(at: tuple[str, ...], more: bool) -> None:  # noqa: FBT001
    """R1.7 With three on the map it cannot put a fourth in Moscow, which it reaches."""
    state = found(position(phase=5), "NW", shares={0: 2}, cash=1000, at=at)
    state = operating(state, "NW", "station")
    assert ("H8 1" in offers(state, "station")) == more


@pytest.mark.rule("1861", "R1.8")
@pytest.mark.parametrize(
    ("kind", "price", "count", "scrapped"),
    [
        ("2", 100, 10, "4"),
        ("3", 225, 7, "6"),
        ("4", 350, 4, "8"),
        ("5", 550, 4, None),
        ("6", 650, 2, None),
        ("7", 800, 2, None),
        ("8", 1000, None, None),
        ("2+2", 600, None, None),
        ("5+5E", 1500, None, None),
    ],
)
def test_the_nine_types_of_trains(
    kind: str, price: int, count: int | None, scrapped: str | None
) -> None:
    """R1.8 Price, number, and the type whose first train scraps it."""
    train = TRAINS[kind]
    assert (train.price, train.count, train.rusts) == (price, count, scrapped)
    there = begun(3).depot[ROSTER.index(kind)]
    assert there == (-1 if count is None else count)


@pytest.mark.rule("1861", "R1.8")
def test_a_type_comes_on_sale_when_the_one_before_is_sold_out() -> None:
    """R1.8 With the last 2 gone the 3 can be bought."""
    state = minor(position(), "N", cash=900, operated=False)
    state = operating(state, "N", "trains")
    assert offers(state, "train") == {"2"}
    state = play(operating(left(state, "2", 1), "N", "trains"), "train 2")
    assert offers(state, "train") == {"3"}


@pytest.mark.rule("1861", "R1.8")
def test_there_are_always_enough_8s() -> None:
    """R1.8 In phase 8 an 8 is on sale however many have been sold."""
    state = found(position(phase=8), "NW", shares={0: 2}, cash=2500, at=("B4",))
    state = play(operating(state, "NW", "trains"), "train 8")
    assert "8" in offers(state, "train")


@pytest.mark.rule("1861", "R1.8")
@pytest.mark.parametrize(
    ("roster", "numbers"),
    [("unlimited", (-1, -1)), ("two_each", (2, 2)), ("two_5p5e", (0, 2))],
)
def test_the_option_train_roster(roster: str, numbers: tuple[int, int]) -> None:
    """R1.8, Q67 How many 2+2 and 5+5E there are."""
    options = GAME.read_options({"train_roster": roster})
    assert isinstance(options, Options)
    assert begun(3, options).depot[-2:] == numbers


@pytest.mark.rule("1861", "R1.8")
@pytest.mark.parametrize(
    ("roster", "sale"),
    [
        ("unlimited", {"8", "2+2", "5+5E"}),
        ("two_each", {"8", "2+2", "5+5E"}),
        ("two_5p5e", {"8", "5+5E"}),
    ],
)
def test_what_comes_with_the_8(roster: str, sale: set[str]) -> None:
    """R1.8, Q67 2+2 and 5+5E come with the 8, as far as there are any."""
    options = GAME.read_options({"train_roster": roster})
    assert isinstance(options, Options)
    state = found(position(phase=8, options=options), "NW", shares={0: 2}, cash=2500, at=("B4",))
    assert offers(operating(state, "NW", "trains"), "train") == sale


@pytest.mark.rule("1861", "R1.9")
@pytest.mark.parametrize("seats", [3, 6])
def test_the_first_player_is_drawn_by_lot(seats: int) -> None:
    """R1.9 Everybody has the same chance."""
    state = GAME.start(Options(), seats)
    assert GAME.actor(state) == CHANCE
    assert list(GAME.odds(state).values()) == [1] * seats
    assert offers(state, "begin") == {str(seat) for seat in range(seats)}


@pytest.mark.rule("1861", "R1.9")
def test_the_first_player_gets_the_priority_card() -> None:
    """R1.9 He has it and is asked first; his left neighbour comes next."""
    state = play(GAME.start(Options(), 4), "begin 3")
    assert told(state, Began) == [Began(seat=3)]  # type: ignore[arg-type]
    assert state.priority == 3
    assert GAME.actor(state) == 3
    assert GAME.actor(play(state, "pass")) == 0


@pytest.mark.rule("1861", "R1.10")
def test_money_certificates_and_trains_of_two_players() -> None:
    """R1.10 420 roubles, 21 certificates, fewer trains."""
    state = begun(2, Options(edition="reprint"))
    assert state.cash == (420, 420)
    assert state.certificate_limit == 21
    assert state.depot[:6] == (7, 5, 3, 3, 1, 1)


@pytest.mark.rule("1861", "R1.10")
def test_two_privates_drawn_by_lot_leave_the_game_of_two() -> None:
    """R1.10 Each of the five may be drawn, and three are left to be sold."""
    state = GAME.start(Options(edition="reprint"), 2)
    drawn: list[set[str]] = []
    while GAME.actor(state) == CHANCE:
        if offers(state, "leave"):
            drawn.append(offers(state, "leave"))
            assert set(GAME.odds(state).values()) == {1}
        state = GAME.play(state, GAME.actions(state)[0])
    assert drawn[0] == set(PRIVATES)
    assert len(drawn) == 2
    assert len(drawn[1]) == 4
    assert list(state.privates).count(-2) == 2


@pytest.mark.rule("1861", "R1.10")
@pytest.mark.parametrize(("seats", "most"), [(2, 7), (3, 6)])
def test_two_players_may_hold_70_percent(seats: int, most: int) -> None:
    """R1.10 Up to 70% of a major instead of 60%."""
    state = position(seats=seats, options=Options(edition="reprint"), cash=(500,) * seats)
    state = gone(state, "N")
    below = stock_round(found(state, "NW", shares={0: most - 1}))
    assert "NW" in offers(below, "buy")
    at_limit = stock_round(found(state, "NW", shares={0: most}))
    assert "NW" not in offers(at_limit, "buy")


def rounds(state: State, most: int) -> list[tuple[str, int]]:
    """The kinds and numbers of the rounds that begin while everybody idles."""
    seen: list[tuple[str, int]] = []
    for _ in range(200):
        seen += [(news.kind, news.number) for news in told(state, Round)]
        if len(seen) >= most:
            return seen[:most]
        state = GAME.play(state, idle(state))
    return seen


@pytest.mark.rule("1861", "R1.11")
def test_the_game_opens_with_the_auction_and_goes_on_in_sets() -> None:
    """R1.11 After the privates come one stock round and two operating rounds."""
    state = begun(3)
    assert state.round == "auction"
    for minimum in (20, 30, 40, 50, 60):
        state = play(state, f"bid {minimum}", "pass", "pass")
    assert [(news.kind, news.set) for news in told(state, Round)] == [("stock", 1)]
    begins = rounds(play(state, "pass", "pass", "pass"), 5)
    assert [kind for kind, _ in begins] == [
        "operating",
        "operating",
        "stock",
        "operating",
        "operating",
    ]


@pytest.mark.rule("1861", "R1.11")
@pytest.mark.parametrize("phase", [3, 4, 5, 6, 7])
def test_a_merger_round_comes_after_every_operating_round(phase: int) -> None:
    """R1.11 In phases 3 to 7."""
    state = state_railway(position(phase=phase), trains=("5",))
    state = minor(found(state, "NW", shares={0: 2}, trains=("5",)), "SV", trains=("5",))
    state = stock_round(state)
    begins = [kind for kind, _ in rounds(play(state, "pass", "pass", "pass"), 5)]
    assert begins == ["operating", "merger", "operating", "merger", "stock"]


@pytest.mark.rule("1861", "R1.11")
@pytest.mark.parametrize("phase", [2, 8])
def test_no_merger_round_in_the_other_phases(phase: int) -> None:
    """R1.11 Neither in phase 2 nor in phase 8."""
    state = found(position(phase=phase), "NW", shares={0: 2}, at=("B4",), trains=("7",))
    begins = [kind for kind, _ in rounds(play(stock_round(state), "pass", "pass", "pass"), 3)]
    assert "merger" not in begins
