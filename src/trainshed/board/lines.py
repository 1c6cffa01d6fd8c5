"""The routes of trains on an 18xx map: bands of enamel under the track, flags and values on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from . import symbols
from .layout import DISC, Way, layout
from .markup import group, moved, name, num
from .scene import Enamel, HexMap, Piece, RouteLine

BAND, CASING = 0.32, 0.43
"""How wide a route is, and the halo under it, in radii of a hex."""
_FLAG = 0.36
_DASHES: dict[Enamel, str] = {
    "violet": "3 3",
    "orange": "",
    "sky": "3 12",
    "green": "4 8",
    "red": "2 9",
    "yellow": "2 4",
    "blue": "1 2",
    "black": "9 3 2 3",
}
"""What tells routes apart without colour; dots would not show on a band this broad."""


def bands(routes: Iterable[RouteLine], board: HexMap) -> str:
    """Each route, under the track: halo, enamel, and the pattern that tells it without colour."""
    return "".join(_band(route, board) for route in routes)


def flags(routes: Sequence[RouteLine], board: HexMap) -> str:
    """The trains, each on its route, and what they count at their stops."""
    seen: dict[tuple[int, int], int] = {}
    drawn = ""
    for route in routes:
        for hex_, stop, value in route.values:
            before = seen.get((hex_, stop), 0)
            seen[hex_, stop] = before + 1
            drawn += _value(route, hex_, value, before, board)
    return drawn + "".join(_flag(route, board) for route in routes)


def way(piece: Piece, board: HexMap) -> Way:
    """The track of a piece, about the middle of its hex."""
    place = layout(piece.look, board.grid.tops)
    if piece.ends:
        stop = piece.look.stops[piece.to]
        return place.spokes[piece.to][stop.sides.index(piece.side)]
    for pair, found in zip(piece.look.links, place.links, strict=True):
        if pair == (piece.side, piece.to):
            return found
        if pair == (piece.to, piece.side):
            return found.back()
    raise ValueError(f"no track from {piece.side} to {piece.to} on {piece.look.name}")


def _band(route: RouteLine, board: HexMap) -> str:
    radius = board.radius
    path = "".join(
        way(piece, board).path(radius, at=board.centre(piece.hex)) for piece in route.pieces
    )
    shape = f'<path d="{path}" stroke'
    pattern = _DASHES[route.enamel]
    drawn = (
        f'{shape}="var(--halo)" stroke-width="{num(CASING * radius)}" stroke-linecap="round"/>'
        f'{shape}="var(--{route.enamel})" stroke-width="{num(BAND * radius)}" '
        'stroke-linecap="round"/>'
    )
    if pattern:
        drawn += (
            f'{shape}="var(--{route.enamel}-on)" stroke-opacity=".55" '
            f'stroke-dasharray="{pattern}" stroke-width="{num(BAND * radius)}"/>'
        )
    return group(drawn, f'id="{name(route.key)}" class="route" fill="none"')


def _flag(route: RouteLine, board: HexMap) -> str:
    """On the piece nearest to half way that runs from side to side, else on a side."""
    if not route.pieces:
        return ""
    half = len(route.pieces) // 2
    order = sorted(range(len(route.pieces)), key=lambda n: (route.pieces[n].ends, abs(n - half)))
    piece = route.pieces[order[0]]
    dx, dy = way(piece, board).points(2)[0 if piece.ends else 1]
    x, y = board.centre(piece.hex)
    at = x + dx * board.radius, y + dy * board.radius
    size = _FLAG * board.radius
    wide = max(size, 3.5 + len(route.train) * size * 0.42)
    body = (
        f'<rect x="{num(-wide / 2)}" y="{num(-size / 2)}" width="{num(wide)}" '
        f'height="{num(size)}" rx="3" {symbols.worn(route.enamel)}/>'
    )
    body += symbols.lettered(route.train, route.enamel, size=size * 0.68)
    return group(body, f'class="flag" {moved(at)}')


def _value(route: RouteLine, hex_: int, value: int, before: int, board: HexMap) -> str:
    """What a stop earns, on the disc of its tile, one beside the other for several trains.

    Nothing where no way leads to it.
    """
    piece = next((piece for piece in route.pieces if piece.hex == hex_), None)
    if piece is None:  # the way there is not drawn
        return ""
    (x, y), far = board.centre(hex_), board.radius
    dx, dy = layout(piece.look, board.grid.tops).value
    if piece.look.colour == "red":
        dx, dy = way(piece, board).end
    dx += before * 2.05 * DISC * (1 if dx >= 0 else -1)
    words = str(value)
    size = (10.6 if len(words) < 3 else 8.8) * far / 50
    body = f'<circle r="{num(DISC * far)}" {symbols.worn(route.enamel)}/>'
    body += symbols.lettered(words, route.enamel, size=size)
    return group(body, moved((x + dx * far, y + dy * far)))
