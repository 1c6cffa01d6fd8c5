"""What a page shows, as values: made from a match for one viewer, drawn by the templates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any

from markupsafe import Markup, escape
from msgspec import Struct

from trainshed.board import svg
from trainshed.board.scene import (
    PORCELAINS,
    Emblem,
    Ledger,
    Overprint,
    Panel,
    Porcelain,
    Scene,
    Target,
)
from trainshed.core import (
    CHANCE,
    Action,
    Choice,
    Language,
    Mark,
    Masked,
    Match,
    Money,
    Place,
    Reader,
    Seat,
    Text,
    TrainshedError,
    Who,
    mark,
    say,
)
from trainshed.core.match import Move
from trainshed.core.text import Field, plain

MOMENTS = 4


class Badge(Struct, frozen=True):
    """How a seat is shown everywhere: its colour and emblem."""

    porcelain: Porcelain
    emblem: Emblem


class SeatInfo(Struct, frozen=True):
    """One player of the table."""

    seat: Seat
    name: str
    badge: Badge
    is_you: bool
    is_bot: bool
    is_open: bool
    """Nobody sits here yet."""
    to_move: bool


class Offer(Struct, frozen=True):
    """An action that may be played now."""

    action: str
    verb: str
    path: tuple[str, ...]
    """The keys to click, one after another."""
    label: Markup
    brings: tuple[Markup, ...] = ()
    """What would follow, a sentence each."""


class Verb(Struct, frozen=True):
    """The offers of one kind."""

    verb: str
    label: Markup
    count: int


class Standing(Struct, frozen=True):
    """A standing answer that a seat has left, or may leave."""

    line: str
    label: Markup
    is_set: bool


class Back(Struct, frozen=True):
    """Somebody asks the others to take the game back."""

    who: Seat
    move: int
    """The position to go back to."""
    sentence: Markup
    may_answer: bool
    """Whether the viewer has yet to agree or refuse."""


class Prompt(Struct, frozen=True):
    """The bar that says what is asked and of whom."""

    mine: bool
    caption: Markup
    question: Markup
    may_undo: bool
    why_no_undo: str
    may_redo: bool
    offers: tuple[Offer, ...] = ()
    verbs: tuple[Verb, ...] = ()
    standing: tuple[Standing, ...] = ()
    ask_back: int | None = None
    """The position before the viewer's last action, where only the others can let him go back."""
    back: Back | None = None
    """The request to go back that waits for answers."""


class Entry(Struct, frozen=True):
    """One line of the log."""

    move: int
    """The position it leads to; 0 where the line was taken back."""
    seat: Seat
    turn: int
    sentence: Markup
    time: str
    since: bool
    """It was played since the viewer's last action."""
    struck: bool = False


class Tick(Struct, frozen=True):
    """One move on the time line."""

    move: int
    begins_turn: bool
    since: bool


class Standings(Struct, frozen=True):
    """One row of the final ranking."""

    rank: int
    seat: Seat
    total: int
    parts: tuple[tuple[str, Markup, int], ...]
    """Source, its name, amount."""


class Moment(Struct, frozen=True):
    """A turning point of the game."""

    move: int
    turn: int
    sentence: Markup


class Over(Struct, frozen=True):
    """The end of a game: who won, how, and how the fortunes grew."""

    headline: Markup
    reason: Markup
    ranking: tuple[Standings, ...]
    worth: tuple[tuple[int, tuple[int, ...]], ...]
    """Number of the turn, and what each seat would have had."""
    moments: tuple[Moment, ...]
    events: tuple[tuple[int, str], ...] = ()
    """Turns with something that has a name, such as a merger."""


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
    board: Markup
    scene: Scene
    panels: tuple[Panel, ...]
    ledger: Ledger | None
    prompt: Prompt
    log: tuple[Entry, ...]
    ticks: tuple[Tick, ...]
    is_over: bool
    animate: tuple[tuple[str, ...], ...] = ()
    """The keys touched by each move since the viewer's last action, for the animation."""
    over: Over | None = None

    @property
    def is_live(self) -> bool:
        """Whether the position shown is the present one."""
        return self.at == self.moves


