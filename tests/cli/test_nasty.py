"""Whatever is in a file, a command says so in one line."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from tests.readers.readers import CORPUS
from trainshed.cli import main

COMMANDS: dict[str, tuple[str, ...]] = {
    "replay": ("replay", "FILE"),
    "replay as JSON": ("replay", "FILE", "--json"),
    "routes": ("routes", "FILE", "--seconds", "0.1"),
    "draw": ("draw", "FILE", "-o", "OUT.svg"),
    "map": ("draw", "dampfross", "--option", "map=FILE", "-o", "OUT.svg"),
    "check": ("map", "check", "FILE"),
    "new": ("map", "new", "--from", "FILE", "-o", "OUT.toml"),
    "import": ("db", "import", "FOLDER", "--db", "sqlite+aiosqlite:///OUT.sqlite3"),
}
BOMBS = {
    "dots": ".".join("a" * 30_000) + " = 1\n---\n",
    "brackets": '{"title": ' + "[" * 100_000,
    "digits": '{"title": ' + "9" * 100_000 + "}",
    "track": (CORPUS / "positions-with-track-in-circles.json").read_text("utf-8"),
}


def ran(
    words: Sequence[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> tuple[int, str]:
    """The exit code of a command and what it complains of; any other exception is its traceback."""
    monkeypatch.setattr(sys, "argv", ["trainshed", *words])
    code: object = 0
    try:
        main()
    except SystemExit as end:
        code = end.code
    except BaseException:  # noqa: BLE001 - whatever would end in a traceback
        return 99, traceback.format_exc()
    return int(str(code or 0)), capsys.readouterr().err


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("many", [10, pytest.param(10_000, marks=pytest.mark.long)])
def test_no_file_makes_a_traceback(
    command: str,
    many: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """It is read, or refused with exit code 1 and one line."""
    file = tmp_path / ("map.toml" if command == "map" else "manifest.json")
    named = {"FILE": str(file), "FOLDER": str(tmp_path), "OUT": str(tmp_path / "out")}
    nasty = sorted(CORPUS.iterdir())
    chosen = Random(command).sample(nasty, min(many, len(nasty)))
    texts = {it.name: it.read_bytes() for it in chosen}
    for name, data in {**texts, **{it: text.encode() for it, text in BOMBS.items()}}.items():
        file.write_bytes(data)
        words = list(COMMANDS[command])
        for key, value in named.items():
            words = [word.replace(key, value) for word in words]
        code, said = ran(words, monkeypatch, capsys)
        assert code in (0, 1), (name, code, said)
        if command != "import":
            assert said.count("\n") <= 1, (name, said)
