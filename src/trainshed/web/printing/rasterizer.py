"""PNGs are drawn in processes of their own: the renderer lets nobody else compute meanwhile.

A picture is known by what is drawn, so whoever gets one that is kept would have got the very same.
"""

from __future__ import annotations

import asyncio
import json
from asyncio.subprocess import PIPE
from hashlib import sha256
from pathlib import Path

import structlog

from trainshed.board.png import settings
from trainshed.core import say
from trainshed.web.caches import Size
from trainshed.web.limits import Limits, too_often
from trainshed.web.refusal import Refusal
from trainshed.web.subprocesses import running

from .prints import Kept

LOG = structlog.get_logger("trainshed.rasterizer")
PROGRAM = Path(__file__).with_name("rasterize.py")
AT_ONCE = 2
"""So many pictures are drawn at the same time."""
QUEUE = 8
"""So many are drawn or wait for it: whoever wants another one is asked to come back."""
BACK = 5
"""Seconds after which there will be room again."""
PATIENCE = 30.0
"""Seconds for one picture."""
KEPT = 16_000_000
"""So many bytes of pictures are kept."""


class Rasterizer:
    """Draws pictures, a few at a time, and keeps them."""

    def __init__(self, limits: Limits) -> None:
        self.limits, self.patience = limits, PATIENCE
        self._kept = Kept[bytes](KEPT, len)
        self._drawing: dict[bytes, asyncio.Task[bytes | None]] = {}
        self._free = asyncio.Semaphore(AT_ONCE)
        self._is_closed = False

    def sizes(self) -> dict[str, Size]:
        """How many bytes of pictures are kept."""
        return {"pictures": self._kept.size}

    async def png(self, drawn: str, width: int, who: str) -> bytes:
        """An SVG as a picture; Refusal where there are too many, or it cannot be drawn."""
        key = sha256(f"{width} {drawn}".encode()).digest()
        kept = self._kept.get(key)
        if kept is not None:
            return kept
        task = self._drawing.get(key) or self._begin(key, drawn, width, who)
        await asyncio.wait([task])
        found = None if task.cancelled() else task.result()
        if found is None:
            raise _not_drawn()
        return found

    async def close(self) -> None:
        """Stop all that is being drawn; whoever waits for it is told, and nothing new begins."""
        self._is_closed = True
        tasks = tuple(self._drawing.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _begin(self, key: bytes, drawn: str, width: int, who: str) -> asyncio.Task[bytes | None]:
        """Begin to draw a picture for somebody."""
        if self._is_closed:
            raise _not_drawn()
        if len(self._drawing) >= QUEUE:
            raise too_often(BACK)
        self.limits.take("picture", who)
        task = self._drawing[key] = asyncio.create_task(self._draw(key, drawn, width))
        task.add_done_callback(lambda _: self._drawing.pop(key))
        return task

    async def _draw(self, key: bytes, drawn: str, width: int) -> bytes | None:
        """The picture; None, and why in the log, where there is none."""
        given = json.dumps(settings(drawn, width)).encode()
        try:
            async with (
                self._free,
                asyncio.timeout(self.patience),
                running("-P", str(PROGRAM), stderr=PIPE) as process,
            ):
                found, complaint = await process.communicate(given)
        except (OSError, TimeoutError) as error:
            LOG.warning("a picture was not drawn", reason=repr(error))
            return None
        if process.returncode:
            reason = complaint.decode(errors="replace").strip().rpartition("\n")[2]
            LOG.warning("a picture was not drawn", code=process.returncode, reason=reason)
            return None
        return self._kept.put(key, found)


def _not_drawn() -> Refusal:
    return Refusal(
        503,
        say("The picture could not be drawn"),
        say("Nothing was changed. Please try again in {n} seconds.", n=BACK),
        wait=BACK,
    )
