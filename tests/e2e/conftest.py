"""A real server on a free port, with bots that do not wait."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

PATIENCE = 30.0
"""Seconds in which the server must be there."""


def _address(log: Path) -> str:
    """Where the server says that it is."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = re.search(r"http://\S+", log.read_text(encoding="utf-8"))
        if found:
            return found[0].rstrip("/")
        time.sleep(0.05)
    raise AssertionError(log.read_text(encoding="utf-8"))


class Station:
    """A site in a process of its own that can be stopped and started again on the same data."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._log = folder / "log"
        self.address = ""
        self.start()

    def start(self) -> None:
        """Start it, at the address that it had before."""
        port = self.address.rpartition(":")[2] or "0"
        with self._log.open("w") as output:
            self._server = subprocess.Popen(
                self._command("serve", "--port", port),
                env=self._environment,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        self.address = _address(self._log)

    def order(self, *words: str) -> None:
        """Give an order from a shell on the same data."""
        subprocess.run(self._command(*words), env=self._environment, check=True)

    @property
    def _environment(self) -> dict[str, str]:
        own = {"TRAINSHED_DATA": str(self._folder), "TRAINSHED_PACE": "0", "PYTHONUNBUFFERED": "1"}
        return {**os.environ, **own}

    def _command(self, *words: str) -> list[str]:
        return [sys.executable, "-m", "tests.e2e.fixed", *words]

    def stop(self) -> None:
        """Stop it; it must not have had anything to complain about."""
        self._server.terminate()
        self._server.wait(10)
        assert "Traceback" not in self._log.read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def _closed(browser: Browser) -> Iterator[None]:
    """No page outlives its test: it would go on following its table, and drawing."""
    yield
    for context in browser.contexts:
        context.close()


@pytest.fixture
def station(tmp_path: Path) -> Iterator[Station]:
    """A site of one's own."""
    found = Station(tmp_path)
    yield found
    found.stop()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a site with an empty data folder."""
    found = Station(tmp_path_factory.mktemp("site"))
    yield found.address
    found.stop()
