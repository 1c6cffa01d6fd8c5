"""Positions built in a few words, and words for what is done with them.

    state = position(cash=(300, 200, 100), phase=4)
    state = minor(state, "N", 100, owner=1, trains=("2",), cash=50)
    state = found(state, "NW", 100, shares={0: 3, 1: 2}, pool=1, at=("B4.0",), trains=("3",))
    state = lay(state, "B4 202 4", "C3 9 1")
    state = stock_round(state, 0)            # seat 0 is asked in a stock round
    state = operating(state, "NW")           # the first question of NW's turn
    state = operating(state, "NW", "run")    # or of one of its stages

Every builder takes its money from the bank, so that the sum stays 15,000. What is not said is
empty: privates are out of the game (see `own`), no minor has been sold (see `gone`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

import pytest
from msgspec.structs import replace

from trainshed.core import CHANCE, IllegalAction, Seat
from trainshed.games.g1861 import GAME
from trainshed.games.g1861.actions import Action, WhyNot
from trainshed.games.g1861.box import (
    BOX,
    CHARTERS,
    MAJORS,
    MINORS,
    NUMBER,
    PRIVATES,
    ROSTER,
    RSR,
    SHARES,
    TRAINS,
)
from trainshed.games.g1861.ground import HEX, HEXES, LAID, laid
from trainshed.games.g1861.options import Options
from trainshed.games.g1861.play import Play
from trainshed.games.g1861.state import BANK, COMPANY, GONE, Company, State
from trainshed.games.g1861.turn import Turn

STAGES = ("redeem", "track", "station", "run", "dividend", "private", "interest", "trains")
"""The stages of a company's turn, in the order of their numbers."""
STATE_STAGES = ("run", "dividend", "interest", "trains")
"""Those of the State Railway."""

N = TypeVar("N")


# Building


def position(
    *,
    seats: int = 3,
    options: Options | None = None,
    cash: Sequence[int] | None = None,
    phase: int = 2,
    priority: int = 0,
) -> State:
    """A table with nothing in play: players' money, the phase and its trains.

    Where nothing else is said, any legal run may be declared, so that a test runs what it wants.
    """
    state = GAME.start(options or Options(declare="free"), seats)
    while GAME.actor(state) == CHANCE:
        state = GAME.play(state, GAME.actions(state)[0])
    state = replace(
        state,
        news=(),
        round="stock",
        privates=(GONE,) * len(PRIVATES),
        sold=(0,) * seats,
        priority=Seat(priority),
        banker=Seat(priority),
    )
    for seat, amount in enumerate(cash or state.cash):
        state = money(state, seat, amount)
    return in_phase(state, phase)


def money(state: State, seat: int, amount: int) -> State:
    """A player has this much."""
    purses = (*state.cash[:seat], amount, *state.cash[seat + 1 :])
    return replace(state, cash=purses, bank=state.bank + state.cash[seat] - amount)


def funds(state: State, company: str, amount: int) -> State:
    """A company has this much."""
    number = NUMBER[company]
    was = state.companies[number]
    state = state.with_company(number, replace(was, cash=amount))
    return replace(state, bank=state.bank + was.cash - amount)


def break_soon(state: State, left: int = 1) -> State:
    """The bank has only this much left; the last player has got the rest."""
    last = state.seats - 1
    return money(state, last, state.cash[last] + state.bank - left)


def in_phase(state: State, phase: int) -> State:
    """A phase has begun: earlier trains are sold out, one of its own is sold from phase 3."""
    kinds = list(ROSTER)
    depot = list(state.depot)
    for kind in kinds[: phase - 2]:
        depot[kinds.index(kind)] = 0
    if phase > 2 and TRAINS[str(phase)].count is not None:
        depot[phase - 2] -= 1
    companies = tuple(
        replace(company, gone=True)
        if phase >= 5 and number in MINORS and not company.in_play
        else company
        for number, company in enumerate(state.companies)
    )
    return replace(
        state,
        phase=phase,
        depot=tuple(depot),
        companies=companies,
        eight_sold=phase == 8,
    )


def left(state: State, kind: str, count: int) -> State:
    """So many new trains of a kind are left, and none of the kinds before it."""
    at = ROSTER.index(kind)
    return replace(state, depot=(*(0,) * at, count, *state.depot[at + 1 :]))


def cell_of(state: State, price: int, zones: str = "", cell: tuple[int, int] | None = None) -> int:
    """The cell of a price: the one in this (row, column), a start cell, or the topmost."""
    cells = state.market.cells
    if cell is not None:
        [found_] = [i for i, one in enumerate(cells) if (one.row, one.column) == cell]
        assert cells[found_].price == price, f"{cell} shows {cells[found_].price}"
        return found_
    same = [i for i, one in enumerate(cells) if one.price == price]
    starts = [i for i in same if cells[i].zone and cells[i].zone in zones]
    return (starts or same)[0]


