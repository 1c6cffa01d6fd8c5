"""The site as programs of their own, and visitors that come over the network."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil
from httpx2 import Client, Cookies, Response

from tests.web.visit import TWO
from trainshed.core import Match
from trainshed.web.database.store import Store
from trainshed.web.processes.live import Bus
from trainshed.web.tables.tables import Tables

BY_HAND = {"sec-fetch-mode": "navigate"}


class Program:
    """`trainshed serve`, or another command that does not end, running."""

    def __init__(
        self,
        folder: Path,
        *options: str,
        pace: float = 0.0,
        starts: tuple[str, ...] = ("serve", "--port", "0"),
        environment: Mapping[str, str] | None = None,
    ) -> None:
        command = [sys.executable, "-m", "trainshed.cli", *starts, *options]
        settings = {"TRAINSHED_DATA": str(folder), "TRAINSHED_PACE": str(pace)}
        with tempfile.NamedTemporaryFile(delete=False) as log:
            # A pipe that nobody reads would fill up and hold up the site.
            self._log = Path(log.name)
            self.process = subprocess.Popen(
                command,
                env={**os.environ, **settings, **(environment or {})},
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                start_new_session=True,
            )
        self._browsers: list[Client] = []
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().split()[-1]

    def browser(self, cookies: Cookies | None = None) -> Client:
        self._browsers.append(Client(base_url=self.address, cookies=cookies, timeout=20))
        return self._browsers[-1]

    def hands(self) -> list[Any]:
        """The processes that serve, where there are several."""
        found: list[Any] = []
        for keeper in psutil.Process(self.process.pid).children():
            with suppress(psutil.NoSuchProcess):  # it has just ended
                found += keeper.children()
        return found

    def stop(self, how: signal.Signals = signal.SIGTERM) -> str:
        """End it in order; what it had to complain about."""
        self._leave()
        self.process.send_signal(how)
        return self.ended()

    def ended(self) -> str:
        """Wait until it has ended by itself; what it had to complain about."""
        self.process.communicate(timeout=20)
        return self._log.read_text(encoding="utf-8")

    def kill(self) -> None:
        """End it at once, whatever it does, and its processes too."""
        self._leave()
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        if self.process.returncode is None:
            self.process.communicate()
        self._log.unlink(missing_ok=True)

    def _leave(self) -> None:
        while self._browsers:
            self._browsers.pop().close()


def has_ended(hand: Any) -> bool:  # noqa: ANN401 - it has no types
    """Whether a process is gone, or only waits to be buried."""
    try:
        return bool(hand.status() == psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return True


def open_table(browser: Client, **fields: str) -> str:
    """Open a table; its id."""
    changes = {name.replace("_", "-", 1): value for name, value in fields.items()}
    answer = browser.post("/tables", data={"game": "rocket", **TWO, **changes})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"]).removeprefix("/t/")


def play(browser: Client, table: str, version: int, line: str) -> Response:
    """Send a move as a page without scripts does: the answer, if it was played, is 303."""
    data = {"version": str(version), "action": line}
    return browser.post(f"/t/{table}/play", data=data, headers=BY_HAND)


class Reader:
    """Looks into the database behind the back of all processes."""

    def __init__(self, url: str) -> None:
        self.store = Store(url)
        self.tables = Tables(self.store, Bus())

    async def match(self, table: str) -> Match[Any, Any]:
        return (await self.tables.load(table)).match

    async def lines(self, table: str) -> list[tuple[int, int, str]]:
        """Number, seat and text of all lines."""
        return [(it.number, int(it.seat), it.text) for it in await self.store.lines(table)]
