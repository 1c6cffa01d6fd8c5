"""The rules outline of each game as a page, with an anchor at every numbered rule."""

from __future__ import annotations

import itertools
import re
from functools import lru_cache
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from .press import Press
from .refusal import no_game

PLACES = (Path(__file__).parents[1] / "docs", Path(__file__).parents[3] / "docs")
"""In an installed package, and in the source tree."""
_NUMBER = re.compile(r"R\d+(\.\d+)?[a-z]?\b")
_LINK = re.compile(r"(?:\.\./)*(rules|rulings)/(\w+)\.md")


class Rules:
    """The route of the rules and of the rulings."""

    def __init__(self, press: Press) -> None:
        self.press = press

    async def show(self, request: Request) -> Response:
        """The outline of one game."""
        folder, game = request.url.path.split("/")[1], request.path_params["game"]
        path = find(folder, game)
        if path is None:
            raise no_game(game)
        title, body = printed(path, path.stat().st_mtime)
        return self.press.page(request, "rules.html", {"title": title, "body": body})


def find(folder: str, game: str) -> Path | None:
    """Where a text is kept."""
    if folder not in ("rules", "rulings") or not game.isidentifier():
        return None
    paths = (place / folder / f"{game}.md" for place in PLACES)
    return next((path for path in paths if path.is_file()), None)


@lru_cache(maxsize=16)
def printed(path: Path, modified: float) -> tuple[str, Markup]:
    """The title and the body of a text, as HTML."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(path.read_text(encoding="utf-8"))
    title = ""
    for opening, inline in itertools.pairwise(tokens):
        if inline.type != "inline":
            continue
        title = title or inline.content
        number = _NUMBER.match(inline.content.lstrip("*"))
        if number and opening.type in ("heading_open", "paragraph_open"):
            opening.attrSet("id", number[0])
        _relink(inline)
    html = markdown.renderer.render(tokens, markdown.options, {})
    return title, Markup(html)  # noqa: S704 - our own text


def _relink(inline: Token) -> None:
    """Let links between the texts lead to their pages."""
    for child in inline.children or ():
        if child.type == "link_open":
            target = _LINK.sub(r"/\1/\2", str(child.attrGet("href")))
            child.attrSet("href", target)
