"""Everything that can be asked, done or happen has words."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from trainshed.board.hexes import Cells
from trainshed.core import CHANCE, Accept, Choice, Consent, Decline, Reader, Seat, Text, language
from trainshed.games.dampfross import GAME, phrases
from trainshed.games.dampfross import actions as a
from trainshed.games.dampfross.box import Goal
from trainshed.games.dampfross.build import Ends, Laying, Opening
from trainshed.games.dampfross.construction import Budget, Construction, Starting
from trainshed.games.dampfross.draw import DrawStart
from trainshed.games.dampfross.entering import Declaring, Entering, Tracing
from trainshed.games.dampfross.france import Choosing, Going, Rolling, Stepping
from trainshed.games.dampfross.operation import Operation
from trainshed.games.dampfross.refusals import REASONS, THINGS
from trainshed.games.dampfross.run import Running, Turning
from trainshed.games.dampfross.state import (
    OWN,
    SOURCES,
    Company,
    Options,
    Race,
    State,
    Step,
    Train,
)

PLAYERS = ("Ada", "Ben", "Cleo", "Dan")
CHANCES = {"begin", "throw", "dice"}
DULL = a.Stop | a.Back | a.Stay | a.GiveUp | Decline
CONSTRUCTION = Construction(1)


def read(text: Text, seat: int | None = None) -> str:
    """The English words for a seat."""
    return Reader(language("en"), PLAYERS, None if seat is None else Seat(seat)).read(text)


def complete(text: Text) -> bool:
    """Whether a text reads well for everybody: something is said, and nothing is left open."""
    said = [read(text, seat) for seat in (None, 0, 1)]
    return all(one.strip() and "{" not in one and "}" not in one and "!" not in one for one in said)


def playing(seed: int, options: Options, seats: int, races: int) -> Iterator[State]:
    """A random game in which nobody is idle, up to some race."""
    rng = Random(seed)
    state = GAME.start(options, seats)
    while state.stack and state.races < races:
        yield state
        if GAME.actor(state) == CHANCE:
            odds = GAME.odds(state)
            state = GAME.play(state, rng.choices(list(odds), list(odds.values()))[0])
            continue
        verbs: dict[type, list[a.Action]] = {}
        for offer in GAME.actions(state):
            verbs.setdefault(type(offer), []).append(offer)
        weights = [1 if issubclass(verb, DULL) else 8 for verb in verbs]
        state = GAME.play(state, rng.choice(rng.choices(list(verbs.values()), weights)[0]))
    yield state


def _every(found: Sequence[a.Action], most: int = 3) -> Iterator[a.Action]:
    """A few actions of each kind."""
    counts: dict[type, int] = {}
    for action in found:
        counts[type(action)] = counts.get(type(action), 0) + 1
        if counts[type(action)] <= most or getattr(action, "over", None) is not None:
            yield action


GAMES = [
    (Options(), 2, 20_000),
    (Options(two="double"), 2, 20_000),
    (Options(map="ireland", prizes="table"), 3, 20_000),
    (Options(map="kentucky", rules="france"), 2, 20_000),
    (Options(map="russia", jumps="on"), 4, 1_500),
]


@pytest.mark.parametrize(("options", "seats", "most"), GAMES)
def test_a_game_has_words(options: Options, seats: int, most: int) -> None:
    """Every question, offer and news item, before and after it happens, and the captions."""
    for number, state in enumerate(itertools.islice(playing(5, options, seats, 6), most)):
        for item in state.news:
            assert complete(GAME.words(item, state)), item
        if number % 9 and not state.operating:
            continue
        assert complete(GAME.caption(state))
        assert complete(GAME.status(state))
        assert GAME.chapter is not None
        assert complete(GAME.chapter(state))
        if not state.stack or GAME.actor(state) == CHANCE:
            continue
        assert complete(GAME.words(at(state), state))
        for action in _every(GAME.actions(state)):
            assert complete(GAME.words(action, state)), action
            assert complete(GAME.label(action, state)), action
            assert not read(GAME.label(action, state), GAME.actor(state)).startswith("you")


def at(state: State) -> Choice[Any, Any]:
    """The question that is put."""
    step = state.stack[-1]
    assert isinstance(step, Choice)
    return step


def company(state: State, seat: int, path: str, *, credits_: int = 20) -> Company:
    """A company with track along a path of hexes, the first of them its start town."""
    grid = state.board.grid
    hexes = [grid.number[name] for name in path.split()]
    track = [0] * 6
    cells = 1 << hexes[0]
    for here, there in itertools.pairwise(hexes):
        track[grid.direction(here, there)] |= 1 << here
        track[grid.direction(there, here)] |= 1 << there
        cells |= 1 << there
    money = (credits_, *(0,) * (len(SOURCES) - 1))
    return Company(Seat(seat), money, hexes[0], Cells(cells), tuple(map(Cells, track)))


# München to the south-east: Ben's line goes on to Rosenheim where Ada's ends.
ADA, BEN = "T25 U26 V26", "T25 U26 V26 W27 X27 Y28"
MUNICH, ROSENHEIM = 11, 14


def asked(*steps: Step, options: Options | None = None, seats: int = 3) -> State:
    """A position in round 7 with a budget of 4, in which a question is put to Ada."""
    state = GAME.start(options or Options(), seats)
    found = [company(state, 0, ADA), company(state, 1, BEN)]
    found += [replace(other, start=found[0].start) for other in state.companies[2:]]
    stack = (CONSTRUCTION, *steps)
    return replace(state, companies=tuple(found), stack=stack, round=7, budget=4)


def racing(*steps: Step, **options: Any) -> State:  # noqa: ANN401
    """Race 7 from München to the end of Ben's line."""
    state = asked(options=Options(**options))
    number = state.board.grid.number
    race = Race(7, MUNICH, ROSENHEIM, ways=((number["T25"], (Goal(number["Y28"]),)),))
    stack = (Operation(6), Declaring((0, 1, 2), 1), *steps)
    return replace(state, race=race, stack=stack, operating=True, races=6, budget=0)


