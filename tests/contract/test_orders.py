"""Orders keep the contract: in random play with random orders nothing illegal is answered."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from trainshed.core import LANGUAGES, Errand, Game, Match, Order, Reader, Seat, language, loads
from trainshed.core.notation import read, write
from trainshed.core.order import blank
from trainshed.games import games

MOVES = 1500
"""So many decisions of each game are looked at."""
ROW = 600
"""No orders answer so often one after another that nobody else comes to decide."""
OPTIONS: dict[str, list[dict[str, object]]] = {
    "1861": [{}, {"edition": "reprint"}],
    "tycoon": [{}, {"auction": "reverse"}, {"auction": "score"}],
}
RACES = ("dampfross-2-ireland-greedy", "dampfross-3-france-greedy", "dampfross-4-bavaria-greedy")
"""Recorded games; in their last third races are run."""
RECORDS = Path(__file__).parents[1] / "records"
SETUPS = [
    pytest.param(name, seats, options, id=f"{name}-{seats}-{number}")
    for name, game in games().items()
    if game.orders is not None and name != "dampfross"
    for number, options in enumerate(OPTIONS.get(name, [{}]))
    for seats in (game.fewest(), game.seats[-1])
]
LENGTH = 200
"""What the database keeps of an order."""


def filled(errand: Errand, rng: Random) -> Order:
    """An errand with something of everything that may be filled in."""
    order = errand.order
    names = [name for name in order.alarms if rng.random() < 0.5]
    order = replace(order, alarms=tuple(names))
    if errand.span is not None:
        order = replace(order, most=rng.choice(errand.span[:50]))
    if errand.choices:
        order = replace(order, choice=rng.choice(errand.choices))
    return order


def offered(laws: Game[Any, Any, Any], state: Any, seat: Seat) -> list[Errand]:  # noqa: ANN401
    """What a seat may leave: the same from its view and from the state, in words and in a line."""
    assert laws.orders is not None
    found = list(laws.orders(laws.view(state, seat), seat))
    assert found == list(laws.orders(state, seat))
    assert len({blank(errand.order) for errand in found}) == len(found)
    for errand in found:
        assert errand.allows(errand.order)
        assert len(write(errand.order)) <= LENGTH
        assert read(write(errand.order), laws.order) == errand.order
        assert laws.lapse is not None
        assert laws.lapse(state, seat, errand.order) == "", errand.order
        for code in LANGUAGES:
            reader = Reader(language(code), ("A",) * state.seats, None)
            assert reader.read(laws.words(errand.order, state))
            assert reader.read(laws.words(blank(errand.order), state))
        assert all(f"alarm:{name}" in laws.names for name in errand.order.alarms)
        assert all(f"choice:{name}" in laws.names for name in errand.choices)
    return found


class Desk:
    """The orders of all seats during a game."""

    def __init__(self, laws: Game[Any, Any, Any], rng: Random) -> None:
        self.laws, self.rng = laws, rng
        self.orders: dict[Seat, list[Order]] = {}
        self.answers = 0

    def leave(self, state: Any) -> None:  # noqa: ANN401
        for seat in map(Seat, range(state.seats)):
            found = offered(self.laws, state, seat)
            if found and self.rng.random() < 0.5:
                order = filled(self.rng.choice(found), self.rng)
                assert any(errand.allows(order) for errand in found)
                known = self.orders.setdefault(seat, [])
                known[:] = [it for it in known if blank(it) != blank(order)]
                known.append(order)

    def answer(self, match: Match[Any, Any]) -> Any:  # noqa: ANN401
        laws, seat = self.laws, match.actor
        assert laws.obey is not None
        assert seat is not None
        for order in self.orders.get(seat, ()):
            found = laws.obey(laws.view(match.state, seat), seat, order)
            assert found == laws.obey(match.state, seat, order)
            if found is not None:
                self.answers += 1
                return found
        return None

    def look(self, match: Match[Any, Any], move: Any) -> None:  # noqa: ANN401
        """Let lapse what can act no more, or is called off."""
        laws = self.laws
        assert laws.alarms is not None
        assert laws.lapse is not None
        for seat, known in self.orders.items():
            before, after = laws.view(move.before, seat), laws.view(move.after, seat)
            seen = laws.seen(move.action, move.before, seat)
            rung = laws.alarms(before, seen, after, seat)
            assert all(f"alarm:{name}" in laws.names for name in rung)
            assert list(rung) == list(laws.alarms(move.before, move.action, move.after, seat))
            for order in tuple(known):
                why = laws.lapse(laws.view(match.state, seat), seat, order)
                assert why == laws.lapse(match.state, seat, order)
                assert not why or f"lapse:{why}" in laws.names
                if why or (move.seat != seat and set(order.alarms) & set(rung)):
                    known.remove(order)


@pytest.mark.parametrize(("name", "seats", "options"), SETUPS)
def test_random_orders_in_random_play(name: str, seats: int, options: dict[str, object]) -> None:
    """They are legal, use nothing that is secret, end, and do not go on for ever."""
    laws, rng = games()[name], Random(f"orders {name} {seats} {options}")
    read_options = laws.read_options(options)
    match: Match[Any, Any] = Match(laws, seats=seats, options=read_options, seed=f"orders {seats}")
    is_rare = name == "tycoon" and options.get("auction") == "score"
    assert go_on(match, rng) or is_rare


@pytest.mark.parametrize("name", RACES)
def test_random_orders_in_random_races(name: str) -> None:
    """The same where lines have been built already."""
    record = loads((RECORDS / f"{name}.record").read_text(encoding="utf-8"))
    late = len(record.lines) * 2 // 3
    match: Match[Any, Any] = Match.replay(games()[record.game], record, at=late)
    assert go_on(match, Random(name))


def go_on(match: Match[Any, Any], rng: Random) -> int:
    """Play on with random orders; how often they answered."""
    laws, end = match.game, len(match.history) + MOVES
    desk, row = Desk(laws, rng), 0
    while match.actor is not None and len(match.history) < end:
        if rng.random() < 0.4:
            desk.leave(match.state)
        known, action = len(match.history), desk.answer(match)
        row = 0 if action is None else row + 1
        assert row <= ROW
        if action is None:
            action = rng.choice(laws.actions(match.state))
        match.play(match.actor, action)
        for move in match.history[known:]:
            desk.look(match, move)
    return desk.answers
