"""Everything that can be asked, done or happen has words, and every option has a name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from trainshed.core import (
    Accept,
    Choice,
    Consent,
    Decline,
    Reader,
    Route,
    Seat,
    Text,
    language,
)
from trainshed.games.g1861 import GAME
from trainshed.games.g1861 import actions as a
from trainshed.games.g1861.auction import Lot, MinorLot
from trainshed.games.g1861.box import NUMBER, PRIVATES, RSR
from trainshed.games.g1861.merger import Choosing, Purchase
from trainshed.games.g1861.options import Options
from trainshed.games.g1861.privates import PrivatePrice
from trainshed.games.g1861.questions import REASONS
from trainshed.games.g1861.run import Running
from trainshed.games.g1861.state import State, Step
from trainshed.games.g1861.stock import StockTurn
from trainshed.games.g1861.track import Laying
from trainshed.games.g1861.trains import BuyingTrain, TrainPrice
from trainshed.games.g1861.turn import Turn

PLAYERS = ("Anna", "Boris", "Clara", "Dmitri", "Elena", "Fyodor")
PAID, NOBODY = (20, 0, 10), (0, 0, 0)
CHANCES = {"begin", "leave"}
NW, KB = NUMBER["NW"], NUMBER["KB"]


def read(text: Text, seat: int | None = None) -> str:
    """The English words for a seat."""
    return Reader(language("en"), PLAYERS, None if seat is None else Seat(seat)).read(text)


def opening(**changes: Any) -> State:  # noqa: ANN401
    """Three players before the first bid, with some things changed."""
    state = GAME.play(GAME.start(None, 3), a.Begin(Seat(0)))
    for number in (NW, KB):
        company = replace(state.companies[number], director=0, shares=(2, 0, 0), cell=20)
        state = state.with_company(number, company)
    return replace(state, **changes)


def at(state: State) -> Choice[Any, Any]:
    """The question that is put."""
    step = state.stack[-1]
    assert isinstance(step, Choice)
    return step


def asked(*steps: Step, **changes: Any) -> State:  # noqa: ANN401
    """A position in which a question is put."""
    return opening(stack=steps, **changes)


def playing(seed: int) -> Iterator[tuple[State, a.Action]]:
    """A random game: each position with what is played in it."""
    rng = Random(seed)
    options = Options(edition="reprint" if seed % 2 else "jklm")
    seats = GAME.seats[seed % len(GAME.seats)]
    state = GAME.start(options, max(seats, GAME.fewest(options)))
    while state.stack:
        step = state.stack[-1]
        if isinstance(step, Route):
            action: a.Action = step.quick(state)
        else:
            verbs: dict[type, list[a.Action]] = {}
            for offer in GAME.actions(state):
                verbs.setdefault(type(offer), []).append(offer)
            action = rng.choice(rng.choice(list(verbs.values())))
        yield state, action
        state = GAME.play(state, action)
    yield state, a.Pass()


def complete(text: Text) -> bool:
    """Whether a text reads well for everybody: something is said, and nothing is left open."""
    said = [read(text, seat) for seat in (None, 0, 1)]
    return all(words.strip() and "{" not in words and "}" not in words for words in said)


def offered(state: State, action: a.Action) -> Sequence[a.Action]:
    """What is offered; the best routes are not looked for."""
    return [action] if isinstance(state.stack[-1], Route) else GAME.actions(state)


@pytest.mark.parametrize("seed", range(5))
def test_a_whole_game_has_words(seed: int) -> None:
    """Every question, offer and news item, and where the game stands."""
    for state, action in playing(seed):
        assert complete(GAME.caption(state))
        assert complete(GAME.status(state))
        for news in state.news:
            assert complete(GAME.words(news, state)), news
        if not state.stack:
            continue
        if isinstance(state.stack[-1], Choice):
            assert complete(GAME.words(state.stack[-1], state)), state.stack[-1]
        for offer in offered(state, action):
            assert complete(GAME.words(offer, state)), offer
            if not isinstance(offer, a.Run):
                assert complete(GAME.label(offer, state)), offer


NEWS: list[tuple[a.News, str]] = [
    (a.Began(Seat(0)), "Anna has the priority card and minds the bank."),
    (a.Removed("TSR"), "TSR stays in the box."),
    (a.Round("stock", 3), "Stock round 3 begins."),
    (a.Round("operating", 3, 1), "Operating round 3.1 begins."),
    (a.Round("merger", 3, 1), "Merger round 3.1 begins."),
    (a.Fell("TSR", 15), "Nobody wants TSR: its minimum falls to ₽15."),
    (a.Won(Seat(1), "TSR", 0), "Boris gets TSR for nothing."),
    (a.Won(Seat(1), "KB", 120), "Boris gets KB for ₽120."),
    (a.Moved("NW", 100, 110), "The price of NW rises from ₽100 to ₽110."),
    (a.Moved("NW", 110, 100), "The price of NW falls from ₽110 to ₽100."),
    (a.Moved("NW", 100, 100), "The price of NW stays at ₽100."),
    (a.Directs("NW", Seat(2)), "Clara becomes director of NW."),
    (a.Income(PAID), "The privates pay: Anna ₽20, Clara ₽10."),
    (
        a.Income(PAID, (("KB", 5),)),
        "The privates pay: Anna ₽20, Clara ₽10, KB ₽5.",
    ),
    (a.Priority(Seat(1)), "Boris has the priority card now."),
    (a.Unable(Seat(1)), "Boris can neither buy nor sell, and is passed over."),
    (a.Unable(Seat(1), "NW"), "Boris can buy no share of NW."),
    (a.Idle("KB", "track"), "KB lays no track: no tile fits."),
    (a.Idle("KB", "money"), "KB lays no track: it cannot pay for any tile."),
    (a.Idle("KB", "trains"), "KB has no train to run."),
    (a.Idle("KB", "route"), "KB has no route: its trains do not run."),
    (
        a.Cleared("NW", "E1"),
        "NW has two stations on one circle in St Petersburg: one is taken off.",
    ),
    (a.Borrowed("NW", 1), "NW takes a loan."),
    (a.Borrowed("NW", 2), "NW takes 2 loans."),
    (a.Paid("NW", 40, "track"), "NW pays ₽40 for track."),
    (a.Paid("NW", 40, "station"), "NW pays ₽40 for its station."),
    (a.Paid("NW", 10, "interest"), "NW pays ₽10 of interest."),
    (a.Paid("NW", 50, "repaid"), "NW repays ₽50 of its loans."),
    (a.Paid("NW", 50, "terrain"), "NW pays ₽50."),
    (a.Earned("NW", 280), "NW earns ₽280."),
    (a.Ran("RSR", ("4:E1.1-G5-H8.1",)), "The trains of RSR run: 4 St Petersburg – Tver – Moscow."),
    (a.Shared("NW", PAID, 70), "NW pays Anna ₽20, Clara ₽10 and keeps ₽70."),
    (a.Shared("NW", PAID, 0), "NW pays Anna ₽20, Clara ₽10."),
    (a.Shared("NW", NOBODY, 100), "NW keeps ₽100."),
    (a.Bought("NW", "8", "bank", 1000), "NW buys a train 8 from the bank for ₽1,000."),
    (a.Bought("NW", "4", "pool", 350), "NW buys a train 4 from the pool for ₽350."),
    (a.Bought("NW", "4", "KB", 1), "NW buys a train 4 from KB for ₽1."),
    (a.Sold("NW", "TSR", Seat(1), 30), "Boris gets ₽30 for TSR from NW."),
    (a.Phased(7), "Phase 7 begins."),
    (a.Scrapped("2"), "All trains 2 are scrapped."),
    (
        a.Seized("KB", 60, PAID),
        "The State Railway takes over KB at ₽60 a share: Anna ₽20, Clara ₽10.",
    ),
    (a.Seized("KB", 60, NOBODY), "The State Railway takes over KB at ₽60 a share: nobody."),
    (
        a.Seized("KB", 60, PAID, "train"),
        (
            "KB ends its turn without a train. The State Railway takes it over at ₽60 a share: Anna"
            " ₽20, Clara ₽10."
        ),
    ),
    (
        a.Seized("KB", 60, PAID, "scrapped"),
        (
            "KB has no train any more. The State Railway takes it over at ₽60 a share: Anna ₽20,"
            " Clara ₽10."
        ),
    ),
    (
        a.Seized("KB", 60, PAID, "interest"),
        (
            "KB cannot pay its interest. The State Railway takes it over at ₽60 a share: Anna ₽20,"
            " Clara ₽10."
        ),
    ),
    (a.Compensated("TSR", "1"), "TSR goes to the State Railway, and Boris gets ₽30."),
    (a.Compensated("TSR", "NW"), "TSR goes to the State Railway, and NW gets ₽30."),
    (a.Stood("E1"), "The State Railway puts a station in St Petersburg."),
    (a.Withdrawn(("KB",)), "KB was not sold and leaves the game."),
    (a.Withdrawn(("KB", "E")), "KB, E were not sold and leave the game."),
    (a.Formed("NW", ("KB",), 100), "KB becomes NW at ₽100 a share."),
    (a.Formed("NW", ("KB", "OK"), 100), "KB, OK become NW at ₽100 a share."),
    (a.Declined(Seat(1)), "Nothing comes of it."),
    (a.Broken(), "The bank is empty: the game ends after the operating round."),
    (a.Ends(3), "The end is near: 3 operating rounds follow this one."),
    (
        a.Started("NW", Seat(1), 100),
        "Boris pays ₽200 for two shares of NW, and that is its treasury.",
    ),
    (
        a.Floats("N", 60, 120),
        "With this bid N begins at ₽60 a share, with ₽120 in its treasury.",
    ),
    (a.Based("N", "E1"), "N begins in St Petersburg."),
    (
        a.Forfeits("N", 60, (120, 0, 0), "train"),
        (
            "N ends its turn without a train. The State Railway takes it over at ₽60 a share:"
            " Anna ₽120."
        ),
    ),
    (a.Falling("NW", 100, 90), "When you are done, the price of NW falls from ₽100 to ₽90."),
    (
        a.Forms(140, 312, 1, ("2", "3"), 2, (1, 2, 0)),
        (
            "₽140 a share, ₽312 in its treasury, 1 loan, 2 stations, trains 2, 3."
            " Shares: Boris 2, Anna 1."
        ),
    ),
    (
        a.Forms(140, 312, 0, (), 1, (2, 0, 0)),
        "₽140 a share, ₽312 in its treasury, 1 station, no train. Shares: Anna 2.",
    ),
    (
        a.Splits((20, 0, 10), 70, 120, 135),
        "Anna ₽20, Clara ₽10, treasury ₽70. The price rises from ₽120 to ₽135.",
    ),
    (a.Splits((0, 0, 0), 100, 120, 110), "treasury ₽100. The price falls from ₽120 to ₽110."),
    (a.Splits((20, 0, 0), 0, 120, 120), "Anna ₽20. The price stays at ₽120."),
    (a.Agrees((Seat(1),)), "Boris has to agree."),
    (a.Agrees((Seat(1), Seat(2))), "Boris, Clara have to agree."),
    (a.Ended("bank"), "The bank was empty."),
    (a.Over(), "The game is over."),
    (a.Joins("H8", ("H10", "K7")), "Joins Moscow to Tula, Nizhnii Novgorod."),
    (a.JoinsAgain("H8", ("H10",)), "A further way joins Moscow to Tula."),
    (a.JoinsNothing(), "Joins nothing new."),
    (a.Reaches(("M7", "A9")), "Beyond, the company reaches Kazan, Poland too."),
    (a.Reaches(("M7", "A9", "B4", "H10", "K7")), "Beyond, the company reaches 5 more places."),
    (a.Leads(("H8",), ("J6",)), "The line from Moscow leads on to J6, where nobody has built."),
    (
        a.Leads(("H8",), ("I9",), 3),
        "The line from Moscow leads on to I9, where building begins in phase 3.",
    ),
    (
        a.Blocked(("H8",), "B4", "green"),
        "The line from Moscow ends at a closed side of Riga; a green tile could open it.",
    ),
    (
        a.Blocked(("H8",), "G5"),
        "The line from Moscow ends at a closed side of Tver, which no tile can open.",
    ),
]


def test_news_has_words() -> None:
    """One sentence for everything that can happen."""
    state = opening()
    for item, sentence in NEWS:
        assert read(GAME.words(item, state)) == sentence
    told = {type(item) for item, _ in NEWS}
    assert told == set(get_args(a.News)) - {a.WhyNot}


def test_news_speaks_to_the_reader() -> None:
    """Whoever it is about is addressed."""
    state = opening()
    assert read(GAME.words(a.Won(Seat(1), "KB", 120), state), 1) == "You get KB for ₽120."
    assert read(GAME.words(a.Income(PAID), state), 2) == "The privates pay: Anna ₽20, you ₽10."


def test_every_phase_has_words() -> None:
    """What a phase brings."""
    for phase in range(3, 9):
        assert f"Phase {phase} begins" in read(GAME.words(a.Phased(phase), opening()))


def test_the_end_names_the_winners() -> None:
    """One winner, or several who share."""
    state = opening(over=True, stack=(), cash=(400, 300, 300))
    assert read(GAME.words(a.Over(), state)).startswith("Anna wins with ₽")
    company = replace(state.companies[NW], shares=(1, 1, 1), director=0)
    state = replace(state.with_company(NW, company).with_company(KB, company), cash=(5, 5, 5))
    state = state.with_company(KB, replace(company, cell=-1))
    assert "Anna, Boris, Clara share the victory" in read(GAME.words(a.Over(), state))
    assert read(GAME.caption(state)) == "The game is over"


def test_an_ignored_bank_ends_nothing() -> None:
    """An option decides what an empty bank means once an 8 is sold."""
    state = opening(eight_sold=True, options=Options(edition="reprint"))
    assert read(GAME.words(a.Broken(), state)) == "The bank is empty and pays on credit."


def test_every_reason_has_words() -> None:
    """Reasons name places and companies."""
    for reason in REASONS:
        text = GAME.words(a.WhyNot("R5.3", reason, ("E1", "NW", "TSR")), opening())
        assert complete(text)
    why = a.WhyNot("R12.3", "full", ("E1",))
    assert read(GAME.words(why, opening())) == "No circle of St Petersburg is free. (R12.3)"
    why = a.WhyNot("R4.2", "pool-full", ("NW",))
    sentence = "The pool never holds more than half of NW. (R4.2)"
    assert read(GAME.words(why, opening())) == sentence


def test_every_option_has_a_name() -> None:
    """Options and their values; labels and values read as one phrase."""
    for name, values in GAME.choices().items():
        assert name in GAME.names
        for value in values or ():
            assert complete(GAME.names[f"{name}={value}"])
    phrase = GAME.names["rsr_runner"], GAME.names["rsr_runner=banker"]
    assert " ".join(map(read, phrase)) == "The State Railway is run by the banker"


def test_every_verb_has_a_name() -> None:
    """The headings of the menu, and the sources of a fortune."""
    tags = {str(action.__struct_config__.tag) for action in get_args(a.Action)}
    for tag in tags - CHANCES:
        assert f"do:{tag}" in GAME.names
    verbs = {name.removeprefix("do:") for name in GAME.names if name.startswith("do:")}
    assert verbs == tags - CHANCES
    state = opening(options=Options(edition="reprint"))
    assert all(f"tally:{source}" in GAME.names for source in GAME.tally(state))


def test_events_name_fields_of_their_news() -> None:
    """A mark on the chart is made of the fields of a news item."""
    fields = {str(kind.__struct_config__.tag): kind.__struct_fields__ for kind in get_args(a.News)}
    for name, text in GAME.names.items():
        if name.startswith("event:"):
            known = dict.fromkeys(fields[name.removeprefix("event:")], "NW")
            assert complete(Text(text.msgid, known))


LOT = Lot(private=0, minimum=20, first=Seat(0), seat=Seat(0))
MINOR = MinorLot(company=KB, seat=Seat(0))
TURN = Turn(company=NW, owed=0)
PRICE, TRAIN = PrivatePrice(NW, 0), TrainPrice(NW, "3", KB)
GROUP = Choosing(KB, (KB, NUMBER["OK"]), into=NW)
QUESTIONS: list[tuple[tuple[Step, ...], str, str]] = [
    (
        (LOT,),
        "Anna may open the auction of TSR (Tsarskoye Selo Railway)",
        "Do you bid for TSR (Tsarskoye Selo Railway)? It starts at ₽20.",
    ),
    (
        (replace(LOT, falling=True, minimum=15),),
        "Anna may take TSR (Tsarskoye Selo Railway) for ₽15",
        "Do you take TSR (Tsarskoye Selo Railway) for ₽15?",
    ),
    (
        (replace(LOT, high=30, leader=1),),
        "Anna may bid more than ₽30 for TSR (Tsarskoye Selo Railway)",
        "₽30 is bid for TSR (Tsarskoye Selo Railway). Do you bid more?",
    ),
    ((MINOR,), "Anna opens the auction of KB (Kiev-Brest)", "Your bid for KB (Kiev-Brest)?"),
    ((StockTurn(Seat(0)),), "Anna may sell and buy", "What do you sell or buy?"),
    (
        (StockTurn(Seat(0), sold=True),),
        "Anna may sell more and buy",
        "Do you sell more, or buy something?",
    ),
    ((TURN, Laying(NW)), "Anna builds for NW", "NW: lay or upgrade track?"),
    (
        (TURN, Laying(NW, 5)),
        "Anna may build a second time for NW",
        "NW: a second tile or upgrade for ₽20 more?",
    ),
    (
        (TURN, Laying(NW, 5, upgraded=True)),
        "Anna may build a second time for NW",
        "NW: a second, yellow tile for ₽20 more?",
    ),
    (
        (TURN, BuyingTrain(NW)),
        "Anna must buy a train for NW",
        "NW has no train and must buy one. Which?",
    ),
    (
        (TURN, PRICE),
        "Anna names a price for TSR",
        "NW: how much for TSR? At most ₽30.",
    ),
    (
        (GROUP,),
        "Anna prepares a merger of KB, OK",
        "KB, OK: which major do they form, or who else joins them?",
    ),
    (
        (Purchase(NW, Seat(0), many=True, must=True),),
        "Anna must buy a share of NW",
        "NW needs a director: buy a share for ₽110.",
    ),
    (
        (TURN, PRICE, Consent(Seat(0), a.Price(25))),
        "Anna may sell TSR to NW for ₽25",
        "NW offers ₽25 for your private TSR. Do you agree?",
    ),
    (
        (TURN, TRAIN, Consent(Seat(0), a.Price(25))),
        "Anna may sell NW a train 3 of KB for ₽25",
        "NW offers ₽25 for a train 3 of KB. Do you agree?",
    ),
    (
        (GROUP, Consent(Seat(0), a.Form("NW"))),
        "Anna may agree to a merger of KB, OK into NW",
        "KB, OK are to become NW. Do you agree?",
    ),
]


@pytest.mark.parametrize(("stack", "told", "question"), QUESTIONS)
def test_questions(stack: tuple[Step, ...], told: str, question: str) -> None:
    """Short for who is asked, and a statement for the others."""
    state = asked(*stack, phase=3, privates=(0, -1, -1, -1, -1))
    cash = replace(state.companies[NW], cash=100)
    state = state.with_company(NW, replace(cash, cell=state.market.start(NW, 110)))
    assert read(GAME.words(at(state), state)) == told
    assert read(GAME.words(at(state), state), 0) == question


def test_too_many_certificates() -> None:
    """Whoever holds too many is told to sell."""
    state = asked(StockTurn(Seat(0)), privates=(0,) * len(PRIVATES))
    company = replace(state.companies[NW], shares=(6, 0, 0), operated=True)
    for number in range(NW, NW + 4):
        state = state.with_company(number, company)
    told = "You have too many certificates. What do you sell?"
    assert read(GAME.words(at(state), state), 0) == told


ACTIONS: list[tuple[tuple[Step, ...], a.Action, str, str]] = [
    ((LOT,), a.Bid(120), "You bid ₽120 for TSR.", "₽120"),
    ((MINOR,), a.Bid(1120), "You bid ₽1,120 for KB.", "₽1,120"),
    ((LOT,), a.Pass(), "You pass.", "Pass"),
    (
        (StockTurn(Seat(0)),),
        a.Sell("NW", 2),
        "You sell 2 shares of NW for ₽220.",
        "Sell 2 shares",
    ),
    (
        (StockTurn(Seat(0)),),
        a.Buy("NW"),
        "You buy a share of NW from its treasury for ₽110.",
        "Buy from the treasury",
    ),
    ((StockTurn(Seat(0)),), a.Start("NW", 100), "You start NW at ₽100.", "Start at ₽100"),
    ((StockTurn(Seat(0), sold=True),), a.Pass(), "You buy nothing.", "Buy nothing"),
    (
        (TURN, Laying(NW)),
        a.Lay("H10", "57", 2),
        "You lay tile 57 on Tula for NW.",
        "tile 57, turned 2",
    ),
    (
        (TURN, Laying(NW)),
        a.Lay("H12", "23", 2),
        "You upgrade H12 to tile 23 for NW.",
        "tile 23, turned 2",
    ),
    ((TURN, Laying(NW)), a.Pass(), "You lay no tile for NW.", "No tile"),
    ((TURN, Laying(NW, 5)), a.Pass(), "You lay no second tile for NW.", "No second tile"),
    (
        (TURN, BuyingTrain(NW)),
        a.Train("4"),
        "You buy a train for NW.",
        "4 from the bank, ₽350",
    ),
    (
        (TURN, BuyingTrain(NW)),
        a.Train("4", "KB"),
        "You want a train 4 of KB for NW.",
        "4 from KB",
    ),
    ((TURN, PRICE), a.Price(25), "You offer ₽25.", "₽25"),
    ((TURN, PRICE, Consent(Seat(0), a.Price(25))), Accept(), "You agree.", "Agree"),
    ((TURN, PRICE, Consent(Seat(0), a.Price(25))), Decline(), "You decline.", "Decline"),
    ((GROUP,), a.Form("NW"), "You want to form NW in this way.", "Form NW"),
    ((GROUP,), a.Pass(), "You leave KB as it is.", "Stay a minor"),
]


@pytest.mark.parametrize(("stack", "action", "sentence", "label"), ACTIONS)
def test_actions(stack: tuple[Step, ...], action: a.Action, sentence: str, label: str) -> None:
    """A sentence, and two or three words."""
    state = asked(*stack)
    company = replace(state.companies[NW], cell=state.market.start(NW, 110))
    state = state.with_company(NW, company)
    assert read(GAME.words(action, state), 0) == sentence
    assert read(GAME.label(action, state), 0) == label


def test_a_run_tells_its_places_and_its_income() -> None:
    """The stops by name; the label says whether more is possible."""
    for state, action in playing(0):
        step = state.stack[-1]
        if not isinstance(step, Running) or not isinstance(action, a.Run):
            continue
        best = GAME.actions(state)[0]
        told = read(GAME.words(best, state))
        assert " – " in told
        assert ".0" not in told
        label = read(GAME.label(best, state))
        assert label.startswith("₽")
        assert label.endswith((", proven best", ", best found"))
        return


def test_captions() -> None:
    """The round, the company and who decides."""
    operating = {"round": "operating", "set": 5, "number": 1}
    for state, told, yours in (
        (
            asked(TURN, Laying(NW), **operating),
            "Operating round 5.1 · NW, director Anna",
            "Operating round 5.1 · NW, your turn",
        ),
        (
            asked(TURN, Running(RSR), **operating),
            "Operating round 5.1 · RSR, run by Anna",
            "Operating round 5.1 · RSR, run by you",
        ),
        (
            asked(TURN, PRICE, Consent(Seat(0), a.Price(25)), **operating),
            "Operating round 5.1 · Anna is asked",
            "Operating round 5.1 · you are asked",
        ),
        (
            asked(StockTurn(Seat(0)), round="stock", set=5),
            "Stock round 5 · Anna",
            "Stock round 5 · your turn",
        ),
        (asked(LOT), "Opening auction · TSR, Anna", "Opening auction · TSR, your turn"),
    ):
        assert read(GAME.caption(state)) == told
        assert read(GAME.caption(state), 0) == yours
    assert "lot" in read(GAME.caption(GAME.start(None, 3)))
    two = GAME.play(GAME.start(Options(edition="reprint"), 2), a.Begin(Seat(0)))
    assert read(GAME.caption(two)) == "The lot decides which privates stay in the box"


def test_status() -> None:
    """Round, phase and bank."""
    state = opening(round="operating", set=5, number=1, phase=4, bank=9340)
    assert read(GAME.status(state)) == "operating round 5.1 · phase 4 · bank ₽9,340"
