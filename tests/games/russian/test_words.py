"""Everything that can be asked, done or happen has words, and every piece has a name."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from trainshed.core import Choice, Masked, Match, Reader, Seat, Text, language
from trainshed.games.russian import GAME
from trainshed.games.russian import actions as a
from trainshed.games.russian.again import Repeating
from trainshed.games.russian.board import QUESTIONS, Board
from trainshed.games.russian.box import BLACK, BOX, GREY, LINES
from trainshed.games.russian.build import Placing
from trainshed.games.russian.order import Second, Swapping
from trainshed.games.russian.play import Play
from trainshed.games.russian.questions import Carding, Choosing, Smalls, Taking
from trainshed.games.russian.setup import Removing, Starting
from trainshed.games.russian.state import SOURCES, Magnate, Options, State, Step
from trainshed.games.russian.turn import Turn
from trainshed.games.russian.words import REASONS, words
from trainshed.games.russian.work import Task, Working

PLAYERS = ("Anna", "Boris", "Clara", "Dmitri")
CHANCES = {"draw", "deal", "remove"}
ANNA = Seat(0)


def read(text: Text, seat: int | None = None) -> str:
    """The English words for a seat."""
    return Reader(language("en"), PLAYERS, None if seat is None else Seat(seat)).read(text)


def asked(*steps: Step, board: Board | None = None, **changes: Any) -> State:  # noqa: ANN401
    """A position of four players in round 3, in which a question is put to Anna."""
    state = replace(
        GAME.start(None, 4),
        stack=(Play("turns"), *steps),
        order=tuple(map(Seat, range(4))),
        round=3,
        row=(4, 7, 12, 15, 3, 8),
    )
    if board:
        state = state.with_board(0, board)
    return replace(state, **changes)


def at(state: State) -> Choice[Any, Any]:
    """The question that is put."""
    step = state.stack[-1]
    assert isinstance(step, Choice)
    return step


def playing(seed: int) -> Iterator[State]:
    """A random game, in which nobody passes early."""
    rng = Random(seed)
    options = Options(bonus_pile="closed" if seed % 2 else "open")
    state = GAME.start(options, GAME.seats[seed % len(GAME.seats)])
    while state.stack:
        yield state
        offers = GAME.actions(state)
        active = [offer for offer in offers if not isinstance(offer, a.Pass | a.Lapse)]
        verbs: dict[type, list[a.Action]] = {}
        for offer in active or offers:
            verbs.setdefault(type(offer), []).append(offer)
        state = GAME.play(state, rng.choice(rng.choice(list(verbs.values()))))
    yield state


def complete(text: Text) -> bool:
    """Whether a text reads well for everybody: something is said, and nothing is left open."""
    said = [read(text, seat) for seat in (None, 0, 1)]
    return all(one.strip() and "{" not in one and "}" not in one for one in said)


@pytest.mark.parametrize("seed", range(12))
def test_a_whole_game_has_words(seed: int) -> None:
    """Every question, offer and news item, before and after it happens, and the captions."""
    for state in playing(seed):
        assert complete(GAME.caption(state))
        assert complete(GAME.status(state))
        for news in state.news:
            assert complete(GAME.words(news, state)), news
        if not state.stack:
            continue
        if isinstance(state.stack[-1], Choice):
            assert complete(GAME.words(state.stack[-1], state)), state.stack[-1]
        for offer in GAME.actions(state):
            assert complete(GAME.words(offer, state)), offer
            assert complete(GAME.label(offer, state)), offer
            assert all(complete(GAME.words(news, state)) for news in GAME.brings(state, offer))


def test_a_log_of_secrets_has_words() -> None:
    """With a closed pile others read that a card was taken, not which."""
    match = Match(GAME, seats=3, options=Options(bonus_pile="closed"), names=PLAYERS[:3])
    rng = Random(1)
    while match.actor is not None:
        match.play(match.actor, rng.choice(GAME.actions(match.state)))
    for move in match.history:
        for seat in (None, Seat(0)):
            assert all(complete(text) for text in match.told(move, seat))
    taking = asked(Taking(Seat(1)))
    assert read(words(Masked(), taking)) == "Boris takes a bonus card."
    box = asked(Removing(2))
    assert read(words(Masked(), box)) == "A bonus card stays in the box, unseen."


NEWS: list[tuple[a.News, str]] = [
    (a.Ordered((Seat(1), ANNA)), "Turn order: Boris, Anna."),
    (a.Round(3), "Round 3 begins."),
    (a.Round(7), "The last round begins."),
    (a.Scored(ANNA, 2, "pass"), "Anna scores 2 points for passing."),
    (a.Scored(ANNA, 10, "terminus"), "Anna reaches a terminus and scores 10 points."),
    (a.Scored(ANNA, 3, "engineer"), "Anna scores 3 points by the engineer."),
    (a.Scored(ANNA, 1, "factory"), "Anna scores 1 point by the factory."),
    (a.Scored(ANNA, 10, "card"), "Anna scores 10 points instead of a card."),
    (a.Passed(ANNA, 2), "Anna can do nothing more and passes: 2 points."),
    (a.Lapsed(ANNA), "The rest of the action is not possible and lapses."),
    (a.Shifted(3, 5), "Engineer 3 leaves the game, engineer 5 can be hired now."),
    (a.Shifted(0, 5), "Engineer 5 can be hired now."),
    (a.Shifted(3, 0), "Engineer 3 leaves the game."),
    (a.Unlocked(ANNA, "grey"), "Anna gets 3 grey rails."),
    (a.Unlocked(ANNA, "white"), "Anna gets 1 white rail."),
    (
        a.Hired(ANNA, 7),
        "Engineer 7 works for Anna now: 1 grey move and 1 brown move.",
    ),
    (a.Gained(ANNA, "worker"), "Anna gets one more worker."),
    (a.Gained(ANNA, "black"), "Anna gets the black worker."),
    (a.Gained(ANNA, "rouble", 2), "Anna gets 2 roubles."),
    (a.Gained(ANNA, "x2", 1), "Anna gets 1 x2 token."),
    (a.Gained(ANNA, "turquoise", 2), "Anna gets 2 turquoise workers."),
    (a.Reached(ANNA, "petersburg4"), "Anna comes to a ? space: St Petersburg 4."),
    (
        a.Evaluated(ANNA, 12, 0, 3, 5),
        "Anna scores 20 points: Trans-Siberian 12, St Petersburg 0, Kiev 3, industry 5.",
    ),
    (a.Evaluated(ANNA, 0, 0, 0, 0), "Anna scores nothing yet."),
    (
        a.Revealed(ANNA, "factories", 12),
        "Anna shows the bonus card “4 for each factory”: 12 points.",
    ),
    (a.Majority(ANNA, 40), "Anna has most engineers and scores 40 points."),
    (a.Majority(ANNA, 20), "Anna is second in engineers and scores 20 points."),
    (a.Ended(), "The game is over."),
    (
        a.Beyond(ANNA, "kiev", 0),
        "This rail alone adds nothing: Anna has no locomotive on this line.",
    ),
    (a.Beyond(ANNA, "trans", 1), "This rail alone adds nothing: the locomotives of Anna reach 1."),
    (
        a.Reaches(ANNA, "trans", 3, 1),
        "The locomotives of Anna on the Trans-Siberian reach 3 instead of 1.",
    ),
]


def test_news_has_words() -> None:
    """One sentence for everything that can happen."""
    state = asked()
    for item, sentence in NEWS:
        assert read(GAME.words(item, state)) == sentence
    assert {type(item) for item, _ in NEWS} == set(get_args(a.News)) - {a.WhyNot}


def test_news_speaks_to_the_reader() -> None:
    """Whoever it is about is addressed."""
    state = asked()
    told = read(GAME.words(a.Hired(ANNA, 5), state), 0)
    assert told == "Engineer 5 works for you now: 2 industry steps."
    assert read(GAME.words(a.Gained(ANNA, "rouble", 1), state), 0) == "You get 1 rouble."


def test_the_end_names_the_winners() -> None:
    """One winner, or several who share."""
    rich, poor = Magnate(points=(300, *(0,) * 7)), Magnate(points=(20, *(0,) * 7))
    state = asked(over=True, stack=(), magnates=(rich, poor, poor, poor))
    assert read(GAME.words(a.Ended(), state)) == "Anna wins with 300 points."
    assert read(GAME.words(a.Ended(), state), 0) == "You win with 300 points."
    state = replace(state, magnates=(rich, rich, poor, poor))
    told = "Anna, Boris share the victory with 300 points."
    assert read(GAME.words(a.Ended(), state)) == told
    assert read(GAME.caption(state)) == "The game is over"


MIXED = Task(((1 << BLACK, 2),), steps=1)
QUESTIONS_ASKED: list[tuple[Step, str, str]] = [
    (Starting(3), "Anna takes a start bonus", "Which start bonus do you take?"),
    (
        Turn(ANNA),
        "Anna chooses an action",
        "What do you do? You have 1 rouble and 5 workers.",
    ),
    (
        Working(ANNA, MIXED),
        "Anna carries out an action: 2 black moves and 1 industry step are left",
        "What next? 2 black moves and 1 industry step are left.",
    ),
    (
        Working(ANNA, Task(((1 << GREY, 1),))),
        "Anna carries out an action: 1 grey move is left",
        "What next? 1 grey move is left.",
    ),
    (
        Working(ANNA, Task(((0b11, 1),), extra=1)),
        "Anna carries out an action: 1 black or grey move and 1 additional black move are left",
        "What next? 1 black or grey move and 1 additional black move are left.",
    ),
    (
        Working(ANNA, Task(build="both")),
        "Anna carries out an action: 1 locomotive and 1 factory are left",
        "What next? 1 locomotive and 1 factory are left.",
    ),
    (
        Working(ANNA, Task(build="either")),
        "Anna carries out an action: 1 locomotive or factory is left",
        "What next? 1 locomotive or factory is left.",
    ),
    (
        Placing(ANNA, 2),
        "Anna places locomotive 2",
        "Locomotive 2 is displaced. Where does it go?",
    ),
    (Placing(ANNA, 9, fresh=True), "Anna places locomotive 9", "Where does locomotive 9 go?"),
    (
        Swapping(ANNA, "turn_order_1"),
        "Anna chooses a worker for the claim",
        "A claim needs a worker of your colour. Which one do you take for it?",
    ),
    (
        Second(ANNA, "turn_order_1"),
        "Anna may act once more with the worker of the claim",
        "The worker of your claim may act once more. Where does it go?",
    ),
    (
        Repeating(ANNA),
        "Anna chooses an action to carry out again",
        "Which action do you carry out again?",
    ),
    (Choosing(ANNA), "Anna chooses a ? token", "A ? space: which of your tokens do you use?"),
    (Carding(ANNA), "Anna chooses a ? card", "Which ? card do you take?"),
    (
        Smalls(ANNA),
        "Anna chooses one of three small things",
        "Which of the three do you get a second time?",
    ),
    (
        Taking(ANNA),
        "Anna may take a bonus card",
        "Which bonus card do you take? Or rather 10 points?",
    ),
]


@pytest.mark.parametrize(("step", "told", "question"), QUESTIONS_ASKED)
def test_questions(step: Step, told: str, question: str) -> None:
    """Short for who is asked, and a statement for the others."""
    state = asked(step)
    assert read(GAME.words(at(state), state)) == told
    assert read(GAME.words(at(state), state), 0) == question


def test_an_empty_bonus_pile_is_told() -> None:
    """Then only the points are left."""
    state = asked(Taking(ANNA), pile=())
    told = "No bonus card is left: you score 10 points."
    assert read(GAME.words(at(state), state), 0) == told


def test_the_hand_is_told() -> None:
    """All that can pay."""
    rich = Magnate(workers=2, roubles=1, turquoise=1, black=1)
    state = asked(Turn(ANNA)).with_magnate(0, rich)
    assert read(GAME.words(at(state), state), 0) == (
        "What do you do? You have 1 rouble, 2 workers, 1 turquoise worker and the black worker."
    )


FULL = Board(factories=(2, 3, 4, 5, 6), markers=(6, 3), locomotives=(3, 2, 2, 0))
WORK = Working(ANNA, MIXED)
ACTIONS: list[tuple[Step, a.Action, str, str]] = [
    (Starting(3), a.Bonus("black1"), "You take a start bonus: 1 black move.", "1 black move"),
    (
        Turn(ANNA),
        a.Place("rail_black_2w"),
        "You pay 2 workers: 3 black moves.",
        "2 workers",
    ),
    (
        Turn(ANNA),
        a.Place("rail_any2", 1),
        "You pay 1 rouble and 1 worker: 2 moves of any colour.",
        "1 rouble and 1 worker",
    ),
    (
        Turn(ANNA),
        a.Place("loco_3w", 1, 1, 1),
        "You pay 1 rouble, 1 turquoise worker and the black worker: 1 locomotive and 1 factory.",
        "1 rouble, 1 turquoise worker and the black worker",
    ),
    (
        Turn(ANNA),
        a.Place("engineer_public_1"),
        "You pay 1 worker to public engineer 7: 1 grey move and 1 brown move.",
        "1 worker",
    ),
    (
        Turn(ANNA),
        a.Place("own_12"),
        "You pay 1 worker to engineer 12: an action again.",
        "1 worker",
    ),
    (Turn(ANNA), a.Place("turn_order_2"), "You pay 1 worker to claim place 2.", "1 worker"),
    (Turn(ANNA), a.Place("engineer_hire", 1), "You pay 1 rouble to hire an engineer.", "1 rouble"),
    (Turn(ANNA), a.Pass(), "You pass.", "Pass for the round"),
    (
        Second(ANNA, "turn_order_1"),
        a.Place("own_7"),
        "You send the worker of your claim on: engineer 7.",
        "engineer 7",
    ),
    (
        Second(ANNA, "turn_order_1"),
        a.Pass(),
        "You leave the worker where it is.",
        "Leave it there",
    ),
    (
        Swapping(ANNA, "turn_order_1"),
        a.Swap("rail_grey_1w"),
        "You claim with the worker from “2 grey moves”.",
        "the worker from “2 grey moves”",
    ),
    (WORK, a.Move("kiev", "grey"), "You lay the grey rail on Kiev.", "grey on Kiev to 1"),
    (
        WORK,
        a.Move("trans", "black"),
        "You move the black rail on the Trans-Siberian to space 2.",
        "black on the Trans-Siberian to 2",
    ),
    (
        WORK,
        a.Step(0),
        "You move the first industry marker to factory 3.",
        "first marker to factory 3",
    ),
    (
        WORK,
        a.Step(1),
        "You move the second industry marker to the space worth 5 points.",
        "second marker to 5 points",
    ),
    (WORK, a.Locomotive(3), "You put locomotive 2 on Kiev.", "locomotive 2 on Kiev"),
    (
        Placing(ANNA, 4),
        a.Locomotive(2),
        "You put locomotive 4 on St Petersburg, in place of 2.",
        "locomotive 4 on St Petersburg, in place of 2",
    ),
    (
        Placing(ANNA, 4),
        a.Retire(),
        "You turn locomotive 4 over: it goes to the factory reserve.",
        "To the factory reserve",
    ),
    (
        WORK,
        a.Factory("reserve", 6, 1),
        "You build factory 6 from the reserve in place of 3: 1 rouble.",
        "factory 6 from the reserve, in place of 3",
    ),
    (Repeating(ANNA), a.Again("x2_1w"), "You act again: 1 x2 token.", "1 x2 token"),
    (Repeating(ANNA), a.Lapse(), "You carry out nothing again.", "Nothing again"),
    (WORK, a.Lapse(), "You give up the rest.", "Give up the rest"),
    (
        Choosing(ANNA),
        a.Token("rails4"),
        "You use a ? token: 4 moves of any colour.",
        "4 moves of any colour",
    ),
    (Carding(ANNA), a.Card("loco9"), "You take a ? card: locomotive 9.", "locomotive 9"),
    (Smalls(ANNA), a.Repeat("x2"), "You take a second x2 token.", "x2 token"),
    (Smalls(ANNA), a.Repeat("step"), "You choose a second industry step.", "industry step"),
    (Smalls(ANNA), a.Repeat("black"), "You choose a second black move.", "black move"),
    (
        Taking(ANNA),
        a.Take("lines"),
        "You take a bonus card: 10 for each finished line.",
        "10 for each finished line",
    ),
    (Taking(ANNA), a.Ten(), "You take no bonus card.", "10 points"),
]


@pytest.mark.parametrize(("step", "action", "sentence", "label"), ACTIONS)
def test_actions(step: Step, action: a.Action, sentence: str, label: str) -> None:
    """A sentence, and two or three words."""
    state = asked(step, board=FULL)
    assert read(GAME.words(action, state), 0) == sentence
    assert read(GAME.label(action, state), 0) == label
    assert read(GAME.words(action, state)).startswith("Anna ")


def test_industry_with_one_marker() -> None:
    """The first hole, one marker, the ? space."""
    state = asked(WORK, board=Board(factories=(2, 3, 4), markers=(9,)))
    assert read(GAME.words(a.Step(), state)) == "Anna moves the industry marker to the ? space."
    assert read(GAME.label(a.Step(), state)) == "step to the ? space"
    build = a.Factory("pile", 2, 3)
    told = "Anna builds factory 2 from the pile: 1 locomotive or factory."
    assert read(GAME.words(build, state)) == told
    assert read(GAME.label(build, state)) == "factory 2 from the pile: 1 locomotive or factory"


def test_every_reason_has_words() -> None:
    """With its rule, and whatever it is about."""
    for reason in REASONS:
        for about in (("grey", "kiev"), ("nowhere", "cost:rail_any2")):
            name = reason.partition(":")[0]
            assert complete(GAME.words(a.WhyNot("R4.3", name, about), asked(Turn(ANNA))))
    why = a.WhyNot("R3.4", "closed", ("rail_any2",))
    told = "This space has been taken in this round. (R3.4)"
    assert read(GAME.words(why, asked(Turn(ANNA)))) == told
    why = a.WhyNot("R15.6", "last-round", ("last_round",))
    told = "This space opens in the last round only. (R15.6)"
    assert read(GAME.words(why, asked(Turn(ANNA)))) == told


def test_every_option_has_a_name() -> None:
    """Options and their values; labels and values read as one phrase."""
    for name, values in GAME.choices().items():
        assert name in GAME.names
        for value in values or ():
            assert complete(GAME.names[f"{name}={value}"])
    phrase = GAME.names["bonus_pile"], GAME.names["bonus_pile=open"]
    assert " ".join(map(read, phrase)) == "The bonus pile is open, and shows what everybody has"


def test_every_verb_has_a_name() -> None:
    """The headings of the menu, what is asked after a click, the sources of points."""
    tags = {str(action.__struct_config__.tag) for action in get_args(a.Action)}
    verbs = {name.removeprefix("do:") for name in GAME.names if name.startswith("do:")}
    assert verbs == tags - CHANCES
    firsts = {
        path[0].split(":")[0]
        for state in playing(2)
        for action in (GAME.actions(state) if state.stack else ())
        if len(path := GAME.target(action, state)) > 1
    }
    assert firsts == {"space", "pile", "reserve"}
    assert all(f"ask:{kind}" in GAME.names for kind in firsts)
    assert all(f"tally:{source}" in GAME.names for source in SOURCES)


def test_every_piece_has_a_name() -> None:
    """Spaces, tokens, cards, engineers, factories, lines, colours; nothing is left open."""
    wanted = [
        *(f"space:{space.id}" for space in BOX.spaces),
        *(f"about:space:{space.id}" for space in BOX.spaces),
        *(f"token:{token}" for token in BOX.tokens),
        *(f"about:token:{token}" for token in BOX.tokens),
        *(f"card:{card}" for card in (*BOX.question_cards, *BOX.bonus_cards)),
        *(f"about:card:{card}" for card in (*BOX.question_cards, *BOX.bonus_cards)),
        *(f"card:{card}" for card in (*BOX.start_bonuses, "?")),
        *(f"engineer:{engineer.number}" for engineer in BOX.engineers),
        *(f"factory:{number}" for number in BOX.factories),
        *(f"line:{line.id}" for line in LINES),
        *(f"on:{line.id}" for line in LINES),
        *(f"question:{space}" for space in QUESTIONS),
        *(f"colour:{colour}" for colour in BOX.colours),
    ]
    for name in wanted:
        assert complete(GAME.names[name]), name
        assert read(GAME.names[name]) != "nothing", name


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("engineer:3", "1 move of any colour and 3 points"),
        ("engineer:13", "1 industry step and 1 black move"),
        ("factory:1", "points by the numbers of the engineers"),
        ("factory:9", "a bonus card or 10 points"),
        ("space:turn_order_1", "place 1 in the next round"),
        ("about:space:rail_grey_2w", "Costs 2 workers. On one line or divided among several."),
        ("about:space:rail_brown_1w", "Costs 1 worker. On a line of your choice."),
        ("about:space:rail_white_2w", "Costs 2 workers. On the Trans-Siberian only."),
        (
            "about:space:roubles_1w",
            "Costs 1 worker. A rouble pays like a worker, but only once.",
        ),
        (
            "about:token:kiev_medal",
            "20 points in each scoring, once your grey rail and your locomotive are at Kiev 5.",
        ),
        (
            "about:token:revaluation",
            "Your brown, beige and white rails are worth 3, 6 and 10 from now on.",
        ),
    ],
)
def test_names(name: str, told: str) -> None:
    """What a piece does, in a few words."""
    assert read(GAME.names[name]) == told


def test_events_name_fields_of_their_news() -> None:
    """A mark on the chart is made of the fields of a news item."""
    fields = {str(kind.__struct_config__.tag): kind.__struct_fields__ for kind in get_args(a.News)}
    for name, text in GAME.names.items():
        if name.startswith("event:"):
            known = dict.fromkeys(fields[name.removeprefix("event:")], "7")
            assert complete(Text(text.msgid, known))


def test_captions() -> None:
    """The round and who is asked."""
    state = asked(Turn(ANNA))
    assert read(GAME.caption(state)) == "Round 3 of 7 · Anna"
    assert read(GAME.caption(state), 0) == "Round 3 of 7 · your turn"
    assert read(GAME.caption(asked(Starting(3), round=0))) == "Start bonuses · Anna"
    assert read(GAME.caption(GAME.start(None, 3))) == "The lot decides who begins"


def test_status() -> None:
    """The round and the next locomotive."""
    state = asked(Turn(ANNA), piles=(0, 0, 2, 4, 4, 4, 4, 4))
    assert read(GAME.status(state)) == "round 3 of 7 · next locomotive 4"
    state = replace(state, piles=(0,) * 8)
    assert read(GAME.status(state)) == "round 3 of 7 · no locomotives left"
    told = "before the first round · next locomotive 2"
    assert read(GAME.status(GAME.start(None, 2))) == told
