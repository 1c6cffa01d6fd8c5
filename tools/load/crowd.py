"""The crowd: players who think and move, viewers who follow, and what each of them waited.

Everybody does what the page of a table does in a browser. A player sends his move and shows the
answer; everybody else at the table is shown his own view by its stream. Whoever is asked finds
that in his view, thinks for a while and chooses one of the offers at random.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
import zlib
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from ipaddress import IPv4Address
from urllib.parse import urlencode

from msgspec import Struct, field

from .line import LONGEST, Answer, Lines, Stream
from .seed import Seated

OFFER = re.compile(rb'\{"action":("(?:[^"\\]|\\.)*"),"verb"')
SHOWN = re.compile(rb'data-version="(\d+)"')
PART = re.compile(rb'data-part="(\w+)"')
MINE = b'data-mine="yes"'
OVER = re.compile(rb'class="table[^"]* over"')
HEAD = 1500
"""In so many bytes a fragment says whose turn it is."""
HURRY = 8
"""So many of the crowd come in at the same time."""
LANGUAGES = ("en", "fr", "de")
BEAT = 0.05
"""Seconds between two looks at how late the crowd itself is."""


class Times(Struct):
    """Seconds that were waited: for a move's answer, for a table, for the news of a move."""

    moves: list[float] = field(default_factory=list)
    views: list[float] = field(default_factory=list)
    events: list[float] = field(default_factory=list)
    shown: list[float] = field(default_factory=list)
    """From a move until somebody else has the new view."""
    lag: list[float] = field(default_factory=list)
    """How late the crowd itself was: what it cannot measure better than that."""
    sent: int = 0
    ended: int = 0
    """Games that came to their end."""
    body: int = 0
    """Bytes of answers as they were sent, and of events as they are read."""
    errors: Counter[str] = field(default_factory=Counter)


class Room:
    """A table as the crowd knows it: when its last move was sent, and which versions it brought."""

    def __init__(self, table: str) -> None:
        self.path = f"/t/{table}"
        self.version = 0
        self.sent: dict[int, float] = {}
        self.moved_at = 0.0
        self.is_over = False

    def heard(self, version: int) -> float | None:
        """When the move was sent that led to a version, None if nobody of the crowd made it."""
        if version > self.version and self.moved_at:
            self.version, self.sent = version, {version: self.moved_at}
        return self.sent.get(version)


class Watcher:
    """Somebody who looks at a table."""

    def __init__(self, crowd: Crowd, room: Room, cookie: str, language: str) -> None:
        self.crowd, self.room = crowd, room
        self.headers = {
            "cookie": cookie,
            "accept-language": language,
            "accept-encoding": "gzip, deflate, br",
            "user-agent": "trainshed-load",
            "x-forwarded-for": str(IPv4Address(crowd.rng.getrandbits(32))),
        }
        self.name = f"{crowd.rng.getrandbits(60):x}"
        self.version = 0
        self.stream: Stream | None = None

    async def come(self) -> None:
        """Open the table and follow it."""
        asked = time.perf_counter()
        path, headers = f"{self.room.path}/fragment", {**self.headers, "hx-request": "true"}
        answer = await self.crowd.ask("view", "GET", path, headers)
        self.crowd.times.views.append(time.perf_counter() - asked)
        path = f"{self.room.path}/events?page={self.name}"
        self.stream = await self.crowd.lines.listen(path, self.headers, self._hear)
        if answer is not None:
            self.show(_text(answer))

    def _hear(self, kind: bytes, text: bytes) -> None:
        if kind == b"moved":
            moved_at = self.room.heard(int(text))
            if moved_at is not None and int(text) > self.version and self.crowd.is_on:
                self.crowd.times.events.append(time.perf_counter() - moved_at)
        elif kind == b"view":
            self.crowd.times.body += len(text)
            self.show(text)

    def show(self, text: bytes) -> bool:
        """Look at what has come, if it is new."""
        found = SHOWN.search(text, 0, HEAD)
        if found is None:
            self.crowd.times.errors["a view without a version"] += 1
            return False
        version, is_new = int(found[1]), int(found[1]) > self.version
        self.version = max(self.version, version)
        moved_at = self.room.heard(version)
        if not self.room.is_over and OVER.search(text, 0, HEAD):
            self.room.is_over = True
            self.crowd.times.ended += 1
        if is_new and moved_at is not None and self.crowd.is_on:
            self.crowd.times.shown.append(time.perf_counter() - moved_at)
        return is_new


