"""Whether the site is well: its database answers, can be written, and all that must run does."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from functools import partial
from time import monotonic
from typing import Any

import structlog

from .database.store import Store

LOG = structlog.get_logger("trainshed.health")
PATIENCE = 3.0
"""Seconds after which a database that does not answer is down."""
FRESH = 5.0
"""Seconds for which a good answer holds: asking often costs nothing."""
UP, DOWN = "up", "down"


class Probe:
    """One question, asked now and then; who asks in between hears what was found last."""

    def __init__(self, ask: Callable[[], Coroutine[Any, Any, None]], complaint: str) -> None:
        self._ask, self._complaint = ask, complaint
        self._task: asyncio.Task[None] | None = None
        self._until = 0.0

    async def is_well(self) -> bool:
        """Whether it is answered without a fault, and soon."""
        if self._task is None or (self._task.done() and monotonic() >= self._until):
            self._task = asyncio.create_task(self._ask())
            self._task.add_done_callback(self._note)
        task = self._task
        await asyncio.wait({task}, timeout=PATIENCE)
        return task.done() and not task.cancelled() and task.exception() is None

    def _note(self, task: asyncio.Task[None]) -> None:
        """For how long that holds."""
        is_well = not task.cancelled() and task.exception() is None
        if is_well:
            self._until = monotonic() + FRESH
        elif not task.cancelled():
            LOG.error(self._complaint, reason=repr(task.exception()))

    async def close(self) -> None:
        """Wait for what is being asked."""
        if self._task is not None:
            await asyncio.wait({self._task})


class Health:
    """All that must be so."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.tasks: dict[str, asyncio.Task[None]] = {}
        """What must run as long as the site does, by name."""
        self._reads = Probe(store.check, "the database does not answer")
        self._writes = Probe(store.check_writing, "nothing can be written to the database")

    def watch(self, name: str, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Begin what must run as long as the site does."""
        task = asyncio.create_task(work)
        task.add_done_callback(partial(_tell, name))
        self.tasks[name] = task
        return task

    async def look(self) -> Mapping[str, str]:
        """What is up and what is down."""
        reads, writes = await asyncio.gather(self._reads.is_well(), self._writes.is_well())
        ended = [name for name, task in self.tasks.items() if task.done()]
        if self.store.is_neglected:
            ended.append("checkpoints")
        found = {"database": _shown(reads), "writes": _shown(writes), "work": _shown(not ended)}
        return {**found, "ended": ", ".join(ended)} if ended else found

    async def close(self) -> None:
        """Wait for what is being asked."""
        for probe in (self._reads, self._writes):
            await probe.close()


def _tell(name: str, task: asyncio.Task[None]) -> None:
    if not task.cancelled() and task.exception() is not None:
        LOG.error("what must run has ended", work=name, exc_info=task.exception())


def _shown(is_well: bool) -> str:  # noqa: FBT001 - the only thing it is told
    return UP if is_well else DOWN
