"""`trainshed db`: keep, move and check the games of a site."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Coroutine, Iterable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer
from rich.console import Console
from rich.progress import track

from .common import print_json, require_site

if TYPE_CHECKING:
    from trainshed.web.database.audit import Fault
    from trainshed.web.database.backup import Done
    from trainshed.web.database.store import Store
    from trainshed.web.database.transfer import Outcome

T = TypeVar("T")
Url = Annotated[str, typer.Option("--db", help="A database URL; by default a file of yours.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]

app = typer.Typer(no_args_is_help=True)


@app.callback()
def group() -> None:
    """Keep, move and check the games of a site."""
    require_site()


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="A file that is not there yet.")],
    *,
    db: Url = "",
    json: Json = False,
) -> None:
    """Copy the whole database into a file, also while the site runs.

    The file holds everything: secrets of unfinished games, who sits where, accounts. The key of
    the cookies, the file “secret” in the data folder, is not in it: keep it beside.
    With PostgreSQL this calls pg_dump.
    """
    from trainshed.web.database.backup import backup as copy

    async def work() -> Done:
        async with _store(db) as store:
            return await copy(store, file)

    _tell(_run(work()), json=json)


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="What `trainshed db backup` wrote.")],
    *,
    db: Url = "",
    force: Annotated[bool, typer.Option("--force", help="Write over what is there.")] = False,
    json: Json = False,
) -> None:
    """Make a database of a backup, where there is none yet; the file is checked first.

    Stop the site before. With PostgreSQL this calls pg_restore.
    """
    from trainshed.web.database.backup import restore as bring

    async def work() -> Done:
        async with _store(db) as store:
            return await bring(store, file, force=force)

    _tell(_run(work()), json=json)


@app.command()
def export(
    target: Annotated[Path, typer.Argument(help="A folder or a .zip file, not there yet.")],
    *,
    db: Url = "",
    owners: Annotated[
        bool, typer.Option("--owners", help="Say also whose a seat is, for a site that knows them.")
    ] = False,
    finished: Annotated[bool, typer.Option("--finished", help="Only games that are over.")] = False,
    json: Json = False,
) -> None:
    """Write every game as a record, and one manifest, for `trainshed db import`.

    The files of unfinished games contain secrets: their seeds and all that is hidden. Do not
    publish them; with --finished they are left out.
    """
    found, tables, lines = _run(_export(target, db, owners=owners, finished=finished, quiet=json))
    if json:
        failed = [{"table": it.table, "error": it.reason} for it in found]
        print_json({"file": str(target), "tables": tables, "lines": lines, "failed": failed})
    else:
        _complain(f"table {it.table}: {it.reason}" for it in found)
        typer.echo(f"{target}: {tables} tables, {lines} lines")
    _exit(found)


@app.command("import")
def import_(
    source: Annotated[Path, typer.Argument(help="What `trainshed db export` wrote.")],
    *,
    db: Url = "",
    json: Json = False,
) -> None:
    """Bring the games of another site into this one.

    A table keeps its id if that is free. One that is here already is left as it is; a file that
    cannot be read, or whose lines do not fit the laws, is named and left out. A seat of an account
    that is not here is open.
    """
    from trainshed.web.database.transfer import FAILED, IMPORTED

    found = _run(_import(source, db, quiet=json))
    failed = [it for it in found if it.outcome == FAILED]
    if json:
        print_json({"file": str(source), "tables": found})
    else:
        _complain(_said(it) for it in found if it.outcome != IMPORTED)
        skipped = sum(it.outcome == "skipped" for it in found)
        brought = len(found) - len(failed) - skipped
        typer.echo(f"{source}: {brought} imported, {skipped} here already, {len(failed)} failed")
    _exit(failed)


@app.command()
def copy(
    target: Annotated[str, typer.Argument(metavar="URL", help="A database with nothing in it.")],
    *,
    db: Url = "",
    json: Json = False,
) -> None:
    """Write all that a database holds into another one: from SQLite to PostgreSQL, or back.

    Games, people with their passwords and passkeys, ratings, talk, maps: everything or nothing.
    Stop the site before: what is played later is not in it. The key of the cookies, the file
    “secret” in the data folder, must stay the same.
    """
    from trainshed.web.database.transcript import copy as pour

    async def work() -> dict[str, int]:
        async with _store(db, current=True) as source, _store(target) as store:
            return await pour(source, store)

    done = _run(work())
    if json:
        print_json(done)
    else:
        typer.echo(f"{done['table']} tables, {done['account']} accounts, {sum(done.values())} rows")


@app.command()
def check(*, db: Url = "", json: Json = False) -> None:
    """Play every line of every table again, and name what does not fit; then the exit code is 1.

    Tables that cannot be read, states and scores that differ from those the lines lead to, seats
    that there are not, lines that are missing.
    """
    found, tables, lines = _run(_check(db, quiet=json))
    if json:
        print_json({"tables": tables, "lines": lines, "faults": found})
    else:
        for it in found:
            typer.echo(f"table {it.table}: {it.text}" if it.table else it.text)
        number = len({it.table for it in found})
        told = f"{number} with faults" if number else "no fault"
        typer.echo(f"{tables} tables, {lines} lines, {told}")
    _exit(found)


async def _export(
    target: Path, db: str, *, owners: bool, finished: bool, quiet: bool
) -> tuple[list[Outcome], int, int]:
    from trainshed.web.database import archive, bundle, transfer

    async with _store(db, current=True) as store:
        tables = await archive.ids(store, finished=finished)
        with bundle.writing(target, owners=owners) as writer:
            shown = _track(tables, quiet=quiet)
            failed = [it async for it in transfer.send(store, shown, writer)]
        return failed, writer.tables, writer.lines


async def _import(source: Path, db: str, *, quiet: bool) -> list[Outcome]:
    from trainshed.web.database import bundle, schema, transfer

    with bundle.reading(source) as reader:
        tables = reader.tables()
        async with _store(db) as store:
            if not db:
                Path(store.engine.url.database or "").parent.mkdir(parents=True, exist_ok=True)
            await schema.prepare(store)
            shown = _track(tables, quiet=quiet)
            return [it async for it in transfer.receive(store, shown, reader)]


async def _check(db: str, *, quiet: bool) -> tuple[list[Fault], int, int]:
    from trainshed.web.database import archive, audit

    found: list[Fault] = []
    lines = 0
    async with _store(db, current=True) as store:
        tables = await archive.ids(store)
        for table in _track(tables, quiet=quiet):
            try:
                kept = await archive.whole(store, table)
            except Exception as error:  # noqa: BLE001 - whatever a damaged row leads to
                found.append(audit.Fault(table, audit.UNREADABLE, str(error) or repr(error)))
                continue
            if kept is not None:
                found += audit.faults(kept)
                lines += len(kept.lines)
        found += await audit.unreadable(store)
    return found, len(tables), lines


@asynccontextmanager
async def _store(db: str, *, current: bool = False) -> AsyncIterator[Store]:
    """The database that `trainshed serve` would use; with `current`, of the present schema."""
    from trainshed.web.database.schema import require_current
    from trainshed.web.database.store import Store
    from trainshed.web.settings import Config

    config = Config.read(os.environ, db)
    store = Store(config.url)
    try:
        if current:
            await require_current(store)
        yield store
    finally:
        await store.close()


def _run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


def _track(tables: Sequence[T], *, quiet: bool) -> Iterable[T]:
    """The tables, with a bar where somebody sees it."""
    console = Console(stderr=True)
    silent = quiet or not console.is_terminal
    return track(tables, "tables", len(tables), console=console, disable=silent, transient=True)


def _tell(done: Done, *, json: bool) -> None:
    if json:
        print_json(done)
    else:
        typer.echo(f"{done.file}: {done.bytes:,} bytes, schema {done.schema}")


def _said(it: Outcome) -> str:
    """What became of a table, in a line."""
    named = f"{it.file}: table {it.table}" if it.table else "a table"
    moved = f" is now {it.now}" if it.outcome == "renamed" else f" was {it.outcome}"
    verb = " was left out" if it.outcome in ("failed", "skipped") else moved
    return f"{named}{verb}: {it.reason}"


def _complain(lines: Iterable[str]) -> None:
    for line in lines:
        typer.echo(" ".join(line.split()), err=True)


def _exit(wrong: Sequence[object]) -> None:
    if wrong:
        raise typer.Exit(1)
