"""`make load`: a crowd plays on a site of its own for a time, and how long everybody waited.

The site runs in a fresh folder, on SQLite, on a PostgreSQL that is started for it (`--postgres`)
or on an empty database elsewhere (`--db`). The crowd is one other process on the same machine.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import resource
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from statistics import median

import msgspec

from .crowd import Crowd, Times
from .line import Lines
from .report import Opened, Report, spread, table
from .seed import Seeds, guest, sow
from .site import Cost, Site, cost, postgres

SETTLED = 3.0
"""Seconds after it answers in which the site draws what all tables share."""
LOOKS = 6
"""So often it is looked how much memory the site has taken."""
AGAIN = 5
"""So often the late 1861 is opened once it is known."""


class Measured(msgspec.Struct, frozen=True):
    """What the kernel says about a run."""

    costs: tuple[Cost, ...]
    """Again and again, from when one began to measure."""
    arrived: float
    """Mebibytes when all had come."""
    database: float
    crowd: float
    seconds: float


def arguments() -> argparse.Namespace:
    """What is asked for."""
    parser = argparse.ArgumentParser(prog="make load", description=__doc__)
    add = parser.add_argument
    add("--tables", type=int, default=300, help="with four players each")
    add("--viewers", type=int, default=1000)
    add("--seconds", type=float, default=120.0)
    add("--settle", type=float, default=60.0, help="seconds they play before one measures")
    add("--think", type=float, default=5.0, help="mean seconds a player thinks about a decision")
    add("--processes", type=int, default=len(os.sched_getaffinity(0)), help="one for each core")
    add("--postgres", action="store_true", help="start a PostgreSQL for it")
    add("--db", default="", help="an empty database to use")
    add("--seed", type=int, default=1861)
    add("--profile", default="", help="a file for what cProfile says about one process")
    add("--json", action="store_true")
    return parser.parse_args()


def main() -> None:
    """Set everything up, let the crowd in, report."""
    asked = arguments()
    asked.processes = 1 if asked.profile else asked.processes
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="trainshed-load-")))
        url, database = asked.db or f"sqlite+aiosqlite:///{folder / 'trainshed.sqlite3'}", 0
        if asked.postgres:
            url, database = stack.enter_context(postgres())
        _note(asked, "the tables are set")
        seeds = asyncio.run(sow(url, asked.tables, asked.seed))
        site = Site(folder, url, asked.processes, asked.profile)
        try:
            report = asyncio.run(measure(asked, folder, site, seeds, database))
        finally:
            site.stop()
    print(msgspec.json.encode(report).decode() if asked.json else table(report))
    sys.exit(0 if report.is_well else 1)


async def measure(
    asked: argparse.Namespace, folder: Path, site: Site, seeds: Seeds, database: int
) -> Report:
    """Open the late table, let everybody come, then play."""
    lines = Lines(site.host, site.port)
    await lines.ask("GET", "/health", {})
    await asyncio.sleep(SETTLED)
    late = await _open(lines, seeds, guest(folder))
    crowd = Crowd(lines, asked.think, asked.seed)
    _note(asked, "the crowd comes in")
    await crowd.gather(seeds.tables, [guest(folder) for _ in range(asked.viewers)])
    _note(asked, f"they play for {asked.settle + asked.seconds:.0f} seconds")
    gc.collect()
    gc.freeze()
    found = await _run(crowd, asked, site.process.pid, database)
    crowd.leave()
    return _report(asked, crowd.times, found, late, site)


async def _open(lines: Lines, seeds: Seeds, cookie: str) -> Opened:
    """Open the late 1861 as somebody does who follows its link."""

    async def once() -> float:
        start = time.perf_counter()
        headers = {"cookie": cookie, "accept-encoding": "gzip"}
        answer = await lines.ask("GET", f"/t/{seeds.late}", headers)
        assert answer.status == 200, answer.status
        return 1000 * (time.perf_counter() - start)

    cold = await once()
    return Opened(seeds.lines, cold, median([await once() for _ in range(AGAIN)]))


async def _run(crowd: Crowd, asked: argparse.Namespace, site: int, database: int) -> Measured:
    """Play; once it has settled, look at the processes from time to time."""
    arrived = cost(site).memory
    playing = asyncio.create_task(crowd.run(asked.settle + asked.seconds))
    await asyncio.sleep(asked.settle)
    crowd.forget()
    ours, base, start = time.process_time(), _cpu(database), time.perf_counter()
    costs = [cost(site)]
    for _ in range(LOOKS - 1):
        await asyncio.sleep(asked.seconds / LOOKS)
        costs.append(cost(site))
    await playing
    return Measured(
        (*costs, cost(site)),
        arrived,
        _cpu(database) - base,
        time.process_time() - ours,
        time.perf_counter() - start,
    )


def _cpu(pid: int) -> float:
    return cost(pid).cpu if pid else 0.0


def _report(
    asked: argparse.Namespace, times: Times, found: Measured, late: Opened, site: Site
) -> Report:
    return Report(
        tables=asked.tables,
        players=4 * asked.tables,
        viewers=asked.viewers,
        think=asked.think,
        database="PostgreSQL" if asked.postgres or asked.db.startswith("post") else "SQLite",
        processes=asked.processes,
        seconds=round(found.seconds, 1),
        sent=times.sent,
        answered=len(times.moves),
        moves_per_second=round(len(times.moves) / asked.seconds, 1),
        moves=spread(times.moves),
        views=spread(times.views),
        events=spread(times.events),
        shown=spread(times.shown),
        lag=spread(times.lag),
        ended=times.ended,
        megabytes=round(times.body / 1e6, 1),
        errors=dict(times.errors),
        complaints=tuple(site.complaints),
        arrived=round(found.arrived, 1),
        memory=tuple(round(it.memory, 1) for it in found.costs),
        cpu=round(found.costs[-1].cpu - found.costs[0].cpu, 1),
        database_cpu=round(found.database, 1),
        crowd_cpu=round(found.crowd, 1),
        late=late,
    )


def _note(asked: argparse.Namespace, text: str) -> None:
    if not asked.json:
        print(f"{text} …", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
