"""Profiles: what somebody has played, how it ended, and against whom."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from babel.dates import format_date
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from trainshed.core import say
from trainshed.games import games

from .people import People, Played
from .press import Press
from .refusal import Refusal
from .visitor import visitor


class Record(Struct, frozen=True):
    """The results of one game with so many seats."""

    title: str
    seats: int
    games: int
    wins: int
    mean: float
    """Of the places."""


class Profiles:
    """The routes of profiles."""

    def __init__(self, people: People, press: Press) -> None:
        self.people = people
        self.press = press
        self.routes = [Route("/people/{name}", self.show)]

    async def show(self, request: Request) -> Response:
        """Somebody who has an account."""
        name = request.path_params["name"]
        found = await self.people.named(name) if name.isprintable() else None
        if found is None:
            raise no_person(name)
        account, _ = found
        played = await self.people.history(account.owner)
        language = visitor(request).choices.language
        values = {
            "person": account,
            "since": format_date(account.created, locale=language.code),
            "records": records(played),
            "played": [
                (it, titles().get(it.game, it.game), format_date(it.ended, locale=language.code))
                for it in played[:50]
            ],
            "opponents": await self.people.opponents(account.owner),
            "is_you": visitor(request).account == account,
        }
        return self.press.page(request, "person.html", values)


def titles() -> dict[str, str]:
    """The games by their keys."""
    return {key: laws.title for key, laws in games().items()}


def records(played: Sequence[Played]) -> list[Record]:
    """The results by game and number of seats, those played most first."""
    ranks: dict[tuple[str, int], list[int]] = defaultdict(list)
    for it in played:
        ranks[it.game, it.seats].append(it.rank)
    found = [
        Record(titles().get(game, game), seats, len(them), them.count(1), sum(them) / len(them))
        for (game, seats), them in ranks.items()
    ]
    return sorted(found, key=lambda record: (-record.games, record.title, record.seats))


def no_person(name: str) -> Refusal:
    """There is nobody of this name."""
    return Refusal(
        404,
        say("Nobody is called “{name}”", name=name[:40]),
        say("Perhaps the account has been removed. Guests have no page of their own."),
    )
