"""What is printed again and again is printed once: parts of pages, views, lines of logs.

A view of a table is put together of parts. A part is printed from values alone, so the same values
are the same part for everybody, and a browser that has it already gets its name only. All that is
kept here could be made anew at any time, and only so much of it is kept.
"""

from __future__ import annotations

import re
import zlib
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Hashable, Mapping
from hashlib import blake2b
from typing import Generic, TypeVar

from jinja2 import Environment
from markupsafe import Markup
from msgspec import Struct
from starlette.requests import Request

from trainshed.core.text import Field

T = TypeVar("T")
LEVEL = 3
"""How hard views are packed."""
EVENTS = 16_000_000
"""So many bytes of views for spectators are kept."""
PIECES = 120_000
"""So many pieces of pages are kept in each language, about half a kB each."""
PARTS = 96_000_000
"""So many letters of parts are kept in each language."""
_HEAD = bytes.fromhex("1f8b08000000000000ff")
"""How a file of gzip begins."""
_ELEMENT = re.compile(r'<(\w+) id="([^"]+)"')


class Kept(Generic[T]):
    """The last things that were asked for; each weighs one, or what is said."""

    def __init__(self, most: int, weigh: Callable[[T], int] = lambda thing: 1) -> None:
        self.most = most
        self._weigh = weigh
        self._weight = 0
        self._things: OrderedDict[Hashable, T] = OrderedDict()

    def get(self, key: Hashable) -> T | None:
        """What is kept under a key."""
        found = self._things.get(key)
        if found is not None:
            self._things.move_to_end(key)
        return found

    def put(self, key: Hashable, thing: T) -> T:
        """Keep something, and forget what was not asked for longest."""
        before = self._things.pop(key, None)
        self._weight += self._weigh(thing) - (0 if before is None else self._weigh(before))
        self._things[key] = thing
        while self._weight > self.most and len(self._things) > 1:
            self._weight -= self._weigh(self._things.popitem(last=False)[1])
        return thing

    def __len__(self) -> int:
        return len(self._things)


class Pieces:
    """Pieces of pages, for templates: a block with the same key is printed once."""

    def __init__(self, most: int = PIECES) -> None:
        self._kept = Kept[Markup](most)

    def __call__(self, key: Hashable, caller: Callable[[], Markup]) -> Markup:
        """What the block prints; without a key it is printed anew."""
        if key is None:
            return caller()
        found = self._kept.get(key)
        return self._kept.put(key, caller()) if found is None else found


class Part(Struct, frozen=True):
    """A part of a view, one element with an id: as it is, and what stands for it elsewhere."""

    tag: str
    whole: Markup
    same: Markup


def _weight(part: Part) -> int:
    return len(part.whole)


class Parts:
    """The parts of the views in one language."""

    def __init__(self, environment: Environment, most: int = PARTS) -> None:
        self._environment = environment
        self._kept = Kept[Part](most, _weight)

    def part(self, template: str, values: Mapping[str, object]) -> Part:
        """A template that is told nothing but these values, printed once for the same ones."""
        key = (template, *(_frozen(value) for value in values.values()))
        found = self._kept.get(key)
        if found is None:
            text = self._environment.get_template(template).render(values).strip()
            found = self._kept.put(key, _part(text))
        return found


class View:
    """What one browser is shown: whole, but for the parts that it has."""

    def __init__(self, parts: Parts, has: frozenset[str] = frozenset()) -> None:
        self._parts = parts
        self._has = has
        self.tags: list[str] = []

    def __call__(self, template: str, **values: object) -> Markup:
        """A part, for templates."""
        part = self._parts.part(template, values)
        self.tags.append(part.tag)
        return part.same if part.tag in self._has else part.whole


def _part(text: str) -> Part:
    """A part of what was printed: one element whose first attribute is its id."""
    found = _ELEMENT.match(text)
    assert found is not None, text[:80]
    tag = blake2b(text.encode(), digest_size=6).hexdigest()
    name = f'{found[0]} data-part="{tag}"'
    return Part(
        tag,
        Markup(name + text[found.end() :]),  # noqa: S704 - printed by a template
        Markup(f"{name} data-same></{found[1]}>"),  # noqa: S704
    )


def _frozen(value: object) -> object:
    """A value by which something can be kept."""
    return tuple(value.items()) if isinstance(value, Mapping) else value


class Reading:
    """A reader for templates: two that read alike are the same."""

    def __init__(self, read: Callable[[Field], str], key: Hashable) -> None:
        self._read = read
        self._key = key
        self._hash = hash(key)

    def __call__(self, text: Field) -> str:
        return self._read(text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reading) and (self is other or self._key == other._key)

    def __hash__(self) -> int:
        return self._hash


def takes_gzip(request: Request) -> bool:
    """Whether a browser takes packed answers."""
    return "gzip" in request.headers.get("accept-encoding", "")


class Event(Struct, frozen=True):
    """A view as an event of a stream, and the parts it consists of."""

    event: str | bytes
    tags: frozenset[str]

    def weight(self) -> int:
        """How many letters it has."""
        return len(self.event)


def event(text: str, *, is_packed: bool) -> str | bytes:
    """A view as an event, packed at once where the stream is."""
    lines = text.replace("\r", "").replace("\n", "\ndata: ")
    found = f"event: view\ndata: {lines}\n\n"
    return pack(found) if is_packed else found


def pack(text: str) -> bytes:
    """A piece of a packed stream that needs nothing of what came before, so all can have it."""
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packer.compress(text.encode()) + packer.flush(zlib.Z_FULL_FLUSH)


async def stream(events: AsyncIterator[str | bytes]) -> AsyncIterator[bytes]:
    """Events as one packed stream."""
    yield _HEAD
    async for one in events:
        yield pack(one) if isinstance(one, str) else one
