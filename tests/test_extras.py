"""What works with a base install, and what is said where an extra is missing."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from tests.records.test_records import RECORDS
from trainshed.games import games

ROOT = Path(__file__).parent.parent
WITHOUT = """
import importlib.abc, runpy, sys

class Absent(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {absent!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Absent())
"""
PLAY = """
import trainshed
from trainshed.board import svg, term
from trainshed.bots import bot, simulate
from trainshed.core import Reader, language

for name, laws in trainshed.games().items():
    assert simulate(laws, [bot("random")] * laws.fewest(), seed="base").finished, name
    match = trainshed.Match(laws, seed="base")
    reader = Reader(language("fr"), match.names)
    assert svg(laws.scene(match.state), reader=reader).startswith("<svg"), name
    assert term(laws.scene(match.state), reader=reader), name
    print(name)
"""
CONTRACT = """
from trainshed.games import game
from trainshed.testing import check_game

check_game(game("rocket"))
"""
COMMAND = "runpy.run_module('trainshed.cli', run_name='__main__')"


def plain(name: str) -> str:
    """The name of a distribution as all spellings of it have it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def beyond_base() -> set[str]:
    """All modules installed here that a base install would not bring."""
    pinned = (ROOT / "requirements" / "base.txt").read_text(encoding="utf-8")
    base = {"trainshed", *re.findall(r"^([\w.-]+)==", pinned, re.MULTILINE)}
    found = packages_distributions()
    return {name for name, dists in found.items() if not {*map(plain, dists)} & base}


def without(absent: Iterable[str], code: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run code, or a command, as if these modules were not installed."""
    text = WITHOUT.format(absent=sorted(absent)) + code
    return subprocess.run(
        [sys.executable, "-c", text, *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )


def test_a_base_install_is_a_small_one() -> None:
    """None of what the extras bring; else the tests below would prove nothing."""
    extras = {"resvg_py", "hypothesis", "starlette", "sqlalchemy", "psycopg", "babel", "markupsafe"}
    assert extras <= beyond_base()
    assert not {"msgspec", "rich", "typer", "trainshed"} & beyond_base()


def test_a_base_install_plays_and_draws_every_game() -> None:
    """The library: whole games, pictures as SVG and for the terminal."""
    done = without(beyond_base(), PLAY)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split() == [*games()]


@pytest.mark.parametrize(
    "words",
    [
        ("games", "--json"),
        ("simulate", "rocket", "--games", "1", "--jobs", "1", "--json"),
        ("replay", str(RECORDS[-1]), "--check-draws"),
        ("draw", "rocket", "-o", "{folder}/board.svg"),
        ("map", "new", "--seed", "1", "-o", "{folder}/map.toml"),
        ("play", "rocket", "--seats", "random,random"),
        ("--help",),
    ],
    ids=lambda words: words[0],
)
def test_the_commands_work_with_a_base_install(words: tuple[str, ...], tmp_path: Path) -> None:
    """All but the site, and pictures as PNG."""
    done = without(beyond_base(), COMMAND, *(it.format(folder=tmp_path) for it in words))
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("absent", "words", "what", "extra"),
    [
        (("resvg_py",), ("draw", "rocket", "-o", "{folder}/board.png"), "a PNG", "png"),
        ((), ("serve", "--check"), "the site", "web"),
        (("uvicorn",), ("serve", "--check"), "the site", "web"),
        (("resvg_py",), ("serve", "--check"), "the site", "web"),
        ((), ("work",), "the site", "web"),
        ((), ("db", "check"), "the site", "web"),
        ((), ("admin", "jobs"), "the site", "web"),
        (("psycopg",), ("db", "check", "--db", "postgresql://ada:pw@db/x"), "database", "postgres"),
    ],
    ids=lambda it: " ".join(it) if isinstance(it, tuple) else it,
)
def test_a_command_says_which_extra_it_lacks(
    absent: tuple[str, ...], words: tuple[str, ...], what: str, extra: str, tmp_path: Path
) -> None:
    """In one line, with the package; it leaves no file behind and tells no password."""
    told = (it.format(folder=tmp_path) for it in words)
    done = without(absent or beyond_base(), COMMAND, *told)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("\n") == 1
    assert what in done.stderr
    assert f"install trainshed with its extra “{extra}”" in done.stderr
    assert all(f"needs {it}:" in done.stderr for it in absent)
    assert "pw" not in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_contract_says_which_extra_it_lacks() -> None:
    """Before it plays anything."""
    done = without(("hypothesis",), CONTRACT)
    assert done.stderr.endswith(
        "check_game needs hypothesis: install trainshed with its extra “testing”\n"
    )
