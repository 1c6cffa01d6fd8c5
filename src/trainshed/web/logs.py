"""The log: a line for each event, as text or as JSON, with the request, table and seats it is of.

Nothing that is wrong with a line, or with where it is written, is raised to whoever notes it.
Neither addresses as they were asked for nor forms nor cookies are written, and who asks is a hash:
links that sign in, passwords and moves stay out of it.
"""

from __future__ import annotations

import logging
import re
import secrets
import sys
from collections.abc import Callable, Iterable
from contextvars import ContextVar
from copy import copy
from datetime import UTC, datetime
from functools import partial
from hashlib import sha256
from time import perf_counter
from typing import Any, TextIO

import msgspec
import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from structlog.typing import EventDict, Processor, WrappedLogger

from .log_dedup import INTERVAL, Dedup, Repeat, Say, code_of
from .log_writer import LogWriter
from .people.visitor import FILES, Visitor
from .tables.tables import Tables

LOG = structlog.get_logger("trainshed.requests")
ANSWERED = "answered"
OWN = ("uvicorn", "alembic")
"""Whose remarks are let through beside ours when the log says what goes well."""
_MAIL = re.compile(r"[^\s<>\"'(),;:]+@[^\s<>\"'(),;:]+")
_LINK = re.compile(r"(https?://[^/\s?#@]+)[^\s\"'<>]*")
_LAWS = re.compile(r"\b(trainshed\.core\.errors\.\w+(?:: line \d+)?): .*")
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


class _Others(logging.Handler):
    """Writes the lines of others as ours are written."""

    def __init__(self, writer: LogWriter, dedup: Dedup, failed: Callable[..., str]) -> None:
        super().__init__()
        self._writer = writer
        self._dedup = dedup
        self._failed = failed

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line, unless it only says again what was said."""
        try:
            error = record.exc_info[1] if record.exc_info else None
            said = Say.WHOLE if error is None else self._dedup.note(error)
            if said is Say.NOTHING:
                return
            line = self.format(_shortened(record, error) if said is Say.SHORT else record)
        except Exception as failure:  # noqa: BLE001 - whoever notes something hears of no failure
            line = self._failed(str(record.name), failure)
        self._writer.write(line)


def _shortened(record: logging.LogRecord, error: BaseException | None) -> logging.LogRecord:
    """A line of others that names what led there by its code only."""
    short = copy(record)
    short.exc_info = short.exc_text = None
    said = record.getMessage().strip()
    short.msg, short.args = f"{said} (again, code {code_of(error)})" if error else said, ()
    return short


def _deduplicated(dedup: Dedup, logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    """A line with the code of its cause, and with what led there unless that was told."""
    given = event.get("exc_info")
    error = sys.exc_info()[1] if given is True else given
    if not isinstance(error, BaseException):
        return event
    said = dedup.note(error)
    if said is Say.NOTHING:
        raise structlog.DropEvent
    found = {**event, "code": code_of(error)}
    if said is Say.SHORT:
        found["error"] = type(error).__name__
        del found["exc_info"]
    return found


def _guarded(
    processors: Iterable[Processor], failed: Callable[..., str]
) -> Callable[[WrappedLogger, str, EventDict], str]:
    """All these processors as one that raises nothing."""
    chain: tuple[Any, ...] = tuple(processors)

    def line(logger: WrappedLogger, method: str, event: EventDict) -> str:
        name, found = str(event.get("event")), event
        try:
            for processor in chain:
                found = processor(logger, method, found)
        except structlog.DropEvent:
            raise
        except Exception as failure:  # noqa: BLE001 - whoever notes something hears of no failure
            return failed(name, failure)
        return str(found)

    return line


def _clean(value: object) -> object:
    return _hidden(value) if isinstance(value, str) else value


def _hidden(text: str) -> str:
    """A text without addresses and links, and what errors of the laws say: they name moves."""
    return _LAWS.sub(r"\1", _LINK.sub(r"\1/…", _MAIL.sub("(hidden)", text)))


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
    is_json = kind == "json"
    bare = partial(_bare, is_json=is_json)
    writer = LogWriter(out, lambda lost: bare("warning", "lines of the log were lost", lines=lost))
    dedup = Dedup(_told)

    def failed(what: str, failure: Exception) -> str:
        reason = type(failure).__name__
        return bare("error", "this cannot be put into words", what=_hidden(what), reason=reason)

    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        placed,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso"),
    ]
    ours: list[Processor] = [*shared, partial(_deduplicated, dedup)]
    ours += _json() if is_json else _text(out)
    structlog.configure(
        processors=[_guarded(ours, failed)],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=lambda *_: writer,
    )
    handler = _Others(writer, dedup, failed)
    handler.setFormatter(_formatter(shared) if is_json else _Plain("%(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    for name in OWN:
        logging.getLogger(name).setLevel(level)


def _told(repeat: Repeat) -> None:
    """Note how often a cause has come back."""
    LOG.error(
        "the same failure again",
        code=repeat.code,
        error=repeat.kind,
        times=repeat.times,
        seconds=round(INTERVAL),
    )


def _bare(level: str, event: str, *, is_json: bool, **values: object) -> str:
    """A line about the log itself, made of as little as possible."""
    moment = datetime.now(UTC).isoformat()
    if is_json:
        found = {"event": event, "level": level, "timestamp": moment, **values}
        return msgspec.json.encode(found).decode()
    said = " ".join(f"{name}={value}" for name, value in values.items())
    return f"{moment} [{level}] {event} {said}"


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
