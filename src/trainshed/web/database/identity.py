"""Whether the files of a SQLite database are still those that were opened.

Whoever removes or replaces one under a running site has it write into what nobody finds again.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from threading import Lock

FILES = ("", "-wal", "-shm")
"""What the files of a database end with: itself, its log, and what its processes share."""
Mark = tuple[int, int] | None


class Replaced(OSError):
    """The file of the database was removed or replaced while it was in use."""


class Unseen(OSError):
    """Whether the files are still there cannot be said now, which may pass."""


class Identity:
    """The files of a database by device and inode, as they were when they were first seen."""

    def __init__(self, path: str, tell: Callable[[str], None]) -> None:
        self._path = path
        self._tell = tell
        self._marks: dict[str, Mark] = {}
        self._lock, self._is_told = Lock(), False

    def require(self) -> None:
        """Replaced where one of them is another one by now, or gone; that is told once.

        Unseen where nobody can look: that tells nothing.
        """
        for end in FILES:
            found = _mark(self._path + end)
            if found is None and end not in self._marks:
                continue  # it is made later
            if found != self._marks.setdefault(end, found):
                self._lose(self._path + end)

    def _lose(self, path: str) -> None:
        reason = (
            f"the file {path} was removed or replaced while the site runs: nothing can be kept"
            " any more. Put the file back, or restore a backup, and start the site again"
        )
        with self._lock:
            is_first, self._is_told = not self._is_told, True
        if is_first:
            self._tell(reason)
        raise Replaced(reason)


def _mark(path: str) -> Mark:
    try:
        found = os.stat(path)  # noqa: PTH116 - at each write, and a path takes longer
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise Unseen(error.errno, error.strerror, path) from error
    return found.st_dev, found.st_ino
