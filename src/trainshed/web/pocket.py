"""The site in the pocket: what a phone needs to install it, and a page for when it is offline."""

from __future__ import annotations

from functools import cache

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from trainshed.board import theme
from trainshed.core import say

from .limits import address
from .people.visitor import visitor
from .printing.press import FRESH, Press, words
from .printing.rasterizer import Rasterizer
from .refusal import bad_value

ICONS = {"192": (192, 1.0), "512": (512, 1.0), "180": (180, 1.0), "maskable": (512, 0.78)}
"""The pictures: how wide, and how much of it the drawing may fill; a mask cuts off the rim."""
WORKER = "sw.js"


class Pocket:
    """The routes of the installed site."""

    def __init__(self, press: Press, rasterizer: Rasterizer) -> None:
        self.press, self.rasterizer = press, rasterizer
        self.routes = [
            Route("/manifest.webmanifest", self.manifest),
            Route("/icons/{name}.png", self.icon),
            Route(f"/{WORKER}", self.worker),
            Route("/offline", self.offline),
        ]

    async def manifest(self, request: Request) -> Response:
        """What a phone must know to install the site."""
        choices = visitor(request).choices
        colours = theme.tokens("dark" if choices.theme == "dark" else "light")
        icons: list[dict[str, str]] = [
            {"src": f"/icons/{name}.png", "sizes": f"{width}x{width}", "type": "image/png"}
            for name, (width, _) in ICONS.items()
        ]
        for icon in icons:
            icon["purpose"] = "maskable" if "maskable" in icon["src"] else "any"
        found = {
            "id": "/",
            "name": "Trainshed",
            "short_name": "Trainshed",
            "description": words(request, say("Railway board games, with friends and bots.")),
            "lang": choices.lang,
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            "background_color": colours["paper"],
            "theme_color": colours["paper-raised"],
            "icons": icons,
        }
        headers = {"cache-control": "private, no-cache"}
        return JSONResponse(found, headers=headers, media_type="application/manifest+json")

    async def icon(self, request: Request) -> Response:
        """The shed as a picture."""
        name = request.path_params["name"]
        if name not in ICONS:
            raise bad_value("name", name, status=404)
        headers = {"cache-control": "public, max-age=604800"}
        found = await self.rasterizer.png(_icon(name), ICONS[name][0], address(request))
        return Response(found, media_type="image/png", headers=headers)

    async def worker(self, request: Request) -> Response:
        """The script that works while no page is open; it changes with the files it keeps."""
        sheets = ("vendor/fonts.css", theme.SHEET, "site.css")
        kept = ["/offline", *(self.press.static(name) for name in sheets)]
        code = self.press.files[WORKER].read_text(encoding="utf-8")
        body = code.replace("[/* kept */]", str(kept).replace("'", '"'))
        headers = {"cache-control": FRESH}
        return Response(body, media_type="text/javascript", headers=headers)

    async def offline(self, request: Request) -> Response:
        """What is shown where the site cannot be reached."""
        return self.press.page(request, "offline.html", {})


@cache
def _icon(name: str) -> str:
    """An icon as SVG: the shed on paper."""
    share = ICONS[name][1]
    colours = theme.tokens("light")
    side = 60 / share
    paths = "".join(
        f'<path d="{path}"/>'
        for path in (
            "M2.5 26.5V20a17.5 17.5 0 0 1 35 0v6.5",
            "M10 26.5V20.5a10 10 0 0 1 20 0v6",
            "M16.5 26.5 19 18.5M23.5 26.5 21 18.5",
        )
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}">'
        f'<rect width="{side}" height="{side}" fill="{colours["paper"]}"/>'
        f'<g transform="translate({side / 2 - 20} {side / 2 - 15})" fill="none" '
        f'stroke="{colours["ink"]}" stroke-linecap="round" stroke-width="2.6">{paths}</g></svg>'
    )