class Player(Watcher):
    """Somebody who plays."""

    def __init__(self, crowd: Crowd, room: Room, cookie: str, language: str) -> None:
        super().__init__(crowd, room, cookie, language)
        self._has: list[str] = []

    def show(self, text: bytes) -> bool:
        """Think, if one is asked, and move then."""
        is_new = super().show(text)
        self._has = [tag.decode() for tag in PART.findall(text)]
        if is_new and text.find(MINE, 0, HEAD) >= 0:
            offers = OFFER.findall(text)
            if offers:
                action, version = json.loads(self.crowd.rng.choice(offers)), self.version
                self.crowd.later(lambda: self._move(version, action))
            else:
                self.crowd.times.errors["somebody is asked and offered nothing"] += 1
        return is_new

    async def _move(self, version: int, action: str) -> None:
        """Send a move and show the answer, as the page does."""
        crowd, room = self.crowd, self.room
        has = " ".join([self.name, *self._has])
        headers = {**self.headers, "hx-request": "true", "trainshed-has": has}
        headers["sec-fetch-site"] = "same-origin"
        body = urlencode({"version": version, "action": action}).encode()
        crowd.times.sent += 1
        crowd.under_way += 1
        room.moved_at = sent = time.perf_counter()
        answer = await crowd.ask("move", "POST", f"{room.path}/play", headers, body)
        crowd.under_way -= 1
        if answer is not None:
            crowd.times.moves.append(time.perf_counter() - sent)
            self.show(_text(answer))


def _text(answer: Answer) -> bytes:
    is_packed = answer.headers.get("content-encoding") == "gzip"
    return zlib.decompress(answer.body, 31) if is_packed else answer.body


class Crowd:
    """Everybody who has come, and what they noted."""

    def __init__(self, lines: Lines, think: float, seed: int) -> None:
        self.lines = lines
        self.think = think
        self.rng = random.Random(seed)
        self.times = Times()
        self.is_on = False
        self.under_way = 0
        """Moves that were sent and are not answered yet."""
        self.watchers: list[Watcher] = []
        self._asked: list[Callable[[], Awaitable[None]]] = []
        self._tasks: set[asyncio.Task[None]] = set()

    async def gather(self, tables: tuple[Seated, ...], guests: list[str]) -> None:
        """Let players and viewers come in; nobody moves yet."""
        rooms = [Room(it.table) for it in tables]
        players: list[Watcher] = [
            Player(self, room, cookie, LANGUAGES[number % len(LANGUAGES)])
            for number, (room, it) in enumerate(zip(rooms, tables, strict=True))
            for cookie in it.cookies
        ]
        viewers = [
            Watcher(self, rooms[n % len(rooms)], cookie, LANGUAGES[n % len(rooms) % len(LANGUAGES)])
            for n, cookie in enumerate(guests)
        ]
        self.watchers = [*players, *viewers]
        waiting = iter(self.watchers)

        async def usher() -> None:
            for one in waiting:
                await one.come()

        await asyncio.gather(*(usher() for _ in range(HURRY)))

    async def run(self, seconds: float) -> None:
        """Let everybody move for a time, and wait for what is under way in the end."""
        self.is_on = True
        for move in self._asked:
            self.later(move)
        beat = asyncio.create_task(self._watch())
        await asyncio.sleep(seconds)
        self.is_on = False
        beat.cancel()
        until = time.monotonic() + LONGEST
        while self._tasks and time.monotonic() < until:  # an answer may lead to another question
            await asyncio.wait(self._tasks, timeout=until - time.monotonic())
        lost = sum(it.stream is None or not it.stream.is_open for it in self.watchers)
        self.times.errors.update({"a stream that ended": lost} if lost else {})
        late = len(self._tasks)
        self.times.errors.update({"an answer that did not come": late} if late else {})

    def forget(self) -> None:
        """Forget how long moves took so far, but not how people came in and what went wrong."""
        then = self.times
        self.times = Times(views=then.views, sent=self.under_way, errors=then.errors)

    def leave(self) -> None:
        """Let everybody go."""
        for one in self.watchers:
            if one.stream is not None:
                one.stream.close()
        self.lines.close()

    def later(self, act: Callable[[], Awaitable[None]]) -> None:
        """Do something after having thought; before all have come, when the run begins."""
        if not self.watchers or not self.is_on:
            self._asked.append(act)
            return
        pause = min(self.rng.expovariate(1 / self.think), 4 * self.think)
        asyncio.get_running_loop().call_later(pause, self._act, act)

    def start(self, act: Awaitable[None]) -> None:
        """Do something now, beside all others."""
        task = asyncio.ensure_future(act)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    async def ask(
        self, what: str, method: str, path: str, headers: Mapping[str, str], body: bytes = b""
    ) -> Answer | None:
        """Ask the site; whatever is not an answer is counted as an error."""
        try:
            answer = await self.lines.ask(method, path, headers, body)
        except (OSError, EOFError, TimeoutError) as error:
            self.times.errors[f"{what}: {type(error).__name__}"] += 1
            return None
        if answer.status not in (200, 304):
            self.times.errors[f"{what}: {answer.status}"] += 1
            return None
        self.times.body += len(answer.body)
        return answer

    def _act(self, act: Callable[[], Awaitable[None]]) -> None:
        if self.is_on:
            self.start(act())

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            self.times.errors[repr(error)] += 1

    async def _watch(self) -> None:
        while True:
            start = time.perf_counter()
            await asyncio.sleep(BEAT)
            self.times.lag.append(time.perf_counter() - start - BEAT)