class Sitting(Struct, frozen=True):
    """Who looks at the table: the seats he plays, his language, bots, when lines were written."""

    mine: tuple[Seat, ...]
    language: Language
    bots: tuple[Seat, ...] = ()
    vacant: tuple[Seat, ...] = ()
    times: Mapping[int, datetime] = {}
    """When each line of the log was written, by its number."""
    orders: tuple[str, ...] = ()
    """The standing answers of the seat that looks."""
    base: int = 0
    """The line at which corrected laws took over, 0 if they never did."""


def table_page(
    match: Match[Any, Any], sitting: Sitting, *, table: str, name: str, at: int | None = None
) -> TablePage:
    """The page of a match as one viewer may see it, at move `at` or now."""
    game = match.game
    moves = len(match.history)
    at = moves if at is None else max(0, min(at, moves))
    seat = perspective(match, sitting.mine)
    state = game.view(match.at(at), seat)
    scene: Scene = game.scene(state)
    reader = html_reader(match, sitting.language, seat, scene)
    live = at == moves
    mine = live and match.actor in sitting.mine
    offers = _offers(match, state, reader) if mine else ()
    since = _since(match, sitting.mine)
    overprint = Overprint(targets=targets(offers), last=_touched(match, seat, at, since))
    return TablePage(
        table=table,
        name=name,
        game=game.name,
        title=game.title,
        version=match.version,
        status=Markup(reader.read(game.status(state))),  # noqa: S704 - made of escaped parts
        seat=seat,
        seats=seats(match, sitting, at=at),
        moves=moves,
        at=at,
        board=Markup(svg(scene, reader=_plain_reader(reader), overprint=overprint, ground="none")),  # noqa: S704
        scene=scene,
        panels=scene.panels,
        ledger=scene.ledger,
        prompt=_prompt(match, sitting, reader, offers, mine=mine),
        log=_log(match, sitting, reader, since),
        ticks=tuple(
            Tick(n, n == 1 or _turn(match, n) != _turn(match, n - 1), n > since)
            for n in range(1, moves + 1)
        ),
        is_over=match.actor is None,
        animate=tuple(_keys(match, seat, n) for n in range(since + 1, moves + 1)) if live else (),
        over=_over(match, reader) if match.actor is None else None,
    )


def perspective(match: Match[Any, Any], mine: Sequence[Seat]) -> Seat | None:
    """Through whose eyes a viewer looks: the seat that is asked if it is his, or his last one."""
    played = (move.seat for move in reversed(match.history))
    own = (seat for seat in (match.actor, *played, *mine) if seat in mine)
    return next(own, None)


def badge(seat: int) -> Badge:
    """The colour and the emblem of a seat."""
    return Badge(*PORCELAINS[seat])


def html_reader(
    match: Match[Any, Any], language: Language, seat: Seat | None, scene: Scene
) -> Reader:
    """A reader whose fields are shown with their badges and plates."""
    enamels = {row.letters: row.enamel for row in scene.ledger.rows} if scene.ledger else {}

    def show(field: Field, reader: Reader) -> str:
        return _html(field, reader, enamels)

    return Reader(language, match.names, seat, show)


def targets(offers: Sequence[Offer]) -> tuple[Target, ...]:
    """The offers as things to click: the first key of each path, then the second under it."""
    found: dict[tuple[str | None, str], Target] = {}
    for offer in offers:
        first, *rest = offer.path or ("",)
        action = None if rest else offer.action
        found.setdefault((None, first), Target(first, action, Text(str(offer.label.striptags()))))
        if rest:
            title = Text(str(offer.label.striptags()))
            found[first, rest[0]] = Target(rest[0], offer.action, title, first)
    return tuple(found.values())


