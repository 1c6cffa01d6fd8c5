"""The whole database in one file, and back: SQLite by itself, PostgreSQL by its own programs."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import sqlalchemy as sa
from msgspec import Struct

from trainshed.core import BadOption
from trainshed.web.processes.wire import SITE

from .bundle import refuse_existing
from .schema import is_sqlite, present, refuse_unknown
from .store import NoDatabase, Store, shown
from .watermarks import END

SQLITE, POSTGRES = b"SQLite format 3\0", b"PGDMP"
PAGES = -1
"""All pages in one go: whoever writes meanwhile does not make it begin again."""

_USERS = sa.text(
    "SELECT count(*) FROM pg_stat_activity"
    " WHERE datname = current_database() AND application_name = :site"
).bindparams(site=SITE)


class Done(Struct, frozen=True):
    """A backup: its file, how long it is, the version of its schema."""

    file: str
    bytes: int
    schema: str


async def backup(store: Store, path: Path) -> Done:
    """Write the database into a new file, also while the site runs."""
    refuse_existing(path)
    address = store.engine.url
    version = await present(store)
    if not version:
        raise NoDatabase(f"the database {shown(address)} is no database of Trainshed")
    await store.close()
    with _draft(path) as draft:
        if is_sqlite(address):
            version = _copied(Path(address.database or ""), draft)
        else:
            _run("pg_dump", "--format=custom", "--no-owner", "--file", str(draft), to=address)
        refuse_existing(path)
        draft.rename(path)
    return _done(path, version)


async def restore(store: Store, path: Path, *, force: bool) -> Done:
    """Make a database of a backup, in an empty place unless `force`; the file is checked first."""
    address = store.engine.url
    with path.open("rb") as file:
        head = file.read(len(SQLITE))
    kind = SQLITE if is_sqlite(address) else POSTGRES
    if not head.startswith(kind):
        raise BadOption(_other_kind(path, head, address))
    if kind is SQLITE:
        version = _sound(path)
        _restore_file(path, Path(address.database or ""), force=force)
    else:
        version = _dumped(path)
        await _refuse_taken(store, path, force=force)
        more = ("--clean", "--if-exists") if force else ()
        whole = ("--single-transaction", "--exit-on-error", "--no-owner", *more)
        _run("pg_restore", *whole, str(path), to=address)
    return _done(path, version)


def _done(path: Path, version: str) -> Done:
    return Done(str(path), path.stat().st_size, version)


def _other_kind(path: Path, head: bytes, address: sa.URL) -> str:
    kinds = {SQLITE: "SQLite", POSTGRES: "PostgreSQL"}
    for sign, name in kinds.items():
        if head.startswith(sign):
            return (
                f"{path} is a backup of {name}, but the database is {shown(address)}:"
                " from one to the other goes `trainshed db copy`"
            )
    return f"{path} is no backup of a database"


def _copied(source: Path, target: Path) -> str:
    """Copy a file of SQLite, whoever uses it; the version of the schema in the copy."""
    try:
        with (
            closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as old,
            closing(sqlite3.connect(target)) as new,
        ):
            old.backup(new, pages=PAGES)
            new.execute("PRAGMA journal_mode=DELETE")  # one file, nothing beside it
    except sqlite3.Error as error:
        raise NoDatabase(f"the database {source} cannot be copied: {error}") from None
    return _sound(target, named=source, is_known=False)


def _sound(path: Path, *, named: Path | None = None, is_known: bool = True) -> str:
    """The version of the schema in a file of SQLite; NoDatabase where it is damaged, or newer."""
    name = str(named or path)
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as file:
            wrong = file.execute("PRAGMA integrity_check(1)").fetchone()[0]
            if wrong != "ok":
                raise NoDatabase(f"{name} is damaged: {' '.join(wrong.split())}")
            keys = file.execute("PRAGMA foreign_key_check").fetchone()
            found = file.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.OperationalError as error:
        if "no such table" not in str(error):
            raise NoDatabase(f"{name} cannot be read: {error}") from None
        raise NoDatabase(f"{name} is no database of Trainshed") from None
    except sqlite3.DatabaseError as error:
        raise NoDatabase(f"{name} is damaged: {error}") from None
    if keys is not None:
        raise NoDatabase(f"{name} is damaged: a row of {keys[0]!r} belongs to no {keys[2]!r}")
    version = found[0] if found else None
    if is_known or version is None:
        refuse_unknown(version, name)
    return str(version)


def _restore_file(path: Path, target: Path, *, force: bool) -> None:
    if not target.name or target.name == ":memory:":
        raise BadOption("the database is no file: there is nothing to restore into")
    if target.exists() and not force:
        raise BadOption(f"the database {target} is there already: --force writes over it")
    target.parent.mkdir(parents=True, exist_ok=True)
    if target.exists():
        _refuse_used(target)
    with _draft(target) as draft:
        _copied(path, draft)
        for rest in ("-wal", "-shm", "-journal", END):
            target.with_name(target.name + rest).unlink(missing_ok=True)
        draft.replace(target)


def _refuse_used(target: Path) -> None:
    """BadOption where somebody has the file open: only who is alone may leave the WAL mode."""
    try:
        with closing(sqlite3.connect(target, timeout=0.5)) as file:
            file.execute("PRAGMA journal_mode=DELETE").fetchone()
            file.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise BadOption(f"the database {target} is in use: stop the site first") from None
        raise NoDatabase(f"the database {target} cannot be used: {error}") from None
    except sqlite3.DatabaseError:
        pass  # what is there is damaged: that is why it is restored


@contextmanager
def _draft(path: Path) -> Iterator[Path]:
    """A file that takes the place of `path` when it is whole; nobody else may read it."""
    folder = path.absolute().parent
    if not folder.is_dir():
        raise BadOption(f"there is no folder {folder}")
    with tempfile.TemporaryDirectory(dir=folder, prefix=".backup-") as made:
        draft = Path(made) / "draft"
        os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        yield draft


def _dumped(path: Path) -> str:
    """The version of the schema in a dump; NoDatabase where it cannot be read, or is newer."""
    _run("pg_restore", "--list", str(path), to=None)
    rows = _run(
        "pg_restore", "--data-only", "--table=alembic_version", "--file=-", str(path), to=None
    ).splitlines()
    start = next((n for n, row in enumerate(rows) if row.startswith("COPY ")), None)
    version = None if start is None else rows[start + 1].strip()
    refuse_unknown(None if version == "\\." else version, str(path))
    return str(version)


async def _refuse_taken(store: Store, path: Path, *, force: bool) -> None:
    """BadOption where a database is in use, or has tables.

    With `force` only such tables count as the backup lacks.
    """
    async with store.engine.connect() as connection:
        found = await connection.run_sync(lambda it: sorted(sa.inspect(it).get_table_names()))
        users = (await connection.execute(_USERS)).scalar_one()
    await store.close()
    name = shown(store.engine.url)
    if users:
        raise BadOption(
            f"the database {name} is in use: a running site has {users} connections, stop it first"
        )
    if found and not force:
        raise BadOption(f"the database {name} has tables already: --force writes over them")
    listed = _run("pg_restore", "--list", str(path), to=None)
    others = [it for it in found if f" TABLE public {it} " not in listed]
    if others:
        raise BadOption(
            f"the database {name} has tables that {path} has not: {', '.join(others)};"
            " remove them first"
        )


def _run(program: str, *words: str, to: sa.URL | None) -> str:
    """Run a program of PostgreSQL; the password is not among its words, where others see it."""
    found = shutil.which(program)
    if found is None:
        raise BadOption(
            f"{program} is not installed: it comes with the client programs of PostgreSQL"
        )
    environment, target = {**os.environ, "LC_MESSAGES": "C"}, list[str]()
    if to is not None:
        if to.password:
            environment["PGPASSWORD"] = str(to.password)
        bare = sa.URL.create(
            "postgresql", to.username, None, to.host, to.port, to.database, to.query
        )
        target = ["--dbname", bare.render_as_string()]
    done = subprocess.run(  # noqa: S603 - no shell, and the program is PostgreSQL's
        [found, *target, *words],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        reason = "; ".join(done.stderr.strip().splitlines()[:2]) or f"exit code {done.returncode}"
        raise NoDatabase(reason if reason.startswith(program) else f"{program}: {reason}")
    return done.stdout
