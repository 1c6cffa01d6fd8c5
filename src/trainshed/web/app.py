"""The site as one ASGI application."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

import structlog
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from trainshed.core import BadOption, say

from . import manifest, pictures
from .accounts import Accounts
from .api import Api, Desk, fault
from .branch import Branch
from .charts import Charts
from .clocks import Clocks
from .form import form
from .guard import Guard, Headed
from .home import Home
from .limits import Brake, Limits
from .live import Bus
from .maps import Maps
from .meter import Meter, Metered
from .opening import Opening
from .pace import Pace
from .people import People
from .press import HERE, Press, sorry
from .profiles import Profiles
from .refusal import Refusal, bad_value
from .renew import renew
from .room import Room
from .rules import Rules
from .settings import Config
from .shelf import Shelf
from .store import Store
from .tables import Tables
from .talk import Talk
from .tokens import API, Bearers, Tokens
from .visitor import CHOICES, Visitors, cookie_header, read_secret, visitor
from .weigh import Scales
from .wire import wired

LOG = structlog.get_logger("trainshed.app")


class App(Starlette):
    """An application with the security headers on every answer, those to its failures too."""

    def build_middleware_stack(self) -> ASGIApp:
        return Headed(super().build_middleware_stack())


class Site:
    """The parts of the site, put together."""

    def __init__(self, config: Config, templates: Path = HERE / "templates") -> None:
        self.config = config
        self.store = Store(config.url)
        self.wire = wired(self.store)
        self.bus = Bus(self.wire.send)
        self.tables = Tables(self.store, self.bus)
        self.press = Press(templates)
        self.people, self.limits, self.meter = People(self.store), Limits(), Meter()
        self.tokens = Tokens(self.store)
        self.shelf, self.scales = Shelf(self.store), Scales()
        self.pace = Pace(self.tables, config.pace, self.wire)
        self.clocks = Clocks(self.tables)
        self.app = App(
            routes=self._routes(),
            lifespan=self._life,
            middleware=[
                Middleware(Metered, meter=self.meter),
                Middleware(GZipMiddleware, compresslevel=5),
                Middleware(Visitors, secret=read_secret(config.data), people=self.people),
                Middleware(Bearers, tokens=self.tokens, refuse=self._sorry),
                Middleware(Guard, refuse=self._sorry),
                Middleware(Brake, limits=self.limits, refuse=self._sorry),
            ],
            exception_handlers={
                Refusal: self._refuse,
                HTTPException: self._refuse_plainly,
                Exception: self._fail,
            },
        )
        self.app.router.redirect_slashes = False

    def _routes(self) -> list[Route]:
        home, room = Home(self.tables, self.press), Room(self.tables, self.press)
        opening, rules = Opening(self.tables, self.press, self.shelf), Rules(self.press)
        branch = Branch(self.tables, self.press, room)
        talk = Talk(room, self.press, self.limits)
        accounts = Accounts(self.people, self.press, self.limits, self.tokens)
        return [
            Route("/", home.show),
            Route("/next", home.next),
            Route("/search", home.search),
            Route("/new/{game}", opening.show),
            Route("/tables", opening.open, methods=["POST"]),
            *accounts.routes,
            *Desk(self.tokens, accounts).routes,
            *Api(self.tables, room, self.limits).routes,
            *Profiles(self.people, self.press).routes,
            *branch.routes,
            *Maps(self.shelf, self.press, self.scales).routes,
            *Charts(self.press, room).routes,
            *room.routes,
            *talk.routes,
            Route("/ground/{game}/{map}.svg", pictures.ground),
            Route("/tiles/{game}.svg", manifest.shapes),
            Route("/pictures/{game}.svg", pictures.card),
            Route("/rules/{game}", rules.show),
            Route("/rulings/{game}", rules.show),
            Route("/settings", self.settings, methods=["POST"]),
            Route("/health", self.health),
            Route("/metrics", self.meter.show),
            Route("/static/{stamp}/{path:path}", self.static),
        ]

    async def settings(self, request: Request) -> Response:
        """Keep what the visitor chose, and go back to where he was."""
        choices = visitor(request).choices
        for name, value in (await form(request)).items():
            try:
                choices = choices.chosen(name, value)
            except BadOption:
                raise bad_value(name, value) from None
        account = visitor(request).account
        if account is not None:
            await self.people.choose(account, choices.write())
        answer = RedirectResponse(came_from(request), 303)
        answer.headers.append("set-cookie", cookie_header(request, CHOICES, choices.write()))
        return answer

    async def health(self, request: Request) -> Response:
        """Whether the site and its database are well."""
        try:
            await self.store.check()
        except Exception:
            LOG.exception("the database does not answer")
            return JSONResponse({"database": "down"}, 503)
        return JSONResponse({"database": "up"})

    async def static(self, request: Request) -> Response:
        """A static file."""
        return self.press.file(request.path_params["stamp"], request.path_params["path"])

    @asynccontextmanager
    async def _life(self, app: Starlette) -> AsyncIterator[None]:
        """Prepare the database, let the bots move, and put everything away in the end."""
        await self.store.migrate()
        await renew(self.store)
        wire = asyncio.create_task(self.wire.run(self.bus))
        bots = asyncio.create_task(self.pace.run())
        clocks = asyncio.create_task(self.clocks.run())
        try:
            yield
        finally:
            self.bus.close()
            self.clocks.close()
            await asyncio.gather(bots, clocks)
            wire.cancel()
            with suppress(asyncio.CancelledError):
                await wire
            await self.wire.close()
            await self.scales.close()
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
        match error.status_code:
            case 404:
                headline = say("There is nothing at “{path}”", path=request.url.path[:80])
            case 405:
                headline = say("“{path}” cannot be used that way", path=request.url.path[:80])
            case _:
                headline = say("That form cannot be read")
        text = say("Nothing was changed. All tables are listed on the first page.")
        answer = self._sorry(request, Refusal(error.status_code, headline, text))
        answer.headers.update(error.headers or {})
        return answer

    async def _fail(self, request: Request, error: Exception) -> Response:
        """Something is wrong with the site itself."""
        code = secrets.token_hex(4)
        LOG.error("a request failed", code=code, path=request.url.path, exc_info=error)
        refusal = Refusal(
            500,
            say("Something went wrong here"),
            say("Every move that you saw on the board has been kept. Please load the page again."),
        )
        return self._sorry(request, refusal, code)


def came_from(request: Request) -> str:
    """The page of ours that a form was sent from, or the first page."""
    try:
        back = urlsplit(request.headers.get("referer", ""))
    except ValueError:  # no address at all
        return "/"
    is_path = back.path.startswith("/") and back.path[1:2] not in ("/", "\\")
    if back.netloc != request.url.netloc or not is_path:
        return "/"
    return f"{back.path}?{back.query}" if back.query else back.path


def create(config: Config, templates: Path = HERE / "templates") -> Starlette:
    """The application alone."""
    return Site(config, templates).app
