"""What the site measures of itself, for Prometheus; told only to this machine."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import nan
from pathlib import Path
from shutil import disk_usage
from time import monotonic, perf_counter

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.exposition import generate_latest
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .caches import Caches
from .database.store import Store
from .refusal import bad_value

HERE = ("127.0.0.1", "::1", "::ffff:127.0.0.1", "testclient")
BUCKETS = (0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5)


class Meter:
    """The figures of this process."""

    def __init__(self, number: int = 0) -> None:
        self.number = str(number)
        """Which of several processes this is."""
        self.registry = CollectorRegistry()
        self.answers = Histogram(
            "trainshed_answer_seconds",
            "How long answers took, by kind of page",
            ("route", "status"),
            registry=self.registry,
            buckets=BUCKETS,
        )
        self.streams = Gauge(
            "trainshed_streams", "Browsers that follow a table", registry=self.registry
        )
        self.answered, self.last = 0, monotonic()
        """How many were answered here, and when the last one was."""
        self.caches = Caches()
        self.registry.register(self.caches)
        self.moves = Counter("trainshed_moves", "Lines played by people", registry=self.registry)

    def watch(self, name: str, meaning: str, figure: Callable[[], float]) -> None:
        """Show a figure as it is whenever somebody asks."""
        Gauge(name, meaning, registry=self.registry).set_function(figure)

    def measure(self, store: Store, data: Path) -> None:
        """Tell also of the database of this site."""
        folder = store.folder(data)
        for name, about, figure in (
            ("trainshed_free_bytes", "Room on the disk of the database", partial(_free, folder)),
            ("trainshed_wal_bytes", "The log of SQLite", lambda: store.log_bytes),
            (
                "trainshed_damaged",
                "What cannot be read, or was lost",
                lambda: len(store.damage.found),
            ),
        ):
            self.watch(name, about, figure)

    async def show(self, request: Request) -> Response:
        """The figures as text; there are none of a process that there is not."""
        is_here = request.client is not None and request.client.host in HERE
        if not is_here or request.query_params.get("process", self.number) != self.number:
            raise bad_value("path", request.url.path, status=404)
        return Response(generate_latest(self.registry), media_type=CONTENT_TYPE_LATEST)


def _free(folder: Path) -> float:
    try:
        return float(disk_usage(folder).free)
    except OSError:
        return nan


class Metered:
    """Middleware that measures every answer."""

    def __init__(self, app: ASGIApp, meter: Meter) -> None:
        self.app = app
        self.meter = meter

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        start, status = perf_counter(), 500

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        is_stream = scope["path"].endswith("/events")
        if is_stream:
            self.meter.streams.inc()
        try:
            await self.app(scope, receive, noted)
        finally:
            if is_stream:
                self.meter.streams.dec()
            else:
                self._note(scope, status, perf_counter() - start)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        route = getattr(scope.get("route"), "path", "other")
        self.meter.answered, self.meter.last = self.meter.answered + 1, monotonic()
        self.meter.answers.labels(route, str(status)).observe(seconds)
        if scope["method"] == "POST" and route.endswith("/play") and status < 400:
            self.meter.moves.inc()
