"""`make load`, as small as it can be: the crowd finds its way about the site."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from markupsafe import Markup

from tools.load.line import Stream
from tools.load.report import spread
from trainshed.web.printing.prints import Kept, Pieces, Shelf, pack

ROOT = Path(__file__).parents[2]


@pytest.mark.skipif(sys.platform != "linux", reason="what processes use is read from /proc")
def test_a_crowd_plays_and_is_measured() -> None:
    command = [sys.executable, "-m", "tools.load", "--json", "--tables", "5", "--viewers", "5"]
    done = subprocess.run(
        [*command, "--settle", "1", "--seconds", "4", "--think", "0.2"],
        cwd=ROOT,
        env=os.environ,
        capture_output=True,
        text=True,
        timeout=110,
        check=False,
    )
    assert not done.returncode, done.stderr + done.stdout
    report = json.loads(done.stdout)
    assert report["sent"] == report["answered"] > 0
    assert report["errors"] == {}
    assert report["complaints"] == []
    assert report["events"]["count"] > 0
    assert report["views"]["count"] > 0
    assert min(report["arrived"], *report["memory"]) > 0
    assert report["late"]["cold"] > 0


def test_waits_are_spread() -> None:
    found = spread([n / 1000 for n in range(1, 101)])
    assert (found.count, found.p50, found.p95, found.p99, found.max) == (100, 51, 96, 100, 100)
    assert spread([]).count == 0


@pytest.mark.parametrize("size", [1, 7, 10_000])
@pytest.mark.parametrize("is_packed", [False, True])
def test_a_listener_hears_events_however_they_arrive(size: int, is_packed: bool) -> None:  # noqa: FBT001
    heard: list[tuple[bytes, bytes]] = []
    stream = Stream(b"", lambda kind, text: heard.append((kind, text)))
    events = ["event: moved\ndata: 12\n\n", ": still here\n\n", "event: view\ndata: <p>\n\n"]
    bodies = [pack(one) if is_packed else one.encode() for one in events]
    head = b"HTTP/1.1 200 OK\r\n" + (b"Content-Encoding: gzip\r\n" if is_packed else b"") + b"\r\n"
    bodies = [bytes.fromhex("1f8b08000000000000ff"), *bodies] if is_packed else bodies
    text = head + b"".join(b"%x\r\n%s\r\n" % (len(body), body) for body in bodies)
    for at in range(0, len(text), size):
        stream.data_received(text[at : at + size])
    assert heard == [(b"moved", b"12"), (b"view", b"<p>")]


def test_only_so_much_is_kept_and_what_is_asked_for_stays() -> None:
    kept = Kept[str](2)
    kept.put("a", "A")
    kept.put("b", "B")
    assert kept.get("a") == "A"
    kept.put("c", "C")
    assert (kept.get("a"), kept.get("b"), kept.get("c")) == ("A", None, "C")
    assert len(kept) == 2


def test_what_is_kept_may_have_a_weight() -> None:
    kept = Kept[str](5, len)
    kept.put("a", "AA")
    kept.put("b", "BB")
    kept.put("a", "AAA")
    assert (kept.get("a"), kept.get("b")) == ("AAA", "BB")
    kept.put("c", "C")
    assert (kept.get("a"), kept.get("b"), kept.get("c")) == (None, "BB", "C")
    kept.put("d", "DDDDDDDD")
    assert (len(kept), kept.get("d")) == (1, "DDDDDDDD")


def test_a_block_with_a_key_is_printed_once() -> None:
    calls: list[str] = []

    def caller() -> Markup:
        calls.append("printed")
        return Markup("text")

    once = Pieces("en", Shelf())
    assert [once(("key",), caller=caller) for _ in range(2)] == ["text", "text"]
    assert len(calls) == 1
    assert [once(None, caller=caller) for _ in range(2)] == ["text", "text"]
    assert len(calls) == 3
