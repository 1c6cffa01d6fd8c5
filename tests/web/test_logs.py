"""The log: one line for each event, with the request, table and seats, and no secret."""

from __future__ import annotations

import logging
from io import StringIO
from typing import Any

import msgspec
import pytest
import structlog

from tests.web.test_accounts import ADA, made, opened
from tests.web.visit import Visit
from trainshed.web import logs


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

    def fail() -> None:
        raise RuntimeError("ben@example.org") from ValueError("https://push.example/very/secret")

    try:
        fail()
    except RuntimeError:
        structlog.get_logger("trainshed.test").exception("it failed")
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
