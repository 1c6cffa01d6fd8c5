"""PostgreSQL hangs, locks its tables, or cuts its connections; then it is well again."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
import psycopg
import pytest

from tests.web.faults.ledger import endured, visitor
from tests.web.postgres import Postgres
from tests.web.program import Program, Reader

HANGS = 15.0
"""Seconds: longer than anybody waits for an answer of the database."""
SOON = 10.0
"""Seconds in which `/health` must say so."""


@contextmanager
def stopped(url: str) -> Iterator[None]:
    """All of the server stands still while the block runs."""
    with psycopg.connect(url) as connection:
        postmaster = psutil.Process(connection.info.backend_pid).parent()
    found = [postmaster, *postmaster.children(recursive=True)]
    try:
        for process in found:
            with suppress(ProcessLookupError):
                os.kill(process.pid, signal.SIGSTOP)
        yield
    finally:
        for process in found:
            with suppress(ProcessLookupError):  # it had begun to end
                os.kill(process.pid, signal.SIGCONT)


@contextmanager
def locked(url: str) -> Iterator[None]:
    """Nobody else can write a line."""
    with psycopg.connect(url) as connection:
        connection.execute("LOCK TABLE line IN ACCESS EXCLUSIVE MODE")
        yield


@pytest.mark.long
@pytest.mark.parametrize("processes", [1, 2])
def test_nothing_is_lost_while_postgresql_hangs(
    postgres: Postgres, folder: Path, processes: int
) -> None:
    """It is said to be out of reach, and where it is back all goes on."""
    url = postgres.create()
    folder.mkdir()
    program = Program(folder, "--processes", str(processes), "--db", url)
    reader = Reader(url)

    async def spells() -> None:
        await asyncio.sleep(2)
        with stopped(url):
            async with asyncio.timeout(SOON), visitor(program.address) as client:
                assert (await client.get("/health")).status_code == 503
            await asyncio.sleep(HANGS)
        await asyncio.sleep(3)
        with locked(url):
            await asyncio.sleep(HANGS)
        await asyncio.sleep(3)
        postgres.hang_up(url)

    endured(program, reader, spells)
