"""What a page shows, as values: made from a match for one viewer, drawn by the templates."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from functools import lru_cache
from typing import Any

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from trainshed.board import Layers, layers
from trainshed.board.scene import Engine, Item, Ledger, Overprint, Panel, Scene
from trainshed.core import Language, Match, Seat
from trainshed.core.recall import recalled
from trainshed.web.tables.seats import Badge, SeatInfo, Sitting, badge, perspective, seats

from .boards import Boards, boards, lasting
from .cards import Desk, desk, outlook
from .crayon import Crayon, Throw, crayon, throws
from .data import data
from .digest import Away, Digest, away, digest
from .freight import Freight, freight, heading, is_freight, is_idle, is_said, shortcuts
from .freight import why as why_freight
from .html import html, html_reader, plain_reader, sentences
from .leaves import Leaf, leaves
from .listed import Lists, listed, places
from .log import MANY, Entry, Manner, keys, last_own_move, log, ticks, touched
from .manifest import tiles_url
from .over import Over, over
from .prints import Alike, Reading
from .prompt import Offer, Prompt, asks, beyond, brings, offers_of, prompt, said, targets
from .prompt import why as why_not
from .prospects import prospects
from .scoring import Scoring, counted

__all__ = [
    "Badge",
    "Entry",
    "Offer",
    "Over",
    "Prompt",
    "SeatInfo",
    "Sitting",
    "TablePage",
    "badge",
    "forecast",
    "html_reader",
    "perspective",
    "reading",
    "seats",
    "sentences",
    "table_page",
    "targets",
    "why",
]


class TablePage(Struct, frozen=True):
    """Everything on the page of one table, for one viewer, at one position."""

    table: str
    name: str
    game: str
    title: str
    version: int
    status: Markup
    seat: Seat | None
    seats: tuple[SeatInfo, ...]
    moves: int
    at: int
    board: Layers
    scene: Scene
    panels: tuple[Panel, ...]
    ledger: Ledger | None
    prompt: Prompt
    asks: Mapping[str, str]
    """What is asked after a kind of action or a key has been chosen, with `{name}` for the key."""
    currency: str
    log: tuple[Entry, ...]
    counted: Scoring | None
    """The last round that was scored."""
    places: tuple[tuple[str, str], ...]
    """The key and the name of what lies on the board and means something, by hex."""
    ticks: str
    """The moves on the time line, a path."""
    since: int
    """The number of the viewer's last move."""
    is_over: bool
    tiles: str
    """The address of the shapes of tiles."""
    desk: Desk | None = None
    """What stands beside an 18xx map."""
    boards: Boards | None = None
    """What a game has instead of a map."""
    crayon: Crayon | None = None
    """What stands beside a map on which lines are drawn."""
    freight: Freight | None = None
    """What stands beside a map on which cubes are carried."""
    dice: tuple[Throw, ...] = ()
    """The dice that count now."""
    last: str = ""
    """The hex that the last move went to, if it was the viewer's."""
    trail: tuple[str, ...] = ()
    """The hexes of a way that the viewer is drawing."""
    over: Over | None = None
    away: Away | None = None
    """How much has happened since the viewer's last move."""
    digest: Digest | None = None
    """What that was, where it is asked for."""
    is_recorded: bool = False
    """Whether the game was brought from elsewhere, to be looked at."""

    @property
    def kind(self) -> str:
        """What kind of game it is, for those who draw it."""
        kinds = {
            "rails": self.desk,
            "boards": self.boards,
            "crayon": self.crayon,
            "freight": self.freight,
        }
        return next((kind for kind, found in kinds.items() if found is not None), "")

    @property
    def named(self) -> tuple[SeatInfo, ...]:
        """Everybody by name, the viewer as well."""
        return tuple(replace(seat, is_you=False) if seat.is_you else seat for seat in self.seats)

    @property
    def seen(self) -> tuple[SeatInfo, ...]:
        """Everybody, whoever is to move."""
        return tuple(replace(seat, to_move=False) for seat in self.seats)

    @property
    def counts(self) -> bool:
        """Whether is told what would score now."""
        return self.boards is not None and not (self.is_over and self.is_live)

    def prospect(self, seat: Seat) -> int | None:
        """What a seat would score now, where that is told."""
        return self.boards.forecast[seat] if self.boards is not None and self.counts else None

    @property
    def told(self) -> Entry | None:
        """The line of the log that stands in the prompt."""
        if not self.is_live:
            return next((entry for entry in self.log if self.at and entry.move == self.at), None)
        if self.prompt.mine or self.is_over:
            return None
        return next((it for it in reversed(self.log) if not (it.struck or it.follows)), None)

    @property
    def filmed(self) -> int:
        """The move with which the last race ended, 0 without one."""
        film = self.crayon.film if self.crayon else None
        return film.frames[-1].move if film and film.is_over else 0

    @property
    def has_earlier(self) -> bool:
        """Whether there are moves before those of the log."""
        is_cut = self.freight is None or self.moves > MANY
        return bool(self.log) and self.log[0].move > 1 and is_cut

    @property
    def badges(self) -> tuple[Badge, ...]:
        """How each seat is shown."""
        return tuple(seat.badge for seat in self.seats)

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        """The log, leaf by leaf."""
        return leaves(self.log)

    @property
    def news(self) -> int:
        """How many moves there were since the viewer's last turn."""
        return len({entry.move for entry in self.log if entry.since})

    @property
    def listed(self) -> Lists:
        """The board as lists."""
        return listed(self.places, self.prompt.offers)

    @property
    def data(self) -> Markup:
        """What the scripts are told."""
        return data(self)

    @property
    def takes(self) -> Mapping[str, str]:
        """The action that takes each card which may be taken."""
        offers = self.prompt.offers if self.is_live else ()
        return {it.path[0]: it.action for it in reversed(offers) if it.verb == "take"}

    @property
    def is_played(self) -> bool:
        """Whether it is still played here."""
        return not (self.is_over or self.is_recorded)

    @property
    def may_continue(self) -> bool:
        """Whether another table may go on from here."""
        return not self.is_played and self.at < self.moves

    @property
    def has_points(self) -> bool:
        """Whether points are counted in the end, not money."""
        return self.boards is not None or self.freight is not None

    @property
    def worth_in(self) -> str:
        """The sign before results: none where points are counted."""
        return "" if self.freight is not None else self.currency

    @property
    def is_live(self) -> bool:
        """Whether the position shown is the present one."""
        return self.at == self.moves


