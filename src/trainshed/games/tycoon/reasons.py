"""Why something is not allowed, with the rule that says so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trainshed.core import News, mark

if TYPE_CHECKING:
    from collections.abc import Mapping


class WhyNot(News, frozen=True, tag="why-not"):
    """Why an action is not allowed: the number of the rule, and what stands in the way."""

    rule: str
    reason: str
    things: tuple[str, ...] = ()


REASONS: Mapping[str, str] = {
    "bid-low": mark("{_0} does not outbid {_1}: the next bid is at least {_2}."),
    "first-bid": mark("{_0} is too little: the first bid is at least {_1}."),
    "bid-step": mark("Bids are whole thousands of dollars, and {_0} is not."),
    "bid-high": mark("There is no upper limit, but only amounts below {_0} can be written."),
    "no-share": mark("At least one share is issued. If you want none, go back."),
    "no-return": mark("A share that was issued is never bought back."),
    "many-shares": mark("There is no limit, but only numbers up to {_0} can be written at once."),
    "no-such-city": mark("No city is called {_0}."),
    "no-such-colour": mark("No cubes and no cities have the colour {_0}."),
    "no-such-card": mark("No operations card is called {_0}."),
    "no-such-tycoon": mark("No tycoon is called {_0}."),
    "no-such-side": mark("A hex has six sides, numbered from 0 to 5, and {_0} is none of them."),
    "not-dealt": mark("You were not dealt the tycoon card {_0}."),
    "no-turn-yet": mark("Shares are issued in your own turn, and no turn has begun."),
    "top-level": mark("Your locomotives are at level {_0}, the highest."),
    "not-open": mark("{_0} does not lie open."),
    "objective": mark("{_0} is an objective: the first who meets it scores, nobody takes it."),
    "no-industry": mark("No new city can be put anywhere, so {_0} is of no use."),
    "beginner": mark("In the beginner game there are no cards and no western links."),
    "no-west": mark("No western link begins in {_0}."),
    "west-built": mark("The western link of {_0} has been built."),
    "no-link-there": mark("You need a finished link that ends in {_0} first."),
    "no-marker": mark("All your markers are in use."),
    "no-way-out": mark("No city has a way out for another link."),
    "no-grant": mark("You have no land grant."),
    "nothing-to-deliver": mark(
        "No cube can be delivered: it has to leave its city by a link of yours and find a city of"
        " its colour over {_0} links at most."
    ),
    "no-tiles": mark("All new cities have been put on the map."),
    "no-gray": mark("No gray city is left."),
    "no-growth": mark("You have no City Growth card."),
    "city-full": mark("No side of {_0} is free for another link."),
    "no-stub": mark("This is no unfinished link of yours."),
    "blocked": mark("The link from {_0} is blocked and cannot be turned."),
    "no-track": mark("No track lies that way: it is water, or it is off the map."),
    "side-taken": mark("Another line uses this side of {_0} already."),
    "full": mark("{_0} holds two segments already."),
    "shut": mark("From that side no track can go on through {_0}."),
    "own-start": mark("The link begins in {_0}: it has to reach another city."),
    "out-of-reach": mark("{_0} cannot be reached with {_1} tiles."),
    "same-side": mark("A segment joins two different sides of its hex."),
    "tight": mark("In this game no track turns as tightly as that."),
    "own-stub": mark("Your other line there began in {_0} too: a link joins two cities."),
    "as-it-lies": mark("The tile leads that way already."),
    "turn-first": mark("A tile is turned only at the beginning of a build action."),
    "no-stub-yet": mark("Only the last tile of an unfinished link can be turned."),
    "lay-one": mark("A build action has one tile at least."),
    "begun": mark("A tile has been laid: go on, or stop here."),
    "one-tile": mark("One tile is enough for {_0}: lay it."),
    "must-found": mark("A new city has to be put on the map: the card is carried out at once."),
    "must-grow": mark("A city has to grow: the card is carried out at once."),
    "not-gray": mark("{_0} has a colour: only gray cities are urbanised."),
    "no-city-of-colour": mark("No {_0} city is left to be put on the map."),
    "no-cube": mark("There is no {_1} cube in {_0}."),
    "no-own-link": mark("You have no finished link in {_0}, and the first one must be yours."),
    "out-of-range": mark(
        "If the first link is yours, no city that takes {_0} cubes is within {_1} links."
    ),
    "no-way": mark("The cube goes over one link at least."),
    "no-such-link": mark("There is no link with the number {_0}."),
    "unfinished": mark("The link from {_0} is unfinished, and carries no cubes."),
    "too-long": mark("Your locomotives go over {_0} links at most."),
    "not-own": mark("The first link must be your own."),
    "not-joined": mark("These links do not hang together."),
    "twice": mark("A cube comes to no city twice."),
    "passes": mark("The cube ends its journey in {_0}, the first city of its colour."),
    "wrong-end": mark("{_0} takes no cubes of this colour."),
}
"""Why not, and where it helps what would be allowed."""
