"""R18 The Russian State Railway."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.rules.g1861.position import (
    accepts,
    all_money,
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
    play,
    pooled,
    position,
    refused,
    state_railway,
    stations,
    stock_round,
    told,
)
from tests.rules.g1861.rails import track
from trainshed.core import Seat
from trainshed.games.g1861 import GAME, run
from trainshed.games.g1861.actions import Bought, Earned, Paid, Ran, Round, Run, Stood
from trainshed.games.g1861.box import RSR
from trainshed.games.g1861.options import Options
from trainshed.games.g1861.play import Play
from trainshed.games.g1861.run import best_run
from trainshed.games.g1861.state import State

BEST = 'run ["4:E1.1-G5-H8.1"]'
"""Its best run from St Petersburg with a 4: 90 roubles."""


def about_to_operate(state: State) -> State:
    """All companies have operated but the State Railway; NW waits in the next round."""
    state = found(state, "NW", shares={0: 3}, at=("L12",), operated=False)
    state = replace(state, round="operating", number=1, stack=(Play(todo=(RSR,)),))
    return GAME._settle(state)


def state_turn(
    *trains: str, phase: int = 4, cash: int = 0, loans: int = 0, pool: tuple[str, ...] = ()
) -> State:
    """The State Railway in its turn: its question, or what follows if there is none."""
    state = pooled(position(phase=phase), *pool)
    return about_to_operate(state_railway(state, cash=cash, trains=trains, loans=loans))


def ran(state: State) -> State:
    """The State Railway after its run, up to the next question."""
    news = state.news
    while asked(state) == "Running":
        state = GAME.play(state, GAME.actions(state)[0])
        news += state.news
    return replace(state, news=news)


# R18.1 When


@pytest.mark.rule("1861", "R18.1")
def test_it_comes_last_of_all() -> None:
    """After a minor and a major."""
    state = state_railway(position(phase=4), trains=("4",), at=("E1.1",))
    state = minor(state, "KR", trains=("4",))
    state = found(state, "NW", shares={1: 3}, at=("H8.1",), trains=("4",))
    state = stock_round(state, 0)
    news: list[object] = []
    while not any(isinstance(one, Round) and one.kind == "merger" for one in news):
        state = GAME.play(state, idle(state))
        news += state.news
    ran = [one.company for one in news if isinstance(one, Earned)]
    assert ran[-1] == "RSR"
    assert "NW" in ran


@pytest.mark.rule("1861", "R18.1")
def test_it_stops_with_the_first_8() -> None:
    """Q81 NW buys it, and the State Railway no longer operates in the same round."""
    state = state_railway(left(position(phase=7), "8", -1), trains=("5",), at=("E1.1",))
    state = found(state, "NW", shares={0: 3}, at=("L12",), trains=("5",), cash=1000)
    state = play(operating(state, "NW", "trains", todo=("RSR",)), "train 8")
    assert told(state, Earned) == []
    assert asked(state) == "Laying"
    assert company(state, "RSR").cash == 0


@pytest.mark.rule("1861", "R18.1")
def test_it_has_no_shares_and_no_price() -> None:
    """Nobody can buy any."""
    state = stock_round(state_railway(position(phase=4), trains=("4",)), 0)
    assert not accepts(state, "buy RSR")
    assert company(state, "RSR").cell == -1
    assert company(state, "RSR").shares == ()


# R18.2 Who plays it


@pytest.mark.rule("1861", "R18.2")
@pytest.mark.parametrize(
    ("options", "seat"),
    [
        (Options(declare="free"), 1),
        (Options(rsr_runner="banker", declare="free"), 1),
        (Options(rsr_runner="priority_player", declare="free"), 2),
        (Options(edition="reprint", declare="free"), 2),
    ],
)
def test_the_banker_or_the_player_with_priority(options: Options, seat: int) -> None:
    """Q82 The banker is seat 1, the priority card is with seat 2."""
    state = replace(position(phase=4, options=options), banker=Seat(1), priority=Seat(2))
    state = state_railway(state, trains=("4",), at=("E1.1",))
    state = operating(state, "RSR", "run")
    assert asked(state) == "Running"
    assert GAME.actor(state) == seat


@pytest.mark.rule("1861", "R18.2")
def test_it_runs_by_itself_for_the_best_income() -> None:
    """Q82 Nobody can let it earn less: from St Petersburg 90 roubles, and NW is asked next."""
    state = state_railway(position(phase=4, options=Options()), trains=("4",))
    state = about_to_operate(state)
    assert asked(state) == "Laying"
    assert company(state, "RSR").cash == 90
    assert told(state, Ran) == [Ran("RSR", ("4:H8.1-G5-E1.1",))]
    assert told(state, Earned) == [Earned("RSR", 90)]


@pytest.mark.rule("1861", "R18.2")
@pytest.mark.parametrize(
    ("options", "seat"), [(Options(), 1), (Options(rsr_runner="priority_player"), 2)]
)
def test_without_a_proof_whoever_runs_it_is_asked(
    options: Options, seat: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Q82 There may be something better than what was found; less is refused."""
    monkeypatch.setattr(run, "_RECENT", run._Recent(9))
    monkeypatch.setattr(run, "BUDGET", -1)
    state = replace(position(phase=4, options=options), banker=Seat(1), priority=Seat(2))
    state = state_railway(track(state, "G7=9 H8=637"), trains=("3", "4"), at=("E1.1",))
    state = operating(state, "RSR", "run")
    assert not best_run(state, RSR).optimal
    assert (asked(state), GAME.actor(state)) == ("Running", seat)
    assert refused(state, "run") == "R13.12"
    assert told(GAME.play(state, GAME.actions(state)[0]), Earned)


