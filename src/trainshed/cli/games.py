"""`trainshed games`."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from msgspec.structs import fields
from rich.console import Console
from rich.table import Table

from trainshed.core.game import shown
from trainshed.games import games as all_games

from .common import print_json


def games(
    *, json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False
) -> None:
    """List the games with their seats and options."""
    if json:
        print_json(describe())
        return
    table = Table("key", "title", "players", "options", box=None, header_style="bold")
    for row in describe():
        options = "\n".join(
            f"{option['name']} = {shown(option['default'])}"
            + (f"  ({', '.join(map(shown, option['values']))})" if option["values"] else "")
            for option in row["options"]
        )
        seats = f"{row['seats'][0]}–{row['seats'][-1]}"
        table.add_row(row["key"], row["title"], seats, options)
    Console().print(table)


def describe() -> list[dict[str, Any]]:
    """Every game: key, title, seats, options with their values and defaults."""
    return [
        {
            "key": game.name,
            "title": game.title,
            "seats": list(game.seats),
            "options": [
                {"name": info.name, "values": values, "default": info.default}
                for info, values in zip(fields(game.options), game.choices().values(), strict=True)
            ],
        }
        for game in all_games().values()
    ]