def sentence(match: Match[Any, Any], move: Move[Any], reader: Reader) -> Markup:
    """A move in words: the action and its news."""
    if isinstance(match.seen(move, reader.seat), Masked) and move.seat == CHANCE:
        return Markup(reader.read(say("A turn under earlier laws.")))  # noqa: S704
    texts = match.told(move, reader.seat)
    return Markup(" ").join(Markup(reader.read(text)) for text in texts)  # noqa: S704


def why(
    match: Match[Any, Any], sitting: Sitting, *, under: str | None, key: str
) -> tuple[Markup, str] | None:
    """Why a click is not allowed: the reason in words and the rule's number.

    The action that was meant is an offer with the place that was clicked instead of its own.
    """
    game, seat = match.game, perspective(match, sitting.mine)
    state = game.view(match.state, seat)
    for action in game.actions(state):
        path = game.target(action, state)
        if len(path) < (2 if under else 1) or (under and path[0] != under):
            continue
        place = path[1] if under else path[0]
        if place.split(":")[0] != key.split(":", maxsplit=1)[0]:
            continue
        meant = str(action).replace(place.split(":")[-1], key.rsplit(":", maxsplit=1)[-1])
        try:
            reason = game.why(state, game.read(meant))
        except TrainshedError:
            return None
        if reason is None:
            return None
        reader = html_reader(match, sitting.language, seat, game.scene(state))
        return Markup(reader.read(game.words(reason, state))), getattr(reason, "rule", "")  # noqa: S704
    return None


def _html(field: Field, reader: Reader, enamels: Mapping[str, str]) -> str:
    words = escape(plain(field, Reader(reader.language, reader.names, reader.seat)))
    match field:
        case Who(seat=seat):
            return f'<span class="who" data-seat="{seat}">{words}</span>'
        case Money():
            return f'<b class="money">{words}</b>'
        case Mark(kind="line", key=key):
            enamel = enamels.get(key, "black")
            return f'<span class="plate" data-enamel="{enamel}">{words}</span>'
        case Mark(kind=kind, key=key):
            symbol = f'<svg class="icon" aria-hidden="true"><use href="#{kind}-{key}"/></svg>'
            return f'<span class="mark">{symbol}{words}</span>'
        case Place():
            return f'<span class="place">{words}</span>'
        case tuple():
            return ", ".join(reader.read(item) for item in field)
        case _:
            return words


def _plain_reader(reader: Reader) -> Reader:
    return Reader(reader.language, reader.names, reader.seat)


def _offers(match: Match[Any, Any], state: Any, reader: Reader) -> tuple[Offer, ...]:  # noqa: ANN401
    game = match.game
    return tuple(
        Offer(
            action=str(action),
            verb=str(action).split(" ", 1)[0],
            path=game.target(action, state),
            label=Markup(reader.read(game.label(action, state))),  # noqa: S704
            brings=tuple(
                Markup(reader.read(game.words(item, state)))  # noqa: S704
                for item in game.brings(state, action)
            ),
        )
        for action in game.actions(match.state)
    )


def _prompt(
    match: Match[Any, Any],
    sitting: Sitting,
    reader: Reader,
    offers: tuple[Offer, ...],
    *,
    mine: bool,
) -> Prompt:
    game, state = match.game, match.game.view(match.state, reader.seat)
    step = state.stack[-1] if state.stack else None
    question = game.words(step, state) if isinstance(step, Choice) else Text("")
    undoer = _undoer(match, sitting.mine)
    may_undo = undoer is not None and match.may_undo(undoer)
    since = _since(match, sitting.mine)
    return Prompt(
        mine=mine,
        caption=Markup(reader.read(game.caption(state))),  # noqa: S704
        question=Markup(reader.read(question)),  # noqa: S704
        may_undo=may_undo,
        why_no_undo=("" if undoer is None or may_undo else reader.read(match.why_no_undo(undoer))),
        may_redo=any(match.may_redo(seat) for seat in sitting.mine),
        offers=offers,
        verbs=_verbs(match, reader, offers),
        standing=_standing(match, sitting, reader),
        ask_back=since - 1 if since and not may_undo and match.actor is not None else None,
        back=_back(match, sitting.mine, reader),
    )


