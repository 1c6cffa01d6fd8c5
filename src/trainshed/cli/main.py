"""`trainshed`: the site, and everything else that can be done from a shell."""

from __future__ import annotations

import sys

import typer

from trainshed import __version__
from trainshed.core import TrainshedError

from .admin import app as admin
from .bench import bench
from .db import app as db
from .draw import draw
from .games import games
from .maps import app as maps
from .play import play
from .replay import replay
from .routes import routes
from .serve import serve, work
from .simulate import simulate

app = typer.Typer(
    name="trainshed",
    help="Every great railway board game under one roof. Without a command: the site.",
    no_args_is_help=False,
    add_completion=False,
    pretty_exceptions_enable=False,
)
for command in (serve, work, games, play, simulate, replay, draw, routes, bench):
    app.command()(command)
app.add_typer(maps, name="map")
app.add_typer(db, name="db")
app.add_typer(admin, name="admin")


@app.callback(invoke_without_command=True)
def shed(
    context: typer.Context,
    *,
    version: bool = typer.Option(False, "--version", help="Print the version."),
) -> None:
    """Every great railway board game under one roof. Without a command: the site."""
    if version:
        typer.echo(f"trainshed {__version__}")
    elif context.invoked_subcommand is None:
        serve()


def main() -> None:
    """Run the command line; an error is one line and a non-zero exit."""
    try:
        app()
    except TrainshedError as error:
        _fail(str(error))
    except OSError as error:
        _fail(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except KeyboardInterrupt:
        sys.exit(130)


def _fail(text: str) -> None:
    line = " ".join(text.split())
    print(f"trainshed: {line}", file=sys.stderr)  # noqa: T201
    sys.exit(1)
