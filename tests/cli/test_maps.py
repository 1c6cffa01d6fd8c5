"""`trainshed map`: faults one a line, maps from seeds and regions, exit codes."""

from __future__ import annotations

import doctest
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from trainshed.arena.balance import Outcome, picture, report, weighed
from trainshed.core import TrainshedError
from trainshed.games import games
from trainshed.games.dampfross.atlas import read_region
from trainshed.games.dampfross.box import SHEETS
from trainshed.games.dampfross.draft import draft
from trainshed.games.dampfross.sheet import read, write
from trainshed.games.dampfross.survey import survey

TRAINSHED = (sys.executable, "-m", "trainshed.cli")
DOCS = Path(__file__).parents[2] / "docs/maps.md"
laws = pytest.mark.skipif("dampfross" not in games(), reason="the laws are not in the shed")


def run(*words: str, code: int = 0) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [*TRAINSHED, *words], capture_output=True, text=True, check=False, timeout=100
    )
    assert done.returncode == code, done.stderr
    return done


def blocks(kind: str) -> list[str]:
    """The examples of the documentation."""
    return re.findall(rf"```{kind}\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    """A map with two faults."""
    text = SHEETS["bavaria"].replace('"W5"', '"K99"').replace('"B7 NE"', '"B7 X"')
    path = tmp_path / "bad.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_check_names_every_fault(bad: Path) -> None:
    """One a line on standard output, nothing on the other; exit 1."""
    done = run("map", "check", str(bad), code=1)
    assert done.stdout.splitlines() == [
        'town "Hof": hex K99 is not on the map',
        'river "Main": "B7 X" is no side, such as "H22 SE"',
    ]
    assert done.stderr == ""
    found = json.loads(run("map", "check", str(bad), "--json", code=1).stdout)
    assert found == {"file": str(bad), "faults": done.stdout.splitlines()}


def test_check_accepts_a_map(tmp_path: Path) -> None:
    """Also one of the box by its name; a file that is no map has one fault."""
    assert run("map", "check", "bavaria").stdout == (
        "bavaria: Bayern, 737 hexes of land, 33 towns, no fault\n"
    )
    assert json.loads(run("map", "check", "ireland", "--json").stdout)["faults"] == []
    path = tmp_path / "text.toml"
    path.write_text("once upon a time", encoding="utf-8")
    assert "this is no map of Dampfross" in run("map", "check", str(path), code=1).stdout
    done = run("map", "check", str(tmp_path / "nothing.toml"), code=1)
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1


def test_new_makes_the_map_of_a_seed(tmp_path: Path) -> None:
    """On standard output or in a file."""
    printed = run("map", "new", "--seed", "7", "--title", "Seven").stdout
    assert printed == write(draft("7", title="Seven"))
    file = tmp_path / "seven.toml"
    told = run("map", "new", "--seed", "7", "--title", "Seven", "-o", str(file)).stdout
    assert "Seven" in told
    assert told.endswith("seed 7\n")
    assert file.read_text(encoding="utf-8") == printed
    run("map", "check", str(file))
    assert run("map", "new").stdout != printed


def test_new_makes_the_map_of_a_region(tmp_path: Path) -> None:
    """A fault of the description is one line with the file's name."""
    region = tmp_path / "region.toml"
    region.write_text('seed = "s"\ntitle = "Nordmark"\ncolumns = 30\n', encoding="utf-8")
    sheet = read(run("map", "new", "--from", str(region)).stdout)
    assert sheet == draft("s", region=read_region(region.read_text(encoding="utf-8")))
    assert len(sheet.rows[0]) == 30
    region.write_text("columns = 3", encoding="utf-8")
    done = run("map", "new", "--from", str(region), code=1)
    assert done.stderr.startswith(f"trainshed: {region}: this is no region: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("new", "--columns", "3"), 1),
        (("new", "-o", "map.json"), 1),
        (("new", "--columns", "x"), 2),
        (("check",), 2),
        (("draw",), 2),
    ],
)
def test_wrong_words_are_refused(words: tuple[str, ...], code: int) -> None:
    """1 for refused input, 2 for wrong usage."""
    assert run("map", *words, code=code).stdout == ""


