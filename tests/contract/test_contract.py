"""Every game passes the contract; a game that breaks a clause fails it."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from msgspec.structs import replace

from tests.contract import parcels
from tests.contract.parcels import PARCELS, make
from trainshed.core import LANGUAGES, say
from trainshed.games import games
from trainshed.testing import Setup, Violation, check_game, check_hash_seeds, check_setup, setups

COVERING = [
    pytest.param(name, setup, code, id=f"{name}-{setup.seats}-{setup.seed}")
    for name, game in games().items()
    for setup, code in zip(setups(game), itertools.cycle(LANGUAGES), strict=False)
]


@pytest.mark.parametrize(("name", "setup", "code"), COVERING)
def test_random_play_keeps_the_contract(name: str, setup: Setup, code: str) -> None:
    """Random play keeps every clause, in set-ups that cover the options in pairs."""
    check_setup(games()[name], setup, languages=(code,))


@pytest.mark.parametrize("name", games())
def test_records_do_not_depend_on_the_hash_seed(name: str) -> None:
    """The same seed gives the same record in every process."""
    check_hash_seeds(games()[name])


def test_every_pair_of_options_is_covered() -> None:
    """Each value of an option meets each value of every other, and each number of seats."""
    game = games()["rocket"]
    found = setups(game)
    for seats in game.seats:
        for veto in ("defend_original", "free_choice"):
            assert any(s.seats == seats and s.options["veto"] == veto for s in found)


def test_a_game_with_every_kind_of_question_passes() -> None:
    """Chance, secrets, amounts, routes, deals and reveals keep the contract."""
    check_game(PARCELS, examples=20, languages=("en",))


def _half_hidden(state: parcels.State, seat: Any) -> parcels.State:  # noqa: ANN401
    return replace(parcels.view(state, seat), parcels=state.parcels)


BROKEN: dict[str, dict[str, Any]] = {
    "a view that tells": {"view": _half_hidden},
    "a view that counts what it hides": {
        "view": lambda state, seat: replace(parcels.view(state, seat), noted=state.parcels),
        "counted": lambda view: {it: range(n := _noted(view, it), n + 1) for it in view.hidden},
        "guess": lambda view, _rng: replace(view, parcels=view.noted, noted=(), hidden=()),
    },
    "a count that errs": {"counted": lambda view: dict.fromkeys(view.hidden, range(5, 6))},
    "a count of what is open": {"counted": lambda view: {"money.0": range(1000)}},
    "a guess beyond what is counted": {
        "guess": lambda view, _rng: replace(view, parcels=(9,) * view.seats, hidden=()),
        "view": lambda state, seat: _all_hidden(state),
    },
    "a view that is shown as if it hid nothing": {
        "uncounted": lambda view: replace(view, hidden=())
    },
    "a guess that leaves gaps": {"guess": lambda view, _rng: view},
    "a line that tells": {"seen": lambda thing, state, _seat: _betray(thing, state)},
    "a line that hides nothing": {"seen": lambda thing, _state, _seat: thing},
    "an invariant that fails": {"check": lambda state: iter(["lost"] if state.turn > 2 else [])},
    "a game without end": {"bound": 3},
    "no words": {"words": lambda _thing, _state: say("")},
    "scores that do not add up": {"tally": lambda state: {"all": (1,) * state.seats}},
}


FINDINGS = {
    "a view that counts what it hides": "counts tells a secret",
    "a count that errs": "not in range(5, 6)",
    "a count of what is open": "it is not hidden",
    "a guess beyond what is counted": "a guess at parcels.0",
    "a view that is shown as if it hid nothing": "what is hidden changes",
}
"""Which clause finds it."""


def _noted(view: parcels.State, path: str) -> int:
    return view.noted[int(path.removeprefix("parcels."))]


def _all_hidden(state: parcels.State) -> parcels.State:
    if not state.stack:
        return state
    hidden = tuple(f"parcels.{seat}" for seat in range(state.seats))
    return replace(state, parcels=(0,) * state.seats, hidden=hidden)


def _betray(thing: Any, state: parcels.State) -> Any:  # noqa: ANN401
    return parcels.Draw(sum(state.parcels)) if isinstance(thing, parcels.Ship) else thing


@pytest.mark.parametrize("fault", BROKEN)
def test_a_broken_clause_is_found(fault: str) -> None:
    """Each clause of the contract fails for a game that breaks it, and prints a record."""
    changes = dict(BROKEN[fault])
    tally = changes.pop("tally", None)
    game = make(**changes)
    if tally is not None:
        game = replace(game, tally=tally)
    with pytest.raises(Violation, match='game = "parcels"') as found:
        check_setup(game, Setup(3, {}, "broken"), languages=("en",))
    assert FINDINGS.get(fault, "") in str(found.value)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", games())
def test_the_whole_contract_at_length(name: str) -> None:
    """Hypothesis looks for set-ups that break the contract."""
    check_game(games()[name], examples=100)