V26 = GAME.start(None, 3).board.grid.number["V26"]
JOINT = Entering((0, 1))
QUESTIONS: list[tuple[State, str, str]] = [
    (
        asked(Starting(0)),
        "Ada chooses a start town",
        "Which town does the network start in?",
    ),
    (
        asked(Opening(0)),
        "Ada lays the first segment",
        "Where does the first segment lead? It costs nothing.",
    ),
    (
        asked(Ends(0, 2)),
        "Ada chooses where to build",
        "Where do you build from? You have 2 credits.",
    ),
    (
        asked(Laying(0, V26, 1)),
        "Ada builds from V26",
        "Where do you build to from V26? You have 1 credit.",
    ),
    (
        racing(Entering((0,))),
        "Ada may enter race 7, from München to Rosenheim",
        "Race 7, from München to Rosenheim: do you enter?",
    ),
    (
        racing(Entering((0,), replacing=True)),
        "Ada has to replace a route",
        "Your route owes too much. Which one do you take instead?",
    ),
    (
        racing(JOINT),
        "Ada chooses a route for the joint train",
        "Which route does the joint train take from München to Rosenheim?",
    ),
    (
        racing(Entering((1,)), Consent(Seat(0), a.Join(0))),
        "Ada may run jointly from München to Rosenheim",
        "Ben proposes a joint run from München to Rosenheim. Do you agree?",
    ),
    (racing(Entering((0,)), Tracing((0,))), "Ada draws a route", "Where does the route begin?"),
    (
        racing(Entering((0,)), Tracing((0,), (V26,))),
        "Ada draws a route",
        "Where does the route lead from V26?",
    ),
    (
        racing(Entering((0,)), Tracing((0,), (V26, V26 + 1, V26), (1, 0))),
        "Ada draws a route",
        (
            "Where does the route go on? So far: 2 steps, 2 points to throw, pays at most 2 credits"
            " to Ben."
        ),
    ),
    (
        racing(Choosing(0), rules="france"),
        "Ada may enter race 7, from München to Rosenheim",
        "Race 7, from München to Rosenheim: do you enter?",
    ),
]


