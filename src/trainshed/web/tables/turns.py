"""Who is shown a table next: those who are asked, then all others, one by one between moves."""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from collections.abc import Callable
from time import monotonic

BRIEF = 0.001
"""Whoever has to do something takes longer than these seconds."""
PATIENCE = 0.1
"""So many seconds a view lets others go first."""


class Turns:
    """Those who wait to be shown a table."""

    def __init__(self) -> None:
        self._asked: deque[asyncio.Future[None]] = deque()
        self._others: deque[asyncio.Future[None]] = deque()
        self._tables: defaultdict[str, dict[asyncio.Future[None], Callable[[], bool]]]
        self._tables = defaultdict(dict)
        self._serving: asyncio.Task[None] | None = None

    async def wait(self, table: str, is_asked: Callable[[], bool]) -> None:
        """Wait for one's turn; whoever is asked, now or while he waits, goes first."""
        turn = asyncio.get_running_loop().create_future()
        (self._asked if is_asked() else self._others).append(turn)
        self._tables[table][turn] = is_asked
        if self._serving is None:
            self._serving = asyncio.create_task(self._serve())
        try:
            await turn
        finally:
            del self._tables[table][turn]
            if not self._tables[table]:
                del self._tables[table]

    def hurry(self, table: str) -> None:
        """A table has moved: whoever is asked there now is next."""
        for turn, is_asked in self._tables.get(table, {}).items():
            if turn in self._others and is_asked():
                self._others.remove(turn)
                self._asked.append(turn)

    async def _serve(self) -> None:
        """Between two of them everybody else has his turn: moves that come in, above all."""
        while self._asked or self._others:
            await _rest()
            turn = (self._asked or self._others).popleft()
            if not turn.done():  # he is still there
                turn.set_result(None)
        self._serving = None


async def _rest() -> None:
    """Let others do what they have to do, but not for ever."""
    begin = last = monotonic()
    while True:
        await asyncio.sleep(0)
        now = monotonic()
        if now - last < BRIEF or now - begin > PATIENCE:
            return
        last = now
