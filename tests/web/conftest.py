"""A site in this process, and browsers that visit it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.web.visit import Visit
from trainshed.web.settings import Config


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the site keeps its games."""
    return tmp_path / "data"


@pytest.fixture
def start(folder: Path) -> Iterator[Callable[..., Visit]]:
    """Start the site, or start it again; what runs is stopped first."""
    running: list[Visit] = []

    def go(*, pace: float = 0.0) -> Visit:
        stop()
        url = f"sqlite+aiosqlite:///{folder / 'trainshed.sqlite3'}"
        running.append(Visit(Config(folder, url, pace)))
        return running[0]

    def stop() -> None:
        while running:
            running.pop().stop()

    yield go
    stop()


@pytest.fixture
def visit(start: Callable[..., Visit]) -> Visit:
    """A site that has just been started."""
    return start()
