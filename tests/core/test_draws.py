"""Anybody can draw again from the seed what chance brought."""

from __future__ import annotations

from copy import copy
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tests.contract.parcels import PARCELS, Ship
from tests.records.test_records import RECORDS
from trainshed.bots.random import RandomBot
from trainshed.core import (
    CHANCE,
    BadRecord,
    Chance,
    Draws,
    Match,
    Record,
    Seat,
    check_draws,
    dumps,
    loads,
)
from trainshed.games import game, games
from trainshed.testing import setups

ZERO, ONE = Seat(0), Seat(1)
VARIED = {
    "1861-2-random",
    "dampfross-2-ireland-greedy",
    "dampfross-3-france-greedy",
    "rocket-2-greedy",
    "russian-2-greedy",
    "tycoon-2-random",
}
"""Recorded games in which every kind of chance occurs."""
CHECKED, UNKNOWN = Draws("checked"), Draws("unknown")


@cache
def recorded(path: Path) -> Match[Any, Any]:
    record = loads(path.read_text(encoding="utf-8"))
    return Match.replay(game(record.game), record, trusted=True)


def kinds(kind: type = Chance) -> set[type]:
    """All the chances of the five games."""
    below: list[type] = kind.__subclasses__()
    found = {kind, *(it for sub in below for it in kinds(sub))}
    return {it for it in found if it.__module__.startswith("trainshed.games.")}


def thrown_otherwise(match: Match[Any, Any]) -> dict[type, tuple[int, Record]]:
    """For each kind of chance in a game: a line, and the record with another outcome there."""
    found: dict[type, tuple[int, Record]] = {}
    lines = match.record(whole=True).lines
    for number, move in enumerate(match.history, 1):
        kind = type(move.before.stack[-1])
        if move.seat == CHANCE and kind not in found:
            others = [it for it in match.game.odds(move.before) if it != move.action]
            if others:
                row = (*lines[: number - 1], str(others[-1]))
                found[kind] = number, replace(match.record(whole=True), lines=row)
    return found


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_all_that_was_recorded_was_drawn_from_its_seed(path: Path) -> None:
    """Those of earlier laws too: no correction has changed how chance is asked."""
    assert check_draws(recorded(path)) == CHECKED


@pytest.mark.parametrize("name", games())
def test_examples_were_drawn_from_their_seeds(name: str) -> None:
    """One is the record of an open game: its seed is masked."""
    record = loads(game(name).example)
    expected = UNKNOWN if record.seed is None else CHECKED
    assert (record.seed is None) == (name == "dampfross")
    assert check_draws(Match.replay(game(name), record)) == expected


def test_another_outcome_is_found_in_its_line() -> None:
    """Each kind of chance of the five games: dice, lots, shuffles, cards, cubes from a bag."""
    found: dict[type, tuple[int, Record]] = {}
    for path in RECORDS:
        if path.stem in VARIED:
            found |= thrown_otherwise(recorded(path))
    assert set(found) == kinds()
    for number, record in found.values():
        match = Match.replay(game(record.game), record)
        assert check_draws(match) == Draws("differ", number)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_another_seed_is_found(path: Path) -> None:
    """At the first line where it draws something else; three of them cannot all be lucky."""
    match, found = recorded(path), list[Draws]()
    for seed in ("euston", "paddington", "waterloo"):
        twin = copy(match)
        twin.seed = seed
        found.append(check_draws(twin))
    assert "differ" in {it.verdict for it in found}
    for it in found:
        assert it.at is None or match.history[it.at - 1].seat == CHANCE


@pytest.mark.parametrize("name", games())
def test_games_with_undo_and_options_are_drawn_from_the_seed(name: str) -> None:
    """What was taken back is no draw, whatever the set-up."""
    laws, rng, bot = game(name), Random(name), RandomBot()
    for setup in setups(laws, "draws")[::7]:
        options = laws.read_options(setup.options)
        match = Match(laws, seats=setup.seats, options=options, seed=setup.seed)
        for _ in range(60):
            actor = match.actor
            if actor is None:
                break
            match.play(actor, bot.choose(laws, match.state, laws.actions(match.state), rng))
            if match.may_undo(actor) and rng.random() < 0.3:
                match.undo(actor)
                if rng.random() < 0.5:
                    match.redo(actor)
        assert match.struck or len(match.log) > len(match.history)
        assert check_draws(match) == CHECKED
        again = Match.replay(laws, loads(dumps(match.record(whole=True))))
        assert check_draws(again) == CHECKED


def test_a_line_is_counted_in_the_log() -> None:
    """With what was taken back before it; in the record it has the number of its line there."""
    match = Match(PARCELS, seats=2, seed="seed")
    match.play(ZERO, Ship(15))
    match.undo(ZERO)
    match.follow([(ONE, "ask-back 0"), (ZERO, "agree-back")])  # as nobody can by now
    assert [move.number for move in match.history] == [7, 8]
    assert check_draws(match) == CHECKED
    match.seed = "other"
    found = check_draws(match).at
    assert found in (7, 8)
    again = Match.replay(PARCELS, match.record(whole=True))
    assert check_draws(again).at == found - 6


def test_what_was_brought_along_is_not_judged() -> None:
    """Another seed drew it: the whole is unknown, but what was drawn since is compared."""
    match = Match(PARCELS, seats=2, seed="seed")
    assert check_draws(match, since=1) == UNKNOWN
    match.seed = "other"
    differing = check_draws(match).at
    assert differing is not None
    assert check_draws(match, since=2) == UNKNOWN
    assert check_draws(match, since=differing - 1) == Draws("differ", differing)


def test_without_its_seed_nothing_is_known() -> None:
    """A record that has none, one that masks it, a match whose chance is not drawn."""
    match = Match(PARCELS, seats=2, seed="seed")
    whole = match.record(whole=True)
    masked = replace(whole, seed=None, seed_sha256=match.record().seed_sha256)
    for record in (replace(whole, seed=None), masked):
        again = Match.replay(PARCELS, record)
        assert check_draws(again) == UNKNOWN
        for kept in (again.record(), again.record(whole=True)):
            assert (kept.seed, kept.seed_sha256) == (None, None)
    assert check_draws(Match(PARCELS, seats=2, seed="seed", lot=False)) == UNKNOWN
    assert check_draws(Match.replay(PARCELS, replace(whole, seed=""))).verdict == "differ"


def test_chance_set_by_hand_is_said_and_kept() -> None:
    """A line of the head, read, replayed and written again; nothing else stands there."""
    record = replace(Match(PARCELS, seats=2, seed="seed").record(whole=True), chance="set")
    text = dumps(record)
    assert 'chance = "set"\n' in text
    match = Match.replay(PARCELS, loads(text))
    assert check_draws(match) == UNKNOWN
    assert match.record(whole=True) == record
    assert "chance" not in dumps(Match(PARCELS, seats=2).record())
    with pytest.raises(BadRecord, match="'drawn'"):
        loads(text.replace('"set"', '"drawn"'))
