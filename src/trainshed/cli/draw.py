"""`trainshed draw`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from trainshed.board import png, svg
from trainshed.core import LANGUAGES, BadOption, Match, Reader, language
from trainshed.games import game as find
from trainshed.games import games

from .common import open_match, read_options, read_record


def draw(
    what: Annotated[str, typer.Argument(help="A game's key, or a record.")],
    *,
    output: Annotated[Path, typer.Option("-o", "--output", help="A .svg or .png file.")],
    at: Annotated[int | None, typer.Option(help="The position after this line.")] = None,
    option: Annotated[list[str] | None, typer.Option(help="An option, as name=value.")] = None,
    theme: Annotated[str, typer.Option(help="light or dark")] = "light",
    width: Annotated[int, typer.Option(min=100, max=8000, help="Of a .png, in pixels.")] = 1600,
    language_: Annotated[str, typer.Option("--language", help=", ".join(LANGUAGES))] = "en",
) -> None:
    """Draw a board as a picture."""
    match = _match(what, at, option or [])
    reader = Reader(language(language_), match.names)
    scene = match.game.scene(match.state)
    shade = _theme(theme)
    if output.suffix == ".svg":
        output.write_text(svg(scene, reader=reader, theme=shade), encoding="utf-8")
    elif output.suffix == ".png":
        output.write_bytes(png(scene, reader=reader, theme=shade, width=width))
    else:
        raise BadOption(f"-o {output}: a picture is a .svg or a .png file")


def _match(what: str, at: int | None, option: list[str]) -> Match[Any, Any]:
    if what in games() or not Path(what).exists():
        found = find(what)
        if at is not None:
            raise BadOption(f"--at {at} goes with a record, {what} is a game")
        return Match(found, options=read_options(found, option))
    if option:
        raise BadOption(f"--option {option[0]} goes with a game, {what} is a record")
    return open_match(read_record(Path(what)), at)


def _theme(name: str) -> Literal["light", "dark"]:
    if name == "light":
        return "light"
    if name == "dark":
        return "dark"
    raise BadOption(f"--theme {name!r} is neither light nor dark")