@pytest.mark.parametrize(("state", "told", "question"), QUESTIONS)
def test_questions(state: State, told: str, question: str) -> None:
    """Short for who is asked, and a statement for the others."""
    assert read(GAME.words(at(state), state)) == told
    assert read(GAME.words(at(state), state), 0) == question


def running(*steps: Step, left: int = 5) -> State:
    """By rule set B Ada's train stands on V26, where only Ben's line goes on."""
    state = racing(rules="france")
    path = tuple(state.board.grid.number[name] for name in ("T25", "U26", "V26"))
    train = Train((0,), path, (0, 0), at=2)
    stack = (Operation(6), Going(1, 1), *(steps or (Stepping(0, 1, left),)))
    return replace(state, trains=(train,), stack=stack)


def test_the_question_of_a_train() -> None:
    """R26.3 What is left of the throw."""
    state = running()
    assert read(GAME.words(at(state), state)) == "Ada runs on, 5 points left"
    assert read(GAME.words(at(state), state), 0) == "Where does the train go? 5 points left."


ROUTE = "T25-U26-V26-W27:1-X27:1-Y28:1"
LENGTH = "5 steps, 5 points to throw, pays at most 4 credits to Ben"
ACTIONS: list[tuple[State, a.Action, str, str]] = [
    (asked(Starting(0)), a.Start("München"), "You start in München.", "München"),
    (asked(Ends(0, 4)), a.From("T25"), "You build from München.", "München"),
    (
        asked(Ends(0, 4)),
        a.From("X27", 1),
        "You jump to X27, along the line of Ben.",
        "X27, along the line of Ben",
    ),
    (asked(Laying(0, V26, 4)), a.To("W27"), "You build to W27.", "W27"),
    (asked(Laying(0, V26, 4)), a.Back(), "You build elsewhere.", "Another hex"),
    (asked(Ends(0, 4)), a.Stop(), "You build no more.", "Build no more"),
    (
        racing(Entering((0,))),
        a.Enter(ROUTE),
        f"You enter the race to Rosenheim: {LENGTH}.",
        LENGTH,
    ),
    (racing(Entering((0,))), a.Stay(), "You stay out of the race.", "Stay out"),
    (
        racing(Entering((0,), replacing=True)),
        a.Stay(),
        "You withdraw from the race.",
        "Withdraw",
    ),
    (racing(JOINT), a.Stay(), "You do not run jointly.", "Not jointly"),
    (racing(Entering((0,))), a.Trace(), "You draw a route.", "Draw a route"),
    (
        racing(Entering((0,))),
        a.Join(1),
        "You propose a joint run (Ben).",
        "Jointly: Ben",
    ),
    (
        racing(Entering((1,)), Consent(Seat(0), a.Join(0))),
        Accept(),
        "You agree.",
        "Agree",
    ),
    (
        racing(Entering((1,)), Consent(Seat(0), a.Join(0))),
        Decline(),
        "You decline.",
        "Decline",
    ),
    (
        racing(Entering((0,)), Tracing((0,))),
        a.Step("T25"),
        "You draw a route from München.",
        "München",
    ),
    (
        racing(Entering((0,)), Tracing((0,), (V26,))),
        a.Step("W27", 1),
        "You draw the route to W27.",
        "W27, pays 2 credits to Ben",
    ),
    (racing(Entering((0,)), Tracing((0,))), a.GiveUp(), "You give up drawing.", "Give up drawing"),
    (racing(Choosing(0), rules="france"), a.Enter(), "You enter the race.", "Enter"),
    (
        racing(Choosing(0), rules="france"),
        a.Enter("T25"),
        "You enter the race from München.",
        "from München",
    ),
    (running(), a.Step("W27", 1), "You go to W27.", "W27, pays 1 credit to Ben"),
    (running(), a.Step("U26"), "You go to U26.", "U26"),
    (
        running(),
        a.Ride("W27:1-X27:1-Y28:1"),
        "You go to Rosenheim.",
        "to Rosenheim, 3 hexes",
    ),
]


