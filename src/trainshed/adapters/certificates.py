"""Which numbered certificates of a major still lie in its treasury, in a game of 18xx.games.

An export names each certificate (`NW_3`) but not where it comes from; one that has left the
treasury and not returned must be bought from the pool.
"""

from __future__ import annotations

DIRECTORS = 0
"""The number of the director's certificate."""
COUNT = 9


class Treasury:
    """The certificates of one major that have not been handed out, in order."""

    def __init__(self) -> None:
        self.held = list(range(COUNT))
        self._single: dict[int, int] = {}
        """The certificate of 10 % of each partner while nobody directs."""

    def start(self) -> None:
        """The director's certificate goes first."""
        self._take(DIRECTORS)

    def join(self, seat: int) -> None:
        """A partner of a merger gets the last one; with a second one he becomes director."""
        if DIRECTORS in self.held and seat in self._single:
            self.held.append(self._single.pop(seat))
            self._take(DIRECTORS)
        else:
            self._single[seat] = self.held.pop()

    def buy(self, seat: int, numbers: list[int]) -> None:
        """Certificates leave; a second one of 10 % may be exchanged for the director's."""
        for number in numbers:
            self._take(number)
        if DIRECTORS in self.held and seat in self._single:
            self.held += [self._single.pop(seat), *numbers]
            self._take(DIRECTORS)

    def redeem(self, numbers: list[int]) -> None:
        """Certificates come back from the pool."""
        self.held += numbers

    def _take(self, number: int) -> None:
        if number in self.held:
            self.held.remove(number)
