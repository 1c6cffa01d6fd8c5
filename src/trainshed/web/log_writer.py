"""A writer of log lines that never raises: each line is one call, what is lost is counted.

Several processes may write into one pipe or file: the system keeps lines apart that are written by
one call, in a pipe those of up to 4 kB. Longer ones go into a pipe in pieces: one call for more
than there is room for would wait until somebody reads.
"""

from __future__ import annotations

import os
import select
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import RLock
from time import monotonic
from typing import TextIO

PATIENCE = 0.5
"""Seconds that a line waits for room; after that none does any more until there is some."""
PIECE = getattr(select, "PIPE_BUF", 512)
"""So many bytes are written at once: a pipe that has room at all has room for them."""
POLLS = hasattr(select, "poll")
"""Whether it can be asked if a pipe has room; where it cannot, a full one is waited for."""


class LogWriter:
    """Writes lines to a stream; `notice` puts into words how many could not be written."""

    def __init__(self, stream: TextIO, notice: Callable[[int], str]) -> None:
        self.lost = 0
        """So many lines could not be written since one could."""
        self._stream = stream
        self._notice = notice
        self._encoding = getattr(stream, "encoding", None) or "utf-8"
        self._is_torn = False
        self._lock = RLock()

    def write(self, line: str) -> None:
        """Write a line, after it was told how many were lost before; or count it as lost."""
        try:
            with self._lock:
                wait = 0.0 if self.lost else PATIENCE
                if self.lost:
                    self._put(self._notice(self.lost), wait)
                    self.lost = 0
                self._put(line, wait)
        except Exception:  # noqa: BLE001 - nobody may fail because this cannot be written
            self.lost += 1

    debug = info = warning = error = critical = write

    def _put(self, line: str, wait: float) -> None:
        """Write a line; whatever is raised, it is not there as a whole."""
        start = "\n" if self._is_torn else ""
        data = f"{start}{line}\n".encode(self._encoding, "replace")
        number = _descriptor(self._stream)
        if number is None:
            self._stream.write(data.decode(self._encoding))
            self._stream.flush()
            return
        written = _written(number, data, wait)
        if written:
            self._is_torn = written < len(data)
        if written < len(data):
            raise OSError("the line was cut off")


def _descriptor(stream: TextIO) -> int | None:
    """The number of the file behind a stream; None where there is none, or a console of Windows."""
    if sys.platform == "win32":
        return None
    with suppress(OSError, AttributeError):  # what is in memory has none
        return stream.fileno()
    return None


def _written(number: int, data: bytes, wait: float) -> int:
    """How much of a line was written: by one call to a file, else what found room in time."""
    if stat.S_ISREG(os.fstat(number).st_mode):
        return os.write(number, data)
    with _unblocked(number) as target:
        return _squeezed(target, data, monotonic() + wait)


def _squeezed(number: int, data: bytes, until: float) -> int:
    """Write piece by piece as there is room, until then at the latest; how much was written."""
    sent = 0
    while sent < len(data) and _has_room(number, until - monotonic()):
        try:
            sent += os.write(number, data[sent : sent + PIECE])
        except BlockingIOError:  # another process was first
            if monotonic() >= until:
                break
    return sent


@contextmanager
def _unblocked(number: int) -> Iterator[int]:
    """The same pipe or terminal, opened so that a write never waits; as it is where it cannot be.

    What is open already is shared with other programs, which would be surprised.
    """
    try:
        found = os.open(f"/proc/self/fd/{number}", os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY)
    except OSError:  # a socket, or not on Linux
        yield number
        return
    try:
        yield found
    finally:
        os.close(found)


def _has_room(number: int, wait: float) -> bool:
    """Whether a reader makes room in time; what is broken shows when it is written to."""
    if not POLLS:
        return True
    room = select.poll()
    room.register(number, select.POLLOUT)
    return bool(room.poll(max(0.0, 1000 * wait)))