def table_page(
    match: Match[Any, Any],
    sitting: Sitting,
    *,
    table: str,
    name: str,
    at: int | None = None,
    recorded: bool = False,
    digested: bool = False,
) -> TablePage:
    """The page of a match as one viewer may see it, at move `at` or now.

    What has happened since his last move is told in full only where it is to be `digested`.
    """
    game = match.game
    moves = len(match.history)
    at = moves if at is None else max(0, min(at, moves))
    seat = perspective(match, sitting.mine)
    state = match.at(at) if match.actor is None else game.view(match.at(at), seat)
    scene: Scene = game.scene(state)
    by_name = len(sitting.mine) > 1
    reader = html_reader(match, sitting.language, seat, scene, by_name=by_name)
    live = at == moves
    mine = live and match.actor in sitting.mine
    has_boards = scene.desk is not None
    drawn = crayon(match, scene, reader, at)
    carries = is_freight(scene)
    tell = scene.market is not None or has_boards or drawn is not None or carries
    offers = offers_of(match, state, reader, tell=tell, count=has_boards) if mine else ()
    since = last_own_move(match, sitting.mine)
    here = _place(match, seat, at) if mine and since == moves > 0 else ""
    chained = beyond(match, reader, offers, here) if drawn else ()
    if carries and mine:
        chained = shortcuts(match, reader, offers)
    known = since or (at - 1 if has_boards or drawn or not sitting.mine else 0)
    last = () if live and match.actor is None else _last(scene, touched(match, seat, at, known))
    overprint = Overprint(targets=targets((*offers, *chained)), last=last)
    entries = log(
        match,
        sitting,
        reader,
        since,
        at,
        terse=carries or drawn is not None,
        manner=Manner(is_idle, heading, is_said) if carries else None,
    )
    return TablePage(
        table=table,
        name=name,
        game=game.name,
        title=game.title,
        version=match.version,
        status=html(reader, game.status(state)),
        seat=seat,
        seats=seats(match, sitting, at=at, panels=scene.panels),
        moves=moves,
        at=at,
        board=layers(scene, reader=plain_reader(reader), overprint=overprint),
        scene=scene,
        panels=scene.panels,
        ledger=scene.ledger,
        prompt=prompt(match, sitting, reader, offers, chained, mine=mine),
        asks=asks(match.game, sitting.language),
        currency=game.currency,
        log=entries,
        counted=counted(match, at, reader) if has_boards else None,
        places=places(scene, plain_reader(reader), [it.path[0] for it in offers if it.path]),
        ticks=ticks(match, game.chapter if carries else None),
        since=since,
        is_over=match.actor is None,
        tiles=tiles_url(game.name, scene.manifest),
        desk=desk(match, state, scene, plain_reader(reader), at),
        boards=boards(scene, plain_reader(reader), (key for it in offers for key in it.path)),
        crayon=drawn,
        freight=freight(match, state, scene, offers, reader),
        dice=throws(match, at) if drawn else (),
        last=here,
        trail=_trail(match, seat, moves) if here and drawn else (),
        over=over(match, reader) if match.actor is None else None,
        away=away(match, seat, entries, since),
        digest=digest(match, seat, entries, reader, since) if digested else None,
        is_recorded=recorded,
    )


