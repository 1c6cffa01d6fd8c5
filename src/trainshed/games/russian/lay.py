"""Effects, costs, cards and tokens as signs and in words."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from trainshed.board.scene import PORCELAINS, Sign
from trainshed.core import Text, say, say_n

from .box import BOX, ENGINEERS, SPACES
from .names import described

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .box import Effect
    from .state import Placement

COLOURS = {
    "black": say("black"),
    "grey": say("grey"),
    "brown": say("brown"),
    "beige": say("beige"),
    "white": say("white"),
}
LINE_NAMES = (say("Trans-Siberian"), say("St Petersburg"), say("Kiev"))
LINE_SHORT = (say("Trans-Sib."), say("Petersburg"), say("Kiev"), say("Industry"))
PLACES = (say("first"), say("second"), say("third"), say("fourth"))
LOCOMOTIVE, FACTORY = Sign("loco"), Sign("factory")
X2 = Sign("disc:brass", "×2")
_BRIEF = {
    "any": say("any"),
    "black_or_grey": say("black/grey"),
    **COLOURS,
}
_FACTORY_BRIEF = {1: say("sum of engineers"), 8: say("two best locos")}
_FACTORY_WORDS = {
    1: say("points: the sum of the numbers on your engineers"),
    8: say("points: the sum of your two highest locomotives"),
}
TOKENS: dict[str, tuple[Text, Text, tuple[Sign, ...]]] = {
    "rails4": (
        say("four moves of any colours"),
        say("4 any"),
        (Sign("rail:any", count=4),),
    ),
    "industry5": (say("five industry steps"), say("5 industry"), (Sign("gear", count=5),)),
    "second_marker": (
        say("a second industry marker"),
        say("2nd marker"),
        (Sign("gear"), Sign("", "II")),
    ),
    "x2_3": (say("three x2 tokens"), say("3 x2"), (Sign("disc:brass", "×2", 3),)),
    "revaluation": (
        say("brown, beige and white rails count 3, 6 and 10"),
        say("revaluation"),
        (Sign("rail:brown"), Sign("upgrade")),
    ),
    "kiev_medal": (
        say("the Kiev medal: 20 points in each scoring, with grey rail and locomotive on space 5"),
        say("medal"),
        (Sign("medal", "20"),),
    ),
    "card": (
        say("a ? card, then a bonus card"),
        say("cards"),
        (Sign("card:question", "?"), Sign("card")),
    ),
}
"""R11.7 The ? tokens: what they do, in short, in signs."""
CARDS: dict[str, tuple[Text, Text, tuple[Sign, ...]]] = {
    "four_small": (
        say("an x2 token, an industry step and a black move, then one of them again"),
        say("each, and one of them again"),
        (X2, Sign("gear"), Sign("rail:black"), Sign("again")),
    ),
    "engineer": (
        say("the engineer without a letter, and a rouble"),
        say("an engineer and a rouble"),
        (Sign("engineer"), Sign("coin")),
    ),
    "factory_plus": (
        say("a factory and two industry steps"),
        say("a factory and two industry steps"),
        (FACTORY, Sign("gear", count=2)),
    ),
    "black_worker": (
        say("the black worker, with one more black move where he works"),
        say("the black worker"),
        (Sign("pawn:black"),),
    ),
    "loco9": (
        say("the special locomotive 9"),
        say("the locomotive 9"),
        (LOCOMOTIVE, Sign("", "9")),
    ),
    "flat15": (say("15 points"), say("15 points"), (Sign("points", "15"),)),
    "workers": (
        say("10 points for each worker gained, at most 30"),
        say("10 for each worker gained"),
        (Sign("points", "10"), Sign("", "/"), Sign("pawn:open")),
    ),
    "x2": (
        say("20 points for 4, 5 or 6 x2 tokens, 30 for 7 or 8"),
        say("20 for 4 x2 tokens, 30 for 7"),
        (Sign("points", "20"), Sign("", "/"), Sign("disc:brass", "×2", 4)),
    ),
    "lines": (
        say("10 points for each line with the black rail on its last space"),
        say("10 for each line at its end"),
        (Sign("points", "10"), Sign("", "/"), Sign("flag")),
    ),
    "black_spaces": (
        say("the sum of the spaces where the black rails stand, at most 33"),
        say("sum of the spaces of black rails"),
        (Sign("sum"), Sign("rail:black")),
    ),
    "extra_engineer": (
        say("one more engineer in the majority"),
        say("one more engineer"),
        (Sign("", "+1"), Sign("engineer")),
    ),
    "factories": (
        say("4 points for each factory"),
        say("4 for each factory"),
        (Sign("points", "4"), Sign("", "/"), FACTORY),
    ),
    "question_tokens": (
        say("7 points for each ? token used"),
        say("7 for each ? token used"),
        (Sign("points", "7"), Sign("", "/"), Sign("disc:violet", "?")),
    ),
    "engineers": (
        say("6 points for each engineer"),
        say("6 for each engineer"),
        (Sign("points", "6"), Sign("", "/"), Sign("engineer")),
    ),
    "locomotives": (
        say("the sum of the numbers of the locomotives"),
        say("sum of the locomotives"),
        (Sign("sum"), LOCOMOTIVE),
    ),
    "black1": (say("one black move"), say("1 black"), (Sign("rail:black", count=1),)),
    "industry1": (say("one industry step"), say("1 industry"), (Sign("gear", count=1),)),
    "x2_1": (say("one x2 token"), say("1 x2"), (X2,)),
    "rouble1": (say("one rouble"), say("1 ₽"), (Sign("coin"),)),
}
"""R12.1 ? cards, R12.13 bonus cards, R1.13 start bonuses: what they bring, in short, in signs."""
HIDDEN = say("a hidden bonus card"), say("hidden"), (Sign("", "?"),)


def signs(effect: Effect) -> tuple[Sign, ...]:
    """What an effect brings, in signs."""
    return tuple(_signs(effect))


def _signs(effect: Effect) -> Iterator[Sign]:
    for kind, count in effect.moves.items():
        if kind == "black_or_grey":
            yield from (Sign("rail:black", count=count), Sign("", "/"), Sign("rail:grey"))
        else:
            yield Sign(f"rail:{kind}", count=count)
    if effect.steps:
        yield Sign("gear", count=effect.steps)
    match effect.build:
        case "either":
            yield from (LOCOMOTIVE, Sign("", "/"), FACTORY)
        case "both":
            yield from (LOCOMOTIVE, Sign("", "+"), FACTORY)
        case _:
            pass
    if effect.x2:
        yield Sign("disc:brass", "×2", effect.x2 if effect.x2 > 1 else 0)
    if effect.roubles:
        yield Sign("coin", count=effect.roubles if effect.roubles > 1 else 0)
    if effect.turquoise:
        yield Sign("pawn:turquoise", count=effect.turquoise)
    if effect.points:
        yield Sign("points", f"+{effect.points}")
    if effect.claim:
        yield Sign("place", str(effect.claim))
    if effect.again:
        yield Sign("again")
    if effect.card:
        yield Sign("card")


@cache
def engineer_signs(number: int) -> tuple[Sign, ...]:
    """What an engineer does."""
    return signs(ENGINEERS[number].effect)


@cache
def factory_signs(number: int) -> tuple[Sign, ...]:
    """What a factory does."""
    match number:
        case 1:
            return Sign("sum"), Sign("engineer")
        case 8:
            return Sign("sum"), Sign("", "2"), LOCOMOTIVE
        case _:
            return signs(BOX.factories[number])


def words(effect: Effect) -> Text:
    """What an effect brings, in words."""
    if effect.claim:
        return say("claim the {place} place for the next round", place=PLACES[effect.claim - 1])
    if effect.public:
        return say("act as the engineer in this space does")
    return say("hire the engineer in this space") if effect.hire else described(effect)


@cache
def engineer_words(number: int) -> Text:
    """An engineer in words."""
    return say("engineer {number}: {does}", number=number, does=words(ENGINEERS[number].effect))


@cache
def factory_words(number: int) -> Text:
    """A factory in words."""
    does = _FACTORY_WORDS.get(number) or words(BOX.factories[number])
    return say("factory {number}: {does}", number=number, does=does)


@cache
def factory_brief(number: int) -> Text:
    """A factory in few words."""
    does = _FACTORY_BRIEF.get(number) or brief(BOX.factories[number])
    return say("factory {number}: {does}", number=number, does=does)


def brief(effect: Effect) -> Text:
    """What an effect brings, in as few words as a terminal has room for."""
    return say("{parts}", parts=tuple(_briefly(effect)))


def _briefly(effect: Effect) -> Iterator[Text]:
    for kind, count in effect.moves.items():
        yield say("{n} {colour}", n=count, colour=_BRIEF[kind])
    if effect.steps:
        yield say("{n} industry", n=effect.steps)
    match effect.build:
        case "either":
            yield say("loco/factory")
        case "both":
            yield say("loco+factory")
        case _:
            pass
    if effect.x2:
        yield say("{n} x2", n=effect.x2)
    if effect.roubles:
        yield say("{n} ₽", n=effect.roubles)
    if effect.turquoise:
        yield say("{n} temporary", n=effect.turquoise)
    if effect.points:
        yield say("+{n}", n=effect.points)
    if effect.claim:
        yield say("place {n}", n=effect.claim)
    if effect.again:
        yield say("again")
    if effect.card:
        yield say("card")


def pawn(seat: int) -> str:
    """A worker of a player."""
    return f"pawn:{PORCELAINS[seat][0]}"


@cache
def cost(space: str) -> tuple[Sign, ...]:
    """R3.1 What a space costs."""
    printed = SPACES[space]
    return (Sign("pawn:open"),) * printed.workers + (Sign("coin:open"),) * printed.roubles


@cache
def price(space: str) -> Text:
    """R3.1 What a space costs, in words."""
    printed = SPACES[space]
    parts = []
    if printed.workers:
        parts.append(say_n("{n} worker", "{n} workers", printed.workers))
    if printed.roubles:
        parts.append(say_n("{n} rouble", "{n} roubles", printed.roubles))
    return say("{parts}", parts=tuple(parts))


def pieces(placement: Placement) -> tuple[Sign, ...]:
    """What lies on a space; a pin tells whose it is where no worker does."""
    return (
        *(() if placement.own else (Sign(f"pin:{PORCELAINS[placement.seat][0]}"),)),
        *(Sign(pawn(placement.seat)),) * placement.own,
        *(Sign("pawn:black"),) * placement.black,
        *(Sign("pawn:turquoise"),) * placement.turquoise,
        *(Sign("coin"),) * placement.roubles,
    )
