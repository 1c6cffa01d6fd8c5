"""Sentences for questions and reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trainshed.core import Choice, Consent, Mark, Money, Place, Seat, Text, Who, mark, say

from . import actions as a
from .auction import Lot, MinorLot
from .box import BOX, CHARTERS, NUMBER, PRIVATES, RSR
from .dividend import Dividend
from .ground import HEX, PRINTED
from .homes import Homing
from .merger import Choosing, Dropping, Purchase
from .nationalisation import Asking
from .operating import BeforeInterest
from .phases import Crowded
from .privates import MOST_OFFERS, PrivatePrice, refusals
from .redeem import Redeeming
from .run import Running, best_run
from .sell import sales
from .stations import Placing
from .stock import StockTurn
from .track import Laying
from .trains import BuyingTrain, TrainPrice, from_bank

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trainshed.board.routes import Answer
    from trainshed.core.text import Field

    from .state import State

CURRENCY = "₽"
REASONS: Mapping[str, str] = {
    # routes
    "unreadable": mark("This is not a train with its stops: {_0}"),
    "no_train": mark("The company has no such train: {_0}"),
    "too_short": mark("A route has two stops at least."),
    "twice": mark("A route comes to each place only once."),
    "through": mark("A route cannot pass a red area, nor a city full of stations of others."),
    "must-run": mark("{_0} has a train and a route, so it has to run."),
    "not-best": mark("This earns {_1}, but the best run earns {_0}, and no less may be declared."),
    "not-best-found": mark("This earns {_1}, but a run was found that earns {_0}: take no less."),
    "no_track": mark("No track of the company leads from one of these stops to the next."),
    "no_station": mark("A route needs a city with a station of the company."),
    "too_long": mark("The route has more stops than the train can serve."),
    "shared_track": mark("No piece of track is used twice, not even by two trains."),
    # track: what it is about is a hex, a tile for no-tile-left, a number for wrong-phase
    "closed-until": mark("{_0} is closed until phase 3."),
    "not-reached": mark("The company does not reach {_0}."),
    "no-tile-left": mark("There is no tile {_0} left."),
    "too-dear": mark("The money is not enough for that."),
    "wrong-phase": mark("Phase {_0} does not allow that."),
    "off-map": mark("Track cannot lead there from {_0}: nothing is built beyond."),
    "never-changes": mark("{_0} never changes."),
    "same-hex": mark("The two tiles go on different hexes."),
    "does-not-fit": mark("That tile does not fit {_0}."),
    "no-use": mark("No track of the company would use the new track on {_0}."),
    "upgrade-used": mark("Only one of the two tiles may be an upgrade."),
    # stations: a hex
    "no-circle": mark("There is no such circle on {_0}."),
    "reserved": mark("The free circle of {_0} is kept for another company."),
    "full": mark("No circle of {_0} is free."),
    "own-station": mark("The company has a station at {_0} already."),
    # shares: a company
    "certificate-limit": mark("You hold as many certificates as you may."),
    "sold-this-round": mark("You have sold shares of {_0} in this stock round."),
    "sixty-percent": mark("You hold as many shares of {_0} as one player may."),
    "not-operated": mark("{_0} has not operated yet, so its shares cannot be sold."),
    "pool-full": mark("The pool never holds more than half of {_0}."),
    "not-so-many": mark("You do not hold so many shares of {_0}."),
    "none-there": mark("There is no share of {_0} there."),
    "in-play": mark("{_0} is in play, or has left the game."),
    "no-home": mark("There is no free circle without a route to another stop."),
    "nikolaev-first": mark("Nikolaev must be sold first."),
    "must-sell": mark("You hold more certificates than you may, and have to sell first."),
    "at-least-one": mark("It takes one share at least."),
    "no-source": mark("Shares come from the treasury or from the pool, not from “{_0}”."),
    "no-start-price": mark("No start cell of the majors shows {_0}."),
    "no-major": mark("{_0} is no major."),
    "no-minor": mark("{_0} is no minor."),
    "not-in-play": mark("{_0} is not in play."),
    "by-auction": mark("{_0} is a minor: it is sold by auction, and whole."),
    "pool-holds": mark("The pool holds {_0} shares of {_1}."),
    # bids and prices: amounts
    "set-price": mark("It is on offer for {_0}, neither more nor less."),
    "own-money": mark("You have only {_0}."),
    "bid-more": mark("A bid must be {_0} at least."),
    "bid-step": mark("A bid is a multiple of {_0}."),
    "at-least": mark("The price is {_0} at least."),
    "above-value": mark("A private costs at most its value, {_0}."),
    "company-money": mark("{_0} has only {_1}, and may not borrow for this."),
    "refused-price": mark("{_0} was refused in this turn: only a higher offer could be made."),
    "refused-thrice": mark("{_0} was refused three times in this turn."),
    "no-private": mark("{_0} is no private."),
    "no-player-has": mark("{_0} belongs to no player."),
    "no-dividend": mark("A dividend is full, half or none, not “{_0}”."),
    # where a major begins, and its stations: a hex
    "no-hex": mark("There is no hex {_0}."),
    "linked": mark("A route leads from there to another stop: a new major cannot begin at {_0}."),
    "no-station-there": mark("{_0} has no station on that circle of {_1}."),
    "must-stay": mark("The station at {_0} stays: two have to be left, on different hexes."),
    # mergers: what they are about is a company, or a number
    "partners-named": mark("Partners have been named, so {_0} does not convert alone."),
    "not-yellow": mark("{_0} is not on the yellow column of the market."),
    "in-group": mark("{_0} is among the minors that merge already."),
    "most-minors": mark("No more than {_0} minors merge."),
    "most-of-one": mark("No more than {_0} minors of one owner merge."),
    "not-linked": mark("No route links {_0} with the others."),
    "alone": mark("{_0} needs a partner to merge."),
    "refused-group": mark("The merger of these minors was refused in this turn."),
    "no-director": mark("Nobody would have two shares of the new major, or could buy the second."),
    "only-of": mark("Only shares of {_0} are sold now."),
    "only-treasury": mark("These shares come from the treasury of {_0}."),
    "needs-director": mark("{_0} needs a director: a share has to be bought."),
    # trains
    "must-buy": mark("{_0} has no train and can pay for one, so it has to buy one."),
    "no-kind": mark("There is no train called “{_0}”."),
    "no-company": mark("There is no company called “{_0}”."),
    "sells-none": mark("{_0} sells it no train."),
    "has-no-train": mark("{_0} has no train {_1}."),
    "train-limit": mark("The company has as many trains as it may."),
    "not-on-sale": mark("There is no train {_0} on sale."),
    "no-successor": mark("Nobody can follow you as director of {_0}: you have to keep two shares."),
}
"""Why not, by the reason; `{_0}` is the first thing it is about."""


def reason(why: a.WhyNot) -> Text:
    """Why something is not allowed, and the rule."""
    things = {f"_{n}": _thing(thing) for n, thing in enumerate(why.about)}
    return say("{reason} ({rule})", reason=Text(REASONS[why.reason], things), rule=why.rule)


def question(step: Choice[Any, Any], state: State) -> Text:
    """What is asked."""
    return fill(_question(step, state), {**about(step), "who": Who(step.actor(state))})


def fill(text: Text, fields: Mapping[str, Field]) -> Text:
    """The text with more fields."""
    return Text(text.msgid, {**fields, **text.fields}, text.you, text.many)


def about(step: object) -> dict[str, Field]:
    """The company that a question is about, if it is about one."""
    number: int | None = getattr(step, "company", None)
    return {} if number is None else {"company": company(CHARTERS[number].id)}


def pass_kind(step: object, state: State) -> str:
    """What it is that one does without, by the question."""
    match step:
        case StockTurn(sold=True):
            return "sold"
        case Laying(laid=laid) if laid >= 0:
            return "second"
        case BuyingTrain(company=number) if state.companies[number].trains:
            return "another"
        case Purchase(many=True):
            return "many"
        case _:
            return str(type(step).__struct_config__.tag)  # type: ignore[attr-defined]


def company(id_: str) -> Mark:
    """A minor, a major or the State Railway."""
    return Mark("company", id_)


def private(id_: str) -> Mark:
    """A private."""
    return Mark("private", id_)


def train(kind: str) -> Mark:
    """A kind of train."""
    return Mark("train", kind)


def money(amount: int) -> Money:
    """Roubles."""
    return Money(amount, CURRENCY)


def place(hex_: str) -> Place:
    """A hex by its city, town or area, if it has one."""
    printed = PRINTED[HEX[hex_]]
    return Place(printed.city or printed.town or printed.area or hex_)


def must_buy(state: State, number: int) -> bool:
    """R15.8 Whether a company without a train can pay for one, and so has to."""
    return not state.companies[number].trains and bool(from_bank(state, number))


def _question(step: Choice[Any, Any], state: State) -> Text:
    match step:
        case Lot() | MinorLot():
            return _lot(step)
        case StockTurn():
            return _stock(step, state)
        case Homing():
            return say(
                "{who} chooses where {company} begins", you=mark("Where does {company} begin?")
            )
        case Consent():
            return _consent(step, state)
        case PrivatePrice() | TrainPrice():
            return _price(step, state)
        case Choosing() | Dropping() | Purchase():
            return _merger(step, state)
        case _:
            return _operating(step, state)


def _lot(step: Lot | MinorLot) -> Text:
    """R2.3, R7.2 Open, bid more, or take what nobody wanted."""
    if isinstance(step, Lot):
        card = BOX.privates[step.private]
        lot = say("{lot} ({name})", lot=private(card.id), name=card.name)
    else:
        charter = CHARTERS[step.company]
        lot = say("{lot} ({name})", lot=company(charter.id), name=charter.name)
    if step.leader >= 0:
        return say(
            "{who} may bid more than {price} for {lot}",
            you=mark("{price} is bid for {lot}. Do you bid more?"),
            lot=lot,
            price=money(step.high),
        )
    if isinstance(step, MinorLot):
        return say("{who} opens the auction of {lot}", you=mark("Your bid for {lot}?"), lot=lot)
    if step.falling:
        return say(
            "{who} may take {lot} for {price}",
            you=mark("Do you take {lot} for {price}?"),
            lot=lot,
            price=money(step.minimum),
        )
    return say(
        "{who} may open the auction of {lot}",
        you=mark("Do you bid for {lot}? It starts at {price}."),
        lot=lot,
        price=money(step.minimum),
    )


def _stock(step: StockTurn, state: State) -> Text:
    """R3.2, R5.4 Sell, then buy."""
    if state.certificates(step.seat) > state.certificate_limit and sales(state, step.seat):
        return say(
            "{who} has too many certificates and must sell",
            you=mark("You have too many certificates. What do you sell?"),
        )
    if step.sold:
        return say("{who} may sell more and buy", you=mark("Do you sell more, or buy something?"))
    return say("{who} may sell and buy", you=mark("What do you sell or buy?"))


def _operating(step: Choice[Any, Any], state: State) -> Text:
    """R9.4 The steps of a company's turn, and what trains bring about."""
    match step:
        case Redeeming(company=number):
            return say(
                "{who} may buy shares back for {company}",
                you=mark("{company}: buy shares back from the pool, {price} each?"),
                price=money(state.price(number)),
            )
        case Laying(laid=laid) if laid < 0:
            return say("{who} builds for {company}", you=mark("{company}: lay or upgrade track?"))
        case Laying(upgraded=upgraded):
            second = say(
                "{who} may build a second time for {company}",
                you=mark("{company}: a second, yellow tile for {price} more?")
                if upgraded
                else mark("{company}: a second tile or upgrade for {price} more?"),
            )
            return fill(second, {"price": money(BOX.second_lay)})
        case Placing():
            return say(
                "{who} may place a station for {company}", you=mark("{company}: place a station?")
            )
        case Running(company=number) if state.best_runs:
            return _best_run(best_run(state, number))
        case Running():
            return say(
                "{who} runs the trains of {company}",
                you=mark("{company}: which routes do the trains take?"),
            )
        case Dividend(income=income):
            return say(
                "{who} decides on the dividend of {company}",
                you=mark("{company} has earned {income}. How much does it pay out?"),
                income=money(income),
            )
        case BeforeInterest():
            return say(
                "{who} may buy a private for {company}",
                you=mark("{company}: buy a private before interest is due?"),
            )
        case BuyingTrain(company=number):
            return _train(number, state)
        case Crowded():
            return say(
                "{who} gives up a train of {company}",
                you=mark("{company} has too many trains. Which one goes to the pool?"),
            )
        case Asking():
            return say(
                "{who} decides whether the State Railway takes over {company}",
                you=mark("{company} has no train. Shall the State Railway take it over?"),
            )
        case _:
            raise AssertionError(step)


