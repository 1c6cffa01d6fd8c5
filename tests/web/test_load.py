"""`make load`, as small as it can be: the crowd finds its way about the site."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools.load.line import Stream
from tools.load.report import spread
from trainshed.web.prints import Kept, Pieces

ROOT = Path(__file__).parents[2]


@pytest.mark.skipif(sys.platform != "linux", reason="what processes use is read from /proc")
def test_a_crowd_plays_and_is_measured() -> None:
    command = [sys.executable, "-m", "tools.load", "--json", "--tables", "5", "--viewers", "5"]
    done = subprocess.run(
        [*command, "--seconds", "4", "--think", "0.2"],
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
    assert report["memory"]["end"] > 0
    assert report["late"]["cold"] > 0


def test_waits_are_spread() -> None:
    found = spread([n / 1000 for n in range(1, 101)])
    assert (found.count, found.p50, found.p95, found.p99, found.max) == (100, 51, 96, 100, 100)
    assert spread([]).count == 0


def test_a_listener_hears_versions_however_they_arrive() -> None:
    heard: list[int] = []
    stream = Stream(b"", heard.append)
    for part in (b"event: moved\nda", b"ta: 12\n\nevent: mo", b"ved\ndata: 13\n\n: still here\n\n"):
        stream.data_received(part)
    assert heard == [12, 13]


def test_only_so_much_is_kept_and_what_is_asked_for_stays() -> None:
    kept = Kept[str](2)
    kept.put("a", "A")
    kept.put("b", "B")
    assert kept.get("a") == "A"
    kept.put("c", "C")
    assert (kept.get("a"), kept.get("b"), kept.get("c")) == ("A", None, "C")
    assert len(kept) == 2


def test_a_block_with_a_key_is_printed_once() -> None:
    calls: list[str] = []

    def caller() -> str:
        calls.append("printed")
        return "text"

    once = Pieces()
    assert [once("key", caller), once("key", caller)] == ["text", "text"]  # type: ignore[arg-type]
    assert len(calls) == 1
    assert [once(None, caller), once(None, caller)] == ["text", "text"]  # type: ignore[arg-type]
    assert len(calls) == 3
