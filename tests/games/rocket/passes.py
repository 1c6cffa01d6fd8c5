"""What passing means at Stephenson’s Rocket, as facts of the states after."""

from __future__ import annotations

from tests.contract.passes import Facts, onward
from tests.contract.previews import Told
from tests.games.rocket.truths import cell, line
from trainshed.core import Mark, Place
from trainshed.games.rocket.state import State
from trainshed.games.rocket.veto import Veto


def _is_there(told: Told, state: State) -> bool:
    """Whether the engine has come to the hex."""
    letters, place = told.item.fields["line"], told.item.fields["hex"]
    assert isinstance(letters, Mark)
    assert isinstance(place, Place)
    return bool(line(state, letters.key).cells & cell(state, place.name))


def _unopposed(told: Told) -> bool:
    """Others are asked; if they do not bid, it comes there."""
    states = onward(told.game, told.after)
    settled = next(it for it in states if not it.stack or not isinstance(it.stack[-1], Veto))
    return isinstance(told.after.stack[-1], Veto) and _is_there(told, settled)


PASSES: Facts = {
    "{line} goes to {hex}": lambda told: _is_there(told, told.after),
    "{line} goes to {hex} unless another bids": _unopposed,
}
