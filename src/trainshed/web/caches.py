"""Every cache of this process by name: how much it holds, and the most it may hold.

Those of functions are found where the functions stand; the others are given by whoever owns them.
What has no most is asked by a few values only: the printed parts of a game, our own files.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from inspect import isclass
from types import ModuleType
from typing import Protocol

from msgspec import Struct
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector


class Told(Protocol):
    """What `cache_info` of a function says."""

    @property
    def currsize(self) -> int: ...
    @property
    def maxsize(self) -> int | None: ...


class Size(Struct, frozen=True):
    """What a cache holds and may hold, each in the unit in which it counts."""

    held: int
    most: int | None = None


Sizes = Callable[[], Mapping[str, Size]]
"""What somebody says of his own caches."""


def functions() -> Iterator[tuple[str, Size]]:
    """The caches of our functions, by the place where they stand."""
    modules = [it for name, it in sorted(sys.modules.items()) if name.startswith("trainshed.")]
    for module in modules:
        for name, found in _owned(module, module.__name__):
            told = found()
            yield name, Size(told.currsize, told.maxsize)


def _owned(place: ModuleType | type, home: str) -> Iterator[tuple[str, Callable[[], Told]]]:
    """The caches of the functions of a module or class, with what tells their sizes."""
    for value in list(vars(place).values()):
        if getattr(value, "__module__", None) != home:
            continue
        if hasattr(value, "cache_info"):
            yield f"{home.removeprefix('trainshed.')}.{value.__qualname__}", value.cache_info
        elif isclass(value) and value is not place:
            yield from _owned(value, home)


class Caches(Collector):
    """All caches as figures for Prometheus."""

    def __init__(self) -> None:
        self._others: list[Sizes] = []

    def add(self, sizes: Sizes) -> None:
        """Ask somebody for the sizes of his caches whenever figures are wanted."""
        self._others.append(sizes)

    def sizes(self) -> dict[str, Size]:
        """All of them by name."""
        return {**dict(functions()), **{k: v for it in self._others for k, v in it().items()}}

    def collect(self) -> Iterable[Metric]:
        """What they hold and may hold."""
        held = GaugeMetricFamily("trainshed_cache_held", "What a cache holds", labels=("cache",))
        most = GaugeMetricFamily("trainshed_cache_most", "What it may hold", labels=("cache",))
        for name, size in self.sizes().items():
            held.add_metric((name,), size.held)
            if size.most is not None:
                most.add_metric((name,), size.most)
        return (held, most)
