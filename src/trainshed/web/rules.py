"""The rules of each game as a page with an anchor at each rule, and how one plays here."""

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

from .people.visitor import visitor
from .printing.press import Press
from .refusal import no_game

PLACES = (Path(__file__).parents[1] / "docs", Path(__file__).parents[3] / "docs")
"""In an installed package, and in the source tree."""
_TEXT = re.compile(r"playing|(rules|rulings)/[\w-]+")
_NUMBER = re.compile(r"R\d+(\.\d+)?[a-z]?\b")
_LINK = re.compile(r"(?:\.\./)*(rules|rulings)/(\w+)\.md")


class Rules:
    """The routes of the rules, of the rulings and of the guide for players."""

    def __init__(self, press: Press) -> None:
        self.press = press

    async def show(self, request: Request) -> Response:
        """The text of this address."""
        found = find(request.url.path.strip("/"), visitor(request).choices.lang)
        if found is None:
            raise no_game(request.path_params["game"])
        path, lang = found
        title, body = printed(path, path.stat().st_mtime)
        values = {"title": title, "body": body, "body_lang": lang}
        return self.press.page(request, "rules.html", values)


def find(name: str, lang: str) -> tuple[Path, str] | None:
    """Where a text is kept, in this language or in English."""
    if not _TEXT.fullmatch(name):
        return None
    for place in PLACES:
        for folder, code in ((place / lang, lang), (place, "en")):
            if (folder / f"{name}.md").is_file():
                return folder / f"{name}.md", code
    return None


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
