"""The command line: exact JSON, one-line errors, exit codes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from trainshed.core import Match, commitment, dumps
from trainshed.games import game

TRAINSHED = (sys.executable, "-m", "trainshed.cli")


def run(*words: str, text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*TRAINSHED, *words], capture_output=True, text=True, check=False, input=text, timeout=100
    )


def document(*words: str) -> Any:  # noqa: ANN401
    """The JSON that a command prints, and nothing else."""
    done = run(*words, "--json")
    assert done.stderr == ""
    assert done.returncode == 0
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole random game."""
    from random import Random  # noqa: PLC0415

    from trainshed.bots import bot  # noqa: PLC0415

    match, rng = Match(game("rocket"), seats=3, seed="cli", names=["Ada", "Jun", "Ada"]), Random(3)
    while match.actor is not None:
        state = match.state
        chosen = bot("random").choose(match.game, state, match.game.actions(state), rng)
        match.play(match.actor, chosen)
    path = tmp_path_factory.mktemp("records") / "game.record"
    path.write_text(dumps(match.record()), encoding="utf-8")
    return path


def test_games_lists_keys_seats_and_options() -> None:
    """Other tools rely on these names."""
    (rocket, *_) = [row for row in document("games") if row["key"] == "rocket"]
    assert rocket["title"] == "Stephenson’s Rocket"
    assert rocket["seats"] == [2, 3, 4]
    assert {
        "name": "veto",
        "values": ["defend_original", "free_choice"],
        "default": "defend_original",
    } in rocket["options"]
    assert {"name": "open_money", "values": [False, True], "default": False} in rocket["options"]
    assert "veto" in run("games").stdout


def test_simulate_reports_games_and_does_not_depend_on_jobs() -> None:
    """Game i is played with seed S/i whatever the number of processes."""
    words = ("simulate", "rocket", "--games", "7", "--seats", "3", "--seed", "x")
    one, two = document(*words), document(*words, "--jobs", "2")
    assert set(one) == {
        "game",
        "games",
        "finished",
        "actions",
        "seconds",
        "actions_per_second",
        "scores",
        "lengths",
    }
    assert one["finished"] == one["games"] == 7
    assert one["actions"] == sum(one["lengths"])
    assert (one["scores"], one["lengths"]) == (two["scores"], two["lengths"])
    assert all(len(row) == 3 for row in one["scores"])


def test_simulate_takes_bots_by_seat_and_options() -> None:
    """A comma list is by seat."""
    words = ("simulate", "rocket", "--games", "1", "--seats", "2", "--bots", "greedy,random")
    done = document(*words, "--option", "veto=free_choice", "--option", "open_money=true")
    assert done["scores"][0][0] > done["scores"][0][1]
    assert "wins" in run(*words).stdout


def test_replay_gives_the_scores(record: Path) -> None:
    """Names are made unique; every line counts."""
    done = document("replay", str(record))
    assert done["game"] == "rocket"
    assert done["ended"] is True
    assert done["error"] is None
    assert set(done["scores"]) == {"Ada", "Jun", "Ada 2"}
    assert done["actions"] > 100
    middle = document("replay", str(record), "--at", "20")
    assert (middle["actions"], middle["ended"]) == (20, False)
    assert "tiles left" in run("replay", str(record)).stdout


def test_a_record_that_may_be_cut_is_said_to_be(record: Path, tmp_path: Path) -> None:
    """Where its last line does not end, though it can be played."""
    cut = tmp_path / "cut.record"
    cut.write_text(record.read_text("utf-8").removesuffix("\n"), encoding="utf-8")
    done = run("replay", str(cut), "--json")
    assert (done.returncode, json.loads(done.stdout)["error"]) == (0, None)
    assert done.stderr == f"trainshed: {cut}: the last line does not end: is the file whole?\n"


def test_a_refused_line_is_named(record: Path, tmp_path: Path) -> None:
    """The same document with the error, and exit 1."""
    lines = record.read_text(encoding="utf-8").splitlines()
    start = lines.index("---")
    lines[start + 10] = "drive GWR A2"
    bad = tmp_path / "bad.record"
    bad.write_text("\n".join(lines), encoding="utf-8")
    done = run("replay", str(bad), "--json")
    report = json.loads(done.stdout)
    assert done.returncode == 1
    assert report["actions"] == 9
    assert "line 10" in report["error"]
    assert "drive GWR A2" in report["error"]
    assert done.stderr.count("\n") == 1


