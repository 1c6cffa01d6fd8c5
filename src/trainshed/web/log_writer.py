"""A writer of log lines that never raises: each line is one call, what is lost is counted.

Several processes may write into one pipe or file: the system keeps lines apart that are written by
one call, in a pipe those of up to 4 kB.
"""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Callable
from contextlib import suppress
from threading import RLock
from typing import TextIO

PATIENCE = 500
"""Milliseconds that a full pipe is waited for; after that not any more until there is room."""
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
                if self.lost:
                    self._put(self._notice(self.lost))
                    self.lost = 0
                self._put(line)
        except Exception:  # noqa: BLE001 - nobody may fail because this cannot be written
            self.lost += 1

    debug = info = warning = error = critical = write

    def _put(self, line: str) -> None:
        """Write a line by one call; whatever is raised, it is not there as a whole."""
        start = "\n" if self._is_torn else ""
        data = f"{start}{line}\n".encode(self._encoding, "replace")
        number = _descriptor(self._stream)
        if number is None:
            self._stream.write(data.decode(self._encoding))
            self._stream.flush()
            return
        if not _has_room(number, 0 if self.lost else PATIENCE):
            raise BlockingIOError
        written = os.write(number, data)
        self._is_torn = written < len(data)
        if self._is_torn:
            raise OSError("the line was cut off")


def _descriptor(stream: TextIO) -> int | None:
    """The number of the file behind a stream; None where there is none, or a console of Windows."""
    if sys.platform == "win32":
        return None
    with suppress(OSError, AttributeError):  # what is in memory has none
        return stream.fileno()
    return None


def _has_room(number: int, wait: int) -> bool:
    """Whether a reader has made room in time; what is broken shows when it is written to."""
    if not POLLS:
        return True
    room = select.poll()
    room.register(number, select.POLLOUT)
    return bool(room.poll(wait))
