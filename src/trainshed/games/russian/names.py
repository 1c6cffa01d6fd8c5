"""What things are called: options, verbs, spaces, pieces, and effects in a few words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trainshed.core import Mark, Text, say, say_n

from .box import BEIGE, BOX, BROWN, ENGINEERS, SPACES, WHITE, Effect

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from trainshed.core.text import Field

    from .box import Build, Space


def fill(text: Text, fields: Mapping[str, Field]) -> Text:
    """The text with more fields."""
    return Text(text.msgid, {**fields, **text.fields}, text.you, text.many)


def colour(name: str) -> Mark:
    """A colour of rails."""
    return Mark("colour", name)


def engineer(number: int) -> Mark:
    """An engineer by his number."""
    return Mark("engineer", str(number))


def locomotive(number: int) -> Mark:
    """A locomotive by its number."""
    return Mark("locomotive", str(number))


def factory(number: int) -> Mark:
    """A factory by its number."""
    return Mark("factory", str(number))


def points(count: int) -> Text:
    """Points as a plain number."""
    return say_n("{n} point", "{n} points", count)


def roubles(count: int) -> Text:
    """So many roubles."""
    return say_n("{n} rouble", "{n} roubles", count)


def workers(count: int) -> Text:
    """So many workers of the own colour."""
    return say_n("{n} worker", "{n} workers", count)


def turquoise(count: int) -> Text:
    """So many turquoise workers."""
    return say_n("{n} turquoise worker", "{n} turquoise workers", count)


def tokens(count: int) -> Text:
    """So many x2 tokens."""
    return say_n("{n} x2 token", "{n} x2 tokens", count)


def moves(kind: str, count: int) -> Text:
    """So many moves of a colour, or of a choice of colours."""
    match kind:
        case "any":
            return say_n("{n} move of any colour", "{n} moves of any colour", count)
        case "black_or_grey":
            return say_n(
                "{n} {black} or {grey} move",
                "{n} {black} or {grey} moves",
                count,
                black=colour("black"),
                grey=colour("grey"),
            )
        case _:
            return say_n("{n} {colour} move", "{n} {colour} moves", count, colour=colour(kind))


def steps(count: int) -> Text:
    """So many steps of an industry marker."""
    return say_n("{n} industry step", "{n} industry steps", count)


BUILDS: Mapping[Build, Text] = {
    "either": say("1 locomotive or factory"),
    "both": say("1 locomotive and 1 factory"),
    "locomotive": say("1 locomotive"),
    "factory": say("1 factory"),
}


def joined(parts: Sequence[Text]) -> Text:
    """One thing and another."""
    if len(parts) > 1:
        return say("{first} and {last}", first=tuple(parts[:-1]), last=parts[-1])
    return parts[0] if parts else say("nothing")


def described(effect: Effect) -> Text:
    """R3.1 What an effect brings."""
    found = [steps(effect.steps)] if effect.steps else []
    found += [moves(kind, count) for kind, count in effect.moves.items()]
    if effect.build:
        found.append(BUILDS[effect.build])
    if effect.x2:
        found.append(tokens(effect.x2))
    if effect.roubles:
        found.append(roubles(effect.roubles))
    if effect.turquoise:
        found.append(turquoise(effect.turquoise))
    if effect.again:
        found.append(say("an action again"))
    if effect.card:
        found.append(say("a bonus card or {points}", points=points(BOX.card_points)))
    if effect.points:
        found.append(points(effect.points))
    return joined(found)


def _space(space: Space) -> Text:
    """The title of a space of the common board."""
    effect = space.effect
    if effect.claim:
        return say("place {place} in the next round", place=effect.claim)
    if effect.public:
        return say("public engineer, space {space}", space=effect.public)
    return say("hire an engineer") if effect.hire else described(effect)


_RAIL = say("On a line of your choice.")
_RAILS = say("On one line or divided among several.")
_WHITE = say("On the Trans-Siberian only.")
_BUILD = say("The next locomotive of the piles, or a factory from there or from the reserve.")
_STEPS = say("Each factory that the marker enters works at once; an empty hole stops it.")
_CLAIM = say("When all have passed, the worker may go to another space and act once more.")
_PUBLIC = say("The engineer who lies here works once in each round, for whoever comes first.")
MORE: Mapping[str, Text] = {
    "rail_any2": say("It takes a rouble in any case. The two moves may be of different colours."),
    "rail_shared": say("It never closes: anybody may come here, and again and again."),
    "loco_3w": say("One of each, in the order that you like."),
    "industry_2w_black": say("In the order that you like."),
    "x2_1w": say("It doubles the first space of the Trans-Siberian that has none yet, up to 8."),
    "roubles_1w": say("A rouble pays like a worker, but only once."),
    "temp_workers_1w": say("They work for you until the round ends."),
    "engineer_hire": say(
        "The engineer on the recruiting space is yours from now on: a space for you alone, once in"
        " each round. Only a rouble pays for him."
    ),
    "last_round": say("This space is open in the last round only."),
}
"""What there is to say about a space besides what it costs."""


def _more(space: Space) -> Text:
    effect = space.effect
    if space.id in MORE:
        return MORE[space.id]
    if effect.claim:
        return _CLAIM
    if effect.public:
        return _PUBLIC
    if effect.build:
        return _BUILD
    if effect.steps:
        return _STEPS
    if "white" in effect.moves:
        return _WHITE
    return _RAILS if sum(effect.moves.values()) > 1 else _RAIL


def _about(space: Space) -> Text:
    return say("Costs {cost}. {more}", cost=costs(space.id), more=_more(space))


def costs(space: str) -> Text:
    """R3.1, R9.6 What a space costs; an engineer one worker."""
    if space not in SPACES:
        return workers(1)
    printed = SPACES[space]
    cost = [workers(printed.workers)] if printed.workers else []
    cost += [roubles(printed.roubles)] if printed.roubles else []
    return joined(cost)


_AGAIN = say("One that you have paid with a single worker of your colour and nothing else.")
NAMES: Mapping[str, Text] = {
    "bonus_pile": say("The bonus pile"),
    "bonus_pile=closed": say("is seen only by who takes a card"),
    "bonus_pile=open": say("is open, and shows what everybody has"),
    "about:bonus_pile=open": say(
        "A house rule: everybody may look through it at any time, and sees the cards of the others."
    ),
    "about:bonus_pile=closed": say("Which cards the others have stays secret until the end."),
    "do:bonus": say("Take a start bonus"),
    "do:place": say("Pay for a space"),
    "do:pass": say("Pass"),
    "do:swap": say("Exchange a worker"),
    "do:move": say("Move a rail"),
    "do:step": say("Take an industry step"),
    "do:locomotive": say("Place a locomotive"),
    "do:retire": say("Turn the locomotive over"),
    "do:factory": say("Build a factory"),
    "do:again": say("Act again"),
    "do:token": say("Use a ? token"),
    "do:card": say("Take a ? card"),
    "do:repeat": say("Do one thing twice"),
    "do:take": say("Take a bonus card"),
    "do:ten": say("Take points instead"),
    "do:lapse": say("Give up the rest"),
    "ask:bonus": say("Which start bonus?"),
    "ask:place": say("Which space do you pay for?"),
    "ask:swap": say("The worker from which space?"),
    "ask:move": say("Which rail moves?"),
    "ask:step": say("Which marker goes on?"),
    "ask:locomotive": say("On which slot?"),
    "ask:factory": say("Which factory do you build?"),
    "ask:again": say("Which action again?"),
    "ask:token": say("Which token?"),
    "ask:card": say("Which card?"),
    "ask:repeat": say("Which of the three?"),
    "ask:take": say("Which card?"),
    "ask:space": say("How do you pay?"),
    "ask:pile": say("Into which hole?"),
    "ask:reserve": say("Into which hole?"),
    "event:hired": say("engineer {engineer} hired"),
    "event:unlocked": say("new rails"),
    "event:reached": say("? space"),
    "event:majority": say("{points} for engineers"),
    "tally:trans": say("Trans-Siberian"),
    "tally:petersburg": say("St Petersburg"),
    "tally:kiev": say("Kiev"),
    "tally:industry": say("industry"),
    "tally:pass": say("passing"),
    "tally:action": say("in play"),
    "tally:cards": say("bonus cards"),
    "tally:engineers": say("most engineers"),
    "line:trans": say("Trans-Siberian"),
    "line:petersburg": say("St Petersburg"),
    "line:kiev": say("Kiev"),
    "on:trans": say("on the Trans-Siberian"),
    "on:petersburg": say("on St Petersburg"),
    "on:kiev": say("on Kiev"),
    "question:trans13": say("Trans-Siberian {space}", space=13),
    "question:petersburg4": say("St Petersburg {space}", space=4),
    "question:petersburg6": say("St Petersburg {space}", space=6),
    "question:industry": say("the industry track"),
    "colour:black": say("black"),
    "colour:grey": say("grey"),
    "colour:brown": say("brown"),
    "colour:beige": say("beige"),
    "colour:white": say("white"),
    **{f"space:{space.id}": _space(space) for space in BOX.spaces},
    **{f"about:space:{space.id}": _about(space) for space in BOX.spaces},
    "token:rails4": described(Effect(moves={"any": 4})),
    "token:industry5": described(Effect(steps=5)),
    "token:second_marker": say("second industry marker"),
    "token:x2_3": described(Effect(x2=3)),
    "token:revaluation": say("revaluation"),
    "token:kiev_medal": say("Kiev medal"),
    "token:card": say("? card and bonus card"),
    "about:token:rails4": say("Any rails that you have, also those that these moves bring."),
    "about:token:industry5": say("What you cannot or will not use of them is lost."),
    "about:token:second_marker": say(
        "It begins at the start of the industry track and scores besides the first. The first must"
        " have moved."
    ),
    "about:token:x2_3": say("They double the next spaces of the Trans-Siberian, up to 8."),
    "about:token:revaluation": say(
        "Your brown, beige and white rails are worth {brown}, {beige} and {white} from now on.",
        brown=BOX.revalued[BROWN],
        beige=BOX.revalued[BEIGE],
        white=BOX.revalued[WHITE],
    ),
    "about:token:kiev_medal": say(
        "{n} points in each scoring, once your grey rail and your locomotive are at Kiev {space}.",
        n=BOX.medal.points,
        space=BOX.medal.space,
    ),
    "about:token:card": say("First a ? card of your choice, then a bonus card or 10 points."),
    "card:?": say("a hidden card"),
    "card:four_small": say("four small things"),
    "card:engineer": say("engineer and rouble"),
    "card:factory_plus": described(Effect(build="factory", steps=2)),
    "card:black_worker": say("black worker"),
    "card:loco9": say("locomotive 9"),
    "about:card:four_small": say(
        "One x2 token, one industry step and one black move; then one of these a second time."
    ),
    "about:card:engineer": say(
        "Engineer {engineer} works for you from now on, and you get a rouble.",
        engineer=engineer(next(n for n, one in ENGINEERS.items() if not one.letter)),
    ),
    "about:card:factory_plus": say("In the order that you like."),
    "about:card:black_worker": say(
        "One more worker for the rest of the game. Where it helps to pay for black moves, you have"
        " one more of them."
    ),
    "about:card:loco9": say("The special locomotive 9. It is never displaced."),
    "card:flat15": say("15 points"),
    "card:workers": say("10 for each new worker"),
    "card:x2": say("20 or 30 for x2 tokens"),
    "card:lines": say("10 for each finished line"),
    "card:black_spaces": say("spaces of black rails"),
    "card:extra_engineer": say("one more engineer"),
    "card:factories": say("4 for each factory"),
    "card:question_tokens": say("7 for each ? token"),
    "card:engineers": say("6 for each engineer"),
    "card:locomotives": say("numbers of locomotives"),
    "about:card:flat15": say("15 points at the end, whatever happens."),
    "about:card:workers": say("10 points for each worker gained in play, also the black one."),
    "about:card:x2": say("20 points for 4 x2 tokens or more, 30 points for 7 or 8."),
    "about:card:lines": say("10 points for each line whose last space the black rail has reached."),
    "about:card:black_spaces": say(
        "The numbers of the spaces where your three black rails stand, added up."
    ),
    "about:card:extra_engineer": say(
        "It counts as one more engineer when the most engineers are looked for, if you have any."
    ),
    "about:card:factories": say("4 points for each factory on your industry track."),
    "about:card:question_tokens": say("7 points for each ? token that you have used."),
    "about:card:engineers": say("6 points for each of your engineers."),
    "about:card:locomotives": say("As many points as the numbers of your locomotives add up to."),
    "card:black1": described(Effect(moves={"black": 1})),
    "card:industry1": described(Effect(steps=1)),
    "card:x2_1": described(Effect(x2=1)),
    "card:rouble1": described(Effect(roubles=1)),
    **{f"engineer:{number}": described(one.effect) for number, one in ENGINEERS.items()},
    **{f"about:engineer:{n}": _AGAIN for n, one in ENGINEERS.items() if one.effect.again},
    **{f"factory:{number}": described(effect) for number, effect in BOX.factories.items()},
    **{f"about:factory:{n}": _AGAIN for n, effect in BOX.factories.items() if effect.again},
    "factory:1": say("points by the numbers of the engineers"),
    "factory:8": say("points by the two best locomotives"),
}


def titled(space: str, row: Sequence[int]) -> Text:
    """A space by its title; one with an engineer by him."""
    if space not in SPACES:
        return say("engineer {engineer}", engineer=engineer(int(space.rsplit("_", 1)[-1])))
    public = SPACES[space].effect.public
    if public and public < len(row) and row[public]:
        return say("public engineer {engineer}", engineer=engineer(row[public]))
    return NAMES[f"space:{space}"]
