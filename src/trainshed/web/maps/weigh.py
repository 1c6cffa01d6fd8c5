"""Is a map fair? A few quick games of bots, in a process of their own that may be stopped."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import Process
from collections import OrderedDict
from contextlib import suppress

import msgspec
import structlog
from msgspec import Struct

from trainshed.arena.balance import Balance, Outcome, played, weighed
from trainshed.games import game as find
from trainshed.games.dampfross.sheet import read
from trainshed.web.caches import Size
from trainshed.web.subprocesses import running

LOG = structlog.get_logger("trainshed.weigh")
GAMES, SEATS, RACES, BOT = 4, 4, "12", "greedy"
LIMIT = 240.0
"""After so many seconds those games count that have ended."""
KEPT = 50
"""So many reports are kept in memory."""
AT_ONCE = 1
"""So many maps are weighed at the same time; the others wait."""


class Weighing(Struct):
    """How far the games on a map have come."""

    text: str
    """The map as it was when they began."""
    games: int = GAMES
    bot: str = BOT
    outcomes: tuple[Outcome, ...] = ()
    is_over: bool = False

    @property
    def balance(self) -> Balance | None:
        """What the games that have ended say."""
        if not self.outcomes:
            return None
        return weighed(read(self.text), self.outcomes, (self.bot,) * SEATS)


class Scales:
    """All maps that are being weighed, and those that were a while ago."""

    def __init__(self) -> None:
        self.limit, self.games, self.bot = LIMIT, GAMES, BOT
        self._found: OrderedDict[str, Weighing] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        self._free = asyncio.Semaphore(AT_ONCE)

    def sizes(self) -> dict[str, Size]:
        """How many maps are known."""
        return {"weighings": Size(len(self._found), KEPT)}

    def found(self, id_: str) -> Weighing | None:
        """What is known about a map."""
        return self._found.get(id_)

    def weigh(self, id_: str, text: str) -> Weighing:
        """Begin to weigh a map; nothing new begins while its games run."""
        known = self._found.get(id_)
        if known is not None and not known.is_over:
            return known
        found = self._found[id_] = Weighing(text, self.games, self.bot)
        self._found.move_to_end(id_)
        while len(self._found) > KEPT:
            self._found.popitem(last=False)
        task = asyncio.create_task(self._run(found))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return found

    async def close(self) -> None:
        """Stop all games."""
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _run(self, found: Weighing) -> None:
        try:
            async with self._free:
                await self._play(found)
        except OSError:
            LOG.exception("a map cannot be weighed")
        finally:
            found.is_over = True

    async def _play(self, found: Weighing) -> None:
        words = "-m", "trainshed.web.maps.weigh", str(found.games), found.bot
        async with running(*words) as process:
            assert process.stdin is not None
            process.stdin.write(found.text.encode())
            process.stdin.close()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._listen(process, found), self.limit)

    async def _listen(self, process: Process, found: Weighing) -> None:
        assert process.stdout is not None
        async for line in process.stdout:
            found.outcomes += (msgspec.json.decode(line, type=Outcome),)


def main(games: int, bot: str, text: str) -> None:
    """Play, and print each outcome as a line of JSON."""
    laws = find("dampfross")
    options = laws.read_options({"map": "own", "sheet": text, "races": RACES})
    for number in range(games):
        outcome = played(laws, options, (bot,) * SEATS, seed=f"balance/{number}")
        sys.stdout.buffer.write(msgspec.json.encode(outcome) + b"\n")
        sys.stdout.flush()


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(15)  # whoever plays on the site comes first
    main(int(sys.argv[1]), sys.argv[2], sys.stdin.buffer.read().decode())
