"""`trainshed serve`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from trainshed.core import BadOption


def serve(
    *,
    host: Annotated[
        str | None, typer.Option(help="The address to listen on, by default 127.0.0.1.")
    ] = None,
    port: Annotated[
        int | None, typer.Option(help="The port, by default 1861; if taken, the next free one.")
    ] = None,
    db: Annotated[
        str,
        typer.Option(
            metavar="URL",
            help="The database: postgresql://name:password@host/database, or sqlite:///file; "
            "by default a SQLite file of yours.",
        ),
    ] = "",
    processes: Annotated[
        int | None,
        typer.Option(help="So many processes on the port; as many as there are cores is good."),
    ] = None,
    config: Annotated[
        Path | None,
        typer.Option(help="A file of settings; by default trainshed.toml in the data folder."),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Say which settings are in force, and stop.")
    ] = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", help="Let the log say what goes well, too.")
    ] = False,
    open_: Annotated[bool, typer.Option("--open", help="Open a browser.")] = False,
) -> None:
    """Start the site."""
    try:
        from trainshed.web.server import in_force, run
    except ModuleNotFoundError as error:
        raise BadOption(
            f"the site needs {error.name}: install trainshed with its extra “web”"
        ) from None
    options = {"host": host, "port": port, "db": db, "processes": processes, "config": config}
    given = {name: str(value) for name, value in options.items() if value not in (None, "")}
    if check:
        for line in in_force(os.environ, given):
            typer.echo(line)
    else:
        run(given, browser=open_, verbose=verbose)