@pytest.mark.rule("1861", "R18.2")
def test_best_runs_differ_in_nothing_that_follows() -> None:
    """Q82 Their income is all that is left of them, so there is nothing to ask."""
    state = state_railway(position(phase=4), trains=("4", "4"), at=("E1.1", "H8.0"))
    state = operating(state, "RSR", "run")
    [best] = GAME.actions(state)
    assert isinstance(best, Run)
    turned = Run(("4:E1.1-G5-H8.1",))
    assert turned != best
    assert replace(GAME.play(state, turned), news=()) == replace(GAME.play(state, best), news=())


@pytest.mark.rule("1861", "R18.2")
def test_the_best_run_is_offered() -> None:
    """Q82 Where it is declared, it earns most, and nothing else is on the list."""
    state = state_turn("4")
    assert asked(state) == "Running"
    (offered,) = GAME.actions(state)
    assert told(GAME.play(state, offered), Earned)[0].revenue == 90


@pytest.mark.rule("1861", "R18.3")
def test_it_only_stands_in_st_petersburg_runs_and_buys() -> None:
    """No track, no other station, no dividend: the next question is for NW."""
    state = state_turn("4", cash=300)
    assert stations(state, "RSR") == {"E1.1"}
    assert asked(state) == "Running"
    state = play(state, BEST)
    kinds = [type(news) for news in state.news]
    assert kinds[:2] == [Earned, Bought]
    assert asked(state) == "Laying"
    assert GAME.actor(state) == 0


@pytest.mark.rule("1861", "R18.3")
def test_interest_and_repayment_come_before_the_purchase() -> None:
    """400 + 90 roubles: 10 of interest and 100 for two loans; 380 buy a 4."""
    state = ran(state_turn("4", cash=400, loans=2))
    kinds = [
        news.purpose if isinstance(news, Paid) else type(news).__name__
        for news in state.news
        if isinstance(news, Earned | Paid | Bought)
    ]
    assert kinds == ["Earned", "interest", "repaid", "Bought"]
    assert (company(state, "RSR").cash, company(state, "RSR").loans) == (30, 0)


# R18.4 Its own stations


@pytest.mark.rule("1861", "R18.4")
def test_it_puts_a_station_in_st_petersburg_when_its_turn_begins() -> None:
    """Q83 In the eastern circle, which is kept for it."""
    state = state_turn("4")
    assert [news.hex for news in told(state, Stood)] == ["E1"]
    assert stations(state, "RSR") == {"E1.1"}


@pytest.mark.rule("1861", "R18.4")
def test_not_if_it_stands_there_already() -> None:
    """Q83 It got SPW's station by nationalisation."""
    state = gone(state_railway(position(phase=4), trains=("4",), at=("E1.0",)), "SPW")
    assert stations(about_to_operate(state), "RSR") == {"E1.0"}


def grey_moscow(state: State) -> State:
    """NW lays the grey tile in Moscow."""
    state = found(track(state, "H8=638"), "NW", shares={0: 3}, at=("H8",), trains=("5",), cash=50)
    return play(operating(state, "NW", "track"), "lay H8 639 0")


@pytest.mark.rule("1861", "R18.4")
def test_it_stands_in_moscow_the_moment_the_grey_tile_is_laid() -> None:
    """Q83 In the turn of another company."""
    state = grey_moscow(position(phase=6))
    assert stations(state, "RSR") == {"H8.0"}
    assert [news.hex for news in told(state, Stood)] == ["H8"]


@pytest.mark.rule("1861", "R18.4")
def test_not_if_it_stands_in_moscow_already() -> None:
    """Q83 One on a hex is enough."""
    state = grey_moscow(state_railway(track(position(phase=6), "H8=638"), at=("H8",)))
    assert len(state.stands(RSR)) == 1
    assert told(state, Stood) == []


@pytest.mark.rule("1861", "R18.4")
def test_the_brown_moscow_gives_it_no_station() -> None:
    """Only the grey tile does."""
    state = found(track(position(phase=5), "H8=637"), "NW", shares={0: 3}, at=("H8.0",), cash=50)
    state = play(operating(state, "NW", "track"), "lay H8 638 0")
    assert stations(state, "RSR") == set()


# R18.5 Money


