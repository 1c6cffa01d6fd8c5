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


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a site with an empty data folder."""
    folder = tmp_path_factory.mktemp("site")
    environment = {
        **os.environ,
        "TRAINSHED_DATA": str(folder),
        "TRAINSHED_PACE": "0",
        "PYTHONUNBUFFERED": "1",
    }
    log = folder / "log"
    with log.open("w") as output:
        server = subprocess.Popen(
            [sys.executable, "-m", "trainshed.cli", "serve", "--port", "0"],
            env=environment,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        yield _address(log)
        server.terminate()
        server.wait(10)
    assert "Traceback" not in log.read_text(encoding="utf-8")
