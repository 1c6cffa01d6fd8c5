"""What is said of an action before it is played is so when it has been played."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.contract.parcels import PARCELS, Called, Shipped
from tests.contract.previews import Tables, Told, tables, untruths
from trainshed.core import Seat
from trainshed.games import game, games
from trainshed.testing import Setup, setups


@pytest.mark.parametrize("name", sorted(games()))
def test_previews_tell_the_truth(name: str) -> None:
    """Every sentence on a choice, in positions of random games, is a fact after the move."""
    laws, known, tried = game(name), tables(name), 0
    for setup in setups(laws, "previews")[:6]:
        seen, found = untruths(laws, known, setup, every=10)
        assert not found, "\n".join([*found][:20])
        tried += seen
    assert tried > 100


@pytest.mark.long
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("name", sorted(games()))
def test_previews_of_many_games_tell_the_truth(name: str) -> None:
    """The same at length, with every pair of options."""
    laws, known = game(name), tables(name)
    for part in range(4):
        for setup in setups(laws, f"previews {part}"):
            found = untruths(laws, known, setup)[1]
            assert not found, "\n".join([*found][:20])


def _shipped(told: Told) -> bool:
    who, amount = told.item.who, told.item.amount
    return bool(told.after.money[who] == told.before.money[who] + amount)


PARCEL_TRUTHS = Tables({Shipped: _shipped}, ("stack", "news", "own", "turn"))
FALSE: dict[str, Any] = {
    "says": lambda state, action: (Shipped(Seat(0), 99),),
    "follows by itself": lambda state, action: PARCELS.play(state, action).news,
    "has no truth": lambda state, action: (Called(Seat(7)),),
}


@pytest.mark.parametrize("fault", FALSE)
def test_a_preview_that_errs_is_found(fault: str) -> None:
    """Something that is not so, that follows by itself, or that nobody checks."""
    found = untruths(replace(PARCELS, preview=FALSE[fault]), PARCEL_TRUTHS, Setup(2, {}, "1"), 1)[1]
    assert any(fault in it for it in found)