@pytest.mark.parametrize(("state", "action", "sentence", "label"), ACTIONS)
def test_actions(state: State, action: a.Action, sentence: str, label: str) -> None:
    """A sentence, and a few words."""
    assert read(GAME.words(action, state), 0) == sentence
    assert read(GAME.label(action, state), 0) == label
    assert read(GAME.words(action, state)).startswith("Ada ")


def test_every_action_is_said() -> None:
    """None is left out above, save those of the dice."""
    said = {type(action) for _, action, _, _ in ACTIONS}
    assert said == set(get_args(a.Action)) - {a.Begin, a.Throw, a.Dice}


def test_the_dice_are_told() -> None:
    """What chance has decided."""
    state = GAME.start(None, 3)
    assert read(GAME.words(a.Begin(Seat(1)), state)) == "Ben begins."
    assert read(GAME.label(a.Begin(Seat(1)), state)) == "Ben"
    assert read(GAME.words(a.Throw(4), state)) == "The die shows 4."
    assert read(GAME.words(a.Dice(2, 5), state)) == "The dice show 25."
    assert read(GAME.label(a.Throw(4), state)) == "4"
    assert read(GAME.label(a.Dice(2, 5), state)) == "25"


def test_one_of_several_goals_is_named() -> None:
    """R10.4 Where a race may end in several places, a route says where it ends."""
    state = racing(Entering((0,)))
    number = state.board.grid.number
    goals = (Goal(number["Y28"]), Goal(number["AE29"]))
    assert state.race is not None
    race = replace(state.race, goal=5, special=True, ways=((number["T25"], goals),))
    state = replace(state, race=race)
    assert read(GAME.label(a.Enter(ROUTE), state)) == f"to Rosenheim, {LENGTH}"


def test_a_frontier_hex_is_called_by_its_country() -> None:
    """R10.8 Only where it has no name of its own."""
    state = GAME.start(Options(map="russia"), 3)
    board = state.board
    hex_ = next(hex_ for hex_ in board.region if board.frontier >> hex_ & 1)
    country = board.sheet.regions[board.region[hex_]].name
    assert phrases.goal(state, hex_).name == f"{board.grid.name[hex_]} ({country})"


def test_what_others_owe_is_taken_off() -> None:
    """R12.4 Netting shows in the charges of a route."""
    state = racing(Entering((0,)))
    number = state.board.grid.number
    train = Train((1,), (number["T25"], number["U26"]), (0,))
    state = replace(state, trains=(train,))
    assert read(GAME.label(a.Enter(ROUTE), state)) == (
        "5 steps, 5 points to throw, pays 2 credits to Ben"
    )


def test_a_step_that_the_points_do_not_cover_ends_at_the_border() -> None:
    """R26.6 Then nothing is paid yet."""
    state = running(left=1)
    hills = state.board.mountains | 1 << state.board.grid.number["W27"]
    board = state.board
    before, board.mountains = board.mountains, Cells(hills)
    try:
        assert read(GAME.label(a.Step("W27", 1), state)) == "to the border of W27"
        assert read(GAME.words(a.Step("W27", 1), state)) == "Ada goes to the border of W27."
        told = "to the border of W27, 0 hexes"
        assert read(GAME.label(a.Ride("W27:1"), state)) == told
    finally:
        board.mountains = before


