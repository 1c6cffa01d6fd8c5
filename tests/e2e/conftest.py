"""A real server on a free port, with bots that do not wait."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a site with an empty data folder."""
    environment = {
        **os.environ,
        "TRAINSHED_DATA": str(tmp_path_factory.mktemp("data")),
        "TRAINSHED_PACE": "0",
        "PYTHONUNBUFFERED": "1",
    }
    server = subprocess.Popen(
        [sys.executable, "-m", "trainshed.cli", "serve", "--port", "0"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert server.stdout is not None
    line = server.stdout.readline()
    found = re.search(r"http://\S+", line)
    assert found, line
    yield found[0].rstrip("/")
    server.terminate()
    assert server.wait(5) in (0, -15)
