"""The page with all charts of a game, also while it is being played."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from trainshed.core import Reader
from trainshed.web.tables.room import Room, sitting

from . import chart, page
from .freight import is_freight
from .press import Press
from .progress import Progress, is_secret, progress


class Charts:
    """The route of the charts."""

    def __init__(self, press: Press, room: Room) -> None:
        self.press = press
        self.room = room
        self.routes = [Route("/t/{table}/charts", self.show)]

    async def show(self, request: Request) -> Response:
        """Every chart, with the same as a table; nothing that is secret from the visitor."""
        sheet = await self.room.sheet(request)
        match, watching = sheet.match, sitting(sheet, request)
        seat = page.perspective(match, watching.mine)
        reader = Reader(watching.language, match.names)
        secret = is_secret(match, seat)
        seats = page.seats(match, watching)
        found = None if secret or not match.history else progress(match, reader)
        state = match.game.view(match.state, seat)
        currency = "" if is_freight(match.game.scene(state)) else match.game.currency
        values = {
            "table": sheet.table,
            "game": match.game,
            "status": reader.read(match.game.status(state)),
            "is_over": match.actor is None,
            "secret": secret,
            "seats": seats,
            "progress": found,
            "currency": currency,
            "drawings": [] if found is None else _drawings(found, seats, currency, reader),
        }
        return self.press.page(request, "charts.html", values)


def _drawings(
    found: Progress, seats: tuple[page.SeatInfo, ...], currency: str, reader: Reader
) -> list[str]:
    canvas = chart.Canvas(found, seats, currency, reader.language)
    return [chart.drawn(one, canvas, events=n == 0) for n, one in enumerate(found.curves)]
