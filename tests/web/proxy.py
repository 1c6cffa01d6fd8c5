"""What stands between the site and a PostgreSQL, and can stop to pass anything on."""

from __future__ import annotations

import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from select import select
from threading import Event, Thread

import sqlalchemy as sa

NAME = ".s.PGSQL.5432"
TICK = 0.02


class Proxy:
    """Passes on all that both sides say, until it is told not to: nothing is closed then."""

    def __init__(self, url: str, folder: Path) -> None:
        address = sa.make_url(url)
        self._server = str(Path(str(address.query["host"])) / NAME)
        moved = address.update_query_dict({"host": str(folder)})
        self.url = moved.render_as_string(hide_password=False)
        self._pairs: dict[socket.socket, socket.socket] = {}
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(folder / NAME))
        self._listener.listen(64)
        self._hangs, self._ends = Event(), Event()
        self._thread = Thread(target=self._run)
        self._thread.start()

    def hang(self) -> None:
        """Say nothing more, as a server that was stopped."""
        self._hangs.set()

    def go_on(self) -> None:
        """Pass on again, what has come meanwhile too."""
        self._hangs.clear()

    def stop(self) -> None:
        self._ends.set()
        self._thread.join()
        for it in (self._listener, *self._pairs):
            it.close()

    def _run(self) -> None:
        while not self._ends.wait(TICK if self._hangs.is_set() else 0):
            if not self._hangs.is_set():
                for ready in select([self._listener, *self._pairs], [], [], TICK)[0]:
                    self._serve(ready)

    def _serve(self, ready: socket.socket) -> None:
        if ready is self._listener:
            here, there = ready.accept()[0], socket.socket(socket.AF_UNIX)
            there.connect(self._server)
            self._pairs |= {here: there, there: here}
        elif ready in self._pairs:
            self._pass(ready, self._pairs[ready])

    def _pass(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            if data := source.recv(65_536):
                target.sendall(data)
                return
        for it in (source, target):
            del self._pairs[it]
            it.close()


@contextmanager
def between(url: str) -> Iterator[Proxy]:
    """A proxy before the database with this address."""
    with tempfile.TemporaryDirectory(prefix="trainshed-") as folder:
        proxy = Proxy(url, Path(folder))
        try:
            yield proxy
        finally:
            proxy.stop()
