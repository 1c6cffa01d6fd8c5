"""The version of a database's schema, and whether this Trainshed can read it."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy.exc import SQLAlchemyError

from .store import NoDatabase, Store, shown

MIGRATIONS = "trainshed.web:migrations"


def versions() -> list[str]:
    """The versions of the schema that this Trainshed knows, the newest first."""
    config = Config()
    config.set_main_option("script_location", MIGRATIONS)
    return [it.revision for it in ScriptDirectory.from_config(config).walk_revisions()]


def refuse_unknown(version: str | None, what: str) -> None:
    """NoDatabase where `what` is not ours, or newer than this Trainshed."""
    if not version:
        raise NoDatabase(f"{what} is no database of Trainshed")
    newest = versions()[0]
    if version not in versions():
        raise NoDatabase(
            f"{what} has the schema {version!r}, but this Trainshed knows those up to"
            f" {newest!r}: use a newer Trainshed"
        )


async def require_current(store: Store) -> None:
    """NoDatabase where a database is missing, not ours, or not of the present schema."""
    version, name = await present(store), shown(store.engine.url)
    refuse_unknown(version, f"the database {name}")
    newest = versions()[0]
    if version != newest:
        raise NoDatabase(
            f"the database {name} has the schema {version!r}, but {newest!r} is needed:"
            " start the site once, it brings the database up to date"
        )


async def prepare(store: Store) -> None:
    """Bring a database up to date, or make it; NoDatabase where it is newer, or not ours."""
    if not is_missing(store.engine.url):
        version = await present(store)
        if version is not None:
            refuse_unknown(version, f"the database {shown(store.engine.url)}")
    await store.migrate()


async def present(store: Store) -> str | None:
    """The version of a database, None where it is not ours; a file is not made for the asking."""
    if is_missing(store.engine.url):
        raise NoDatabase(f"there is no database {shown(store.engine.url)}")
    try:
        async with store.engine.connect() as connection:
            return await connection.run_sync(_version)
    except (SQLAlchemyError, CommandError, OSError) as error:
        reason = str(error).splitlines()[0]
        raise NoDatabase(
            f"the database {shown(store.engine.url)} cannot be used: {reason}"
        ) from None


def is_missing(address: sa.URL) -> bool:
    """Whether an address names a file that is not there."""
    return is_sqlite(address) and not Path(address.database or "").is_file()


def is_sqlite(address: sa.URL) -> bool:
    """Whether an address is one of SQLite."""
    return address.get_backend_name() == "sqlite"


def _version(connection: sa.Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()
