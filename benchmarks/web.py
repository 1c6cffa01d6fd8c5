"""The site: a table page in mid-game, a move played at it, as a local browser waits for it.

And a late 1861 that nobody has opened since the start: its lines are played again first.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, sleep
from urllib.parse import urlencode

from trainshed.core import Match, Record, dumps, loads
from trainshed.games import game

SEATS = {"game": "rocket", "seats": "4", **{f"seat-{n}": "here" for n in range(1, 5)}}
FORM = {"content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin"}
STARTS = 3
"""So often the site is started for a table that nobody has opened yet."""
SETTLED = 3.0
"""Seconds after a start in which it makes what all tables share."""
LINES = 550
"""So late is that table."""


class Visitor:
    """A browser of the simplest kind: it keeps its cookie."""

    def __init__(self, port: int) -> None:
        self.line = HTTPConnection("127.0.0.1", port, timeout=30)
        self.cookie = ""

    def ask(self, path: str, form: dict[str, str] | None = None) -> tuple[float, str, str]:
        """Seconds, the address it leads to, and the text."""
        headers = {"cookie": self.cookie} | (FORM if form is not None else {})
        start = perf_counter()
        body = None if form is None else urlencode(form)
        self.line.request("GET" if form is None else "POST", path, body, headers)
        answer = self.line.getresponse()
        text = answer.read().decode()
        seconds = perf_counter() - start
        cookies = [value.split(";")[0] for value in answer.headers.get_all("set-cookie") or ()]
        self.cookie = "; ".join(cookies) or self.cookie
        return seconds, answer.headers.get("location", ""), text


@contextmanager
def _site(folder: str | None = None) -> Iterator[Visitor]:
    with ExitStack() as stack:
        folder = folder or stack.enter_context(tempfile.TemporaryDirectory())
        log = Path(folder) / "log"
        environment = {**os.environ, "TRAINSHED_DATA": folder, "PYTHONUNBUFFERED": "1"}
        with log.open("w") as output:
            server = subprocess.Popen(
                [sys.executable, "-m", "trainshed.cli", "serve", "--port", "0"],
                env=environment,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        try:
            while not (found := re.search(r"http://[\w.]+:(\d+)", log.read_text())):
                sleep(0.05)
            yield Visitor(int(found[1]))
        finally:
            server.terminate()
            server.wait()


@cache
def _measured() -> tuple[float, float]:
    """Milliseconds of a page in mid-game, and of a move there: the medians."""
    lines = loads(game("rocket").example).lines
    with _site() as visitor:
        visitor.ask("/")
        while True:  # until the lot lets the same seat begin as in the example
            _, table, _ = visitor.ask("/tables", SEATS)
            if lines[0] in visitor.ask(f"{table}/record")[2].splitlines():
                break
        moves = [
            visitor.ask(f"{table}/play", {"version": str(number), "action": line})[0]
            for number, line in enumerate(lines[1:], 1)
        ]
        pages = [visitor.ask(table)[0] for _ in range(20)]
    return 1000 * median(pages), 1000 * median(moves[-30:])


def _late() -> float:
    """Milliseconds until a late 1861 is shown that was not opened since the start, the least."""
    with tempfile.TemporaryDirectory() as folder:
        with _site(folder) as visitor:
            visitor.ask("/")
            _, table, _ = visitor.ask("/import", {"record": dumps(_evening())})
        waits = []
        for _ in range(STARTS):
            with _site(folder) as visitor:
                sleep(SETTLED)
                waits.append(visitor.ask(table.partition("?")[0])[0])
    return 1000 * min(waits)


def _evening() -> Record:
    """A random game of 1861 after many lines."""
    rng, match = Random(1861), Match(game("1861"), seats=4, seed="1861")
    while match.actor is not None and match.version < LINES:
        match.play(match.actor, rng.choice(match.game.actions(match.state)))
    return match.record(whole=True)


BENCHMARKS = {
    "table-page": lambda: (_measured()[0], "ms"),
    "play-move": lambda: (_measured()[1], "ms"),
    "cold-table": lambda: (_late(), "ms"),
}