def _back(match: Match[Any, Any], mine: Sequence[Seat], reader: Reader) -> Back | None:
    if match.request is None:
        return None
    who, move = match.agreed[0], match.request.move
    text = say(
        "{who} asks to go back to move {move}.",
        you=mark("You ask to go back to move {move}. The others have to agree."),
        who=Who(who),
        move=move,
    )
    may_answer = any(seat not in match.agreed for seat in mine)
    return Back(who, move, Markup(reader.read(text)), may_answer)  # noqa: S704


def _undoer(match: Match[Any, Any], mine: Sequence[Seat]) -> Seat | None:
    """The viewer's seat that may take something back: whoever of his acted last."""
    if match.history and match.history[-1].seat in mine:
        return match.history[-1].seat
    return mine[0] if mine else None


def _verbs(match: Match[Any, Any], reader: Reader, offers: tuple[Offer, ...]) -> tuple[Verb, ...]:
    counts: dict[str, int] = {}
    for offer in offers:
        counts[offer.verb] = counts.get(offer.verb, 0) + 1
    names = match.game.names
    return tuple(
        Verb(verb, Markup(reader.read(names.get(f"do:{verb}", verb))), count)  # noqa: S704
        for verb, count in counts.items()
    )


def _standing(match: Match[Any, Any], sitting: Sitting, reader: Reader) -> tuple[Standing, ...]:
    game, seat = match.game, perspective(match, sitting.mine)
    if game.orders is None or seat is None or match.actor is None:
        return ()
    return tuple(
        Standing(
            line=str_order(order),
            label=Markup(reader.read(game.words(order, match.state))),  # noqa: S704
            is_set=str_order(order) in sitting.orders,
        )
        for order in game.orders(match.state, seat)
    )


def str_order(order: Any) -> str:  # noqa: ANN401 - any Struct with a tag
    """A standing answer as a line."""
    from trainshed.core.notation import write  # noqa: PLC0415

    return write(order)


def seats(
    match: Match[Any, Any], sitting: Sitting, *, at: int | None = None
) -> tuple[SeatInfo, ...]:
    """The players of a table, at move `at` or now."""
    actor = match.game.actor(match.state if at is None else match.at(at))
    single = len(sitting.mine) == 1
    return tuple(
        SeatInfo(
            seat=Seat(seat),
            name=name,
            badge=badge(seat),
            is_you=seat in sitting.mine and single,
            is_bot=seat in sitting.bots,
            is_open=seat in sitting.vacant,
            to_move=seat == actor,
        )
        for seat, name in enumerate(match.names)
    )


def _since(match: Match[Any, Any], mine: Sequence[Seat]) -> int:
    """The number of the viewer's last move."""
    for number in range(len(match.history), 0, -1):
        if match.history[number - 1].seat in mine:
            return number
    return 0


def _touched(match: Match[Any, Any], seat: Seat | None, at: int, since: int) -> tuple[str, ...]:
    """The board elements of the moves since the viewer's last one, at least of the last move."""
    first = min(since, at - 1) if since < at else at - 1
    keys = [key for n in range(max(first, 0) + 1, at + 1) for key in _keys(match, seat, n)]
    return tuple(dict.fromkeys(keys))


def _keys(match: Match[Any, Any], seat: Seat | None, number: int) -> tuple[str, ...]:
    move = match.history[number - 1]
    seen = match.seen(move, seat)
    if move.seat == CHANCE or isinstance(seen, Masked):
        return ()
    path = match.game.target(seen, move.before)
    return tuple(key for key in path if key.split(":")[0] in ("hex", "town", "station"))


def _turn(match: Match[Any, Any], number: int) -> int:
    turn: int = match.game.turn(match.history[number - 1].before)
    return turn


