"""The page where somebody says how he wants to be told, and the number that every page shows."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

import structlog
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from trainshed.core import Text, say
from trainshed.web.form import form, number
from trainshed.web.guard import ANYWHERE
from trainshed.web.limits import Limits
from trainshed.web.people.accounts import signed_in
from trainshed.web.people.leaving import Leave
from trainshed.web.people.visitor import PUSH, cookie_header, visitor
from trainshed.web.printing.press import Press, words
from trainshed.web.refusal import Refusal, bad_value

from .couriers import PAGE, Couriers, trial
from .post import NotSent
from .push import checked
from .tidings import Subscription
from .wishes import Channel, Wishes, zones

LOG = structlog.get_logger("trainshed.noticeboard")
TESTS: tuple[Channel, ...] = ("push", "mail", "hook", "ntfy")
LETTERS = ("none", "turn", "digest")


class Noticeboard:
    """The routes of notices."""

    def __init__(self, couriers: Couriers, press: Press, limits: Limits) -> None:
        self.couriers = couriers
        self.tidings = couriers.tidings
        self.press = press
        self.limits = limits
        post = ["POST"]
        self.routes = [
            Route("/waiting", self.waiting),
            Route(PAGE, self.show),
            Route(PAGE, self.save, methods=post),
            Route(f"{PAGE}/browser", self.subscribe, methods=post),
            Route(f"{PAGE}/browser/forget", self.unsubscribe, methods=post),
            Route(f"{ANYWHERE}{{token}}", self.ask_to_leave),
            Route(f"{ANYWHERE}{{token}}", self.leave, methods=post),
        ]

    async def waiting(self, request: Request) -> Response:
        """How many tables wait for the visitor."""
        found = await self.tidings.store.waiting(visitor(request).browser)
        headers = {"etag": f'"{len(found)}"', "cache-control": "private, no-cache"}
        if request.headers.get("if-none-match", "").removeprefix("W/") == headers["etag"]:
            return Response(status_code=304, headers=headers)
        return JSONResponse({"waiting": len(found)}, headers=headers)

    async def show(self, request: Request) -> Response:
        """How somebody is told."""
        to = await self.tidings.addressee(signed_in(request).id)
        return await self._page(request, to.wishes)

    async def save(self, request: Request) -> Response:
        """Keep what somebody wants, and try a channel if he asks for it."""
        account, fields = signed_in(request), await form(request)
        to = await self.tidings.addressee(account.id)
        wishes = self._read(fields, to.wishes, request)
        fault = self._fault(wishes)
        if fault is not None:
            return await self._page(request, wishes, fault=fault)
        await self.tidings.wish(account.id, wishes)
        if not fields.get("test"):
            return await self._page(request, wishes, done=say("Your wishes have been kept."))
        channel = next((it for it in TESTS if it == fields["test"]), None)
        if channel is None:
            raise bad_value("test", fields["test"])
        self.limits.take("notice", account.owner)
        to = replace(to, wishes=wishes)
        try:
            await self.couriers.carry(channel, to, trial(to))
        except NotSent as error:
            fault = say("The test did not arrive ({reason}).", reason=str(error)[:200])
            return await self._page(request, wishes, fault=fault)
        return await self._page(request, wishes, done=say("The test is on its way."))

    async def subscribe(self, request: Request) -> Response:
        """Tell this browser from now on."""
        account, fields = signed_in(request), await form(request)
        self.limits.take("notice", account.owner)
        found = Subscription(
            fields.get("endpoint", ""), fields.get("key", ""), fields.get("secret", "")
        )
        try:
            checked(found, self.couriers.outside)
        except NotSent:
            raise bad_value("endpoint", found.endpoint) from None
        now = self.tidings.store.now()
        wishes = (await self.tidings.addressee(account.id)).wishes
        site = _site(request)
        wishes = replace(wishes, push=True, site=site, saved=wishes.saved or now)
        await self.tidings.subscribe(account.id, found, now)
        await self.tidings.wish(account.id, wishes)
        known = cookie_header(request, PUSH, found.id)
        return Response(status_code=204, headers={"set-cookie": known})

    async def unsubscribe(self, request: Request) -> Response:
        """Tell this browser no more."""
        account, fields = signed_in(request), await form(request)
        await self.tidings.unsubscribe(account.id, fields.get("endpoint", ""))
        if not await self.tidings.subscriptions(account.id):
            wishes = (await self.tidings.addressee(account.id)).wishes
            await self.tidings.wish(account.id, replace(wishes, push=False))
        return Response(status_code=204)

    async def ask_to_leave(self, request: Request) -> Response:
        """What the link in a letter is for, and the button that does it."""
        return self._leaving(request, self._leave(request), done=False)

    async def leave(self, request: Request) -> Response:
        """Send no more letters of a kind; who has none, or is no more, is answered alike."""
        wish = self._leave(request)
        to = await self.tidings.find(wish.account)
        if to is not None and wish.stops(to):
            await self.tidings.wish(to.account, replace(to.wishes, mail="none"))
        return self._leaving(request, wish, done=True)

    def _leave(self, request: Request) -> Leave:
        found = self.couriers.leaving.opened(request.path_params["token"])
        if found is None:
            raise Refusal(
                404,
                say("This link is no longer good"),
                say("Signed in, you choose on the page of notices which letters you get."),
            )
        return found

    def _leaving(self, request: Request, wish: Leave, *, done: bool) -> Response:
        headers = {"cache-control": "no-store", "referrer-policy": "same-origin"}
        values = {"kind": wish.kind, "done": done}
        return self.press.page(request, "leave.html", values, headers=headers)

    def _read(self, fields: Mapping[str, str], old: Wishes, request: Request) -> Wishes:
        """The wishes of a form; Refusal names a value that there is not."""
        mail = next((it for it in LETTERS if it == fields.get("mail", old.mail)), None)
        if mail is None:
            raise bad_value("mail", fields.get("mail", ""))
        place = fields.get("zone", "").strip() or "UTC"
        if place not in zones():
            raise bad_value("zone", place)
        return replace(
            old,
            mail=mail,
            hour=_hour(fields, "hour", old.hour),
            hook=fields.get("hook", "").strip(),
            ntfy=fields.get("ntfy", "").strip(),
            secret=old.secret or secrets.token_urlsafe(24),
            ended="ended" in fields,
            invited="invited" in fields,
            asked="asked" in fields,
            quiet="quiet" in fields,
            start=_hour(fields, "start", old.start),
            end=_hour(fields, "end", old.end),
            zone=place,
            site=_site(request),
            saved=self.tidings.store.now(),
        )

    def _fault(self, wishes: Wishes) -> Text | None:
        """What is wrong with an address."""
        for url in (wishes.hook, wishes.ntfy):
            try:
                if url:
                    self.couriers.outside.address(url)
            except NotSent:
                return say(
                    "“{url}” cannot be told anything: an address begins with https:// and names a "
                    "machine that everybody can reach.",
                    url=url[:80],
                )
        return None

    async def _page(
        self,
        request: Request,
        wishes: Wishes,
        *,
        fault: Text | None = None,
        done: Text | None = None,
    ) -> Response:
        account = signed_in(request)
        to = await self.tidings.addressee(account.id)
        values = {
            "wishes": wishes,
            "is_new": wishes.saved is None,
            "zones": zones(),
            "sends_mail": self.couriers.post is not None,
            "mail": to.mail or "",
            "browsers": [it.id for it in await self.tidings.subscriptions(account.id)],
            "key": self.couriers.push.public,
            "fault": words(request, fault) if fault else "",
            "done": words(request, done) if done else "",
        }
        return self.press.page(request, "notices.html", values, status=422 if fault else 200)


def _hour(fields: Mapping[str, str], name: str, old: int) -> int:
    if name not in fields:
        return old
    hour = number(fields, name)
    if hour > 23:
        raise bad_value(name, fields[name])
    return hour


def _site(request: Request) -> str:
    return f"{request.url.scheme}://{request.url.netloc}"[:200]
