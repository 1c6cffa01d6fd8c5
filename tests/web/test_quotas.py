"""Nobody gets more of anything than he may have, however many ask for it at the same time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime

import pytest
import sqlalchemy as sa
from httpx2 import ASGITransport, AsyncClient

from tests.web.clients import member
from tests.web.postgres import on_both
from tests.web.visit import Visit
from trainshed.web.database.kept import Account, Chart
from trainshed.web.database.rows import (
    ACCOUNTS,
    INVITED,
    MAPS,
    PASSKEYS,
    PUSHES,
    REGARDS,
    TABLES,
    TOKENS,
)
from trainshed.web.maps import shelf
from trainshed.web.notices import tidings
from trainshed.web.people import passkeys, people, regards, tokens
from trainshed.web.people.regards import FOLLOW
from trainshed.web.tables import invitations

FEW, MANY = 3, 12
Wanted = Callable[[Visit, Account, int], Awaitable[object]]


async def _map(visit: Visit, who: Account, number: int) -> object:
    now = datetime.now(UTC)
    chart = Chart(id=f"m{number}", owner=who.owner, title="", text="", faults=0, updated=now)
    return await visit.site.shelf.add(chart)


async def _token(visit: Visit, who: Account, number: int) -> object:
    return await visit.site.tokens.make(who, str(number))


async def _passkey(visit: Visit, who: Account, number: int) -> object:
    row = {"id": f"k{number}", "account": who.id, "credential": b"", "key": b"", "count": 0}
    row |= {"name": "", "created": datetime.now(UTC)}
    return await visit.site.passkeys.add(row)


async def _regard(visit: Visit, who: Account, number: int) -> object:
    other = await _other(visit, number)
    return await visit.site.regards.note(who, other, FOLLOW, on=True)


async def _guest(visit: Visit, who: Account, number: int) -> object:
    found = invitations.Invitations(visit.site.store)
    return await found.invite(await _table(visit), await _other(visit, number), who)


async def _browser(visit: Visit, who: Account, number: int) -> object:
    found = tidings.Subscription(f"https://push.example.com/{number}", "", "")
    await tidings.Tidings(visit.site.store).subscribe(who.id, found, datetime.now(UTC))
    return True


async def _bot(visit: Visit, who: Account, number: int) -> object:
    id_ = people.new_bot_id()
    try:
        return await visit.site.people.add(f"b{number}", None, "", id_=id_, keeper=who.id)
    except people.TooManyBots:
        return None


async def _table(visit: Visit) -> str:
    query = sa.select(TABLES.c.id)
    async with visit.site.store.engine.connect() as connection:
        return str((await connection.execute(query)).scalar_one())


async def _other(visit: Visit, number: int) -> Account:
    known = await visit.site.people.named(f"other {number}")
    assert known is not None
    return known[0]


QUOTAS: dict[str, tuple[Wanted, object, str, sa.Table, str]] = {
    "maps": (_map, shelf, "MOST", MAPS, "owner"),
    "tokens": (_token, tokens, "MOST", TOKENS, "account"),
    "passkeys": (_passkey, passkeys, "MOST", PASSKEYS, "account"),
    "regards": (_regard, regards, "MOST", REGARDS, "account"),
    "guests": (_guest, invitations, "MOST", INVITED, "host"),
    "browsers": (_browser, tidings, "BROWSERS", PUSHES, "account"),
    "bots": (_bot, people, "BOTS", ACCOUNTS, "keeper"),
}


@on_both
@pytest.mark.parametrize("kind", QUOTAS)
def test_many_at_once_get_no_more_than_one_after_the_other(
    visit: Visit, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """What is counted and what is added is one thing, on each database."""
    want, module, name, table, column = QUOTAS[kind]
    monkeypatch.setattr(module, name, FEW)
    visit.browser().open()

    async def rush() -> tuple[int, int]:
        who = await visit.site.people.add("Ada", None, "")
        assert who is not None
        for number in range(MANY):
            await visit.site.people.add(f"other {number}", None, "")
        got = await asyncio.gather(*(want(visit, who, number) for number in range(MANY)))
        mine = who.owner if column == "owner" else who.id
        count = sa.select(sa.func.count()).where(table.c[column] == mine)
        async with visit.site.store.engine.connect() as connection:
            return sum(map(bool, got)), (await connection.execute(count)).scalar_one()

    got, kept = visit.call(rush)
    assert kept == FEW
    assert got == (MANY if kind == "browsers" else FEW)  # of browsers the oldest make room


@on_both
def test_sixteen_forms_at_once_make_no_more_than_ten_bots(visit: Visit) -> None:
    """As somebody sends them who does not wait for the answers."""
    ada = member(visit, "Ada")

    async def rush() -> list[int]:
        transport = ASGITransport(app=visit.site.app)
        async with AsyncClient(
            transport=transport, base_url="http://testserver", cookies=ada.cookies
        ) as client:
            forms = [{"name": f"bot {n}", "password": "analytical engine"} for n in range(16)]
            sent = [client.post("/account/bot", data=it) for it in forms]
            return sorted(it.status_code for it in await asyncio.gather(*sent))

    assert visit.call(rush) == [200] * people.BOTS + [422] * 6


@on_both
def test_a_bot_gets_new_tokens_at_the_same_time(visit: Visit) -> None:
    """One of them counts in the end."""

    async def rush() -> list[str]:
        who = await visit.site.people.add("Ada", None, "")
        assert who is not None
        fresh = [visit.site.tokens.renew(who, "bot") for _ in range(tokens.MOST + 5)]
        found = await asyncio.gather(*fresh)
        return [it for it in found if await visit.site.tokens.whose(it) is not None]

    assert len(visit.call(rush)) == 1
