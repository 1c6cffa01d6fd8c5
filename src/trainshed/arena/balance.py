"""Whether a map of Dampfross is fair: what bots make of it, game after game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any

from msgspec import Struct

from trainshed.board.hexes import centre, corners
from trainshed.board.markup import text as escaped
from trainshed.bots import answer, bot
from trainshed.core import CHANCE, Game, draw
from trainshed.games.dampfross.sheet import SIDES, Sheet, axial, column_row

SELDOM = 0.5
"""A town that is reached in fewer games than this is named in the report."""
_RADIUS = 16.0


class Outcome(Struct, frozen=True):
    """How one game went."""

    scores: tuple[int, ...]
    starts: tuple[str, ...]
    """The start town of each seat."""
    began: int
    """The seat that opened the first round."""
    reached: tuple[str, ...]
    """The towns that some company had reached in the end."""
    races: int
    cancelled: int
    finished: bool


class Share(Struct, frozen=True):
    """How somebody fared: so often of so many, and with which balance on the average."""

    name: str
    games: int
    wins: float
    balance: float

    @property
    def rate(self) -> float:
        """The part of games that were won."""
        return self.wins / self.games if self.games else 0.0


class Reach(Struct, frozen=True):
    """In which part of the games a town was reached."""

    town: str
    rate: float


class Balance(Struct, frozen=True):
    """What many games say about a map."""

    title: str
    games: int
    finished: int
    seats: int
    bots: str
    starts: tuple[Share, ...]
    by_seat: tuple[Share, ...]
    by_turn: tuple[Share, ...]
    """By the order in the first round."""
    towns: tuple[Reach, ...]
    """The least reached first."""
    races: float
    cancelled: float


def played(
    game: Game[Any, Any, Any], options: Struct, bots: Sequence[str], *, seed: str
) -> Outcome:
    """One game of Dampfross among bots."""
    rng, players = Random(seed), [bot(name) for name in bots]
    state: Any = game.start(options, len(players))
    chances = length = cancelled = 0
    while (actor := game.actor(state)) is not None and length < game.bound:
        if actor == CHANCE:
            state = game.play(state, draw(game.odds(state), seed, chances))
            chances += 1
        else:
            state = game.play(state, answer(game, players[actor], state, actor, rng))
            length += 1
        cancelled += sum(type(news).__name__ == "Cancelled" for news in state.news)
    board = state.board
    led = {company.seat: company for company in reversed(state.companies) if company.seat >= 0}
    return Outcome(
        scores=game.scores(state),
        starts=tuple(board.hex_title(led[seat].start) for seat in range(len(players))),
        began=max(state.companies[state.began].seat, 0),
        reached=tuple(name for n, name in enumerate(board.towns) if state.connected >> n & 1),
        races=state.races,
        cancelled=cancelled,
        finished=game.actor(state) is None,
    )


def weighed(sheet: Sheet, outcomes: Sequence[Outcome], bots: Sequence[str]) -> Balance:
    """What the games say together."""
    number = len(outcomes)
    chosen = dict.fromkeys(name for outcome in outcomes for name in outcome.starts)
    starts = [name for name in sheet.start.towns if name in chosen]
    starts += sorted(name for name in chosen if name not in sheet.start.towns)
    reached = [Reach(name, _part(name in o.reached for o in outcomes)) for name in sheet.towns]
    return Balance(
        title=sheet.title,
        games=number,
        finished=sum(outcome.finished for outcome in outcomes),
        seats=len(bots),
        bots=", ".join(dict.fromkeys(bots)),
        starts=_shares(outcomes, starts, lambda outcome, seat: outcome.starts[seat]),
        by_seat=_shares(outcomes, _counted(bots), lambda _, seat: str(seat + 1)),
        by_turn=_shares(outcomes, _counted(bots), lambda outcome, seat: str(_turn(outcome, seat))),
        towns=tuple(sorted(reached, key=lambda reach: reach.rate)),
        races=sum(o.races - o.cancelled for o in outcomes) / number,
        cancelled=sum(o.cancelled for o in outcomes) / number,
    )


def _counted(bots: Sequence[str]) -> list[str]:
    return [str(number) for number, _ in enumerate(bots, 1)]


def _turn(outcome: Outcome, seat: int) -> int:
    """When a seat came in the first round, from 1."""
    return (seat - outcome.began) % len(outcome.scores) + 1


def _part(facts: Iterable[bool]) -> float:
    known = list(facts)
    return sum(known) / len(known)


def _shares(
    outcomes: Sequence[Outcome], names: Sequence[str], label: Callable[[Outcome, int], str]
) -> tuple[Share, ...]:
    """The seats of all games by a label; a shared victory is a part of one."""
    games, wins, total = (dict.fromkeys(names, 0.0) for _ in range(3))
    for outcome in outcomes:
        best = max(outcome.scores)
        for seat, score in enumerate(outcome.scores):
            name = label(outcome, seat)
            games[name] += 1
            wins[name] += (score == best) / outcome.scores.count(best)
            total[name] += score
    return tuple(
        Share(name, int(games[name]), wins[name], total[name] / max(games[name], 1))
        for name in names
    )


def report(balance: Balance, pictures: Sequence[tuple[str, str]] = ()) -> str:
    """A short report in Markdown; pictures are files with their captions."""
    fair = 100 / balance.seats
    summary = (
        f"{balance.games} games among {balance.seats} bots ({balance.bots}), of which "
        f"{balance.finished} came to their end. With equal chances each would win {fair:.0f} %. "
        f"On the average {balance.races:.1f} races were run and {balance.cancelled:.1f} cancelled."
    )
    lines = [f"# {balance.title}: is it fair?", "", summary]
    for caption, file in pictures:
        lines += ["", f"![{caption}]({file})"]
    for heading, what, shares in (
        ("Start towns", "town", balance.starts),
        ("Seats", "seat", balance.by_seat),
        ("Order in the first round", "turn", balance.by_turn),
    ):
        lines += ["", f"## {heading}", "", f"| {what} | companies | wins | mean balance |"]
        lines.append("|---|---|---|---|")
        lines += [
            f"| {s.name} | {s.games} | {100 * s.rate:.0f} % | {s.balance:.0f} |" for s in shares
        ]
    never = [reach.town for reach in balance.towns if not reach.rate]
    seldom = [reach for reach in balance.towns if 0 < reach.rate < SELDOM]
    lines += ["", "## Towns", ""]
    if never:
        lines.append(f"Never reached: {', '.join(never)}.")
    if seldom:
        told = ", ".join(f"{reach.town} ({100 * reach.rate:.0f} %)" for reach in seldom)
        lines.append(f"Reached in fewer than half of the games: {told}.")
    if not never and not seldom:
        lines.append("Every town was reached in at least half of the games.")
    return "\n".join(lines) + "\n"


def picture(sheet: Sheet, balance: Balance) -> str:
    """The map as a plain SVG drawing, each town with the part of games in which it was reached."""
    columns, rows = len(sheet.rows[0]), len(sheet.rows)
    width, height = _RADIUS * (1.5 * columns + 0.5), _RADIUS * 3**0.5 * (rows + 0.5)
    shape = corners(_RADIUS, "flat")
    size = f'width="{width:.0f}" height="{height:.0f}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {width:.0f} {height:.0f}">',
        f'<rect {size} fill="#f7f3e8"/><g font-family="sans-serif" text-anchor="middle">',
    ]
    for row, line in enumerate(sheet.rows):
        for column, sign in enumerate(line):
            if sign == ".":
                continue
            x, y = _middle(column, row)
            points = " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in shape)
            parts.append(f'<polygon points="{points}" fill="{_fill(sheet, sign)}" stroke="#fff8"/>')
            if sign.isupper():
                parts.append(f'<path d="M{x - 6:.1f} {y + 5:.1f}l6 -10l6 10z" fill="#8a7a5c"/>')
    for river in sheet.rivers:
        parts += [_line(side, "#3b7dbd", 5 if river.wide else 2.5) for side in river.sides]
    for barrier in sheet.barriers:
        parts += [_line(side, "#1d3f66", 5) for side in barrier.sides]
    rates = {reach.town: reach.rate for reach in balance.towns}
    for name, town in sheet.towns.items():
        x, y = _middle(*(column_row(town.hex) or (0, 0)))
        shade = f"hsl({120 * rates[name]:.0f} 55% 38%)"
        parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="11" fill="{shade}" stroke="#fff"/>'
            f'<text x="{x:.1f}" y="{y + 3:.1f}" font-size="9" fill="#fff">'
            f"{100 * rates[name]:.0f}</text>"
            f'<text x="{x:.1f}" y="{y + 21:.1f}" font-size="10" fill="#222" stroke="#fff" '
            f'stroke-width="2.5" paint-order="stroke">{escaped(name)}</text>'
        )
    return "\n".join([*parts, "</g></svg>"]) + "\n"


def _middle(column: int, row: int) -> tuple[float, float]:
    x, y = centre(axial(column, row), _RADIUS, "flat")
    return x + _RADIUS, y + _RADIUS * 3**0.5 / 2


def _fill(sheet: Sheet, sign: str) -> str:
    if sign == "~":
        return "#cfe3ee"
    if sign == "#":
        return "#e4ddcc"
    region = sheet.regions[sign.lower()]
    if not region.home and sheet.abroad == "frontier":
        return "#dccfb0"
    return "#d3cba4" if sign.isupper() else "#e6e9c4"


def _line(side: str, colour: str, width: float) -> str:
    name, _, way = side.partition(" ")
    x, y = _middle(*(column_row(name) or (0, 0)))
    shape, direction = corners(_RADIUS, "flat"), SIDES.index(way)
    (a, b), (c, d) = shape[direction], shape[(direction + 1) % 6]
    return (
        f'<path d="M{x + a:.1f} {y + b:.1f}L{x + c:.1f} {y + d:.1f}" stroke="{colour}" '
        f'stroke-width="{width}" stroke-linecap="round"/>'
    )
