"""What is printed again and again is printed once: views that many look at, lines of logs.

All that is kept here could be made anew at any time, and only so much of it is kept.
"""

from __future__ import annotations

import gzip
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

T = TypeVar("T")
LEVEL = 5
"""How hard views are packed."""
VIEWS = 1024
"""So many views of spectators are kept, about 20 kB each."""
PIECES = 60_000
"""So many pieces of pages are kept in each language, about half a kB each."""


class Kept(Generic[T]):
    """The last things that were asked for."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._things: OrderedDict[Hashable, T] = OrderedDict()

    def get(self, key: Hashable) -> T | None:
        """What is kept under a key."""
        found = self._things.get(key)
        if found is not None:
            self._things.move_to_end(key)
        return found

    def put(self, key: Hashable, thing: T) -> T:
        """Keep something, and forget what was not asked for longest."""
        self._things[key] = thing
        while len(self._things) > self.most:
            self._things.popitem(last=False)
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


def takes_gzip(request: Request) -> bool:
    """Whether a browser takes packed answers."""
    return "gzip" in request.headers.get("accept-encoding", "")


def packed(answer: Response) -> bytes:
    """The body of an answer as it is sent."""
    return gzip.compress(bytes(answer.body), LEVEL)


def in_gzip(body: bytes) -> Response:
    """An answer whose body is packed already."""
    headers = {
        "cache-control": "private, no-cache",
        "content-encoding": "gzip",
        "vary": "Accept-Encoding",
    }
    return Response(body, headers=headers, media_type="text/html")
