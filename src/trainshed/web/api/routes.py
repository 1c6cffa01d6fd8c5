"""The routes under `/api/v1`."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from functools import cache
from typing import TypeAlias, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from trainshed.bots import bots
from trainshed.core import BadOption, Reader, Seat, TrainshedError, UnknownGame, decode_json, say
from trainshed.core.notation import read, write
from trainshed.games import game as find
from trainshed.web.database.kept import HUMAN, INVITED, Account, Chair, Table, Terms
from trainshed.web.form import person, title, word
from trainshed.web.limits import Limits, address
from trainshed.web.people.visitor import visitor
from trainshed.web.refusal import Refusal, bad_value, no_game, no_table
from trainshed.web.tables.opening import CLUBS, agreed, bot
from trainshed.web.tables.room import Room, seat_of
from trainshed.web.tables.seats import perspective
from trainshed.web.tables.sheet import Sheet
from trainshed.web.tables.tables import SeatTaken, Tables
from trainshed.web.tables.talk import Talk

from . import tell
from .faults import sent, unplayed
from .openapi import ENDPOINTS, LISTS, MOST, PREFIX, TABLE_ID, Endpoint, document
from .shapes import Cancel, Fill, Give, Me, Open, Place, Play, Return, Say, Sit, TableList

T = TypeVar("T")
Handler: TypeAlias = Callable[[Request], Awaitable[Response]]
TRUTH = {"true": True, "false": False}


class Api:
    """What programs may ask and do."""

    def __init__(self, tables: Tables, room: Room, talk: Talk, limits: Limits) -> None:
        self._tables = tables
        self._talk = talk
        self.room = room
        self.limits = limits
        self.routes = [self._route(endpoint) for endpoint in ENDPOINTS]

    def _route(self, endpoint: Endpoint) -> Route:
        """The route of an endpoint; reading is counted here, what changes something by itself."""
        handler: Handler = getattr(self, endpoint.name)

        async def answer(request: Request) -> Response:
            who = visitor(request)
            if endpoint.method == "GET":
                self.limits.take("read", who.browser if who.account else address(request))
            if not re.fullmatch(TABLE_ID, request.path_params.get("table", "-")):
                raise no_table(request.path_params["table"][:80])
            return await handler(request)

        return Route(PREFIX + endpoint.path, answer, methods=[endpoint.method])

    async def openapi(self, request: Request) -> Response:
        """What there is, for programs that read such."""
        return Response(_document(), media_type="application/json")

    async def me(self, request: Request) -> Response:
        """Whom the site takes the asker for."""
        account = visitor(request).account
        return sent(200, Me(account.name if account else None))

    async def games(self, request: Request) -> Response:
        """The games and the bots."""
        return sent(200, tell.games())

    async def tables(self, request: Request) -> Response:
        """Tables in a list."""
        query, owner = request.query_params, visitor(request).browser
        over, limit = query.get("over", "false"), _number(request, "limit", MOST)
        if over not in TRUTH:
            raise bad_value("over", over)
        if not 1 <= limit <= MOST:
            raise bad_value("limit", str(limit))
        store, which = self._tables.store, query.get("list", LISTS[0])
        match which:
            case "mine" | "others":
                own = which == "mine"
                rows = await store.tables(over=TRUTH[over], owner=owner, own=own, limit=limit)
            case "open":
                rows = [] if TRUTH[over] else await store.vacancies(limit)
            case _:
                raise bad_value("list", which)
        heads = await store.heads([row.id for row in rows])
        found = [
            tell.listed(row, owner, version=heads[row.id][0], results=heads[row.id][1])
            for row in rows
            if not _is_late(row, owner)
        ]
        return sent(200, TableList(tuple(found)))

    async def table(self, request: Request) -> Response:
        """One table."""
        return self._told(request, await self.room.sheet(request))

    async def state(self, request: Request) -> Response:
        """The state as the asking seat may see it."""
        sheet = await self.room.sheet(request)
        return sent(200, tell.position(sheet.match, _seat(request, sheet)))

    async def offers(self, request: Request) -> Response:
        """What is asked, and what may be answered."""
        sheet = await self.room.sheet(request)
        mine = sheet.seats(visitor(request).browser)
        reader = _reader(request, sheet, perspective(sheet.match, mine))
        return sent(200, tell.question(sheet.match, mine, reader))

    async def log(self, request: Request) -> Response:
        """The lines as the asking seat may read them."""
        sheet = await self.room.sheet(request)
        since, limit = _number(request, "since", 0), _number(request, "limit", MOST)
        if not 1 <= limit <= MOST:
            raise bad_value("limit", str(limit))
        reader = _reader(request, sheet, _seat(request, sheet))
        return sent(200, tell.log(sheet, reader, since=since, limit=limit))

    async def record(self, request: Request) -> Response:
        """The record, as the page gives it."""
        return await self.room.record(request)

    async def events(self, request: Request) -> Response:
        """The stream, as the page hears it."""
        return await self.room.events(request)

    async def open(self, request: Request) -> Response:
        """Open a table."""
        account = _account(request)
        self.limits.take("table", address(request))
        wish = await _body(request, Open)
        try:
            laws = find(wish.game)
        except UnknownGame:
            raise no_game(wish.game) from None
        if len(wish.seats) not in laws.seats:
            raise bad_value("seats", str(len(wish.seats)))
        club = visitor(request).choices.language.gettext(CLUBS[self._tables.now().weekday()])
        chairs = [_chair(request, account, place, n) for n, place in enumerate(wish.seats)]
        await self.room.invitations.seat(visitor(request), chairs)
        name = title({"name": wish.name}, "name", club)
        wanted = {name: getattr(wish, name) for name in Terms.__struct_fields__}
        asked = agreed(request, Terms(**wanted), chairs)
        try:
            table = await self._tables.open(
                laws.name, name=name, chairs=chairs, options=wish.options, terms=asked
            )
        except BadOption as error:
            raise _not_so(error) from None
        if asked.access == INVITED:
            await self.room.invitations.invite(table.id, account, account)
        return self._told(request, await self._tables.load(table.id), status=201)

    async def play(self, request: Request) -> Response:
        """Play a line; whatever goes wrong, nothing was changed and the reason is told."""
        account = _account(request)
        self.limits.take("move", account.owner)
        wish = await _body(request, Play)
        line = word({"line": wish.line}, "line")
        sheet = await self.room.sheet(request)
        try:
            sheet = await self._tables.play(
                sheet.table.id, account.owner, version=wish.version, line=line
            )
        except TrainshedError as error:
            return unplayed(request, await self.room.sheet(request), error, line)
        return self._told(request, sheet)

    async def sit(self, request: Request) -> Response:
        """Sit down at an open seat."""
        account = _account(request)
        self.limits.take("move", account.owner)
        wish = await _body(request, Sit)
        sheet = await self.room.sheet(request)
        seat = seat_of(sheet, wish.seat)
        await self.room.invitations.admit(visitor(request), sheet.table)
        await self.room.invitations.greet(visitor(request), wish.name)
        name = person(request, wish.name or account.name, seat)
        try:
            sheet = await self._tables.sit(sheet.table.id, account.owner, seat=seat, name=name)
        except SeatTaken as error:
            return unplayed(request, sheet, error)
        return self._told(request, sheet)

    async def fill(self, request: Request) -> Response:
        """Let a bot play at an open seat."""
        account = _account(request)
        self.limits.take("move", account.owner)
        wish = await _body(request, Fill)
        sheet = await self.room.sheet(request)
        seat = seat_of(sheet, wish.seat)
        chair = bot(wish.bot, seat)
        try:
            sheet = await self._tables.fill(sheet.table.id, account.owner, seat=seat, bot=chair)
        except TrainshedError as error:
            return unplayed(request, sheet, error)
        return self._told(request, sheet)

    async def come_back(self, request: Request) -> Response:
        """Play oneself again; nothing is changed where no bot does."""
        account = _account(request)
        self.limits.take("move", account.owner)
        await _body(request, Return)
        sheet = await self.room.sheet(request)
        return self._told(request, await self._tables.come_back(sheet.table.id, account.owner))

    async def orders(self, request: Request) -> Response:
        """The orders of a seat of one's own."""
        sheet = await self.room.sheet(request)
        return _ordered(request, sheet, _seat(request, sheet))

    async def give(self, request: Request) -> Response:
        """Leave an order."""
        return await self._order(request, await _body_of(request, Give))

    async def cancel(self, request: Request) -> Response:
        """Take an order back."""
        return await self._order(request, await _body_of(request, Cancel))

    async def _order(self, request: Request, wish: Give | Cancel) -> Response:
        account, sheet = _account(request), await self.room.sheet(request)
        self.limits.take("move", account.owner)
        line, kinds = word({"line": wish.line}, "line"), sheet.match.game.order
        try:
            if isinstance(wish, Give) and kinds is not None:
                line = write(tell.filled(read(line, kinds), wish))
            sheet = await self._tables.order(
                sheet.table.id, account.owner, line=line, on=isinstance(wish, Give), seat=wish.seat
            )
        except TrainshedError as error:
            return unplayed(request, sheet, error, line)
        mine = sheet.seats(account.owner)
        seat = perspective(sheet.match, mine) if wish.seat is None else Seat(wish.seat)
        return _ordered(request, sheet, seat)

    async def talk(self, request: Request) -> Response:
        """What was said."""
        sheet = await self.room.sheet(request)
        return sent(200, tell.remarks(await self._talk.heard(sheet, visitor(request))))

    async def say(self, request: Request) -> Response:
        """Say something."""
        wish = await _body_of(request, Say)
        await self._talk.utter(await self.room.sheet(request), visitor(request), wish.text)
        return await self.talk(request)

    def _told(self, request: Request, sheet: Sheet, status: int = 200) -> Response:
        return sent(status, tell.table(sheet, visitor(request).browser))


