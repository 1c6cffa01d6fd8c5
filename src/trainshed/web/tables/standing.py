"""Orders given ahead: left by a form, taken back, and noted when they have ended."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from trainshed.core import TrainshedError
from trainshed.core.notation import read, write
from trainshed.web.form import form, number, word
from trainshed.web.people.visitor import visitor

from .errands import filled
from .room import Room


class Standing:
    """The routes of orders; whatever goes wrong, the answer is the table and a friendly word."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.routes = [
            Route("/t/{table}/standing", self.leave, methods=["POST"]),
            Route("/t/{table}/noted", self.noted, methods=["POST"]),
        ]

    async def leave(self, request: Request) -> Response:
        """Leave an order, with what the form has `filled` in, or take it back."""
        fields = await form(request)
        line, on = word(fields, "line"), fields.get("on", "") in ("1", "on", "true")
        seat = _seat(fields)
        sheet = await self.room.sheet(request)
        laws = sheet.match.game
        try:
            if on and fields.get("filled") and laws.order is not None:
                line = write(filled(read(line, laws.order), fields))
            browser = visitor(request).browser
            sheet = await self.room.tables.order(
                sheet.table.id, browser, line=line, on=on, seat=seat
            )
        except TrainshedError as error:
            return await self.room.refused(request, error, line)
        return await self.room.done(request, sheet)

    async def noted(self, request: Request) -> Response:
        """Forget what has ended."""
        seat, table = _seat(await form(request)), (await self.room.sheet(request)).table.id
        sheet = await self.room.tables.noted(table, visitor(request).browser, seat)
        return await self.room.done(request, sheet)


def _seat(fields: Mapping[str, str]) -> int | None:
    """The seat that the page has shown, where a form names it: by now another may be asked."""
    return number(fields, "seat") if "seat" in fields else None
