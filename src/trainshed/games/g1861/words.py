"""Sentences for actions, news, questions and reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trainshed.core import (
    Accept,
    Action,
    Choice,
    Consent,
    Decline,
    Mark,
    Order,
    Proxy,
    Seat,
    Text,
    Who,
    mark,
    say,
    say_n,
)

from . import actions as a
from .auction import Lot, MinorLot
from .box import BOX, CHARTERS, NUMBER, PRIVATES, TILES, TRAINS
from .end import scores
from .ground import HEX, LAID
from .orders import Hold, Ride
from .questions import (
    about,
    company,
    director,
    fill,
    money,
    pass_kind,
    place,
    private,
    question,
    reason,
)
from .questions import train as train_mark
from .redeem import Redeeming
from .run import Running, best_run, earned, fault, written
from .sell import DIRECTORS
from .setup import FirstPlayer, Leaving
from .stations import Placing, station_cost
from .stock import StockTurn

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from trainshed.core.text import Field

    from .state import State, Step

NAMES: Mapping[str, Text] = {
    "edition": say("The rules are those of"),
    "edition=jklm": say("the first edition (JKLM)"),
    "edition=reprint": say("the reprint"),
    "about:edition=jklm": say(
        "For three to six players: all yellow tiles are endless, a merged major is worth at least"
        " 70, and privates do not count in the end."
    ),
    "about:edition=reprint": say(
        "As on 18xx.games, for two players as well: yellow tiles are limited except for plain"
        " track, a merged major is worth at least 100, and privates count in the end."
    ),
    "private_auction": say("A private that nobody wants goes"),
    "private_auction=edition": say("as the edition says"),
    "private_auction=ascending": say("to the highest bid, from a lower minimum"),
    "private_auction=take_first_after_pass": say("to the first who takes it at a lower price"),
    "yellow_supply": say("Yellow tiles are limited"),
    "yellow_supply=edition": say("as the edition says"),
    "yellow_supply=all_unlimited": say("not at all"),
    "yellow_supply=curves_and_straights_unlimited": say("except for plain track"),
    "nizhny_upgrade_cost": say("The green tile of Nizhnii Novgorod costs"),
    "nizhny_upgrade_cost=edition": say("what the edition says"),
    "nizhny_upgrade_cost=0": say("nothing"),
    "nizhny_upgrade_cost=20": say("{amount}", amount=money(20)),
    "director_sale_drop": say("When a director sells, the price falls"),
    "director_sale_drop=edition": say("as the edition says"),
    "director_sale_drop=once_per_turn": say("once in the turn"),
    "director_sale_drop=each_sale": say("with each sale"),
    "sold_out_column_top": say("A sold-out major at the top of its column moves right and down"),
    "sold_out_column_top=edition": say("as the edition says"),
    "sold_out_column_top=diagonal": say("in every column"),
    "sold_out_column_top=top_row_only": say("in the top row only"),
    "major_home": say("A new major begins"),
    "major_home=edition": say("as the edition says"),
    "major_home=free_unlinked_circle": say("on any free circle that is linked to nothing"),
    "major_home=empty_unlinked_hex": say("in a city without stations that is linked to nothing"),
    "merger_link": say("Minors that merge must be linked"),
    "merger_link=edition": say("as the edition says"),
    "merger_link=star_ignoring_stations": say("to one of them, past any station"),
    "merger_link=chain_respecting_stations": say("one to another, and stations block"),
    "merger_price_floor": say("A merged major is worth at least"),
    "merger_price_floor=edition": say("what the edition says"),
    "merger_price_floor=70": say("{amount}", amount=money(70)),
    "merger_price_floor=100": say("{amount}", amount=money(100)),
    "merger_missing_director": say("If a merger leaves nobody with two shares, one is bought"),
    "merger_missing_director=edition": say("as the edition says"),
    "merger_missing_director=first_owner_must_buy": say("by the owner of the first minor"),
    "merger_missing_director=any_partner_may_buy": say("by any of the owners"),
    "discard_order": say("Companies give up surplus trains"),
    "discard_order=edition": say("as the edition says"),
    "discard_order=operating_order": say("in operating order"),
    "discard_order=listing_order": say("in the order of the list"),
    "rsr_runner": say("The State Railway is run"),
    "rsr_runner=edition": say("as the edition says"),
    "rsr_runner=banker": say("by the banker"),
    "rsr_runner=priority_player": say("by the holder of the priority card"),
    "bank_break_after_8": say("Once an 8 is sold, an empty bank ends the game"),
    "bank_break_after_8=edition": say("as the edition says"),
    "bank_break_after_8=ends_after_the_round": say("after the operating round"),
    "bank_break_after_8=ignored": say("no longer"),
    "private_value_in_score": say("Privates count in the end"),
    "private_value_in_score=edition": say("as the edition says"),
    "private_value_in_score=no": say("not at all"),
    "private_value_in_score=yes": say("with their value"),
    "train_roster": say("Of the trains 2+2 and 5+5E there are"),
    "train_roster=unlimited": say("as many as anybody wants"),
    "train_roster=two_5p5e": say("two 5+5E and no 2+2"),
    "train_roster=two_each": say("two each"),
    "market": say("The stock market is"),
    "market=grid": say("a grid"),
    "market=column": say("a single column"),
    "declare": say("A company declares"),
    "declare=best": say("its best run"),
    "declare=free": say("any run"),
    "about:declare=best": say(
        "The rulebook obliges the director to declare the greatest income, and the banker to seek"
        " it for the State Railway, which runs by itself."
    ),
    "about:declare=free": say(
        "As on 18xx.games: any legal run that is not empty will do, also for the State Railway."
    ),
    "do:bid": say("Bid"),
    "do:pass": say("Pass"),
    "do:sell": say("Sell shares"),
    "do:buy": say("Buy a share"),
    "do:start": say("Start a major"),
    "do:home": say("Place the first station"),
    "do:auction": say("Auction a minor"),
    "do:redeem": say("Buy shares back"),
    "do:acquire": say("Buy a private"),
    "do:price": say("Name a price"),
    "do:lay": say("Lay track"),
    "do:station": say("Place a station"),
    "do:run": say("Run the trains"),
    "do:pay": say("Pay a dividend"),
    "do:train": say("Buy a train"),
    "do:discard": say("Give up a train"),
    "do:yield": say("Leave it to the State Railway"),
    "do:keep": say("Keep it"),
    "do:convert": say("Convert the minor"),
    "do:merge": say("Merge with a minor"),
    "do:form": say("Form a major"),
    "do:drop": say("Take a station off"),
    "do:accept": say("Agree"),
    "do:decline": say("Decline"),
    "ask:bid": say("How much do you bid?"),
    "ask:sell": say("Shares of which company?"),
    "ask:buy": say("A share of which company?"),
    "ask:start": say("Which major?"),
    "ask:home": say("On which circle?"),
    "ask:auction": say("Which minor?"),
    "ask:redeem": say("How many shares?"),
    "ask:acquire": say("Which private?"),
    "ask:price": say("How much?"),
    "ask:lay": say("On which hex?"),
    "ask:station": say("On which circle?"),
    "ask:pay": say("How much of the income?"),
    "ask:train": say("Which train?"),
    "ask:discard": say("Which train?"),
    "ask:convert": say("Into which major?"),
    "ask:merge": say("With which minor?"),
    "ask:form": say("Which major?"),
    "ask:drop": say("Which station?"),
    "ask:company": say("What about {name}?"),
    "ask:hex": say("Which tile on {name}, and how turned?"),
    "event:phased": say("phase {phase}"),
    "event:seized": say("{company} nationalised"),
    "event:formed": say("{company} formed"),
    "event:started": say("{company} started"),
    "event:broken": say("bank empty"),
    "curve:majors": say("Share prices of the majors"),
    "curve:minors": say("Share prices of the minors"),
    "alarm:bid": say("somebody bids"),
    "alarm:cheaper": say("a private becomes cheaper"),
    "alarm:outbid": say("somebody bids as much or more"),
    "alarm:bought": say("somebody buys a share"),
    "alarm:threatened": say("somebody buys a share of a company that I direct"),
    "alarm:sold": say("somebody sells shares"),
    "alarm:started": say("a company is started"),
    "alarm:auctioned": say("a minor is put up for auction"),
    "alarm:fell": say("a price falls in which I have a part"),
    "alarm:train": say("somebody buys a train"),
    "alarm:phased": say("a new phase begins"),
    "alarm:seized": say("the State Railway takes a company over"),
    "alarm:placed": say("somebody puts a station"),
    "alarm:formed": say("a major is formed"),
    "lapse:outbid": say("Somebody has bid more."),
    "lapse:sold": say("The auction is over."),
    "lapse:turn": say("The company has had its turn."),
    "lapse:round": say("The round is over."),
    "choice:full": say("and pay out all"),
    "choice:half": say("and pay out half"),
    "choice:none": say("and pay out nothing"),
    "tally:cash": say("money"),
    "tally:shares": say("shares"),
    "tally:minors": say("minors"),
    "tally:privates": say("privates"),
}

ACTIONS: Mapping[type[Action], Text] = {
    a.Begin: say("{who} begins.", you=mark("You begin.")),
    a.Leave: say("The lot is drawn."),
    a.Bid: say("{who} bids {price} for {lot}.", you=mark("You bid {price} for {lot}.")),
    a.Sell: say(
        "{who} sells {shares} of {company} for {sum}.",
        you=mark("You sell {shares} of {company} for {sum}."),
    ),
    a.Start: say("{who} starts {company} at {price}.", you=mark("You start {company} at {price}.")),
    a.Home: say(
        "{who} puts the first station of {own} in {hex}.",
        you=mark("You put the first station of {own} in {hex}."),
    ),
    a.Auction: say(
        "{who} puts {company} up for auction.", you=mark("You put {company} up for auction.")
    ),
    a.Redeem: say(
        "{who} lets {own} buy {shares} back for {sum}.",
        you=mark("You let {own} buy {shares} back for {sum}."),
    ),
    a.Acquire: say(
        "{who} wants {private} for {own}.",
        you=mark("You want {private} for {own}."),
    ),
    a.Price: say("{who} offers {amount}.", you=mark("You offer {amount}.")),
    a.Station: say(
        "{who} puts a station of {own} in {hex}.", you=mark("You put a station of {own} in {hex}.")
    ),
    a.Discard: say(
        "{who} gives up a train {kind} of {own}.", you=mark("You give up a train {kind} of {own}.")
    ),
    a.Yield: say(
        "{who} leaves {own} to the State Railway.",
        you=mark("You leave {own} to the State Railway."),
    ),
    a.Keep: say("{who} keeps {own}.", you=mark("You keep {own}.")),
    a.Convert: say("{who} converts {own}.", you=mark("You convert {own}.")),
    a.Merge: say(
        "{who} wants {own} to merge with {company}.",
        you=mark("You want {own} to merge with {company}."),
    ),
    a.Form: say(
        "{who} wants to form {company} in this way.",
        you=mark("You want to form {company} in this way."),
    ),
    a.Drop: say(
        "{who} takes the station of {own} off {hex}.",
        you=mark("You take the station of {own} off {hex}."),
    ),
    Accept: say("{who} agrees.", you=mark("You agree.")),
    Decline: say("{who} declines.", you=mark("You decline.")),
}
PASSES: Mapping[str, tuple[Text, Text]] = {
    "pass": (say("{who} passes.", you=mark("You pass.")), say("Pass")),
    "sold": (say("{who} buys nothing.", you=mark("You buy nothing.")), say("Buy nothing")),
    "redeeming": (
        say("{who} buys no shares back for {own}.", you=mark("You buy no shares back for {own}.")),
        say("No shares"),
    ),
    "laying": (
        say("{who} lays no tile for {own}.", you=mark("You lay no tile for {own}.")),
        say("No tile"),
    ),
    "second": (
        say("{who} lays no second tile for {own}.", you=mark("You lay no second tile for {own}.")),
        say("No second tile"),
    ),
    "placing": (
        say("{who} places no station for {own}.", you=mark("You place no station for {own}.")),
        say("No station"),
    ),
    "before-interest": (
        say("{who} buys no private for {own}.", you=mark("You buy no private for {own}.")),
        say("No private"),
    ),
    "buying-train": (
        say("{who} buys no train for {own}.", you=mark("You buy no train for {own}.")),
        say("No train"),
    ),
    "another": (
        say("{who} buys no other train for {own}.", you=mark("You buy no other train for {own}.")),
        say("No other train"),
    ),
    "choosing": (
        say("{who} leaves {own} as it is.", you=mark("You leave {own} as it is.")),
        say("Stay a minor"),
    ),
    "purchase": (
        say("{who} buys no share of {own}.", you=mark("You buy no share of {own}.")),
        say("No share"),
    ),
    "many": (
        say("{who} has enough shares of {own}.", you=mark("You have enough shares of {own}.")),
        say("Enough"),
    ),
}
"""To pass, by the question: as a sentence, and in two or three words."""

NEWS: Mapping[type[a.News], Text] = {
    a.Started: say(
        "{who} pays {sum} for two shares of {company}, and that is its treasury.",
        you=mark("You pay {sum} for two shares of {company}, and that is its treasury."),
    ),
    a.Floats: say(
        "With this bid {company} begins at {price} a share, with {cash} in its treasury."
    ),
    a.Based: say("{company} begins in {hex}."),
    a.Falling: say("When you are done, the price of {company} falls from {was} to {now}."),
    a.Began: say(
        "{who} has the priority card and minds the bank.",
        you=mark("You have the priority card and mind the bank."),
    ),
    a.Removed: say("{private} stays in the box."),
    a.Fell: say("Nobody wants {private}: its minimum falls to {minimum}."),
    a.Directs: say(
        "{who} becomes director of {company}.", you=mark("You become director of {company}.")
    ),
    a.Priority: say(
        "{who} has the priority card now.", you=mark("You have the priority card now.")
    ),
    a.Cleared: say("{company} has two stations on one circle in {hex}: one is taken off."),
    a.Earned: say("{company} earns {revenue}."),
    a.Ran: say("The trains of {company} run: {routes}."),
    a.Sold: say(
        "{who} gets {price} for {private} from {company}.",
        you=mark("You get {price} for {private} from {company}."),
    ),
    a.Scrapped: say("All trains {kind} are scrapped."),
    a.Stood: say("The State Railway puts a station in {hex}."),
    a.Declined: say("Nothing comes of it."),
    a.Joins: say("Joins {hex} to {hexes}."),
    a.JoinsAgain: say("A further way joins {hex} to {hexes}."),
    a.JoinsNothing: say("Joins nothing new."),
}
SEIZED: Mapping[str, Text] = {
    "": say("The State Railway takes over {company} at {price} a share: {amounts}."),
    "train": say(
        "{company} ends its turn without a train. The State Railway takes it over at {price} a"
        " share: {amounts}."
    ),
    "scrapped": say(
        "{company} has no train any more. The State Railway takes it over at {price} a share:"
        " {amounts}."
    ),
    "interest": say(
        "{company} cannot pay its interest. The State Railway takes it over at {price} a share:"
        " {amounts}."
    ),
}
IDLE: Mapping[str, Text] = {
    "track": say("{company} lays no track: no tile fits."),
    "money": say("{company} lays no track: it cannot pay for any tile."),
    "trains": say("{company} has no train to run."),
    "route": say("{company} has no route: its trains do not run."),
}
"""What a company does not do in its turn, and why nobody was asked."""
ROUNDS: Mapping[str, tuple[Text, Text, Text]] = {
    "auction": (
        say("Opening auction"),
        say("opening auction"),
        say("The opening auction begins."),
    ),
    "stock": (
        say("Stock round {set}"),
        say("stock round {set}"),
        say("Stock round {set} begins."),
    ),
    "operating": (
        say("Operating round {set}.{number}"),
        say("operating round {set}.{number}"),
        say("Operating round {set}.{number} begins."),
    ),
    "merger": (
        say("Merger round {set}.{number}"),
        say("merger round {set}.{number}"),
        say("Merger round {set}.{number} begins."),
    ),
}
"""The rounds as the head of a caption, within a line, and as news."""
PHASES: Mapping[int, Text] = {
    3: say("Phase 3 begins: green tiles and green minors come, and minors may become majors."),
    4: say("Phase 4 begins: majors may be started, and the State Railway operates."),
    5: say("Phase 5 begins: brown tiles come, and no more minors are sold."),
    6: say("Phase 6 begins: grey tiles come, and the State Railway takes over the privates."),
    7: say("Phase 7 begins."),
    8: say("Phase 8 begins: the State Railway takes over all minors and stops."),
}
SHUT: Mapping[str, Text] = {
    "": say("The line from {places} ends at a closed side of {hex}, which no tile can open."),
    "green": say(
        "The line from {places} ends at a closed side of {hex}; a green tile could open it."
    ),
    "brown": say(
        "The line from {places} ends at a closed side of {hex}; a brown tile could open it."
    ),
    "grey": say(
        "The line from {places} ends at a closed side of {hex}; a grey tile could open it."
    ),
}
"""R11.9 A line that ends where there is other track, by the colour of the tile it would need."""
PURPOSES: Mapping[str, Text] = {
    "track": say("{company} pays {amount} for track."),
    "station": say("{company} pays {amount} for its station."),
    "interest": say("{company} pays {amount} of interest."),
    "repaid": say("{company} repays {amount} of its loans."),
}
DIVIDENDS: Mapping[str, tuple[Text, Text]] = {
    "full": (
        say("{who} pays out the income of {own}.", you=mark("You pay out the income of {own}.")),
        say("All"),
    ),
    "half": (
        say(
            "{who} pays out half the income of {own}.",
            you=mark("You pay out half the income of {own}."),
        ),
        say("Half"),
    ),
    "none": (
        say(
            "{who} keeps the income of {own} in its treasury.",
            you=mark("You keep the income of {own} in its treasury."),
        ),
        say("Nothing"),
    ),
}


def words(thing: Any, state: State) -> Text:  # noqa: ANN401 - actions, news, orders and steps
    """A sentence for an action (said by who is asked), a news item, an order or a question."""
    match thing:
        case Order():
            return _order(thing)
        case Choice():
            return question(thing, state)
        case a.WhyNot():
            return reason(thing)
        case Action():
            return fill(_action(thing, state), {**_fields(thing), **_around(thing, state)})
        case _:
            return fill(_news(thing, state), _fields(thing))


def _order(order: Order) -> Text:
    """What a player leaves to be done; without what he has yet to fill in."""
    match order:
        case Proxy(lot, most):
            what = private(lot) if lot in PRIVATES else company(lot)
            if not most:
                return say("Bid for {what}, at most", what=what)
            return say("Bid for {what}, at most {amount}", what=what, amount=money(most))
        case Ride(company=id_, choice=""):
            return say("Run the best routes of {company}", company=company(id_))
        case Ride(company=id_, choice=choice):
            how = NAMES[f"choice:{choice}"]
            text = say("Run the best routes of {company} {how}", company=company(id_), how=how)
        case Hold(what="lot", about=lot):
            what = private(lot) if lot in PRIVATES else company(lot)
            text = say("Do not bid for {what}", what=what)
        case Hold(what="auction"):
            text = say("Pass in the whole auction of the privates")
        case Hold(what="stock"):
            text = say("Pass in this stock round")
        case Hold(what="merger"):
            text = say("Pass in this merger round")
        case Hold(about=id_):
            text = say("Build and buy nothing for {company}", company=company(id_))
        case _:
            raise AssertionError(order)
    return text


def label(action: a.Action, state: State) -> Text:
    """A choice in two or three words."""
    return fill(_label(action, state), {**_fields(action), **_around(action, state)})


def caption(state: State) -> Text:
    """Which round it is, and who is asked for which company."""
    step = state.stack[-1] if state.stack else None
    match step:
        case None:
            return say("The game is over")
        case FirstPlayer():
            return say("The lot decides who begins")
        case Leaving():
            return say("The lot decides which privates stay in the box")
        case Consent():
            asked = say("{who} is asked", you=mark("you are asked"))
        case Lot():
            asked = say("{lot}, {who}", you=mark("{lot}, your turn"), lot=_lot(step))
        case StockTurn():
            asked = say("{who}", you=mark("your turn"))
        case _ if step.actor(state) == state.owner(step.company):  # type: ignore[union-attr]
            asked = director(state, step.company)  # type: ignore[union-attr]
        case _:
            asked = say("{company}, {who}", you=mark("{company}, your turn"))
    assert isinstance(step, Choice)
    asked = fill(asked, {**about(step), "who": Who(step.actor(state))})
    return say("{round} · {asked}", round=_round(state, 0), asked=asked)


def status(state: State) -> Text:
    """How far the game is."""
    return say(
        "{round} · phase {phase} · bank {bank}",
        round=_round(state, 1),
        phase=state.phase,
        bank=money(state.bank),
    )


def _label(action: a.Action, state: State) -> Text:
    step = state.stack[-1]
    match action:
        case a.Begin():
            return say("{who}")
        case a.Leave():
            return say("{private}")
        case a.Bid():
            return say("{price}")
        case a.Price():
            return say("{amount}")
        case a.Pass():
            return _passing(step, state)[1]
        case a.Sell():
            return say("Sell {shares}")
        case a.Buy(source="pool"):
            return say("Buy from the pool")
        case a.Buy():
            return say("Buy from the treasury")
        case a.Start():
            return say("Start at {price}")
        case a.Auction():
            return say("Auction {company}")
        case a.Redeem():
            return say("{shares} for {sum}")
        case a.Acquire():
            return say("Buy {private}")
        case a.Lay():
            return say("tile {tile}, turned {turn}")
        case a.Home(hex=hex_, circle=circle) | a.Drop(hex=hex_, circle=circle):
            return _circle(hex_, circle, state)
        case a.Station(hex=hex_, circle=circle):
            assert isinstance(step, Placing)
            cost = money(station_cost(state, step.company, HEX[hex_]))
            return say("{circle} for {cost}", circle=_circle(hex_, circle, state), cost=cost)
        case a.Run():
            return _run_label(action, state)
        case a.Pay(dividend=dividend):
            return DIVIDENDS[dividend][1]
        case a.Train():
            return _train_label(action)
        case a.Discard():
            return say("Give up a train {kind}")
        case a.Yield():
            return say("Leave it to the State Railway")
        case a.Keep():
            return say("Keep it")
        case a.Convert():
            return say("Become {company}")
        case a.Merge():
            return say("Merge with {company}")
        case a.Form():
            return say("Form {company}")
        case Accept():
            return say("Agree")
        case Decline():
            return say("Decline")


def _action(action: Action, state: State) -> Text:
    step = state.stack[-1]
    match action:
        case a.Pass():
            return _passing(step, state)[0]
        case a.Buy(source="pool"):
            return say(
                "{who} buys a share of {company} from the pool for {sum}.",
                you=mark("You buy a share of {company} from the pool for {sum}."),
            )
        case a.Buy():
            return say(
                "{who} buys a share of {company} from its treasury for {sum}.",
                you=mark("You buy a share of {company} from its treasury for {sum}."),
            )
        case a.Lay(tile=tile) if TILES[tile].colour == "yellow":
            return say(
                "{who} lays tile {tile} on {hex} for {own}.",
                you=mark("You lay tile {tile} on {hex} for {own}."),
            )
        case a.Lay():
            return say(
                "{who} upgrades {hex} to tile {tile} for {own}.",
                you=mark("You upgrade {hex} to tile {tile} for {own}."),
            )
        case a.Run(routes=()):
            return say("{who} runs no train of {own}.", you=mark("You run no train of {own}."))
        case a.Run(proof="unproved"):
            return say(
                "{who} runs the trains of {own}: {routes}. Not proved to be the best.",
                you=mark("You run the trains of {own}: {routes}. Not proved to be the best."),
            )
        case a.Run():
            return say(
                "{who} runs the trains of {own}: {routes}.",
                you=mark("You run the trains of {own}: {routes}."),
            )
        case a.Pay(dividend=dividend):
            return DIVIDENDS[dividend][0]
        case a.Train(source="bank" | "pool"):
            return say("{who} buys a train for {own}.", you=mark("You buy a train for {own}."))
        case a.Train():
            return say(
                "{who} wants a train {kind} of {source} for {own}.",
                you=mark("You want a train {kind} of {source} for {own}."),
            )
        case _:
            return ACTIONS[type(action)]


def _news(news: a.News, state: State) -> Text:
    match news:
        case a.Round(kind=kind):
            return ROUNDS[kind][2]
        case a.Started(price=price):
            return fill(NEWS[a.Started], {"sum": money(DIRECTORS * price)})
        case a.Won(price=0):
            return say(
                "{who} gets {company} for nothing.", you=mark("You get {company} for nothing.")
            )
        case a.Won():
            return say(
                "{who} gets {company} for {price}.", you=mark("You get {company} for {price}.")
            )
        case a.Moved(was=was, now=now) if was < now:
            return say("The price of {company} rises from {was} to {now}.")
        case a.Moved(was=was, now=now) if was > now:
            return say("The price of {company} falls from {was} to {now}.")
        case a.Moved():
            return say("The price of {company} stays at {now}.")
        case a.Income(amounts=amounts, treasuries=treasuries):
            return say("The privates pay: {payees}.", payees=_payees(amounts, treasuries))
        case a.Unable(company=""):
            return say(
                "{who} can neither buy nor sell, and is passed over.",
                you=mark("You can neither buy nor sell, and are passed over."),
            )
        case a.Unable():
            return say(
                "{who} can buy no share of {company}.",
                you=mark("You can buy no share of {company}."),
            )
        case a.Idle(why=why):
            return IDLE[why]
        case a.Seized(why=why) | a.Forfeits(why=why):
            return SEIZED[why]
        case a.Borrowed(loans=loans):
            return say_n("{company} takes a loan.", "{company} takes {n} loans.", loans)
        case a.Paid(purpose=purpose):
            return PURPOSES.get(purpose, say("{company} pays {amount}."))
        case a.Shared(amounts=amounts, kept=kept) if any(amounts) and kept:
            return say("{company} pays {amounts} and keeps {kept}.")
        case a.Shared(amounts=amounts) if any(amounts):
            return say("{company} pays {amounts}.")
        case a.Shared():
            return say("{company} keeps {kept}.")
        case a.Bought(source="bank"):
            return say("{company} buys a train {kind} from the bank for {price}.")
        case a.Bought(source="pool"):
            return say("{company} buys a train {kind} from the pool for {price}.")
        case a.Bought():
            return say("{company} buys a train {kind} from {source} for {price}.")
        case a.Phased(phase=phase):
            return PHASES[phase]
        case a.Compensated(private=id_, owner=owner):
            return _compensated(id_, owner)
        case a.Withdrawn(companies=companies):
            return say_n(
                "{companies} was not sold and leaves the game.",
                "{companies} were not sold and leave the game.",
                len(companies),
            )
        case a.Formed(minors=(_,)):
            return say("{minors} becomes {company} at {price} a share.")
        case a.Formed():
            return say("{minors} become {company} at {price} a share.")
        case a.Forms():
            return _forms(news)
        case a.Splits():
            return _splits(news)
        case a.Agrees(seats=seats):
            return say_n(
                "{owners} has to agree.",
                "{owners} have to agree.",
                len(seats),
                owners=tuple(map(Who, seats)),
            )
        case a.Broken() if state.eight_sold and not state.rules.bank_ends:
            return say("The bank is empty and pays on credit.")
        case a.Broken():
            return say("The bank is empty: the game ends after the operating round.")
        case a.Ends(rounds=rounds):
            return say_n(
                "The end is near: {n} operating round follows this one.",
                "The end is near: {n} operating rounds follow this one.",
                rounds,
            )
        case a.Ended(reason="bank"):
            return say("The bank was empty.")
        case a.Ended():
            return say("The first train 8 had fixed the last round.")
        case a.Over():
            return _won(state)
        case a.Reaches(hexes=hexes):
            return _reaches(len(hexes))
        case a.Leads(phase=0):
            return say("The line from {places} leads on to {hexes}, where nobody has built.")
        case a.Leads():
            return say(
                "The line from {places} leads on to {hexes}, where building begins in phase"
                " {phase}."
            )
        case a.Blocked(colour=colour):
            return SHUT[colour]
        case _:
            return NEWS[type(news)]


def _reaches(count: int) -> Text:
    """R11.13 Places beyond those that are joined; many are only counted."""
    if count <= _FEW:
        return say("Beyond, the company reaches {hexes} too.")
    return say_n(
        "Beyond, the company reaches {n} more place.",
        "Beyond, the company reaches {n} more places.",
        count,
    )


_FEW = 4
"""So many places are named."""


def _forms(news: a.Forms) -> Text:
    """R19.4, R19.5, R20.3, R20.5 All that a major has, and who holds it."""
    trains = tuple(map(train_mark, news.trains))
    means: tuple[Text, ...] = (
        say("{price} a share", price=money(news.price)),
        say("{cash} in its treasury", cash=money(news.cash)),
        *((say_n("{n} loan", "{n} loans", news.loans),) if news.loans else ()),
        say_n("{n} station", "{n} stations", news.stations),
        say_n("train {trains}", "trains {trains}", len(trains), trains=trains)
        if trains
        else say("no train"),
    )
    return say("{means}. Shares: {shares}.", means=means, shares=_holders(news.held))


def _splits(news: a.Splits) -> Text:
    """R14.3, R14.4 Who gets what, and how the price moves."""
    payees = _payees(news.amounts) if any(news.amounts) else ()
    assert isinstance(payees, tuple)
    kept = (say("treasury {kept}", kept=money(news.kept)),) if news.kept else ()
    if news.was < news.now:
        text = say("{payees}. The price rises from {was} to {now}.")
    elif news.was > news.now:
        text = say("{payees}. The price falls from {was} to {now}.")
    else:
        text = say("{payees}. The price stays at {now}.")
    return fill(text, {"payees": (*payees, *kept)})


def _holders(held: tuple[int, ...]) -> tuple[Text, ...]:
    """Who holds how many shares, the most first."""
    return tuple(
        say("{who} {n}", you=mark("you {n}"), who=Who(Seat(seat)), n=held[seat])
        for seat in sorted(range(len(held)), key=lambda seat: -held[seat])
        if held[seat]
    )


def _compensated(id_: str, owner: str) -> Text:
    """R17.5 The owner is a seat or a company."""
    value = money(BOX.privates[PRIVATES.index(id_)].value)
    if not owner.isdigit():
        return say(
            "{private} goes to the State Railway, and {owner} gets {value}.",
            owner=company(owner),
            value=value,
        )
    return say(
        "{private} goes to the State Railway, and {who} gets {value}.",
        you=mark("{private} goes to the State Railway, and you get {value}."),
        who=Who(Seat(int(owner))),
        value=value,
    )


def _won(state: State) -> Text:
    """R21.6 Who wins, once everything is counted."""
    if not state.over:
        return say("The game is over.")
    fortunes = scores(state)
    best = max(fortunes)
    winners = [Who(Seat(seat)) for seat, fortune in enumerate(fortunes) if fortune == best]
    if len(winners) == 1:
        return say(
            "{who} wins with {amount}.",
            you=mark("You win with {amount}."),
            who=winners[0],
            amount=money(best),
        )
    return say(
        "{winners} share the victory with {amount}.", winners=tuple(winners), amount=money(best)
    )


def _passing(step: Step, state: State) -> tuple[Text, Text]:
    """To pass, as a sentence and in two or three words."""
    return PASSES.get(pass_kind(step, state), PASSES["pass"])


def _circle(hex_: str, circle: int, state: State) -> Text:
    """A city, with the number of the circle where it has several."""
    if len(LAID[state.tiles[HEX[hex_]]].plan.stops) > 1:
        return say("{hex}, circle {n}", hex=place(hex_), n=circle + 1)
    return say("{hex}", hex=place(hex_))


def _run_label(action: a.Run, state: State) -> Text:
    """What the trains earn, and whether more is possible."""
    step = state.stack[-1]
    assert isinstance(step, Running)
    best = best_run(state, step.company)
    if action == written(state, best):
        income = money(best.revenue)
        if best.optimal:
            return say("{income}, proven best", income=income)
        return say("{income}, best found", income=income)
    why = fault(state, step.company, action)
    if why is not None:
        return reason(why)
    income = money(earned(state, step.company, action))
    if state.best_runs and not best.optimal:
        return say("{income}, best found", income=income)
    return say("{income}", income=income)


def _train_label(action: a.Train) -> Text:
    price = money(TRAINS[action.kind].price)
    match action.source:
        case "bank":
            return say("{kind} from the bank, {price}", price=price)
        case "pool":
            return say("{kind} from the pool, {price}", price=price)
        case _:
            return say("{kind} from {source}")


def _round(state: State, form: int) -> Text:
    return fill(ROUNDS[state.round][form], {"set": state.set, "number": state.number})


def _lot(step: Lot | MinorLot) -> Mark:
    if isinstance(step, Lot):
        return private(PRIVATES[step.private])
    return company(CHARTERS[step.company].id)


def _around(action: Action, state: State) -> dict[str, Field]:
    """What an action does not say itself: who does it, for which company, and what it costs."""
    step = state.stack[-1]
    found: dict[str, Field] = {}
    if isinstance(step, Choice):
        found["who"] = Who(step.actor(state))
    if own := about(step):
        found["own"] = own["company"]
    match action, step:
        case a.Bid(), Lot() | MinorLot():
            found["lot"] = _lot(step)
        case a.Sell(company=id_, shares=shares), _:
            found["sum"] = money(shares * state.price(NUMBER[id_]))
        case a.Buy(company=id_), _:
            found["sum"] = money(state.price(NUMBER[id_]))
        case a.Redeem(shares=shares), Redeeming(company=number):
            found["sum"] = money(shares * state.price(number))
    return found


def _fields(thing: object) -> dict[str, Field]:
    """The fields of an action or a news item as they are shown."""
    found: dict[str, Field] = {}
    for name in thing.__struct_fields__:  # type: ignore[attr-defined]
        value = getattr(thing, name)
        show = SHOWN.get(name)
        found["who" if name == "seat" else name] = show(value) if show else value
    return found


def _certificate(id_: str) -> Mark:
    return private(id_) if id_ in PRIVATES else company(id_)


def _companies(ids: tuple[str, ...]) -> tuple[Mark, ...]:
    return tuple(map(company, ids))


def _shares(count: int) -> Text:
    return say_n("{n} share", "{n} shares", count)


def _routes(routes: tuple[str, ...]) -> tuple[Text, ...]:
    """Each train with the places it stops at."""
    found = []
    for line in routes:
        kind, _, way = line.partition(":")
        stops = " – ".join(place(stop.partition(".")[0]).name for stop in way.split("-"))
        found.append(say("{train} {stops}", train=train_mark(kind), stops=stops))
    return tuple(found)


def _payees(
    amounts: tuple[int, ...], treasuries: tuple[tuple[str, int], ...] = ()
) -> tuple[Text, ...] | Text:
    """Who gets how much, the most first; then the companies."""
    ranked = sorted(range(len(amounts)), key=lambda seat: -amounts[seat])
    payees = tuple(
        say(
            "{who} {amount}",
            you=mark("you {amount}"),
            who=Who(Seat(seat)),
            amount=money(amounts[seat]),
        )
        for seat in ranked
        if amounts[seat]
    ) + tuple(
        say("{company} {amount}", company=company(id_), amount=money(amount))
        for id_, amount in treasuries
    )
    return payees or say("nobody")


_PRICES = ("price", "amount", "minimum", "was", "now", "revenue", "kept", "cash")
SHOWN: Mapping[str, Callable[[Any], Field]] = {
    "seat": Who,
    "company": _certificate,
    "private": private,
    "companies": _companies,
    "minors": _companies,
    "source": company,
    "hex": place,
    "hexes": lambda hexes: tuple(map(place, hexes)),
    "places": lambda hexes: tuple(map(place, hexes)),
    "tile": lambda name: Mark("tile", name),
    "kind": train_mark,
    "shares": _shares,
    "routes": _routes,
    "amounts": _payees,
    **dict.fromkeys(_PRICES, money),
}
"""How the fields of actions and news are shown, by name; others are shown as they are."""
