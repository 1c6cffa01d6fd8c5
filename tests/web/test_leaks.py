"""Nothing that a seat may not know reaches it: no answer, no stream, no line of the log, no notice.

Proved from the outside: with other secrets in the hands of the others every answer is the same,
byte for byte. What is a secret of the site itself, such as a seed, is looked for by its mark.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from io import StringIO
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa
from msgspec.structs import replace
from starlette.routing import Route

from tests.web.test_notices import Drawer, member
from tests.web.test_pages import Follower
from tests.web.test_push import Phone, Wire
from tests.web.visit import Browser, Visit
from trainshed.bots import bot
from trainshed.core import Match, Seat
from trainshed.core.history import Span
from trainshed.games import game, games
from trainshed.web.database.rows import ACCOUNTS, SEATS, STANDINGS, TOLD
from trainshed.web.notices.wishes import Wishes
from trainshed.web.tables.sheet import fork
from trainshed.web.tables.tables import Tables

COUNT = 3
MOVES = {"rocket": 70, "tycoon": 60, "1861": 40, "russian": 20, "dampfross": 40}
LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)
STREAM = "/events"
MORE = ("/?", "/search?", "/next?", "/waiting?", "/api/v1/tables?", "/account?")
"""Pages that say something of a table, too; those of a table are found by their routes."""
QUERIES = {
    "/t/{table}/why": ("?under=supply&key=hex:J4",),
    "/t/{table}": ("", "?at=1", "?at=12"),
    "/t/{table}/fragment": ("", "?at=12"),
    "/t/{table}/words": ("", "?at=12"),
    "/t/{table}/board.{kind}": ("", "?at=12"),
    "/api/v1/tables/{table}/log": ("?since=0", "?since=20"),
}
EVERYWHERE = Wishes(
    push=True, mail="turn", hook="https://bot.example.com/hook", ntfy="https://ntfy.example.com/me"
)
"""How the first seat is told what others ask for."""
FLEETING = re.compile(r'"(request|timestamp|ms|changed|time)": ?("[^"]*"|[\d.]+),?')
"""What differs from one line of the log, or one age of a table, to the next."""


def hides(name: str) -> bool:
    """Whether a game hides anything from anybody."""
    return name in ("rocket", "russian", "tycoon")


def seats_of(name: str) -> int:
    """Three, or as many as the game needs."""
    return COUNT if COUNT in game(name).seats else game(name).fewest()


def played(visit: Visit, name: str) -> tuple[str, list[Browser]]:
    """A table of strangers in mid-play, and their browsers; each other one is a guest."""
    count = seats_of(name)
    chairs = {f"seat_{n}": "elsewhere" for n in range(1, count + 1)}
    table = visit.browser().open(game=name, seats=str(count), **chairs)
    browsers = [
        visit.browser() if seat % 2 else member(visit, f"Guest {seat}") for seat in range(count)
    ]
    for seat, browser in enumerate(browsers):
        browser.get("/")
        browser.post(f"/t/{table}/sit", {"seat": str(seat), "name": f"Guest {seat}"})
    rng, chooser = Random(4), bot("random")

    async def go(tables: Tables) -> None:
        for _ in range(MOVES[name]):
            match = (await tables.load(table)).match
            if match.actor is None:
                break
            action = chooser.choose(match.game, match.state, match.game.actions(match.state), rng)
            await tables.answer(table, version=match.version, action=action)

    visit.call(go, visit.site.tables)
    visit.call(_call, visit, table)
    return table, browsers


async def _call(visit: Visit, table: str) -> None:
    """Let the second seat ask for a pause, and the first be told so when the test looks."""
    visit.site.notices.clock = lambda: LONG_AGO
    first = sa.update(ACCOUNTS).where(ACCOUNTS.c.name == "Guest 0")
    second = sa.update(SEATS).where(SEATS.c.table == table, SEATS.c.number == 1)
    account = await visit.site.people.named("Guest 0")
    assert account is not None
    await visit.site.store.change(
        first.values(notices=EVERYWHERE.write(), mail="guest@engine.example"),
        second.values(pause=True, wished=LONG_AGO),
    )
    await visit.site.couriers.tidings.subscribe(account[0].id, Phone().subscription, LONG_AGO)


def routes(visit: Visit) -> list[str]:
    """Every page and stream of a table."""
    return [
        route.path
        for route in visit.site.app.routes
        if isinstance(route, Route) and "{table}" in route.path and "GET" in (route.methods or ())
    ]


def paths(visit: Visit, table: str) -> list[str]:
    """Every page that says something of a table."""
    found = [path for path in routes(visit) if not path.endswith(STREAM)]
    assert len(found) >= 15
    whole = [path + query for path in found for query in QUERIES.get(path, ("",))]
    return [*(path.format(table=table, kind="svg") for path in whole), *MORE]


def streams(visit: Visit, browser: Browser, table: str) -> dict[str, str]:
    """What pages are shown that follow a table, by the path of the stream."""
    found = [path for path in routes(visit) if path.endswith(STREAM)]
    assert len(found) >= 2
    return {path: streamed(visit, browser, table, path) for path in found}


def streamed(visit: Visit, browser: Browser, table: str, path: str) -> str:
    """The first view that a stream brings."""
    page = Follower(visit, browser, table, packed=False, path=path)
    page.look()
    (view,) = page.until("view", 1)
    page.leave()
    return view


def notices(visit: Visit) -> str:
    """What the first seat is told everywhere, as if nothing had been told before."""
    wire, drawer, phone = Wire(), Drawer(), Phone()
    couriers = visit.site.couriers
    couriers.outside = couriers.push.outside = wire
    couriers.post = drawer
    visit.call(_look, visit)
    letters = [f"{it.to} {it.subject}\n{it.text}" for it in drawer.letters]
    others = [
        f"{url} {headers.get('title')}\n"
        + (phone.read(body) if url == phone.subscription.endpoint else body).decode()
        for url, body, headers in wire.sent
    ]
    return "\n".join(sorted((*letters, *others)))


async def _look(visit: Visit) -> None:
    site = visit.site
    await site.store.change(sa.delete(TOLD))
    site.notices.clock = lambda: LONG_AGO + timedelta(days=1)
    await site.notices.look()
    site.notices.clock = lambda: LONG_AGO


def captured(visit: Visit, browser: Browser, table: str, log: StringIO) -> dict[str, str]:
    """All that is said to a browser, and what is logged meanwhile."""
    log.seek(0)
    log.truncate()
    said = {path: browser.get(path).text for path in paths(visit, table)}
    forms = {
        "play": {"version": "0", "action": "nothing"},
        "standing": {"line": "nothing", "on": "1"},
        "sit": {"seat": "0"},
        "again": {},
    }
    for name, fields in forms.items():
        said[f"POST {name}"] = browser.post(f"/t/{table}/{name}", fields).text
    said |= streams(visit, browser, table)
    said["notices"] = notices(visit)
    said["the log"] = log.getvalue()
    return {path: FLEETING.sub("", text) for path, text in said.items()}


def furnished(state: Any) -> Any:  # noqa: ANN401 - of any game
    """The state, but in Russian Railroads everybody has a bonus card: chance seldom deals one."""
    if not getattr(state, "pile", ()) or not state.round or any(it.cards for it in state.magnates):
        return state
    count = state.seats
    magnates = tuple(
        replace(magnate, cards=(card,))
        for magnate, card in zip(state.magnates, state.pile[:count], strict=True)
    )
    return replace(state, magnates=magnates, pile=state.pile[count:])


def dealt(
    visit: Visit, table: str, age: timedelta, change: Callable[[Any], Any]
) -> Match[Any, Any]:
    """Put other states into the memory of the site; cards of lists are drawn anew for each age."""
    visit.set(table, changed=LONG_AGO + age)
    sheet = visit.sheet(table)
    twin = fork(sheet.match)
    known: dict[int, Any] = {}

    def changed(state: Any) -> Any:  # noqa: ANN401 - of any game
        return known.setdefault(id(state), replace(change(furnished(state)), news=state.news))

    twin.history = [
        replace(move, span=Span((changed(move.before), changed(move.after))), index=0)
        for move in twin.history
    ]
    visit.site.tables._remember(replace(sheet, match=twin))
    return twin


@pytest.mark.parametrize("name", [name for name in sorted(games()) if hides(name)])
@pytest.mark.parametrize("seat", [0, 1, None])
def test_other_secrets_make_no_difference(
    visit: Visit, lines: StringIO, name: str, seat: int | None
) -> None:
    """To a seat and to a spectator, on every page, in a stream, in notices and in the log."""
    table, browsers = played(visit, name)
    stranger = visit.browser()
    stranger.get("/")
    browser = stranger if seat is None else browsers[seat]
    eyes = None if seat is None else Seat(seat)
    laws = game(name)
    texts = {}
    truth = dealt(visit, table, timedelta(), lambda state: state)
    texts["truth"] = captured(visit, browser, table, lines)
    rng = Random(9)

    def otherwise(state: Any, eyes: Seat | None) -> Any:  # noqa: ANN401 - of any game
        """What the state might be for somebody who is only shown it, and counts nothing."""
        return laws.guess(laws.uncounted(laws.view(state, eyes)), rng)

    other = dealt(visit, table, timedelta(seconds=1), lambda state: otherwise(state, eyes))
    texts["guess"] = captured(visit, browser, table, lines)
    found = laws.uncounted(truth.state) != laws.uncounted(other.state)
    assert found  # there was something to find
    differing = [path for path, text in texts["truth"].items() if text != texts["guess"][path]]
    assert differing == []
    if eyes is not None:  # the eyes of the test are open: its own secrets make a difference
        neighbour = Seat(eyes + 1)
        for _ in range(20):  # what is guessed may happen to be so
            own = dealt(visit, table, timedelta(), lambda state: otherwise(state, neighbour))
            mine, theirs = (laws.uncounted(laws.view(it.state, eyes)) for it in (own, truth))
            if mine != theirs:
                break
        assert captured(visit, browser, table, lines) != texts["truth"]
    assert sum("Guest" in text for text in texts["truth"].values()) > 3  # they say something
    assert all("Guest" in text for path, text in texts["truth"].items() if path.endswith(STREAM))
    assert texts["truth"]["notices"].count("Guest 1 asks for a pause") == 4  # one for each channel


@pytest.mark.parametrize("name", sorted(games()))
def test_games_that_hide_are_known(name: str) -> None:
    """A game that begins to hide something is tried above, too."""
    laws, rng, chooser = game(name), Random(4), bot("random")
    match = Match(laws, seats=seats_of(name), seed="marked", options=laws.read_options({}))
    hidden = False
    for _ in range(MOVES[name]):
        if match.actor is None:
            break
        hidden |= bool(laws.view(match.state, None).hidden)
        actions = laws.actions(match.state)
        match.play(match.actor, chooser.choose(laws, match.state, actions, rng))
    assert hidden == hides(name)


@pytest.mark.parametrize("name", sorted(games()))
def test_secrets_of_the_site_stay_here(visit: Visit, lines: StringIO, name: str) -> None:
    """The seed of an open game, the orders and notes of others, who they are."""
    table, browsers = played(visit, name)
    first, others = browsers[0], browsers[1:]
    others[0].post(f"/t/{table}/note", {"text": "a marked note"})
    order = {"table": table, "seat": 1, "line": "a marked order"}
    visit.call(_insert, visit, order)
    secrets = [visit.sheet(table).table.seed, "a marked note", "a marked order"]
    secrets += [chair.owner or "" for chair in visit.sheet(table).table.chairs]
    visit.site.tables._sheets.pop(table)
    said = captured(visit, first, table, lines)
    for secret in secrets:
        assert secret
        assert [path for path, text in said.items() if secret in text] == []


async def _insert(visit: Visit, row: dict[str, Any]) -> None:
    async with visit.site.store.begin() as connection:
        await connection.execute(sa.insert(STANDINGS).values(row))
