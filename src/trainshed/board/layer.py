"""Layers: a drawing in pieces with names, so that a page keeps those that a move leaves alone."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

Layer: TypeAlias = tuple[str, str]
"""A name and what is drawn; what has no name stands between the others and is never kept."""


def joined(layers: Iterable[Layer]) -> str:
    """The whole drawing."""
    return "".join([drawn for _, drawn in layers])


def within(layers: Iterable[Layer], opening: str, closing: str = "</g>") -> tuple[Layer, ...]:
    """Layers inside an element."""
    return ("", opening), *layers, ("", closing)


def layer(name: str, drawn: Iterable[str]) -> tuple[Layer, ...]:
    """Things that lie one after another, as one layer; nothing where there are none."""
    whole = together(tuple(drawn))
    return ((name, whole),) if whole else ()


def slices(name: str, drawn: Iterable[str], size: int) -> tuple[Layer, ...]:
    """Things that lie one after another, so many in a layer: each stays in its own."""
    found = tuple(drawn)
    return tuple(
        one
        for start in range(0, len(found), size)
        for one in layer(f"{name}-{start // size}", found[start : start + size])
    )


@lru_cache(maxsize=2048)
def together(drawn: tuple[str, ...]) -> str:
    """The same things are the very same text, by which others know them."""
    return "".join(drawn)