def test_the_map_of_the_docs_is_a_map() -> None:
    """And the other blocks are parts of a map, or regions."""
    whole, more, *regions = blocks("toml")
    assert survey(whole) == []
    for part in re.split(r"\n(?=\[\[)", more):
        key = re.match(r"\[\[(\w+)\]\]", part)
        assert key is None or f"{key[1]}" in ("barriers", "white", "special")
    text = whole.replace('title = "Little Fenland"', 'title = "Little Fenland"\nrules = "france"')
    cut = more[more.index("[[barriers]]") : more.index("[[special]]")]
    assert survey(text + cut) == []
    specials = more[more.index("[[special]]") :]
    assert survey(text + cut + 3 * specials) == []
    for region in regions:
        described = read_region(region)
        assert survey(write(draft(described.seed, region=described))) == []


def test_the_session_of_the_docs_runs() -> None:
    """Python as it is printed."""
    example = doctest.DocTestParser().get_doctest("\n".join(blocks("python")), {}, "", "", 0)
    result = doctest.DocTestRunner().run(example)
    assert result.attempted > 0
    assert result.failed == 0


def test_a_balance_adds_up() -> None:
    """Shared victories count by halves; towns are told the least reached first."""
    sheet = read(SHEETS["bavaria"])
    every = tuple(sheet.towns)
    outcomes = [
        Outcome((50, 70), ("München", "Nürnberg"), 0, every[1:], 20, 2, True),
        Outcome((60, 60), ("München", "München"), 1, every[2:], 20, 0, True),
    ]
    balance = weighed(sheet, outcomes, ("greedy", "greedy"))
    assert [(s.name, s.games, s.wins, s.balance) for s in balance.starts] == [
        ("München", 3, 1.0, 170 / 3),
        ("Nürnberg", 1, 1.0, 70.0),
    ]
    assert [s.wins for s in balance.by_seat] == [0.5, 1.5]
    assert [s.wins for s in balance.by_turn] == [0.5, 1.5]
    assert (balance.races, balance.cancelled) == (19, 1)
    assert [reach.rate for reach in balance.towns[:3]] == [0, 0.5, 1]
    told = report(balance, [("The map", "map.svg")])
    assert f"Never reached: {every[0]}." in told
    assert "| Nürnberg | 1 | 100 % | 70 |" in told
    assert "![The map](map.svg)" in told
    assert picture(sheet, balance).count("<circle") == len(every)


@laws
def test_report_lets_bots_play(tmp_path: Path) -> None:
    """A report with two pictures, or the figures."""
    words = ("map", "report", "bavaria", "--games", "2", "--bots", "random", "--seats", "3")
    run(*words, "-o", str(tmp_path))
    assert {file.name for file in tmp_path.iterdir()} == {"report.md", "map.svg", "reach.svg"}
    assert "Bayern: is it fair?" in (tmp_path / "report.md").read_text(encoding="utf-8")
    found: Any = json.loads(run(*words, "--json").stdout)
    assert found["games"] == found["finished"] == 2
    assert sum(share["wins"] for share in found["starts"]) == pytest.approx(2)
    assert found == json.loads(run(*words, "--json", "--jobs", "2").stdout)
    short = json.loads(run(*words, "--option", "races=12", "--json").stdout)
    assert short["races"] + short["cancelled"] == 12


@laws
def test_a_file_can_be_played(tmp_path: Path, bad: Path) -> None:
    """`map=FILE.toml` is the map of that file; a fault refuses it."""
    from trainshed.cli.common import read_options  # noqa: PLC0415

    found = games()["dampfross"]
    good = tmp_path / "own.toml"
    good.write_text(write(draft("x")), encoding="utf-8")
    options: Any = read_options(found, [f"map={good}"])
    assert (options.map, options.sheet) == ("own", good.read_text(encoding="utf-8"))
    assert found.start(options, 3)
    with pytest.raises(TrainshedError, match=r"hex K99 is not on the map \(and 1 more fault\)"):
        found.start(read_options(found, [f"map={bad}"]), 3)
    with pytest.raises(OSError, match="nothing"):
        read_options(found, [f"map={tmp_path / 'nothing.toml'}"])
