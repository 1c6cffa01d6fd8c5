"""Functions that remember what they made of values, by which values these were."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from typing import NamedTuple, TypeVar, TypeVarTuple

R = TypeVar("R")
Ts = TypeVarTuple("Ts")


class Recalled(NamedTuple):
    """How many answers a function remembers; named as `lru_cache` names it."""

    maxsize: int
    currsize: int


def recalled(size: int) -> Callable[[Callable[[*Ts], R]], Callable[[*Ts], R]]:
    """Let a function remember its last answers; asked about the very same values it gives them.

    States are large and shared, so they are known by identity; what is remembered keeps them.
    """

    def wrap(function: Callable[[*Ts], R]) -> Callable[[*Ts], R]:
        known: OrderedDict[tuple[int, ...], tuple[tuple[*Ts], R]] = OrderedDict()

        @wraps(function)
        def remembered(*values: *Ts) -> R:
            key = tuple(map(id, values))
            found = known.get(key)
            if found is not None:
                return found[1]
            answer = function(*values)
            known[key] = values, answer
            if len(known) > size:
                known.popitem(last=False)
            return answer

        vars(remembered)["cache_info"] = lambda: Recalled(size, len(known))
        return remembered

    return wrap
