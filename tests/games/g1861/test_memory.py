"""What is remembered of the map, also where several threads forget at the same time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.rules.g1861.position import position
from trainshed.games.g1861.reach import NETWORKS, _Networks
from trainshed.games.g1861.run import _Recent


class Hasty(dict[Any, Any]):
    """A memory in which others forget what one is about to forget."""

    def __iter__(self) -> Iterator[Any]:
        keys = [*self.keys()]
        self.clear()
        return iter(keys)


def test_what_others_have_forgotten_is_forgotten() -> None:
    """Nobody stumbles over it; what is new is remembered."""
    networks = _Networks(1)
    networks._kept = Hasty()
    state = position()
    for number in range(3):
        networks.keep((number,), NETWORKS.find(state.tiles))
        assert [*networks._kept.keys()] == [(number,)]
    recent = _Recent(1)
    recent._kept = Hasty({"old": None})
    recent.find(state, 0, quick=True)
    assert len(recent._kept) == 1
    assert "old" not in recent._kept