def test_white_lines_belong_to_the_bank() -> None:
    """R12.9 Nobody else is paid for them."""
    state = racing(Entering((0,)), Tracing((0,), (V26,)))
    assert read(GAME.label(a.Step("W27", 3), state)) == "W27, pays 2 credits to the bank"
    told = read(GAME.words(a.Charged(0, -1, 3), state))
    assert told == "Ada pays for the use of lines: 3 credits to the bank."


def test_david_is_david() -> None:
    """R20.2 Who handles him is asked, but he acts."""
    state = asked(Laying(2, V26, 4), seats=2)
    assert state.companies[2].seat == -1
    assert read(GAME.words(a.To("W27"), state), 0) == "David builds to W27."
    assert read(GAME.caption(state), 0) == "Round 7, 4 of 4 left · David, your turn"
    assert read(GAME.caption(state), 1) == "Round 7, 4 of 4 left · David, Ada"
    assert read(GAME.words(a.Won((2,), 90), state)) == "David wins with 90 credits."


def test_two_companies_are_told_apart_by_their_colours() -> None:
    """R20.7 Red and green, blue and orange."""
    state = asked(Laying(2, V26, 4), seats=2, options=Options(two="double"))
    assert read(GAME.words(a.To("W27"), state)) == "Ada’s green company builds to W27."
    assert read(GAME.words(a.To("W27"), state), 0) == "Your green company builds to W27."
    assert read(GAME.caption(state), 0) == "Round 7, 4 of 4 left · your green company, your turn"
    told = read(GAME.words(a.Laid(3, "T25", "U26", 3, ((0, 1), (1, 4))), state), 0)
    assert told == (
        "It costs 3 credits, and fees: 1 credit to your red company,"
        " 4 credits to Ben’s blue company."
    )
    assert read(GAME.words(a.Won((0, 2), 90), state)) == "Ada wins with 90 credits."


NEWS: list[tuple[a.News, str]] = [
    (a.Laid(0, "T25", "T24", 1), "It costs 1 credit."),
    (
        a.Laid(0, "V26", "W27", 3, ((1, 5), (2, 1))),
        "It costs 3 credits, and fees: 5 credits to Ben, 1 credit to Cleo.",
    ),
    (a.Laid(0, "T25", "T24", 0), "It costs nothing."),
    (a.Bonus(0, "Passau", 6), "Ada is the first in Passau: 6 credits."),
    (a.Round(7, 4), "Round 7: everybody has 4 credits."),
    (a.Built("towns"), "Only three towns are left: construction ends, the races begin."),
    (a.Built("idle"), "Nobody has built for three rounds: construction ends, the races begin."),
    (a.Settled(0, "Hof"), "Ada starts in Hof: no other town is left."),
    (a.Idle(0, "build"), "Ada can build nothing."),
    (a.Idle(0, "race"), "Ada has no route for this race, and stays out."),
    (a.Drawn(7, "Hof", "Passau"), "Race 7: from Hof to Passau."),
    (
        a.Drawn(7, "Hof", "Böhmen", special=True),
        "Race 7, a special one: from Hof to Böhmen.",
    ),
    (
        a.Cancelled(7, "track"),
        "Race 7 is cancelled: the start or the goal has no track.",
    ),
    (
        a.Cancelled(7, "apart"),
        "Race 7 is cancelled: no way leads from the start to the goal.",
    ),
    (a.Cancelled(7, "near"), "Race 7 is cancelled: every goal that is left is too near."),
    (a.Cancelled(7, "nobody"), "Nobody enters race 7."),
    (
        a.CutShort(0),
        (
            "The search for the best routes of Ada has stopped before its end: there may be better"
            " ones than those offered."
        ),
    ),
    (a.Withdrawn(0, "limit"), "Ada is out of the race: the route owes too much."),
    (
        a.Withdrawn(0, "long"),
        "Ada is out of the race: the route is more than twice as long as the shortest.",
    ),
    (a.Withdrawn(0, "stuck"), "Ada is out of the race: the train cannot move."),
    (a.Charged(0, 1, 4), "Ada pays for the use of lines: 4 credits to Ben."),
    (a.Ran(0, "W27", 0), "Ada comes to W27."),
    (a.Ran(0, "Y28", 2, arrived=True), "Ada arrives in Rosenheim, 2 points left."),
    (a.Prize(0, 1, 20), "Ada wins the race and gets 20 credits."),
    (a.Prize(0, 2, 10), "Ada is second and gets 10 credits."),
    (a.Prize(0, 3, 0), "Ada comes in at place 3 and gets nothing."),
    (a.Ran(0, "W27", 0, border="Y28"), "Ada comes to the border of Rosenheim."),
    (a.Alone(1, 10), "Nobody else enters: Ben wins the race and gets 10 credits."),
    (a.Joined(0, 1), "Ada has closed the gap along the line of Ben."),
    (a.Won((0,), 180), "Ada wins with 180 credits."),
    (a.Won((0, 1), 180), "Ada, Ben share the victory with 180 credits."),
]


