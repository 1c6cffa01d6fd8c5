"""The office: the pages of administrators. For everybody else there is nothing at their address."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from babel.dates import format_timedelta
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from trainshed import __version__
from trainshed.core import BadOption, Text, TrainshedError, say
from trainshed.games import games
from trainshed.web.database.damage import LOST
from trainshed.web.database.kept import Account
from trainshed.web.form import form, number
from trainshed.web.people.people import People
from trainshed.web.people.visitor import visitor
from trainshed.web.printing.press import Press, words
from trainshed.web.refusal import Refusal, bad_value, no_reading, no_table
from trainshed.web.settings import LONGEST_NAME
from trainshed.web.tables.tables import UnknownTable, Unreadable

from .bulletin import LONGEST, LONGEST_HOURS, Bulletin
from .bureau import BOT, CLOCK, LONGEST_REASON, NOTICE, ORDER, Bureau

LATEST = 20
"""So many deeds are shown."""
KINDS: Mapping[str, Text] = {
    BOT: say("a bot is asked"),
    ORDER: say("an order has not answered"),
    CLOCK: say("a clock has run out"),
    NOTICE: say("a notice is not sent"),
}
"""What is stuck, in words."""
DEEDS: Mapping[str, Text] = {
    "grant": say("made an administrator"),
    "revoke": say("no administrator any more"),
    "ban": say("shut out"),
    "unban": say("let in again"),
    "sign-out": say("signed out everywhere"),
    "retry": say("tried again"),
    "take-back": say("taken back what bots had played"),
    "clock": say("the clock is right"),
    "announce": say("announced"),
    "withdraw": say("no longer announced"),
}
"""What was done, in words."""


class Office:
    """The routes of administrators."""

    def __init__(self, people: People, bureau: Bureau, bulletin: Bulletin, press: Press) -> None:
        self.people = people
        self.bureau = bureau
        self.bulletin = bulletin
        self.press = press
        post = ["POST"]
        self.routes = [
            Route("/office", self.show),
            Route("/office/tables", self.list_tables),
            Route("/office/people", self.list_people),
            Route("/office/retry", self.retry, methods=post),
            Route("/office/clock", self.accept_clock, methods=post),
            Route("/office/take-back", self.take_back, methods=post),
            Route("/office/ban", self.ban, methods=post),
            Route("/office/unban", self.unban, methods=post),
            Route("/office/sign-out", self.sign_out, methods=post),
            Route("/office/announce", self.announce, methods=post),
            Route("/office/withdraw", self.withdraw, methods=post),
        ]

    async def show(self, request: Request) -> Response:
        """The site in numbers, what is stuck, what is announced, what was done."""
        _administrator(request)
        now, damaged = self.bureau.store.now(), await self.bureau.damaged()
        jobs = [
            (it, words(request, KINDS[it.kind]), _ago(request, it.since, now))
            for it in await self.bureau.jobs(now)
        ]
        values = {
            "overview": await self.bureau.overview(),
            "version": __version__,
            "jobs": jobs,
            "damaged": [it for it in damaged if it.kind != LOST],
            "lost": [it for it in damaged if it.kind == LOST],
            "announcements_all": await self.bulletin.all(),
            "deeds": [
                (it, words(request, DEEDS[it.what]) if it.what in DEEDS else it.what)
                for it in await self.bureau.deeds(LATEST)
            ],
            "drift": _span(request, self.bureau.drift),
            "longest": LONGEST,
            "longest_hours": LONGEST_HOURS,
        }
        return self.press.page(request, "office.html", values)

    async def list_tables(self, request: Request) -> Response:
        """Tables by a word; they are opened as every spectator sees them."""
        _administrator(request)
        word = _word(request)
        titles = {key: laws.title for key, laws in games().items()}
        places = [
            (it, titles.get(it.game, it.game), _ago(request, it.changed, self.bureau.store.now()))
            for it in await self.bureau.places(word)
        ]
        return self.press.page(request, "office_tables.html", {"places": places, "word": word})

    async def list_people(self, request: Request) -> Response:
        """Accounts by a word."""
        _administrator(request)
        word = _word(request)
        persons = [
            (it, _ago(request, it.seen, self.bureau.store.now()) if it.seen else "")
            for it in await self.bureau.persons(word)
        ]
        values = {"persons": persons, "word": word, "longest": LONGEST_REASON}
        return self.press.page(request, "office_people.html", values)

    async def retry(self, request: Request) -> Response:
        """Let whatever is stuck at a table be tried again."""
        who, table = _administrator(request), (await form(request)).get("table", "")
        try:
            await self.bureau.retry(table, who=who.name)
        except UnknownTable:
            raise no_table(table[:80]) from None
        except Unreadable as error:
            raise no_reading(table, error.lines) from None
        return RedirectResponse("/office", 303)

    async def take_back(self, request: Request) -> Response:
        """Take back what bots have played at a table for those who were late."""
        who, table = _administrator(request), (await form(request)).get("table", "")
        try:
            await self.bureau.take_back(table, who=who.name)
        except UnknownTable:
            raise no_table(table[:80]) from None
        except Unreadable as error:
            raise no_reading(table, error.lines) from None
        except TrainshedError:
            raise _nothing_to_take_back() from None
        return RedirectResponse(f"/t/{table}", 303)

    async def accept_clock(self, request: Request) -> Response:
        """Believe the clock of this machine."""
        await self.bureau.accept_clock(who=_administrator(request).name)
        return RedirectResponse("/office", 303)

    async def ban(self, request: Request) -> Response:
        """Shut an account out."""
        who, fields = _administrator(request), await form(request)
        account, reason = await self._account(fields), fields.get("reason", "").strip()
        try:
            await self.bureau.ban(account, reason, who=who.name)
        except BadOption:
            if account.admin:
                raise _colleague(account.name) from None
            raise bad_value("reason", reason) from None
        return RedirectResponse("/office/people", 303)

    async def unban(self, request: Request) -> Response:
        """Let an account in again."""
        who, account = _administrator(request), await self._account(await form(request))
        await self.bureau.unban(account, who=who.name)
        return RedirectResponse("/office/people", 303)

    async def sign_out(self, request: Request) -> Response:
        """End all sessions of an account."""
        who, account = _administrator(request), await self._account(await form(request))
        await self.bureau.sign_out(account, who=who.name)
        return RedirectResponse("/office/people", 303)

    async def announce(self, request: Request) -> Response:
        """Tell everybody something."""
        who, fields = _administrator(request), await form(request)
        text = fields.get("text", "").strip()
        hours = number(fields, "hours") if fields.get("hours") else None
        try:
            id_ = await self.bulletin.post(text, hours)
        except BadOption:
            is_long = not 0 < len(text) <= LONGEST
            name = "text" if is_long else "hours"
            raise bad_value(name, fields.get(name, "")) from None
        await self.bureau.note(who.name, "announce", f"{id_}: {text}")
        return RedirectResponse("/office", 303)

    async def withdraw(self, request: Request) -> Response:
        """Tell it no more."""
        who, id_ = _administrator(request), number(await form(request), "id")
        if await self.bulletin.withdraw(id_):
            await self.bureau.note(who.name, "withdraw", str(id_))
        return RedirectResponse("/office", 303)

    async def _account(self, fields: Mapping[str, str]) -> Account:
        name = fields.get("name", "")
        found = await self.people.named(name) if name else None
        if found is None:
            raise bad_value("name", name, status=404)
        return found[0]


def _administrator(request: Request) -> Account:
    """Who asks; to everybody else there is no such page."""
    account = visitor(request).account
    if account is None or not account.admin:
        raise HTTPException(404)
    return account


def _word(request: Request) -> str:
    word = request.query_params.get("word", "").strip()[:LONGEST_NAME]
    if "\0" in word:
        raise bad_value("word", word, status=400)
    return word


def _ago(request: Request, moment: datetime, now: datetime) -> str:
    """How long ago something was."""
    age = min(moment - now, timedelta())
    locale = visitor(request).choices.lang
    return str(format_timedelta(age, add_direction=True, locale=locale))


def _span(request: Request, seconds: float) -> str:
    """By how much a clock has jumped, in words; nothing where it has not."""
    jump = timedelta(seconds=seconds)
    return format_timedelta(jump, locale=visitor(request).choices.lang) if jump else ""


def _nothing_to_take_back() -> Refusal:
    return Refusal(
        409,
        say("Nothing can be taken back there"),
        say(
            "Only what a bot has played for somebody who was late, and only back to the last line "
            "of a person, the last draw, or the last moment something hidden was shown."
        ),
    )


def _colleague(name: str) -> Refusal:
    return Refusal(
        409,
        say("“{name}” is an administrator", name=name),
        say("Nothing was changed. The office is taken away on the command line first."),
    )
