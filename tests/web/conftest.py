"""A site in this process, and browsers that visit it."""

from __future__ import annotations

import asyncio
import logging
import shutil
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import structlog
from argon2 import PasswordHasher

from tests.web.postgres import BOTH, Postgres, migrate, running
from tests.web.visit import Visit
from trainshed.web import logs
from trainshed.web.notices.post import Letter, Post
from trainshed.web.people import passwords
from trainshed.web.settings import Config

DATABASES = {
    "test_store": BOTH,
    "test_office": BOTH,
    "test_live": BOTH,
    "test_pace": BOTH,
    "test_renew": BOTH,
    "test_standing": BOTH,
    "test_clocks": BOTH,
    "test_heartbeat": BOTH,
    "test_access": BOTH,
    "test_lobby": BOTH,
    "test_end": BOTH,
    "test_kill": BOTH,
    "test_crew": BOTH,
    "test_ratings": BOTH,
    "test_regards": BOTH,
    "test_profiles": BOTH,
    "test_notices": BOTH,
    "test_postgres": ("postgresql",),
    "test_distant": ("postgresql",),
}
"""The modules whose sites run on other databases than SQLite; of others single tests do."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run the tests of some modules on both databases, unless they choose one themselves."""
    found = DATABASES.get(metafunc.module.__name__.rpartition(".")[2])
    marks = metafunc.definition.iter_markers("parametrize")
    is_chosen = any(mark.args[0] == "database" for mark in marks)
    if found and not is_chosen and "database" in metafunc.fixturenames:
        metafunc.parametrize("database", found, indirect=True)


_EARNEST = passwords._HASHER


@pytest.fixture
def earnest() -> PasswordHasher:
    """What keeps passwords where it is not a test."""
    return _EARNEST


@pytest.fixture(scope="session", autouse=True)
def _passwords() -> Iterator[None]:
    """Hundreds of passwords need not take long on purpose."""
    quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passwords, "_HASHER", quick)
        patch.setattr(passwords, "_NOBODY", quick.hash("nobody"))
        yield


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL for the tests of this process."""
    with running() as server:
        yield server


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the site keeps its games."""
    return tmp_path / "data"


@pytest.fixture(scope="session")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of SQLite that is up to date and empty."""
    file = tmp_path_factory.mktemp("ready") / "trainshed.sqlite3"
    asyncio.run(migrate(f"sqlite+aiosqlite:///{file}"))
    return file


@pytest.fixture
def database(request: pytest.FixtureRequest, folder: Path) -> str:
    """The address of the database of the site, which need not be made."""
    folder.mkdir(exist_ok=True)
    if getattr(request, "param", "sqlite") == "sqlite":
        file = shutil.copy(request.getfixturevalue("ready"), folder)
        return f"sqlite+aiosqlite:///{file}"
    server: Postgres = request.getfixturevalue("postgres")
    return server.create()


@pytest.fixture
def start(folder: Path, database: str) -> Iterator[Callable[..., Visit]]:
    """Start the site, or start it again; what runs is stopped first."""
    visits: list[Visit] = []

    def go(*, pace: float = 0.0, url: str = database, **more: Any) -> Visit:  # noqa: ANN401
        stop()
        visits.append(Visit(Config(folder, url, pace, **more)))
        return visits[0]

    def stop() -> None:
        while visits:
            visits.pop().stop()

    yield go
    stop()


@pytest.fixture
def visit(start: Callable[..., Visit]) -> Visit:
    """A site that has just been started."""
    return start()


@pytest.fixture
def letters(monkeypatch: pytest.MonkeyPatch) -> list[Letter]:
    """All letters that a site with mail has sent."""
    sent: list[Letter] = []

    async def send(self: Post, letter: Letter) -> None:
        sent.append(letter)

    monkeypatch.setattr(Post, "send", send)
    return sent


@pytest.fixture
def lines(request: pytest.FixtureRequest) -> Iterator[StringIO]:
    """All that is logged, as JSON unless a test wants it as text."""
    stream = StringIO()
    handlers = logging.getLogger().handlers[:]
    logs.configure(getattr(request, "param", "json"), level=logging.DEBUG, stream=stream)
    yield stream
    structlog.reset_defaults()
    logging.getLogger().handlers[:] = handlers
    for name in logs.OWN:
        logging.getLogger(name).setLevel(logging.NOTSET)
