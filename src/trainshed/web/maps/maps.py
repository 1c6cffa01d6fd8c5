"""The pages where people draw maps of Dampfross: a list of them, and the editor."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import cache, lru_cache

import msgspec
from babel.dates import format_timedelta
from msgspec import Struct
from msgspec.structs import replace
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from trainshed.board.theme import Theme
from trainshed.core import BadOption, Text, language, say
from trainshed.games.dampfross.box import SHEETS
from trainshed.games.dampfross.draft import draft
from trainshed.games.dampfross.sheet import LENGTH, SIDES, Sheet, read, write
from trainshed.games.dampfross.survey import NAME, NUMBERS, SIZE
from trainshed.web.database.kept import Chart
from trainshed.web.executor import READING
from trainshed.web.form import form, title
from trainshed.web.people.visitor import visitor
from trainshed.web.printing.pictures import SVG, theme
from trainshed.web.printing.press import FRESH, Press, words
from trainshed.web.refusal import Refusal, bad_value

from .cartography import Fault, drawing, judged, picture, received
from .shelf import MOST, Shelf
from .weigh import Scales

TOML = "application/toml; charset=utf-8"
SMALLEST, USUAL = 16, (38, 34)
_JSON = msgspec.json.Encoder()


class Card(Struct, frozen=True):
    """A map in the list."""

    id: str
    title: str
    faults: int
    version: int
    ago: str


class Maps:
    """The routes of maps."""

    def __init__(self, shelf: Shelf, press: Press, scales: Scales) -> None:
        self.shelf, self.press, self.scales = shelf, press, scales
        self.routes = [
            Route("/maps", self.show),
            Route("/maps", self.new, methods=["POST"]),
            Route("/maps/upload", self.upload, methods=["POST"]),
            Route("/maps/box/{name}.svg", self.box_picture),
            Route("/maps/box/{name}.toml", self.box_file),
            Route("/maps/{map}.svg", self.picture),
            Route("/maps/{map}.toml", self.file),
            Route("/maps/{map}/ground.svg", self.ground),
            Route("/maps/{map}/copy", self.copy, methods=["POST"]),
            Route("/maps/{map}/delete", self.delete, methods=["POST"]),
            Route("/maps/{map}/balance", self.balance, methods=["GET", "POST"]),
            Route("/maps/{map}", self.edit),
            Route("/maps/{map}", self.save, methods=["POST"]),
        ]

    # the list

    async def show(self, request: Request) -> Response:
        """The maps of the visitor, and what a new one may begin with."""
        own = await self.shelf.charts(visitor(request).browser)
        values = {
            "own": [_card(request, chart, self.shelf.store.now()) for chart in own],
            "boxed": await asyncio.to_thread(_titles),
            "seed": secrets.token_hex(3),
            "size": USUAL,
            "least": SMALLEST,
            "most": SIZE,
            "longest": LENGTH,
        }
        return self.press.page(request, "maps.html", values)

    async def new(self, request: Request) -> Response:
        """A new map: a copy of one in the box, or drafted from a seed."""
        fields = await form(request)
        if "box" in fields:
            text = _boxed(fields["box"])
            return await self._keep(request, await READING.run(read, text), text)
        sheet = await asyncio.to_thread(_drafted, fields)
        return await self._keep(request, sheet, write(sheet))

    async def upload(self, request: Request) -> Response:
        """A map from a file, with faults or without; what cannot be read is refused."""
        text = await _sent(request)
        return await self._keep(request, await READING.run(_sheet, text), text)

    async def box_picture(self, request: Request) -> Response:
        """A map of the box as a drawing."""
        return await self._drawn(request, _boxed(request.path_params["name"]))

    async def box_file(self, request: Request) -> Response:
        """A map of the box as a file."""
        name = request.path_params["name"]
        return _download(name, _boxed(name))

    # one map

    async def edit(self, request: Request) -> Response:
        """The editor of one's own map; a map of somebody else can be looked at and copied."""
        chart = await self._chart(request)
        sheet = await READING.run(_sheet, chart.text)
        own = visitor(request).choices.language
        drawn = await asyncio.to_thread(drawing, sheet, own)
        values = {
            "chart": chart,
            "is_own": chart.owner == visitor(request).browser,
            "sheet": msgspec.to_builtins(sheet),
            "drawing": drawn,
            "faults": msgspec.to_builtins(await asyncio.to_thread(judged, sheet)),
            "limits": {"sides": SIDES, "numbers": NUMBERS, "size": SIZE, "name": NAME},
        }
        return self.press.page(request, "map.html", values)

    async def save(self, request: Request) -> Response:
        """Keep what the editor has sent; the answer has the drawing and every fault."""
        chart = await self._chart(request)
        if chart.owner != visitor(request).browser:
            return _no(request, 403, say("This map belongs to somebody else. Nothing was changed."))
        version = request.query_params.get("version", "")
        if not version.isascii() or not version.isdigit() or len(version) > 9:
            raise bad_value("version", version)
        try:
            sheet = await READING.run(received, await request.body())
        except BadOption as error:
            return _no(request, 422, say("This cannot be kept: {reason}.", reason=str(error)))
        faults = await asyncio.to_thread(judged, sheet)
        listed = _charted(chart, sheet, faults, self.shelf.store.now())
        kept = replace(listed, version=int(version) + 1)
        if not await self.shelf.replace(kept):
            reason = say("This map was changed in another window. Load the page to see it.")
            return _no(request, 409, reason)
        own = visitor(request).choices.language
        drawn = await asyncio.to_thread(drawing, sheet, own)
        answer = {"version": kept.version, "faults": faults, "drawing": drawn}
        return Response(_JSON.encode(answer), media_type="application/json")

    async def copy(self, request: Request) -> Response:
        """A copy of a map, one's own from now on."""
        chart = await self._chart(request)
        return await self._keep(request, await READING.run(_sheet, chart.text), chart.text)

    async def delete(self, request: Request) -> Response:
        """Throw away one's own map."""
        chart = await self._chart(request)
        if not await self.shelf.remove(chart.id, visitor(request).browser):
            raise _not_yours()
        return RedirectResponse("/maps", 303)

    async def picture(self, request: Request) -> Response:
        """A map as a drawing."""
        return await self._drawn(request, (await self._chart(request)).text)

    async def ground(self, request: Request) -> Response:
        """The ground of a map, in the colours of the page that shows it."""
        sheet = await READING.run(_sheet, (await self._chart(request)).text)
        drawn = await asyncio.to_thread(drawing, sheet, visitor(request).choices.language)
        return Response(drawn.ground, media_type=SVG, headers={"cache-control": FRESH})

    async def file(self, request: Request) -> Response:
        """A map as a file."""
        chart = await self._chart(request)
        return _download(chart.title, chart.text)

    async def balance(self, request: Request) -> Response:
        """What the games of bots on a map say so far; a form lets them begin."""
        chart = await self._chart(request)
        if request.method == "POST":
            if chart.owner != visitor(request).browser:
                raise _not_yours()
            if not chart.faults:
                self.scales.weigh(chart.id, chart.text)
        found = self.scales.found(chart.id)
        values = {
            "weighing": found,
            "balance": found and found.balance,
            "is_old": found is not None and found.text != chart.text,
            "has_faults": bool(chart.faults),
        }
        return self.press.page(request, "_balance.html", values)

    async def _chart(self, request: Request) -> Chart:
        id_ = request.path_params["map"]
        chart = await self.shelf.chart(id_)
        if chart is None:
            raise Refusal(
                404,
                say("No map is called “{map}”", map=id_[:80]),
                say("Perhaps the link was cut short, or the map was thrown away."),
            )
        return chart

    async def _keep(self, request: Request, sheet: Sheet, text: str) -> Response:
        """Put a new map on the visitor's shelf, and go there."""
        faults, now = await asyncio.to_thread(judged, sheet), self.shelf.store.now()
        chart = Chart(
            id=secrets.token_urlsafe(8),
            owner=visitor(request).browser,
            title="",
            text=text,
            faults=0,
            updated=now,
        )
        if not await self.shelf.add(replace(_charted(chart, sheet, faults, now), text=text)):
            raise Refusal(
                422,
                say("You have {n} maps, and no more can be kept", n=MOST),
                say("Nothing was changed. Throw one away first."),
            )
        return RedirectResponse(f"/maps/{chart.id}", 303)

    async def _drawn(self, request: Request, text: str) -> Response:
        lang = visitor(request).choices.lang
        drawn = await asyncio.to_thread(_pictured, text, lang, theme(request))
        headers = {"cache-control": "private, max-age=3600", "vary": "cookie"}
        return Response(drawn, media_type=SVG, headers=headers)