@pytest.mark.rule("1861", "R18.5")
def test_its_whole_income_goes_into_its_treasury() -> None:
    """Q84 90 roubles, and 10 for the bonus of a private."""
    state = own(state_railway(position(phase=4), trains=("4",)), "MYR", "RSR")
    state = ran(about_to_operate(state))
    assert told(state, Earned)[0].revenue == 100
    assert all_money(state) == 15000
    assert company(state, "RSR").cash == 100 + 20 * (state.number == 2)


@pytest.mark.rule("1861", "R18.5")
def test_it_may_always_borrow_for_its_interest() -> None:
    """Q86 Twenty loans cost 100; with 90 roubles of income it borrows once more."""
    state = ran(state_turn("4", loans=20))
    assert company(state, "RSR").loans == 21
    assert company(state, "RSR").cash == 90 + 45 - 100


@pytest.mark.rule("1861", "R18.5")
def test_it_must_repay() -> None:
    """Q86 As many loans as it can."""
    state = ran(state_turn("4", cash=100, loans=5))
    assert company(state, "RSR").loans == 5 - 3
    assert company(state, "RSR").cash == 190 - 25 - 150


# R18.6 Trains


@pytest.mark.rule("1861", "R18.6")
@pytest.mark.parametrize(
    ("cash", "pool", "kind", "loans"),
    [
        (0, (), "4", 8),
        (0, ("3",), "3", 5),
        (0, ("5",), "4", 8),
        (350, (), "4", 0),
        (349, (), "4", 1),
    ],
)
def test_without_a_train_it_buys_the_cheapest(
    cash: int, pool: tuple[str, ...], kind: str, loans: int
) -> None:
    """Q85 Of bank and pool, with as many loans as it must take."""
    state = state_turn(cash=cash, pool=pool)
    assert company(state, "RSR").trains == (kind,)
    assert company(state, "RSR").loans == loans
    assert all_money(state) == 15000


@pytest.mark.rule("1861", "R18.6")
def test_with_a_train_it_does_not_borrow_for_another() -> None:
    """Nor does it buy from the pool."""
    state = ran(state_turn("4", cash=200, pool=("3",)))
    assert company(state, "RSR").trains == ("4",)
    assert (company(state, "RSR").cash, company(state, "RSR").loans) == (290, 0)


@pytest.mark.rule("1861", "R18.6")
@pytest.mark.parametrize(("cash", "trains"), [(259, 1), (260, 2), (609, 2), (610, 3)])
def test_it_buys_new_trains_as_long_as_its_money_is_enough(cash: int, trains: int) -> None:
    """Q85 With 90 from its run; exactly 350 are enough for a 4."""
    state = ran(state_turn("4", cash=cash))
    assert company(state, "RSR").trains == ("4",) * trains
    assert company(state, "RSR").cash == cash + 90 - 350 * (trains - 1)


@pytest.mark.rule("1861", "R18.6")
def test_after_the_first_train_it_goes_on() -> None:
    """Q85 The 3 of the pool for 225, then a new 4 for 350."""
    state = state_turn(cash=600, pool=("3", "3"))
    assert company(state, "RSR").trains == ("3", "4")
    assert company(state, "RSR").cash == 25
    assert state.pool == ("3",)


# R18.7 No limit


@pytest.mark.rule("1861", "R18.7")
def test_it_never_discards() -> None:
    """Q87 NW begins phase 6 and has to; the State Railway keeps its five trains."""
    state = state_railway(left(position(phase=5), "6", 2), trains=("4", "4", "4", "5", "5"))
    state = found(state, "NW", shares={0: 3}, at=("L12",), trains=("5", "4"), cash=1000)
    state = play(operating(state, "NW", "trains"), "train 6")
    assert offers(state) == {"discard 4", "discard 5", "discard 6"}
    state = play(state, "discard 4")
    assert company(state, "RSR").trains == ("4", "4", "4", "5", "5")


@pytest.mark.rule("1861", "R18.7")
def test_its_purchases_begin_phases() -> None:
    """Q87 The first 5: unsold minors leave."""
    state = state_railway(left(position(phase=4), "5", 4), trains=("4",), cash=500)
    state = ran(about_to_operate(state))
    assert state.phase == 5
    assert company(state, "RSR").trains == ("4", "5")
    assert company(state, "KR").gone


@pytest.mark.rule("1861", "R18.7")
def test_its_purchase_may_fix_the_end() -> None:
    """Q87 The first 8 in the first round of a set: three operating rounds in it."""
    state = state_railway(left(position(phase=7), "8", -1), trains=("5",), cash=1000)
    state = ran(about_to_operate(state))
    assert state.phase == 8
    assert state.eight_sold
    assert state.rounds == 3


@pytest.mark.rule("1861", "R18.3")
def test_it_buys_no_privates() -> None:
    """The banker owns a private, and nobody is asked for it."""
    state = own(state_railway(position(phase=4), cash=300, trains=("4",)), "TSR", 0)
    state = about_to_operate(state)
    assert asked(state) == "Running"
    assert offers(state, "acquire") == set()
