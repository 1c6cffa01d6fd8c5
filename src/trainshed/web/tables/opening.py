"""The form that opens a new table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from trainshed.bots import bots
from trainshed.core import BadOption, Game, Text, UnknownGame, mark, say
from trainshed.games import game as find
from trainshed.web.database.kept import (
    HUMAN,
    INVITED,
    LINK,
    OPEN,
    SUBSTITUTE,
    WAIT,
    Account,
    Chair,
    Chart,
    Terms,
)
from trainshed.web.form import form, number, title
from trainshed.web.home import GameCard, game_card
from trainshed.web.limits import Limits
from trainshed.web.maps.shelf import Shelf
from trainshed.web.people.names import is_unnamed
from trainshed.web.people.people import People
from trainshed.web.people.visitor import keep, visitor
from trainshed.web.printing.around import clock_words, hours, minutes
from trainshed.web.printing.press import Press, words
from trainshed.web.refusal import Misfilled, Refusal, bad_value, no_game

from .clocks import HOURS
from .delay import DELAYS
from .invitations import MOST, Invitations, no_guest, no_guests, no_host, one_seat
from .tables import Tables
from .timing import BANKS, LONGEST_BANK, LONGEST_INCREMENT

CLUBS = (
    mark("Monday club"),
    mark("Tuesday club"),
    mark("Wednesday club"),
    mark("Thursday club"),
    mark("Friday club"),
    mark("Saturday club"),
    mark("Sunday club"),
)
BOTS = {"random": say("random bot: plays anything"), "greedy": say("greedy bot: plays to win")}
BOT_NAMES = ("Signalbot", "Boilerbot", "Switchbot", "Buffer", "Turntable", "Whistle")


MANY = 6
"""With more options than this, only the first is in sight and the others are folded."""
USUAL_SEATS = 4
HERE, ELSEWHERE = "here", "elsewhere"
"""Who plays at the screen where the table is opened, and who comes by its address."""
LIVE = "live"
"""The time for a move of a game in which everybody has a clock of his own."""
MAP, SHEET, OWN = "map", "sheet", "own"
"""A game with the option `sheet` can be played on a map that somebody has drawn: `map` is `own`."""


class OptionValue(Struct, frozen=True):
    """A value of an option: what is sent, what is said, a sentence about it, if it is usual."""

    value: str
    label: str
    about: str
    is_usual: bool


class OptionField(Struct, frozen=True):
    """An option of a game that leaves a choice."""

    name: str
    label: str
    choices: tuple[OptionValue, ...]


class Opening:
    """The routes of the form."""

    def __init__(self, tables: Tables, press: Press, shelf: Shelf, limits: Limits) -> None:
        self.tables = tables
        self.press = press
        self.shelf = shelf
        self.limits = limits
        self.people = People(tables.store)
        self.invitations = Invitations(tables.store)

    async def show(self, request: Request) -> Response:
        """The form for a new table."""
        return await self._form(request, _game(request.path_params["game"]), {})

    async def open(self, request: Request) -> Response:
        """Open a table and go there, or show the form again with what is wrong."""
        filled = await form(request)
        laws = _game(filled.get("game", ""))
        try:
            return await self._open(request, laws, filled)
        except Misfilled as fault:
            return await self._form(request, laws, filled, fault)

    async def _form(
        self,
        request: Request,
        laws: Game[Any, Any, Any],
        filled: Mapping[str, str],
        fault: Misfilled | None = None,
    ) -> Response:
        """The form, as it was filled in if it was."""
        fields, card = options(request, laws), _card(request, laws, filled)
        if SHEET in laws.choices():
            charts = await self.shelf.charts(visitor(request).browser)
            wanted = _wanted(request, filled)
            fields = [_with_maps(request, field, charts, wanted) for field in fields]
            card = replace(card, picture=_pictured(charts, wanted) or card.picture)
        first = len(fields) if len(fields) <= MANY else 1
        values = {
            "game": card,
            "counts": list(laws.seats),
            "count": number(filled, "seats") if filled else min(USUAL_SEATS, laws.seats[-1]),
            "bots": players(request),
            "options": fields[:first],
            "details": fields[first:],
            "name": own_name(request),
            "takes_maps": SHEET in laws.choices(),
            "worn": worn(laws),
            **offered(request),
            "may_rate": True,
            **refilled(request, filled, fault),
        }
        return self.press.page(request, "new.html", values, status=fault.status if fault else 200)

    async def _open(
        self, request: Request, laws: Game[Any, Any, Any], fields: Mapping[str, str]
    ) -> Response:
        """Open a table and go there."""
        count = number(fields, "seats")
        if count not in laws.seats:
            raise bad_value("seats", str(count))
        chairs = [chair(request, fields, seat) for seat in range(count)]
        asked = terms(request, fields, chairs)
        guests = await self.guests(request, fields, asked)
        await self.invitations.seat(visitor(request), chairs)
        chosen = await run_in_threadpool(_chosen, laws, await self._filled(laws, fields))
        club = visitor(request).choices.language.gettext(CLUBS[self.tables.now().weekday()])
        name = title(fields, "name", club)
        try:
            table = await self.tables.open(
                laws.name, name=name, chairs=chairs, options=chosen, terms=asked
            )
        except BadOption as error:
            raise _not_so(error) from None
        for account in guests:
            await self.invitations.invite(table.id, account, visitor(request).account)
        answer = RedirectResponse(f"/t/{table.id}", 303)
        own = next((it.name for it in chairs if it.owner and not is_unnamed(it.name)), "")
        await keep(self.people, request, answer, visitor(request).choices.chosen("name", own))
        return answer

    async def guests(
        self, request: Request, fields: Mapping[str, str], asked: Terms
    ) -> list[Account]:
        """Who is invited, the one who opens the table among them; each must have an account."""
        host = visitor(request).account
        names = [name.strip() for name in fields.get("invite", "").split(",") if name.strip()]
        if (names or asked.access == INVITED) and host is None:
            raise no_host()
        if len(names) >= MOST:
            raise bad_value("invite", str(len(names)))
        found = [host] if host is not None and asked.access == INVITED else []
        for name in names:
            self.limits.take("invite", "" if host is None else host.owner)
            known = await self.people.named(name) if name.isprintable() else None
            if known is None:
                raise no_guest(name)
            if host is not None and not await self.invitations.is_unwelcome(host, known[0]):
                found.append(known[0])
        return found

    async def _filled(
        self, laws: Game[Any, Any, Any], fields: Mapping[str, str]
    ) -> Mapping[str, str]:
        """A form in which the map that somebody has drawn is written out."""
        kind, _, id_ = fields.get(f"option-{MAP}", "").partition(":")
        if kind != OWN or SHEET not in laws.choices():
            return fields
        chart = await self.shelf.chart(id_)
        if chart is None:
            raise bad_value(MAP, fields[f"option-{MAP}"])
        return {**fields, f"option-{MAP}": OWN, f"option-{SHEET}": chart.text}


def offered(request: Request) -> dict[str, object]:
    """What can be chosen for a table beside its game."""
    return {
        "clocks": [
            (f"{LIVE}:{bank}:{more}", words(request, clock_words(bank, more)))
            for bank, more in BANKS
        ],
        "hours": [(count, words(request, hours(count))) for count in HOURS],
        "delays": [
            (count, words(request, minutes(count) if count else say("at once"))) for count in DELAYS
        ],
        "is_guest": visitor(request).account is None,
    }


def refilled(
    request: Request, filled: Mapping[str, str], fault: Misfilled | None
) -> dict[str, object]:
    """What was filled in, and what is wrong with it."""
    said = [words(request, text) for text in (fault.headline, fault.text)] if fault else []
    return {"filled": filled, "fault": ". ".join(said)}


def terms(request: Request, fields: Mapping[str, str], chairs: Sequence[Chair]) -> Terms:
    """How a form wants a table to be set up beside its game."""
    rated, delay = fields.get("rated", ""), fields.get("delay") or "0"
    if rated not in ("", "1"):
        raise bad_value("rated", rated)
    if delay not in map(str, DELAYS):
        raise bad_value("delay", delay)
    hours, bank, increment = _speed(fields)
    asked = Terms(
        access=fields.get("access") or OPEN,
        rated=bool(rated),
        delay=int(delay),
        late=fields.get("late") or SUBSTITUTE,
        hours=hours,
        bank=bank,
        increment=increment,
    )
    return agreed(request, asked, chairs)


def agreed(request: Request, asked: Terms, chairs: Sequence[Chair]) -> Terms:
    """The same where it makes sense; Refusal names what does not."""
    if asked.access not in (OPEN, LINK, INVITED):
        raise bad_value("access", asked.access)
    if asked.late != WAIT and asked.late not in bots():
        raise bad_value("late", asked.late)
    if asked.delay not in DELAYS:
        raise bad_value("delay", str(asked.delay))
    if asked.hours is not None and (asked.hours not in HOURS or asked.bank is not None):
        raise bad_value("hours", str(asked.hours))
    if asked.bank is not None and not 0 < asked.bank <= LONGEST_BANK:
        raise bad_value("bank", str(asked.bank))
    if asked.increment is not None and (asked.bank is None or asked.increment > LONGEST_INCREMENT):
        raise bad_value("increment", str(asked.increment))
    if asked.rated:
        _rateable(request, chairs)
    return asked


def _rateable(request: Request, chairs: Sequence[Chair]) -> None:
    """Refusal says why a game cannot be rated."""
    if visitor(request).account is None:
        raise no_guests()
    if sum(chair.owner is not None for chair in chairs) > 1:
        raise one_seat()


def _speed(fields: Mapping[str, str]) -> tuple[int | None, int | None, int | None]:
    """The hours for a move, or the seconds of a live clock: at the beginning and for a move."""
    value = fields.get("hours", "")
    kind, _, rest = value.partition(":")
    if not value:
        return None, None, None
    if value in map(str, HOURS):
        return int(value), None, None
    if value == LIVE:
        return None, 60 * number(fields, "bank"), number(fields, "increment")
    found = {f"{bank}:{more}": (bank, more) for bank, more in BANKS}
    if kind != LIVE or rest not in found:
        raise bad_value("hours", value)
    return None, *found[rest]


def _card(request: Request, laws: Game[Any, Any, Any], filled: Mapping[str, str]) -> GameCard:
    """The card of a game, with a picture of the map that was chosen from its box."""
    card, chosen = game_card(request, laws), filled.get(f"option-{MAP}")
    is_boxed = chosen in (laws.choices().get(MAP) or ())
    return replace(card, picture=f"{card.picture}&{MAP}={chosen}") if is_boxed else card


def _wanted(request: Request, filled: Mapping[str, str]) -> str:
    """The id of the map that is asked for, or was chosen."""
    kind, _, id_ = filled.get(f"option-{MAP}", "").partition(":")
    return id_ if kind == OWN else request.query_params.get(MAP, "")


def _with_maps(
    request: Request, field: OptionField, charts: Sequence[Chart], wanted: str
) -> OptionField:
    """The choice of a map with those that the visitor has drawn; one may be asked for."""
    if field.name != MAP:
        return field
    about = words(request, say("Your own map."))
    own = tuple(
        OptionValue(f"{OWN}:{chart.id}", chart.title, about, chart.id == wanted)
        for chart in charts
        if not chart.faults or chart.id == wanted
    )
    found = any(value.is_usual for value in own)
    boxed = tuple(replace(it, is_usual=it.is_usual and not found) for it in field.choices)
    return replace(field, choices=(*boxed, *own))


def _pictured(charts: Sequence[Chart], wanted: str) -> str:
    """The address of a picture of the map that is asked for."""
    return next((f"/maps/{it.id}.svg?v={it.version}" for it in charts if it.id == wanted), "")


@lru_cache(maxsize=16)
def worn(laws: Game[Any, Any, Any]) -> tuple[str | None, ...]:
    """What each player of a game wears, where it is not his own porcelain."""
    panels = laws.scene(laws.start(seats=laws.seats[-1])).panels
    return tuple(panel.enamel for panel in panels)


def players(request: Request) -> list[tuple[str, str]]:
    """The bots that may sit at a table."""
    return [(key, words(request, BOTS.get(key, Text(key)))) for key in bots()]


def options(request: Request, laws: Game[Any, Any, Any]) -> list[OptionField]:
    """The options of a game for its form; one without a choice is left as it is."""
    usual = msgspec.to_builtins(laws.options())
    return [
        OptionField(
            name,
            _named(request, laws, name),
            tuple(_value(request, laws, name, value, usual[name]) for value in values),
        )
        for name, values in laws.choices().items()
        if values and len(values) > 1
    ]


def _value(
    request: Request, laws: Game[Any, Any, Any], name: str, value: object, usual: object
) -> OptionValue:
    key = f"{name}={_plain(value)}"
    about = laws.names.get(f"about:{key}")
    return OptionValue(
        _plain(value),
        _named(request, laws, key),
        "" if about is None else words(request, about),
        value == usual,
    )


def _game(name: str) -> Game[Any, Any, Any]:
    try:
        return find(name)
    except UnknownGame:
        raise no_game(name) from None


def _chosen(laws: Game[Any, Any, Any], fields: Mapping[str, str]) -> dict[str, object]:
    """The options of a form."""
    known, chosen = laws.choices(), dict[str, object]()
    for field, value in fields.items():
        if not field.startswith("option-"):
            continue
        name = field.removeprefix("option-")
        if name not in known:
            raise bad_value("option", name)
        chosen[name] = value
        try:
            laws.read_options({name: value}, strict=False)
        except BadOption:
            raise bad_value(name, value) from None
    return chosen


def chair(request: Request, fields: Mapping[str, str], seat: int) -> Chair:
    """Who sits on a seat, as a form says."""
    kind = fields.get(f"seat-{seat + 1}", "")
    own = words(request, say("Player {n}", n=seat + 1))
    name = title(fields, f"name-{seat + 1}", "")
    if name == words(request, say("You")):
        name = ""
    if kind == HERE:
        known = visitor(request).account
        return Chair(name or (known.name if known else own), HUMAN, visitor(request).browser)
    if kind == ELSEWHERE:
        return Chair(name or own)
    if kind in bots():
        return bot(kind, seat, "" if name == own_name(request) else name)
    raise bad_value(f"seat-{seat + 1}", kind)


def own_name(request: Request) -> str:
    """What somebody is called at his tables: as he said last, or as his account."""
    who = visitor(request)
    if who.choices.name and not is_unnamed(who.choices.name):
        return who.choices.name
    return who.account.name if who.account else ""


def bot(kind: str, seat: int, name: str = "") -> Chair:
    """A bot on a seat, under a name of its own if none was chosen."""
    if kind not in bots():
        raise bad_value("bot", kind)
    return Chair(name or BOT_NAMES[seat % len(BOT_NAMES)], kind)


def _not_so(error: BadOption) -> Refusal:
    """The options do not go together, or the map cannot be played."""
    return Misfilled(
        422,
        say("The table cannot be set like that"),
        say("Nothing was changed: {reason}.", reason=error.text or str(error)),
    )


def _named(request: Request, laws: Game[Any, Any, Any], key: str) -> str:
    return words(request, laws.names.get(key, Text(key)))


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
