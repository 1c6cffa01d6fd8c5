"""Who looks at a table hears that it has changed: “moved, version n”, and fetches his own view."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import TypeVar

T = TypeVar("T")
BEAT = 15.0
"""Seconds after which a quiet stream says that it is still there."""


class Listener:
    """One who listens; only the latest version counts for him."""

    def __init__(self) -> None:
        self._news: dict[str, int] = {}
        self._rung = asyncio.Event()
        self._stirred = False
        self.is_closed = False

    def ring(self, table: str, version: int) -> None:
        """Tell him that a table has changed."""
        self._news[table] = max(version, self._news.get(table, 0))
        self._rung.set()

    def stir(self) -> None:
        """Tell him that somebody has come or gone."""
        self._stirred = True
        self._rung.set()

    def was_stirred(self) -> bool:
        """Whether somebody has come or gone since this was asked last."""
        found, self._stirred = self._stirred, False
        return found

    def nudge(self) -> None:
        """Let him look himself: something may have been missed."""
        self._rung.set()

    def close(self) -> None:
        """Tell him that nothing more will come."""
        self.is_closed = True
        self._rung.set()

    async def wait(self, seconds: float | None = None) -> int | None:
        """The version that came meanwhile; None if it stayed quiet, or all is over."""
        return max((await self.news(seconds)).values(), default=None)

    async def news(self, seconds: float | None = None) -> Mapping[str, int]:
        """The versions that came meanwhile, by table."""
        try:
            async with asyncio.timeout(seconds):
                await self._rung.wait()
        except TimeoutError:
            return {}
        self._rung.clear()
        news, self._news = self._news, {}
        return news


def _nobody(table: str, version: int) -> None:
    """There is no other process."""


def _unheard(table: str, note: str) -> None:
    """Nobody wants to know."""


def _unhurried(table: str) -> None:
    """Nobody waits."""


class Bus:
    """Carries the news within this process, and hands those of this process on to others."""

    def __init__(
        self, send: Callable[[str, int], None] = _nobody, *, is_attentive: bool = False
    ) -> None:
        self._send = send
        self.is_attentive = is_attentive
        """Whether those who listen to all hear of other processes, too."""
        self.overhear: Callable[[str, str], None] = _unheard
        """Who hears what other processes note about a table."""
        self.hurry: Callable[[str], None] = _unhurried
        """Who hears first that a table has moved."""
        self._listeners: defaultdict[str | None, set[Listener]] = defaultdict(set)
        self._closed = asyncio.Event()

    @property
    def is_closed(self) -> bool:
        """Whether nothing more will come."""
        return self._closed.is_set()

    async def pause(self, seconds: float) -> None:
        """Sleep, unless all is over before."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._closed.wait()

    def publish(self, table: str, version: int) -> None:
        """Tell everybody who listens to this table, here and elsewhere, and who listens to all."""
        self.hurry(table)
        for listener in (*self._listeners.get(table, ()), *self._listeners.get(None, ())):
            listener.ring(table, version)
        self._send(table, version)

    def wake(self, table: str, version: int) -> None:
        """Tell only those who listen to all: there is nothing to see at the table."""
        for listener in self._listeners.get(None, ()):
            listener.ring(table, version)

    def hear(self, table: str, version: int) -> None:
        """Tell those who listen to this table what another process has done."""
        self.hurry(table)
        for listener in self._listeners.get(table, ()):
            listener.ring(table, version)
        if self.is_attentive:
            self.wake(table, version)

    def stir(self, table: str) -> None:
        """Tell those who listen to this table here that somebody has come or gone."""
        for listener in self._listeners.get(table, ()):
            listener.stir()

    def refresh(self) -> None:
        """Let everybody look himself: news of other processes may have been lost."""
        for listeners in self._listeners.values():
            for listener in listeners:
                listener.nudge()

    @contextmanager
    def subscribe(self, table: str | None) -> Iterator[Listener]:
        """Listen to a table, or to all that happens, in this process unless it is attentive."""
        listener = Listener()
        if self.is_closed:
            listener.close()
        self._listeners[table].add(listener)
        try:
            yield listener
        finally:
            self._listeners[table].discard(listener)
            if not self._listeners[table]:
                del self._listeners[table]

    def listeners(self, table: str | None) -> int:
        """How many listen to a table."""
        return len(self._listeners.get(table, ()))

    def close(self) -> None:
        """End every stream."""
        self._closed.set()
        for listeners in self._listeners.values():
            for listener in listeners:
                listener.close()


async def stream(
    bus: Bus,
    table: str,
    version: Callable[[], Awaitable[int]],
    *,
    beat: float = BEAT,
    present: Callable[[], Awaitable[str]] | None = None,
) -> AsyncGenerator[str, None]:
    """The events of a table: its version now, and at each change; and who is there, if wished.

    The version is read after one listens, so that no change falls in between, and at each beat,
    because another process may have told nothing. Whoever leaves does not stop the reading: a
    connection that is cancelled in the middle could not be used again.
    """
    with bus.subscribe(table) as listener:
        known, there = await _whole(version), ""
        yield moved(known)
        if present is not None:
            there = await _whole(present)
            yield there
        while not listener.is_closed:
            heard = await listener.wait(beat)
            is_stirred = listener.was_stirred()
            if heard is not None:
                known = max(known, heard)
                yield moved(known)
            elif not is_stirred and not listener.is_closed:
                found = await _whole(version)
                yield ": still here\n\n" if found == known else moved(found)
                known = found
            if present is not None and (is_stirred or heard is None) and not listener.is_closed:
                told, there = there, await _whole(present)
                if there != told:
                    yield there


async def late_stream(
    bus: Bus,
    table: str,
    version: Callable[[], Awaitable[int]],
    *,
    beat: float = BEAT,
    present: Callable[[], Awaitable[str]] | None = None,
) -> AsyncGenerator[str, None]:
    """The events of a table for those who see it later: at each beat, whatever happens now."""
    with bus.subscribe(table) as listener:
        while True:
            yield moved(await _whole(version))
            if present is not None:
                yield await _whole(present)
            end = asyncio.get_running_loop().time() + beat
            while (left := end - asyncio.get_running_loop().time()) > 0:
                await listener.wait(left)
                if listener.is_closed:
                    return


async def _whole(read: Callable[[], Awaitable[T]]) -> T:
    return await asyncio.shield(read())


def moved(version: int) -> str:
    """The event that says that a table has changed."""
    return f"event: moved\ndata: {version}\n\n"


def is_move(event: str) -> bool:
    """Whether an event says that a table has changed."""
    return event.startswith("event: moved")
