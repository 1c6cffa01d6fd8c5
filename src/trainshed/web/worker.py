"""A worker: it serves nobody, lets bots move and clocks run out, and sends what people are told."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Mapping

from trainshed.core import TrainshedError

from .app import Site
from .processes.crew import STOPS
from .server import prepared
from .settings import WORK


class Broken(TrainshedError):
    """What must run as long as a worker does has ended: another one should take its place."""


def run(given: Mapping[str, str], *, verbose: bool = False) -> None:
    """Work until interrupted or terminated, with these settings of the command line."""
    config = prepared(given, part=WORK, verbose=verbose)
    site = Site(config)
    print(f"Trainshed works on {site.store.name}", flush=True)  # noqa: T201 - its one line
    asyncio.run(work(site))


async def work(site: Site) -> None:
    """Live as a site does until a signal ends it; what has begun is finished.

    Broken where something ends that must not: nobody would ask this process how it is.
    """
    loop, stop = asyncio.get_running_loop(), asyncio.Event()
    for how in STOPS:
        signal.signal(how, lambda *_: loop.call_soon_threadsafe(stop.set))
    async with site.life():
        stopped = asyncio.create_task(stop.wait())
        ended = asyncio.create_task(site.vitals.until_ended())
        await asyncio.wait({stopped, ended}, return_when=asyncio.FIRST_COMPLETED)
        broken = [] if stop.is_set() else site.vitals.ended
        for task in (stopped, ended):
            task.cancel()
    if broken:
        raise Broken(f"the worker stops: {', '.join(broken)} has ended")
