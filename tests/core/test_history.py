"""The states between old moves are put away, and made again as they were."""

from __future__ import annotations

import random
from typing import Any

import pytest

from trainshed.core import Match, Seat, history
from trainshed.games import games


def played(name: str, moves: int, seed: str = "again") -> Match[Any, Any]:
    laws, chance = games()[name], random.Random(seed)
    match = Match(laws, seats=max(laws.seats), seed=seed)
    while match.actor is not None and len(match.history) < moves:
        match.play(match.actor, chance.choice(laws.actions(match.state)))
    return match


@pytest.mark.parametrize("name", games())
def test_states_are_made_again_as_they_were(name: str) -> None:
    """With their news, and so whatever is told of a move."""
    match = played(name, 150)
    before = [(it.before, it.after, it.news, it.own) for it in match.history]
    for move in match.history:
        move.span.put_away()
    assert [(it.before, it.after, it.news, it.own) for it in match.history] == before


def test_only_the_last_spans_keep_their_states(monkeypatch: pytest.MonkeyPatch) -> None:
    """What grows with a game are its moves."""
    monkeypatch.setattr(history, "KEPT", 2)
    match = played("rocket", 8 * history.LENGTH)
    spans = {id(it.span): it.span for it in match.history}.values()
    held = [it for it in spans if it._states is not None]
    assert len(spans) >= 8
    assert len(held) == 3  # one still grows
    assert match.history[0].after == match.history[1].before
    assert len([it for it in spans if it._states is not None]) == 3


def test_many_ways_on_from_one_place_put_nothing_else_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """As often as what may follow is tried, the span before it is one."""
    monkeypatch.setattr(history, "KEPT", 4)
    match = played("rocket", 3 * history.LENGTH + 5)
    spans = list({id(it.span): it.span for it in match.history}.values())
    seat = match.actor
    assert seat is not None
    actions = match.game.actions(match.state)
    match.play(seat, actions[0])
    for action in 20 * [actions[-1]]:
        match.undo(seat)
        match.play(seat, action)
    assert all(it._states is not None for it in spans[-4:-1])


def test_what_is_taken_back_keeps_its_states(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another move does not follow it, and it can be brought back."""
    monkeypatch.setattr(history, "KEPT", 0)
    match = played("rocket", 40)
    seat = match.actor
    assert seat is not None
    first, *_, other = match.game.actions(match.state)
    match.play(seat, first)
    after = match.at(len(match.history))
    match.undo(seat)
    match.redo(seat)
    assert match.at(len(match.history)) == after
    match.undo(seat)
    match.play(Seat(seat), other)
    assert match.history[-1].action == other
    assert match.struck[-1].after == after
    assert match.history[-1].before == match.struck[-1].before


def test_twins_play_on_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """They share the span that grows, but not what either of them adds to it."""
    monkeypatch.setattr(history, "KEPT", 0)
    match = played("rocket", 40)
    seat = match.actor
    assert seat is not None
    twin = match.until(match.version)
    first, *_, other = match.game.actions(match.state)
    match.play(seat, first)
    twin.play(seat, other)
    played_on = match.state, twin.state
    for it in (*match.history, *twin.history):
        it.span.put_away()
    assert (match.history[-1].after, twin.history[-1].after) == played_on
    assert match.state != twin.state
