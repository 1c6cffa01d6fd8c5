"""Positions on the map of 1861, and the turns that are played from them.

    state = board("H10=4:0 H12=9:0", phase=3)
    state = major(state, "NW", at="H8.0 G15", cash=100, trains="3")
    state = turn(state, "NW")

A tile is written hex=tile:turn, a station hex.circle. Privates are out of the game unless a test
gives them to somebody, and the bank pays for all the money that a position needs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import pytest
from msgspec.structs import replace

from trainshed.core import IllegalAction
from trainshed.games.g1861 import GAME
from trainshed.games.g1861.actions import WhyNot
from trainshed.games.g1861.box import BOX, MAJORS, MINORS, NUMBER, PRIVATES, ROSTER, RSR, TRAINS
from trainshed.games.g1861.ground import HEX, HEXES, LAID, TILE, circle_of, laid
from trainshed.games.g1861.options import Options
from trainshed.games.g1861.play import Play
from trainshed.games.g1861.state import COMPANY, GONE, Company, State
from trainshed.games.g1861.turn import Turn

N = TypeVar("N")


# Positions


def board(
    tiles: str = "",
    *,
    phase: int = 3,
    seats: int = 3,
    cash: int = 420,
    options: Options | None = None,
) -> State:
    """An operating round in which nobody owns anything but money yet."""
    state = GAME.start(options, seats)
    state = replace(
        state,
        stack=(),
        news=(),
        cash=(cash,) * seats,
        bank=BOX.bank - cash * seats,
        privates=(GONE,) * len(PRIVATES),
        phase=phase,
        depot=_depot(state.depot, phase),
        round="operating",
        number=1,
        eight_sold=phase == 8,
    )
    return lay(state, tiles)


def lay(state: State, tiles: str) -> State:
    """Put tiles on the map, as they would be after somebody has built."""
    for word in tiles.split():
        hex_, tile = word.split("=")
        name, _, turned = tile.partition(":")
        state = state.lay(HEX[hex_], laid(name, int(turned or 0)).number)
    return state


def minor(
    state: State,
    name: str,
    *,
    owner: int = 0,
    price: int = 100,
    cell: tuple[int, int] | None = None,
    cash: int = 0,
    loans: int = 0,
    trains: str = "",
    operated: bool = True,
    at: str | None = None,
) -> State:
    """A minor in play, its station on its home circle unless `at` says otherwise."""
    charter = BOX.minors[NUMBER[name]]
    home = f"{charter.home}.{_home_circle(state, name)}" if at is None else at
    made = Company(
        cash=cash, loans=loans, trains=tuple(trains.split()), director=owner, operated=operated
    )
    return _founded(state, name, made, price=price, cell=cell, at=home)


def major(
    state: State,
    name: str,
    *,
    shares: Mapping[int, int] | None = None,
    pool: int = 0,
    price: int = 100,
    cell: tuple[int, int] | None = None,
    cash: int = 0,
    loans: int = 0,
    trains: str = "",
    operated: bool = True,
    at: str = "",
) -> State:
    """A major in play; whoever holds most shares directs it, the rest is in its treasury."""
    held = tuple((shares or {0: 2}).get(seat, 0) for seat in range(state.seats))
    made = Company(
        cash=cash,
        loans=loans,
        trains=tuple(trains.split()),
        director=held.index(max(held)),
        shares=held,
        pool=pool,
        treasury=10 - sum(held) - pool,
        operated=operated,
    )
    return _founded(state, name, made, price=price, cell=cell, at=at)


def state_railway(
    state: State, *, cash: int = 0, loans: int = 0, trains: str = "", at: str = ""
) -> State:
    """What the State Railway has."""
    made = Company(cash=cash, loans=loans, trains=tuple(trains.split()))
    state = replace(state.with_company(RSR, made), bank=state.bank - cash)
    return stand(state, "RSR", at)


def stand(state: State, name: str, at: str) -> State:
    """Put stations."""
    for word in at.split():
        hex_, _, circle = word.partition(".")
        state = state.put(NUMBER[name], HEX[hex_], int(circle or 0))
    return state


def own(state: State, **owners: int | str) -> State:
    """Give privates to seats or to companies."""
    held = list(state.privates)
    for private, owner in owners.items():
        number = owner if isinstance(owner, int) else COMPANY + NUMBER[owner]
        held[PRIVATES.index(private)] = number
    return replace(state, privates=tuple(held))


def stock(state: State, **left: int) -> State:
    """Set how many new trains the bank has left: t5=0 are the 5s."""
    depot = list(state.depot)
    for name, count in left.items():
        depot[ROSTER.index(name.removeprefix("t"))] = count
    return replace(state, depot=tuple(depot))


def supply(state: State, tile: str, left: int) -> State:
    """Set how many copies of a tile are left."""
    copies = (*state.supply[: TILE[tile]], left, *state.supply[TILE[tile] + 1 :])
    return replace(state, supply=copies)


def turn(state: State, name: str, then: str = "") -> State:
    """The first question of a company's turn; `then` names the companies that follow."""
    number = NUMBER[name]
    todo = tuple(NUMBER[other] for other in then.split())
    state = ready(state)
    stack = (Play(todo=todo), Turn(company=number, owed=state.companies[number].loans))
    return GAME._settle(replace(state, stack=stack, news=()))