def test_every_news_item_has_words() -> None:
    """One sentence for everything that can happen."""
    state = asked(Ends(0, 4))
    for item, sentence in NEWS:
        assert read(GAME.words(item, state)) == sentence
        assert complete(GAME.words(item, state))
    assert {type(item) for item, _ in NEWS} == set(get_args(a.News)) - {a.WhyNot}


def test_news_speaks_to_the_reader() -> None:
    """Whoever it is about is addressed."""
    state = asked(Ends(0, 4))
    told = read(GAME.words(a.Bonus(0, "Passau", 6), state), 0)
    assert told == "You are the first in Passau: 6 credits."
    assert read(GAME.words(a.Charged(1, 0, 4), state), 0) == (
        "Ben pays for the use of lines: 4 credits to you."
    )
    assert read(GAME.words(a.Joined(1, 0), state), 0) == "Ben has closed the gap along your line."


def test_rule_set_b_has_its_own_words() -> None:
    """R22.3, R24.1, R25.4 Points, international races, and another end of construction."""
    state = asked(options=Options(map="bavaria", rules="france"))
    assert read(GAME.words(a.Round(7, 4), state)) == "Round 7: everybody has 4 points."
    assert read(GAME.words(a.Built("towns"), state)) == (
        "Everything is connected: construction ends, the races begin."
    )
    assert read(GAME.words(a.Drawn(4, "Hof", "Böhmen", special=True), state)) == (
        "Race 4, an international one: from Hof to Böhmen."
    )


def test_a_joint_train_is_told() -> None:
    """R13.1 With its two companies."""
    state = racing(JOINT)
    number = state.board.grid.number
    train = Train((0, 1), (number["T25"], number["U26"]), (0,))
    state = replace(state, trains=(train,))
    told = read(GAME.words(a.Ran(0, "U26", 0), state), 0)
    assert told == "The joint train (you, Ben) comes to U26."
    told = read(GAME.words(a.Enter(ROUTE), state))
    assert told.startswith("The joint train (Ada, Ben) enters the race to Rosenheim: 5 steps")


def test_consequences_are_known_before_the_click() -> None:
    """What a segment costs, whom it pays, and that a town is new."""
    state = asked(Laying(0, V26, 4))
    (news,) = GAME.brings(state, a.To("W27"))
    assert read(GAME.words(news, state), 0) == "It costs 1 credit, and fees: 5 credits to Ben."
    x27 = state.board.grid.number["X27"]
    rich = company(state, 0, BEN.rsplit(" ", 1)[0], credits_=20)
    state = asked(Laying(0, x27, 4)).with_company(0, rich)
    _, news = GAME.brings(state, a.To("Y28"))
    assert read(GAME.words(news, state), 0) == "You are the first in Rosenheim: 6 credits."


