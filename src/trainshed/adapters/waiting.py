"""Where 18xx.games waits for a company to pass.

The site asks in more places than we do: it does not look whether there is any tile to lay, and how
far the next free circle is. Such a pass stands in the record although we ask nothing.
"""

from __future__ import annotations

from trainshed.games.g1861.box import BOX, CHARTERS, MAJORS, RSR
from trainshed.games.g1861.play import Play
from trainshed.games.g1861.state import State
from trainshed.games.g1861.stations import circles
from trainshed.games.g1861.trains import from_bank, from_companies
from trainshed.games.g1861.turn import Turn

TRACK, STATION, PRIVATE = 1, 2, 5
"""The stages of a company's turn in which it may pass without being asked by us."""


def unasked(state: State) -> tuple[str, int] | None:
    """The company that must pass at the site if we do not ask it now, and in which stage."""
    match state.stack[-1]:
        case Turn(company=number, stage=stage, laid=laid) if number != RSR:
            in_play = state.companies[number].in_play
            if in_play and waits(state, number, stage, second=laid >= 0):
                return CHARTERS[number].id, stage
        case Play(todo=(number, *_)) if state.round == "merger":
            if state.companies[number].in_play:
                return CHARTERS[number].id, -1
        case _:
            pass
    return None


def waits(state: State, number: int, stage: int, *, second: bool = False) -> bool:
    """Whether the site waits for a company in a stage of its turn."""
    match stage:
        case 1:
            return not second or state.means(number) >= BOX.second_lay
        case 2:
            return _thinks_of_station(state, number)
        case 5:
            return sells_privates(state, number)
        case _:
            return False


def sells_privates(state: State, number: int) -> bool:
    """Whether a company could buy a private from anybody."""
    owned = any(0 <= owner < state.seats for owner in state.privates)
    return "privates" in state.era.allows and owned and state.companies[number].cash > 0


def sells_trains(state: State, number: int) -> bool:
    """Whether a company could buy a train."""
    return bool(from_bank(state, number) or from_companies(state, number))


def _thinks_of_station(state: State, number: int) -> bool:
    """Whether a free circle is in reach; the site counts one hex, not the true distance."""
    standing = len(state.stands(number))
    if number not in MAJORS or standing > len(BOX.station_cost):
        return False
    cash = state.companies[number].cash
    return cash >= BOX.station_cost[standing - 1] and any(circles(state, number))
