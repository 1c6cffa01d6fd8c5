"""R14.15 The longest line of links, none of them used twice.

Links form one line if they hang together and at most two cities have an odd number of them. So the
longest line is what is left when as few links as possible are taken away: one at a time, at a city
that has an odd number and is not to be an end.
"""

from __future__ import annotations

from functools import lru_cache

Links = tuple[tuple[int, int], ...]


@lru_cache(maxsize=2000)
def longest_trail(links: Links) -> int:
    """R14.15 How many links the longest line has; each is a pair of cities."""
    return _Search(links).best


class _Search:
    """Takes links away until a line is left, as long as it could be longer than the best."""

    def __init__(self, links: Links) -> None:
        self.links = links
        self.at: dict[int, int] = {}
        """The links of each city, as bits."""
        for number, (one, other) in enumerate(links):
            self.at[one] = self.at.get(one, 0) | 1 << number
            self.at[other] = self.at.get(other, 0) | 1 << number
        self.best = 0
        self.seen: set[tuple[int, frozenset[int]]] = set()
        for group in self._groups((1 << len(links)) - 1):
            self._drop(group, frozenset())

    def _drop(self, left: int, ends: frozenset[int]) -> None:
        """Try every link of a city with an odd number; or let the city be an end."""
        odd = [
            (links.bit_count(), city)
            for city, here in self.at.items()
            if (links := here & left).bit_count() & 1 and city not in ends
        ]
        spare = 2 - len(ends)
        if left.bit_count() - max(0, len(odd) - spare + 1) // 2 <= self.best:
            return
        if (left, ends) in self.seen:
            return
        self.seen.add((left, ends))
        if not odd:
            self.best = max(group.bit_count() for group in self._groups(left))
            return
        _, city = min(odd)
        if spare:
            self._drop(left, ends | {city})
        links = self.at[city] & left
        while links:
            link = links & -links
            links ^= link
            # Whatever is cut off is looked at by itself: a line lies in one piece.
            for group in self._groups(left ^ link):
                self._drop(group, frozenset(end for end in ends if self.at[end] & group))

    def _groups(self, left: int) -> list[int]:
        """The links that hang together, group by group."""
        groups = []
        while left:
            group = front = left & -left
            while front:
                link = front & -front
                front ^= link
                one, other = self.links[link.bit_length() - 1]
                fresh = (self.at[one] | self.at[other]) & left & ~group
                group |= fresh
                front |= fresh
            groups.append(group)
            left &= ~group
        return groups