def minor(
    state: State,
    name: str,
    price: int = 50,
    *,
    owner: int = 0,
    cash: int = 0,
    trains: Sequence[str] = (),
    loans: int = 0,
    operated: bool = True,
    cell: tuple[int, int] | None = None,
) -> State:
    """A minor in play, its station on its home circle."""
    number = NUMBER[name]
    assert number in MINORS
    charter = CHARTERS[number]
    home = HEX[charter.home]
    state = _enter(
        state,
        number,
        Company(
            trains=tuple(trains),
            loans=loans,
            cell=cell_of(state, price, "ma", cell),
            director=owner,
            operated=operated,
        ),
    )
    return funds(state.put(number, home, _grown(state, home, charter.circle)), name, cash)


def found(
    state: State,
    name: str,
    price: int = 100,
    *,
    shares: Mapping[int, int],
    director: int | None = None,
    pool: int = 0,
    cash: int = 0,
    trains: Sequence[str] = (),
    loans: int = 0,
    at: Sequence[str] = (),
    operated: bool = True,
    cell: tuple[int, int] | None = None,
) -> State:
    """A major in play; `shares` by seat, the rest in its treasury; stations are written "H8.0".

    Without `at` it has one station, in a city that is nobody's home and has no track.
    """
    number = NUMBER[name]
    assert number in MAJORS
    held = tuple(shares.get(seat, 0) for seat in range(state.seats))
    chief = held.index(max(held)) if director is None else director
    state = _enter(
        state,
        number,
        Company(
            trains=tuple(trains),
            loans=loans,
            cell=cell_of(state, price, "ap", cell),
            director=chief,
            shares=held,
            treasury=SHARES - sum(held) - pool,
            pool=pool,
            operated=operated,
        ),
    )
    for place in at or (_AWAY[number - MAJORS[0]],):
        state = station(state, name, place)
    return funds(state, name, cash)


def state_railway(
    state: State,
    *,
    cash: int = 0,
    trains: Sequence[str] = (),
    loans: int = 0,
    at: Sequence[str] = (),
) -> State:
    """What the State Railway owns."""
    state = _taken(state, trains)
    state = state.with_company(RSR, replace(company(state, "RSR"), trains=tuple(trains)))
    state = state.with_company(RSR, replace(company(state, "RSR"), loans=loans))
    for place in at:
        state = station(state, "RSR", place)
    return funds(state, "RSR", cash)


def station(state: State, name: str, place: str) -> State:
    """A station of a company on a circle, "H8.0" or "H8" for circle 0."""
    hex_, _, circle = place.partition(".")
    return state.put(NUMBER[name], HEX[hex_], int(circle or 0))


def lay(state: State, *tiles: str) -> State:
    """Tiles on hexes, each "H8 637 0": hex, tile, turn."""
    for line in tiles:
        hex_, tile, turn = line.split()
        state = state.lay(HEX[hex_], laid(tile, int(turn)).number)
    return state


def own(state: State, private: str, owner: int | str) -> State:
    """A private belongs to a seat, to a company ("NW"), to the "bank", or is "gone"."""
    number = PRIVATES.index(private)
    owners = {"bank": BANK, "gone": GONE}
    if isinstance(owner, str):
        owner = owners[owner] if owner in owners else COMPANY + NUMBER[owner]
    return replace(state, privates=(*state.privates[:number], owner, *state.privates[number + 1 :]))


def gone(state: State, *names: str) -> State:
    """Minors that have left the game."""
    for name in names:
        number = NUMBER[name]
        state = state.with_company(number, replace(state.companies[number], gone=True))
    return state


def pooled(state: State, *trains: str) -> State:
    """Trains in the pool."""
    return replace(_taken(state, trains), pool=(*state.pool, *trains))


# From a position to a question


def settled(state: State) -> State:
    """What the rules do by themselves is done, and somebody is asked."""
    assert (wrong := list(GAME.check(state))) == [], wrong
    return GAME._settle(state)


def stock_round(state: State, seat: int = 0, *, passes: int = 0) -> State:
    """It is a player's turn in a stock round, after so many passes."""
    stack = (Play(next=Seat(seat), passes=passes),)
    return settled(replace(state, round="stock", number=0, stack=stack))


def operating(
    state: State,
    name: str,
    stage: str = "redeem",
    *,
    todo: Sequence[str] = (),
    income: int = 0,
    owed: int | None = None,
    number: int = 1,
) -> State:
    """It is the turn of a company, at a stage; `todo` come after it in this operating round.

    `income` is what it has earned if the stage comes after running; `owed` the loans it had when
    its turn began, if not those it has now.
    """
    at = NUMBER[name]
    stages = STATE_STAGES if at == RSR else STAGES
    debts = state.companies[at].loans if owed is None else owed
    turn = Turn(company=at, owed=debts, stage=stages.index(stage), income=income)
    play_ = Play(todo=tuple(NUMBER[other] for other in todo))
    return settled(replace(state, round="operating", number=number, stack=(play_, turn)))


