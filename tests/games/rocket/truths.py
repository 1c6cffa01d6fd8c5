"""What the previews of Stephenson's Rocket say, as facts of the state after the move."""

from __future__ import annotations

from msgspec.structs import replace

from tests.contract.previews import Told, Truths
from trainshed.games.rocket import actions as a
from trainshed.games.rocket.state import Line, State
from trainshed.games.rocket.veto import Veto

CLOCKS = ("idle", "turn", "active")


def line(state: State, letters: str) -> Line:
    """A line, or the one that has absorbed it."""
    found = state.lines[state.board.company[letters]]
    return found if found.into is None else state.lines[found.into]


def cell(state: State, name: str) -> int:
    """A hex as a bit."""
    return 1 << state.board.grid.number[name]


def town(state: State, name: str) -> int:
    """A town as a bit."""
    return 1 << state.board.town_names.index(name)


def shares(told: Told, who: int, letters: str, change: int) -> bool:
    """Whether somebody has so many shares more, unless the line has been absorbed."""
    company = told.before.board.company[letters]
    had, has = told.before.barons[who].shares, told.after.barons[who].shares
    gone = told.after.lines[company].into
    if gone is not None:
        return bool(has[company] == 0 and has[gone] >= (had[company] + change) // 2)
    return bool(has[company] == had[company] + change or _merged(told))


def _merged(told: Told) -> bool:
    return any(isinstance(item, a.Merged) for item in told.after.news)


def share(told: Told) -> bool:
    """R5.6 He has one more."""
    return shares(told, told.item.who, told.item.line, 1)


def vetoed(told: Told) -> bool:
    """R6.5 The engine has come to the hex, and the shares were given back."""
    it = told.item
    return bool(line(told.after, it.line).cells & cell(told.after, it.hex)) and shares(
        told, it.who, it.line, -it.shares
    )


def goes(told: Told) -> bool:
    """R6.6 The engine has come to the hex."""
    return bool(line(told.after, told.item.line).cells & cell(told.after, told.item.hex))


def passenger(told: Told) -> bool:
    """R7.1 One marker more for him, and one less in the supply."""
    had, has = (state.barons[told.item.who].passengers for state in (told.before, told.after))
    return bool(has == had + 1 and told.after.passengers == told.before.passengers - 1)


def reached(told: Told) -> bool:
    """R8.1 The line serves the town, and did not before."""
    bit = town(told.after, told.item.town)
    before = line(told.before, told.item.line).towns
    return bool(line(told.after, told.item.line).towns & bit and not before & bit)


def paid(told: Told) -> bool:
    """R8.2, R8.3, R9.2 What is said to be paid is all that came to each purse in play."""
    said = [it.amounts for it in told.beside if hasattr(it, "amounts")]
    return all(
        after.money[0] - before.money[0] == sum(amounts[seat] for amounts in said)
        for seat, (before, after) in enumerate(
            zip(told.before.barons, told.after.barons, strict=True)
        )
    )


def town_paid(told: Told) -> bool:
    """R8.3 And so many towns belong to the line, before a merger."""
    return paid(told) and line(told.after, told.item.line).towns.bit_count() >= told.item.towns


def merged(told: Told) -> bool:
    """R9.3 The line has become part of the other."""
    board, lines = told.after.board, told.after.lines
    into = lines[board.company[told.item.line]].into
    return paid(told) and bool(into == board.company[told.item.into])


def autonomous(told: Told) -> bool:
    """R10.2 Its shares on the board have left the game."""
    found = told.after.lines[told.after.board.company[told.item.line]]
    return bool(found.autonomous and not found.stock)


def ended(told: Told) -> bool:
    """R11 Nothing is asked any more, and the reason is so."""
    after = told.after
    left = sum(it.stock > 0 for it in after.lines)
    return bool(after.over and (after.tiles == 0 if told.item.why == "tiles" else left <= 1))


def may_bid(told: Told) -> bool:
    """R6.1, R6.2, R6.3 Exactly these are asked if nobody bids, and each of them can bid."""
    state, asked = told.after, []
    while state.stack and isinstance(state.stack[-1], Veto):
        asked.append(told.game.actor(state))
        if not any(isinstance(answer, a.Bid) for answer in told.game.actions(state)):
            return False
        state = told.game.play(state, a.Pass())
    return bool(asked and asked == list(told.item.seats))


def unopposed(told: Told) -> bool:
    """R6.1 It is so where nobody bids any more, and somebody can."""
    state = told.after
    if not state.stack or not isinstance(state.stack[-1], Veto):
        return False
    while state.stack and isinstance(state.stack[-1], Veto):
        state = told.game.play(state, a.Pass())
    beside = tuple(it.item for it in told.beside if isinstance(it, a.Unopposed))
    item = told.item.item
    # A share was taken before the veto, so what is given back then is counted from there.
    told = replace(told, before=told.after, after=state, item=item, beside=beside)
    truth = TRUTHS[type(item)]
    return truth(told)


def standing(told: Told, kinds: list[int]) -> bool:
    """How many markers of these kinds he has, and how many the others."""
    counts = [sum(baron.markers[kind] for kind in kinds) for baron in told.after.barons]
    return bool(counts.pop(told.item.who) == told.item.count and max(counts) == told.item.best)


def of_city(told: Told) -> bool:
    """R8.2 Markers of a city."""
    pairs = enumerate(told.after.board.markers)
    return standing(told, [n for n, (city, _) in pairs if city == told.item.city])


def of_good(told: Told) -> bool:
    """R12.1 Markers of a good."""
    pairs = enumerate(told.after.board.markers)
    return standing(told, [n for n, (_, good) in pairs if good == told.item.good])


def placed(told: Told) -> bool:
    """R4.1 The station stands there."""
    return bool(told.after.barons[told.seat].stations & cell(told.after, told.action.hex))


def lifted(told: Told) -> bool:
    """R4.3 It stands there no more."""
    return not told.after.barons[told.seat].stations & cell(told.after, told.action.hex)


def driven(told: Told) -> bool:
    """R5.5 The engine is there."""
    company = told.after.board.company[told.action.line]
    return bool(told.after.lines[company].engine == told.after.board.grid.number[told.action.hex])


TRUTHS: Truths = {
    a.Share: share,
    a.Vetoed: vetoed,
    a.Goes: goes,
    a.Passenger: passenger,
    a.Reached: reached,
    a.CityPaid: paid,
    a.TownPaid: town_paid,
    a.Merged: merged,
    a.Autonomous: autonomous,
    a.Ends: ended,
    a.MayVeto: may_bid,
    a.MayAnswer: may_bid,
    a.Unopposed: unopposed,
    a.OfCity: of_city,
    a.OfGood: of_good,
    a.Place: placed,
    a.Lift: lifted,
    a.Drive: driven,
}
