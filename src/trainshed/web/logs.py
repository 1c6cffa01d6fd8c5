"""The log: a line for each event, as text or as JSON, with the request, table and seats it is of.

Neither addresses as they were asked for nor forms nor cookies are written, and who asks is a hash:
links that sign in, passwords and moves stay out of it.
"""

from __future__ import annotations

import logging
import re
import secrets
import sys
from collections.abc import Callable
from contextvars import ContextVar
from hashlib import sha256
from time import perf_counter
from typing import Any, TextIO

import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from structlog.typing import EventDict, Processor, WrappedLogger

from .people.visitor import FILES, Visitor
from .tables.tables import Tables

LOG = structlog.get_logger("trainshed.requests")
ANSWERED = "answered"
OWN = ("uvicorn", "alembic")
"""Whose remarks are let through beside ours when the log says what goes well."""
_MAIL = re.compile(r"[^\s<>\"'(),;:]+@[^\s<>\"'(),;:]+")
_LINK = re.compile(r"(https?://[^/\s?#@]+)[^\s\"'<>]*")
_ABOUT: ContextVar[Callable[[], EventDict] | None] = ContextVar("about", default=None)


class Logged:
    """Middleware that notes every answer, and lets each line say of which request it is."""

    def __init__(self, app: ASGIApp, tables: Tables) -> None:
        self.app = app
        self.tables = tables

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request, start, status = "", perf_counter(), 500

        def about() -> EventDict:
            nonlocal request
            request = request or secrets.token_hex(6)
            return {"request": request, **self._about(scope)}

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        _ABOUT.set(about)  # not taken back: a failure is noted after this, and each has its own
        try:
            await self.app(scope, receive, noted)
        finally:
            if not scope["path"].startswith(FILES):
                spent = round(1000 * (perf_counter() - start), 1)
                LOG.info(ANSWERED, method=scope["method"], status=status, ms=spent)

    def _about(self, scope: Scope) -> EventDict:
        """The kind of page, the table, who asks, and which seats are his."""
        found: EventDict = {"route": getattr(scope.get("route"), "path", "other")}
        who = scope.get("state", {}).get("visitor")
        if isinstance(who, Visitor):
            found["who"] = pseudonym(who.browser)
        table = scope.get("path_params", {}).get("table")
        sheet = self.tables.remembered(table) if table else None
        if sheet is not None:
            found["table"] = sheet.table.id
            if isinstance(who, Visitor):
                found["seats"] = [int(seat) for seat in sheet.seats(who.browser)]
        return found


def pseudonym(owner: str) -> str:
    """The same for all that somebody does, and no way back to him."""
    return sha256(owner.encode()).hexdigest()[:12]


def placed(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    """A line with what is known of the request during which it was written."""
    about = _ABOUT.get()
    return event if about is None else {**about(), **event}


def scrubbed(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    """A line without addresses of people, nor what follows the name of a site in a link."""
    found = {name: _clean(value) for name, value in event.items() if name != "owner"}
    return {**found, "who": pseudonym(str(event["owner"]))} if "owner" in event else found


class _Plain(logging.Formatter):
    """The lines of others as text, scrubbed with what led there."""

    def format(self, record: logging.LogRecord) -> str:
        return _hidden(super().format(record))


def _clean(value: object) -> object:
    return _hidden(value) if isinstance(value, str) else value


def _hidden(text: str) -> str:
    return _LINK.sub(r"\1/…", _MAIL.sub("(hidden)", text))


_SAFE: tuple[Processor, ...] = (structlog.processors.format_exc_info, scrubbed)
"""What led to a failure is put into words, without variables, before all words are scrubbed."""


def configure(
    kind: str = "text",
    *,
    level: int = logging.WARNING,
    stream: TextIO | None = None,
) -> None:
    """Write the log as `text` or as `json`, from this level on."""
    out = stream or sys.stderr
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        placed,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso"),
    ]
    ending = _json() if kind == "json" else _text(out)
    structlog.configure(
        processors=[*shared, *ending],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(out),
    )
    handler = logging.StreamHandler(out)
    handler.setFormatter(_formatter(shared) if kind == "json" else _Plain("%(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    for name in OWN:
        logging.getLogger(name).setLevel(level)


def level_of(kind: str, *, verbose: bool) -> int:
    """From which level on a log of this kind is written."""
    return logging.INFO if verbose or kind == "json" else logging.WARNING


def _json() -> list[Processor]:
    return [*_SAFE, structlog.processors.JSONRenderer(ensure_ascii=False)]


def _text(out: TextIO) -> list[Processor]:
    plain = structlog.dev.plain_traceback  # of what is in words already
    return [*_SAFE, structlog.dev.ConsoleRenderer(colors=out.isatty(), exception_formatter=plain)]


def _formatter(shared: list[Processor]) -> logging.Formatter:
    """The lines of others in the same form."""

    def named(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
        record: Any = event["_record"]
        return {**event, "logger": record.name}

    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared,
        processors=[
            named,
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            *_json(),
        ],
    )
