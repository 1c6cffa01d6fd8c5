"""A disk that keeps a journal of what is written and synced, and that fails when it is told to.

A power cut is simulated from the journal: what was synced is there, of the rest nothing, all of it,
or any of its sectors. `disk.c` stands between the site and its folder.
"""

from __future__ import annotations

import random
import struct
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from msgspec import Struct

from tests.web.faults.shim import compiled, replace

SECTOR = 512
HEAD = struct.Struct("=dIIQQ")
WRITE, CUT, BEGIN, END, GONE, MOVED = range(1, 7)
Share = Literal["none", "some", "all"]
"""How much of what was not synced is on the disk all the same."""


class Note(Struct, frozen=True):
    """Something that was done to a file."""

    time: float
    what: int
    path: str
    where: int
    data: bytes


class Disk:
    """The disk below one folder of the site."""

    def __init__(self, place: Path, folder: Path, *, lies: bool = False) -> None:
        self.folder = folder
        self._library, self._journal = compiled("disk", place), place / "journal"
        self._fault = place / "fault"
        self._lies = lies

    @property
    def environment(self) -> dict[str, str]:
        """What a program is told that writes to it."""
        return {
            "LD_PRELOAD": str(self._library),
            "DISK_FOLDER": f"{self.folder}/",
            "DISK_JOURNAL": str(self._journal),
            "DISK_FAULT": str(self._fault),
            **({"DISK_LIES": "1"} if self._lies else {}),
        }

    @contextmanager
    def failing(self, kind: str, number: float) -> Iterator[None]:
        """Let writes or syncs fail, tear or take long while the block runs."""
        replace(self._fault, f"{kind} {number}")
        try:
            yield
        finally:
            self._fault.unlink()

    def journal(self) -> Iterator[Note]:
        """What was done, in its order."""
        with self._journal.open("rb") as file:
            while head := file.read(HEAD.size):
                time, what, path, where, length = HEAD.unpack(head)
                name = file.read(path).decode()
                data = file.read(length) if what in (WRITE, MOVED) else b""
                yield Note(time, what, name, where, data)

    def after_power_cuts(
        self, moments: Sequence[float], share: Share, chance: random.Random
    ) -> Iterator[tuple[float, dict[str, bytes]]]:
        """The files that are found after a power cut at each of some moments, the first one first.

        Their names are those within the folder.
        """
        left, platter = list(moments), _Platter()
        for note in self.journal():
            while left and note.time > left[0]:
                yield left.pop(0), self._named(platter.after_power_cut(share, chance))
            platter.take(note)
        for moment in left:
            yield moment, self._named(platter.after_power_cut(share, chance))

    def _named(self, files: dict[str, bytes]) -> dict[str, bytes]:
        return {name.removeprefix(f"{self.folder}/"): data for name, data in files.items()}


class _File:
    """What has reached the disk of a file for good, and what waits to be synced."""

    def __init__(self) -> None:
        self.kept = bytearray()
        self.waiting: list[Note] = []
        self._settled = 0

    @property
    def count(self) -> int:
        """How many changes there were."""
        return self._settled + len(self.waiting)

    def settle(self, count: int) -> None:
        """Bring the first changes to the disk."""
        first = self.waiting[: max(0, count - self._settled)]
        for change in first:
            _apply(self.kept, change)
        del self.waiting[: len(first)]
        self._settled += len(first)

    def after_power_cut(self, share: Share, chance: random.Random) -> bytes:
        """What is found of it."""
        found = bytearray(self.kept)
        for change in self.waiting if share != "none" else ():
            for sector in _sectors(change):
                if share == "all" or chance.random() < 0.5:
                    _apply(found, sector)
        return bytes(found)


class _Platter:
    """The files of a disk."""

    def __init__(self) -> None:
        self._files = defaultdict[str, _File](_File)
        self._begun: dict[int, int] = {}
        """How many changes a file had had when a sync of it began."""

    def take(self, note: Note) -> None:
        """Follow what was done."""
        match note.what:
            case _ if note.what in (WRITE, CUT):
                self._files[note.path].waiting.append(note)
            case _ if note.what == BEGIN:
                self._begun[note.where] = self._files[note.path].count
            case _ if note.what == END:
                self._files[note.path].settle(self._begun.pop(note.where))
            case _ if note.what == GONE:
                self._files.pop(note.path, None)
            case _:
                self._files[note.data.decode()] = self._files.pop(note.path, _File())

    def after_power_cut(self, share: Share, chance: random.Random) -> dict[str, bytes]:
        """What is found of each file."""
        return {path: file.after_power_cut(share, chance) for path, file in self._files.items()}


def _sectors(change: Note) -> Iterator[Note]:
    """A change as the disk makes it: each sector of its own."""
    if change.what == CUT:
        yield change
        return
    at, end = change.where, change.where + len(change.data)
    while at < end:
        to = min(end, (at // SECTOR + 1) * SECTOR)
        data = change.data[at - change.where : to - change.where]
        yield Note(change.time, WRITE, change.path, at, data)
        at = to


def _apply(file: bytearray, change: Note) -> None:
    if change.what == CUT:
        del file[change.where :]
    grown = change.where + len(change.data) - len(file)
    if grown > 0:
        file.extend(bytes(grown))
    file[change.where : change.where + len(change.data)] = change.data