def test_replay_draws_again(record: Path, tmp_path: Path) -> None:
    """Another outcome and another seed are said; only who asks for it gets another exit code."""
    done = document("replay", str(record), "--check-draws")
    assert (done["draws"], done["differs_at"], done["error"]) == ("checked", None, None)
    assert "Draws checked" in run("replay", str(record)).stdout
    text = record.read_text(encoding="utf-8")
    other = tmp_path / "other.record"
    for old, new in (("begin 1", "begin 2"), ('seed = "cli"', 'seed = "euston"')):
        assert old in text
        other.write_text(text.partition("\nplace")[0].replace(old, new) + "\n", encoding="utf-8")
        done = document("replay", str(other))
        assert (done["draws"], done["differs_at"], done["error"]) == ("differ", 1, None)
        failed = run("replay", str(other), "--json", "--check-draws")
        assert (failed.returncode, failed.stderr) == (1, "")
        assert json.loads(failed.stdout)["draws"] == "differ"
        said = run("replay", str(other), "--check-draws")
        assert (said.returncode, "line 1 is not what the seed brings" in said.stdout) == (1, True)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('seed = "cli"', f'seed_sha256 = "{commitment("cli")}"'),
        ('seed = "cli"\n', ""),
        ('seed = "cli"', 'seed = "cli"\nchance = "set"'),
    ],
    ids=["masked", "none", "set"],
)
def test_draws_that_cannot_be_checked_are_unknown(
    old: str, new: str, record: Path, tmp_path: Path
) -> None:
    """Without a seed, with a masked one, with chance set by hand; that is no fault."""
    other = tmp_path / "other.record"
    other.write_text(record.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    done = document("replay", str(other), "--check-draws")
    assert (done["draws"], done["differs_at"], done["error"]) == ("unknown", None, None)
    assert "cannot be checked" in run("replay", str(other)).stdout


def test_draws_behind_a_refused_line_are_unknown(record: Path, tmp_path: Path) -> None:
    """Those before it are compared all the same."""
    text = record.read_text(encoding="utf-8")
    lines = text.splitlines()
    lines[-1] = "drive GWR A2"
    other = tmp_path / "other.record"
    for seed, draws, line in (("cli", "unknown", None), ("euston", "differ", 1)):
        bad = "\n".join(lines).replace('seed = "cli"', f'seed = "{seed}"')
        other.write_text(f"{bad}\n", encoding="utf-8")
        report = json.loads(run("replay", str(other), "--json").stdout)
        assert report["error"]
        assert (report["draws"], report["differs_at"]) == (draws, line)


@pytest.mark.parametrize("suffix", ["svg", "png"])
def test_draw_makes_a_picture(record: Path, tmp_path: Path, suffix: str) -> None:
    """Of a game's first position, of a record at any line."""
    picture = tmp_path / f"board.{suffix}"
    assert run("draw", "rocket", "-o", str(picture)).returncode == 0
    first = picture.read_bytes()
    assert first.startswith(b"<svg" if suffix == "svg" else b"\x89PNG")
    done = run("draw", str(record), "--at", "60", "--theme", "dark", "-o", str(picture))
    assert done.returncode == 0
    assert picture.read_bytes() != first


def test_bench_prints_its_values() -> None:
    """Name, value, unit and the calibration loop."""
    (row,) = document("bench", "rocket-replay")
    assert set(row) == {"name", "value", "unit", "calibration_s"}
    assert row["value"] > 0


def test_a_game_can_be_played_in_the_terminal(tmp_path: Path) -> None:
    """By number, by line, with undo, an error in words, and saving."""
    saved = tmp_path / "saved.record"
    answers = f"1\nundo\ndrive GWR K9\nfly\n9999\nhelp\nboard\nsave {saved}\n1\n1\nquit\n"
    done = run("play", "rocket", "--seats", "human,random", "--seed", "1", text=answers)
    assert done.returncode == 0, done.stderr
    assert "What do you do?" in done.stdout
    assert "R5" in done.stdout
    assert "no action is called 'fly'" in done.stdout
    assert document("replay", str(saved))["error"] is None


def test_1861_is_played_by_three_where_nobody_says_by_how_many() -> None:
    """The fewest that the edition allows: one at the keyboard, the others bots."""
    done = run("play", "1861", "--seed", "1", text="quit\n")
    assert done.returncode == 0, done.stderr
    assert "Greedy 3" in done.stdout
    assert "Greedy 4" not in done.stdout
    two = run("play", "1861", "--option", "edition=reprint", "--seed", "1", text="quit\n")
    assert "Greedy 3" not in two.stdout


def test_a_record_of_two_in_the_first_edition_of_1861_replays(tmp_path: Path) -> None:
    """It was begun before two were refused."""
    path = tmp_path / "two.record"
    path.write_text(
        'game = "1861"\nrules = 1\nseats = 2\n\n[options]\nedition = "jklm"\n\n---\n'
        "begin 1\nleave BSS\nleave WVR\nbid 20\n",
        encoding="utf-8",
    )
    assert document("replay", str(path))["actions"] == 4


ERRORS = {
    "two in the first edition": (
        ("simulate", "1861", "--seats", "2"),
        "edition = 'jklm' is for seats = 3 to 6, not 2",
    ),
    "human and bot in the first edition": (
        ("play", "1861", "--seats", "human,random"),
        "edition = 'jklm' is for seats",
    ),
    "unknown game": (("simulate", "chess"), "chess"),
    "unknown option": (("simulate", "rocket", "--option", "colour=red"), "colour"),
    "wrong value": (
        ("simulate", "rocket", "--option", "veto=maybe"),
        "defend_original, free_choice",
    ),
    "no pair": (("simulate", "rocket", "--option", "veto"), "veto"),
    "too many seats": (("simulate", "rocket", "--seats", "9"), "9"),
    "unknown bot": (("simulate", "rocket", "--bots", "deep"), "deep"),
    "bots for other seats": (
        ("simulate", "rocket", "--seats", "3", "--bots", "random,random"),
        "3",
    ),
    "no such file": (("replay", "nowhere.record"), "nowhere.record"),
    "no such map": (("draw", "rocket", "--option", "map=mars", "-o", "x.svg"), "map"),
    "unknown picture": (("draw", "rocket", "-o", "x.jpg"), "x.jpg"),
    "unknown theme": (("draw", "rocket", "--theme", "pink", "-o", "x.svg"), "pink"),
    "a line of a game": (("draw", "rocket", "--at", "5", "-o", "x.svg"), "--at 5"),
    "unknown benchmark": (("bench", "nothing"), "nothing"),
    "unknown player": (("play", "rocket", "--seats", "human,deep"), "deep"),
}


@pytest.mark.parametrize("case", ERRORS)
def test_an_error_is_one_line_that_names_the_value(case: str) -> None:
    """No traceback, exit 1."""
    words, named = ERRORS[case]
    done = run(*words)
    assert done.returncode == 1
    assert named in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""


@pytest.mark.parametrize(
    ("text", "named"),
    [
        (b'game = "rocket"\nseats = 2\n', "---"),
        (b'game = "chess"\nseats = 2\n---\n', "chess"),
        (b'game = "rocket"\nseats = 7\n---\n', "7"),
        (b'game = "rocket"\nseats = 2\n[options]\nveto = "x"\n---\n', "veto"),
        (b"\xff\xfe\x00", "text"),
        (b"", "---"),
        (b'game = "rocket"\nseats = 2\nnames = ["[/x]", "B"]\n---\nbegin 9\n', "begin 9"),
        (b'game = "rocket"\nseats = 2\n---\nbegin ' + b"[" * 100_000, "more than 4,000"),
    ],
)
def test_a_bad_file_is_named(text: bytes, named: str, tmp_path: Path) -> None:
    """Truncated, of another game, of wrong options, no text at all."""
    path = tmp_path / "bad.record"
    path.write_bytes(text)
    for flags in ((), ("--json",)):
        done = run("replay", str(path), *flags)
        assert done.returncode == 1
        assert named in done.stderr
        assert done.stderr.count("\n") == 1


def test_wrong_usage_exits_with_2() -> None:
    """A flag that does not exist, a number that is none."""
    assert run("simulate", "rocket", "--nonsense").returncode == 2
    assert run("simulate", "rocket", "--games", "many").returncode == 2


def test_help_is_useful() -> None:
    """Every command tells what it does."""
    done = run("--help")
    assert done.returncode == 0
    for command in ("games", "play", "simulate", "replay", "draw", "bench", "serve", "work"):
        assert command in done.stdout
        assert run(command, "--help").returncode == 0
