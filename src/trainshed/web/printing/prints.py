"""What is printed again and again is printed once: parts of pages, views, lines of logs.

A view of a table is put together of parts. A part is printed from values alone, so the same values
are the same part for everybody, and a browser that has it already gets its name only. All that is
kept here could be made anew at any time, and only so much of it is kept.
"""

from __future__ import annotations

import re
import zlib
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import blake2b
from typing import Generic, TypeVar

from jinja2 import Environment
from markupsafe import Markup
from msgspec import Struct
from starlette.requests import Request

from trainshed.core.text import Field, named
from trainshed.web.caches import Size

T = TypeVar("T")
LEVEL = 3
"""How hard views are packed."""
EVENTS = 4_000_000
"""So many bytes of views for spectators are kept."""
PIECES, PIECES_EACH = 6_000_000, 20_000
"""So many letters of pieces of pages are kept, and for each table."""
PARTS, PARTS_EACH = 30_000, 112
"""So many parts are known: what all who look at a table are shown during some moves."""
WHOLES = 24_000_000
"""So many letters of them are kept: browsers have most, and what is lacking is printed again."""
TEXTS, TEXTS_EACH = 2_400_000, 12_000
"""So many letters are kept of what is no part."""
TABLES = 512
"""So many tables have room."""
SHARED = 8
"""What tables have in common takes the room of so many."""
LONG = 256
"""A text of more letters would only be kept to be compared."""
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

    @property
    def size(self) -> Size:
        """What they weigh, and what they may weigh."""
        return Size(self._weight, self.most)

    def __len__(self) -> int:
        return len(self._things)


class Alike(Struct, frozen=True, cache_hash=True):
    """What two readers have in common who read alike, but for their own seats."""

    of: tuple[Hashable, ...]


class Reading:
    """A reader for templates; it notes whom the texts name that it reads."""

    def __init__(self, read: Callable[[Field], str], alike: Alike, seat: int | None) -> None:
        self._read = read
        self.alike = alike
        self.seat = seat
        self._named: set[int] = set()

    def __call__(self, text: Field) -> str:
        self._named.update(named(text))
        return self._read(text)

    def note(self, seats: Iterable[int]) -> None:
        """Something was shown that names these."""
        self._named.update(seats)

    @contextmanager
    def naming(self) -> Iterator[set[int]]:
        """Whom the texts name that are read while the block runs."""
        before, found = self._named, set[int]()
        self._named = found
        try:
            yield found
        finally:
            before.update(found)
            self._named = before


class Printed(Struct, Generic[T], frozen=True):
    """Something that was printed, and whom it names: to all others it looks the same."""

    thing: T
    named: frozenset[int] = frozenset()


class Prints(Generic[T]):
    """What was printed, by what it was printed from."""

    def __init__(self, most: int, weigh: Callable[[T], int] = lambda thing: 1) -> None:
        self._kept = Kept[Printed[T]](most, lambda printed: weigh(printed.thing))

    @property
    def size(self) -> Size:
        """How much is kept, and may be."""
        return self._kept.size

    def limit(self, most: int) -> None:
        """Keep so much from now on."""
        self._kept.most = most

    def get(self, key: tuple[Hashable, ...], read: Reading | None, make: Callable[[], T]) -> T:
        """Something for a reader; whoever is not named in it shares it with all others."""
        if read is not None:
            key = (*key, read.alike)
        found = self._kept.get(key)
        if found is None or (read is not None and read.seat in found.named):
            found = self._own(key, read, make)
        if read is not None:
            read.note(found.named)
        return found.thing

    def _own(
        self, key: tuple[Hashable, ...], read: Reading | None, make: Callable[[], T]
    ) -> Printed[T]:
        if read is None:
            return self._kept.put(key, Printed(make()))
        own = (*key, read.seat)
        found = self._kept.get(own)
        if found is not None:
            return found
        with read.naming() as seats:
            found = Printed(make(), frozenset(seats))
        return self._kept.put(own if read.seat in seats else key, found)


class Shelf:
    """All that was printed, in all languages; it has room for the tables that are looked at."""

    def __init__(self) -> None:
        self.parts = Prints[Part](PARTS)
        self.wholes = Kept[Markup](WHOLES, len)
        self.texts = Prints[Markup](TEXTS, len)
        self.pieces = Prints[Markup](PIECES, len)
        self._tables = Kept[str](TABLES)

    def meet(self, table: str) -> None:
        """Make room for a table: few tables shall not take the room of many."""
        if self._tables.get(table) is None:
            self._tables.put(table, table)
            count = SHARED + len(self._tables)
            self.parts.limit(min(PARTS, count * PARTS_EACH))
            self.texts.limit(min(TEXTS, count * TEXTS_EACH))
            self.pieces.limit(min(PIECES, count * PIECES_EACH))

    def sizes(self) -> dict[str, Size]:
        """How much is kept of each kind: parts by number, the others by letters."""
        return {
            "parts": self.parts.size,
            "wholes": self.wholes.size,
            "texts": self.texts.size,
            "pieces": self.pieces.size,
        }


class Pieces:
    """Pieces of pages, for templates: a block with the same key is printed once."""

    def __init__(self, code: str, shelf: Shelf) -> None:
        self._code = code
        self._prints = shelf.pieces

    def __call__(
        self,
        key: tuple[Hashable, ...] | None,
        read: Reading | None = None,
        *,
        caller: Callable[[], Markup],
    ) -> Markup:
        """What the block prints; without a key it is printed anew."""
        return caller() if key is None else self._prints.get((self._code, *key), read, caller)