WHY: list[tuple[State, a.Action, str]] = [
    (
        asked(Ends(0, 4)),
        a.From("A1"),
        "Nothing is built on A1: it is water, or it lies beyond the frontier. Stay on land. (R5.3)",
    ),
    (
        asked(Ends(0, 4)),
        a.From("Y28"),
        (
            "Rosenheim is not part of your network. Build from a hex where you have track, or"
            " from your start town. (R5.1)"
        ),
    ),
    (
        asked(Laying(0, V26, 4)),
        a.To("Y28"),
        (
            "Rosenheim is not next to the hex you build from. Go there hex by hex, or build"
            " from another hex. (R5.1)"
        ),
    ),
    (
        asked(Laying(0, V26, 4)),
        a.To("U26"),
        "You have this segment to U26 already. Nobody builds the same one twice. (R5.2)",
    ),
    (
        asked(Laying(0, V26, 0)),
        a.To("W27"),
        (
            "The segment to W27 costs 1 credit, and you have 0 credits left. Find a cheaper"
            " way, or wait for a higher throw. (R3.5)"
        ),
    ),
    (
        asked(Laying(0, V26, 0, account=True)),
        a.To("W27"),
        (
            "The segment to W27 costs 1 credit, and you can spend 0 credits more. Find a"
            " cheaper way, or build it after a later race. (R16.3)"
        ),
    ),
    (
        asked(Laying(0, V26, 4)).with_company(0, company(asked(), 0, ADA, credits_=3)),
        a.To("W27"),
        (
            "The segment to W27 owes rivals 5 credits, and your account has 3 credits. Go where"
            " fewer of them have track, or earn more first. (R6.9)"
        ),
    ),
    (
        asked(Laying(0, V26, 5, account=True)).with_company(
            0, company(asked(), 0, ADA, credits_=5)
        ),
        a.To("W27"),
        (
            "The segment to W27 owes rivals 5 credits besides what it costs, and your account"
            " has only 5 credits for both. Go where fewer of them have track, or earn more"
            " first. (R6.9)"
        ),
    ),
    (
        racing(Entering((0,))),
        a.Enter("T25-T24"),
        ("No track leads from München to T24. A train stays on lines that are built. (R11.2)"),
    ),
]


@pytest.mark.parametrize(("state", "action", "sentence"), WHY)
def test_mistakes_are_explained(state: State, action: a.Action, sentence: str) -> None:
    """What forbids it, and what would be allowed."""
    why = GAME.why(state, action)
    assert why is not None
    assert read(GAME.words(why, state), 0) == sentence


EXAMPLES = {"line": "1", "company": "1", "hex": "Y28", "here": "Y27"}


def test_every_reason_has_words() -> None:
    """With its rule, and whatever it is about."""
    for reason in {name.partition(":")[0] for name in REASONS} - {"not-beside"}:
        things = tuple(EXAMPLES.get(kind, "3") for kind in THINGS.get(reason, ("hex",)))
        why = a.WhyNot("R5.3", reason, things)
        for step in (Ends(0, 4), Ends(0, 4, account=True), Laying(0, V26, 4), Tracing((0,))):
            assert complete(GAME.words(why, asked(step)))
    why = a.WhyNot("R3.5", "dear", ("E10", "7", "6"))
    told = "The segment to E10 costs 7 credits, more than any throw brings."
    assert read(GAME.words(why, asked(Ends(0, 6)))).startswith(told)


def test_every_option_has_a_name() -> None:
    """Options and their values, each with a word on what it means."""
    for name, values in GAME.choices().items():
        assert complete(GAME.names[name])
        for value in values or ():
            key = f"{name}={str(value).lower()}"
            assert complete(GAME.names[key])
            assert complete(GAME.names[f"about:{key}"])
    assert f"map={OWN}" in GAME.names
    phrase = GAME.names["debt"], GAME.names["debt=false"]
    assert " ".join(map(read, phrase)) == "An account never falls below zero"