def _charted(chart: Chart, sheet: Sheet, faults: list[Fault], now: datetime) -> Chart:
    """A map with what is listed of it."""
    return replace(
        chart,
        title=" ".join(filter(str.isprintable, sheet.title.split()))[:NAME],
        text=write(sheet),
        faults=len(faults),
        updated=now,
    )


def _card(request: Request, chart: Chart, now: datetime) -> Card:
    age = min(chart.updated - now, timedelta())
    lang = visitor(request).choices.lang
    ago = str(format_timedelta(age, add_direction=True, locale=lang))
    return Card(chart.id, chart.title, chart.faults, chart.version, ago)


@cache
def _titles() -> dict[str, str]:
    """The maps of the box."""
    return {name: read(text).title for name, text in SHEETS.items()}


@lru_cache(maxsize=64)
def _pictured(text: str, lang: str, shade: Theme | None) -> str:
    return picture(_sheet(text), language(lang), shade)


def _sheet(text: str) -> Sheet:
    try:
        return read(text)
    except BadOption as error:
        raise _unreadable(error) from None


def _drafted(fields: Mapping[str, str]) -> Sheet:
    """A map from a seed, as a form says."""
    seed = title(fields, "seed", secrets.token_hex(3))
    named = title(fields, "title", "")
    columns, rows = (_within(fields, name, SMALLEST, SIZE) for name in ("columns", "rows"))
    hills = _within(fields, "mountains", 0, 60)
    try:
        return draft(
            seed,
            title=named,
            columns=columns,
            rows=rows,
            mountains=None if hills is None else hills / 100,
        )
    except BadOption as error:
        raise Refusal(
            422,
            say("The seed “{seed}” gives no map of this size", seed=seed),
            say("Nothing was changed: {reason}. Please try another.", reason=str(error)),
        ) from None


