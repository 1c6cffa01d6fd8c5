"""High-water marks: how many lines each table of a SQLite file had at least, in a file beside it.

A damaged or missing log takes a table back without a word: SQLite cannot know. The marks only grow,
are written after what they speak of is kept, and are compared when the site starts.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

END = "-watermarks"
"""What the name of the file ends with, after that of the database."""
MOST = 1_000_000
"""The file is written anew when it has grown by so many bytes."""


class Watermarks:
    """The file of the marks: a line for a table and its number, the highest counts."""

    def __init__(self, database: Path) -> None:
        self.path = database.with_name(database.name + END)
        self._database = database
        self._bytes = 0

    def read(self) -> dict[str, int]:
        """The highest number of each table; a line that is none, or torn, is passed over."""
        found: dict[str, int] = {}
        with suppress(FileNotFoundError):
            for line in self.path.read_text(encoding="utf-8", errors="replace").splitlines():
                table, _, number = line.rpartition(" ")
                if table and number.isascii() and number.isdecimal() and len(number) < 10:
                    found[table] = max(int(number), found.get(table, 0))
        return found

    def add(self, marks: Mapping[str, int]) -> None:
        """Note what is kept by now; others may do so at the same time.

        It begins on a line of its own, should the one before have been cut off.
        """
        text = ("\n" + _lines(marks)).encode()
        handle = self._open(self.path, os.O_APPEND)
        try:
            written = os.write(handle, text)
        finally:
            os.close(handle)
        if written < len(text):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(self.path))
        self._bytes += len(text)
        if self._bytes > MOST:
            self.renew({})

    def renew(self, marks: Mapping[str, int]) -> None:
        """Write the file anew, each table once, down to the disk."""
        known = self.read()
        highest = {**known, **{it: max(n, known.get(it, 0)) for it, n in marks.items()}}
        draft = self.path.with_name(f"{self.path.name}-{os.getpid()}")
        handle = self._open(draft, os.O_TRUNC)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(_lines(highest))
            file.flush()
            os.fsync(file.fileno())
        draft.replace(self.path)
        self._bytes = 0

    def _open(self, path: Path, how: int) -> int:
        """Open a file for whoever may use the database, as SQLite makes its own beside it."""
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | how, 0o600)
        with suppress(OSError, AttributeError):  # not ours to give away, or Windows
            like = self._database.stat()
            os.fchmod(handle, stat.S_IMODE(like.st_mode))
            os.fchown(handle, like.st_uid, like.st_gid)
        return handle


def _lines(marks: Mapping[str, int]) -> str:
    return "".join(f"{table} {number}\n" for table, number in marks.items())