def _best_run(best: Answer) -> Text:
    """R13.12, R18.2 What the best run earns, or the best that the search has found."""
    if best.optimal:
        return say(
            "{who} runs the trains of {company}",
            you=mark("{company}: which routes do the trains take? They have to earn {income}."),
            income=money(best.revenue),
        )
    return say(
        "{who} runs the trains of {company}; there may be something better than was found",
        you=mark(
            "{company}: which routes do the trains take? The best that was found earns {income},"
            " and there may be something better."
        ),
        income=money(best.revenue),
    )


def _train(number: int, state: State) -> Text:
    """R15.1, R15.8, R15.9 It may buy one, it must, or it is lost."""
    if state.companies[number].trains:
        return say(
            "{who} may buy another train for {company}", you=mark("{company}: buy another train?")
        )
    if must_buy(state, number):
        return say(
            "{who} must buy a train for {company}",
            you=mark("{company} has no train and must buy one. Which?"),
        )
    return say(
        "{who} may buy a train for {company}",
        you=mark("{company} has no train. Buy one, or leave it to the State Railway?"),
    )


def _price(step: PrivatePrice | TrainPrice, state: State) -> Text:
    """R9.6, R15.3 What the company pays; who has refused twice is asked a last time."""
    fields: dict[str, Field] = {"thing": _thing_of(step), "most": money(step.span(state)[-1])}
    if len(refusals(state, step.what)) == MOST_OFFERS - 1:
        return fill(
            say(
                "{who} names a price for {thing}, for the last time",
                you=mark(
                    "{company}: how much for {thing}? At most {most}. It was refused twice: this is"
                    " the last offer in this turn."
                ),
            ),
            fields,
        )
    return fill(
        say(
            "{who} names a price for {thing}",
            you=mark("{company}: how much for {thing}? At most {most}."),
        ),
        fields,
    )