def _within(fields: Mapping[str, str], name: str, low: int, high: int) -> int | None:
    """A whole number in a field that may be empty."""
    value = fields.get(name, "").strip()
    if not value:
        return None
    if not (value.isascii() and value.isdigit() and len(value) < 4 and low <= int(value) <= high):
        raise bad_value(name, value)
    return int(value)


async def _sent(request: Request) -> str:
    """The text of the file that was sent."""
    async with request.form(max_files=1, max_fields=4, max_part_size=4 * LENGTH) as fields:
        file = fields.get("file")
        data = await file.read() if isinstance(file, UploadFile) else b""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise _unreadable(BadOption("it is no text in UTF-8")) from None
    if not text.strip():
        raise _unreadable(BadOption("no file was sent, or it is empty"))
    return text


def _boxed(name: str) -> str:
    if name not in SHEETS:
        raise bad_value("map", name, status=404)
    return SHEETS[name]


def _download(name: str, text: str) -> Response:
    stem = "".join(sign if sign.isascii() and sign.isalnum() else "-" for sign in name.lower())
    file = f"{stem.strip('-') or 'map'}.toml"
    headers = {"content-disposition": f'attachment; filename="{file}"'}
    return Response(text, media_type=TOML, headers=headers)


def _no(request: Request, status: int, reason: Text) -> Response:
    """Why the editor's map was not kept."""
    return JSONResponse({"error": words(request, reason)}, status)


def _unreadable(error: BadOption) -> Refusal:
    return Refusal(
        422,
        say("This file cannot be read as a map"),
        say("Nothing was changed: {reason}.", reason=str(error)),
    )


def _not_yours() -> Refusal:
    return Refusal(
        403,
        say("This map belongs to somebody else"),
        say("Nothing was changed. You may make a copy of it."),
    )
