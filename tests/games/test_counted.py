"""What others could count of hidden money: all of it, and from the lines that everybody sees."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from trainshed.bots.random import RandomBot
from trainshed.core import CHANCE, Match, Seat
from trainshed.core.history import Move
from trainshed.games import game
from trainshed.games.rocket import actions as r
from trainshed.games.tycoon import actions as t
from trainshed.games.tycoon.box import BOARD, BOX
from trainshed.games.tycoon.build import Laying, Leaving
from trainshed.games.tycoon.cities import Founding
from trainshed.testing import setups

PURSES = {"rocket": "barons.{}.money", "tycoon": "railroads.{}.cash"}
GAMES = [
    pytest.param(name, setup, id=f"{name}-{setup.seed}")
    for name in PURSES
    for setup in setups(game(name), "counted")[:6]
]
MOVES = 400


def moves(name: str, setup: Any) -> Iterator[Move[Any]]:  # noqa: ANN401
    """The moves of a random game."""
    laws, rng, bot = game(name), Random(setup.seed), RandomBot()
    options = laws.read_options(setup.options)
    match = Match(laws, seats=setup.seats, options=options, seed=setup.seed)
    yield from match.history
    while (actor := match.actor) is not None and len(match.history) < MOVES:
        known = len(match.history)
        match.play(actor, bot.choose(laws, match.state, laws.actions(match.state), rng))
        yield from match.history[known:]


def readers(state: Any) -> list[Seat | None]:  # noqa: ANN401
    """Every seat, and a spectator."""
    return [*map(Seat, range(state.seats)), None]


def purses(name: str, view: Any) -> dict[int, str]:  # noqa: ANN401
    """The paths of the money that is hidden in a view, by seat."""
    paths = {seat: PURSES[name].format(seat) for seat in range(view.seats)}
    return {seat: path for seat, path in paths.items() if path in view.hidden}


def cash(name: str, state: Any, seat: int) -> int:  # noqa: ANN401
    """What a player has."""
    found: int = state.barons[seat].cash if name == "rocket" else state.railroads[seat].cash
    return found


class Books(Struct):
    """What somebody writes down who reads the lines and looks at the board, and knows no purse."""

    reader: Seat | None
    sums: list[int]

    def follow(self, name: str, move: Move[Any]) -> None:
        """Write down what a line has cost and brought, from what the reader is told of it."""
        laws = game(name)
        before = laws.uncounted(laws.view(move.before, self.reader))
        action = laws.seen(move.action, move.before, self.reader)
        self._spend(before, move.seat, action)
        for item in move.news:
            self._read(laws.seen(item, move.before, self.reader))

    def _read(self, item: Any) -> None:  # noqa: ANN401
        match item:
            case r.CityPaid() | r.TownPaid() | r.Merged() | r.CategoryPaid():
                self._add(dict(enumerate(item.amounts)))
            case r.StationsPaid() | r.SharesPaid():
                self._add(dict(enumerate(item.amounts)))
            case t.Issued():
                self._add({item.seat: item.count * BOX.shares.cash})
            case t.Paid():
                self._add({item.seat: -item.amount})
            case t.Earned():
                self._add({item.seat: item.income - item.dividends})

    def _spend(self, view: Any, seat: int, action: Any) -> None:  # noqa: ANN401
        step = view.stack[-1]
        match action:
            case t.Upgrade():
                self._add({seat: -BOX.locomotives.prices[view.railroads[seat].level - 1]})
            case t.West():
                self._add({seat: -BOX.western_link})
            case t.Found() if isinstance(step, Founding) and not step.free:
                self._add({seat: -BOX.urbanise.price})
            case t.Lay(side) if isinstance(step, Laying):
                self._add({seat: -step.price(view, side)})
            case t.Turn(side) if isinstance(step, Laying):
                self._add({seat: -step.turning(view, side)})
            case t.Connect(city) if isinstance(step, Laying | Leaving):
                self._add({seat: -step.ways(view)[BOARD.city[city]].cost})

    def _add(self, amounts: Mapping[int, int]) -> None:
        for seat, amount in amounts.items():
            self.sums[seat] += amount


@pytest.mark.rule("rocket", "R8.9")
@pytest.mark.rule("tycoon", "R4.6")
@pytest.mark.parametrize(("name", "setup"), GAMES)
def test_whoever_reads_the_lines_counts_the_same(name: str, setup: Any) -> None:  # noqa: ANN401
    """Every seat and a spectator keep books; the count, the books and the truth never differ."""
    laws, books, counts = game(name), list[Books](), 0
    for move in moves(name, setup):
        books = books or [Books(who, [0] * move.before.seats) for who in readers(move.before)]
        for book in books:
            book.follow(name, move)
            view = laws.view(move.after, book.reader)
            counted = laws.counted(view)
            for seat, path in purses(name, view).items():
                assert list(counted[path]) == [book.sums[seat]] == [cash(name, move.after, seat)]
                counts += 1
    open_money = setup.options.get("open_money", False)
    assert bool(counts) != open_money


@pytest.mark.parametrize(("name", "setup"), GAMES)
def test_a_guess_has_the_true_money(name: str, setup: Any) -> None:  # noqa: ANN401
    """Whatever else it has to invent."""
    laws, rng = game(name), Random(setup.seed)
    for move in moves(name, setup):
        if move.seat == CHANCE or move.number % 5:
            continue
        guessed = laws.guess(laws.view(move.after, move.seat), rng)
        for seat in range(move.after.seats):
            assert cash(name, guessed, seat) == cash(name, move.after, seat)
        assert list(laws.check(guessed)) == []


@pytest.mark.parametrize("name", PURSES)
def test_a_view_is_written_without_what_was_counted(name: str) -> None:
    """Whatever writes it: JSON has no trace of it, and who reads it back has counted nothing."""
    laws = game(name)
    *_, last = moves(name, setups(laws, "written")[0])
    view = laws.view(last.before, Seat(0))
    assert laws.counted(view)
    written = json.loads(laws.encode(view))
    owners = written["barons" if name == "rocket" else "railroads"]
    assert {owner["counted"] for owner in owners} == {None}
    again = laws.decode(laws.encode(view))
    assert again == laws.uncounted(view)
    assert laws.counted(again) == {}
    assert {cash(name, laws.guess(again, Random(n)), 1) for n in range(50)} != {
        cash(name, last.before, 1)
    }


@pytest.mark.parametrize("name", PURSES)
def test_a_state_stored_before_anybody_counted_is_counted_now(name: str) -> None:
    """All that was paid was public: what lies in a purse is what could have been counted."""
    laws = game(name)
    last = list(moves(name, setups(laws, "stored")[0]))[120]
    stored = json.loads(laws.encode(last.after))
    for owner in stored["barons" if name == "rocket" else "railroads"]:
        del owner["counted"]
    assert laws.decode(json.dumps(stored)) == last.after


def test_open_money_needs_no_count() -> None:
    """Nothing is hidden, so there is nothing to count; all of it is written."""
    laws = game("rocket")
    state = laws.start(laws.read_options({"open_money": True}), 3)
    state = laws.play(state, r.Begin(Seat(0)))
    assert laws.counted(laws.view(state, None)) == {}
    assert laws.decode(laws.encode(laws.view(state, None))) == state


@pytest.mark.parametrize("name", ["dampfross", "russian", "1861"])
def test_a_game_without_hidden_money_counts_nothing(name: str) -> None:
    """There is nothing to say."""
    laws = game(name)
    assert laws.counted(laws.view(laws.start(), Seat(0))) == {}


@pytest.mark.rule("tycoon", "R14.7")
@pytest.mark.rule("tycoon", "R15.4")
def test_a_guess_at_tycoons_may_be_the_truth() -> None:
    """Of the pioneer all but that he keeps Pullman: he may have put him away."""
    laws = game("tycoon")
    *_, last = moves("tycoon", replace(setups(laws)[0], seats=2, options={"tycoons": "two"}))
    one, two = last.before.railroads
    state = replace(
        last.before,
        railroads=(one, replace(two, dealt=("pullman", "fisk"), tycoon="fisk", level=6)),
        pioneer=1,
    )
    view = laws.view(state, Seat(0))
    found = [laws.guess(view, Random(seed)).railroads[1] for seed in range(300)]
    assert all(it.tycoon != "pullman" for it in found)
    assert any(it.dealt == ("pullman", "fisk") and it.tycoon == "fisk" for it in found)
    assert {it.tycoon in it.dealt for it in found} == {True}
    assert any(it.tycoon == it.dealt[1] for it in found)
