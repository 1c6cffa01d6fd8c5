"""The board as a list, for those who do not see it, with what may be played at each place."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import Any, TypeAlias
from zlib import crc32

from markupsafe import Markup, escape

from trainshed.board.scene import Scene
from trainshed.board.spoken import Personal, spoken
from trainshed.core import Language, Reader
from trainshed.core.recall import recalled

from .html import untagged
from .prompt import Offer

MANY = 4096
"""So many places are remembered in words."""
LONG = 12
"""So many places stand in a list, more or less."""
TOLD = ("kind", "emblem", "letters")
"""What has one of these is more than a field."""

Row: TypeAlias = tuple[int, int, str, str | Personal]
"""The hex and the number of a thing, its key, what it is called."""


def places(scene: Scene, reader: Reader, wanted: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """What is told of the board to those who do not see it: all that is more than a field."""
    keys, is_map = frozenset(wanted), scene.desk is None
    rows = _rows(scene.items, reader.language, is_map)
    if keys and is_map:
        rows = sorted((*rows, *_fields(scene.items, reader.language, keys)))
    return tuple((key, it if isinstance(it, str) else it.read(reader)) for _, _, key, it in rows)


@recalled(128)
def _rows(items: Sequence[Any], language: Language, is_map: bool) -> Sequence[Row]:  # noqa: FBT001
    """What everything on a board is called, by hex; on a map without what is only a field."""
    is_meant = _is_told if is_map else _has_title
    return sorted(
        (it.hex, number, it.key, spoken(it, language))
        for number, it in enumerate(items)
        if is_meant(it.__class__)
    )


def _fields(items: Sequence[Any], language: Language, keys: frozenset[str]) -> Iterator[Row]:
    """The same of what is only a field, where it can be chosen."""
    chosen = [(number, it) for number, it in enumerate(items) if it.key in keys]
    for number, it in chosen:
        if _has_title(it.__class__) and not _is_told(it.__class__):
            yield it.hex, number, it.key, spoken(it, language)


@cache
def _has_title(kind: type) -> bool:
    return hasattr(kind, "title")


@cache
def _is_told(kind: type) -> bool:
    return _has_title(kind) and any(hasattr(kind, name) for name in TOLD)


Lists: TypeAlias = "tuple[tuple[str, Markup], ...]"
"""Lists of places by their names."""


def listed(places: tuple[tuple[str, str], ...], offers: Sequence[Offer]) -> Lists:
    """Places by key and title, after what may be played that is no place.

    Where a list ends depends on a key alone, so what is new somewhere leaves all others as they
    are.
    """
    return _lists(places, offers) if offers else _plain(places)


@lru_cache(128)
def _plain(places: tuple[tuple[str, str], ...]) -> Lists:
    return _lists(places, ())


def _lists(places: Iterable[tuple[str, str]], offers: Iterable[Offer]) -> Lists:
    choices = defaultdict[str, list[str]](list)
    for offer in offers:
        choices[offer.path[0] if offer.path else ""].append(_button(offer))
    lists: dict[str, list[str]] = {"": []}
    name = ""
    for key, title in places:
        name = _begun(key) or name
        place = _place(key, title, "".join(choices.pop(key, ())))
        lists.setdefault(name, []).append(place)
    lists[""][:0] = [f"<li>{''.join(found)}</li>" for found in choices.values()]
    return tuple(
        (name, Markup("\n".join(found)))  # noqa: S704 - made of escaped parts
        for name, found in lists.items()
        if found
    )


@lru_cache(MANY)
def _begun(key: str) -> str:
    """The name of the list that begins with a place, if one does."""
    sign = crc32(key.encode())
    return "" if sign % LONG else f"{sign:x}"


@lru_cache(MANY)
def _place(key: str, title: str, buttons: str) -> str:
    return f'<li data-key="{escape(key)}"><span>{escape(title)}</span>{buttons}</li>'


def _button(offer: Offer) -> str:
    value, label = escape(offer.action), escape(untagged(offer.label))
    return f'<button name="action" value="{value}" tabindex="-1">{label}</button>'
