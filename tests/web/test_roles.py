"""Every route for every kind of visitor: who may do what, and that nobody else changes anything.

Whoever adds a route adds a line to ROUTES that says how each of the roles is answered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

import pytest
import sqlalchemy as sa
from httpx2 import Cookies
from starlette.routing import Route

from tests.web.test_accounts import made
from tests.web.test_letters import HERE, SERVER
from tests.web.visit import TWO, Browser, Visit
from trainshed.games.dampfross.box import SHEETS
from trainshed.web.database.rows import ACCOUNTS, HEARTBEATS, METADATA
from trainshed.web.notices.post import Letter
from trainshed.web.people.letters import ENTER, Links

NOBODY = "nobody"
"""Comes for the first time, without any cookie."""
GUEST = "guest"
"""A browser that is known, and sits at another table."""
PLAYER = "player"
"""Signed in, and asked at the table."""
OTHER = "other player"
"""Signed in, and sits at the table, but is not asked."""
SPECTATOR = "spectator"
"""Signed in, without a seat."""
PROGRAM = "bot token"
"""A program with the token of the player; on pages that is nothing."""
ADMINISTRATOR = "administrator"
"""Signed in, without a seat, with the office."""
BANNED = "banned"
"""Had a seat at the table, and was shut out; his browser still has its cookies."""
ROLES = (NOBODY, GUEST, PLAYER, OTHER, SPECTATOR, PROGRAM, ADMINISTRATOR, BANNED)
SIGNED_IN = (PLAYER, OTHER, SPECTATOR, ADMINISTRATOR)
SEATED = (PLAYER, OTHER)
NAMES = {PLAYER: "Ada", OTHER: "Ben", SPECTATOR: "Cleo", ADMINISTRATOR: "Dora", BANNED: "Emil"}
PASSWORD = "a password of eight letters"
ZOE = "zoe@engine.example"

Answers = Mapping[str, int]


def everybody(status: int) -> Answers:
    """All are answered alike."""
    return dict.fromkeys(ROLES, status)


def only(*roles: str, yes: int, no: int) -> Answers:
    """Some are answered so, all others otherwise."""
    return {role: yes if role in roles else no for role in ROLES}


OPEN = everybody(200)
OFFICE = only(ADMINISTRATOR, yes=200, no=404)
DEED = only(ADMINISTRATOR, yes=303, no=404)
ACCOUNT = only(*SIGNED_IN, yes=303, no=403)


class Case(NamedTuple):
    """How a route is tried, and how each role is answered."""

    answers: Answers
    fields: Mapping[str, str] = {}
    """The form; {version} and {line} are those of the table."""
    at: str = ""
    """The address, where the usual names do not fit."""
    is_json: bool = False


ROUTES: Mapping[str, Case] = {
    # what everybody may read
    "GET /": Case(OPEN),
    "GET /next": Case(everybody(303)),
    "GET /search": Case(OPEN),
    "GET /new/{game}": Case(OPEN),
    "GET /waiting": Case(OPEN),
    "GET /account": Case(OPEN),
    "GET /account/notices": Case(only(*SIGNED_IN, yes=200, no=403)),
    "GET /account/away": Case(only(*SIGNED_IN, yes=200, no=303)),
    "GET /settings": Case(OPEN),
    "GET /people/{name}": Case(OPEN, at="/people/Ada"),
    "GET /who/{id}": Case(everybody(404), at="/who/nobody"),
    "GET /ladder": Case(OPEN),
    "GET /ladder/{game}": Case(OPEN),
    "GET /manifest.webmanifest": Case(OPEN),
    "GET /icons/{name}.png": Case(OPEN, at="/icons/192.png"),
    "GET /sw.js": Case(OPEN),
    "GET /offline": Case(OPEN),
    "GET /ground/{game}/{map}.svg": Case(OPEN, at="/ground/rocket/england.svg"),
    "GET /tiles/{game}.svg": Case(OPEN, at="/tiles/1861.svg"),
    "GET /pictures/{game}.svg": Case(OPEN),
    "GET /playing": Case(OPEN),
    "GET /rules/{game}": Case(OPEN),
    "GET /rulings/{game}": Case(OPEN),
    "GET /health": Case(OPEN),
    "GET /metrics": Case(OPEN),  # told to this machine, as tests are
    "GET /static/{stamp}/{path:path}": Case(OPEN, at="/static/now/site.css"),
    # a table: everybody may look
    "GET /t/{table}": Case(OPEN),
    "GET /t/{table}/fragment": Case(OPEN),
    "GET /t/{table}/events": Case(OPEN),
    "GET /t/{table}/why": Case(OPEN),
    "GET /t/{table}/brings": Case(OPEN),
    "GET /t/{table}/words": Case(OPEN),
    "GET /t/{table}/digest": Case(OPEN),
    "GET /t/{table}/record": Case(OPEN),
    "GET /t/{table}/board.{kind}": Case(OPEN, at="/t/{table}/board.svg"),
    "GET /t/{table}/ground.svg": Case(OPEN),
    "GET /t/{table}/talk": Case(OPEN),
    "GET /t/{table}/charts": Case(OPEN),
    "GET /t/{table}/continue": Case(everybody(409)),  # the game is open
    # a table: only those who sit there act, and only for themselves
    "POST /t/{table}/talk": Case(only(*SIGNED_IN, yes=200, no=403), {"text": "hello"}),
    "POST /t/{table}/note": Case(only(*SIGNED_IN, yes=204, no=403), {"text": "to myself"}),
    "POST /t/{table}/play": Case(
        only(PLAYER, yes=200, no=403), {"version": "{version}", "action": "{line}"}
    ),
    "POST /t/{table}/standing": Case(everybody(422), {"line": "anything", "on": "1"}),
    "POST /t/{table}/noted": Case(OPEN),
    "POST /t/{table}/invite": Case(only(*SEATED, yes=200, no=403), {"name": "Zoe"}),
    "POST /t/{table}/decline": Case(everybody(303)),
    "POST /t/{table}/return": Case(OPEN),
    "POST /t/{table}/pause": Case(only(*SEATED, yes=200, no=403), {"on": "1"}),
    "POST /t/{table}/again": Case(everybody(409)),
    "POST /t/{table}/continue": Case(everybody(409)),
    # tables and maps are made by everybody, and changed by their owner
    "POST /tables": Case(
        everybody(303), {"game": "rocket", **TWO, "name-1": "Gus", "name-2": "Guy"}
    ),
    "POST /import": Case(everybody(422), {"text": "no record"}),
    "GET /maps": Case(OPEN),
    "POST /maps": Case(everybody(303), {"box": next(iter(SHEETS))}),
    "POST /maps/upload": Case(everybody(422)),
    "GET /maps/box/{name}.svg": Case(OPEN, at=f"/maps/box/{next(iter(SHEETS))}.svg"),
    "GET /maps/box/{name}.toml": Case(OPEN, at=f"/maps/box/{next(iter(SHEETS))}.toml"),
    "GET /maps/{map}.svg": Case(OPEN),
    "GET /maps/{map}.toml": Case(OPEN),
    "GET /maps/{map}/ground.svg": Case(OPEN),
    "GET /maps/{map}": Case(OPEN),
    "GET /maps/{map}/balance": Case(OPEN),
    "POST /maps/{map}/balance": Case(only(PLAYER, yes=200, no=403)),
    "POST /maps/{map}": Case(only(PLAYER, yes=422, no=403), at="/maps/{map}?version=1"),
    "POST /maps/{map}/copy": Case(everybody(303)),
    "POST /maps/{map}/delete": Case(only(PLAYER, yes=303, no=403)),
    # programs: reading is open, acting needs an account
    "GET /api/v1/openapi.json": Case(OPEN),
    "GET /api/v1/me": Case(OPEN),
    "GET /api/v1/games": Case(OPEN),
    "GET /api/v1/tables": Case(OPEN),
    "GET /api/v1/tables/{table}": Case(OPEN),
    "GET /api/v1/tables/{table}/state": Case(OPEN),
    "GET /api/v1/tables/{table}/offers": Case(OPEN),
    "GET /api/v1/tables/{table}/log": Case(OPEN),
    "GET /api/v1/tables/{table}/record": Case(OPEN),
    "GET /api/v1/tables/{table}/events": Case(OPEN),
    "POST /api/v1/tables": Case(
        only(*SIGNED_IN, PROGRAM, yes=201, no=401),
        {"game": "rocket", "seats": '[{"who": "me"}, {"who": "greedy"}]'},
        is_json=True,
    ),
    "POST /api/v1/tables/{table}/play": Case(
        {**only(*SIGNED_IN, yes=403, no=401), PLAYER: 200, PROGRAM: 200},
        {"version": "{version}", "line": '"{line}"'},
        is_json=True,
    ),
    "POST /api/v1/tables/{table}/sit": Case(
        only(*SIGNED_IN, PROGRAM, yes=409, no=401), {"seat": "{taken}"}, is_json=True
    ),
    "POST /api/v1/tables/{table}/return": Case(
        only(*SIGNED_IN, PROGRAM, yes=200, no=401), is_json=True
    ),
    "GET /api/v1/tables/{table}/orders": Case(OPEN),
    "POST /api/v1/tables/{table}/orders": Case(
        only(*SIGNED_IN, PROGRAM, yes=422, no=401), {"line": '"anything"'}, is_json=True
    ),
    "POST /api/v1/tables/{table}/orders/cancel": Case(
        only(*SIGNED_IN, PROGRAM, yes=422, no=401), {"line": '"anything"'}, is_json=True
    ),
    "GET /api/v1/tables/{table}/talk": Case(OPEN),
    "POST /api/v1/tables/{table}/talk": Case(
        only(*SIGNED_IN, PROGRAM, yes=200, no=401), {"text": '"hello"'}, is_json=True
    ),
    # an open seat for a bot, getting up, and sitting down where nobody sits
    "POST /api/v1/tables/{table}/fill": Case(
        {**only(*SIGNED_IN, yes=403, no=401), **dict.fromkeys((*SEATED, PROGRAM), 409)},
        {"seat": "{taken}", "bot": '"greedy"'},
        is_json=True,
    ),
    "POST /t/{table}/fill": Case(
        only(*SEATED, yes=200, no=403), {"seat": "{free}", "bot": "greedy"}
    ),
    "POST /t/{table}/leave": Case(only(*SEATED, yes=200, no=403)),
    "POST /t/{table}/sit": Case(  # where those who sit there have let a bot play
        only(*SEATED, yes=409, no=200), {"seat": "{free}", "name": "New"}
    ),
    # administrators
    "GET /office": Case(OFFICE),
    "GET /office/tables": Case(OFFICE),
    "GET /office/people": Case(OFFICE),
    "POST /office/retry": Case(DEED, {"table": "{table}"}),
    "POST /office/clock": Case(DEED),
    "POST /office/take-back": Case(only(ADMINISTRATOR, yes=409, no=404), {"table": "{table}"}),
    "POST /office/ban": Case(DEED, {"name": "Cleo"}),
    "POST /office/unban": Case(DEED, {"name": "Cleo"}),
    "POST /office/sign-out": Case(DEED, {"name": "Cleo"}),
    "POST /office/announce": Case(DEED, {"text": "Hear, hear"}),
    "POST /office/withdraw": Case(DEED, {"id": "1"}),
    # what belongs to a browser, and to an account
    "POST /announcement": Case(everybody(303), {"id": "1"}),
    "POST /settings": Case(everybody(303), {"theme": "dark"}),
    "POST /people/{name}/regard": Case(
        ACCOUNT, {"kind": "follow", "on": "on"}, at="/people/Zoe/regard"
    ),
    "POST /account/away": Case(ACCOUNT, {"until": ""}),
    "POST /account/notices": Case(only(*SIGNED_IN, yes=200, no=403), {"mail": "none"}),
    "POST /account/notices/browser": Case(only(*SIGNED_IN, yes=422, no=403), {"endpoint": "x"}),
    "POST /account/notices/browser/forget": Case(only(*SIGNED_IN, yes=204, no=403)),
    "GET /account/notices/leave/{token}": Case(everybody(404), at="/account/notices/leave/x"),
    "POST /account/notices/leave/{token}": Case(everybody(404), at="/account/notices/leave/x"),
    "POST /account/passkey/ask": Case(everybody(422)),
    "POST /account/passkey/answer": Case(everybody(422)),
    "POST /account/passkey/remove": Case(ACCOUNT, {"passkey": "none"}),
    "POST /account/bot": Case(only(*SIGNED_IN, yes=200, no=403), {"name": "Shunter"}),
    "POST /account/bot/token": Case(only(*SIGNED_IN, yes=422, no=403), {"bot": "none"}),
    "POST /account/bot/remove": Case(ACCOUNT, {"bot": "none"}),
    "POST /account/token": Case(only(*SIGNED_IN, yes=200, no=403), {"name": "bot"}),
    "POST /account/token/revoke": Case(ACCOUNT, {"token": "none"}),
    "POST /account/session": Case(ACCOUNT, {"session": "none"}),
    "POST /account/mail": Case(only(*SIGNED_IN, yes=200, no=403), {"mail": "me@engine.example"}),
    "POST /account/mail/remove": Case(ACCOUNT),
    "POST /account/mail/in": Case(OPEN, {"mail": ZOE}),
    "POST /account/in": Case(everybody(422), {"name": "Ada", "password": "a wrong one"}),
    "POST /account/leave": Case(
        only(*SIGNED_IN, yes=422, no=403), {"password": "a wrong one again"}
    ),
    "POST /account/password": Case(
        only(*SIGNED_IN, yes=200, no=403), {"old": PASSWORD, "password": "another password"}
    ),
    "GET /account/link/{token}": Case(OPEN),  # whoever has the letter
    "POST /account/link/{token}": Case(everybody(303)),
    "GET /account/join/{token}": Case(everybody(404), at="/account/join/x"),
    "POST /account/join/{token}": Case(everybody(404), {"name": "New"}, at="/account/join/x"),
    "POST /account/new": Case(everybody(303), {"name": "Newcomer", "password": PASSWORD}),
    "POST /account/out": Case(everybody(303)),
}
"""All that the site answers; tried in this order."""
UNCHANGED = (
    "/t/{table}/return",  # nobody has lent his seat
    "/t/{table}/noted",  # nothing has ended
    "/api/v1/tables/{table}/return",  # nor here
    "/t/{table}/decline",  # nobody was invited but Zoe
    "/announcement",  # a cookie
    "/account/passkey/ask",
)
"""Forms that are answered well and leave all as it is."""


class Scene(NamedTuple):
    """A site, a table with all roles at it or around it, and one of them."""

    visit: Visit
    cookies: Cookies
    headers: Mapping[str, str]
    table: str
    map: str
    first: int
    """The seat that is asked at first; the player sits there."""
    token: str
    """Of a link in a letter to Zoe."""


@pytest.fixture
def visit(start: Callable[..., Visit], letters: list[Letter]) -> Visit:
    """A site that has all routes: those of letters too."""
    return start(address=HERE, mail=SERVER)


@pytest.fixture
def scene(visit: Visit, role: str) -> Scene:
    """The site as it is before a role tries anything."""
    freed = visit.site.limits
    freed._clock = iter(float(1000 * n) for n in range(10**6)).__next__  # no bucket is ever empty
    people = {who: made(visit, name=name, password=PASSWORD) for who, name in NAMES.items()}
    made(visit, name="Zoe", password=PASSWORD)
    ada = people[PLAYER]
    table = ada.open(seats="4", hours="24", **{f"seat_{n}": "elsewhere" for n in range(1, 5)})
    first = visit.match(table).actor
    assert first is not None
    for n, who in enumerate((PLAYER, OTHER, BANNED)):
        seat = str((first + n) % 4)
        people[who].post(f"/t/{table}/sit", {"seat": seat, "name": NAMES[who]})
    chart = ada.post("/maps", {"box": next(iter(SHEETS))}).headers["location"].split("/")[-1]
    token = ada.post("/account/token", {"name": "bot"}).text.split('class="token">')[1]
    guest = visit.browser()
    guest.get("/")
    guest.open(name_1="Gus", name_2="Guy")
    link = visit.call(_prepare, visit)
    known = {**people, GUEST: guest}
    cookies = known[role].cookies if role in known else Cookies()
    bearer = {"authorization": f"Bearer {token.split('<')[0]}"}
    headers = bearer if role == PROGRAM else {}
    return Scene(visit, cookies, headers, table, chart, first, link)


async def _prepare(visit: Visit) -> str:
    """Appoint one, shut another out, write to a third, and let streams end at once."""
    found, zoe = [await visit.site.people.named(name) for name in (NAMES[BANNED], "Zoe")]
    assert found is not None
    assert zoe is not None
    await visit.site.office.bureau.ban(found[0], "", who="a test")
    appoint = sa.update(ACCOUNTS).where(ACCOUNTS.c.name == NAMES[ADMINISTRATOR])
    async with visit.site.store.begin() as connection:
        await connection.execute(appoint.values(admin=True))
    visit.site.vitals.tasks.clear()  # what ends now is not missed
    visit.site.bus.close()
    links = Links(visit.site.store)
    await links.settle(zoe[0], ZOE)
    return await links.make(zoe[0], ENTER, ZOE)


def tried(scene: Scene, route: str, case: Case) -> int:
    """Send what a case says, as the role; the status of the answer."""
    method, _, path = route.partition(" ")
    match = scene.visit.match(scene.table)
    names = {
        "table": scene.table,
        "map": scene.map,
        "game": "rocket",
        "token": scene.token,
        "taken": str((scene.first + 1) % 4),
        "free": str((scene.first + 3) % 4),
        "version": str(match.version),
        "line": str(match.game.actions(match.state)[0]),
    }
    address = (case.at or path).format(**names)
    values = {
        name: value.format(**names) if "{" in value[:1] or '"{' in value[:2] else value
        for name, value in case.fields.items()
    }
    browser = Browser(scene.visit, Cookies(scene.cookies))
    if method == "GET":
        return browser.get(address, scene.headers).status_code
    if not case.is_json:
        return browser.post(address, values, scene.headers).status_code
    quoted = {"game": '"{}"'}
    body = ", ".join(
        f'"{name}": {quoted.get(name, "{}").format(value)}' for name, value in values.items()
    )
    headers = {**scene.headers, "content-type": "application/json"}
    scene.visit.client.cookies = browser.cookies
    answer = scene.visit.client.post(address, content="{" + body + "}", headers=headers)
    return answer.status_code


async def contents(visit: Visit) -> dict[str, list[str]]:
    """All that the database holds, but the signs of life that the site gives by itself."""
    async with visit.site.store.engine.connect() as connection:
        return {
            kind.name: sorted(map(repr, (await connection.execute(sa.select(kind))).all()))
            for kind in METADATA.sorted_tables
            if kind is not HEARTBEATS
        }


def known_routes(visit: Visit) -> list[str]:
    """Every route as `METHOD path`."""
    return [
        f"{method} {route.path}"
        for route in visit.site.app.routes
        if isinstance(route, Route)
        for method in sorted(route.methods or ())
        if method != "HEAD"
    ]


def test_every_route_is_here(visit: Visit) -> None:
    """No route is added without saying who may use it."""
    found = known_routes(visit)
    missing = [route for route in found if route not in ROUTES]
    assert not missing, (
        f"ROUTES in tests/web/test_roles.py does not say who may use {missing}: add a line for "
        'each, as “"POST /t/{table}/x": Case(only(PLAYER, yes=200, no=403), {field: value})”'
    )
    assert [route for route in ROUTES if route not in found] == []


@pytest.mark.parametrize(
    ("role", "database"),
    [*((role, "sqlite") for role in ROLES), (PLAYER, "postgresql"), (ADMINISTRATOR, "postgresql")],
    indirect=["database"],
)
def test_every_role_is_answered_as_it_should(scene: Scene, role: str) -> None:
    """Reading changes nothing, nor does whatever is refused."""
    found, expected, touched = {}, {}, []
    after = scene.visit.call(contents, scene.visit)
    for route, case in ROUTES.items():
        before = after
        found[route] = tried(scene, route, case)
        expected[route] = case.answers[role]
        is_reading = route.startswith("GET") or route.split(" ")[1] in UNCHANGED
        after = scene.visit.call(contents, scene.visit)
        if (is_reading or found[route] >= 400) and after != before:
            touched.append(route)
    wrong = {
        route: f"{status}, not {expected[route]}"
        for route, status in found.items()
        if status != expected[route]
    }
    assert wrong == {}
    assert touched == []