def reading(match: Match[Any, Any], language: Language, seat: Seat | None, scene: Scene) -> Reading:
    """How templates read the texts of a position."""
    reader = html_reader(match, language, seat, scene)
    alike = _alike(match.game.name, language.code, tuple(match.names), _looks(scene))
    return Reading(reader.read, alike, seat)


@recalled(128)
def _looks(scene: Scene) -> Alike:
    """What marks look like in a position."""
    lines = tuple((row.letters, row.enamel) for row in scene.ledger.rows) if scene.ledger else ()
    kinds = tuple(kind.name for kind in scene.manifest)
    return _alike(() if scene.plates else lines, scene.plates, kinds)


@lru_cache(maxsize=1024)
def _alike(*of: Hashable) -> Alike:
    """The very same for the same values: all that is printed is kept with it."""
    return Alike(of)


def why(
    match: Match[Any, Any], sitting: Sitting, *, under: str | None, key: str
) -> tuple[Markup, str] | None:
    """Why a click is not allowed: the reason in words and the rule's number."""
    if is_freight(match.game.scene(match.state)):
        return why_freight(match, sitting, key=key)
    return why_not(match, sitting, under=under, key=key)


def _place(match: Match[Any, Any], seat: Seat | None, at: int) -> str:
    """The hex that a move went to."""
    found = [key for key in keys(match, seat, at) if key.startswith("hex:")]
    return found[0] if found else ""


def _trail(match: Match[Any, Any], seat: Seat | None, moves: int) -> tuple[str, ...]:
    """The places of the last moves of one seat that brought nothing yet, from the first on."""
    found: list[str] = []
    for number in range(moves, 0, -1):
        move, place = match.history[number - 1], _place(match, seat, number)
        if move.seat != seat or move.news or not place:
            break
        found.append(place.removeprefix("hex:"))
    return tuple(reversed(found))


def forecast(match: Match[Any, Any], sitting: Sitting, line: str) -> tuple[Markup, ...]:
    """What a line would bring, a sentence each; nothing where it may not be played.

    Of an answer that is offered it says at least what it is, of an amount written out it need not.
    """
    game, seat = match.game, perspective(match, sitting.mine)
    state, action = game.view(match.state, seat), match.read(line)
    if match.actor not in sitting.mine or not game.accepts(state, action):
        return ()
    scene, by_name = game.scene(state), len(sitting.mine) > 1
    reader = html_reader(match, sitting.language, seat, scene, by_name=by_name)
    first = (html(reader, text) for text in outlook(match, state, action))
    last = prospects(match, state, action) if scene.desk is not None else ()
    found = (*first, *brings(game, state, action, reader), *(html(reader, it) for it in last))
    if found or action not in game.actions(state):
        return found
    return (said(game, state, action, reader),)


def _last(scene: Scene, moved: Iterable[tuple[Seat, str]]) -> tuple[str, ...]:
    """The places in brass."""
    if scene.desk is not None:
        return lasting(scene, moved)
    places = _keys(scene.items)
    return tuple(dict.fromkeys(key for _, key in moved if key in places))


@recalled(128)
def _keys(items: tuple[Item, ...]) -> frozenset[str]:
    """What lies on a board and stays there."""
    return frozenset(item.key for item in items if not isinstance(item, Engine))
