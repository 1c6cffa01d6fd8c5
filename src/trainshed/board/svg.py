"""A scene as SVG: a pure function of values, the same text every time."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from trainshed.core import Reader, say

from . import crayon, desk, links, markup, symbols
from . import overprint as over
from . import position as at
from .ground import ground as draw_ground
from .labels import Label
from .layer import Layer, joined, together, within
from .scene import (
    NOTHING,
    City,
    Halt,
    HexMap,
    Journey,
    Key,
    Overprint,
    Scene,
    Space,
    Tile,
)
from .theme import Theme, fixed


def svg(
    scene: Scene,
    *,
    reader: Reader,
    overprint: Overprint = NOTHING,
    theme: Theme | None = None,
    ground: str = "inline",
    selected: Key | None = None,
    ids: str = "",
) -> str:
    """Draw a scene.

    Without a theme the drawing is for a page: its colours are variables, its symbols those of
    `symbols.sprite`. With a theme it stands alone. `ground` is "inline", "none", or the address
    of a file that `ground.sheet` made. `selected` opens the choices under that key; `ids` goes
    before the ids of shapes, where one page shows several boards.
    """
    reader = replace(reader, show=None)
    board = scene.ground
    tags = dict(scene.tags)
    sheet = over.Sheet(overprint, board, {}, reader, ids, selected, theme is not None, tags)
    below = ""
    if ground == "inline":
        below = draw_ground(board, reader=reader, theme=theme, ids=ids)
    elif ground != "none":
        below = f'<use class="ground" href="{markup.text(ground)}#ground"/>'
    above = fixed(joined(_position(scene, sheet)), theme)
    shared = "" if theme is None else symbols.used(below + above, theme)
    return f"{_opening(board, reader, theme)}{shared}{below}{above}</svg>"


class Layers(NamedTuple):
    """A drawing for a page in pieces: what begins it, its layers from the bottom, what ends it."""

    head: str
    layers: tuple[Layer, ...]
    tail: str

    @property
    def whole(self) -> str:
        """All of it in one piece, for a page that only shows it."""
        return f"{self.head}{joined(self.layers)}{self.tail}"


def layers(scene: Scene, *, reader: Reader, overprint: Overprint = NOTHING) -> Layers:
    """A scene without its ground for a page that keeps those layers which stay as they are.

    Layers with a name stand in a group each; those without one are written as they are. The
    rings of targets are there for everybody who has a seat, for they will be asked sooner or later.
    """
    reader = replace(reader, show=None)
    sheet = over.Sheet(overprint, scene.ground, {}, reader, tags=dict(scene.tags), lasts=True)
    (_, opening), *found, (_, closing) = _position(scene, sheet)
    return Layers(
        _opening(scene.ground, reader, None) + opening,
        tuple([it for it in found if it[1]]),
        f"{closing}</svg>",
    )


def written(scene: Scene) -> tuple[Label, ...]:
    """The names of the places, each where it hides least; the same until the position changes."""
    return at.written(at.lying(scene.items), scene.ground)


def _opening(board: HexMap, reader: Reader, theme: Theme | None) -> str:
    wide, high = markup.num(board.width), markup.num(board.height)
    size = f'viewBox="0 0 {wide} {high}"'
    size += ' overflow="visible"' if theme is None else f' width="{wide}" height="{high}"'
    label = markup.text(reader.read(say("The board")))
    head = f'xmlns="http://www.w3.org/2000/svg" class="board" {size} role="group"'
    return f'<svg {head} aria-label="{label}">'


def _position(scene: Scene, sheet: over.Sheet) -> tuple[Layer, ...]:
    """Everything that a move can change, from the bottom to the top."""
    if scene.desk is not None:
        return desk.draw(scene, sheet)
    board, ids = scene.ground, sheet.ids
    drawn = at.position(at.lying(scene.items), board, ids)
    sheet = sheet._replace(known=_known(scene, sheet.overprint, drawn), named=drawn.high)
    flags = [crayon.flag(flag, board, sheet.reader, place) for flag, place in drawn.flags]
    found = (
        *within((*drawn.shapes, ("rings", _rings(sheet, drawn))), "<defs>", "</defs>"),
        *drawn.hexes,
        ("last", over.last(sheet.overprint.last, sheet.known, board)),
        *drawn.places,
        ("flags", "".join(flags)),
        *drawn.pieces,
        ("targets", over.targets(sheet)),
        ("journeys", _ways(scene, drawn, sheet)),
        ("choices", over.choices(sheet)),
        *drawn.names,
        ("fans", over.fans(sheet)),
    )
    return within(found, '<g class="position">')


def _known(scene: Scene, overprint: Overprint, drawn: at.Position) -> dict[Key, over.Spot]:
    """Everything that can be clicked; of empty hexes only those that are spoken of."""
    wanted = {target.key for target in overprint.targets}
    wanted.update(overprint.last)
    wanted.difference_update(drawn.spots)
    found = dict(drawn.spots)
    if wanted:
        for item in scene.items:
            if item.key in wanted and isinstance(item, Space):
                found[item.key] = over.field(item, scene.ground, drawn.filled)
    return found


def _rings(sheet: over.Sheet, drawn: at.Position) -> str:
    """The rings of what may be clicked, written once."""
    is_asked = bool(sheet.overprint.targets)
    if not is_asked and not (sheet.lasts and sheet.reader.seat is not None):
        return ""
    board, ids = sheet.board, sheet.ids
    return together(
        (
            over.shapes(board, ids, sheet.reader.seat or 0),
            over.circles(board, ids) if Tile in drawn.rings else "",
            over.crayons(ids) if Halt in drawn.rings else "",
            over.freights(ids) if City in drawn.rings else "",
        )
    )


def _ways(scene: Scene, drawn: at.Position, sheet: over.Sheet) -> str:
    """The ways over links that may be chosen."""
    if not sheet.overprint.targets:
        return ""
    found = [it for it in scene.items if isinstance(it, Journey) and sheet.shows(it.key)]
    ways = links.journeys(
        found,
        drawn.links,
        sheet.board,
        sheet.overprint,
        sheet.reader,
        ids=sheet.ids,
        selected=sheet.selected,
    )
    if not ways:
        return ""
    wash = links.washed(found, drawn.links, sheet.board, sheet.ids)
    return wash + over.ways(sheet, ways) + over.travels(sheet, found[0].cube)
