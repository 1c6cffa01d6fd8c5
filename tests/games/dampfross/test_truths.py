"""What the choices of a race say is what they bring, and no choice stands there twice."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from trainshed.core import Match, Reader, language
from trainshed.core.history import Move
from trainshed.core.record import loads
from trainshed.games.dampfross import GAME
from trainshed.games.dampfross import actions as a
from trainshed.games.dampfross.entering import Entering
from trainshed.games.dampfross.france import Stepping

RECORDS = Path(__file__).parent.parent.parent / "records"
PAYEE = re.compile(r"(\d+) credits? to ([\w ]+)")


def moves(name: str) -> list[Move[Any]]:
    """The moves of a recorded game."""
    record = loads((RECORDS / f"dampfross-{name}.record").read_text(encoding="utf-8"))
    return Match.replay(GAME, record, trusted=True).history


def reader(seats: int) -> Reader:
    """Somebody who looks on."""
    return Reader(language("en"), tuple(f"Player {n}" for n in range(seats)))


def way(action: a.Action) -> str:
    """A ride or a step as it is written."""
    if isinstance(action, a.Step):
        return action.hex if action.line is None else f"{action.hex}:{action.line}"
    assert isinstance(action, a.Ride)
    return action.way


def payments(history: list[Move[Any]], company: int) -> Counter[str]:
    """What a company pays for lines in the race that is being declared."""
    found: Counter[str] = Counter()
    for move in history:
        news = move.after.news
        found.update(
            {
                f"Player {item.to}" if item.to >= 0 else "the bank": item.amount
                for item in news
                if isinstance(item, a.Charged) and item.company == company
            }
        )
        if any(isinstance(item, a.Prize | a.Drawn | a.Cancelled) for item in news):
            break
    return found


def declared(history: list[Move[Any]]) -> Iterator[tuple[str, Counter[str], Counter[str]]]:
    """Each route that was declared: what it said, the payments it named, those that were made."""
    for number, move in enumerate(history):
        step = move.before.stack[-1]
        if not isinstance(move.action, a.Enter) or not isinstance(step, Entering):
            continue
        if len(step.companies) > 1 or step.replacing:
            continue
        said = reader(move.before.seats).read(GAME.label(move.action, move.before))
        named = Counter({payee.strip(): int(sum_) for sum_, payee in PAYEE.findall(said)})
        yield said, named, payments(history[number:], step.companies[0])


@pytest.mark.rule("dampfross", "R12.4")
@pytest.mark.parametrize("name", ["4-bavaria-greedy", "6-russia-greedy"])
def test_a_route_pays_what_it_says(name: str) -> None:
    """To the credit, or no more where it says “at most”; what each company gets is named."""
    found = list(declared(moves(name)))
    for said, named, made in found:
        if "at most" in said:
            assert all(made[payee] <= named[payee] for payee in made), said
        else:
            assert +made == +named, said
    assert any(made for _, _, made in found)


@pytest.mark.rule("dampfross", "R26.8")
def test_no_step_of_a_train_stands_there_twice() -> None:
    """No way that is offered is just the step to a hex that is offered too."""
    positions = [move.before for move in moves("3-france-greedy")]
    asked = [state for state in positions if state.stack and isinstance(state.stack[-1], Stepping)]
    for state in asked:
        ways = [way(action) for action in GAME.actions(state)]
        assert len({*ways}) == len(ways), ways
    assert len(asked) > 100


@pytest.mark.rule("dampfross", "R26.8")
def test_a_way_of_one_hex_may_be_written() -> None:
    """It is the step there: records of earlier games have it."""
    written = 0
    for move in moves("3-france-greedy"):
        ride = move.action
        if isinstance(ride, a.Ride) and "-" not in ride.way:
            assert ride not in GAME.actions(move.before)
            assert GAME.play(move.before, ride) == move.after
            written += 1
    assert written
