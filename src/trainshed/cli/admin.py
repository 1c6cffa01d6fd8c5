"""`trainshed admin`: what whoever runs a site decides, from a shell."""

from __future__ import annotations

import asyncio
import getpass
import os
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from trainshed.core import BadOption

from .common import print_json, require_site

if TYPE_CHECKING:
    from trainshed.web.database.kept import Account
    from trainshed.web.database.store import Store
    from trainshed.web.office.bureau import Bureau, Job, Person, Place

T = TypeVar("T")
Name = Annotated[str, typer.Argument(help="The name of an account.")]
Url = Annotated[str, typer.Option("--db", help="A database URL; by default that of the site.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]

app = typer.Typer(no_args_is_help=True)


@app.callback()
def group() -> None:
    """Appoint administrators, close accounts, tell everybody something, mend what is stuck."""
    require_site()


@app.command()
def grant(name: Name, *, db: Url = "") -> None:
    """Make somebody an administrator: the page /office is there for him."""

    async def work(bureau: Bureau, account: Account) -> str:
        await bureau.appoint(account, on=True, who=_who())
        return f"{account.name} is an administrator now"

    _decide(db, name, work)


@app.command()
def revoke(name: Name, *, db: Url = "") -> None:
    """Take the office away from somebody."""

    async def work(bureau: Bureau, account: Account) -> str:
        await bureau.appoint(account, on=False, who=_who())
        return f"{account.name} is no administrator any more"

    _decide(db, name, work)


@app.command()
def ban(
    name: Name,
    *,
    reason: Annotated[str, typer.Option(help="Why; only administrators read it.")] = "",
    db: Url = "",
) -> None:
    """Close an account: it is signed out everywhere at once, and its tokens are gone."""

    async def work(bureau: Bureau, account: Account) -> str:
        await bureau.ban(account, reason, who=_who())
        return f"{account.name} cannot sign in any more"

    _decide(db, name, work)


@app.command()
def unban(name: Name, *, db: Url = "") -> None:
    """Open an account again."""

    async def work(bureau: Bureau, account: Account) -> str:
        await bureau.unban(account, who=_who())
        return f"{account.name} can sign in again"

    _decide(db, name, work)


@app.command("sign-out")
def sign_out(name: Name, *, db: Url = "") -> None:
    """End all sessions of an account, and notices in its browsers."""

    async def work(bureau: Bureau, account: Account) -> str:
        ended = await bureau.sign_out(account, who=_who())
        return f"{account.name}: {ended} sessions ended"

    _decide(db, name, work)


@app.command()
def announce(
    text: Annotated[str, typer.Argument(help="What everybody is told; *emphasis* works.")],
    *,
    hours: Annotated[int | None, typer.Option(help="For so long; else until withdrawn.")] = None,
    db: Url = "",
) -> None:
    """Tell everybody something, on top of each page."""

    async def work() -> int:
        from trainshed.web.office.bulletin import Bulletin
        from trainshed.web.office.bureau import Bureau

        async with _store(db) as store:
            id_ = await Bulletin(store).post(text, hours)
            await Bureau(store).note(_who(), "announce", f"{id_}: {text}")
            return id_

    typer.echo(f"announcement {_run(work())} is shown within a minute")


@app.command()
def announcements(*, db: Url = "", json: Json = False) -> None:
    """What everybody is told."""
    from trainshed.web.office.bulletin import Announcement, Bulletin

    async def work() -> list[Announcement]:
        async with _store(db) as store:
            return await Bulletin(store).all()

    found = _run(work())
    if json:
        print_json(found)
    for it in () if json else found:
        until = f" until {_moment(it.until)}" if it.until else ""
        typer.echo(f"{it.id}: {' '.join(it.text.split())} ({_moment(it.created)}{until})")


@app.command()
def withdraw(
    id_: Annotated[int, typer.Argument(metavar="ID", help="As `announcements` says.")],
    *,
    db: Url = "",
) -> None:
    """Tell something no more."""

    async def work() -> None:
        from trainshed.web.office.bulletin import Bulletin
        from trainshed.web.office.bureau import Bureau

        async with _store(db) as store:
            if not await Bulletin(store).withdraw(id_):
                raise BadOption(f"there is no announcement {id_}")
            await Bureau(store).note(_who(), "withdraw", str(id_))

    _run(work())
    typer.echo(f"announcement {id_} is withdrawn")


@app.command()
def tables(
    word: Annotated[str, typer.Argument(help="A word of the name or of a player, or an id.")] = "",
    *,
    stuck: Annotated[bool, typer.Option("--stuck", help="Only where something is stuck.")] = False,
    db: Url = "",
    json: Json = False,
) -> None:
    """The tables that changed last; never what is hidden there."""

    async def work() -> list[Place]:
        from trainshed.web.office.bureau import Bureau

        async with _store(db) as store:
            bureau = Bureau(store)
            late = [job.table for job in await bureau.jobs(store.now())] if stuck else []
            return [it for it in await bureau.places(word) if not stuck or it.id in late]

    found = _run(work())
    if json:
        print_json(found)
    for it in () if json else found:
        stage = "finished" if it.over else "running"
        who = ", ".join(it.players)
        typer.echo(f"{it.id}  {it.game}  {stage}  {_moment(it.changed)}  {it.name} ({who})")


@app.command()
def jobs(*, db: Url = "", json: Json = False) -> None:
    """What should have happened by now: moves of bots, clocks, orders, notices; exit code 1."""

    async def work() -> tuple[list[Job], datetime]:
        from trainshed.web.office.bureau import Bureau

        async with _store(db) as store:
            now = store.now()
            return await Bureau(store).jobs(now), now

    found, now = _run(work())
    if json:
        print_json(found)
    else:
        for it in found:
            age = int((now - it.since).total_seconds())
            typer.echo(f"{it.kind}  {it.table}  {it.name}  for {age} s")
        if not found:
            typer.echo("nothing is stuck")
    if found:
        raise typer.Exit(1)


@app.command()
def retry(
    table: Annotated[str, typer.Argument(help="The id of a table, as `jobs` says.")],
    *,
    db: Url = "",
) -> None:
    """Let whatever is stuck at a table be tried again; a clock that is out is seen to at once."""

    async def work() -> None:
        async with _mended(db) as bureau:
            await bureau.retry(table, who=_who())

    _run(work())
    typer.echo(f"table {table} is tried again within a minute")


@app.command("take-back")
def take_back(
    table: Annotated[str, typer.Argument(help="The id of a table.")],
    *,
    db: Url = "",
) -> None:
    """Take back what a bot has played for somebody who was late, and give him his seat back."""

    async def work() -> int:
        from trainshed.core import NoUndo

        async with _mended(db) as bureau:
            try:
                return await bureau.take_back(table, who=_who())
            except NoUndo as error:
                raise BadOption(str(error)) from None

    lines = _run(work())
    typer.echo(f"table {table}: {lines} actions were taken back")


@app.command()
def clock(*, db: Url = "") -> None:
    """Say that the clock of this machine is right, after it has jumped: time runs out again."""

    async def work() -> None:
        from trainshed.web.office.bureau import Bureau
        from trainshed.web.processes.live import Bus
        from trainshed.web.tables.heartbeat import Heartbeat
        from trainshed.web.timekeeping import Timekeeping

        async with _store(db) as store:
            heartbeat = Heartbeat(store, Bus(), Timekeeping(), serves=False)
            await heartbeat.recall()
            await Bureau(store, heartbeat=heartbeat).accept_clock(who=_who())

    _run(work())
    typer.echo("the clock of this machine is right, all processes of the site hear so")


@app.command()
def people(
    word: Annotated[str, typer.Argument(help="A part of the name.")] = "",
    *,
    banned: Annotated[bool, typer.Option("--banned", help="Only closed accounts.")] = False,
    db: Url = "",
    json: Json = False,
) -> None:
    """The accounts that were made last, closed ones first."""

    async def work() -> list[Person]:
        from trainshed.web.office.bureau import Bureau

        async with _store(db) as store:
            return await Bureau(store).persons(word, banned=banned)

    found = _run(work())
    if json:
        print_json(found)
    for it in () if json else found:
        seen = f"seen {_moment(it.seen)}" if it.seen else "not signed in"
        marks = "  administrator" * it.admin + "  bot" * it.bot + "  closed" * it.banned
        typer.echo(f"{it.name}  since {_moment(it.created)}  {seen}{marks}")


@app.command()
def deeds(*, db: Url = "", json: Json = False) -> None:
    """What administrators did, the newest first."""
    from trainshed.web.office.bureau import Bureau, Deed

    async def work() -> list[Deed]:
        async with _store(db) as store:
            return await Bureau(store).deeds()

    found = _run(work())
    if json:
        print_json(found)
    for it in () if json else found:
        typer.echo(f"{_moment(it.time)}  {it.who}  {it.what}  {it.about}")


def _decide(
    db: str, name: str, deed: Callable[[Bureau, Account], Coroutine[Any, Any, str]]
) -> None:
    """Do something with an account, and say what was done."""

    async def work() -> str:
        from trainshed.web.office.bureau import Bureau
        from trainshed.web.people.people import People

        async with _store(db) as store:
            found = await People(store).named(name)
            if found is None:
                raise BadOption(f"there is no account {name!r}")
            return await deed(Bureau(store), found[0])

    typer.echo(_run(work()))


@asynccontextmanager
async def _store(db: str) -> AsyncIterator[Store]:
    """The database of the site, and the time as its processes on this machine believe it."""
    from trainshed.web.database.schema import require_current
    from trainshed.web.database.store import Store
    from trainshed.web.processes.live import Bus
    from trainshed.web.settings import Config
    from trainshed.web.tables.heartbeat import Heartbeat
    from trainshed.web.timekeeping import Timekeeping

    timekeeping = Timekeeping()
    store = Store(Config.read(os.environ, db).url, now=timekeeping.now)
    try:
        await require_current(store)
        await Heartbeat(store, Bus(), timekeeping, serves=False).recall()
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def _mended(db: str) -> AsyncIterator[Bureau]:
    """The bureau for work at a table, of which the processes of the site are told."""
    from trainshed.web.office.bureau import Bureau
    from trainshed.web.processes.live import Bus
    from trainshed.web.processes.wire import wired
    from trainshed.web.settings import Config
    from trainshed.web.tables.tables import Tables, UnknownTable

    async with _store(db) as store:
        wire = wired(store, Config.read(os.environ, db).data)
        try:
            yield Bureau(store, Tables(store, Bus(wire.send)))
        except UnknownTable as error:
            raise BadOption(f"there is no table {str(error)!r}") from None
        finally:
            await wire.close()


def _run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


def _who() -> str:
    """Who sits at the shell."""
    try:
        return f"shell: {getpass.getuser()}"
    except (KeyError, OSError):  # a container may have no names
        return "shell"


def _moment(time: datetime) -> str:
    return time.strftime("%Y-%m-%d %H:%M")
