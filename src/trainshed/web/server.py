"""Start the site: find a port, say where it is, open a browser, stop at once when asked."""

from __future__ import annotations

import asyncio
import errno
import gc
import multiprocessing
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import partial
from ipaddress import IPv4Network
from typing import cast

import uvicorn
from msgspec.structs import replace

from trainshed.core import BadOption

from . import heap, logs
from .app import Site
from .database.store import NoDatabase, Store
from .people.visitor import read_secret
from .printing.view import Shown, put_together
from .processes.crew import LOST, Crew
from .processes.heads import Bounded
from .processes.pigeonholes import Pigeonholes
from .processes.points import Points
from .settings import ALL, Config
from .sources import KEYS, gathered, strangers
from .sweep import Sweep
from .warm import warm

TRIES = 50
"""So many ports are tried where nobody has named one."""
SMALL = (2_000, 1_000_000, 1_000_000)
"""Garbage is looked for often among what is new, and by itself never among what has stayed:
positions have no cycles, and looking through many of them holds everybody up."""
SWITCH = 0.0005
"""Seconds after which a thread that computes lets another go on: a move that is written waits for
that at each step, and pages are printed all the time."""
GRACE = 5
"""Seconds for requests that are being answered when the site is stopped."""
HERE = "127.0.0.1,::1"
"""Where a proxy is that is believed, if nobody says otherwise."""


class Server(uvicorn.Server):
    """A server that ends its streams first, so that nobody waits for them."""

    def __init__(
        self, site: Site, *, browser: str | None = None, holes: Pigeonholes | None = None
    ) -> None:
        settings = uvicorn.Config(
            site.app,
            http=Bounded,
            log_config=None,
            access_log=False,
            lifespan="on",
            timeout_graceful_shutdown=GRACE,
            forwarded_allow_ips=trusted(os.environ.get("FORWARDED_ALLOW_IPS", HERE)),
        )
        super().__init__(settings)
        self.site = site
        site.store.when_lost = self.lose
        self.browser = browser
        self.holes = holes
        self._adopting = set[asyncio.Task[None]]()
        if holes is not None:
            settings.http = cast("type[asyncio.Protocol]", partial(Points, holes))

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and open the browser when somebody would answer it."""
        await super().startup(sockets)
        self._follow_parent()
        heap.keep()
        gc.collect()
        gc.freeze()  # what is there now stays: looking through it would delay pages
        gc.set_threshold(*SMALL)
        sys.setswitchinterval(SWITCH)
        self.site.vitals.watch("sweep", Sweep(self.site.meter).run(self.site.bus))
        loop = asyncio.get_running_loop()

        def show(shown: Shown) -> None:
            loop.call_soon_threadsafe(self._show, shown)

        threading.Thread(target=warm, args=[show], daemon=True).start()
        if self.holes is not None:
            self.holes.watch(self._adopt)
        if self.started and self.browser is not None:
            threading.Thread(target=webbrowser.open, args=[self.browser], daemon=True).start()

    def _show(self, shown: Shown) -> None:
        """Print what nobody has asked for, here and not in a thread beside those who have."""
        put_together(self.site.press.view("en"), shown)

    def _adopt(self, connection: socket.socket, begun: bytes) -> None:
        """Go on with a connection that another process has begun to read."""
        task = asyncio.create_task(self._go_on(connection, begun))
        self._adopting.add(task)
        task.add_done_callback(self._adopting.discard)

    async def _go_on(self, connection: socket.socket, begun: bytes) -> None:
        assert self.holes is not None
        given = (self.config, self.server_state, self.lifespan.state)
        protocol = partial(Points, self.holes, *given, begun=begun)
        connection.setblocking(False)
        with suppress(OSError):  # whoever asked is gone
            await asyncio.get_running_loop().connect_accepted_socket(protocol, connection)

    def _follow_parent(self) -> None:
        """Stop when the process that started this one is gone."""
        parent = multiprocessing.parent_process()
        if parent is not None and sys.platform != "win32":
            loop = asyncio.get_running_loop()
            loop.add_reader(parent.sentinel, self._orphaned, loop, parent.sentinel)

    def _orphaned(self, loop: asyncio.AbstractEventLoop, sentinel: int) -> None:
        loop.remove_reader(sentinel)
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams and what is being drawn, then everything else."""
        if self.holes is not None:
            self.holes.leave()
        self.site.bus.close()
        await self.site.rasterizer.close()
        await super().shutdown(sockets)

    def lose(self) -> None:
        """Stop: the database is not there any more."""
        self.should_exit = True


def run(
    given: Mapping[str, str], *, part: str = ALL, browser: bool = False, verbose: bool = False
) -> None:
    """Serve the site until interrupted, with these settings of the command line."""
    config = checked(given, part=part, verbose=verbose)
    tries = 1 if config.is_port_named else TRIES
    with listen(config.host, config.port, tries=tries) as listener:
        make_ready(config)  # not where another site may run on this database: its port is taken
        address = f"http://{_shown(config.host)}:{listener.getsockname()[1]}/"
        shown = address if browser and has_display() else None
        if config.processes == 1:
            site = Site(config)
            print(f"Trainshed: {address}", flush=True)  # noqa: T201 - the one line of this command
            serve(Server(site, browser=shown), listener)
        else:
            print(f"Trainshed: {address}", flush=True)  # noqa: T201 - the one line of this command
            if shown is not None:
                threading.Thread(target=webbrowser.open, args=[shown], daemon=True).start()
            Crew(work, config, listener).run(config.processes)


