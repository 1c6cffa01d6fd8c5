"""The intercom: between the processes of a crew on one SQLite file.

News go by pigeonhole. A claim is a lock on a byte of a file, which the system takes back from a
process that dies.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from zlib import crc32

from .live import Bus
from .pigeonholes import Pigeonholes
from .wire import aside, change, hear

PAUSE = 0.05
"""Seconds after which a hole that was full is tried again."""


class Intercom:
    """Carries news between processes, and lets one of them at a time do a piece of work."""

    patience = 5.0

    def __init__(self, holes: Pigeonholes, claims: Path) -> None:
        self._holes = holes
        self._claims = os.open(claims, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        self._untold: dict[int, dict[tuple[str, bool], str]] = {it: {} for it in holes.others}
        self._is_full = asyncio.Event()

    def send(self, table: str, version: int) -> None:
        """Tell the others at once; where a hole is full, the last change of a table later."""
        self._tell((table, True), change(table, version))

    def note(self, table: str, text: str) -> None:
        """Tell the others at once; where a hole is full, the last note about a table later."""
        self._tell((table, False), aside(table, text))

    @asynccontextmanager
    async def claim(self, name: str) -> AsyncIterator[bool]:
        """Take on a piece of work; False where another process has it."""
        place = crc32(name.encode())
        try:
            fcntl.lockf(self._claims, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, place)
        except OSError:
            yield False
            return
        try:
            yield True
        finally:
            fcntl.lockf(self._claims, fcntl.LOCK_UN, 1, place)

    async def run(self, bus: Bus) -> None:
        """Listen, and tell what could not be told, until cancelled."""
        self._holes.hear = partial(hear, bus)
        while True:
            await self._is_full.wait()
            await asyncio.sleep(PAUSE)
            self._is_full.clear()
            for number in self._untold:
                self._tell_again(number)

    async def close(self) -> None:
        """Give up all claims."""
        os.close(self._claims)

    def _tell(self, what: tuple[str, bool], news: str) -> None:
        for number, untold in self._untold.items():
            if untold or not self._holes.tell(number, news):
                untold[what] = news
                self._is_full.set()

    def _tell_again(self, number: int) -> None:
        untold = self._untold[number]
        for what, news in list(untold.items()):
            if not self._holes.tell(number, news):
                self._is_full.set()
                return
            del untold[what]
