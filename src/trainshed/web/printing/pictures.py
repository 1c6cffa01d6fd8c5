"""Pictures: the board of a table, the ground of a map, a board for the card of each game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from typing import Any

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from trainshed.board import sheet, svg, symbols
from trainshed.board.scene import HexMap, Scene
from trainshed.board.theme import Theme, style_sheet
from trainshed.core import BadOption, Match, Reader, UnknownGame, language, loads
from trainshed.games import game as find
from trainshed.web.database.kept import Table
from trainshed.web.limits import address
from trainshed.web.people.visitor import visitor
from trainshed.web.refusal import bad_value, no_game

from .press import FOREVER, FRESH
from .rasterizer import Rasterizer

SVG = "image/svg+xml"
DAY = "public, max-age=86400"
WIDTH = 1600


def theme(request: Request) -> Theme | None:
    """The theme that the address names."""
    match request.query_params.get("theme", ""):
        case "":
            return None
        case "light":
            return "light"
        case "dark":
            return "dark"
        case other:
            raise bad_value("theme", other, status=400)


async def picture(
    request: Request, scene: Scene, reader: Reader, rasterizer: Rasterizer
) -> Response:
    """A scene as a file of its own, `svg` or `png` as the address says."""
    kind = request.path_params["kind"]
    if kind not in ("svg", "png"):
        raise bad_value("picture", kind, status=404)
    shade = theme(request) or "light"
    drawn = await run_in_threadpool(svg, scene, reader=reader, theme=shade)
    tag = f'W/"{sha256(f"{kind} {drawn}".encode()).hexdigest()[:24]}"'
    headers = {"cache-control": "private, no-cache", "etag": tag}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if kind == "svg":
        return Response(drawn, media_type=SVG, headers=headers)
    found = await rasterizer.png(drawn, WIDTH, address(request))
    return Response(found, media_type="image/png", headers=headers)


async def ground_url(request: Request, table: Table, board: HexMap) -> str:
    """The address of a map, which changes with its content: one for all tables with that map.

    A map that no name stands for, such as one of the players' own, belongs to its table.
    """
    lang = visitor(request).choices.lang
    if not table.options.get("sheet"):
        return _ground_url(lang, table, board)
    return await run_in_threadpool(_ground_url, lang, table, board)  # it may be large, and new


def _ground_url(lang: str, table: Table, board: HexMap) -> str:
    found = ground_of(table.game, board, lang)
    if found is not None:
        name, version = found
        return f"/ground/{table.game}/{name}.svg?lang={lang}&v={version}"
    version = _ground(table.game, _written(table.options), lang)[1]
    return f"/t/{table.id}/ground.svg?lang={lang}&v={version}"


def ground_of(game: str, board: HexMap, lang: str) -> tuple[str, str] | None:
    """The name of a map and the hash of its drawing; None where no name stands for it."""
    for name in reversed(board.key.split("/")):
        if _key(game, name) == board.key:
            return name, _ground(game, _named(game, name), lang)[1]
    return None


async def ground(request: Request) -> Response:
    """The map of a game: what lies under the pieces, in the colours of the page that shows it."""
    game, name = request.path_params["game"], request.path_params["map"]
    try:
        find(game)
    except UnknownGame:
        raise no_game(game) from None
    return await _map(request, game, _named(game, name), name)


async def own_ground(request: Request, table: Table) -> Response:
    """The map of a table."""
    return await _map(request, table.game, _written(table.options), table.id)


async def _map(request: Request, game: str, options: str, name: str) -> Response:
    lang = request.query_params.get("lang", visitor(request).choices.lang)
    try:
        drawn, version = await run_in_threadpool(_ground, game, options, lang)
    except BadOption:
        raise bad_value("map", f"{name} ({lang})", status=404) from None
    lasting = FOREVER if request.query_params.get("v") == version else FRESH
    return Response(drawn, media_type=SVG, headers={"cache-control": lasting})


def _written(options: Mapping[str, object]) -> str:
    """Options as a text that can be remembered."""
    return msgspec.json.encode(options, order="sorted").decode()


@lru_cache(maxsize=64)
def _named(game: str, name: str) -> str:
    """The options of a game with the map of that name."""
    return _written({"map": name} if "map" in find(game).choices() else {})


@lru_cache(maxsize=64)
def _ground(game: str, options: str, lang: str) -> tuple[str, str]:
    """A map as SVG, and the hash of it."""
    drawn = sheet(_board(game, options), reader=Reader(language(lang), ()))
    return drawn, sha256(drawn.encode()).hexdigest()[:12]


@lru_cache(maxsize=64)
def _board(game: str, options: str) -> HexMap:
    laws = find(game)
    board: HexMap = laws.scene(laws.start(laws.read_options(msgspec.json.decode(options)))).ground
    return board


@lru_cache(maxsize=256)
def _key(game: str, name: str) -> str:
    """The key of the map that a game has by that name, if it has one."""
    try:
        return _board(game, _named(game, name)).key
    except BadOption:
        return ""


async def card(request: Request) -> Response:
    """A board of a game in mid-play, for its card; or another of its maps, before the game."""
    game, name = request.path_params["game"], request.query_params.get("map", "")
    try:
        maps = find(game).choices().get("map") or ()
    except UnknownGame:
        raise no_game(game) from None
    if name and name not in maps:
        raise bad_value("map", name, status=404)
    lang = visitor(request).choices.lang
    drawn = await run_in_threadpool(_card, game, lang, theme(request), name)
    return Response(drawn, media_type=SVG, headers={"cache-control": DAY, "vary": "cookie"})


@lru_cache(maxsize=32)
def _card(game: str, lang: str, shade: Theme | None, name: str = "") -> str:
    """The picture; without a theme it follows the page that shows it, or the system."""
    match = _example(game)
    if name and getattr(match.options, "map", name) != name:
        match = Match(match.game, options=match.game.read_options({"map": name}))
    scene = match.game.scene(match.game.view(match.state, None))
    reader = Reader(language(lang), match.names)
    if shade is not None:
        return svg(scene, reader=reader, theme=shade)
    drawn = svg(scene, reader=reader)
    head, _, body = drawn.partition(">")
    return f"{head}><style>{style_sheet()}</style>{symbols.used(drawn)}{body}"


def _example(game: str) -> Match[Any, Any]:
    """The position that shows a game at its best."""
    laws = find(game)
    return Match.replay(laws, loads(laws.example)) if laws.example else Match(laws)