def _log(match: Match[Any, Any], sitting: Sitting, reader: Reader, since: int) -> tuple[Entry, ...]:
    rows: list[tuple[int, Entry]] = []
    if sitting.base:
        text = say("The laws of this game were corrected here. It goes on from this position.")
        turn = match.game.turn(match.start if match.actor is not None else match.state)
        rows.append((sitting.base, Entry(0, CHANCE, turn, Markup(reader.read(text)), "", False)))  # noqa: S704
    places = [(move, number) for number, move in enumerate(match.history, 1)]
    places += [(move, 0) for move in match.struck]
    rows += [
        (move.number, _entry(match, sitting, reader, move, number, since))
        for move, number in places
    ]
    return tuple(entry for _, entry in sorted(rows, key=lambda row: row[0]))


def _entry(
    match: Match[Any, Any],
    sitting: Sitting,
    reader: Reader,
    move: Move[Any],
    number: int,
    since: int,
) -> Entry:
    when = sitting.times.get(move.number)
    return Entry(
        move=number,
        seat=move.seat,
        turn=match.game.turn(move.after if move.seat == CHANCE else move.before),
        sentence=sentence(match, move, reader),
        time=when.astimezone().strftime("%H:%M") if when else "",
        since=number > since > 0,
        struck=number == 0,
    )


def _over(match: Match[Any, Any], reader: Reader) -> Over:
    game = match.game
    tally = game.tally(match.state)
    totals = game.scores(match.state)
    order = sorted(range(len(totals)), key=lambda seat: -totals[seat])
    ranking = tuple(
        Standings(
            rank=1 + sum(total > totals[seat] for total in totals),
            seat=Seat(seat),
            total=totals[seat],
            parts=tuple(
                (source, Markup(reader.read(game.names[f"tally:{source}"])), amounts[seat])  # noqa: S704
                for source, amounts in tally.items()
            ),
        )
        for seat in order
    )
    sentences = [
        Markup(reader.read(game.words(item, match.state)))  # noqa: S704 - made of escaped parts
        for item in match.state.news
    ]
    ended = next(
        (
            text
            for item, text in zip(match.state.news, sentences, strict=True)
            if type(item).__name__ == "Ended"
        ),
        Markup(""),
    )
    return Over(
        headline=sentences[-1] if sentences else Markup(""),
        reason=ended,
        ranking=ranking,
        worth=_worth(match, match.version),
        moments=_moments(match, reader),
        events=_events(match, _plain_reader(reader)),
    )


def _events(match: Match[Any, Any], reader: Reader) -> tuple[tuple[int, str], ...]:
    """What the game calls an event: its names have a text such as `event:merged`."""
    found = []
    for number, move in enumerate(match.history, 1):
        for item in move.news:
            text = match.game.names.get(f"event:{item.__struct_config__.tag}")
            if text is not None:
                fields = {name: getattr(item, name) for name in item.__struct_fields__}
                found.append((_turn(match, number), reader.read(Text(text.msgid, fields))))
    return tuple(found)


@lru_cache(maxsize=32)
def _worth(match: Match[Any, Any], version: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """What each seat would have had at the end of each turn."""
    game = match.game
    last: dict[int, Any] = {game.turn(move.before): move.after for move in match.history}
    return tuple((turn, game.scores(state)) for turn, state in last.items())


def _moments(match: Match[Any, Any], reader: Reader) -> tuple[Moment, ...]:
    """The turning points in words."""
    return tuple(
        Moment(n, _turn(match, n), sentence(match, match.history[n - 1], reader))
        for n in _decisive(match, match.version)
    )


@lru_cache(maxsize=32)
def _decisive(match: Match[Any, Any], version: int) -> tuple[int, ...]:
    """The moves that changed the distance between the players most."""
    game = match.game
    rated = []
    for number, move in enumerate(match.history[:-1], 1):
        before, after = game.scores(move.before), game.scores(move.after)
        gains = [b - a for a, b in zip(before, after, strict=True)]
        rated.append((max(gains) - min(gains), number))
    return tuple(sorted(number for gain, number in sorted(rated, reverse=True)[:MOMENTS] if gain))


def action_of(match: Match[Any, Any], line: str) -> Action:
    """The action in a line that a page sent."""
    return match.read(line)
