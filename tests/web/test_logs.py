"""The log: one line for each event, with the request, table and seats, and no secret."""

from __future__ import annotations

import asyncio
import errno
import logging
from io import StringIO
from typing import Any

import msgspec
import pytest
import structlog
from sqlalchemy.exc import OperationalError
from starlette.types import Message, Receive, Scope, Send

from tests.web.test_accounts import ADA, made, opened
from tests.web.visit import Browser, Visit, asking
from trainshed.core import BadNotation, BadRecord
from trainshed.web import logs
from trainshed.web.guard import Settled
from trainshed.web.log_dedup import SHORT


def read(lines: StringIO) -> list[dict[str, Any]]:
    """The lines as values; each is one JSON object."""
    return [msgspec.json.decode(line) for line in lines.getvalue().splitlines()]


def test_an_answer_is_a_line(visit: Visit, lines: StringIO) -> None:
    """With the kind of page, table, seats, status and time, but not the address as it was asked."""
    ada, ben = visit.browser(), visit.browser()
    ada.get("/")
    table = opened(ada)
    for browser in (ada, ben):
        browser.get(f"/t/{table}?key=s3cret")
    first, second = [it for it in read(lines) if it.get("route") == "/t/{table}"]
    assert (first["event"], first["status"], first["method"]) == ("answered", 200, "GET")
    assert (first["table"], first["seats"], second["seats"]) == (table, [0, 1], [])
    assert first["ms"] > 0
    assert first["level"] == "info"
    assert first["request"] != second["request"]
    assert first["who"] != second["who"]
    assert "s3cret" not in lines.getvalue()


