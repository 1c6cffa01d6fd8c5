"""Lines of the log: each is whole, whoever writes at the same time and whatever fails."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import TextIO

import msgspec
import pytest

from trainshed.web import log_writer
from trainshed.web.log_writer import LogWriter

LINES = 2000
WRITER = """
import structlog, sys
from trainshed.web import logs
logs.configure("json", level=20)
log = structlog.get_logger("trainshed.test")
for number in range(int(sys.argv[2])):
    log.info("a line", process=sys.argv[1], number=number, more="x" * (number % 400))
"""


def written(target: int | TextIO) -> None:
    """Let two processes write at the same time."""
    both = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(n), str(LINES)], stderr=target)
        for n in range(2)
    ]
    assert [it.wait(60) for it in both] == [0, 0]


def check(text: str) -> None:
    """Each line is one event, and all are there."""
    found = [msgspec.json.decode(line) for line in text.splitlines()]
    assert sorted((it["process"], it["number"]) for it in found) == [
        (str(process), number) for process in range(2) for number in range(LINES)
    ]


def test_lines_of_two_processes_stay_apart_in_a_file(tmp_path: Path) -> None:
    """Which both have opened to add to it."""
    path = tmp_path / "log"
    with path.open("a", encoding="utf-8") as target:
        written(target)
    check(path.read_text("utf-8"))


def test_lines_of_two_processes_stay_apart_in_a_pipe(tmp_path: Path) -> None:
    """As a service reads them."""
    reading, writing = os.pipe()
    path = tmp_path / "log"
    with path.open("w", encoding="utf-8") as target:
        cat = subprocess.Popen(["cat"], stdin=reading, stdout=target)
    os.close(reading)
    with os.fdopen(writing, "w", encoding="utf-8") as pipe:
        written(pipe)
    assert cat.wait(20) == 0
    check(path.read_text("utf-8"))


def notice(lost: int) -> str:
    return f"{lost} lost"


def test_a_reader_who_has_gone_or_stopped_holds_up_nobody() -> None:
    """A full pipe is not waited for, a broken one raises nothing; what was lost is told."""
    reading, writing = os.pipe()
    with os.fdopen(writing, "w", encoding="utf-8") as stream:
        writer = LogWriter(stream, notice)
        for number in range(3000):
            writer.write(f"{number:0100}")
        assert writer.lost > 1000
        lost = writer.lost
        found = os.read(reading, 1 << 20).decode().splitlines()
        assert len(found) == 3000 - lost
        writer.write("there is room")
        assert os.read(reading, 1 << 20).decode() == f"{lost} lost\nthere is room\n"
        os.close(reading)
        writer.write("nobody reads")
        assert writer.lost == 1


def filled_pipe() -> tuple[int, int]:
    """A pipe of 64 kB with room for 25 kB."""
    reading, writing = os.pipe()
    os.write(writing, b"x" * 40_000 + b"\n")
    return reading, writing


def filled_socket() -> tuple[int, int]:
    """What a service manager may give."""
    reading, writing = socket.socketpair()
    writing.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 20_000)
    return reading.detach(), writing.detach()


def stopped_terminal() -> tuple[int, int]:
    """Whose window nobody reads; it takes some kilobytes."""
    return os.openpty()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere they hold other amounts")
@pytest.mark.parametrize("made", [filled_pipe, filled_socket, stopped_terminal])
def test_a_long_line_waits_for_no_reader(made: Callable[[], tuple[int, int]]) -> None:
    """A traceback is as long, and is written when readers stop; later lines come whole."""
    reading, writing = made()
    with os.fdopen(writing, "w", encoding="utf-8") as stream:
        writer = LogWriter(stream, notice)
        began = time.monotonic()
        for _ in range(3):
            writer.write("y" * 30_000)
        assert time.monotonic() - began < 1
        assert writer.lost == 3
        os.set_blocking(reading, False)
        read_all(reading)
        writer.write("the next")
        found = read_all(reading).decode().splitlines()
        assert [it for it in found if it.strip("y")] == ["3 lost", "the next"]
    os.close(reading)


def read_all(reading: int) -> bytes:
    """What is there until nothing came for a moment: a terminal takes its time."""
    found, quiet = b"", time.monotonic()
    while time.monotonic() - quiet < 0.2:
        try:
            found += os.read(reading, 1 << 20)
            quiet = time.monotonic()
        except BlockingIOError:
            time.sleep(0.01)
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is no such way")
def test_two_who_find_the_last_room_do_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process fills the pipe after it was looked at."""
    reading, writing = os.pipe()
    os.write(writing, b"x" * 65_536)
    monkeypatch.setattr(log_writer, "_has_room", lambda number, wait: True)
    monkeypatch.setattr(log_writer, "PATIENCE", 0.05)
    with os.fdopen(writing, "w", encoding="utf-8") as stream:
        writer = LogWriter(stream, notice)
        writer.write("no room")
        assert writer.lost == 1
    os.close(reading)


@pytest.mark.skipif(sys.platform == "win32", reason="its consoles have no such files")
def test_a_line_that_was_cut_off_does_not_spoil_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk was full in the middle of it."""
    path, whole = tmp_path / "log", os.write
    with path.open("a", encoding="utf-8") as stream:
        writer = LogWriter(stream, notice)
        monkeypatch.setattr(os, "write", lambda number, data: whole(number, data[:3]))
        writer.write("a long line")
        monkeypatch.setattr(os, "write", whole)
        writer.write("the next")
    assert path.read_text("utf-8").splitlines() == ["a l", "1 lost", "the next"]


def test_a_closed_stream_and_odd_signs_raise_nothing() -> None:
    """What cannot be written in the alphabet of the stream is written as far as it can."""
    stream = StringIO()
    writer = LogWriter(stream, notice)
    writer.write("well \udcff")
    assert stream.getvalue() == "well ?\n"
    stream.close()
    writer.write("nothing")
    assert writer.lost == 1