def _thing_of(step: PrivatePrice | TrainPrice) -> Text:
    if isinstance(step, PrivatePrice):
        return say("{private}", private=private(PRIVATES[step.private]))
    return say(
        "a train {train} of {seller}",
        train=train(step.kind),
        seller=company(CHARTERS[step.seller].id),
    )


def _merger(step: Choosing | Dropping | Purchase, state: State) -> Text:
    """R19.2, R20.7, R20.9 Convert or merge, then stations and shares."""
    match step:
        case Choosing(group=(_,)):
            return say(
                "{who} may convert or merge {company}",
                you=mark("{company}: become a major, alone or with others?"),
            )
        case Choosing(group=group) if step.last_asked(state):
            return say(
                "{who} prepares a merger of {minors}, and asks {owners} for the last time",
                you=mark(
                    "{minors}: which major do they form, or who else joins them? {owners} refused"
                    " twice: after a third time you cannot ask for that minor in this turn."
                ),
                minors=tuple(company(CHARTERS[number].id) for number in group),
                owners=tuple(Who(seat) for seat in step.last_asked(state)),
            )
        case Choosing(group=group):
            return say(
                "{who} prepares a merger of {minors}",
                you=mark("{minors}: which major do they form, or who else joins them?"),
                minors=tuple(company(CHARTERS[number].id) for number in group),
            )
        case Dropping():
            return say(
                "{who} takes a station of {company} off the map",
                you=mark("{company} has too many stations. Which one goes?"),
            )
        case Purchase(company=number):
            return fill(_purchase(step), {"price": money(state.price(number))})