def test_a_failure_says_of_which_table_it_is(
    visit: Visit, lines: StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the code that the visitor may quote, and the way there in the same line."""
    ada = visit.browser()
    ada.get("/")
    table = opened(ada)
    ada.get(f"/t/{table}")
    monkeypatch.setattr(visit.site.tables, "load", None)
    answer = ada.get(f"/t/{table}")
    failed = next(it for it in read(lines) if it["event"] == "a request failed")
    assert failed["code"] in answer.text
    assert (failed["table"], failed["route"]) == (table, "/t/{table}")
    assert "Traceback" in failed["exception"]
    ended = [it for it in read(lines) if it.get("request") == failed["request"]]
    assert [it["status"] for it in ended if it["event"] == "answered"] == [500]


def test_who_asks_stays_unknown(visit: Visit, lines: StringIO) -> None:
    """Neither names nor passwords nor cookies nor what is said, noted or played."""
    ada = made(visit)
    table = opened(ada)
    version = visit.match(table).version
    ada.post(f"/t/{table}/talk", {"text": "a loud remark"})
    ada.post(f"/t/{table}/note", {"text": "a quiet note"})
    ada.post(f"/t/{table}/play", {"version": str(version), "action": "a forged move"})
    ada.post("/account/in", {**ADA, "password": "wrong and secret"})
    text = lines.getvalue()
    assert text.count("answered") >= 6
    for secret in (
        ADA["password"],
        "wrong and secret",
        "a loud remark",
        "a quiet note",
        "a forged move",
        visit.sheet(table).table.seed,
        visit.sheet(table).table.chairs[0].owner or "nobody",
        *ada.cookies.values(),
    ):
        assert secret.strip('"') not in text


def test_addresses_stay_out_whoever_writes_them(lines: StringIO) -> None:
    """Those of people, and all but the name of a site; an owner is a hash."""

    def fail() -> None:
        raise RuntimeError("ben@example.org")

    log = structlog.get_logger("trainshed.test")
    log.warning("not told", owner="account:abc", reason="<ada@example.org> is not known")
    log.warning("not told", reason="https://push.example/very/secret?x=1 does not answer")
    try:
        fail()
    except RuntimeError:
        log.exception("it failed")
    text = lines.getvalue()
    first, second, third = read(lines)
    assert (first["who"], first["reason"]) == (
        logs.pseudonym("account:abc"),
        "<(hidden)> is not known",
    )
    assert second["reason"] == "https://push.example/… does not answer"
    assert "RuntimeError: (hidden)" in third["exception"]
    for secret in ("account:abc", "ada@", "ben@", "very"):
        assert secret not in text


@pytest.mark.parametrize("lines", ["text", "json"], indirect=True)
def test_what_led_to_a_failure_is_scrubbed(lines: StringIO) -> None:
    """Whoever writes it, and however the log is written."""

    def fail(error: Exception) -> None:
        raise error from ValueError("https://push.example/very/secret")

    try:
        fail(RuntimeError("ben@example.org"))
    except RuntimeError:
        structlog.get_logger("trainshed.test").exception("it failed")
    try:
        fail(NotImplementedError("RuntimeError: ben@example.org"))
    except RuntimeError:
        logging.getLogger("uvicorn.error").exception("Exception in ASGI application")
    text = lines.getvalue()
    for said in ("RuntimeError: (hidden)", "ValueError: https://push.example/…", "Traceback"):
        assert text.count(said) >= 2
    assert "ben@" not in text
    assert "very" not in text


def test_the_lines_of_others_are_json_too(lines: StringIO) -> None:
    """What uvicorn says, for example; what a library says of its requests is left out."""
    logging.getLogger("uvicorn.error").info("started %s", "well")
    logging.getLogger("httpx").info("POST https://push.example/secret")
    logging.getLogger("anything").warning("beware")
    found = [(it["logger"], it["event"]) for it in read(lines)]
    assert found == [("uvicorn.error", "started well"), ("anything", "beware")]


class FullDisk(StringIO):
    """A stream to which nothing can be written until there is room."""

    number: int | None = errno.ENOSPC

    def write(self, text: str) -> int:
        if self.number is not None:
            raise OSError(self.number, "on purpose")
        return super().write(text)


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EPIPE, errno.EBADF])
@pytest.mark.usefixtures("lines")
def test_a_log_that_cannot_be_written_fails_no_request(visit: Visit, number: int) -> None:
    """Everybody is answered as always; as soon as there is room it is told how much was lost."""
    stream = FullDisk()
    stream.number = number
    logs.configure("json", stream=stream, level=logging.INFO)
    ada = made(visit)
    table = opened(ada)
    statuses = [ada.get(path).status_code for path in ("/", f"/t/{table}", "/t/none", "/health")]
    assert statuses == [200, 200, 404, 200]
    assert stream.getvalue() == ""
    stream.number = None
    ada.get("/")
    lost, answered = read(stream)
    assert (lost["event"], lost["level"], answered["event"]) == (
        "lines of the log were lost",
        "warning",
        "answered",
    )
    assert lost["lines"] >= 5


class Odd:
    """What nobody can put into words."""

    def __repr__(self) -> str:
        raise RuntimeError("on purpose")


@pytest.mark.parametrize("lines", ["text", "json"], indirect=True)
def test_what_cannot_be_put_into_words_raises_nothing(lines: StringIO) -> None:
    """Whoever notes it: there is a line that says which one it would have been."""
    structlog.get_logger("trainshed.test").warning("ours", value=Odd())
    odd = logging.makeLogRecord({"msg": "theirs %d", "args": ("no number",), "name": "well"})
    logging.getLogger().handlers[0].handle(odd)
    text = lines.getvalue()
    assert text.count("this cannot be put into words") == 2
    assert "ours" in text
    assert "well" in text


def _outage(ada: Browser, visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OperationalError("select", None, Exception("disk I/O error"))

    monkeypatch.setattr(visit.site.store, "_tables", fail)
    assert [ada.get("/").status_code for _ in range(50)] == 50 * [503]


@pytest.mark.parametrize("lines", ["text", "json"], indirect=True)
def test_an_outage_does_not_flood_the_log(
    visit: Visit, lines: StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fifty failed requests are one traceback and a few lines."""
    ada = visit.browser()
    ada.get("/")
    before = len(lines.getvalue())
    _outage(ada, visit, monkeypatch)
    text = lines.getvalue()[before:]
    assert text.count("Traceback") == 1
    assert text.count("a request failed") == 1 + SHORT
    assert len(text) < 40_000


def test_the_code_that_a_visitor_quotes_is_in_the_log(
    visit: Visit, lines: StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also that of a failure which is only counted."""
    ada = visit.browser()
    ada.get("/")
    _outage(ada, visit, monkeypatch)
    first = next(it for it in read(lines) if it["event"] == "a request failed")
    assert "exception" in first
    assert first["code"] in ada.get("/").text


def test_a_failure_of_the_outer_layers_is_noted_once(
    visit: Visit, lines: StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was noted and answered goes no further, so that nobody else notes it again."""
    ada = made(visit)
    monkeypatch.setattr(visit.client._transport, "raise_server_exceptions", True)
    monkeypatch.setattr(visit.site.press, "file", None)
    assert ada.get("/static/x/site.css").status_code == 500
    assert lines.getvalue().count("Traceback") == 1


def test_an_answer_that_breaks_off_closes_the_connection() -> None:
    """Whoever has got half of it must not wait for the rest."""

    async def half(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"half", "more_body": True})
        raise RuntimeError("on purpose")

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        pass

    with pytest.raises(RuntimeError, match="on purpose"):
        asyncio.run(Settled(half)(asking("/"), receive, send))


def test_whoever_hangs_up_is_no_error(visit: Visit, lines: StringIO) -> None:
    """Half a form, and nobody is there any more."""
    parts = [{"type": "http.request", "body": b"game=roc", "more_body": True}]
    sent: list[Message] = []

    async def receive() -> Message:
        return parts.pop() if parts else {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)

    kind = "application/x-www-form-urlencoded"
    scope = asking("/tables", content_length="400", content_type=kind)
    visit.call(visit.site.app, {**scope, "method": "POST"}, receive, send)
    assert [it["status"] for it in read(lines) if it["event"] == "answered"] == [499]
    assert [it for it in read(lines) if it["level"] != "info"] == []
    assert sent[0]["status"] == 499


def test_no_value_of_a_form_is_in_a_complaint_of_the_database(visit: Visit) -> None:
    """Statements are named, what was written with them is not."""
    assert visit.site.store.engine.sync_engine.hide_parameters


@pytest.mark.parametrize(
    ("kind", "verbose", "level"),
    [
        ("text", False, logging.WARNING),
        ("text", True, logging.INFO),
        ("json", False, logging.INFO),
    ],
)
def test_who_develops_is_not_disturbed(kind: str, verbose: bool, level: int) -> None:  # noqa: FBT001
    """Answers are noted only as JSON, or where somebody wants to see them."""
    assert logs.level_of(kind, verbose=verbose) == level


@pytest.mark.parametrize("lines", ["json", "text"], indirect=True)
def test_what_laws_say_of_a_move_is_not_written(lines: StringIO) -> None:
    """It names the move, which may be hidden from the others; the number of its line stands."""
    secret = "draw 7"
    error = BadRecord(f"{secret!r} is no move", line=3)
    error.__cause__ = BadNotation(f"{secret!r} is no move")
    structlog.get_logger().error("a table cannot be read", exc_info=error)
    told = lines.getvalue()
    assert "trainshed.core.errors.BadRecord: line 3" in told
    assert "trainshed.core.errors.BadNotation" in told
    assert secret not in told
