"""What a choice comes to in points: at once, and in every way in which its turn can end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from msgspec import Struct

from trainshed.core import Action, Choice, Game, Match, Seat, Text, say, say_n
from trainshed.core.recall import recalled

MANY = 400
"""So many answers are tried to see all ends of a turn."""
_WIDE = 4
"""So many positions are followed where there are more, and as many answers tried again."""

Laws: TypeAlias = Game[Any, Any, Any]


class Ends(Struct, frozen=True):
    """The positions in which a turn can end, as far as they were seen."""

    states: Sequence[Any]
    whole: bool
    """Whether there are no others."""
    veiled: bool
    """Whether something may be taken unseen on the way: nobody knows what it will be worth."""


def gain(game: Laws, state: Any, done: Any) -> int | None:  # noqa: ANN401
    """How many points more whoever is asked would have, a round counted, when he has done it."""
    seat = game.actor(state)
    return None if seat is None else _points(game, done)[seat] - _points(game, state)[seat]


@recalled(16)
def _points(game: Laws, state: Any) -> tuple[int, ...]:  # noqa: ANN401
    """What each seat has, and would score in this round; nothing of the end of the game."""
    late = game.due(state).values()
    return tuple(
        points - sum(due[seat] for due in late) for seat, points in enumerate(game.scores(state))
    )


def prospects(match: Match[Any, Any], state: Any, action: Action) -> tuple[Text, ...]:  # noqa: ANN401
    """What an action can come to within this turn: in this round, at once, and at the end."""
    game = match.game
    seat = game.actor(state)
    if seat is None or seat < 0 or game.forecast is None:
        return ()
    first = game.does(state, action)
    found = ends(game, first, seat)
    return (
        *_in_the_round(game, state, found, seat),
        *_at_once(game, first, found, seat),
        *_at_the_end(game, state, found, seat),
    )


def _in_the_round(game: Laws, state: Any, found: Ends, seat: Seat) -> list[Text]:  # noqa: ANN401
    """The points of the round, and where they come from."""
    old = _round(game, state, seat)
    new = [_round(game, one, seat) for one in found.states]
    sums = [sum(one.values()) for one in new]
    before, after = sum(old.values()), max(sums)
    texts = []
    if after > before or (after < before and found.whole):
        said = (_surely if min(sums) == after else _at_best) if found.whole else _or_more
        texts.append(said(after, before))
    elif min(sums) < before or not found.whole:
        return []
    best = [one for one, points in zip(new, sums, strict=True) if points == after]
    parts = _parts(game, old, best[0])
    if parts and found.whole and all(one == best[0] for one in best):
        texts.append(say("{parts}", parts=parts))
    elif parts and texts:
        texts.append(say("For instance: {parts}.", parts=parts))
    return texts


def _at_once(game: Laws, first: Any, found: Ends, seat: Seat) -> list[Text]:  # noqa: ANN401
    """The points that the rest of the turn brings at once, beside those of its first answer."""

    def scored(state: Any) -> int:  # noqa: ANN401
        return _points(game, state)[seat] - sum(_round(game, state, seat).values())

    begun = scored(first)
    if not found.whole:
        best = max(found.states, key=lambda it: sum(_round(game, it, seat).values()))
        more = scored(best) - begun
        return [_more_at_once(more)] if more > 0 else []
    points = [scored(one) - begun for one in found.states]
    if min(points) == max(points):
        return [_besides(points[0])] if points[0] else []
    return [_besides_up_to(max(points))] if max(points) > 0 else []


def _at_the_end(game: Laws, state: Any, found: Ends, seat: Seat) -> list[Text]:  # noqa: ANN401
    """What counts at the end of the game, if nobody changes it."""
    old = _of(game.due(state), seat)
    new = [_of(game.due(one), seat) for one in found.states]
    if not found.whole or found.veiled:
        best = max(new, key=lambda one: sum(one.values()))
        parts = _parts(game, old, {source: max(best[source], old[source]) for source in old})
        return [_or_more_at_the_end(parts)] if parts else []
    sure = {source: new[0][source] for source in old if _is_one(new, source)}
    most = {source: max(one[source] for one in new) for source in old if source not in sure}
    parts = (
        *_parts(game, old, sure),
        *_parts(game, old, {k: max(n, old[k]) for k, n in most.items()}, _up_to),
    )
    return [say("At the end of the game, if it stays so: {parts}.", parts=parts)] if parts else []


def _is_one(counts: Iterable[Mapping[str, int]], source: str) -> bool:
    return len({one[source] for one in counts}) == 1


def _round(game: Laws, state: Any, seat: Seat) -> dict[str, int]:  # noqa: ANN401
    """What one seat would score if the round ended in a state, by source."""
    assert game.forecast is not None
    return _of(game.forecast(state), seat)


def _of(points: Mapping[str, tuple[int, ...]], seat: Seat) -> dict[str, int]:
    """What one seat has of each source."""
    return {source: counts[seat] for source, counts in points.items()}


def _part(source: Text, more: str) -> Text:
    return say("{source} {more}", source=source, more=more)


def _up_to(source: Text, more: str) -> Text:
    return say("{source} up to {more}", source=source, more=more)


def _parts(
    game: Laws,
    old: Mapping[str, int],
    new: Mapping[str, int],
    part: Callable[[Text, str], Text] = _part,
) -> tuple[Text, ...]:
    """What comes to each source, where it is something."""
    return tuple(
        part(game.names[f"tally:{source}"], f"{more:+d}")
        for source in new
        if (more := new[source] - old[source])
    )


def _at_best(after: int, before: int) -> Text:
    return say_n(
        "If the round ended then: at best {n} point instead of {before}.",
        "If the round ended then: at best {n} points instead of {before}.",
        after,
        before=before,
    )


def _surely(after: int, before: int) -> Text:
    return say_n(
        "If the round ended then: {n} point instead of {before}.",
        "If the round ended then: {n} points instead of {before}.",
        after,
        before=before,
    )


def _or_more(after: int, before: int) -> Text:
    return say_n(
        "If the round ended then: {n} point or more can be reached, instead of {before}.",
        "If the round ended then: {n} points or more can be reached, instead of {before}.",
        after,
        before=before,
    )


def _besides(points: int) -> Text:
    return say_n("Besides {n} point at once.", "Besides {n} points at once.", points)


def _besides_up_to(points: int) -> Text:
    return say_n("Besides up to {n} point at once.", "Besides up to {n} points at once.", points)


def _more_at_once(points: int) -> Text:
    return say_n(
        "Besides {n} point or more at once can be reached.",
        "Besides {n} points or more at once can be reached.",
        points,
    )


def _or_more_at_the_end(parts: tuple[Text, ...]) -> Text:
    return say(
        "At the end of the game, if it stays so, this or more can be reached: {parts}.",
        parts=parts,
    )


def ends(game: Laws, first: Any, seat: Seat) -> Ends:  # noqa: ANN401
    """Every end of a turn, or where there are too many, some that are found soon.

    Different orders of the same answers come to the same position, which is followed once.
    """
    found, open_, veiled = [], [first], False
    met: dict[Any, None] = {}
    tried = 0
    while open_ and tried <= MANY:
        one = open_.pop()
        if not _goes_on(game, one, seat):
            found.append(one)
            continue
        veiled = veiled or _is_veiled(one)
        for option in game.actions(one):
            after = game.does(one, option)
            tried += 1
            if (key := after.untold()) not in met:
                met[key] = None
                open_.append(after)
    if not open_:
        return Ends(found, whole=True, veiled=veiled)
    return Ends([*found, *_likely(game, first, seat)], whole=False, veiled=veiled)


def _likely(game: Laws, first: Any, seat: Seat) -> Sequence[Any]:  # noqa: ANN401
    """Some ends of a turn: the best positions after each answer are followed to the end."""
    front, found, tried = [first], [], 0
    while front:
        following: dict[Any, Any] = {}
        for one in front:
            if not _goes_on(game, one, seat):
                found.append(one)
                continue
            for option in game.actions(one):
                after = game.does(one, option)
                following.setdefault(after.untold(), after)
                tried += 1
        wide = _WIDE if tried <= MANY else 1
        front = sorted(following.values(), key=lambda it: -_points(game, it)[seat])[:wide]
    return found


def _goes_on(game: Laws, state: Any, seat: Seat) -> bool:  # noqa: ANN401
    """Whether the same seat is asked for the next part of its turn."""
    step = state.stack[-1] if state.stack else None
    return isinstance(step, Choice) and game.actor(state) == seat


def _is_veiled(state: Any) -> bool:  # noqa: ANN401
    """Whether what is offered is secret, and shown to nobody yet."""
    return bool(state.hidden) and state.stack[-1].tells
