"""`trainshed admin`: the office from a shell."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from typer.testing import CliRunner, Result

from trainshed.cli.main import app
from trainshed.core import BadOption
from trainshed.web.database.kept import Chair
from trainshed.web.database.rows import ACCOUNTS, HEARTBEATS, SESSIONS, TABLES, TOKENS
from trainshed.web.database.store import NoDatabase, Store
from trainshed.web.people.people import People
from trainshed.web.people.tokens import Tokens
from trainshed.web.processes.live import Bus
from trainshed.web.tables.tables import Tables
from trainshed.web.timekeeping import boot_id, steady

Command = Callable[..., Result]


@pytest.fixture
def url(tmp_path: Path) -> str:
    """A database with an account, Ada, who is signed in and has a token, and a table of hers."""
    found = f"sqlite+aiosqlite:///{tmp_path / 'site.sqlite3'}"

    async def fill() -> None:
        store = Store(found)
        await store.migrate()
        people = People(store)
        ada = await people.add("Ada", "hash", "")
        assert ada is not None
        await people.sign_in(ada, "a browser")
        await Tokens(store).make(ada, "bot")
        chairs = [Chair("Ada", owner=ada.owner), Chair("Ben", owner="someone")]
        await Tables(store, Bus()).open("rocket", name="Club", chairs=chairs, options={})
        await store.close()

    asyncio.run(fill())
    return found


@pytest.fixture
def admin(url: str) -> Command:
    """The command, for this database."""

    def run(*words: str) -> Result:
        return CliRunner().invoke(app, ["admin", *words, "--db", url])

    return run


def rows(url: str, query: sa.Executable) -> list[Any]:
    """What the database holds."""

    async def ask() -> list[Any]:
        store = Store(url)
        async with store.engine.begin() as connection:
            answer = await connection.execute(query)
            found = list(answer.all()) if answer.returns_rows else []
        await store.close()
        return found

    return asyncio.run(ask())


def test_somebody_is_appointed_and_dismissed(url: str, admin: Command) -> None:
    """By name, however it is written."""
    assert admin("grant", "  ADA ").stdout == "Ada is an administrator now\n"
    assert rows(url, sa.select(ACCOUNTS.c.admin)) == [(True,)]
    assert isinstance(admin("ban", "Ada").exception, BadOption)
    admin("revoke", "Ada")
    assert rows(url, sa.select(ACCOUNTS.c.admin)) == [(False,)]
    said = [line.split("  ")[2:] for line in admin("deeds").stdout.splitlines()]
    assert said == [["revoke", "Ada"], ["grant", "Ada"]]


def test_an_account_is_closed_and_opened(url: str, admin: Command) -> None:
    """Its sessions and tokens end; the reason is noted."""
    admin("ban", "Ada", "--reason", "rude")
    assert rows(url, sa.select(ACCOUNTS.c.banned)) == [(True,)]
    assert rows(url, sa.select(SESSIONS.c.id)) == rows(url, sa.select(TOKENS.c.id)) == []
    admin("unban", "Ada")
    assert rows(url, sa.select(ACCOUNTS.c.banned)) == [(False,)]
    found = json.loads(admin("deeds", "--json").stdout)
    assert [(it["what"], it["about"]) for it in found] == [("unban", "Ada"), ("ban", "Ada: rude")]
    assert found[0]["who"].startswith("shell")


def test_somebody_is_signed_out(url: str, admin: Command) -> None:
    """Tokens stay."""
    assert admin("sign-out", "Ada").stdout == "Ada: 1 sessions ended\n"
    assert rows(url, sa.select(SESSIONS.c.id)) == []
    assert len(rows(url, sa.select(TOKENS.c.id))) == 1


def test_everybody_is_told(admin: Command) -> None:
    """For some hours, or until it is withdrawn."""
    assert "announcement 1 " in admin("announce", "We stop at noon", "--hours", "2").stdout
    admin("announce", "Welcome")
    first, second = admin("announcements").stdout.splitlines()
    assert first.startswith("1: We stop at noon (")
    assert " until " in first
    assert second.startswith("2: Welcome (")
    admin("withdraw", "1")
    assert [it["text"] for it in json.loads(admin("announcements", "--json").stdout)] == ["Welcome"]
    assert isinstance(admin("withdraw", "1").exception, BadOption)
    assert isinstance(admin("announce", "x" * 1001).exception, BadOption)


def test_tables_are_listed_without_their_secrets(url: str, admin: Command) -> None:
    """By a word of their name or of a player."""
    seed = rows(url, sa.select(TABLES.c.seed))[0][0]
    assert "Club (Ada, Ben)" in admin("tables").stdout
    assert admin("tables", "zoe").stdout == ""
    found = admin("tables", "ben", "--json").stdout
    assert [it["players"] for it in json.loads(found)] == [["Ada", "Ben"]]
    assert seed not in found
    assert admin("tables", "--stuck").stdout == ""


def test_what_is_stuck_is_named(url: str, admin: Command) -> None:
    """And the exit code tells a watchman."""
    assert (admin("jobs").stdout, admin("jobs").exit_code) == ("nothing is stuck\n", 0)
    long_ago = datetime(2026, 1, 1, tzinfo=UTC)
    rows(url, sa.update(TABLES).values(due=long_ago))
    run = admin("jobs")
    assert run.stdout.startswith("clock  ")
    assert run.exit_code == 1
    assert [it["kind"] for it in json.loads(admin("jobs", "--json").stdout)] == ["clock"]
    assert "Club" in admin("tables", "--stuck").stdout


def test_a_clock_is_believed_by_a_word(url: str, admin: Command) -> None:
    """The processes of the site read it where their signs of life are."""
    if not boot_id():
        pytest.skip("this system does not say which run of the machine it is")
    ahead = datetime.now(UTC) + timedelta(days=1)
    offset = ahead.timestamp() - steady()
    beats = [{"alive": ahead, "boot": it, "offset": offset} for it in (boot_id(), "another")]
    rows(url, sa.insert(HEARTBEATS).values(beats))
    assert admin("clock").exit_code == 0
    found = {it.boot: it for it in rows(url, sa.select(HEARTBEATS))}
    assert found[boot_id()].offset < offset - 86_000
    assert found[boot_id()].alive < ahead - timedelta(hours=23)
    assert found["another"].alive == ahead
    assert "clock" in admin("deeds").stdout


def test_work_at_a_table_is_done_by_the_time_that_is_believed(url: str, admin: Command) -> None:
    """Whose clock is out by the clock of the machine alone is not late."""
    if not boot_id():
        pytest.skip("this system does not say which run of the machine it is")
    now = datetime.now(UTC)
    behind = now - timedelta(days=2)
    beat = {"boot": boot_id(), "alive": behind, "offset": behind.timestamp() - steady()}
    rows(url, sa.insert(HEARTBEATS).values(beat))
    due = now - timedelta(hours=1)
    rows(url, sa.update(TABLES).values(due=due))
    assert admin("jobs").stdout == "nothing is stuck\n"
    (table,), *_ = rows(url, sa.select(TABLES.c.id))
    assert admin("retry", table).exit_code == 0
    assert rows(url, sa.select(TABLES.c.due)) == [(due,)]
    assert admin("clock").exit_code == 0
    assert "+172800 s" in admin("deeds").stdout
    ((later,),) = rows(url, sa.select(TABLES.c.due))
    assert abs(later - due - timedelta(days=2)) < timedelta(minutes=1)


def test_nothing_is_taken_back_where_no_bot_has_played_for_anybody(
    url: str, admin: Command
) -> None:
    """One line says so."""
    (table,), *_ = rows(url, sa.select(TABLES.c.id))
    assert table in str(admin("take-back", table).exception)
    assert str(admin("take-back", "none").exception) == "there is no table 'none'"


def test_what_is_stuck_is_tried_again(url: str, admin: Command) -> None:
    """A bot plays for whoever is late; that is noted, and processes see that something changed."""
    (table, stamp), *_ = rows(url, sa.select(TABLES.c.id, TABLES.c.stamp))
    rows(url, sa.update(TABLES).values(due=datetime(2026, 1, 1, tzinfo=UTC)))
    assert admin("retry", table).stdout == f"table {table} is tried again within a minute\n"
    assert admin("jobs").exit_code == 0
    assert "retry" in admin("deeds").stdout
    admin("retry", table)
    assert rows(url, sa.select(TABLES.c.stamp))[0].stamp > stamp + 2
    assert str(admin("retry", "none").exception) == "there is no table 'none'"


def test_people_are_listed(admin: Command) -> None:
    """By a part of their name, or those who are shut out; never how they sign in."""
    admin("grant", "Ada")
    line = admin("people", "ad").stdout
    assert line.startswith("Ada  since 2")
    assert line.endswith("  administrator\n")
    assert admin("people", "zoe").stdout == admin("people", "--banned").stdout == ""
    admin("revoke", "Ada")
    admin("ban", "Ada")
    assert admin("people", "--banned").stdout.endswith("  not signed in  closed\n")
    (ada,) = json.loads(admin("people", "--banned", "--json").stdout)
    assert (ada["name"], ada["banned"], ada["sessions"]) == ("Ada", True, 0)
    assert "hash" not in ada.values()


def test_who_is_not_there_is_named(admin: Command) -> None:
    """So is a database that is not there."""
    error = admin("grant", "Zoe").exception
    assert str(error) == "there is no account 'Zoe'"
    run = CliRunner().invoke(app, ["admin", "jobs", "--db", "sqlite:////nowhere/x.sqlite3"])
    assert isinstance(run.exception, NoDatabase)
