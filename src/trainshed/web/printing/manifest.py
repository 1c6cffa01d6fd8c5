"""The tiles of a game in every turn, as one file of shapes for choosers and lists."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256

from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response

from trainshed.board import tiles
from trainshed.board.scene import Kind, Look, Stop
from trainshed.core import UnknownGame
from trainshed.games import game as find
from trainshed.web.refusal import no_game

from .press import FOREVER, FRESH

SVG = "image/svg+xml"
TURNS = range(6)


def turned(look: Look, turn: int) -> Look:
    """A look, turned clockwise by so many sides."""

    def side(number: int) -> int:
        return (number - turn) % 6

    return replace(
        look,
        name=f"{look.name}/{turn}",
        links=tuple((side(a), side(b)) for a, b in look.links),
        stops=tuple(
            Stop(stop.kind, tuple(map(side, stop.sides)), stop.slots) for stop in look.stops
        ),
    )


def tiles_url(game: str, kinds: tuple[Kind, ...]) -> str:
    """The address of the shapes; it changes with their content, empty where there are none."""
    return f"/tiles/{game}.svg?v={_sheet(game)[1]}" if kinds else ""


async def shapes(request: Request) -> Response:
    """The shapes, in the colours of the page that shows them."""
    game = request.path_params["game"]
    try:
        drawn, version = _sheet(game)
    except UnknownGame:
        raise no_game(game) from None
    lasting = FOREVER if request.query_params.get("v") == version else FRESH
    return Response(drawn, media_type=SVG, headers={"cache-control": lasting})


@lru_cache(maxsize=8)
def _sheet(game: str) -> tuple[str, str]:
    """Each tile in each turn as a symbol, and the hash of all."""
    laws = find(game)
    kinds = laws.scene(laws.start(laws.read_options({}))).manifest
    drawn = "".join(_symbol(kind, turn) for kind in kinds for turn in TURNS)
    body = f'<svg xmlns="http://www.w3.org/2000/svg"><defs>{drawn}</defs></svg>'
    return body, sha256(body.encode()).hexdigest()[:12]


def _symbol(kind: Kind, turn: int) -> str:
    picture = tiles.picture(turned(kind.look, turn))
    head, _, rest = picture.partition(">")
    box = head.split('viewBox="', 1)[1].split('"', 1)[0]
    body = rest.removesuffix("</svg>")
    return (
        f'<symbol id="tile-{kind.name}-{turn}" viewBox="{box}" overflow="visible">{body}</symbol>'
    )