def prepared(given: Mapping[str, str], *, part: str, verbose: bool) -> Config:
    """The set-up, with a folder and a database that can be used; BadOption says why not."""
    config = checked(given, part=part, verbose=verbose)
    make_ready(config)
    return config


def checked(given: Mapping[str, str], *, part: str, verbose: bool) -> Config:
    """The set-up, as far as it can be judged without doing anything; BadOption says what is not."""
    config = replace(Config.read(os.environ, given=given), part=part, is_verbose=verbose)
    speak(config)
    check_processes(config, config.processes)
    if part != ALL and not Store(config.url).is_shared:
        raise BadOption("processes that serve and others that work need PostgreSQL: see --db")
    return config


def make_ready(config: Config) -> None:
    """Make the folder and the database that are to be used; BadOption says why that fails."""
    try:
        config.data.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadOption(f"the folder {config.data} cannot be used: {error.strerror}") from None
    asyncio.run(prepare(config))


def in_force(environment: Mapping[str, str], given: Mapping[str, str]) -> Iterator[str]:
    """A line for each setting, with where it comes from; secrets are not shown."""
    found = gathered(environment, given)
    config = Config.of({key: it.value for key, it in found.items()})
    check_processes(config, config.processes)
    fixed = {"data": config.data, "db": Store(config.url).name}
    for key, kind in KEYS.items():
        origin = found[key].origin if key in found else "default"
        holder, _, name = key.rpartition(".")
        own = found[key].value if key in found else ""
        value = getattr(getattr(config, holder) if holder else config, name, own)
        shown = "(hidden)" if kind.is_secret and key in found else value
        yield f"{key} = {fixed.get(key, shown)}  ({origin})"
    for name in strangers(environment):
        yield f"{name}: there is no such setting  (environment)"


def work(config: Config, listener: socket.socket, holes: Pigeonholes) -> None:
    """What each of several processes does."""
    speak(config)
    try:
        serve(Server(Site(config, holes=holes), holes=holes), listener)
    except NoDatabase:  # its reason is told
        sys.exit(LOST)


def serve(server: Server, listener: socket.socket) -> None:
    """Answer whoever comes until interrupted; NoDatabase where there is none any more."""
    try:
        server.run(sockets=[listener])
    except KeyboardInterrupt:
        pass
    finally:
        listener.close()
    if server.site.store.lost:
        raise NoDatabase(server.site.store.lost)


def check_processes(config: Config, processes: int) -> None:
    """Several processes need a database that they can share; BadOption says so."""
    if processes < 1:
        raise BadOption(f"--processes {processes}: there must be one at least")
    if processes > 1 and sys.platform == "win32":
        raise BadOption(f"--processes {processes}: on Windows the site is one process")
    if processes > 1 and not Store(config.url).is_kept:
        raise BadOption(f"--processes {processes} needs a database that is kept in a file")


async def prepare(config: Config) -> None:
    """Bring the database up to date before anything else; NoDatabase says why it cannot be."""
    store = Store(config.url)
    try:
        await store.migrate(config.data)
        read_secret(config.data)  # made now: all processes have the same
    finally:
        await store.close()


def listen(host: str, port: int, *, tries: int = 1) -> socket.socket:
    """A socket on the port, or on one of the next ones; BadOption where all of them are taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in range(port, port + tries):
        sock = socket.socket(family, socket.SOCK_STREAM)
        if sys.platform != "win32":
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            sock.bind((host, candidate))
            sock.listen(128)
        except OverflowError:
            sock.close()
            raise BadOption(f"--port {port}: there are no ports above 65535") from None
        except OSError as error:
            sock.close()
            if not _is_taken(error):
                where = f"{host}, port {candidate}"
                raise BadOption(f"cannot listen on {where}: {error.strerror}") from None
        else:
            return sock
    which = f"port {port} of {host} is" if tries == 1 else f"ports {port} to {candidate} are all"
    raise BadOption(f"{which} taken: choose another with --port, 0 means any that is free")


def has_display() -> bool:
    """Whether a browser could be shown."""
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def speak(config: Config) -> None:
    """Write the log as the set-up says; by default only what somebody should look at."""
    logs.configure(config.logs, level=logs.level_of(config.logs, verbose=config.is_verbose))


def _is_taken(error: OSError) -> bool:
    taken = (errno.EADDRINUSE, errno.EACCES) if sys.platform == "win32" else (errno.EADDRINUSE,)
    return error.errno in taken


def trusted(named: str) -> str:
    """Who may say where visitors come from; whoever has an old address is known by both forms.

    >>> trusted("10.0.0.7, 10.1.0.0/16, ::1")
    '10.0.0.7,10.1.0.0/16,::1,::ffff:10.0.0.7/128,::ffff:10.1.0.0/112'
    """
    plain = [it.strip() for it in named.split(",")]
    return ",".join([*plain, *filter(None, map(_mapped, plain))])


def _mapped(address: str) -> str:
    try:
        old = IPv4Network(address)
    except ValueError:
        return ""
    return f"::ffff:{old.network_address}/{96 + old.prefixlen}"


def _shown(host: str) -> str:
    """The host as a browser on this machine would call it."""
    if host in ("0.0.0.0", "::"):  # noqa: S104 - a comparison
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host
