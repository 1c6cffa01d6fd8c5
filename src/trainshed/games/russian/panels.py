"""What lies before the players: their boards, what they have in hand, what a round would score."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from trainshed.board.scene import (
    PORCELAINS,
    Board,
    Course,
    Figure,
    Line,
    Panel,
    Plot,
    Rail,
    Sign,
    Table,
    Words,
)
from trainshed.core import Seat, Text, Who, mark, say, say_n

from . import lay
from .board import QUESTIONS, industry_counts, line_counts, round_points
from .box import BOX, ENGINEERS, LINES, PETERSBURG, SLOTS, TRANS
from .count import part, reached, values
from .effects import OWN

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator

    from trainshed.board.scene import Item

    from .board import Board as Stand
    from .state import Magnate, Placement, State

WIDE, HIGH, LEFT = 1000.0, 582.0, 24.0
"""The board of a player, and where its lettering begins."""
TRACK_AT, STEP, CELL = 184.0, 53.0, 42.0
"""Where the lines begin, and their spaces."""
LINE_AT = (80.0, 210.0, 340.0)
INDUSTRY_AT, INDUSTRY_STEP = 486.0, 49.6
HAND_AT = 558.0
ASIDE_AT = 690.0
"""Where engineers and tokens lie, right of the short lines."""


def panel(state: State, seat: Seat) -> Panel:
    """The points of a player, what he has in hand, what his board would score now."""
    place = state.place_of(seat) if seat in state.order else None
    return _panel(seat, state.magnates[seat], place)


@lru_cache(maxsize=512)
def _panel(seat: Seat, magnate: Magnate, place: int | None) -> Panel:
    return Panel(
        seat=seat,
        money=magnate.score,
        figures=(*_pieces(magnate, seat), *_forecast(magnate)),
        marks=tuple(_marks(magnate, place)),
    )


def _pieces(magnate: Magnate, seat: Seat) -> Iterator[Figure]:
    workers = magnate.workers
    yield Figure(
        lay.pawn(seat), workers, say_n("{n} worker in hand", "{n} workers in hand", workers)
    )
    if magnate.black:
        yield Figure("pawn:black", magnate.black, say("the black worker in hand"))
    if magnate.turquoise:
        count = magnate.turquoise
        title = say_n("{n} temporary worker in hand", "{n} temporary workers in hand", count)
        yield Figure("pawn:turquoise", count, title)
    roubles = magnate.roubles
    yield Figure("coin", roubles, say_n("{n} rouble in hand", "{n} roubles in hand", roubles))
    count = len(magnate.engineers)
    yield Figure("engineer", count, say_n("{n} engineer", "{n} engineers", count))
    if magnate.cards:
        count = len(magnate.cards)
        yield Figure("card", count, say_n("{n} bonus card", "{n} bonus cards", count))


def _forecast(magnate: Magnate) -> Iterator[Figure]:
    """R13.1 What a round would score by line and industry."""
    for name, points in zip(lay.LINE_SHORT, round_points(magnate.board), strict=True):
        title = say("{line}: {n} this round", line=name, n=points)
        yield Figure("points", points, title, name)


def _marks(magnate: Magnate, place: int | None) -> Iterator[Text]:
    """R2.2, R2.4 His place, and whether he has passed."""
    if place is not None:
        yield lay.PLACES[place]
    if magnate.passed:
        yield say("passed")


def forecast(state: State) -> Table:
    """R13.1 If the round ended now: points by line and industry for each player."""
    return _table(tuple((round_points(it.board), it.score) for it in state.magnates))


@lru_cache(maxsize=64)
def _table(found: tuple[tuple[tuple[int, ...], int], ...]) -> Table:
    return Table(
        key="forecast",
        title=say("If the round ended now"),
        columns=(say("Player"), *lay.LINE_SHORT, say("sum"), say("so far")),
        lines=tuple(_line(Seat(seat), *counts) for seat, counts in enumerate(found)),
        figures=(False, *(True,) * 6),
    )


def _line(seat: Seat, points: tuple[int, ...], score: int) -> Line:
    figures = (*points, sum(points), score)
    cells = (say("{who}", you="You", who=Who(seat)), *(say("{n}", n=n) for n in figures))
    return Line(f"seat:{seat}", None, cells)


# The board of a player


@cache
def _printed() -> tuple[Words, ...]:
    names = zip(lay.LINE_NAMES, LINE_AT, strict=True)
    return (
        *(Words(text, (LEFT, y + 2), "head") for text, y in names),
        Words(say("Industry"), (LEFT, INDUSTRY_AT + 18), "head"),
        Words(say("In hand"), (LEFT, HAND_AT + 6), "head"),
    )


@lru_cache(maxsize=256)
def own_board(magnate: Magnate, seat: Seat, acts: bool) -> Board:  # noqa: FBT001
    """The board of a player with its lettering."""
    board, points = magnate.board, round_points(magnate.board)
    reaches = [
        Words(
            say("reaches {n}, scores {points}", n=board.reach(line), points=points[line]),
            (LEFT, y + 20),
        )
        for line, y in enumerate(LINE_AT)
    ]
    return Board(
        key=f"board:{seat}",
        title=say("Board of {who}", you=mark("Your board"), who=Who(seat)),
        width=WIDE,
        height=HIGH,
        seat=seat,
        acts=acts,
        words=(
            *_printed(),
            *reaches,
            Words(say("scores {n}", n=points[3]), (LEFT, INDUSTRY_AT + 38)),
            Words(
                say("Engineers") if magnate.engineers else say("no engineers yet"),
                (ASIDE_AT, 212),
                "head" if magnate.engineers else "note",
            ),
            Words(say("? tokens"), (ASIDE_AT, 342), "head"),
            Words(
                say("{score} points, this round +{n}", score=magnate.score, n=sum(points)),
                (WIDE - LEFT, HAND_AT + 6),
                "figure",
                "end",
            ),
        ),
        rules=tuple(((LEFT, y), WIDE - 2 * LEFT) for y in (187.0, 317.0, 447.0, 535.0)),
    )


def own_items(state: State, seat: Seat, before: str) -> tuple[Item, ...]:
    """Everything on the board of a player; `before` goes before the keys of who is not asked."""
    magnate = state.magnates[seat]
    spaces = [f"{OWN}{number}" for number in magnate.engineers]
    return _own(magnate, seat, before, tuple(it for it in state.placed if it.space in spaces))


@lru_cache(maxsize=256)
def _own(
    magnate: Magnate, seat: Seat, before: str, worked: tuple[Placement, ...]
) -> tuple[Item, ...]:
    board = f"board:{seat}"
    return (
        *_tracks(magnate.board, seat, before),
        *_plots(_employed, magnate.engineers, worked, board),
        *_plots(_tokens, magnate.board.tokens, board, before),
        *_hand(magnate, seat, board),
        *(() if before else _next(magnate.board, board)),
    )


@lru_cache(maxsize=256)
def _tracks(mine: Stand, seat: Seat, before: str) -> tuple[Item, ...]:
    """The tracks and what stands on them."""
    board = f"board:{seat}"
    return (
        *(_course(mine, seat, number, before) for number in range(len(LINES))),
        _industry(mine, board, before),
        *_plots(_slots, mine.locomotives, board, before),
        *_plots(_holes, mine.factories, board, before),
        *_plots(_markers, mine.markers, seat, board, before),
    )


@lru_cache(maxsize=4096)
def _plots(draw: Callable[..., Iterator[Plot]], *values: Hashable) -> tuple[Plot, ...]:
    """Plots that are the same as long as their values are."""
    return tuple(draw(*values))


def _course(mine: Stand, seat: Seat, number: int, before: str) -> Course:
    """R4.1, R11.2, R13.2 A line with its rails, its special spaces and what each space scores."""
    line = LINES[number]
    rails, reach = mine.rails[number], mine.reach(number)
    worth = BOX.revalued if mine.revalued else BOX.points
    laid = tuple(
        Rail(name, at, str(worth[colour]), f"{seat}/rail:{line.id}:{name}")  # type: ignore[arg-type]
        for colour, (name, at) in enumerate(zip(BOX.colours, rails, strict=False))
        if at
    )
    parts = tuple(
        say("{colour} to {n}", colour=lay.COLOURS[BOX.colours[colour]], n=at)
        for colour, at in enumerate(rails)
        if at
    )
    prints, above, below = _prints(mine, number)
    counts = line_counts(mine, number)
    return Course(
        key=f"{before}line:{line.id}",
        board=f"board:{seat}",
        at=(TRACK_AT, LINE_AT[number]),
        step=STEP,
        height=CELL,
        length=line.length,
        title=say(
            "{line}: {rails}; locomotives reach {reach}; scores {points}",
            line=lay.LINE_NAMES[number],
            rails=parts,
            reach=reach,
            points=round_points(mine)[number],
        ),
        brief=lay.LINE_NAMES[number],
        prints=prints,
        above=above,
        below=below,
        rails=laid,
        reach=reach,
        values=values(counts),
        parts=(reached(reach, line.length), *map(part, counts)),
    )


Signs = tuple[tuple[int, Sign], ...]


def _prints(board: Stand, line: int) -> tuple[Signs, Signs, Signs]:
    """R11.2 What is printed on, above and below a line."""
    below: Signs
    end = LINES[line].length, Sign("flag", str(BOX.terminus))
    if line == TRANS:
        above = tuple(
            (space, lay.X2 if space <= board.x2 else Sign("disc:open", "×2"))
            for space in range(1, BOX.x2_places + 1)
        )
        unlock = tuple(
            (space, Sign(f"rail:{colour}"))
            for space, colour in zip(BOX.unlock[:3], BOX.colours[1:4], strict=True)
        )
        asked = Sign("disc:violet", "?", ghost=_reached(board, "trans13"))
        worker = Sign("pawn:open", ghost=board.worked)
        brown = Sign("rail:brown", ghost=board.worked)
        below = ((BOX.worker_trans, worker), (BOX.worker_trans, brown), (13, asked))
        white = LINES[line].length, Sign("rail:white")
        return (*unlock, end), (*above, white), below
    if line == PETERSBURG:
        below = (
            (4, Sign("disc:violet", "?", ghost=_reached(board, "petersburg4"))),
            (6, Sign("disc:violet", "?", ghost=_reached(board, "petersburg6"))),
            (BOX.doubling, Sign("points", "×2")),
            (BOX.doubling, Sign("rail:grey")),
        )
        return (end,), (), below
    stars = tuple((space, Sign("star", str(points))) for space, points in BOX.stars.items())
    medal = Sign("medal", "20") if board.medal else Sign("disc:open", "20")
    worker = Sign("pawn:open")
    grey = BOX.medal.space, Sign("rail:grey")
    return ((BOX.worker_kiev, worker), end), (), (*stars, (BOX.medal.space, medal), grey)


def _reached(mine: Stand, question: str) -> bool:
    return bool(mine.reached >> QUESTIONS.index(question) & 1)


def _industry(mine: Stand, board: str, before: str) -> Course:
    """R7.1 The industry track."""
    printed = []
    for space, points in enumerate(BOX.industry):
        if space == BOX.question_space:
            asked = Sign("disc:violet", "?", ghost=_reached(mine, "industry"))
            printed.append((space, asked))
        elif space not in BOX.holes:
            printed.append((space, Sign("", str(points))))
    return Course(
        key=f"{before}line:industry",
        board=board,
        at=(TRACK_AT, INDUSTRY_AT),
        step=INDUSTRY_STEP,
        height=40,
        length=len(BOX.industry),
        first=0,
        title=say(
            "Industry: markers on {spaces}; scores {points}",
            spaces=mine.markers,
            points=round_points(mine)[3],
        ),
        brief=say("Industry"),
        numbered=False,
        prints=tuple(printed),
        parts=tuple(map(part, industry_counts(mine))),
    )


def _slots(locomotives: tuple[int, ...], board: str, before: str) -> Iterator[Plot]:
    """R5.3 The places for locomotives."""
    for slot, (line, number) in enumerate(zip(SLOTS, locomotives, strict=True)):
        x = LEFT + (78 if slot == 1 else 0)
        name = lay.LINE_NAMES[line]
        title = (
            say("locomotive {n} on the line {line}", n=number, line=name)
            if number
            else say("an empty place for a locomotive on the line {line}", line=name)
        )
        yield Plot(
            key=f"{before}slot:{slot}",
            board=board,
            at=(x, LINE_AT[line] + 32),
            width=70,
            height=38,
            title=title,
            look="tile" if number else "hole",
            signs=(Sign("engine:green"), Sign("", str(number))) if number else (),
            brief=say("loco {n}", n=number) if number else say("no loco"),
        )


def _holes(factories: tuple[int, ...], board: str, before: str) -> Iterator[Plot]:
    """R6.2 The holes of the industry track, with their factories."""
    for hole, space in enumerate(BOX.holes):
        built = factories[hole : hole + 1]
        number = built[0] if built else 0
        yield Plot(
            key=f"{before}hole:{hole}",
            board=board,
            at=(TRACK_AT + space * INDUSTRY_STEP, INDUSTRY_AT - (8 if number else 0)),
            width=INDUSTRY_STEP - 2,
            height=48 if number else 40,
            title=lay.factory_words(number) if number else say("an empty hole for a factory"),
            look="works" if number else "hole",
            signs=lay.factory_signs(number) if number else (),
            brief=lay.factory_brief(number) if number else None,
        )


def _markers(markers: tuple[int, ...], seat: Seat, board: str, before: str) -> Iterator[Plot]:
    """R7.2 The industry markers."""
    porcelain, _ = PORCELAINS[seat]
    for n, space in enumerate(markers):
        yield Plot(
            key=f"{before}marker:{n}",
            board=board,
            at=(TRACK_AT + space * INDUSTRY_STEP + INDUSTRY_STEP / 2 - 19, INDUSTRY_AT - 33),
            width=36,
            height=36,
            title=say("industry marker on space {n}", n=space),
            look="bare",
            signs=(Sign(f"pin:{porcelain}"),),
            brief=say("marker on {n}", n=space),
        )


def _employed(found: tuple[int, ...], worked: tuple[Placement, ...], board: str) -> Iterator[Plot]:
    """R9.2 The engineers of a player, and who of them have worked in this round."""
    many = len(found) > 3
    wide, high, abreast = (70.0, 44.0, 4) if many else (92.0, 86.0, 3)
    for n, number in enumerate(found):
        row, column = divmod(n, abreast)
        name = f"{OWN}{number}"
        used = [it for it in worked if it.space == name]
        pieces = tuple(piece for it in used for piece in lay.pieces(it))
        title = lay.engineer_words(number)
        yield Plot(
            key=f"space:{name}",
            board=board,
            at=(ASIDE_AT + column * (wide + 4), 220 + row * (high + 4)),
            width=wide,
            height=high,
            title=say("{engineer}, has worked in this round", engineer=title) if used else title,
            look="card",
            signs=lay.engineer_signs(number),
            cost=() if many else (Sign("pawn:open"),),
            pieces=pieces,
            figure=str(number),
            brief=lay.brief(ENGINEERS[number].effect),
        )


def _tokens(tokens: int, board: str, before: str) -> Iterator[Plot]:
    """R11.7 The ? tokens that are left."""
    for n, token in enumerate(BOX.tokens):
        row, column = divmod(n, 4)
        text, short, signs = lay.TOKENS[token]
        used = bool(tokens >> n & 1)
        yield Plot(
            key=f"{before}token:{token}",
            board=board,
            at=(ASIDE_AT + column * 73.5, 354 + row * 42),
            width=68,
            height=34,
            title=say("used: {token}", token=text) if used else text,
            look="pill",
            signs=signs,
            shut=used,
            brief=short,
        )


def _hand(magnate: Magnate, seat: Seat, board: str) -> Iterator[Plot]:
    """R3.2 What a player can still pay with, and his bonus cards."""
    pieces = (
        *(Sign(lay.pawn(seat)),) * magnate.workers,
        *(Sign("pawn:black"),) * magnate.black,
        *(Sign("pawn:turquoise"),) * magnate.turquoise,
        *(Sign("coin"),) * magnate.roubles,
    )
    yield Plot(
        key=f"hand:{seat}",
        board=board,
        at=(TRACK_AT - 70, HAND_AT - 19),
        width=max(40.0, 27.5 * len(pieces)),
        height=38,
        title=say(
            "in hand: {workers}, {roubles}",
            workers=say_n(
                "{n} worker",
                "{n} workers",
                magnate.workers + magnate.black + magnate.turquoise,
            ),
            roubles=say_n("{n} rouble", "{n} roubles", magnate.roubles),
        ),
        look="bare",
        signs=pieces,
        brief=say(
            "{workers} w, {roubles} ₽",
            workers=magnate.workers + magnate.black + magnate.turquoise,
            roubles=magnate.roubles,
        ),
    )
    for n, card in enumerate(magnate.cards):
        known = card in lay.CARDS
        text, short, signs = lay.CARDS.get(card, lay.HIDDEN)
        yield Plot(
            key=f"held:{seat}:{n}",
            board=board,
            at=(480 + n * 82, HAND_AT - 18),
            width=76,
            height=38,
            title=say("bonus card: {card}", card=text),
            look="card" if known else "back",
            signs=signs,
            brief=short,
        )


def _next(mine: Stand, board: str) -> Iterator[Plot]:
    """R4.5 Where each rail would go next."""
    for number, line in enumerate(LINES):
        for colour in range(line.colours):
            if not mine.room(number, colour):
                continue
            to = mine.rails[number][colour] + 1
            yield Plot(
                key=f"rail:{line.id}:{BOX.colours[colour]}",
                board=board,
                at=(TRACK_AT + (to - 1) * STEP, LINE_AT[number]),
                width=STEP - 2,
                height=CELL,
                title=say(
                    "{line} {n}: the {colour} rail could come here",
                    line=lay.LINE_NAMES[number],
                    n=to,
                    colour=lay.COLOURS[BOX.colours[colour]],
                ),
                look="bare",
                coming=Sign(f"rail:{BOX.colours[colour]}"),
            )
