"""Every refusal in every game has a reason and cites a rule of the outline."""

from __future__ import annotations

import re
from collections import Counter, deque
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tests.contract.parcels import PARCELS, Deal, Sell, Ship, TooMuch
from trainshed.bots import answer
from trainshed.bots.random import RandomBot
from trainshed.core import (
    CHANCE,
    Action,
    Game,
    IllegalAction,
    NotAsked,
    NotDrawn,
    Reader,
    Seat,
    State,
    draw,
    language,
)
from trainshed.games import game, games
from trainshed.testing import Setup, setups

OUTLINES = Path(__file__).parent.parent.parent / "docs/rules"
EVERY = 4
"""How many decisions lie between two that are tried."""
TRIES = 12
"""How many illegal actions are tried then."""
SILENT: dict[str, tuple[str, ...]] = {}
"""Steps, at most three in all, that refuse without a reason of their own."""


def altered(action: Action, pool: list[Action], rng: Random) -> Action:
    """The same action with one field changed: a value of another one, or a near number."""
    names = action.__struct_fields__
    if not names:
        return action
    name = rng.choice(names)
    value = getattr(action, name)
    others = [getattr(other, name) for other in pool if type(other) is type(action)]
    wild: list[Any] = []
    match value:
        case bool():
            wild = [not value]
        case int():
            wild = [value + 1, value - 1, value * 2 + 7]
        case str():
            wild = ["nowhere", value[:1], value[::-1]]
        case tuple() if value:
            wild = [value[1:], value[::-1], (*value, value[0]), ()]
    return replace(action, **{name: rng.choice([*others, *wild] or [value])})


def strays(offered: list[Action], pool: list[Action], rng: Random) -> list[Action]:
    """Actions of other turns and seats, and offers that were altered."""
    found = [rng.choice(pool)] if pool else []
    kinds = {type(action): action for action in rng.sample(offered, len(offered))}
    found += [altered(action, pool, rng) for action in kinds.values()]
    found += [altered(rng.choice(pool), pool, rng) for _ in range(3 if pool else 0)]
    while len(found) < TRIES:
        found.append(altered(rng.choice(offered), pool or offered, rng))
    return found


def refusals(laws: Game[Any, Any, Any], setup: Setup) -> tuple[Counter[str], list[str]]:
    """How many actions each step refused in a random game, and those it gave no reason for."""
    rng, bot = Random(setup.seed), RandomBot()
    state = laws.start(laws.read_options(setup.options), setup.seats)
    outline = set(re.findall(r"^\*\*(R[\d.]+)\*\*", rules(laws), re.MULTILINE))
    counted: Counter[str] = Counter()
    missing: list[str] = []
    pool: deque[Action] = deque(maxlen=300)
    chances = decisions = 0
    while (actor := laws.actor(state)) is not None:
        if actor == CHANCE:
            action = draw(laws.odds(state), setup.seed, chances)
            chances += 1
        else:
            offered = list(laws.actions(state))
            step = type(state.stack[-1]).__name__
            if decisions % EVERY == 0:
                for stray in strays(offered, list(pool), rng):
                    if (fault := refused(laws, state, stray, outline)) is None:
                        continue
                    counted[step] += 1
                    if fault and step not in SILENT.get(laws.name, ()):
                        missing.append(f"{step}: {stray!r}: {fault}")
            pool += rng.sample(offered, min(3, len(offered)))
            decisions += 1
            action = answer(laws, bot, state, actor, rng)
        state = laws.play(state, action)
    return counted, missing


def rules(laws: Game[Any, Any, Any]) -> str:
    """The outline of a game's rules."""
    return (OUTLINES / f"{laws.name}.md").read_text(encoding="utf-8")


def refused(
    laws: Game[Any, Any, Any], state: State[Any, Any], action: Action, outline: set[str]
) -> str | None:
    """What is wrong with the refusal of an action, None where it is legal."""
    try:
        laws.decide(state, action)
    except IllegalAction as error:
        if error.why is None:
            return "no reason"
        rule = getattr(error.why, "rule", "")
        if rule not in outline:
            return f"{error.why!r} cites no rule of the outline"
        text = laws.because(error.why, state)
        for code in ("en", "fr", "de"):
            said = Reader(language(code), [f"Player {n}" for n in range(state.seats)]).read(text)
            if rule not in said:
                return f"{said!r} does not name {rule}"
        return ""
    return None


@pytest.mark.parametrize("name", sorted(games()))
def test_every_refusal_has_a_reason_and_a_rule(name: str) -> None:
    """Another seat's action, the last turn's, one with an altered field: all are told why not."""
    laws, tried = game(name), 0
    for setup in setups(laws, "reasons")[:6]:
        counted, missing = refusals(laws, setup)
        assert missing == []
        tried += counted.total()
    assert tried > 200


@pytest.mark.long
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("name", sorted(games()))
def test_every_refusal_of_many_games_has_a_reason(name: str) -> None:
    """The same at length, with every pair of options."""
    laws = game(name)
    for part in range(8):
        for setup in setups(laws, f"reasons {part}"):
            assert refusals(laws, setup)[1] == []


def test_few_steps_may_be_silent() -> None:
    """Three in all games, and only steps that exist."""
    assert sum(map(len, SILENT.values())) <= 3


def test_an_action_of_another_question_is_told_so() -> None:
    """The reason cites the rule of what is asked, or of the step below where that has none."""
    state = PARCELS.start(None, 2)
    assert PARCELS.why(state, Sell(1)) == NotDrawn("R1")
    asked = state.goto(Deal(Seat(0)))
    assert PARCELS.why(asked, Ship(5)) == NotAsked("R2")
    assert PARCELS.why(asked, Sell(9)) == TooMuch()
    assert PARCELS.why(PARCELS.play(asked, Sell(3)), Ship(5)) == NotAsked("R2")
    with pytest.raises(IllegalAction, match="NotAsked"):
        PARCELS.play(asked, Ship(5))
