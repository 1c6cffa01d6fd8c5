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
BRIEF = 1.0
"""Seconds for which a bad one holds."""
UP, DOWN = "up", "down"


class Probe:
    """One question, asked now and then; who asks in between hears what was found last."""

    def __init__(
        self, ask: Callable[[], Coroutine[Any, Any, None]], complaint: str, relief: str
    ) -> None:
        self._ask, self._complaint, self._relief = ask, complaint, relief
        self._task: asyncio.Task[None] | None = None
        self._until, self._was_well = 0.0, True

    async def is_well(self) -> bool:
        """Whether it is answered without a fault, and soon."""
        if self._task is None or (self._task.done() and monotonic() >= self._until):
            self._task = asyncio.create_task(self._ask())
            self._task.add_done_callback(self._note)
        task = self._task
        await asyncio.wait({task}, timeout=PATIENCE)
        return task.done() and not task.cancelled() and task.exception() is None

    def _note(self, task: asyncio.Task[None]) -> None:
        """For how long that holds; the log is told where it was not so before."""
        if task.cancelled():
            return
        error = task.exception()
        is_well, was_well = error is None, self._was_well
        self._until, self._was_well = monotonic() + (FRESH if is_well else BRIEF), is_well
        if was_well and not is_well:
            LOG.error(self._complaint, reason=repr(error))
        elif is_well and not was_well:
            LOG.warning(self._relief)

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
        self._reads = Probe(
            store.check, "the database does not answer", "the database answers again"
        )
        self._writes = Probe(
            store.check_writing,
            "nothing can be written to the database",
            "the database can be written again",
        )

    def watch(self, name: str, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Begin what must run as long as the site does."""
        task = asyncio.create_task(work)
        task.add_done_callback(partial(_tell, name))
        self.tasks[name] = task
        return task

    @property
    def ended(self) -> list[str]:
        """What must run and does not any more."""
        return [name for name, task in self.tasks.items() if task.done()]

    async def until_ended(self) -> None:
        """Wait until something of that has ended."""
        await asyncio.wait(self.tasks.values(), return_when=asyncio.FIRST_COMPLETED)

    async def look(self) -> Mapping[str, str]:
        """What is up and what is down."""
        reads, writes = await asyncio.gather(self._reads.is_well(), self._writes.is_well())
        ended = self.ended
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
