"""No question leads nowhere: what is offered can be completed, and giving up is never all."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from tests.games.dampfross.test_words import read
from tests.rules.dampfross.position import offers, play, refused, told
from tests.rules.dampfross.races import race, row
from trainshed.core import CHANCE, Consent, Match, draw, loads
from trainshed.games.dampfross import GAME, entering, routes
from trainshed.games.dampfross import actions as a
from trainshed.games.dampfross.actions import CutShort
from trainshed.games.dampfross.build import Ends, Laying
from trainshed.games.dampfross.entering import Entering, Tracing
from trainshed.games.dampfross.france import Stepping
from trainshed.games.dampfross.routes import Work
from trainshed.games.dampfross.state import State

RECORDS = sorted((Path(__file__).parents[2] / "records").glob("dampfross-*.record"))
BACK = (a.Back, a.Stop, a.Stay, a.GiveUp)
"""Answers that do nothing but end a question."""


def acts(state: State) -> list[a.Action]:
    """The offers that do something."""
    return [action for action in GAME.actions(state) if not isinstance(action, BACK)]


def leads_nowhere(state: State, action: a.Action) -> str:
    """What is wrong with an offer: no complete action can follow from it."""
    after = GAME.play(state, action)
    step = after.stack[-1] if after.stack else None
    match action:
        case a.From() if not any(isinstance(it, a.To) for it in GAME.actions(after)):
            return "no segment leads out of that hex"
        case a.Trace() if not completed(after):
            return "no route can be drawn"
        case a.Step() if isinstance(step, Tracing) and not completed(after):
            return "no route goes on like this"
        case a.Join():
            # Two companies of one player need not be asked.
            agreed = play(after, "accept") if isinstance(step, Consent) else after
            joint = agreed.stack[-1]
            if not isinstance(joint, Entering) or len(joint.companies) < 2:
                return "the train of both is dropped"
            if not any(isinstance(it, a.Enter) for it in GAME.actions(agreed)):
                return "the train of both has no route"
        case _:
            pass
    return ""


def completed(state: State) -> bool:
    """Whether a drawing that always takes the first step enters the race: no step was wrong."""
    for _ in range(400):
        if not isinstance(state.stack[-1] if state.stack else None, Tracing):
            return True
        steps = acts(state)
        if not steps:
            return False
        state = GAME.play(state, steps[0])
    return False


def walked(state: State, seed: str, every: int) -> Counter[str]:
    """A random game; every so many questions are looked at, and counted by their offers."""
    rng, chances, seen = Random(seed), 0, Counter[str]()
    for number in range(100_000):
        actor = GAME.actor(state)
        if actor is None:
            return seen
        if actor == CHANCE:
            action = draw(GAME.odds(state), seed, chances)
            chances += 1
        else:
            step = state.stack[-1]
            if isinstance(step, Ends | Laying | Entering | Tracing | Stepping):
                assert acts(state), f"{step} offers nothing but to end it"
            if number % every == 0:
                for offer in GAME.actions(state):
                    if not isinstance(offer, BACK):
                        assert not leads_nowhere(state, offer), (leads_nowhere(state, offer), offer)
                        seen[type(offer).__name__] += 1
            kinds: dict[type, list[a.Action]] = {}
            for offer in GAME.actions(state):
                kinds.setdefault(type(offer), []).append(offer)
            action = rng.choice(rng.choice(list(kinds.values())))
        state = GAME.play(state, action)
    raise AssertionError("this does not end")


def built(path: Path) -> State:
    """The position of a recorded game when construction had ended, everybody with some money."""
    match = Match.replay(GAME, loads(path.read_text(encoding="utf-8")))
    state = next(move.after for move in match.history if move.after.operating)
    return replace(state, operating=True)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_offer_of_a_random_game_leads_somewhere(path: Path) -> None:
    """From its networks on; by rule set A with joint trains and drawings, by B step by step."""
    seen = walked(built(path), f"questions/{path.stem}", 9)
    assert seen["Trace" if built(path).rules == "laurin" else "Step"] > 2


@pytest.mark.parametrize("seed", range(4))
def test_every_offer_while_building_leads_somewhere(seed: int) -> None:
    """Hexes to build from, with jumps and without."""
    options = GAME.read_options({"map": ("bavaria", "kentucky")[seed % 2], "jumps": "on"})
    assert walked(GAME.start(options, 3 + seed), f"building/{seed}", 3)["From"] > 20


@pytest.mark.long
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_offer_of_many_random_games_leads_somewhere(path: Path) -> None:
    """The same, many more."""
    for number in range(40):
        walked(built(path), f"questions/{path.stem}/{number}", 1)


@pytest.mark.rule("dampfross", "R13.2")
def test_a_joint_run_is_proposed_only_where_one_can_run() -> None:
    """Company 2 has no track, and both together could not pay for that of company 1."""
    state = race("A5-B5", row("B5", "P5"), "", east="P5", money=(40, 30, 20))
    assert offers(state, "join") == {"1"}


@pytest.mark.rule("dampfross", "R13.2")
def test_who_could_only_propose_what_cannot_run_is_not_asked() -> None:
    """Companies 1 and 2 have no track: neither could run, and not both together either."""
    line = row("A5", "E5")
    state = race(line, "", "", east="E5", money=(40, 30, 20))
    assert offers(state) == {f"enter {line}", "trace", "join 1", "join 2", "stay"}
    assert not isinstance(play(state, "stay").stack[-1], Entering | Consent)


@pytest.mark.rule("dampfross", "R12.5")
def test_nothing_is_hoped_for_from_a_rival_who_cannot_enter() -> None:
    """Company 0 would owe 11 to company 1, which cannot pay the 5 that its own route owes.

    So nothing can be netted, and there is nothing to draw; together they could run.
    """
    state = race("A5-B5", row("F5", "P5"), row("B5", "F5"), east="P5", money=(40, 4, 60))
    state = play(state, "stay")
    assert offers(state) == {"join 1", "stay"}
    assert refused(state, "trace") == "R11.2"
    able = race("A5-B5", row("F5", "P5"), row("B5", "F5"), east="P5", money=(40, 5, 60))
    assert offers(play(able, "stay")) == {"join 1", "trace", "stay"}


@pytest.mark.rule("dampfross", "R11.7")
def test_no_step_is_drawn_that_only_leads_to_giving_up() -> None:
    """Round by the south 6 are owed to company 1, which stays out, and there are 4 to pay with."""
    mine, south = row("A5", "F5") + " E6-F5", "A5-A6-B6-C7-D6-E6"
    state = race(mine, south, "", east="F5", money=(4, 30, 2))
    state = play(state, "stay", "trace", "step A5")
    assert offers(state, "step") == {"B5"}
    assert refused(state, "step A6 1") == "R11.7"
    rich = race(mine, south, "", east="F5", money=(6, 30, 2))
    assert offers(play(rich, "stay", "trace", "step A5"), "step") == {"B5", "A6 1"}


@pytest.mark.rule("dampfross", "R11.6")
def test_a_search_that_has_to_stop_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """To bots by the news, to players in the question as well; drawing is still offered."""
    line = row("A5", "H5")
    state = race(line, line, "", east="H5", money=(40, 30, 20))
    assert not told(state, CutShort)
    monkeypatch.setattr(routes, "Work", lambda: Work(left=2))
    monkeypatch.setattr(entering, "_OFFERS", {})
    monkeypatch.setattr(entering, "_RUNS", {})
    state = race(line, line, "", east="H5", money=(40, 30, 20))
    assert told(state, CutShort) == [CutShort(0)]
    step = state.stack[-1]
    assert isinstance(step, Entering)
    assert not step.is_sure(state)
    assert offers(state) == {"trace", "stay"}
    assert "Not all routes could be looked at" in read(GAME.words(step, state), 0)
    assert GAME.play(state, GAME.read(f"enter {line}")).trains
