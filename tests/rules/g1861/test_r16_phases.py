"""R16 Phases."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.rules.g1861.position import (
    asked,
    company,
    found,
    gone,
    idle,
    left,
    minor,
    offers,
    operating,
    own,
    owner_of,
    play,
    pooled,
    position,
    state_railway,
    stock_round,
    told,
)
from tests.rules.g1861.rails import buy_train, hexes, track
from trainshed.games.g1861 import GAME
from trainshed.games.g1861.actions import (
    Bought,
    Compensated,
    Earned,
    Moved,
    Phased,
    Round,
    Scrapped,
    Seized,
    Stood,
    Withdrawn,
)
from trainshed.games.g1861.box import BOX
from trainshed.games.g1861.state import State

ALL = {charter.id for charter in BOX.minors}
YELLOW = {charter.id for charter in BOX.minors if not charter.green}
CASH = 2000


def before(phase: int) -> State:
    """NW is about to buy the first train of a phase."""
    held = {3: "2", 4: "3", 5: "4"}.get(phase, "5")
    state = position(phase=phase - 1)
    state = found(state, "NW", 200, shares={0: 3}, at=("B4",), trains=(held,), cash=CASH)
    count = {8: -1}.get(phase, 2)
    return left(state, str(phase), count)


def bought(phase: int, state: State | None = None) -> State:
    """NW has bought it."""
    return buy_train(before(phase) if state is None else state, "NW", str(phase))


def minors_on_offer(phase: int) -> set[str]:
    """What may be auctioned in a stock round when N has been sold."""
    state = gone(position(phase=phase), "N")
    return offers(stock_round(state, 0), "auction")


# R16.1 A new phase


@pytest.mark.rule("1861", "R16.1")
def test_the_game_begins_in_phase_2() -> None:
    """Before any train is bought."""
    assert GAME.start(None, 3).phase == 2


@pytest.mark.rule("1861", "R16.1")
@pytest.mark.parametrize("phase", range(3, 9))
def test_the_first_train_of_a_new_number_begins_a_phase(phase: int) -> None:
    """At once."""
    state = bought(phase)
    assert state.phase == phase
    assert [news.phase for news in told(state, Phased)] == [phase]


@pytest.mark.rule("1861", "R16.1")
def test_the_next_train_of_the_same_number_does_not() -> None:
    """The second 3."""
    state = play(bought(3), "train 3")
    assert state.phase == 3
    assert told(state, Phased) == []


@pytest.mark.rule("1861", "R16.1")
def test_a_train_of_the_pool_or_of_a_company_does_not() -> None:
    """Only new trains do, and they can only be the next ones."""
    state = pooled(before(4), "3")
    assert buy_train(state, "NW", "3 pool").phase == 3


@pytest.mark.rule("1861", "R16.1")
@pytest.mark.parametrize("kind", ["2+2", "5+5E"])
def test_the_last_trains_begin_no_phase(kind: str) -> None:
    """They belong to phase 8."""
    state = found(position(phase=8), "NW", shares={0: 3}, at=("B4",), trains=("8",), cash=CASH)
    state = buy_train(state, "NW", f'"{kind}"')
    assert state.phase == 8
    assert told(state, Phased) == []


@pytest.mark.rule("1861", "R16.1")
def test_the_state_railway_begins_phases_too() -> None:
    """It buys the first 5."""
    state = left(position(phase=4), "5", 4)
    state = state_railway(state, cash=550, trains=("4",), at=("E1.1",))
    assert operating(state, "RSR", "trains").phase == 5


@pytest.mark.rule("1861", "R16.1")
@pytest.mark.parametrize(
    ("phase", "on_offer"),
    [(2, YELLOW), (3, ALL), (4, ALL), (5, set()), (6, set()), (7, set()), (8, set())],
)
def test_the_minors_on_offer(phase: int, on_offer: set[str]) -> None:
    """Yellow ones, all, none."""
    assert minors_on_offer(phase) == on_offer - {"N"}


@pytest.mark.rule("1861", "R16.1")
@pytest.mark.parametrize("phase", range(2, 9))
def test_majors_are_started_from_phase_4(phase: int) -> None:
    """Not before."""
    state = stock_round(position(phase=phase), 0)
    assert bool(offers(state, "start")) == (phase >= 4)


@pytest.mark.rule("1861", "R16.1")
@pytest.mark.parametrize("phase", range(2, 9))
def test_merger_rounds_and_the_state_railway(phase: int) -> None:
    """Merger rounds in phases 3 to 7, the State Railway in phases 4 to 7."""
    held = str(phase) if phase < 5 else "5"
    state = found(position(phase=phase), "NW", shares={0: 3}, at=("B4",), trains=(held,))
    state = minor(state, "KR", owner=1, trains=(held,)) if phase < 8 else state
    state = state_railway(state, trains=(held,) if phase > 3 else (), at=("E1.1",))
    state = replace(stock_round(state, 0), news=())
    news = _until_rounds(state, 2)
    rounds = [one.kind for one in news if isinstance(one, Round)]
    assert rounds[:2] == ["operating", "merger" if 3 <= phase <= 7 else "operating"]
    ran = [one.company for one in news if isinstance(one, Earned)]
    assert ("RSR" in ran) == (4 <= phase <= 7)


def _until_rounds(state: State, count: int) -> list[object]:
    """All the news until so many rounds have begun, everybody doing as little as possible."""
    news: list[object] = []
    while sum(isinstance(one, Round) for one in news) < count:
        state = GAME.play(state, idle(state))
        news += state.news
    return news


# R16.2 to R16.8 Each phase


@pytest.mark.rule("1861", "R16.2")
def test_phase_2() -> None:
    """Yellow tiles, ten minors, red areas at their lowest, private hexes closed."""
    assert position().era.tiles == ("yellow",)
    assert len(YELLOW) == 10
    state = found(track(position(), "I7=8:1"), "NW", shares={0: 3}, at=("H8.2",), trains=("2",))
    assert "I5" not in hexes(offers(operating(state, "NW", "track"), "lay"))


@pytest.mark.rule("1861", "R16.3")
def test_phase_3() -> None:
    """Green tiles, open hexes, privates for companies, green minors."""
    state = own(found(before(3), "SE", shares={1: 3}, at=("H8.2",), trains=("2",)), "TSR", 1)
    state = track(state, "I7=8:1")
    assert offers(operating(state, "NW", "trains"), "acquire") == set()
    state = bought(3, state)
    assert offers(state, "acquire") == {"TSR"}
    state = operating(state, "SE", "track")
    assert {"I5", "H8"} <= hexes(offers(state, "lay"))
    assert minors_on_offer(3) == ALL - {"N"}


@pytest.mark.rule("1861", "R16.3")
@pytest.mark.parametrize("phase", range(2, 8))
def test_companies_buy_privates_in_phases_3_to_5(phase: int) -> None:
    """Not before and not after."""
    held = str(phase) if phase < 5 else "5"
    state = found(position(phase=phase), "NW", shares={0: 3}, at=("B4",), trains=(held,), cash=100)
    state = operating(own(state, "TSR", 1), "NW")
    assert ("TSR" in offers(state, "acquire")) == (3 <= phase <= 5)


@pytest.mark.rule("1861", "R16.4")
def test_phase_4() -> None:
    """2s go, limits are 1 and 3, majors may be started."""
    state = bought(4, found(before(4), "SE", shares={1: 3}, at=("L12",), trains=("2", "3")))
    assert company(state, "SE").trains == ("3",)
    assert [news.kind for news in told(state, Scrapped)] == ["2"]
    assert (state.era.minor_trains, state.era.major_trains) == (1, 3)


@pytest.mark.rule("1861", "R16.4")
@pytest.mark.rule("1861", "R18.1")
def test_the_state_railway_operates_in_the_round_of_the_first_4() -> None:
    """Q81 It comes last: after NW, whose price falls, it stands in St Petersburg and buys."""
    state = minor(left(position(phase=3), "4", 4), "KR", trains=("3",), cash=400)
    state = found(state, "NW", shares={1: 3}, at=("B4",), trains=("3",))
    state = stock_round(state, 0)
    while asked(state) != "BuyingTrain":
        state = GAME.play(state, idle(state))
    assert GAME.actor(state) == 0
    state = play(state, "train 4")
    news = _until_rounds(state, 1)
    [stood] = [index for index, one in enumerate(news) if isinstance(one, Stood)]
    [moved] = [index for index, one in enumerate(news) if isinstance(one, Moved)]
    assert moved < stood
    assert any(isinstance(one, Bought) and one.company == "RSR" for one in news)


@pytest.mark.rule("1861", "R16.5")
def test_phase_5() -> None:
    """Brown tiles; unsold minors leave and their circles are free."""
    state = bought(5, minor(before(5), "KR", owner=1, trains=("4",)))
    assert "brown" in state.era.tiles
    [news] = told(state, Withdrawn)
    assert set(news.companies) == ALL - {"KR"}
    assert {name for name in ALL if not company(state, name).gone} == {"KR"}


@pytest.mark.rule("1861", "R16.6")
def test_phase_6() -> None:
    """Grey tiles, 3s go, two trains for a major, the privates are nationalised."""
    state = own(found(before(6), "SE", shares={1: 3}, at=("L12",), trains=("3", "5")), "TSR", 1)
    state = bought(6, state)
    assert "grey" in state.era.tiles
    assert company(state, "SE").trains == ("5",)
    assert state.era.major_trains == 2
    assert owner_of(state, "TSR") == "RSR"


@pytest.mark.rule("1861", "R16.7")
def test_phase_7() -> None:
    """Nothing but the trains on sale changes."""
    state = before(7)
    after = bought(7)
    assert after.phase == 7
    assert replace(after.era, number=6) == replace(state.era, brings=())
    assert told(after, Scrapped) == []


@pytest.mark.rule("1861", "R16.8")
def test_phase_8() -> None:
    """4s go, the minors are nationalised, three types are on sale, the end is fixed."""
    state = minor(before(8), "KR", owner=1, trains=("5",))
    state = bought(8, found(state, "SE", shares={1: 3}, at=("L12",), trains=("4", "5")))
    assert company(state, "SE").trains == ("5",)
    assert company(state, "KR").gone
    assert state.eight_sold
    state = operating(found(state, "MK", shares={0: 3}, cash=2000, trains=("5",)), "MK", "trains")
    assert {"8", "2+2", "5+5E"} <= offers(state, "train")


@pytest.mark.rule("1861", "R16.8")
@pytest.mark.rule("1861", "R17.2")
def test_a_minor_that_buys_the_first_8_is_nationalised_with_it() -> None:
    """Its turn is over, and the State Railway has the train."""
    state = minor(left(position(phase=7), "8", -1), "KR", owner=1, cash=1000)
    state = found(state, "NW", shares={0: 3}, at=("B4",), trains=("5",))
    state = buy_train(state, "KR", "8", todo=("NW",))
    assert company(state, "KR").gone
    assert company(state, "RSR").trains == ("8",)
    assert (asked(state), GAME.actor(state)) == ("Laying", 0)


@pytest.mark.rule("1861", "R16.8")
def test_the_end_is_fixed_once() -> None:
    """A second 8 changes nothing more."""
    state = bought(8)
    again = found(state, "SE", shares={1: 3}, at=("L12",), trains=("5",), cash=1000)
    again = buy_train(again, "SE", "8")
    assert told(again, Phased) == []
    assert again.eight_sold


# R16.9 The order


@pytest.mark.rule("1861", "R16.9")
def test_what_a_phase_causes_is_done_in_order() -> None:
    """Scrap, privates, minors, majors without trains, discards; then the turn goes on."""
    state = own(minor(before(6), "KR", owner=1, trains=("3",)), "TSR", 2)
    state = found(state, "SE", 110, shares={1: 3}, at=("L12",), trains=("3",))
    state = found(state, "SW", 120, shares={2: 3}, at=("D14.0",), trains=("4", "5", "5"))
    state = bought(6, state)
    kinds = (Phased, Scrapped, Compensated, Seized)
    assert [type(news) for news in state.news if isinstance(news, kinds)] == list(kinds)
    assert (asked(state), GAME.actor(state)) == ("Asking", 1)
    state = play(state, "keep")
    assert GAME.actor(state) == 2
    assert offers(state) == {"discard 4", "discard 5"}
    state = play(state, "discard 4")
    assert company(state, "NW").trains == ("5", "6")


@pytest.mark.rule("1861", "R16.9")
def test_the_turn_of_the_buyer_goes_on() -> None:
    """NW may buy another train."""
    state = minor(before(4), "KR", owner=1, trains=("3", "3"))
    state = bought(4, state)
    while asked(state) != "BuyingTrain":
        state = GAME.play(state, idle(state))
    assert GAME.actor(state) == 0
    assert "4" in offers(state, "train")


@pytest.mark.rule("1861", "R16.9")
def test_trains_of_a_minor_that_is_nationalised_are_not_discarded() -> None:
    """In phase 8 the State Railway gets them first."""
    state = bought(8, minor(before(8), "KR", owner=1, trains=("5",)))
    assert company(state, "RSR").trains == ("5",)
    assert state.pool == ()