def test_every_verb_has_a_name() -> None:
    """The headings of the menu, what is asked after a click, the sources of credits."""
    tags = {str(action.__struct_config__.tag) for action in get_args(a.Action)}
    verbs = {name.removeprefix("do:") for name in GAME.names if name.startswith("do:")}
    assert verbs == tags - CHANCES
    firsts = {
        path[0].split(":")[0]
        for state, action, _, _ in ACTIONS
        if len(path := GAME.target(action, state)) > 1
    }
    assert firsts == {"hex"}
    assert all(f"ask:{kind}" in GAME.names for kind in firsts)
    assert all(f"tally:{source}" in GAME.names for source in SOURCES)


def test_events_name_fields_of_their_news() -> None:
    """A mark on the chart is made of the fields of a news item."""
    fields = {str(kind.__struct_config__.tag): kind.__struct_fields__ for kind in get_args(a.News)}
    for name, text in GAME.names.items():
        if name.startswith("event:"):
            known = dict.fromkeys(fields[name.removeprefix("event:")], "7")
            assert complete(Text(text.msgid, known))


CAPTIONS: list[tuple[State, str, str]] = [
    (GAME.start(None, 3), "The lot decides who begins", "round 1 · towns without track: {all}"),
    (asked(Budget()), "Round 7 · the die decides the budget", ""),
    (asked(Starting(0)), "Round 7, budget 4 · your turn", ""),
    (replace(asked(Opening(0)), budget=0), "Round 7 · your turn", ""),
    (asked(Ends(0, 2)), "Round 7, 2 of 4 left · your turn", ""),
    (asked(Ends(1, 2)), "Round 7, 2 of 4 left · Ben", ""),
    (
        replace(asked(Ends(0, 9, account=True)), operating=True, races=6),
        "After race 6, 9 credits left · your turn",
        "race 7 of 21",
    ),
    (racing(DrawStart()), "Race 7 of 21 · start and goal are drawn", "race 7 of 21"),
    (racing(Entering((0,))), "Race 7 of 21 · your turn", "race 7 of 21"),
    (racing(Entering((1,)), Consent(Seat(0), a.Join(0))), "Race 7 of 21 · you are asked", ""),
    (running(Rolling(0, 1)), "Race 7 · you throw", "race 7 · 250 credits win"),
    (running(), "Race 7 · your turn", "race 7 · 250 credits win"),
    (replace(racing(), stack=(), over=True), "The game is over", ""),
]


@pytest.mark.parametrize(("state", "caption", "status"), CAPTIONS)
def test_captions(state: State, caption: str, status: str) -> None:
    """Whose turn it is and how far."""
    assert read(GAME.caption(state), 0) == caption
    if status:
        left = len(state.board.towns) - state.connected.bit_count()
        assert read(GAME.status(state)) == status.format(all=left)


def test_a_throwing_train_is_named() -> None:
    """R14.2 By rule set A too."""
    state = racing(Running(1, 1), Turning(0, 1))
    train = Train((1,), (V26,), ())
    assert read(GAME.caption(replace(state, trains=(train,)))) == "Race 7 of 21 · Ben throws"


def test_chapters() -> None:
    """Rounds of construction, then races; building belongs to the race before."""
    chapter = GAME.chapter
    assert chapter is not None
    assert read(chapter(GAME.start(None, 3))) == "B1"
    assert read(chapter(asked(Ends(0, 2)))) == "B7"
    assert read(chapter(racing(Entering((0,))))) == "R7"
    drawing = replace(racing(DrawStart()), race=None)
    assert read(chapter(drawing)) == "R7"
    building = replace(racing(Ends(0, 9, account=True)), race=None)
    assert read(chapter(building)) == "R6"
