"""R1.6, R1.7 A company: a minor, a major or the State Railway; and who owns a private."""

from __future__ import annotations

from msgspec import Struct

BANK = -1
"""The owner of a private that nobody has bought yet."""
GONE = -2
"""The owner of a private that is out of the game."""
COMPANY = 10
"""A private that belongs to company n has the owner COMPANY + n; smaller numbers are seats."""


class Company(Struct, frozen=True):
    """R1.6, R1.7 A minor, a major or the State Railway."""

    cash: int = 0
    loans: int = 0
    trains: tuple[str, ...] = ()
    cell: int = -1
    """Its cell on the market, -1 when it is not in play."""
    rank: int = 0
    """R8.6 When it came to its cell: the lowest lies on top."""
    director: int = -1
    """The seat that decides for it."""
    shares: tuple[int, ...] = ()
    """R1.7 The shares of a major by seat."""
    treasury: int = 0
    pool: int = 0
    operated: bool = False
    gone: bool = False
    """A minor that has left the game."""

    @property
    def in_play(self) -> bool:
        """Whether it has been founded and still exists."""
        return self.cell >= 0
