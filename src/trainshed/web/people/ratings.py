"""Ratings: one ladder for each game, with people and bots on it.

What is to be counted is asked of the database: the rated tables whose game is over and that do not
count yet, each in one transaction, so that a game counts once, whoever is stopped on the way.

A seat is rated for whoever owns it, also where a bot has taken it over; a seat of nobody for the
bot that plays it. A table where a guest has sat down, or one person on two seats, rates nobody.

The seat of somebody who has left for good counts for the others as that of a newcomer, and for
nobody else: what is known of him is forgotten, and the bot that plays on has not begun his game.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa
import structlog
from msgspec import Struct
from openskill.models import PlackettLuce
from sqlalchemy.ext.asyncio import AsyncConnection

from trainshed.web.database.kept import ACCOUNT, FORMER, PROGRAM
from trainshed.web.database.rows import ACCOUNTS, RATINGS, RESULTS, SEATS, TABLES
from trainshed.web.database.store import OUT_OF_REACH, Store
from trainshed.web.processes.live import Bus
from trainshed.web.processes.wire import Alone, Wire

LOG = structlog.get_logger("trainshed.ratings")
PROVISIONAL = 5
"""A rating says little before so many games."""
MOMENT = 1.0
"""Seconds between the end of a game and the count, so that several are counted at once."""
BOT = "bot:"
_MODEL = PlackettLuce()
_BASE, _SCALE = 1000, 40
_WORTH = RATINGS.c.mu - 3 * RATINGS.c.sigma


class Rating(Struct, frozen=True):
    """How strong somebody is in one game, as far as his games tell."""

    owner: str
    game: str
    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma
    games: int = 0

    @property
    def shown(self) -> int:
        """What he is at least worth, almost certainly: a newcomer has 1000.

        >>> Rating("account:x", "rocket").shown
        1000
        """
        return round(_BASE + _SCALE * (self.mu - 3 * self.sigma))

    @property
    def is_provisional(self) -> bool:
        """Whether too few games have been played to tell."""
        return self.games < PROVISIONAL

    @property
    def bot(self) -> str:
        """The bot that this is, or nothing."""
        return self.owner.removeprefix(BOT) if self.owner.startswith(BOT) else ""

    @property
    def is_program(self) -> bool:
        """Whether this is a bot that somebody keeps."""
        return self.owner.startswith(ACCOUNT + PROGRAM)


class Rung(Struct, frozen=True):
    """A place on the ladder."""

    rank: int
    rating: Rating
    name: str
    """Of the account; a bot has none."""


def rated(ratings: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
    """The ratings after a game that ended so; a bot on several seats learns their mean.

    >>> ada, ben = Rating("account:a", "rocket"), Rating("account:b", "rocket")
    >>> [it.shown for it in rated([ada, ben], [1, 2])]
    [1138, 927]
    """
    teams = [[_MODEL.rating(mu=it.mu, sigma=it.sigma)] for it in ratings]
    after = _MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    found = defaultdict[str, list[tuple[float, float]]](list)
    for it, (new,) in zip(ratings, after, strict=True):
        found[it.owner].append((new.mu, new.sigma))
    known = {it.owner: it for it in ratings}
    return [
        Rating(
            owner,
            known[owner].game,
            sum(mu for mu, _ in news) / len(news),
            sum(sigma for _, sigma in news) / len(news),
            known[owner].games + 1,
        )
        for owner, news in found.items()
    ]


def entrants(seats: Sequence[tuple[str | None, str]]) -> list[str]:
    """For whom each seat, its owner and who plays it, is rated; nobody where that is in doubt."""
    found = [owner or f"{BOT}{kind}" for owner, kind in seats]
    people = [it for it in found if it.startswith(ACCOUNT)]
    is_known = all(it == FORMER or it.startswith((ACCOUNT, BOT)) for it in found)
    is_clear = len(set(people)) == len(people) and len(set(found)) > 1
    return found if is_known and is_clear else []


class Ratings:
    """All ratings, and the counting of games that have ended."""

    def __init__(
        self,
        store: Store,
        bus: Bus,
        wire: Wire | None = None,
        goes_on: Callable[[str], bool] = lambda table: False,
    ) -> None:
        self.store = store
        self.bus = bus
        self.wire = wire or Alone()
        self.goes_on = goes_on
        """Whether it is known of a table that its game has not ended."""

    async def run(self) -> None:
        """Count what ends here soon, and from time to time all that is left, until all is over."""
        with self.bus.subscribe(None) as listener:
            due, changed = 0.0, list[str]()
            while not listener.is_closed:
                is_due = time.monotonic() >= due
                ended = [table for table in changed if not self.goes_on(table)]
                try:
                    if is_due or ended:
                        await self.look(None if is_due else ended)
                except Exception:
                    LOG.exception("ended games cannot be counted")
                if is_due:
                    due = time.monotonic() + self.wire.patience
                changed = [*await listener.news(max(0.0, due - time.monotonic()))]
                await self.bus.pause(MOMENT)
                changed += await listener.news(0)

    async def look(self, tables: Sequence[str] | None = None) -> None:
        """Count the rated games that have ended, or those among some tables, in their order."""
        query = sa.select(TABLES.c.id).where(TABLES.c.over, TABLES.c.rated, ~TABLES.c.counted)
        if tables is not None:
            query = query.where(TABLES.c.id.in_(tables))
        ended = await self.store.values(query.limit(1))
        if not ended:
            return
        async with self.wire.claim("ratings") as is_ours:
            if not is_ours:
                return
            for table in await self.store.values(query.order_by(TABLES.c.changed, TABLES.c.id)):
                await self._try(table)

    async def of(self, owner: str) -> list[Rating]:
        """The ratings of somebody, where he has played most first."""
        query = sa.select(RATINGS).where(RATINGS.c.owner == owner)
        rows = await self.store.rows(query.order_by(RATINGS.c.games.desc(), RATINGS.c.game))
        return [_read(row) for row in rows]

    async def ladder(self, game: str, limit: int = 100) -> list[Rung]:
        """The best of a game; who has left or is shut out is on no ladder."""
        whose = sa.literal(ACCOUNT) + ACCOUNTS.c.id == RATINGS.c.owner
        query = (
            sa.select(RATINGS, ACCOUNTS.c.name)
            .join(ACCOUNTS, whose & ~ACCOUNTS.c.gone & ~ACCOUNTS.c.banned, isouter=True)
            .where(RATINGS.c.game == game)
            .where(ACCOUNTS.c.id.is_not(None) | RATINGS.c.owner.startswith(BOT))
            .order_by(_WORTH.desc(), RATINGS.c.owner)
            .limit(limit)
        )
        rows = await self.store.rows(query)
        return [Rung(n, _read(row), row.name or "") for n, row in enumerate(rows, 1)]

    async def _try(self, table: str) -> None:
        """Count one game; where it cannot be, the others do not wait for it."""
        try:
            await self._count(table)
        except OUT_OF_REACH:
            raise
        except Exception as error:  # noqa: BLE001 - whatever damaged rows lead to
            self.store.damage.note("result", table, repr(error))

    async def _count(self, table: str) -> None:
        """Let the game of a table count, once."""
        where = (TABLES.c.id == table) & TABLES.c.over & TABLES.c.rated & ~TABLES.c.counted
        change = sa.update(TABLES).where(where).values(counted=True).returning(TABLES.c.game)
        seats = (
            sa.select(SEATS.c.owner, SEATS.c.kind, RESULTS.c.rank)
            .join(RESULTS, (RESULTS.c.table == SEATS.c.table) & (RESULTS.c.seat == SEATS.c.number))
            .where(SEATS.c.table == table)
            .order_by(SEATS.c.number)
        )
        async with self.store.begin() as connection:
            game = (await connection.execute(change)).scalar()
            if game is None:  # another process was first
                return
            rows = (await connection.execute(seats)).all()
            owners = entrants([(row.owner, row.kind) for row in rows])
            if not owners:
                return
            known = await _known(connection, game, owners)
            before = [known.get(owner, Rating(owner, game)) for owner in owners]
            for new in rated(before, [row.rank for row in rows]):
                if new.owner != FORMER:
                    is_new = new.owner not in known
                    await _keep(connection, new, self.store.now(), is_new=is_new)


async def _known(
    connection: AsyncConnection, game: str, owners: Sequence[str]
) -> Mapping[str, Rating]:
    query = sa.select(RATINGS).where(RATINGS.c.game == game, RATINGS.c.owner.in_(owners))
    rows = (await connection.execute(query.with_for_update())).all()
    return {row.owner: _read(row) for row in rows}


async def _keep(connection: AsyncConnection, new: Rating, now: datetime, *, is_new: bool) -> None:
    values = {"mu": new.mu, "sigma": new.sigma, "games": new.games, "changed": now}
    if is_new:
        row = {"owner": new.owner, "game": new.game, **values}
        await connection.execute(sa.insert(RATINGS).values(row))
    else:
        where = (RATINGS.c.owner == new.owner) & (RATINGS.c.game == new.game)
        await connection.execute(sa.update(RATINGS).where(where).values(values))


def _read(row: Any) -> Rating:  # noqa: ANN401 - a row of RATINGS
    return Rating(row.owner, row.game, row.mu, row.sigma, row.games)