def _purchase(step: Purchase) -> Text:
    """R20.6, R20.9 Several, one, or the one that makes a director."""
    if step.must:
        return say(
            "{who} must buy a share of {company}",
            you=mark("{company} needs a director: buy a share for {price}."),
        )
    if step.many:
        return say(
            "{who} may buy shares of {company}",
            you=mark("Do you buy a share of {company} for {price}? You may buy several."),
        )
    return say(
        "{who} may buy a share of {company}",
        you=mark("Do you buy one share of {company} for {price}?"),
    )


def _consent(step: Consent[Any], state: State) -> Text:
    """R9.6, R15.3, R20.1 Yes or no to what the step below proposes."""
    below = state.stack[-2]
    match step.offer, below:
        case a.Price(amount=amount), PrivatePrice():
            return say(
                "{who} may sell {private} to {company} for {amount}",
                you=mark("{company} offers {amount} for your private {private}. Do you agree?"),
                private=private(PRIVATES[below.private]),
                amount=money(amount),
                **about(below),
            )
        case a.Price(amount=amount), TrainPrice():
            return say(
                "{who} may sell {company} {train} for {amount}",
                you=mark("{company} offers {amount} for {train}. Do you agree?"),
                train=_thing_of(below),
                amount=money(amount),
                **about(below),
            )
        case a.Form(company=major), Choosing(group=group):
            return say(
                "{who} may agree to a merger of {minors} into {company}",
                you=mark("{minors} are to become {company}. Do you agree?"),
                minors=tuple(company(CHARTERS[number].id) for number in group),
                company=company(major),
            )
        case _:
            raise AssertionError(step)


def _thing(value: str) -> Field:
    """An amount, a hex by its place, a company or private by its mark, or the thing as it is."""
    thing = str(value)  # an export may have anything in its place
    if thing.startswith(CURRENCY):
        return money(int(thing.removeprefix(CURRENCY)))
    if thing in HEX:
        return place(thing)
    if thing in PRIVATES:
        return private(thing)
    return company(thing) if thing in NUMBER else thing


def director(state: State, number: int) -> Text:
    """R9.4, R18.2 A company and who decides for it."""
    fields: dict[str, Field] = {
        "company": company(CHARTERS[number].id),
        "who": Who(Seat(state.owner(number))),
    }
    if number == RSR:
        return fill(say("{company}, run by {who}", you=mark("{company}, run by you")), fields)
    return fill(say("{company}, director {who}", you=mark("{company}, your turn")), fields)
