"""Profiles: what somebody has played, how it ended, and against whom; the ladders of the games."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

from babel.dates import format_date
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from trainshed.core import Text, say
from trainshed.core.text import called
from trainshed.games import games
from trainshed.web.database.kept import Account
from trainshed.web.form import form
from trainshed.web.limits import Limits
from trainshed.web.printing.press import Press, words
from trainshed.web.refusal import Refusal, bad_value, no_game

from .accounts import signed_in
from .people import People, Tally
from .ratings import PROVISIONAL, Ratings
from .regards import KINDS, MOST, Regards
from .visitor import visitor

SHOWN = 50
"""So many finished games are listed."""
BOTS = {"random": say("Random bot"), "greedy": say("Greedy bot")}


class Record(Struct, frozen=True):
    """The results of one game with so many seats."""

    title: str
    seats: int
    games: int
    wins: int
    mean: float
    """Of the places."""


class Profiles:
    """The routes of profiles and ladders."""

    def __init__(
        self, people: People, ratings: Ratings, regards: Regards, press: Press, limits: Limits
    ) -> None:
        self.people = people
        self.ratings = ratings
        self.regards = regards
        self.press = press
        self.limits = limits
        self.routes = [
            Route("/people/{name}", self.show),
            Route("/who/{id}", self.meet),
            Route("/people/{name}/regard", self.regard, methods=["POST"]),
            Route("/ladder", self.ladder),
            Route("/ladder/{game}", self.ladder),
        ]

    async def show(self, request: Request) -> Response:
        """Somebody who has an account."""
        account, me = await self._person(request), visitor(request).account
        is_you = me is not None and me.id == account.id
        found = records(await self.people.results(account.owner))
        played = await self.people.history(account.owner, everywhere=is_you, limit=SHOWN + 1)
        language = visitor(request).choices.language
        code = language.code
        values = {
            "person": account,
            "since": format_date(account.created, locale=code),
            "ratings": [
                (titles().get(it.game, it.game), it) for it in await self.ratings.of(account.owner)
            ],
            "few": PROVISIONAL,
            "playing": [
                (it, titles().get(it.game, it.game))
                for it in await self.people.playing([account.owner])
            ],
            "own": {it.table for it in await self.people.playing([me.owner])} if me else set(),
            "records": found,
            "count": sum(it.games for it in found),
            "played": [
                (it, titles().get(it.game, it.game), format_date(it.ended, locale=code))
                for it in played[:SHOWN]
            ],
            "is_long": len(played) > SHOWN,
            "opponents": [
                it if it.is_account else it._replace(name=called(it.name, language))
                for it in await self.people.opponents(account.owner, everywhere=is_you)
            ],
            "keeper": await self.people.known(account.keeper) if account.keeper else None,
            "is_you": is_you,
            "may_regard": me is not None and not is_you,
            "regard": await self.regards.between(me, account) if me and not is_you else "",
        }
        return self.press.page(request, "person.html", values)

    async def meet(self, request: Request) -> Response:
        """On to the page of somebody who sits at a table, or said something."""
        found = await self.people.known(request.path_params["id"])
        if found is None:
            raise no_person("")
        return RedirectResponse(f"/people/{quote(found.name, safe='')}", 303)

    async def regard(self, request: Request) -> Response:
        """Follow or block somebody, or no more."""
        me, fields = signed_in(request), await form(request)
        other, kind = await self._person(request), fields.get("kind", "")
        if kind not in KINDS:
            raise bad_value("kind", kind)
        if other.id == me.id:
            raise bad_value("name", other.name)
        self.limits.take("remark", me.owner)
        if not await self.regards.note(me, other, kind, on=fields.get("on") == "on"):
            raise too_many()
        back = "/account" if fields.get("back") == "account" else request.url.path
        return RedirectResponse(back.removesuffix("/regard"), 303)

    async def ladder(self, request: Request) -> Response:
        """The best of a game, people and bots."""
        game = request.path_params.get("game", next(iter(games())))
        if game not in games():
            raise no_game(game[:40])
        me = visitor(request).account
        rungs = [
            (
                it,
                words(request, BOTS.get(it.rating.bot, Text(it.rating.bot)))
                if it.rating.bot
                else "",
            )
            for it in await self.ratings.ladder(game)
        ]
        values = {
            "game": game,
            "games": titles(),
            "rungs": rungs,
            "few": PROVISIONAL,
            "owner": me.owner if me else "",
        }
        return self.press.page(request, "ladder.html", values)

    async def _person(self, request: Request) -> Account:
        name = request.path_params["name"]
        found = await self.people.named(name)
        if found is None:
            raise no_person(name)
        return found[0]


def titles() -> dict[str, str]:
    """The games by their keys."""
    return {key: laws.title for key, laws in games().items()}


def records(results: Sequence[Tally]) -> list[Record]:
    """The results by game and number of seats, those played most first."""
    found = [
        Record(titles().get(it.game, it.game), it.seats, it.games, it.wins, it.ranks / it.games)
        for it in results
    ]
    return sorted(found, key=lambda record: (-record.games, record.title, record.seats))


def no_person(name: str) -> Refusal:
    """There is nobody of this name."""
    return Refusal(
        404,
        say("Nobody is called “{name}”", name=name[:40]),
        say("Perhaps the account has been removed. Guests have no page of their own."),
    )


def too_many() -> Refusal:
    """Somebody follows or blocks everybody."""
    return Refusal(
        422,
        say("There are {n} people on this list already", n=MOST),
        say("Nothing was changed. Your lists are on the page of your account."),
    )
