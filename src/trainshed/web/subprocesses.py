"""Programs of ours in processes of their own, for work that would hold up everybody."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress


@asynccontextmanager
async def running(*words: str, stderr: int | None = None) -> AsyncIterator[Process]:
    """A Python with these words, which ends with the block, whatever it does.

    Ctrl-C is for us alone: we end it. Should we be gone, nobody reads what it writes, and it ends.
    """
    process = await asyncio.create_subprocess_exec(
        sys.executable, *words, stdin=PIPE, stdout=PIPE, stderr=stderr, start_new_session=True
    )
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
