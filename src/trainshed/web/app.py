"""The site as one ASGI application."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path

import structlog
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from trainshed.core import BadOption, say

from .api import Api, Desk, fault
from .database.renew import Renewal
from .database.store import OUT_OF_REACH, Store, is_full
from .form import came_from, form
from .guard import Guard, Headed, Settled
from .health import DOWN, Health
from .home import Home
from .limits import Brake, Limits
from .log_dedup import code_of
from .logs import Logged
from .maps.maps import Maps
from .maps.shelf import Shelf
from .maps.weigh import Scales
from .meter import Meter, Metered
from .notices.couriers import hired
from .notices.noticeboard import Noticeboard
from .notices.notices import Notices
from .notices.post import Post
from .office.bulletin import Bulletin
from .office.bureau import Bureau
from .office.office import Office
from .people.accounts import Accounts
from .people.joining import Joining, Newcomers
from .people.keyring import Keyring
from .people.known import Known
from .people.letters import Letters, Links
from .people.passkeys import Passkeys
from .people.people import People
from .people.profiles import Profiles
from .people.ratings import Ratings
from .people.regards import Regards
from .people.tokens import API, Bearers, Tokens
from .people.visitor import Visitors, is_same, keep, read_secret, visitor
from .pocket import Pocket
from .printing import manifest, pictures
from .printing.charts import Charts
from .printing.press import HERE, Press, sorry
from .printing.rasterizer import Rasterizer
from .processes.live import Bus
from .processes.pigeonholes import Pigeonholes
from .processes.wire import wired
from .refusal import Refusal, bad_value, failed, no_database, no_room, nowhere
from .rules import Rules
from .settings import SERVE, WORK, Config
from .tables.branch import Branch
from .tables.clocks import Clocks
from .tables.heartbeat import Heartbeat
from .tables.holiday import Holiday
from .tables.inviting import Inviting
from .tables.opening import Opening
from .tables.pace import Pace
from .tables.presence import Presence
from .tables.room import Room
from .tables.standing import Standing
from .tables.tables import Tables
from .tables.talk import Talk
from .timekeeping import Timekeeping

LOG = structlog.get_logger("trainshed.app")
GONE = 499
"""The status in the log of a request whose sender has hung up; nobody is sent it."""


class App(Starlette):
    """An application with the security headers on every answer, those to its failures too."""

    is_https = False

    def build_middleware_stack(self) -> ASGIApp:
        return Headed(Settled(super().build_middleware_stack()), is_https=self.is_https)


class Site:
    """The parts of the site, put together."""

    def __init__(
        self,
        config: Config,
        templates: Path = HERE / "templates",
        holes: Pigeonholes | None = None,
    ) -> None:
        self.config = config
        self.timekeeping = Timekeeping()
        self.store = Store(config.url, config.timeouts, self.timekeeping.now)
        self.wire = wired(self.store, config.data, holes)
        self.bus = Bus(self.wire.send, is_attentive=config.part == WORK)
        self.tables = Tables(self.store, self.bus)
        serves = config.part != WORK
        self.heartbeat = Heartbeat(self.store, self.bus, self.timekeeping, serves=serves)
        self.presence = Presence(self.bus, self.wire)
        self.press = Press(templates)
        self.people, self.limits = People(self.store, self.bus), Limits()
        self.meter = Meter(holes.number if holes is not None else 0)
        self.meter.watch(
            "trainshed_checkpoint_age_seconds",
            "Since the log of SQLite was brought into the file: 20 at most where all is well",
            lambda: self.store.checkpoint_age,
        )
        self.meter.watch(
            "trainshed_clock_drift_seconds",
            "By how much the clock has jumped; while that is not 0 nothing expires",
            lambda: self.timekeeping.drift,
        )
        self.tokens, self.regards = Tokens(self.store), Regards(self.store)
        self.ratings = Ratings(self.store, self.bus, self.wire, self.tables.goes_on)
        self.passkeys = Passkeys(self.store, read_secret(config.data), config.address)
        self.post = Post(config.mail) if config.mail else None
        self.couriers = hired(config, self.store, self.post, read_secret(config.data))
        self.notices = Notices(self.couriers, self.tables, self.presence, self.wire)
        self.shelf, self.scales = Shelf(self.store), Scales()
        self.rasterizer = Rasterizer(self.limits)
        self.pace = Pace(self.tables, config.pace, self.wire, respite=config.respite)
        self.renewal = Renewal(self.store, self.bus, self.wire)
        self.bulletin = Bulletin(self.store)
        self.vitals = Health(self.store)
        self.meter.measure(self.store, config.data)
        self.press.posted = self.bulletin.shown
        bureau = Bureau(self.store, self.tables, config.processes, self.heartbeat)
        self.office = Office(self.people, bureau, self.bulletin, self.press)
        self.clocks = Clocks(self.tables, wire=self.wire, heartbeat=self.heartbeat)
        self.app = App(
            routes=self._routes(),
            lifespan=self.life,
            middleware=[
                Middleware(Logged, tables=self.tables),
                Middleware(Metered, meter=self.meter),
                Middleware(GZipMiddleware, compresslevel=3),
                Middleware(Visitors, secret=read_secret(config.data), people=self.people),
                Middleware(Bearers, tokens=self.tokens, refuse=self._sorry),
                Middleware(Guard, refuse=self._sorry),
                Middleware(Brake, limits=self.limits, refuse=self._sorry),
            ],
            exception_handlers={
                Refusal: self._refuse,
                HTTPException: self._refuse_plainly,
                ClientDisconnect: _unheard,
                **dict.fromkeys((*OUT_OF_REACH, Exception), self._fail),
            },
        )
        self.app.is_https = self.config.address.startswith("https://")
        self.app.router.redirect_slashes = False

    def _routes(self) -> list[Route]:
        home = Home(self.tables, self.press, self.limits)
        room = Room(self.tables, self.press, self.presence, self.rasterizer)
        room.is_known = partial(is_same, self.people)
        rules = Rules(self.press)
        shelves = (self.press.shelf, self.rasterizer, self.scales)
        for owner in (self.tables, self.limits, room, home, *shelves):
            self.meter.caches.add(owner.sizes)
        opening = Opening(self.tables, self.press, self.shelf, self.limits)
        branch = Branch(self.tables, self.press, room, opening)
        talk = Talk(room, self.press, self.limits, self.regards)
        accounts = Accounts(
            self.people,
            self.press,
            self.limits,
            tokens=self.tokens,
            passkeys=self.passkeys,
            known=Known(read_secret(self.config.data)),
            has_post=self.post is not None,
        )
        letters: list[Route] = []
        if self.post is not None:
            links = Links(self.store)
            joining = Joining(read_secret(self.config.data), self.store.now)
            sent = Letters(links, accounts, joining, self.post, self.config.address)
            letters = [*sent.routes, *Newcomers(joining, accounts).routes]
        profiles = Profiles(self.people, self.ratings, self.regards, self.press, self.limits)
        return [
            *room.routes,  # first: they are asked for most
            Route("/", home.show),
            Route("/next", home.next),
            Route("/search", home.search),
            Route("/new/{game}", opening.show),
            Route("/tables", opening.open, methods=["POST"]),
            *accounts.routes,
            *Noticeboard(self.couriers, self.press, self.limits).routes,
            *Pocket(self.press, self.rasterizer).routes,
            *Keyring(self.passkeys, accounts).routes,
            *letters,
            *Desk(self.tokens, accounts).routes,
            *Api(self.tables, room, talk, self.limits).routes,
            *self.office.routes,
            *self.bulletin.routes,
            *profiles.routes,
            *branch.routes,
            *Maps(self.shelf, self.press, self.scales).routes,
            *Charts(self.press, room).routes,
            *Inviting(room, self.people, self.limits).routes,
            *Holiday(self.tables, self.press).routes,
            *Standing(room).routes,
            *talk.routes,
            Route("/ground/{game}/{map}.svg", pictures.ground),
            Route("/tiles/{game}.svg", manifest.shapes),
            Route("/pictures/{game}.svg", pictures.card),
            Route("/playing", rules.show),
            Route("/rules/{game}", rules.show),
            Route("/rulings/{game}", rules.show),
            Route("/settings", self.show_settings, methods=["GET"]),
            Route("/settings", self.settings, methods=["POST"]),
            Route("/health", self.health),
            Route("/metrics", self.meter.show),
            Route("/static/{stamp}/{path:path}", self.static),
        ]

    async def show_settings(self, request: Request) -> Response:
        """All that a visitor can choose for himself."""
        return self.press.page(request, "settings.html", {})

    async def settings(self, request: Request) -> Response:
        """Keep what the visitor chose, and go back to where he was."""
        choices = visitor(request).choices
        for name, value in (await form(request)).items():
            try:
                choices = choices.chosen(name, value)
            except BadOption:
                raise bad_value(name, value) from None
        answer = RedirectResponse(came_from(request), 303)
        await keep(self.people, request, answer, choices)
        return answer

    async def health(self, request: Request) -> Response:
        """Whether the site and its database are well."""
        found = await self.vitals.look()
        return JSONResponse(found, 503 if DOWN in found.values() else 200)

    async def static(self, request: Request) -> Response:
        """A static file."""
        return self.press.file(request.path_params["stamp"], request.path_params["path"])

    @asynccontextmanager
    async def life(self, app: Starlette | None = None) -> AsyncIterator[None]:
        """Prepare the database, do all but answer, and put everything away in the end."""
        await self.store.migrate()
        await self.store.compare(tells=self.meter.number == "0")
        await self.store.rehearse()
        await self.heartbeat.begin()
        await run_in_threadpool(int)  # the first page would load what threads need
        wire = self.vitals.watch("wire", self.wire.run(self.bus))
        works = {"presence": self.presence.run, "bulletin": self.bulletin.run}
        works["heartbeat"] = self.heartbeat.run
        if self.config.part != SERVE:
            works |= {"pace": self.pace.run, "clocks": self.clocks.run}
            works |= {"notices": self.notices.run, "ratings": self.ratings.run}
        tasks = [self.vitals.watch(name, run()) for name, run in works.items()]
        if self.config.part != SERVE:  # which ends when nothing is left to do
            tasks.append(asyncio.create_task(self.renewal.run()))
        try:
            yield
        finally:
            self.bus.close()
            self.clocks.close()
            self.notices.close()
            self.bulletin.close()
            await asyncio.gather(*tasks, return_exceptions=True)  # what failed was told
            with suppress(Exception):  # the time it takes to start again is not lost
                await self.heartbeat.beat()
            wire.cancel()
            with suppress(asyncio.CancelledError):
                await wire
            await self.wire.close()
            await self.scales.close()
            await self.rasterizer.close()
            await self.vitals.close()
            await self.store.close()

    def _sorry(self, connection: HTTPConnection, refusal: Refusal, code: str = "") -> Response:
        if connection.scope["path"].startswith(API):
            return fault(connection, refusal, code)
        return sorry(self.press, connection, refusal, code)

    async def _refuse(self, request: Request, error: Exception) -> Response:
        assert isinstance(error, Refusal)
        return self._sorry(request, error)

    async def _refuse_plainly(self, request: Request, error: Exception) -> Response:
        """What Starlette refuses: an unknown address, a wrong method, a malformed form."""
        assert isinstance(error, HTTPException)
        refusal = nowhere(request.url.path)
        match error.status_code:
            case 404:
                headline = refusal.headline
            case 405:
                headline = say("“{path}” cannot be used that way", path=request.url.path[:80])
            case _:
                headline = say("That form cannot be read")
        answer = self._sorry(request, Refusal(error.status_code, headline, refusal.text))
        answer.headers.update(error.headers or {})
        return answer

    async def _fail(self, request: Request, error: Exception) -> Response:
        """Something is wrong with the site itself, or with its database."""
        code = code_of(error)
        LOG.error("a request failed", exc_info=error)
        if is_full(error):
            refusal = no_room()
        else:
            refusal = no_database() if isinstance(error, OUT_OF_REACH) else failed()
        return self._sorry(request, refusal, code)


async def _unheard(request: Request, error: Exception) -> Response:
    """Whoever asked has gone before he had said all of it: nothing is wrong."""
    return Response(status_code=GONE)


def create(config: Config, templates: Path = HERE / "templates") -> App:
    """The application alone."""
    return Site(config, templates).app
