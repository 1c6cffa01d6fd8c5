"""Texts of strangers are read in threads apart, a few at once, so that nobody waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import ParamSpec, TypeVar

from trainshed.core import say

from .refusal import PATIENCE, Refusal

P = ParamSpec("P")
T = TypeVar("T")

AT_ONCE = 2
"""So many texts are read at the same time."""
WAITING = 32
"""So many wait or are being read at most; each keeps its text in memory."""


class Executor:
    """Threads, and how many wait for them."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(AT_ONCE, "read")
        self._taken = 0

    async def run(self, work: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        """The result of some work when its turn has come; Refusal where too much waits already."""
        if self._taken >= WAITING:
            raise _busy()
        self._taken += 1
        try:
            job = partial(copy_context().run, work, *args, **more)
            return await asyncio.get_running_loop().run_in_executor(self._threads, job)
        finally:
            self._taken -= 1


READING = Executor()
"""That of this process."""


def _busy() -> Refusal:
    return Refusal(
        503,
        say("The site has too many files to read at the moment"),
        say("Nothing was changed. Please try again in a minute."),
        wait=PATIENCE,
    )
