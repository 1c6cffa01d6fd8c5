"""A map of flat-topped hexes in a terminal: a line of text for each half row.

A hex shows its stations or its town, and an arrow for each side that its track leads to; colours
only repeat what the letters say.
"""

from __future__ import annotations

from collections.abc import Iterator

from . import ansi
from .hexes import DIRECTION_NAMES
from .scene import Area, Overprint, Scene, Tile

ARROWS = {"E": "→", "NE": "↗", "N": "↑", "NW": "↖", "W": "←", "SW": "↙", "S": "↓", "SE": "↘"}
LAND, TOWN, CITY, TARGET, WATER = "·", "•", "◎", "›", "~"
_MARGIN = 3


def board(scene: Scene, overprint: Overprint, width: int) -> Iterator[str]:
    """The map, so many columns of text wide."""
    grid = scene.ground.grid
    shown = [item for item in scene.items if isinstance(item, Tile)]
    worth = {
        hex_: area.values[area.current][1]
        for area in scene.items
        if isinstance(area, Area)
        for hex_ in area.hexes
    }
    legal = {target.key for target in overprint.targets}
    first = min(grid.hex[tile.hex].q for tile in shown)
    last = max(grid.hex[tile.hex].q for tile in shown)
    room = max(4, min(7, (width - _MARGIN) // (last - first + 2)))
    names = {grid.hex[tile.hex].q: grid.name[tile.hex].rstrip("0123456789") for tile in shown}
    yield " " * _MARGIN + "".join(names[q].ljust(room) for q in sorted(names)).rstrip()
    rows: dict[int, list[Tile]] = {}
    for tile in shown:
        hex_ = grid.hex[tile.hex]
        rows.setdefault(2 * hex_.r + hex_.q, []).append(tile)
    for row in sorted(rows):
        line = grid.name[rows[row][0].hex].lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ").ljust(_MARGIN)
        for tile in sorted(rows[row], key=lambda tile: grid.hex[tile.hex].q):
            start = _MARGIN + (grid.hex[tile.hex].q - first) * room
            line += " " * (start - ansi.width(line))
            line += _cell(tile, worth.get(tile.hex), 2 * room - 1, legal=_is_legal(tile, legal))
        yield line


def _is_legal(tile: Tile, legal: set[str]) -> bool:
    keys = [tile.key, *(circle.key for circle in tile.circles)]
    keys += [plate.key for circle in tile.circles for plate in circle.stations]
    return any(key in legal for key in keys)


def _cell(tile: Tile, worth: int | None, room: int, *, legal: bool) -> str:
    look = tile.look
    words = _words(tile, worth)
    mark = ansi.paint(TARGET, ink="act", bold=True) if legal else ""
    words = words[: room - len(TARGET)]
    if look.colour == "blank":
        return mark + ansi.paint(words, ink="ink-3" if words == LAND else "ink")
    return mark + ansi.paint(words, ink="tile-track", paper=f"tile-{look.colour}")


def _words(tile: Tile, worth: int | None) -> str:
    """What stands on a hex, then where its track leads."""
    look = tile.look
    if worth is not None:
        return str(worth)
    standing = "/".join(plate.letters for circle in tile.circles for plate in circle.stations)
    body = ""
    if look.stops:
        body = CITY + standing if tile.circles else TOWN
    sides = sorted(
        {side for link in look.links for side in link}
        | {side for stop in look.stops for side in stop.sides}
    )
    body += "".join(ARROWS[DIRECTION_NAMES["flat"][side]] for side in sides)
    if look.colour == "blank" and look.cost:
        body += f"{WATER}{look.cost}"
    return body or LAND
