"""What things are called: options, verbs, cards, tycoons, and parts of sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trainshed.core import Mark, Money, Place, Text, say, say_n

from .box import BOX, SIDES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trainshed.core.text import Field

    from .box import Card, Tycoon


# Parts of sentences


def fill(text: Text, fields: Mapping[str, Field]) -> Text:
    """The text with more fields."""
    return Text(text.msgid, {**fields, **text.fields}, text.you, text.many)


def cube(colour: str) -> Mark:
    """A colour of cubes and cities."""
    return Mark("cube", colour)


def money(amount: int) -> Money:
    """Dollars."""
    return Money(amount, "$")


def price(amount: int) -> Money | Text:
    """Dollars, or nothing."""
    return money(amount) if amount else say("nothing")


def points(count: int) -> Text:
    """So many points."""
    return say_n("{n} point", "{n} points", count)


def shares(count: int) -> Text:
    """So many shares."""
    return say_n("{n} share", "{n} shares", count)


def links(count: int) -> Text:
    """So many links."""
    return say_n("{n} link", "{n} links", count)


def tiles(count: int) -> Text:
    """So many tiles."""
    return say_n("{n} tile", "{n} tiles", count)


def cubes(colour: str, count: int) -> Text:
    """So many cubes of a colour."""
    return say_n("{n} {colour} cube", "{n} {colour} cubes", count, colour=cube(colour))


_DIRECTIONS: Mapping[str, Text] = {
    "E": say("east"),
    "NE": say("north-east"),
    "NW": say("north-west"),
    "W": say("west"),
    "SW": say("south-west"),
    "SE": say("south-east"),
}


def direction(side: int) -> Text:
    """The way by which a line leaves a hex."""
    return _DIRECTIONS[SIDES[side]]


# Cards


def card_name(card: str) -> Text:
    """The name of an operations card."""
    return NAMES[f"card:{card}"]


def card_text(card: str) -> Text:
    """What an operations card does."""
    return NAMES[f"about:card:{card}"]


def tycoon_name(tycoon: str) -> Text:
    """The name of a tycoon; `?` is one that the reader may not know."""
    return NAMES[f"tycoon:{tycoon}"]


def tycoon_text(tycoon: str) -> Text:
    """What a tycoon asks for."""
    return NAMES[f"about:tycoon:{tycoon}"]


_TITLES: Mapping[str, Text] = {
    "growth": say("City Growth"),
    "grant": say("Government Land Grant"),
    "hotel": say("Hotel in {city}"),
    "line": say("Major Line {city} – {other}"),
    "industry": say("New Industry"),
    "level": say("New Train"),
    "engineering": say("Perfect Engineering"),
    "executive": say("Railroad Executive"),
    "bounty": say("Service Bounty in {city}"),
    "speed": say("Speed Record"),
    "first": say("The Railroad Era Begins"),
}
_EFFECTS: Mapping[str, Text] = {
    "growth": say(
        "{number} cubes from the bag for any city. Keep the card and use it before or after one of"
        " your actions."
    ),
    "growth:at_once": say("{number} cubes from the bag for any city, as soon as you take it."),
    "grant": say(
        "In one build action, tiles on open land without a river cost nothing. Hills, rivers and"
        " ridges are paid. Keep the card until you announce it."
    ),
    "hotel": say("{points} for each cube that anybody delivers to {city}, for you alone."),
    "line": say("{points} for the first whose own links join {city} and {other}."),
    "line:west": say(
        "{points} for the first whose own links join {city} and {other}, and who has built the"
        " western link there."
    ),
    "industry": say(
        "Put a new city on a gray one at once, in a colour of your choice, and pay nothing. It gets"
        " {number} cubes."
    ),
    "level": say("{points} for the first with locomotives of level {number}."),
    "engineering": say("Once in each turn you may lay {number} tiles in a build action."),
    "executive": say("Act {number} times more at once, in whatever way you like."),
    "bounty": say("{points} for whoever delivers the next cube to {city}."),
    "speed": say("{points} for the first who delivers a cube over {number} links or more."),
    "first": say("{points} for the first who delivers a cube."),
}


def _card(card: Card) -> dict[str, Field]:
    """R11.4 What a card is about."""
    places = map(Place, card.cities)
    return {
        "number": card.number,
        "points": points(card.points),
        **dict(zip(("city", "other"), places, strict=False)),
    }


def _title(card: Card) -> Text:
    return fill(_TITLES[card.what], _card(card))


def _effect(card: Card) -> Text:
    """R11.6, R11.8, R11.9, R11.10, R11.11, R11.13, R11.17, R11.18 What a card does."""
    return fill(_EFFECTS["line:west" if card.west else card.what], _card(card))


_AIMS: Mapping[str, Text] = {
    "chicago": say("{points} for each of your links that ends in {city}."),
    "links": say("{points} if you have more links than anybody else."),
    "shares": say("{points} if you have fewer shares than anybody else."),
    "level": say("{points} if you are the first with locomotives of level 6."),
    "west": say("{points} if you have built a western link."),
    "line": say(
        "{points} if you have the longest line: most links in one run that uses each of them once."
    ),
    "line:group": say("{points} if you have the largest group of links that hang together."),
    "chain": say("{points} if your own links join New York and {city}."),
    "money": say("{points} if you have more money than anybody else."),
}


def _aim(tycoon: Tycoon, case: str = "") -> Text:
    """R14.10, R14.11, R14.12, R14.14, R14.15, R14.16, R14.17 What a tycoon asks for."""
    fields: dict[str, Field] = {"points": points(tycoon.points), "city": Place(BOX.west_market)}
    return fill(_AIMS[case or tycoon.aim], fields)


_OPTIONS: Mapping[str, Text] = {
    "beginner": say("The game is"),
    "beginner=false": say("complete"),
    "beginner=true": say("for beginners"),
    "about:beginner=false": say("With operations cards, tycoon cards and western links."),
    "about:beginner=true": say("No operations cards, no tycoon cards, no western links."),
    "length": say("Length"),
    "length=full": say("full"),
    "length=short": say("short"),
    "about:length=full": say("10 to 18 empty cities bring the end, by the number of players."),
    "about:length=short": say("6 to 12 empty cities bring the end, by the number of players."),
    "auction": say("The order of play"),
    "auction=clockwise": say("follows the highest bidder clockwise"),
    "auction=reverse": say("is the reverse order of passing"),
    "auction=score": say("begins with the fewest points"),
    "about:auction=clockwise": say("Only the highest bidder pays."),
    "about:auction=reverse": say("The highest bidder pays in full, the others half of their bid."),
    "about:auction=score": say("There is an auction in the first turn only."),
    "tycoons": say("Each player is dealt"),
    "tycoons=one": say("one tycoon card"),
    "tycoons=two": say("two tycoon cards"),
    "about:tycoons=one": say("It stays secret until the end."),
    "about:tycoons=two": say("One of them is kept. Six players are dealt one each."),
    "city_growth": say("City Growth"),
    "city_growth=kept": say("is kept"),
    "city_growth=at_once": say("works at once"),
    "about:city_growth=kept": say("It is used before or after an action of its owner."),
    "about:city_growth=at_once": say("Two cubes come as soon as the card is taken."),
    "water": say("Rivers"),
    "water=crossing": say("cost $1,000 where track crosses them"),
    "water=flat": say("make every tile cost $3,000"),
    "about:water=crossing": say("Track that follows a river costs no more than elsewhere."),
    "about:water=flat": say("Plain or hill, crossed or followed, it is the same."),
    "curves": say("Track"),
    "curves=all": say("may turn tightly"),
    "curves=wide": say("turns widely"),
    "about:curves=all": say("A tile may join neighbouring sides of its hex."),
    "about:curves=wide": say("No tile joins neighbouring sides of its hex."),
    "levels": say("Locomotives go up to"),
    "levels=8": say("level 8"),
    "levels=7": say("level 7"),
    "about:levels=8": say("A cube may go over 8 links at most."),
    "about:levels=7": say("A cube may go over 7 links at most."),
    "bag": say("Delivered cubes"),
    "bag=return": say("return to the bag"),
    "bag=leave": say("leave the game"),
    "about:bag=return": say("They may be drawn again."),
    "about:bag=leave": say("The bag may run empty."),
    "judah": say("Theodore D. Judah counts"),
    "judah=line": say("the longest line"),
    "judah=group": say("the largest group of links"),
    "about:judah=line": say("One run of links, none of them twice."),
    "about:judah=group": say("All links that hang together, branches too."),
}
_VERBS: Mapping[str, Text] = {
    "do:keep": say("Keep a tycoon card"),
    "do:bid": say("Bid"),
    "do:pass": say("Pass"),
    "do:shares": say("Issue shares"),
    "do:issue": say("Issue"),
    "do:build": say("Build track"),
    "do:from": say("Begin a link"),
    "do:extend": say("Go on with a link"),
    "do:out": say("Leave the city"),
    "do:lay": say("Lay a tile"),
    "do:turn": say("Turn the last tile"),
    "do:connect": say("Build to a city"),
    "do:stop": say("Stop here"),
    "do:back": say("Back"),
    "do:urbanise": say("Urbanise a city"),
    "do:found": say("Put a new city"),
    "do:upgrade": say("Improve locomotives"),
    "do:deliver": say("Deliver a cube"),
    "do:cube": say("Choose a cube"),
    "do:ship": say("Deliver"),
    "do:take": say("Take a card"),
    "do:growth": say("Use City Growth"),
    "do:grow": say("Let a city grow"),
    "do:west": say("Build a western link"),
    "do:done": say("Nothing more"),
    "ask:keep": say("Which card?"),
    "ask:bid": say("How much do you bid?"),
    "ask:issue": say("How many shares?"),
    "ask:build": say("With a land grant or without?"),
    "ask:from": say("From which city?"),
    "ask:extend": say("Which unfinished link?"),
    "ask:out": say("In which direction?"),
    "ask:lay": say("In which direction?"),
    "ask:turn": say("In which direction?"),
    "ask:connect": say("To which city?"),
    "ask:found": say("In which gray city?"),
    "ask:cube": say("Which cube?"),
    "ask:ship": say("Which way?"),
    "ask:take": say("Which card?"),
    "ask:grow": say("Which city?"),
    "ask:west": say("Which city?"),
    "ask:city": say("Which colour for {name}?"),
}
_SOURCES: Mapping[str, Text] = {
    "event:ending": say("the end is near"),
    "event:pioneer": say("Pullman succeeds"),
    "alarm:bid": say("somebody bids"),
    "alarm:outbid": say("somebody bids as much or more"),
    "lapse:outbid": say("Somebody has bid more."),
    "lapse:auction": say("The auction is over."),
    "tally:deliveries": say("deliveries"),
    "tally:traffic": say("traffic of others"),
    "tally:hotels": say("hotels"),
    "tally:cards": say("cards"),
    "tally:lines": say("major lines"),
    "tally:shares": say("shares"),
    "tally:tycoon": say("tycoon card"),
    "colour:red": say("red"),
    "colour:blue": say("blue"),
    "colour:yellow": say("yellow"),
    "colour:black": say("black"),
    "colour:purple": say("purple"),
    "colour:gray": say("gray"),
    "kind:hand": say("kept, used once"),
    "kind:permanent": say("kept for good"),
    "kind:objective": say("objective"),
    "kind:immediate": say("works at once"),
    "kind:once_per_turn": say("once each turn"),
    "about:kind:hand": say("Taken with an action, kept until you use it, then gone."),
    "about:kind:permanent": say("Taken with an action, works for the rest of the game."),
    "about:kind:objective": say("Nobody takes it: the first who meets it scores, and it is gone."),
    "about:kind:immediate": say("Carried out by the action that takes it, then gone."),
    "about:kind:once_per_turn": say("Taken with an action, works once in each turn."),
}
NAMES: Mapping[str, Text] = {
    **_OPTIONS,
    **_VERBS,
    **_SOURCES,
    **{f"card:{name}": _title(card) for name, card in BOX.cards.items()},
    **{f"about:card:{name}": _effect(card) for name, card in BOX.cards.items()},
    "about:card:city_growth:at_once": fill(
        _EFFECTS["growth:at_once"], _card(BOX.cards["city_growth"])
    ),
    **{f"tycoon:{key}": say("{name}", name=one.name) for key, one in BOX.tycoons.items()},
    "tycoon:?": say("a hidden tycoon"),
    **{f"about:tycoon:{key}": _aim(one) for key, one in BOX.tycoons.items()},
    "about:tycoon:judah:group": _aim(BOX.tycoons["judah"], "line:group"),
    "about:tycoon:?": say("Shown at the end of the game."),
}