def ready(state: State) -> State:
    """The position with unsold minors gone from phase 5, and no train counted twice."""
    for number in MINORS if state.phase >= 5 else ():
        if not state.companies[number].in_play:
            state = state.with_company(number, replace(state.companies[number], gone=True))
    held = [kind for one in state.companies for kind in one.trains]
    held += state.pool
    return replace(
        state,
        depot=tuple(
            left if (count := TRAINS[kind].count) is None else min(left, count - held.count(kind))
            for kind, left in zip(ROSTER, state.depot, strict=True)
        ),
    )


def at(state: State, name: str, step: str, then: str = "") -> State:
    """The turn of a company as far as one of its questions, with nothing done before it."""
    return until(turn(state, name, then), step)


def until(state: State, step: str) -> State:
    """Go on doing as little as possible until something is asked."""
    for _ in range(20):
        if asked(state) == step:
            return state
        state = _least(state)
    raise AssertionError(f"{step} is never asked, but {asked(state)}")


def done(state: State) -> State:
    """Do as little as possible until the turn of the company is over."""
    for _ in range(30):
        if not any(isinstance(step, Turn) for step in state.stack):
            return state
        state = _least(state)
    raise AssertionError(f"endless: {asked(state)}")


# Play and answers


def play(state: State, *lines: str) -> State:
    """The state after these actions; the news of all of them."""
    news: tuple[object, ...] = ()
    for line in lines:
        state = GAME.play(state, GAME.read(line))
        news += state.news
    return replace(state, news=news)


def asked(state: State) -> str:
    """What is asked now."""
    return type(state.stack[-1]).__name__ if state.stack else ""


def offers(state: State, verb: str = "") -> set[str]:
    """What is offered, or what completes `verb` in it."""
    start = f"{verb} " if verb else ""
    offered = {str(action) for action in GAME.actions(state)}
    return {line.removeprefix(start) for line in offered if line.startswith(start)}


def refused(state: State, line: str) -> str:
    """The rule for which an action is refused, empty where the law gives none."""
    with pytest.raises(IllegalAction) as caught:
        play(state, line)
    why = caught.value.why
    return why.rule if isinstance(why, WhyNot) else ""


def legal(state: State, line: str) -> bool:
    """Whether an action can be played."""
    try:
        play(state, line)
    except IllegalAction:
        return False
    return True


def told(state: State, kind: type[N]) -> list[N]:
    """The news of one kind that the last actions left."""
    news: tuple[object, ...] = state.news
    return [item for item in news if isinstance(item, kind)]


def company(state: State, name: str) -> Company:
    """A company by its letters."""
    return state.companies[NUMBER[name]]


def price(state: State, name: str) -> int:
    """The price of a company."""
    return state.price(NUMBER[name])


def tile(state: State, hex_: str) -> str:
    """The tile that lies on a hex, empty for what is printed."""
    return LAID[state.tiles[HEX[hex_]]].tile


def copies(state: State, name: str) -> int:
    """How many copies of a tile are left, -1 without end."""
    return state.supply[TILE[name]]


def stations(state: State, name: str) -> set[str]:
    """Where the stations of a company stand."""
    return {f"{HEXES[hex_]}.{circle}" for hex_, circle in state.stands(NUMBER[name])}


def money(state: State) -> int:
    """All the money there is."""
    return state.bank + sum(state.cash) + sum(one.cash for one in state.companies)


def _least(state: State) -> State:
    """Answer with as little as possible."""
    offered = {str(action) for action in GAME.actions(state)}
    for line in ("pass", "pay full", "decline", "keep"):
        if line in offered:
            return play(state, line)
    return GAME.play(state, GAME.actions(state)[0])


def _depot(full: tuple[int, ...], phase: int) -> tuple[int, ...]:
    """The new trains left when a phase has just begun."""
    kinds = [int(name) if name.isdigit() else 9 for name in ROSTER]
    return tuple(
        0 if kind < phase else max(left - (kind == phase and phase > 2), -1)
        for kind, left in zip(kinds, full, strict=True)
    )


def _home_circle(state: State, name: str) -> int:
    charter = BOX.minors[NUMBER[name]]
    home = HEX[charter.home]
    return circle_of(home, charter.circle, state.tiles[home])


def _founded(
    state: State,
    name: str,
    made: Company,
    *,
    price: int,
    cell: tuple[int, int] | None,
    at: str,
) -> State:
    number = NUMBER[name]
    cells = state.market.cells
    zones = "ap" if number in MAJORS else "ma"
    place = next(
        n
        for n, one in enumerate(cells)
        if ((one.row, one.column) == cell if cell else one.price == price and one.zone in zones)
        if cell or one.zone
    )
    state = replace(state.with_company(number, made), bank=state.bank - made.cash)
    return stand(replace(state.move(number, place), news=()), name, at)
