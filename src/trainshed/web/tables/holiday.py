"""Holidays: by correspondence nobody is late while he is away."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from babel.dates import format_date
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from trainshed.core import say
from trainshed.web.form import form
from trainshed.web.people.visitor import visitor
from trainshed.web.printing.press import Press
from trainshed.web.refusal import Refusal, bad_value

from .tables import Tables

LONGEST = 30
"""No holiday has more days; another one may follow."""


class Holiday:
    """The page of one's holidays."""

    def __init__(self, tables: Tables, press: Press) -> None:
        self.tables = tables
        self.press = press
        self.routes = [
            Route("/account/away", self.show, methods=["GET"]),
            Route("/account/away", self.go, methods=["POST"]),
        ]

    async def show(self, request: Request) -> Response:
        """Until when somebody is away, and the form for it."""
        account = visitor(request).account
        if account is None:
            return RedirectResponse("/account", 303)
        now, language = self.tables.now(), visitor(request).choices.language
        today, away = now.date(), await self.tables.store.away(account.owner)
        last = away - timedelta(days=1) if away and away > now else None
        values = {
            "away": "" if last is None else format_date(last.date(), locale=language.code),
            "first": (today + timedelta(days=1)).isoformat(),
            "last": (today + timedelta(days=LONGEST)).isoformat(),
        }
        return self.press.page(request, "away.html", values)

    async def go(self, request: Request) -> Response:
        """Go away until a day, or be back."""
        account = visitor(request).account
        if account is None:
            raise no_account()
        value = (await form(request)).get("until", "").strip()
        until = _until(value, self.tables.now()) if value else None
        await self.tables.holiday(account.owner, until)
        return RedirectResponse("/account/away", 303)


def _until(value: str, now: datetime) -> datetime:
    """The end of the day that somebody is away until."""
    try:
        day = date.fromisoformat(value)
    except ValueError:
        raise bad_value("until", value) from None
    today = now.date()
    if not today < day <= today + timedelta(days=LONGEST):
        raise bad_value("until", value)
    return datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(days=1)


def no_account() -> Refusal:
    """A guest has no holidays."""
    return Refusal(
        403,
        say("Holidays are for those who have an account"),
        say("Nothing was changed. Sign in, or make an account first."),
    )
