"""High-water marks: how many lines each table of a SQLite file had at least, in a file beside it.

A damaged or missing log takes a table back without a word: SQLite cannot know. The marks only grow,
are written after what they speak of is kept, and are compared when the site starts.
"""

from __future__ import annotations

import os
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
        self._bytes = 0

    def read(self) -> dict[str, int]:
        """The highest number of each table; a line that is none, or torn, is passed over."""
        found: dict[str, int] = {}
        with suppress(OSError):
            for line in self.path.read_text(encoding="utf-8", errors="replace").splitlines():
                table, _, number = line.rpartition(" ")
                if table and number.isascii() and number.isdecimal() and len(number) < 10:
                    found[table] = max(int(number), found.get(table, 0))
        return found

    def add(self, marks: Mapping[str, int]) -> None:
        """Note what is kept by now; others may do so at the same time."""
        text = "".join(f"{table} {number}\n" for table, number in marks.items()).encode()
        handle = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            os.write(handle, text)
        finally:
            os.close(handle)
        self._bytes += len(text)
        if self._bytes > MOST:
            self.renew({})

    def renew(self, marks: Mapping[str, int]) -> None:
        """Write the file anew, each table once, down to the disk."""
        known = self.read()
        highest = {**known, **{it: max(n, known.get(it, 0)) for it, n in marks.items()}}
        draft = self.path.with_name(f"{self.path.name}-{os.getpid()}")
        text = "".join(f"{table} {number}\n" for table, number in highest.items())
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(self.path)
        self._bytes = 0
