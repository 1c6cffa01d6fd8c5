"""Games from elsewhere and games gone by: a record becomes a table, any position a new one."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from trainshed.adapters.export import is_export
from trainshed.core import (
    CHANCE,
    BadRecord,
    Match,
    Record,
    Text,
    TrainshedError,
    UnknownGame,
    loads,
    say,
)
from trainshed.core.match import unique
from trainshed.core.record import RULE
from trainshed.games import game as find
from trainshed.web.database.kept import RECORDED, Chair, Table, Terms, Written, new_id
from trainshed.web.database.renew import snapshots
from trainshed.web.executor import READING
from trainshed.web.form import form, number, position, title
from trainshed.web.people.visitor import visitor
from trainshed.web.printing.press import Press, words
from trainshed.web.refusal import Misfilled, Refusal, bad_value
from trainshed.web.settings import LONGEST_NAME

from .opening import HERE, Opening, chair, offered, players, refilled, terms
from .room import Room
from .sheet import Sheet
from .tables import Tables

LONGEST_RECORD = 1024 * 1024
"""No record is longer, in bytes."""
LONGEST_SEED = 64


class Branch:
    """The routes of games that were played elsewhere or before."""

    def __init__(self, tables: Tables, press: Press, room: Room, opening: Opening) -> None:
        self.tables = tables
        self.press = press
        self.room = room
        self.opening = opening
        self.routes = [
            Route("/import", self.bring, methods=["POST"]),
            Route("/t/{table}/continue", self.ask),
            Route("/t/{table}/continue", self.go_on, methods=["POST"]),
        ]

    async def bring(self, request: Request) -> Response:
        """Open a record or an export as a table to look at."""
        text, name = await _sent(request)
        match = await READING.run(_brought, text)
        chairs = [Chair(player, owner=RECORDED) for player in match.names]
        club = words(request, say("A recorded game"))
        table = await self._keep(match, len(match.log), name=name or club, chairs=chairs)
        return RedirectResponse(f"/t/{table.id}{'' if table.over else '?at=0'}", 303)

    async def ask(self, request: Request) -> Response:
        """Who is to play on from a position."""
        sheet = await self._past(request)
        at = position(request, sheet.match)
        return self._form(request, sheet, len(sheet.match.history) if at is None else at, {})

    def _form(
        self,
        request: Request,
        sheet: Sheet,
        at: int,
        filled: Mapping[str, str],
        fault: Misfilled | None = None,
    ) -> Response:
        """The form for a position, as it was filled in if it was."""
        match = sheet.match
        values = {
            "table": sheet.table,
            "title": match.game.title,
            "at": at,
            "moves": len(match.history),
            "status": words(request, match.game.status(match.at(at))),
            "counts": [len(match.names)],
            "names": match.names,
            "bots": players(request),
            "is_over": match.game.actor(match.at(at)) is None,
            **offered(request),
            "may_rate": False,
            **refilled(request, filled, fault),
        }
        status = fault.status if fault else 200
        return self.press.page(request, "continue.html", values, status=status)

    async def go_on(self, request: Request) -> Response:
        """A new table, or the form again with what is wrong."""
        sheet, filled = await self._past(request), await form(request)
        at = number(filled, "at")
        if at > len(sheet.match.history) or sheet.match.game.actor(sheet.match.at(at)) is None:
            raise bad_value("at", str(at))
        try:
            return await self._go_on(request, sheet, at, filled)
        except Misfilled as fault:
            return self._form(request, sheet, at, filled, fault)

    async def _go_on(
        self, request: Request, sheet: Sheet, at: int, fields: Mapping[str, str]
    ) -> Response:
        """A new table with the same lines up to a position; chance is drawn anew."""
        match = sheet.match
        fields = await self._renamed(request, fields, match.names)
        chairs = [chair(request, fields, seat) for seat in range(len(match.names))]
        await self.room.invitations.seat(visitor(request), chairs)
        asked = replace(terms(request, fields, chairs), rated=False)  # it may be won already
        guests = await self.opening.guests(request, fields, asked)
        name = title(fields, "name", sheet.table.name)
        twin = await asyncio.to_thread(_branched, match, at, chairs)
        table = await self._keep(twin, at, name=name, chairs=chairs, asked=asked)
        for account in guests:
            await self.room.invitations.invite(table.id, account, visitor(request).account)
        return RedirectResponse(f"/t/{table.id}", 303)

    async def _renamed(
        self, request: Request, fields: Mapping[str, str], names: Sequence[str]
    ) -> Mapping[str, str]:
        """A form without the names of others who had played, on the seats that one takes here."""
        account = visitor(request).account
        found = dict(fields)
        for seat, name in enumerate(names, 1):
            is_kept = fields.get(f"seat-{seat}") == HERE and fields.get(f"name-{seat}") == name
            if is_kept and await self.room.invitations.is_anothers(
                name, account.id if account else ""
            ):
                found[f"name-{seat}"] = ""
        return found

    async def _past(self, request: Request) -> Sheet:
        """The table that the address names, if nobody plays there any more."""
        sheet = await self.room.sheet(request)
        if sheet.match.actor is not None and not sheet.table.is_recorded:
            raise Refusal(
                409,
                say("This game is still being played"),
                say("It can be continued in another way when it is over."),
            )
        if sheet.table.base:
            raise Refusal(
                409,
                say("This game was begun under earlier laws"),
                say("It can be looked at, but not continued from here."),
            )
        return sheet

    async def _keep(
        self,
        match: Match[Any, Any],
        brought: int,
        *,
        name: str,
        chairs: Sequence[Chair],
        asked: Terms | None = None,
    ) -> Table:
        """Write a match down as a table that brought so many lines along."""
        now, laws = self.tables.now(), match.game
        table = Table(
            id=new_id(),
            name=name,
            game=laws.name,
            rules=laws.rules,
            options=msgspec.to_builtins(match.options),
            seed=match.seed,
            chairs=tuple(replace(c, name=n) for c, n in zip(chairs, match.names, strict=True)),
            created=now,
            changed=now,
            actor=match.actor,
            since=now,
            brought=brought,
            **msgspec.structs.asdict(asked or Terms()),
        )
        if not table.is_recorded:
            table = replace(table, due=await self.tables.due(table, match, now))
        lines = [Written(n, line.seat, line.text, now) for n, line in enumerate(match.log, 1)]
        kept = await asyncio.to_thread(snapshots, match, 0)
        await self.tables.store.add(table, lines, kept[-1])
        await self.tables.store.adopt(table, kept, lines=len(lines), laws=table.rules)
        self.tables.bus.publish(table.id, match.version)
        return table


async def _sent(request: Request) -> tuple[str, str]:
    """The text of a record that was pasted or sent as a file, and a name for its table."""
    parts = request.form(max_files=1, max_fields=4, max_part_size=LONGEST_RECORD)
    async with parts as fields:
        file, text = fields.get("file"), fields.get("record", "")
        name = fields.get("name", "")
        data = await file.read(LONGEST_RECORD + 1) if isinstance(file, UploadFile) else b""
    if len(data) > LONGEST_RECORD:
        raise _unreadable(say("The file has more than {n} bytes", n=LONGEST_RECORD))
    try:
        found = data.decode("utf-8-sig") or str(text)
    except UnicodeDecodeError:
        raise _unreadable(say("This is not a text file")) from None
    return found, title({"name": str(name)}, "name", "")


def _brought(text: str) -> Match[Any, Any]:
    """The match of a text; Refusal says what is wrong with it."""
    try:
        return _replayed(text)
    except TrainshedError as error:
        raise _unreadable(_reason(text, error)) from None


def _replayed(text: str) -> Match[Any, Any]:
    """The match of a record or an export; TrainshedError says what is wrong with it."""
    if not text.strip():
        raise BadRecord("there is nothing in it")
    record = _record(text)
    names = tuple(_name(name) for name in record.names)
    match = Match.replay(find(record.game), replace(record, names=names))
    seed = record.seed or ""
    is_seed = 0 < len(seed) <= LONGEST_SEED and seed.isprintable()
    match.seed = seed if is_seed else secrets.token_hex(16)
    match.lot = True
    if match.actor == CHANCE:
        match.resume([(line.seat, line.text) for line in match.log])
    return match


def _name(name: str) -> str:
    """The name of a player without odd blanks, and not too long for a list."""
    shown = "".join(letter if letter.isprintable() else " " for letter in name)
    return " ".join(shown.split())[:LONGEST_NAME] or "?"


def _record(text: str) -> Record:
    if not is_export(text):
        return loads(text)
    from trainshed.adapters.eighteenxx import imported  # noqa: PLC0415 - only where it is needed

    return imported(text)


def _branched(match: Match[Any, Any], at: int, chairs: Sequence[Chair]) -> Match[Any, Any]:
    """A match with the same moves up to `at`; what chance brings then nobody knows yet."""
    twin = Match(
        match.game,
        seats=match.start.seats,
        options=match.options,
        seed=secrets.token_hex(16),
        names=unique([one.name for one in chairs]),
    )
    twin.resume([(move.seat, str(move.action)) for move in match.history[:at]])
    return twin


def _reason(text: str, error: TrainshedError) -> Text:
    """Why a text cannot be read as a game; what only the laws say is quoted."""
    detail = " ".join(str(error).split())[:600].rstrip(".")
    if not text.strip():
        return say("There is nothing in it")
    if is_export(text):
        return say("The export of 18xx.games cannot be read: “{detail}”", detail=detail)
    if not any(row.strip() == RULE for row in text.split("\n")):
        return say("The line “{rule}” between the head and the actions is missing", rule=RULE)
    if isinstance(error, UnknownGame):
        return say("No game is called “{game}”", game=_record(text).game[:80])
    if isinstance(error, BadRecord) and error.line is not None:
        line = _record(text).lines[error.line - 1][:80]
        return say("Line {n} cannot be played: “{line}”", n=error.line, line=line)
    if isinstance(error, BadRecord) and not detail.startswith("head:"):
        return say("Its lines cannot be read: “{detail}”", detail=detail)
    return say("Its head cannot be read: “{detail}”", detail=detail)


def _unreadable(reason: Text) -> Refusal:
    return Refusal(
        422,
        say("This game cannot be read"),
        say(
            "{reason}. Send a record of Trainshed or a game of 1861 exported by 18xx.games.",
            reason=reason,
        ),
    )
