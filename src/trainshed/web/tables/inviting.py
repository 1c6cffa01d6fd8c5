"""People at a table invite others by name; whoever is invited may decline."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from trainshed.core import say
from trainshed.web.form import form, title
from trainshed.web.limits import Limits
from trainshed.web.people.people import People
from trainshed.web.people.visitor import visitor
from trainshed.web.refusal import Refusal

from .invitations import no_host, unknown
from .room import Room


class Inviting:
    """The routes of invitations."""

    def __init__(self, room: Room, people: People, limits: Limits) -> None:
        self.room = room
        self.limits = limits
        self.people = people
        self.invitations = room.invitations
        self.routes = [
            Route("/t/{table}/invite", self.invite, methods=["POST"]),
            Route("/t/{table}/decline", self.decline, methods=["POST"]),
        ]

    async def invite(self, request: Request) -> Response:
        """Invite somebody who has an account."""
        sheet, host = await self.room.sheet(request), visitor(request).account
        if not sheet.seats(visitor(request).browser):
            raise not_yours()
        if host is None:
            raise no_host()
        self.limits.take("invite", host.owner)
        name = title(await form(request), "name", "")
        found = await self.people.named(name) if name else None
        if found is None:
            return await self.room.told(request, sheet, unknown(name), status=422)
        guest, table = found[0], sheet.table.id
        if not await self.invitations.is_unwelcome(host, guest) and not (
            await self.invitations.invite(table, guest, host)
        ):
            raise enough()
        self.room.tables.bus.publish(table, sheet.match.version)
        return await self.room.done(request, sheet)

    async def decline(self, request: Request) -> Response:
        """Say no to an invitation; the first page does not show it any more."""
        account = visitor(request).account
        if account is not None:
            await self.invitations.decline(request.path_params["table"], account)
        return RedirectResponse("/", 303)


def not_yours() -> Refusal:
    """Only whoever plays may invite others."""
    return Refusal(
        403,
        say("Only those at the table invite others"),
        say("Nothing was changed. Sit down first."),
    )


def enough() -> Refusal:
    """Nobody needs so many invitations."""
    return Refusal(
        409,
        say("Enough people are invited to this table"),
        say("Nothing was changed. Some of them may still come."),
    )
