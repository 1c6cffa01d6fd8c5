"""Who is shown a table next: whoever moves or is asked at once, all others one by one."""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

PATIENCE = 0.03
"""Seconds for which a view lets moves go first."""


class Turns:
    """Those who wait to be shown a table."""

    def __init__(self) -> None:
        self._moves, self._quiet = 0, asyncio.Event()
        self._quiet.set()
        self._queue: deque[asyncio.Future[None]] = deque()
        self._tables: defaultdict[str, dict[asyncio.Future[None], Callable[[], bool]]]
        self._tables = defaultdict(dict)
        self._serving: asyncio.Task[None] | None = None

    @contextmanager
    def moving(self) -> Iterator[None]:
        """Somebody moves while the block runs: the others wait for him, but not for long."""
        self._moves += 1
        self._quiet.clear()
        try:
            yield
        finally:
            self._moves -= 1
            if not self._moves:
                self._quiet.set()

    async def wait(self, table: str, is_asked: Callable[[], bool]) -> None:
        """Wait for one's turn; whoever is asked, now or while he waits, need not."""
        if is_asked():
            return
        turn = asyncio.get_running_loop().create_future()
        self._queue.append(turn)
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
            if not turn.done() and is_asked():
                turn.set_result(None)

    async def _serve(self) -> None:
        """Between two of them everybody else has his turn."""
        while self._queue:
            turn = self._queue.popleft()
            if turn.done():
                continue
            await asyncio.sleep(0)
            with suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    await self._quiet.wait()
            if not turn.done():
                turn.set_result(None)
        self._serving = None
