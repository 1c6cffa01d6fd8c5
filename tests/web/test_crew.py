"""Several processes serve one port, on a SQLite file or on PostgreSQL."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from httpx2 import Client

from tests.web.program import BY_HAND, Program, has_ended, open_table
from trainshed.web.processes.pigeonholes import home

SOON = 20.0
"""Seconds that something may take on a busy machine."""


@pytest.fixture
def crew(folder: Path, database: str) -> Iterator[Program]:
    """One program of two processes."""
    program = Program(folder, "--db", database, "--processes", "2")
    yield program
    program.kill()


def wait_until(is_so: Callable[[], bool]) -> None:
    """Wait for something that comes soon."""
    until = time.monotonic() + SOON
    while not is_so():
        assert time.monotonic() < until
        time.sleep(0.05)


def holder(crew: Program, browser: Client) -> Any:  # noqa: ANN401 - it has no types
    """The process that has the connection of a browser."""
    stream = browser.get("/health").extensions["network_stream"]
    port = stream.get_extra_info("client_addr")[1]
    found = [
        hand
        for hand in crew.hands()
        for it in hand.net_connections("tcp")
        if it.raddr and it.raddr.port == port
    ]
    assert len(found) == 1
    return found[0]


def test_processes_end_with_the_one_that_started_them(crew: Program) -> None:
    """Even if it was killed."""
    assert crew.browser().get("/health").json()["database"] == "up"
    hands = crew.hands()
    os.kill(crew.process.pid, signal.SIGKILL)
    wait_until(lambda: all(map(has_ended, hands)))


def test_all_are_started_anew_when_the_one_that_starts_them_has_ended(crew: Program) -> None:
    """The site goes on, and those it had started before end."""
    browser = crew.browser()
    table = open_table(browser)
    hands = crew.hands()
    hands[0].parent().kill()
    wait_until(lambda: len(crew.hands()) == 2 and not set(hands) & set(crew.hands()))
    wait_until(lambda: all(map(has_ended, hands)))
    assert crew.browser(browser.cookies).get(f"/t/{table}").status_code == 200
    complaints = crew.stop()
    assert crew.process.returncode == 0
    assert complaints.count("a process has ended and is replaced") == 2


def test_several_processes_serve_one_port(crew: Program) -> None:
    """One that is killed is replaced; all end together and without a complaint."""
    browser = crew.browser()
    table = open_table(browser)
    hands = crew.hands()
    assert len(hands) == 2
    first = hands[0]
    first.kill()
    wait_until(lambda: len(crew.hands()) == 2 and first not in crew.hands())
    again = crew.browser(browser.cookies)
    assert again.get(f"/t/{table}").status_code == 200
    complaints = crew.stop()
    assert crew.process.returncode == 0
    assert complaints.count("\n") == 1
    assert "a process has ended and is replaced" in complaints
    assert all(map(has_ended, hands))


@pytest.mark.parametrize("is_ready", [False, True], ids=["starting", "ready"])
@pytest.mark.parametrize("at_start", [signal.default_int_handler, signal.SIG_IGN])
def test_it_is_stopped_by_an_interrupt(tmp_path: Path, *, at_start: Any, is_ready: bool) -> None:  # noqa: ANN401 - a handler
    """While it starts too, and if a shell in the background has started it: those ignore Ctrl-C."""
    before = signal.signal(signal.SIGINT, at_start)
    try:
        program = Program(tmp_path, "--processes", "2")
    finally:
        signal.signal(signal.SIGINT, before)
    try:
        wait_until(lambda: len(program.hands()) > 0)
        if is_ready:
            assert program.browser().get("/health").status_code == 200
        assert program.stop(signal.SIGINT) == ""
        assert program.process.returncode == 0
    finally:
        program.kill()


def test_a_table_is_served_by_one_process(crew: Program) -> None:
    """Whoever asks for it comes there, over whichever connection, and stays for other pages."""
    browser = crew.browser()
    tables = [open_table(browser) for _ in range(8)]
    served: dict[int, set[int]] = {0: set(), 1: set()}
    for who in [crew.browser(browser.cookies) for _ in range(3)]:
        for table in tables:
            assert who.get(f"/t/{table}").status_code == 200
            served[home(table, 2)].add(holder(crew, who).pid)
    assert all(len(pids) == 1 for pids in served.values() if pids)
    assert len(set[int]().union(*served.values())) == sum(bool(pids) for pids in served.values())


def test_a_form_arrives_whole_at_the_other_process(crew: Program) -> None:
    """With what had been read of it, and with what comes later."""
    browser = crew.browser()
    tables = [open_table(browser) for _ in range(4)]
    for table in 2 * tables:
        text = "word " * 150 + table
        answer = browser.post(f"/t/{table}/talk", data={"text": text}, headers=BY_HAND)
        assert answer.is_success
        assert text in browser.get(f"/t/{table}/talk").text