# Playing


def play(state: State, *lines: str) -> State:
    """The state after these actions."""
    for line in lines:
        state = GAME.play(state, GAME.read(line))
        assert (wrong := list(GAME.check(state))) == [], wrong
    return state


def offers(state: State, verb: str = "") -> set[str]:
    """What is offered, or what completes `verb` in it; a turn or circle of 0 is not written."""
    start = f"{verb} " if verb else ""
    offered = {str(action).replace('"', "") for action in GAME.actions(state)}
    return {line.removeprefix(start) for line in offered if line.startswith(start)}


def verbs(state: State) -> set[str]:
    """The first words of what is offered."""
    return {line.split()[0] for line in offers(state)}


def refused(state: State, line: str) -> str | None:
    """The number of the rule for which an action is refused, if the law can tell."""
    assert GAME.read(line) not in GAME.actions(state)
    with pytest.raises(IllegalAction) as caught:
        GAME.play(state, GAME.read(line))
    return caught.value.why.rule if isinstance(caught.value.why, WhyNot) else None


def accepts(state: State, line: str) -> bool:
    """Whether an action may be played, offered or not."""
    try:
        GAME.play(state, GAME.read(line))
    except IllegalAction:
        return False
    return True


def asked(state: State) -> str:
    """The kind of question asked now."""
    return type(state.stack[-1]).__name__ if state.stack else ""


def idle(state: State) -> Action:
    """The answer of somebody who wants nothing: pass, decline, or what is offered first."""
    offered = {str(action): action for action in GAME.actions(state)}
    for line in ("pass", "decline", "keep"):
        if line in offered:
            return offered[line]
    return GAME.actions(state)[0]


def until(state: State, round_: str, *, most: int = 300) -> State:
    """Everybody idles until a round of this kind is reached, or the game is over ("over")."""
    for _ in range(most):
        if state.over or (state.round == round_ and round_ != "over"):
            return state
        state = GAME.play(state, idle(state))
    raise AssertionError(f"no {round_} round after {most} answers")


# Looking


def told(state: State, kind: type[N]) -> list[N]:
    """The news of one kind that the last action left."""
    news: tuple[object, ...] = state.news
    return [item for item in news if isinstance(item, kind)]


def company(state: State, name: str) -> Company:
    """A company by its letters."""
    return state.companies[NUMBER[name]]


def price(state: State, name: str) -> int:
    """The price of a company's share."""
    return state.price(NUMBER[name])


def place(state: State, name: str) -> tuple[int, int]:
    """Row and column of a company's token on the market."""
    cell = state.market.cells[company(state, name).cell]
    return cell.row, cell.column


def stations(state: State, name: str) -> set[str]:
    """Where the stations of a company stand, as "H8.0"."""
    return {f"{HEXES[hex_]}.{circle}" for hex_, circle in state.stands(NUMBER[name])}


def tile_on(state: State, hex_: str) -> str:
    """The name of the tile on a hex, empty where the print is seen."""
    return LAID[state.tiles[HEX[hex_]]].tile


def all_money(state: State) -> int:
    """The whole money of the game."""
    return state.bank + sum(state.cash) + sum(one.cash for one in state.companies)


def owner_of(state: State, private: str) -> int | str:
    """Who owns a private: a seat, a company's letters, "bank" or "gone"."""
    owner = state.privates[PRIVATES.index(private)]
    if owner >= COMPANY:
        return CHARTERS[owner - COMPANY].id
    return {BANK: "bank", GONE: "gone"}.get(owner, owner)


def _enter(state: State, number: int, entered: Company) -> State:
    """A company comes into play, below the tokens on its cell."""
    assert not state.companies[number].in_play
    state = _taken(state, entered.trains)
    entered = replace(entered, rank=state.arrivals)
    return replace(state.with_company(number, entered), arrivals=state.arrivals + 1)


def _grown(state: State, hex_: int, printed: int) -> int:
    """The circle that a printed circle has become."""
    stops = LAID[state.tiles[hex_]].plan.stops
    edges = set(LAID[hex_].plan.stops[printed])
    return next(i for i, stop in enumerate(stops) if edges <= set(stop))


def _taken(state: State, trains: Sequence[str]) -> State:
    """Trains come from the depot, as far as it would hold too many with them."""
    depot = list(state.depot)
    held = [*trains, *state.pool, *(kind for one in state.companies for kind in one.trains)]
    for at, kind in enumerate(ROSTER):
        count = TRAINS[kind].count
        if count is not None:
            if state.seats == TWO:
                count -= BOX.players.removed_trains.get(kind, 0)
            depot[at] = min(depot[at], count - held.count(kind))
    return replace(state, depot=tuple(depot))


TWO = 2
_AWAY = ("P8", "M7", "L12", "F18", "P2", "M19", "K7", "E9")
"""Where the eight majors stand if nothing else is said."""
assert BOX.bank == 15000
