"""Chance is drawn from the seed alone: the n-th chance of a game from sha256(seed/n)."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")


def draw(odds: Mapping[T, int], seed: str, number: int) -> T:
    """The outcome of chance `number` (counted from 0) of the game with this seed.

    >>> draw({"heads": 1, "tails": 1}, "lot", 0)
    'tails'
    """
    point = int.from_bytes(sha256(f"{seed}/{number}".encode()).digest(), "big")
    point %= sum(odds.values())
    for outcome, weight in odds.items():
        point -= weight
        if point < 0:
            return outcome
    raise AssertionError(odds)


def commitment(seed: str) -> str:
    """What is shown of the seed while the game is open, so that draws can be checked later."""
    return sha256(seed.encode()).hexdigest()
