"""`trainshed serve` and `trainshed work`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from .common import require_site

Db = Annotated[
    str,
    typer.Option(
        metavar="URL",
        help="The database: postgresql://name:password@host/database, or sqlite:///file; "
        "by default a SQLite file of yours.",
    ),
]
File = Annotated[
    Path | None,
    typer.Option(help="A file of settings; by default trainshed.toml in the data folder."),
]
Verbose = Annotated[bool, typer.Option("--verbose", help="Let the log say what goes well, too.")]


def serve(
    *,
    host: Annotated[
        str | None, typer.Option(help="The address to listen on, by default 127.0.0.1.")
    ] = None,
    port: Annotated[
        int | None, typer.Option(help="The port, by default 1861; if taken, the next free one.")
    ] = None,
    db: Db = "",
    processes: Annotated[
        int | None,
        typer.Option(help="So many processes on the port; as many as there are cores is good."),
    ] = None,
    config: File = None,
    check: Annotated[
        bool, typer.Option("--check", help="Say which settings are in force, and stop.")
    ] = False,
    no_work: Annotated[
        bool, typer.Option("--no-work", help="Leave bots, clocks and notices to `trainshed work`.")
    ] = False,
    verbose: Verbose = False,
    open_: Annotated[bool, typer.Option("--open", help="Open a browser.")] = False,
) -> None:
    """Start the site."""
    require_site("trainshed.web.server", "resvg_py")
    from trainshed.web.server import in_force, run
    from trainshed.web.settings import ALL, SERVE

    given = _given(host=host, port=port, db=db, processes=processes, config=config)
    if check:
        for line in in_force(os.environ, given):
            typer.echo(line)
    else:
        run(given, part=SERVE if no_work else ALL, browser=open_, verbose=verbose)


def work(*, db: Db = "", config: File = None, verbose: Verbose = False) -> None:
    """Let bots move, clocks run out and notices go, without serving anybody; on PostgreSQL.

    Start it as often as you like, on one machine or on several, with the settings of the site.
    """
    require_site("trainshed.web.worker")
    from trainshed.web.worker import run

    run(_given(db=db, config=config), verbose=verbose)


def _given(**options: object) -> dict[str, str]:
    """What was set."""
    return {name: str(value) for name, value in options.items() if value not in (None, "")}
