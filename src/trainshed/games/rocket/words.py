"""Sentences for actions, news, questions and reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from trainshed.core import (
    Choice,
    Mark,
    Money,
    Place,
    Seat,
    Text,
    Who,
    mark,
    say,
    say_n,
)

from . import actions as a
from .box import BOX
from .station import Relocate
from .turn import Turn
from .veto import Veto

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trainshed.core.text import Field

    from .state import State

NAMES: Mapping[str, Text] = {
    "map": say("Map"),
    "map=england": say("England"),
    "veto": say("In a veto the active player"),
    "veto=defend_original": say("may only restore the hex chosen first"),
    "veto=free_choice": say("may choose any legal hex"),
    "autonomy": say("A line is autonomous"),
    "autonomy=dynamic": say("when no other line can come close either"),
    "autonomy=static": say("as soon as it can reach nothing by itself"),
    "stations_on_track_fixed": say("Stations on track"),
    "stations_on_track_fixed=false": say("may be moved away"),
    "stations_on_track_fixed=true": say("stay where they are"),
    "open_money": say("Money"),
    "open_money=false": say("is secret until the end"),
    "open_money=true": say("is open"),
    "do:drive": say("Move an engine"),
    "do:take": say("Take a marker"),
    "do:place": say("Place a station"),
    "do:lift": say("Move a station"),
    "do:bid": say("Bid shares"),
    "do:pass": say("No bid"),
    "ask:drive": say("Which engine moves?"),
    "ask:take": say("In which city?"),
    "ask:lift": say("Which station moves?"),
    "ask:bid": say("Which hex do you want?"),
    "ask:engine": say("Where does the {name} engine go?"),
    "ask:town": say("Which marker do you take from {name}?"),
    "ask:supply": say("Where does the new station stand?"),
    "ask:hex": say("How much for {name}?"),
    "event:merged": say("{line} absorbed"),
    "alarm:vetoed": say("a veto is won"),
    "alarm:merged": say("two lines merge"),
    "lapse:turn": say("The turn is over."),
    "lapse:line": say("You hold no share of the line any more."),
    "tally:play": say("income in play"),
    "tally:goods": say("goods"),
    "tally:stations": say("stations"),
    "tally:shares": say("shares"),
    "good:steel": say("steel"),
    "good:textiles": say("textiles"),
    "good:brewing": say("brewing"),
    "good:leather": say("leather"),
    "good:passengers": say("passengers"),
}


def words(thing: Any, state: State) -> Text:  # noqa: ANN401 - actions, news, orders and steps
    """A sentence for an action (said by who is asked), a news item, an order or a question."""
    match thing:
        case Turn() | Relocate() | Veto():
            return _question(thing, state)
        case a.Waive(line=line, turn=None):
            return say("Pass every veto against {line} until I say otherwise", line=_line(line))
        case a.Waive(line=line):
            return say("Pass this veto against {line}", line=_line(line))
        case a.WhyNot():
            return say("{reason} ({rule})", reason=_reason(thing), rule=thing.rule)
        case a.Begin() | a.Take() | a.Place() | a.Lift() | a.Drive() | a.Bid() | a.Pass():
            return _action(thing, state)
        case _:
            return _news(thing)


def label(action: a.Action, state: State) -> Text:
    """A choice in two or three words."""
    match action:
        case a.Take(good=good):
            return say("{good}", good=_good(good))
        case a.Place(hex=hex_) | a.Lift(hex=hex_) | a.Drive(hex=hex_):
            return say("{hex}", hex=Place(hex_))
        case a.Bid(shares=shares):
            return say_n("{n} share", "{n} shares", shares)
        case a.Pass():
            return say("No bid")
        case a.Begin(seat=seat):
            return say("{who}", who=Who(seat))


def caption(state: State) -> Text:
    """Whose turn it is, and how far it is."""
    step = state.stack[-1] if state.stack else None
    if isinstance(step, Veto):
        return say(
            "Veto: {who} is asked", you=mark("Veto: you are asked"), who=Who(Seat(step.seat))
        )
    if isinstance(step, Turn | Relocate):
        turn = step if isinstance(step, Turn) else state.stack[-2]
        assert isinstance(turn, Turn)
        return say(
            "{who}, action {n} of {all}",
            you=mark("Your turn, action {n} of {all}"),
            who=Who(Seat(step.seat)),
            n=BOX.actions - turn.left + 1,
            all=BOX.actions,
        )
    return say("The game is over") if state.over else say("The lot decides who begins")


def status(state: State) -> Text:
    """How far the game is."""
    return say(
        "turn {turn} · {left} of {all} tiles left",
        turn=state.turn,
        left=state.tiles,
        all=BOX.tiles,
    )


def _question(step: Choice[Any, Any], state: State) -> Text:
    match step:
        case Turn(seat=seat):
            return say("{who} chooses an action", you=mark("What do you do?"), who=Who(seat))
        case Relocate(seat=seat):
            return say(
                "{who} moves a station", you=mark("Where does the station go?"), who=Who(seat)
            )
        case Veto(seat=seat, line=line, hex=hex_, bid=0):
            return say(
                "{who} may veto the move of {line} to {hex}",
                you=mark("{line} is to go to {hex}. Do you veto?"),
                who=Who(seat),
                line=_line(state.board.letters[line]),
                hex=Place(state.board.grid.name[hex_]),
            )
        case Veto(seat=seat, line=line, hex=hex_, bid=bid):
            return say(
                "{who} may answer the bid of {bid} for {line} to {hex}",
                you=mark("{bid} bid for {line} to {hex}. Do you answer?"),
                who=Who(seat),
                bid=say_n("{n} share", "{n} shares", bid),
                line=_line(state.board.letters[line]),
                hex=Place(state.board.grid.name[hex_]),
            )
        case _:
            raise AssertionError(step)


def _action(action: a.Action, state: State) -> Text:
    step = state.stack[-1]
    who = Who(Seat(getattr(step, "seat", 0)))
    match action:
        case a.Begin(seat=seat):
            return say("{who} begins.", you=mark("You begin."), who=Who(seat))
        case a.Take(city=city, good=good):
            return say(
                "{who} takes {good} from {city}.",
                you=mark("You take {good} from {city}."),
                who=who,
                good=_good(good),
                city=Place(city),
            )
        case a.Place(hex=hex_) if isinstance(step, Relocate):
            return say(
                "{who} moves a station to {hex}.",
                you=mark("You move a station to {hex}."),
                who=who,
                hex=Place(hex_),
            )
        case a.Place(hex=hex_):
            return say(
                "{who} places a station on {hex}.",
                you=mark("You place a station on {hex}."),
                who=who,
                hex=Place(hex_),
            )
        case a.Lift(hex=hex_):
            return say(
                "{who} lifts the station on {hex}.",
                you=mark("You lift the station on {hex}."),
                who=who,
                hex=Place(hex_),
            )
        case a.Drive(line=line, hex=hex_):
            return say(
                "{who} moves {line} to {hex}.",
                you=mark("You move {line} to {hex}."),
                who=who,
                line=_line(line),
                hex=Place(hex_),
            )
        case a.Bid(shares=shares, hex=hex_):
            assert isinstance(step, Veto)
            return say(
                "{who} bids {shares} for {line} to {hex}.",
                you=mark("You bid {shares} for {line} to {hex}."),
                who=who,
                shares=say_n("{n} share", "{n} shares", shares),
                line=_line(state.board.letters[step.line]),
                hex=Place(hex_),
            )
        case a.Pass():
            return say("{who} makes no bid.", you=mark("You make no bid."), who=who)


def _news(news: a.News) -> Text:
    match news:
        case a.Share(who=seat):
            return say("{who} takes a share.", you=mark("You take a share."), who=Who(seat))
        case a.Idle(who=seat):
            return say(
                "{who} can do nothing and is passed over.",
                you=mark("You can do nothing and are passed over."),
                who=Who(seat),
            )
        case a.Vetoed(who=seat, line=line, shares=shares, hex=hex_):
            return say(
                "{who} wins the veto for {shares}: {line} goes to {hex}.",
                you=mark("You win the veto for {shares}: {line} goes to {hex}."),
                who=Who(seat),
                shares=say_n("{n} share", "{n} shares", shares),
                line=_line(line),
                hex=Place(hex_),
            )
        case a.Passenger(who=seat):
            return say(
                "{who} takes a passenger marker.",
                you=mark("You take a passenger marker."),
                who=Who(seat),
            )
        case a.Reached(line=line, town=town):
            return say("{line} reaches {town}.", line=_line(line), town=Place(town))
        case a.CityPaid(city=city, amounts=amounts) if any(amounts):
            return say("{city} pays: {payees}.", city=Place(city), payees=_payees(amounts))
        case a.CityPaid(city=city):
            return say("{city} pays nobody, its markers are all there.", city=Place(city))
        case a.TownPaid(town=town, amounts=amounts) if any(amounts):
            return say(
                "{town} pays for stations: {payees}.", town=Place(town), payees=_payees(amounts)
            )
        case a.TownPaid(town=town, line=line):
            return say(
                "{town} pays nobody, {line} has no station.", town=Place(town), line=_line(line)
            )
        case a.Merged(line=line, into=into, amounts=amounts) if any(amounts):
            return say(
                "{line} is absorbed by {into}: {payees}.",
                line=_line(line),
                into=_line(into),
                payees=_payees(amounts),
            )
        case a.Merged(line=line, into=into):
            return say("{line} is absorbed by {into}.", line=_line(line), into=_line(into))
        case a.Autonomous(line=line, shares=0):
            return say("{line} is autonomous from now on.", line=_line(line))
        case a.Autonomous(line=line, shares=shares):
            return say_n(
                "{line} is autonomous from now on, {n} share on the board leaves the game.",
                "{line} is autonomous from now on, {n} shares on the board leave the game.",
                shares,
                line=_line(line),
            )
        case a.Ended(why="tiles") | a.Ends(why="tiles"):
            return say("The last tile is laid: the game is over.")
        case a.Ended(why="shares") | a.Ends(why="shares"):
            return say("Shares of at most one line are left on the board: the game is over.")
        case a.Ended() | a.Ends():
            return say("Nothing was built for three rounds: the game is over.")
        case a.CategoryPaid(good=good, amounts=amounts):
            return say("Most {good}: {payees}.", good=_good(good), payees=_payees(amounts))
        case a.StationsPaid(line=line, amounts=amounts):
            return say("Stations on {line}: {payees}.", line=_line(line), payees=_payees(amounts))
        case a.SharesPaid(line=line, amounts=amounts):
            return say("Shares of {line}: {payees}.", line=_line(line), payees=_payees(amounts))
        case a.Won(seats=(seat,), amount=amount):
            return say(
                "{who} wins with {amount}.",
                you=mark("You win with {amount}."),
                who=Who(Seat(seat)),
                amount=Money(amount),
            )
        case a.Won(seats=seats, amount=amount):
            return say(
                "{winners} share the victory with {amount}.",
                winners=tuple(Who(Seat(seat)) for seat in seats),
                amount=Money(amount),
            )
        case a.MayVeto(seats=seats):
            return say("{seats} may veto.", seats=tuple(Who(Seat(seat)) for seat in seats))
        case _:
            return _foreseen(news)


def _foreseen(news: a.News) -> Text:
    """What only a preview tells."""
    match news:
        case a.MayAnswer(seats=seats):
            return say(
                "The bid stands; {seats} may still answer it.",
                seats=tuple(Who(Seat(seat)) for seat in seats),
            )
        case a.Goes(line=line, hex=hex_):
            return say("{line} goes to {hex}.", line=_line(line), hex=Place(hex_))
        case a.Unopposed(item=item):
            return say("Unopposed: {what}", what=_news(item))
        case a.OfCity(who=who, city=city, count=count, best=best):
            return _standing(Place(city), who, count, best)
        case a.OfGood(who=who, good=good, count=count, best=best):
            return _standing(_good(good), who, count, best)
        case _:
            raise AssertionError(news)


def _standing(thing: Field, who: Seat, count: int, best: int) -> Text:
    """How many markers of a city or a good somebody has, beside the others."""
    if count > best:
        text = say(
            "{thing}: then {who} has {n}, more than anybody else.",
            you=mark("{thing}: then you have {n}, more than anybody else."),
        )
    elif count == best:
        text = say(
            "{thing}: then {who} has {n}, another has as many.",
            you=mark("{thing}: then you have {n}, another has as many."),
        )
    else:
        text = say(
            "{thing}: then {who} has {n}, another has {best}.",
            you=mark("{thing}: then you have {n}, another has {best}."),
        )
    return replace(text, fields={"thing": thing, "who": Who(who), "n": count, "best": best})


REASONS: Mapping[str, str] = {
    "no-city": mark("{_0} is no big city of this map."),
    "no-such-good": mark("{_0} does not carry this good."),
    "no-passengers": mark(
        "No city has passenger markers; a move to another player’s station earns them."
    ),
    "no-marker": mark("{_0} has no such marker left."),
    "no-station-left": mark("All seven stations stand on the board; move one instead."),
    "off-board": mark("{_0} is not a hex of the board."),
    "town": mark("{_0} is a town, {_1}: nothing enters a town."),
    "track": mark("{_0} belongs to a line already."),
    "station": mark("A station stands on {_0} already."),
    "next-to-engine": mark("{_0} is next to an engine."),
    "next-to-station": mark("{_0} is next to a station."),
    "same-hex": mark("A station that is moved must go to another hex than {_0}."),
    "no-own-station": mark("You have no station on {_0}."),
    "station-on-track": mark("The station on {_0} is on a line and stays there."),
    "nowhere-else": mark("The station on {_0} has nowhere else to go."),
    "no-line": mark("There is no line {_0} on the board."),
    "absorbed": mark("{_0} has been absorbed by {_1}; its engine has left the board."),
    "same-line": mark("{_0} has moved in this turn already."),
    "not-beside": mark("{_0} is not beside the engine of {_1}."),
    "not-ahead": mark("{_0} is not one of the three hexes in front of the engine of {_1}."),
    "two-lines": mark("{_0} touches two other lines, {_1} and {_2}; an engine may touch one only."),
    "bid-too-low": mark("The bid must be {_0} at least."),
    "bid-not-matched": mark("You must bid at least as much as the last bid, {_0}."),
    "not-enough-shares": mark("You do not hold so many shares of {_0}."),
    "only-own-hex": mark("The active player may only restore the hex chosen first, {_0}."),
}


def _reason(why: a.WhyNot) -> Text:
    return Text(REASONS[why.reason], {f"_{n}": thing for n, thing in enumerate(why.things)})


def _line(letters: str) -> Mark:
    return Mark("line", letters)


def _good(good: str) -> Mark:
    return Mark("good", good)


def _payees(amounts: tuple[int, ...]) -> tuple[Text, ...] | Text:
    """Who gets how much, the most first."""
    ranked = sorted(range(len(amounts)), key=lambda seat: -amounts[seat])
    payees = tuple(
        say(
            "{who} {amount}",
            you=mark("you {amount}"),
            who=Who(Seat(seat)),
            amount=Money(amounts[seat]),
        )
        for seat in ranked
        if amounts[seat]
    )
    return payees or say("nobody")
