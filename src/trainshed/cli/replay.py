"""`trainshed replay`."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import Annotated, Any

import typer
from rich.console import Console

from trainshed.board import term
from trainshed.core import BadRecord, Reader, language
from trainshed.games import game as find

from .common import open_match, print_json, read_record


def replay(
    file: Annotated[Path, typer.Argument(help="A record.")],
    *,
    at: Annotated[int | None, typer.Option(help="Stop after this line.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Replay a record: check every line, show the position and the scores."""
    record = read_record(file)
    start = perf_counter()
    error = None
    try:
        match = open_match(record, at)
    except BadRecord as refused:
        error = f"{file}: {refused}"
        match = open_match(record, refused.played)
    seconds = perf_counter() - start
    report: dict[str, Any] = {
        "game": record.game,
        "actions": len(match.history),
        "scores": dict(zip(match.names, match.game.scores(match.state), strict=True)),
        "ended": match.actor is None,
        "error": error,
        "seconds": round(seconds, 6),
    }
    if json:
        print_json(report)
    else:
        reader = Reader(language("en"), match.names)
        console = Console(highlight=False, markup=False)
        if error is None:
            typer.echo(term(match.game.scene(match.state), reader=reader))
            console.print(reader.read(find(record.game).status(match.state)))
        for name, score in report["scores"].items():
            console.print(f"{name}: {score:,}")
    if error is not None:
        raise BadRecord(error)
