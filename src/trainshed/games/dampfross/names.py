"""Invented names that can be pronounced, for maps that are made from a seed."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files
from random import Random

import msgspec
from msgspec import Struct


class Manner(Struct, frozen=True, forbid_unknown_fields=True):
    """How the names of one country sound."""

    onsets: tuple[str, ...]
    vowels: tuple[str, ...]
    codas: tuple[str, ...]
    endings: tuple[str, ...]
    rivers: tuple[str, ...]
    lands: tuple[str, ...]


MANNERS = msgspec.toml.decode(
    (files(__package__) / "names.toml").read_bytes(), type=dict[str, Manner]
)


class Names:
    """Names of one manner, none of them twice."""

    def __init__(self, rng: Random, taken: Iterable[str] = (), manner: str = "") -> None:
        self._rng = rng
        self._manner = MANNERS[manner or rng.choice(list(MANNERS))]
        self._taken = set(taken)

    def town(self) -> str:
        """The name of a town."""
        return self._new(self._manner.endings)

    def river(self) -> str:
        """The name of a river."""
        return self._new(self._manner.rivers)

    def land(self) -> str:
        """The name of a country."""
        return self._new(self._manner.lands)

    def _new(self, endings: tuple[str, ...]) -> str:
        while True:
            rng, manner = self._rng, self._manner
            onset, vowel, coda = map(rng.choice, (manner.onsets, manner.vowels, manner.codas))
            more = rng.choice(manner.vowels[:5]) + rng.choice(manner.codas) if self._long() else ""
            name = f"{onset}{vowel}{coda}{more}{rng.choice(endings)}"
            if name not in self._taken:
                self._taken.add(name)
                return name

    def _long(self) -> bool:
        """A second syllable is rare, unless there are many names already."""
        return self._rng.random() < 0.1 + len(self._taken) / 5000
