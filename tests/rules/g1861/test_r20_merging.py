"""R20 Merger round: merging, share purchases after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from msgspec.structs import replace

from tests.rules.g1861.position import (
    accepts,
    all_money,
    asked,
    company,
    found,
    idle,
    minor,
    offers,
    operating,
    own,
    owner_of,
    place,
    play,
    position,
    price,
    stations,
    told,
)
from tests.rules.g1861.rails import merger_round, track
from trainshed.core import IllegalAction, Reader, Seat, language
from trainshed.games.g1861 import GAME
from trainshed.games.g1861.actions import Directs, Formed
from trainshed.games.g1861.box import MAJORS, NUMBER
from trainshed.games.g1861.merger import Choosing
from trainshed.games.g1861.options import Options
from trainshed.games.g1861.state import State

LINE = "H10=58:3 I11=8 I13=6:1 H14=9:1 G15=201:3"
"""Moscow (M-K), Voronezh (MV) and Kharkov (KR) on one line."""
CROSS = "H10=4 H12=9 H14=44 H16=9 H18=57 G15=201:3 I13=57:1"
"""M-K and KR, MV and Y face each other across H14, where no track goes straight from N to SW."""
EVERYWHERE = (
    "H8=638 D14=636 E1=641 H10=58:3 I11=8 I13=63 H14=9:1 G15=623 E15=9:2 F16=8:2 G9=8:2 F8=8:5 "
    "E9=63 G17=8:3 H18=57:2 I19=57:2"
)
ELEVEN = ("M-K", "N", "MNN", "SPW", "MV", "KR", "KK", "KB", "MB", "Y", "V")
"""The minors that EVERYWHERE links."""
CHAIN = Options(merger_link="chain_respecting_stations")
ANY = Options(merger_missing_director="any_partner_may_buy")


def minors(
    owners: Mapping[str, int],
    *,
    tiles: str = LINE,
    prices: Mapping[str, int] | None = None,
    cash: Sequence[int] = (900, 900, 900),
    options: Options | None = None,
    trains: Sequence[str] = ("3",),
) -> State:
    """These minors have operated, each with 10 roubles; the merger round is about to begin."""
    state = track(position(phase=3, seats=len(cash), cash=cash, options=options), tiles)
    for number, (name, owner) in enumerate(owners.items()):
        state = minor(
            state,
            name,
            (prices or {}).get(name, 100),
            owner=owner,
            cash=10,
            trains=trains if number < 3 else (),
        )
    return state


def meeting(state: State) -> State:
    """The merger round, at its first question."""
    return merger_round(state, next(name for name in ELEVEN if company(state, name).in_play))


def merged(state: State, others: str, major: str = "NW") -> State:
    """The minor asked merges with others into a major, and all owners agree."""
    state = play(state, *(f"merge {name}" for name in others.split()), f"form {major}")
    while asked(state) == "Consent":
        state = play(state, "accept")
    return state


def can_merge(state: State, others: str) -> bool:
    """Whether that can be done."""
    try:
        return company(merged(state, others), "NW").in_play
    except IllegalAction:
        return False


def buying(state: State) -> State:
    """The first question about shares; the stations offered first are taken off."""
    while asked(state) == "Dropping":
        state = GAME.play(state, GAME.actions(state)[0])
    return state


def laps(state: State) -> list[int | None]:
    """Who is asked about shares, if nobody buys any."""
    seats: list[int | None] = []
    while asked(state) == "Purchase":
        seats.append(GAME.actor(state))
        state = play(state, "pass")
    return seats


# R20.1 Who may merge


@pytest.mark.rule("1861", "R20.1")
def test_two_minors_become_a_major() -> None:
    """M-K and MV become NW."""
    state = merged(meeting(minors({"M-K": 0, "MV": 0})), "MV")
    assert company(state, "NW").in_play
    assert company(state, "M-K").gone
    assert company(state, "MV").gone
    assert [set(news.minors) for news in told(state, Formed)] == [{"M-K", "MV"}]


@pytest.mark.rule("1861", "R20.1")
def test_one_alone_does_not_merge() -> None:
    """A minor that names nobody can form nothing."""
    assert offers(meeting(minors({"M-K": 0, "MV": 0})), "form") == set()


@pytest.mark.rule("1861", "R20.1")
def test_only_a_major_that_is_not_in_play() -> None:
    """SE is."""
    state = found(minors({"M-K": 0, "MV": 0}), "SE", shares={0: 3}, at=("L12",), trains=("3",))
    state = play(meeting(state), "merge MV")
    assert "SE" not in offers(state, "form")
    assert len(offers(state, "form")) == 7


@pytest.mark.rule("1861", "R20.1")
def test_all_owners_must_agree() -> None:
    """Seat 1 and seat 2 are asked; if one declines nothing happens."""
    state = meeting(minors({"M-K": 0, "MV": 1, "KR": 2}))
    state = play(state, "merge MV", "merge KR", "form NW")
    assert (asked(state), GAME.actor(state)) == ("Consent", 1)
    state = play(state, "accept")
    assert (asked(state), GAME.actor(state)) == ("Consent", 2)
    declined = play(state, "decline")
    assert company(declined, "M-K").in_play
    assert not company(declined, "NW").in_play
    assert company(play(state, "accept"), "NW").in_play


@pytest.mark.rule("1861", "R20.1")
@pytest.mark.rule("1861", "R19.2")
def test_after_a_refusal_the_turn_goes_on() -> None:
    """M-K may still merge with KR alone, or pass."""
    state = meeting(minors({"M-K": 0, "MV": 1, "KR": 2}))
    state = play(state, "merge MV", "form NW", "decline")
    assert (asked(state), GAME.actor(state)) == ("Choosing", 0)
    assert can_merge(state, "KR")


@pytest.mark.rule("1861", "R20.1")
def test_an_owner_does_not_ask_himself() -> None:
    """Both minors are of seat 0."""
    state = play(meeting(minors({"M-K": 0, "MV": 0})), "merge MV", "form NW")
    assert asked(state) != "Consent"


@pytest.mark.rule("1861", "R20.1")
def test_ten_minors_may_merge_but_not_eleven() -> None:
    """Q92 Eleven are linked, of three owners."""
    owners = {name: number % 3 for number, name in enumerate(ELEVEN)}
    state = meeting(minors(owners, tiles=EVERYWHERE))
    for _ in range(9):
        state = play(state, f"merge {min(offers(state, 'merge'))}")
    assert offers(state, "merge") == set()
    assert offers(state, "form")


# R20.2 The link


@pytest.mark.rule("1861", "R20.2")
def test_minors_that_are_not_linked_do_not_merge() -> None:
    """No track leads from Moscow to Riga."""
    state = minors({"M-K": 0, "MV": 0, "RO": 0})
    assert offers(meeting(state), "merge") == {"MV"}


@pytest.mark.rule("1861", "R20.2")
@pytest.mark.parametrize(("options", "may"), [(Options(), True), (CHAIN, False)])
def test_stations_block_only_in_the_reprint(options: Options, may: bool) -> None:  # noqa: FBT001
    """Q90 MV stands between M-K and KR and does not join."""
    state = meeting(minors({"M-K": 0, "KR": 0, "MV": 2}, options=options))
    assert can_merge(state, "KR") is may


@pytest.mark.rule("1861", "R20.2")
@pytest.mark.parametrize("options", [Options(), CHAIN])
def test_a_minor_in_the_middle_links_the_others(options: Options) -> None:
    """Q90 MV reaches both M-K and KR."""
    state = meeting(minors({"M-K": 0, "KR": 0, "MV": 0}, options=options))
    assert can_merge(state, "MV KR")


@pytest.mark.rule("1861", "R20.2")
@pytest.mark.parametrize(("options", "may"), [(Options(), False), (CHAIN, True)])
def test_one_must_reach_all_others_or_each_some_other(options: Options, may: bool) -> None:  # noqa: FBT001
    """Q90 Round the crossing each minor reaches its two neighbours, none reaches all three."""
    owners = {"M-K": 0, "MV": 0, "KR": 0, "Y": 0}
    state = meeting(minors(owners, tiles=CROSS, options=options))
    assert can_merge(state, "MV KR")
    assert not can_merge(state, "KR")
    assert can_merge(state, "MV KR Y") is may


@pytest.mark.rule("1861", "R20.2")
def test_the_way_may_come_to_a_hex_twice() -> None:
    """Q90 From Moscow back to Moscow, out of another circle and on to Tsaritsyn."""
    tiles = "H8=637 H10=58:3 I11=8:2 J10=19:5 J8=8 I7=8:5 I9=9:2 K11=58 K13=9 K15=9 K17=57"
    assert offers(meeting(minors({"M-K": 0, "TR": 0}, tiles=tiles)), "merge") == {"TR"}
    cut = tiles.replace("H8=637 ", "")
    assert asked(operating(minors({"M-K": 0, "TR": 0}, tiles=cut), "M-K", "trains")) != "Choosing"


# R20.3 The price


@pytest.mark.rule("1861", "R20.3")
@pytest.mark.parametrize(
    ("prices", "options", "sum_"),
    [
        ((100, 90), Options(), 180),
        ((50, 50), Options(), 100),
        ((135, 120), Options(), 200),
        ((110, 55), Options(), 165),
        ((65, 60), Options(), 120),
        ((90, 55), Options(), 135),
        ((40, 40), Options(), 80),
        ((35, 35), Options(), 70),
        ((40, 40), Options(merger_price_floor="70"), 80),
        ((40, 40), Options(merger_price_floor="100"), 100),
        ((45, 40), Options(edition="reprint"), 100),
        ((60, 60), Options(edition="reprint"), 120),
    ],
)
def test_the_dearest_plus_the_cheapest(
    prices: tuple[int, int], options: Options, sum_: int
) -> None:
    """Q91 Rounded down to a start cell, at most 200, at least 70 or 100."""
    named = dict(zip(("M-K", "MV"), prices, strict=True))
    state = merged(meeting(minors({"M-K": 0, "MV": 0}, prices=named, options=options)), "MV")
    assert price(state, "NW") == sum_
    zone = state.market.cells[company(state, "NW").cell].zone
    assert zone in {"a", "p"}


@pytest.mark.rule("1861", "R20.3")
def test_a_third_minor_between_them_does_not_count() -> None:
    """120 + 60, not the 90 of MV."""
    state = minors({"M-K": 0, "MV": 0, "KR": 0}, prices={"M-K": 120, "MV": 90, "KR": 60})
    state = merged(meeting(state), "MV KR")
    assert price(state, "NW") == 180
    assert place(state, "NW") == (1, 8)


@pytest.mark.rule("1861", "R20.3")
def test_the_token_goes_below_those_on_the_cell() -> None:
    """SE came to 200 before."""
    state = minors({"M-K": 0, "MV": 0})
    state = found(state, "SE", 200, shares={0: 3}, at=("L12",), trains=("3",))
    state = merged(meeting(state), "MV")
    assert state.order(MAJORS) == [NUMBER["SE"], NUMBER["NW"]]


# R20.4 Shares


@pytest.mark.rule("1861", "R20.4")
def test_each_minor_gives_its_owner_one_share() -> None:
    """Two for seat 0, one for seat 1, seven in the treasury."""
    state = merged(meeting(minors({"M-K": 0, "MV": 1, "KR": 0})), "MV KR")
    assert company(state, "NW").shares == (2, 1, 0)
    assert company(state, "NW").treasury == 7
    assert state.cash == (900, 900, 900)


@pytest.mark.rule("1861", "R20.4")
@pytest.mark.parametrize(("seats", "most"), [(3, 6), (2, 6)])
def test_nobody_brings_in_more_than_60_percent(seats: int, most: int) -> None:
    """Q92 Six minors of one owner, with two players too."""
    owners = dict.fromkeys(ELEVEN[:8], 0)
    edition = Options(edition="reprint" if seats == 2 else "jklm")
    state = meeting(minors(owners, tiles=EVERYWHERE, cash=(900,) * seats, options=edition))
    for _ in range(most - 1):
        state = play(state, f"merge {min(offers(state, 'merge'))}")
    assert offers(state, "merge") == set()


# R20.5 The director


@pytest.mark.rule("1861", "R20.5")
def test_whoever_has_most_shares_directs() -> None:
    """Seat 1 brings in two minors, seat 0 the first one."""
    state = merged(meeting(minors({"M-K": 0, "MV": 1, "KR": 1})), "MV KR")
    assert company(state, "NW").director == 1
    assert [news.seat for news in told(state, Directs)] == [1]
    assert state.certificates(1) == 1
    assert state.certificates(0) == 1


@pytest.mark.rule("1861", "R20.5")
@pytest.mark.parametrize(
    ("prices", "director"),
    [({"M-K": 120, "MV": 110, "KR": 60, "Y": 50}, 0), ({"M-K": 110, "MV": 120}, 1)],
)
def test_among_equals_the_owner_of_the_first_minor(prices: dict[str, int], director: int) -> None:
    """Q93 In operating order."""
    owners = {"M-K": 0, "MV": 1, "KR": 1, "Y": 0}
    state = meeting(minors(owners, tiles=CROSS, prices=prices, options=CHAIN))
    others = " ".join(name for name in ("M-K", "MV", "KR", "Y"))
    first = "M-K" if director == 0 else "MV"
    state = merged(state, others.replace(first, "").strip())
    assert company(state, "NW").shares[:2] == (2, 2)
    assert company(state, "NW").director == director


# R20.6 Nobody has two


@pytest.mark.rule("1861", "R20.6")
def test_the_owner_of_the_first_minor_must_buy_a_share() -> None:
    """Q94 Seat 1, for 180 that go to the major."""
    prices = {"M-K": 90, "MV": 100}
    state = merged(meeting(minors({"M-K": 0, "MV": 1}, prices=prices)), "M-K")
    assert company(state, "NW").shares == (1, 2, 0)
    assert company(state, "NW").director == 1
    assert state.cash == (900, 720, 900)
    assert company(state, "NW").cash == 20 + 180
    assert all_money(state) == 15000


@pytest.mark.rule("1861", "R20.6")
@pytest.mark.parametrize(("options", "may"), [(Options(), False), (ANY, True)])
def test_if_he_cannot_pay_there_is_no_merger(options: Options, may: bool) -> None:  # noqa: FBT001
    """Q94 In the reprint the other owner may pay."""
    state = minors({"M-K": 0, "MV": 1}, cash=(199, 900, 900), options=options)
    state = operating(state, "M-K", "trains")
    state = play(state, "pass") if asked(state) == "BuyingTrain" else state
    assert can_merge(state, "MV") is may
    state = minors({"M-K": 0, "MV": 1}, cash=(200, 900, 900), options=options)
    assert can_merge(meeting(state), "MV")


@pytest.mark.rule("1861", "R20.6")
def test_if_nobody_can_pay_there_is_no_merger() -> None:
    """Q94 This is found out beforehand."""
    state = minors({"M-K": 0, "MV": 1}, cash=(199, 199, 900), options=ANY)
    state = operating(state, "M-K", "trains")
    state = play(state, "pass") if asked(state) == "BuyingTrain" else state
    assert not accepts(state, "merge MV")


@pytest.mark.rule("1861", "R20.6")
def test_in_the_reprint_the_owners_may_buy_in_turn() -> None:
    """Q94 Seat 0 is asked first and lets seat 1 do it."""
    state = merged(meeting(minors({"M-K": 0, "MV": 1}, options=ANY)), "MV")
    assert (asked(state), GAME.actor(state)) == ("Purchase", 0)
    bought = play(state, "buy NW")
    assert company(bought, "NW").director == 0
    state = play(state, "pass")
    assert GAME.actor(state) == 1
    state = play(state, "buy NW")
    assert company(state, "NW").director == 1
    assert company(state, "NW").shares == (1, 2, 0)
    assert state.cash == (900, 700, 900)


@pytest.mark.rule("1861", "R20.6")
def test_no_major_is_left_without_a_director() -> None:
    """The last owner who could buy has to, or the merger is taken back."""
    state = merged(meeting(minors({"M-K": 0, "MV": 1}, options=ANY)), "MV")
    state = play(state, "pass")
    if "pass" in offers(state):
        state = play(state, "pass")
        assert company(state, "M-K").in_play
        assert not company(state, "NW").in_play
    else:
        assert offers(state) == {"buy NW"}


@pytest.mark.rule("1861", "R20.6")
def test_nobody_buys_if_somebody_has_two() -> None:
    """Seat 0 has brought in two minors."""
    state = merged(meeting(minors({"M-K": 0, "MV": 0})), "MV")
    assert state.cash == (900, 900, 900)


# R20.7 Stations


@pytest.mark.rule("1861", "R20.7")
@pytest.mark.parametrize("gone", ["H8.0", "I13.0", "G15.0"])
def test_the_director_chooses_two_stations(gone: str) -> None:
    """Q95 Of three."""
    state = merged(meeting(minors({"M-K": 0, "MV": 1, "KR": 0})), "MV KR")
    assert (asked(state), GAME.actor(state)) == ("Dropping", 0)
    state = play(state, f"drop {gone.replace('.', ' ')}")
    assert stations(state, "NW") == {"H8.0", "I13.0", "G15.0"} - {gone}
    assert all(stations(state, name) == set() for name in ("M-K", "MV", "KR"))


@pytest.mark.rule("1861", "R20.7")
def test_two_stations_of_two_minors_both_stay() -> None:
    """There is nothing to choose."""
    state = merged(meeting(minors({"M-K": 0, "MV": 0})), "MV")
    assert stations(state, "NW") == {"H8.0", "I13.0"}
    assert asked(state) == "Purchase"


LOOP = "I7=8:5 J8=8 J10=8:1 I11=40 H10=58:3 I13=57"
"""Two circles of Moscow and Voronezh are linked."""


@pytest.mark.rule("1861", "R20.7")
def test_they_are_on_different_hexes() -> None:
    """Q95 Of two in Moscow and one in Voronezh, Voronezh stays."""
    state = merged(meeting(minors({"M-K": 0, "MNN": 0, "MV": 0}, tiles=LOOP)), "MNN MV")
    while asked(state) == "Dropping":
        assert not accepts(state, "drop I13 0")
        state = GAME.play(state, GAME.actions(state)[0])
    assert sorted(at[:2] for at in stations(state, "NW")) == ["H8", "I1"]


@pytest.mark.rule("1861", "R20.7")
@pytest.mark.parametrize("gone", ["H8.0", "H8.2"])
def test_of_two_on_one_hex_one_remains(gone: str) -> None:
    """The director chooses which."""
    state = merged(meeting(minors({"M-K": 0, "MNN": 0}, tiles=LOOP)), "MNN")
    assert asked(state) == "Dropping"
    state = play(state, f"drop {gone.replace('.', ' ')}")
    assert stations(state, "NW") == {"H8.0", "H8.2"} - {gone}


# R20.8 The order


@pytest.mark.rule("1861", "R20.8")
def test_assets_stations_shares_trains() -> None:
    """Q95 Five trains are one too many in phase 3."""
    state = minors({"M-K": 0, "MV": 1, "KR": 0}, trains=("3", "2"))
    state = merged(meeting(own(state, "TSR", "MV")), "MV KR")
    assert company(state, "NW").cash == 30
    assert len(company(state, "NW").trains) == 6
    assert owner_of(state, "TSR") == "NW"
    questions = []
    while asked(state) in {"Dropping", "Purchase", "Crowded"}:
        questions.append(asked(state))
        state = GAME.play(state, idle(state))
    assert questions == ["Dropping"] + ["Purchase"] * 5 + ["Crowded"] * 2
    assert len(company(state, "NW").trains) == 4
    assert len(state.pool) == 2


# R20.9 The laps


@pytest.mark.rule("1861", "R20.9")
def test_first_the_shareholders_then_everybody() -> None:
    """Q96 Clockwise from the director, who is seat 2; seat 1 has no share."""
    state = merged(meeting(minors({"M-K": 2, "MV": 0, "KR": 2})), "MV KR")
    assert laps(buying(state)) == [2, 0, 2, 0, 1]


@pytest.mark.rule("1861", "R20.9")
def test_a_shareholder_may_buy_any_number() -> None:
    """Seat 0 buys four and has six."""
    state = buying(merged(meeting(minors({"M-K": 0, "MV": 0})), "MV"))
    state = play(state, "buy NW", "buy NW", "buy NW", "buy NW")
    assert company(state, "NW").shares == (6, 0, 0)
    assert GAME.actor(state) == 1


@pytest.mark.rule("1861", "R20.9")
def test_then_every_player_may_buy_one() -> None:
    """Seat 1 has none yet, buys one and is not asked again."""
    state = buying(merged(meeting(minors({"M-K": 0, "MV": 0})), "MV"))
    state = play(state, "pass", "pass")
    assert GAME.actor(state) == 1
    state = play(state, "buy NW")
    assert company(state, "NW").shares == (2, 1, 0)
    assert (asked(state), GAME.actor(state)) == ("Purchase", 2)


@pytest.mark.rule("1861", "R20.9")
def test_after_a_conversion_too() -> None:
    """The owner any number, the others one each."""
    state = position(phase=3, cash=(900, 900, 900))
    state = minor(state, "KR", 100, cell=(5, 6), owner=1, cash=70, trains=("3",))
    state = play(merger_round(state, "KR"), "convert NW", "buy NW", "buy NW", "pass")
    state = play(state, "pass") if GAME.actor(state) == 1 else state
    assert GAME.actor(state) == 2
    state = play(state, "buy NW")
    assert (asked(state), GAME.actor(state)) == ("Purchase", 0)
    assert company(state, "NW").shares == (0, 4, 1)


# R20.10 Limits


@pytest.mark.rule("1861", "R20.10")
def test_the_major_is_paid_the_current_price() -> None:
    """200 for each share of the treasury; buying moves no price."""
    state = play(buying(merged(meeting(minors({"M-K": 0, "MV": 0})), "MV")), "buy NW", "buy NW")
    assert state.cash[0] == 900 - 400
    assert company(state, "NW").cash == 20 + 400
    assert company(state, "NW").treasury == 6
    assert price(state, "NW") == 200
    assert all_money(state) == 15000


@pytest.mark.rule("1861", "R20.10")
def test_nobody_buys_beyond_60_percent() -> None:
    """Six shares, although there is money for more."""
    state = merged(meeting(minors({"M-K": 0, "MV": 0}, cash=(2000, 900, 900))), "MV")
    state = play(buying(state), "buy NW", "buy NW", "buy NW", "buy NW")
    assert GAME.actor(state) != 0


@pytest.mark.rule("1861", "R20.10")
def test_nobody_buys_what_he_cannot_pay() -> None:
    """Seat 1 has 199 roubles and is not offered a share."""
    state = merged(meeting(minors({"M-K": 0, "MV": 0}, cash=(900, 199, 900))), "MV")
    assert 1 not in laps(buying(state)) or not _offered(state, 1)


@pytest.mark.rule("1861", "R20.10")
def test_the_certificate_limit_applies() -> None:
    """Seat 1 holds 21 certificates."""
    state = minors({"M-K": 0, "MV": 0})
    for name in ("SE", "SW", "MK", "MVR"):
        state = found(state, name, 70, shares={1: 5}, operated=False)
    for private in ("TSR", "BSS", "MYR", "MRR", "WVR"):
        state = own(state, private, 1)
    assert state.certificates(1) == 21
    assert not _offered(buying(merged(meeting(state), "MV")), 1)


def _offered(state: State, seat: int) -> bool:
    """Whether a seat may buy a share in these laps."""
    state = buying(state)
    while asked(state) == "Purchase":
        if GAME.actor(state) == seat and "buy NW" in offers(state):
            return True
        state = play(state, "pass")
    return False


# R20.11 A new director


@pytest.mark.rule("1861", "R20.11")
def test_a_new_director_takes_over_at_once() -> None:
    """Q96 Seat 1 buys two and has three; the second lap begins with him."""
    state = merged(meeting(minors({"M-K": 0, "MV": 1, "KR": 0})), "MV KR")
    state = play(buying(state), "pass", "buy NW")
    assert company(state, "NW").director == 0
    state = play(state, "buy NW")
    assert company(state, "NW").director == 1
    state = play(state, "pass")
    assert laps(state) == [1, 2, 0]


@pytest.mark.rule("1861", "R20.6")
def test_the_certificate_limit_hinders_no_director() -> None:
    """Both partners hold all they may, but two shares become one certificate."""
    options = Options(edition="reprint")
    state = minors({"M-K": 0, "MV": 1}, options=options)
    for name in ("SE", "SW", "MK", "MVR"):
        state = found(state, name, 70, shares={0: 5, 1: 5}, operated=False)
    state = merged(meeting(state), "MV")
    state = play(buying(state), "buy NW")
    assert company(state, "NW").director == 0


@pytest.mark.rule("1861", "R20.1")
def test_three_refusals_keep_one_minor_out_and_no_other() -> None:
    """Seat 1 keeps MV out three times; seat 2 is still asked for KR, and seat 0 for nothing."""
    state = meeting(minors({"M-K": 0, "MV": 1, "KR": 2, "N": 0}, tiles=EVERYWHERE))
    for group in (["MV"], ["MV", "KR"], ["MV", "N"]):
        state = play(state, *(f"merge {name}" for name in group), "form NW", "decline")
        assert (asked(state), GAME.actor(state)) == ("Choosing", 0)
    assert offers(state, "merge") == {"KR", "N"}
    state = play(state, "merge KR", "form NW")
    assert (asked(state), GAME.actor(state)) == ("Consent", 2)
    assert company(play(state, "accept"), "NW").in_play


@pytest.mark.rule("1861", "R20.1")
def test_the_same_minors_are_not_proposed_again() -> None:
    """Not even as another major; with one more, or one less, they are."""
    state = meeting(minors({"M-K": 0, "MV": 1, "KR": 2}))
    state = play(state, "merge MV", "form NW", "decline", "merge MV")
    assert offers(state, "form") == set()
    assert "KR" in offers(state, "merge")


@pytest.mark.rule("1861", "R20.1")
def test_the_last_question_to_an_owner_is_announced() -> None:
    """After two refusals whoever gathers his minor again reads that it is the last time."""
    state = meeting(minors({"M-K": 0, "MV": 1, "KR": 2, "N": 0}, tiles=EVERYWHERE))
    reader = Reader(language("en"), ["Ada", "Ben", "Cleo"], Seat(0))
    for group, is_last in ((["MV"], False), (["MV", "KR"], False), (["MV", "N"], True)):
        state = play(state, *(f"merge {name}" for name in group))
        question = reader.read(GAME.words(state.stack[-1], state))  # type: ignore[arg-type]
        assert ("Ben refused twice" in question) == is_last
        state = play(state, "form NW", "decline")


@pytest.mark.rule("1861", "R20.1")
def test_after_three_refusals_own_minors_may_still_merge() -> None:
    """Seat 1 says no three times; seat 0 merges its own."""
    state = meeting(minors({"M-K": 0, "MV": 1, "KR": 0}))
    step = state.stack[-1]
    assert isinstance(step, Choosing)
    state = GAME._settle(state.goto(replace(step, turned_down=(NUMBER["MV"],) * 3)))
    assert offers(state, "merge") == {"KR"}