def _is_late(row: Table, owner: str) -> bool:
    """Whether a table shows itself later to this one: a list would tell too much."""
    return row.delay > 0 and not row.over and not row.has_part(owner)


@cache
def _document() -> bytes:
    return msgspec.json.encode(document())


def _account(request: Request) -> Account:
    """Who wants to change something; a guest may only look."""
    account = visitor(request).account
    if account is None:
        raise Refusal(
            401,
            say("This needs a token"),
            say("Nothing was changed. Tokens are made on the page of your account."),
        )
    return account


def _ordered(request: Request, sheet: Sheet, seat: Seat | None) -> Response:
    return sent(200, tell.orders(sheet, seat, _reader(request, sheet, seat)))


async def _body_of(request: Request, kind: type[T]) -> T:
    """The same for whoever has an account."""
    _account(request)
    return await _body(request, kind)


async def _body(request: Request, kind: type[T]) -> T:
    """The JSON of a request, as a value of this kind."""
    media = request.headers.get("content-type", "").split(";")[0].strip().lower()
    if media != "application/json":
        raise Refusal(
            415,
            say("The body must be JSON"),
            say("Nothing was changed. Please send it as {kind}.", kind="application/json"),
        )
    data = await request.body()
    try:
        return decode_json(data, kind)
    except msgspec.ValidationError as error:
        raise _unfit(422, error) from None
    except msgspec.DecodeError as error:
        raise _unfit(400, error) from None