class Part(Struct, frozen=True):
    """A part of a view, one element with an id: its name, and what stands for it elsewhere."""

    tag: str
    same: Markup


class Parts:
    """The parts of the views in one language, each told nothing but values."""

    def __init__(self, environment: Environment, code: str, shelf: Shelf) -> None:
        self._environment = environment
        self._code = code
        self._shelf = shelf
        self._frames: dict[Hashable, tuple[str, ...]] = {}

    def part(
        self,
        template: str,
        read: Reading | None,
        values: Mapping[str, object],
        has: frozenset[str],
    ) -> tuple[str, Markup]:
        """A template printed once for the same values, as a part."""
        key = (self._code, template, *map(_frozen, values.values()))
        return self._part(key, read, lambda: self._print(template, read, values), has)

    def drawn(self, name: str, text: str, has: frozenset[str]) -> tuple[str, Markup]:
        """A layer of a drawing, as a part; it is known by its hash, or it would be kept itself."""
        key = (name, len(text), hash(text))
        return self._part(key, None, lambda: f'<g id="layer-{name}">{text}</g>', has)

    def _part(
        self,
        key: tuple[Hashable, ...],
        read: Reading | None,
        make: Callable[[], str],
        has: frozenset[str],
    ) -> tuple[str, Markup]:
        """The name of a part and what is shown of it to a browser that has others."""
        wholes = self._shelf.wholes

        def made() -> Part:
            part, whole = _part(make())
            wholes.put(part.tag, whole)
            return part

        part = self._shelf.parts.get(key, read, made)
        if part.tag in has:
            return part.tag, part.same
        whole = wholes.get(part.tag)
        return part.tag, wholes.put(part.tag, _part(make())[1]) if whole is None else whole

    def text(self, template: str, read: Reading | None, values: Mapping[str, object]) -> Markup:
        """A template printed once for the same values."""
        key = (self._code, template, *map(_frozen, values.values()))
        return self._shelf.texts.get(
            key,
            read,
            lambda: Markup(self._print(template, read, values)),  # noqa: S704 - printed by us
        )

    def frame(self, template: str, values: Mapping[str, Hashable]) -> tuple[str, ...]:
        """A template with slots: what is printed, and every other the name of a slot."""
        key = (template, *values.values())
        found = self._frames.get(key)
        if found is None:
            found = tuple(self._print(template, None, {**values, "slot": _slot}).split(_SLOT))
            self._frames[key] = found
        return found

    def _print(self, template: str, read: Reading | None, values: Mapping[str, object]) -> str:
        found = self._environment.get_template(template)
        text = found.render(values) if read is None else found.render(values, read=read)
        return text.strip()


class View:
    """What one browser is shown: whole, but for the parts that it has."""

    def __init__(self, parts: Parts, has: frozenset[str] = frozenset()) -> None:
        self._parts = parts
        self._has = has
        self.tags: list[str] = []

    def part(self, template: str, read: Reading | None = None, **values: object) -> str:
        """A part that is left out where the browser has it."""
        return self._shown(*self._parts.part(template, read, values, self._has))

    def drawn(self, name: str, text: str) -> str:
        """A layer of a drawing, left out where the browser has it."""
        return self._shown(*self._parts.drawn(name, text, self._has))

    def text(self, template: str, read: Reading | None = None, **values: object) -> str:
        """What is shown in any case."""
        return self._parts.text(template, read, values)

    def put_together(self, template: str, slots: Mapping[str, str], **values: Hashable) -> str:
        """A template whose slots are filled."""
        texts = list(self._parts.frame(template, values))
        texts[1::2] = [slots[name] for name in texts[1::2]]
        return "".join(texts)

    def _shown(self, tag: str, text: str) -> str:
        self.tags.append(tag)
        return text


_SLOT = "\0"


def _slot(name: str) -> str:
    return f"{_SLOT}{name}{_SLOT}"


def _part(text: str) -> tuple[Part, Markup]:
    """A part of what was printed, and all of it: one element whose first attribute is its id."""
    found = _ELEMENT.match(text)
    assert found is not None, text[:80]
    tag = blake2b(text.encode(), digest_size=6).hexdigest()
    name = f'{found[0]} data-part="{tag}"'
    part = Part(tag, Markup(f"{name} data-same></{found[1]}>"))  # noqa: S704
    return part, Markup(name + text[found.end() :])  # noqa: S704 - printed by a template


def _frozen(value: object) -> Hashable:
    """A value by which something can be kept; a long text is known by its hash."""
    if isinstance(value, str) and len(value) > LONG:
        return blake2b(value.encode(), digest_size=16).digest()
    return tuple(value.items()) if type(value) is dict else value


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


def both(first: str, then: str | bytes) -> str | bytes:
    """Two events that leave together."""
    return first + then if isinstance(then, str) else pack(first) + then


def pack(text: str) -> bytes:
    """A piece of a packed stream that needs nothing of what came before, so all can have it."""
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packer.compress(text.encode()) + packer.flush(zlib.Z_FULL_FLUSH)


async def stream(events: AsyncIterator[str | bytes]) -> AsyncIterator[bytes]:
    """Events as one packed stream."""
    yield _HEAD
    async for one in events:
        yield pack(one) if isinstance(one, str) else one
