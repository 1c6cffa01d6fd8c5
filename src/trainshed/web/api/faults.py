"""What cannot be answered, as JSON."""

from __future__ import annotations

import msgspec
from starlette.requests import HTTPConnection
from starlette.responses import Response

from trainshed.core import (
    BadNotation,
    GameOver,
    IllegalAction,
    NoUndo,
    Reader,
    Stale,
    TrainshedError,
)
from trainshed.web.people.visitor import visitor
from trainshed.web.printing.notice import refused
from trainshed.web.printing.press import words
from trainshed.web.refusal import Refusal
from trainshed.web.tables.seats import perspective
from trainshed.web.tables.sheet import BadAmount, BadChoice, NotYourSeat, Sheet
from trainshed.web.tables.tables import SeatTaken, SteppedBack

from .shapes import Error

WORDS = {
    400: "bad_request",
    401: "unauthorized",
    403: "forbidden",
    404: "not_found",
    405: "wrong_method",
    413: "too_long",
    414: "too_long",
    415: "wrong_type",
    422: "bad_value",
    429: "too_often",
    431: "too_long",
    500: "failed",
    503: "unavailable",
}
KINDS: dict[type[TrainshedError], str] = {
    Stale: "stale",
    SteppedBack: "stale",
    NotYourSeat: "not_your_turn",
    SeatTaken: "taken",
    IllegalAction: "illegal",
    BadNotation: "unreadable",
    GameOver: "over",
    NoUndo: "no_undo",
    BadAmount: "bad_amount",
    BadChoice: "bad_choice",
}
"""The word for programs, for each way in which a line cannot be played."""
CACHE = {"cache-control": "private, no-store"}


def fault(connection: HTTPConnection, refusal: Refusal, code: str = "") -> Response:
    """The answer to a request that cannot be answered as it was meant."""
    headline, text = words(connection, refusal.headline), words(connection, refusal.text)
    word = WORDS.get(refusal.status, "refused")
    answer = sent(refusal.status, Error(error=word, message=f"{headline}. {text}", code=code))
    if refusal.status == 401:
        answer.headers["www-authenticate"] = "Bearer"
    if refusal.wait:
        answer.headers["retry-after"] = str(refusal.wait)
    return answer


def unplayed(
    connection: HTTPConnection, sheet: Sheet, error: TrainshedError, line: str = ""
) -> Response:
    """The answer to a line that could not be played, in words and with its rule."""
    who = visitor(connection)
    mine, match = sheet.seats(who.browser), sheet.match
    status, text = refused(sheet, mine, error, line)
    reader = Reader(who.choices.language, match.names, perspective(match, mine))
    found = Error(
        error=KINDS[type(error)],
        message=reader.read(text),
        rule=getattr(getattr(error, "why", None), "rule", ""),
        version=match.version if isinstance(error, Stale) else None,
    )
    return sent(status, found)


def sent(status: int, value: msgspec.Struct) -> Response:
    """A value as JSON."""
    return Response(
        msgspec.json.encode(value), status, media_type="application/json", headers=CACHE
    )