def _unfit(status: int, error: Exception) -> Refusal:
    return Refusal(
        status,
        say("The body cannot be read"),
        say("Nothing was changed: {reason}.", reason=str(error)[:200]),
    )


def _not_so(error: BadOption) -> Refusal:
    return Refusal(
        422,
        say("The table cannot be set like that"),
        say("Nothing was changed: {reason}.", reason=error.text or str(error)[:200]),
    )


def _number(request: Request, name: str, otherwise: int) -> int:
    """A whole number in the address."""
    value = request.query_params.get(name, str(otherwise))
    if not value.isascii() or not value.isdigit() or len(value) > 9:
        raise bad_value(name, value)
    return int(value)


def _seat(request: Request, sheet: Sheet) -> Seat | None:
    """Through whose eyes one looks: a seat of one's own that the address names, or the usual."""
    mine = sheet.seats(visitor(request).browser)
    if "seat" not in request.query_params:
        return perspective(sheet.match, mine)
    seat = Seat(_number(request, "seat", 0))
    if seat not in mine:
        raise bad_value("seat", str(seat), status=403)
    return seat


def _reader(request: Request, sheet: Sheet, seat: Seat | None) -> Reader:
    return Reader(visitor(request).choices.language, sheet.match.names, seat)


def _chair(request: Request, account: Account, place: Place, seat: int) -> Chair:
    """Who sits on a seat of a new table."""
    match place.who:
        case "me":
            return Chair(person(request, place.name or account.name, seat), HUMAN, account.owner)
        case "open":
            return Chair(person(request, place.name, seat))
        case kind if kind in bots():
            return bot(kind, seat, title({"name": place.name}, "name", ""))
        case other:
            raise bad_value("who", other)
