"""What is gathered along a game, move by move: only what is new is looked at."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, TypeVar

from trainshed.core import Match

K = TypeVar("K")
V = TypeVar("V")


def gathered(
    match: Match[Any, Any],
    name: Hashable,
    span: tuple[int, int],
    brings: Callable[[int], Iterable[tuple[K, V]]],
) -> dict[K, V]:
    """What the moves after one number and up to another bring, the last word for each key.

    The match remembers it under a name, and a later position goes on from there.
    """
    first, at = span
    since, known, last, found = match.memo.get(name, (first, first, None, {}))
    if since != first or not first < known <= at or match.history[known - 1] is not last:
        known, found = first, {}
    new = {key: value for n in range(known + 1, at + 1) for key, value in brings(n)}
    if new:
        found = {**found, **new}
    if at > first:
        match.memo[name] = (first, at, match.history[at - 1], found)
    gathering: dict[K, V] = found
    return gathering
