"""`trainshed serve`."""

from __future__ import annotations

from typing import Annotated

import typer

from trainshed.core import BadOption


def serve(
    *,
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port; if taken, the next free one.")] = 1861,
    db: Annotated[
        str,
        typer.Option(
            metavar="URL",
            help="The database: postgresql://name:password@host/database, or sqlite:///file; "
            "by default a SQLite file of yours.",
        ),
    ] = "",
    processes: Annotated[
        int, typer.Option(help="So many processes on the port; more than one need PostgreSQL.")
    ] = 1,
    open_: Annotated[bool, typer.Option("--open", help="Open a browser.")] = False,
) -> None:
    """Start the site."""
    try:
        from trainshed.web.server import run
    except ModuleNotFoundError as error:
        raise BadOption(
            f"the site needs {error.name}: install trainshed with its extra “web”"
        ) from None
    run(host=host, port=port, url=db, browser=open_, processes=processes)
