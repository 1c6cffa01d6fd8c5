"""What pages ask all the time of a PostgreSQL, on connections that may be lost."""

from __future__ import annotations

import asyncio

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import OperationalError, ProgrammingError

from trainshed.web.database.distant import MOST, Distant
from trainshed.web.database.rows import TABLES

from .visit import Visit

WORD = sa.select(sa.bindparam("word", type_=sa.String).label("word"))
SLEEP = sa.select(sa.func.pg_sleep(sa.bindparam("seconds", type_=sa.Float)).label("slept"))
OTHERS = sa.text(
    "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
)


@pytest.fixture
def distant(visit: Visit) -> Distant:
    found = visit.site.store._distant
    assert found is not None
    return found


async def _many(distant: Distant, count: int) -> list[str]:
    answers = await asyncio.gather(*(distant.ask(WORD, {"word": str(n)}) for n in range(count)))
    return [rows[0].word for rows in answers]


def test_many_questions_share_few_connections(visit: Visit, distant: Distant) -> None:
    """Each gets its own answer."""
    assert visit.call(_many, distant, 50) == [str(n) for n in range(50)]
    assert 0 < len(distant._idle) <= MOST


def test_a_connection_that_was_lost_is_replaced(visit: Visit, distant: Distant) -> None:
    """Nobody hears of it who asks only now."""
    visit.call(_many, distant, 50)

    async def cut() -> None:
        async with visit.site.store.engine.connect() as connection:
            assert (await connection.execute(OTHERS)).scalar_one() >= len(distant._idle)

    visit.call(cut)
    assert visit.call(_many, distant, 50) == [str(n) for n in range(50)]


def test_a_question_that_cannot_be_is_asked_once(visit: Visit, distant: Distant) -> None:
    """It is refused as by SQLAlchemy, and the next one is answered."""
    visit.call(_many, distant, 50)
    left = len(distant._idle)
    nowhere = sa.select(sa.table("nowhere", sa.column("id")).c.id)
    with pytest.raises(ProgrammingError, match="nowhere"):
        visit.call(distant.ask, nowhere, {})
    assert len(distant._idle) == left - 1
    assert visit.call(_many, distant, 1) == ["0"]


def test_who_leaves_takes_his_connection_along(visit: Visit, distant: Distant) -> None:
    """What it was asked is not answered to somebody else."""

    async def leave() -> None:
        asking = asyncio.create_task(distant.ask(SLEEP, {"seconds": 30.0}))
        await asyncio.sleep(0.2)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking

    visit.call(leave)
    assert visit.call(_many, distant, MOST) == [str(n) for n in range(MOST)]


def test_a_database_that_is_not_there_is_named_like_everywhere(visit: Visit) -> None:
    """So pages say that it cannot be reached."""
    away = Distant({**visit.site.store.arguments(), "port": 1, "host": "127.0.0.1"})
    with pytest.raises(OperationalError):
        visit.call(away.ask, sa.select(TABLES.c.id), {})
