"""`trainshed replay`."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import Annotated, Any

import typer
from msgspec import Struct
from rich.console import Console

from trainshed.adapters.export import is_export, read_export
from trainshed.board import term
from trainshed.core import (
    BadOption,
    BadRecord,
    Draws,
    Game,
    Reader,
    check_draws,
    language,
    loads,
)
from trainshed.core.match import unique
from trainshed.games import game as find
from trainshed.games import games

from .common import named, open_match, print_json, read_text

DRAWS = {
    "checked": "Draws checked: the seed brings the same.",
    "differ": "The draws differ: line {line} is not what the seed brings.",
    "unknown": "The draws cannot be checked.",
}


class Replayed(Struct, frozen=True):
    """How far a file went: the position, whose it is, what was refused, who drew."""

    game: Game[Any, Any, Any]
    names: list[str]
    state: Any
    actions: int
    error: str | None = None
    draws: Draws = Draws("unknown")


def replay(
    file: Annotated[Path, typer.Argument(help="A record, or an 18xx.games export of 1861.")],
    *,
    at: Annotated[int | None, typer.Option(help="Stop after this line or action.")] = None,
    check: Annotated[
        bool, typer.Option("--check-draws", help="Exit code 1 where the draws are not the seed's.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Replay a record: check every line, draw again, show the position and the scores."""
    text = read_text(file)
    play = _export if is_export(text) else _record
    games()
    start = perf_counter()
    with named(file):
        done = play(text, at)
    error = None if done.error is None else f"{file}: {done.error}"
    report: dict[str, Any] = {
        "game": done.game.name,
        "actions": done.actions,
        "scores": dict(zip(done.names, done.game.scores(done.state), strict=True)),
        "ended": done.game.actor(done.state) is None,
        "error": error,
        "draws": done.draws.verdict,
        "differs_at": done.draws.at,
        "seconds": round(perf_counter() - start, 6),
    }
    if json:
        print_json(report)
    else:
        _show(done, report["scores"])
    if error is not None:
        raise BadRecord(error)
    if play is _record and not text.endswith("\n"):
        typer.echo(f"trainshed: {file}: the last line does not end: is the file whole?", err=True)
    if check and done.draws.verdict == "differ":
        raise typer.Exit(1)


def _record(text: str, at: int | None) -> Replayed:
    """A record of ours, line by line."""
    record, error = loads(text), None
    try:
        match = open_match(record, at)
    except BadRecord as refused:
        error = str(refused)
        match = open_match(record, refused.played)
    draws = check_draws(match)
    if error is not None and draws.verdict == "checked":
        draws = Draws("unknown")  # what comes after it is not known
    return Replayed(find(record.game), match.names, match.state, len(match.history), error, draws)


def _export(text: str, at: int | None) -> Replayed:
    """An export, action by action; what was taken back does not count."""
    from trainshed.adapters.eighteenxx import Import

    game = Import(read_export(text))
    actions, played, error = len(game.actions), 0, None
    if at is not None and not 0 <= at <= actions:
        raise BadOption(f"--at {at}: the export has {actions} actions")
    moves = game.play()
    try:
        while played != at and next(moves, None) is not None:
            played += 1
    except BadRecord as refused:
        error = str(refused)
    names = unique([player.name for player in game.export.players])
    return Replayed(find("1861"), names, game.state, played, error)


def _show(done: Replayed, scores: dict[str, int]) -> None:
    reader = Reader(language("en"), done.names)
    console = Console(highlight=False, markup=False)
    if done.error is None:
        typer.echo(term(done.game.scene(done.state), reader=reader))
        console.print(reader.read(done.game.status(done.state)))
    for name, score in scores.items():
        console.print(f"{name}: {score:,}")
    console.print(DRAWS[done.draws.verdict].format(line=done.draws.at))
