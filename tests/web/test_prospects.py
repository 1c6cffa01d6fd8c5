"""What a choice says it can come to is compared with every way in which its turn can end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import Struct

from trainshed.core import Action, Choice, Game, Match, Seat, Text, loads
from trainshed.games import game
from trainshed.web.printing.prospects import MANY, prospects

LAWS = game("russian")
RECORDS = Path(__file__).parents[1] / "records"
CROWDED = (
    ("russian-4-greedy.record", 312, "place loco_3w"),
    ("russian-2-greedy.record", 167, "place rail_black_2w"),
)
"""Choices with more ends than are tried."""
MOST = 3000
"""So many positions are looked at to see all ends of a turn."""


class Ways(Struct, frozen=True):
    """Every end of a turn, found by trying everything: what it brings to who is asked."""

    before: int
    rounds: frozenset[tuple[int, frozenset[tuple[str, int]]]]
    """The points of the round, and what came to each source."""
    at_once: frozenset[int]
    joint: frozenset[tuple[int, int]]
    """The points of the round and those at once."""
    late: frozenset[frozenset[tuple[str, int]]]
    whole: bool


def _later(state: Any, seat: Seat) -> Iterator[Any]:  # noqa: ANN401
    """The positions in which a turn can end; None after the last where there are too many."""
    open_, met = [state], {state.untold()}
    while open_:
        one = open_.pop()
        step = one.stack[-1] if one.stack else None
        if not isinstance(step, Choice) or step.actor(one) != seat:
            yield one
            continue
        for action in LAWS.actions(one):
            after = LAWS.does(one, action)
            if (key := after.untold()) not in met:
                met.add(key)
                open_.append(after)
        if len(met) > MOST:
            yield None
            return


def _sources(points: Any, seat: Seat) -> dict[str, int]:  # noqa: ANN401
    return {LAWS.names[f"tally:{source}"].msgid: counts[seat] for source, counts in points.items()}


def _ways(state: Any, action: Action, seat: Seat) -> Ways:  # noqa: ANN401
    """What the turn can come to in truth: with the cards that lie hidden, too."""
    first = LAWS.does(state, action)
    found = [*_later(first, seat)]
    ends = [one for one in found if one is not None]
    assert LAWS.forecast is not None

    def round_of(one: Any) -> dict[str, int]:  # noqa: ANN401
        return _sources(LAWS.forecast(one), seat)  # type: ignore[misc]

    def late_of(one: Any) -> dict[str, int]:  # noqa: ANN401
        return _sources(LAWS.due(LAWS.view(one, seat)), seat)

    def more(new: dict[str, int], old: dict[str, int]) -> frozenset[tuple[str, int]]:
        return frozenset((key, new[key] - old[key]) for key in new if new[key] != old[key])

    def scored(one: Any) -> int:  # noqa: ANN401
        return int(one.magnates[seat].score - first.magnates[seat].score)

    old, due = round_of(state), late_of(state)
    rounds = [(sum(round_of(one).values()), more(round_of(one), old)) for one in ends]
    return Ways(
        before=sum(old.values()),
        rounds=frozenset(rounds),
        at_once=frozenset(map(scored, ends)),
        joint=frozenset((n, scored(one)) for (n, _), one in zip(rounds, ends, strict=True)),
        late=frozenset(more(late_of(one), due) for one in ends),
        whole=len(ends) == len(found),
    )


def _parts(text: Text) -> Iterator[tuple[str, int, bool]]:
    """What a list says of each source, and whether it is certain."""
    parts = text.fields["parts"]
    assert isinstance(parts, tuple)
    for part in parts:
        assert isinstance(part, Text)
        source, more = part.fields["source"], part.fields["more"]
        assert isinstance(source, Text)
        assert isinstance(more, str)
        yield source.msgid, int(more), "up to" not in part.msgid


def _listed(text: Text) -> frozenset[tuple[str, int]]:
    return frozenset((source, more) for source, more, _ in _parts(text))


def _holds(text: Text, ways: Ways, texts: tuple[Text, ...]) -> bool:
    """Whether a sentence is true of all ends."""
    sums = {points for points, _ in ways.rounds}
    n = text.fields.get("n")
    said = next((it.fields["n"] for it in texts if it.msgid.startswith("If the round")), None)
    match text.msgid:
        case "If the round ended then: {n} point instead of {before}.":
            return ways.whole and sums == {n}
        case "If the round ended then: at best {n} point instead of {before}.":
            return ways.whole and max(sums) == n and len(sums) > 1
        case "If the round ended then: {n} point or more can be reached, instead of {before}.":
            return not ways.whole or n in sums
        case "{parts}":
            best = {parts for points, parts in ways.rounds if said in (None, points)}
            return ways.whole and best == {_listed(text)}
        case "For instance: {parts}.":
            return not ways.whole or (said, _listed(text)) in ways.rounds
        case "Besides {n} point at once.":
            return ways.whole and ways.at_once == {n}
        case "Besides up to {n} point at once.":
            return ways.whole and max(ways.at_once) == n
        case "Besides {n} point or more at once can be reached.":
            return not ways.whole or any(
                n == more and said in (None, points) for points, more in ways.joint
            )
        case "At the end of the game, if it stays so: {parts}.":
            return ways.whole and _late_holds(text, ways)
        case "At the end of the game, if it stays so, this or more can be reached: {parts}.":
            return not ways.whole or any(_reaches(one, text) for one in ways.late)
        case _:
            raise AssertionError(text)


def _late_holds(text: Text, ways: Ways) -> bool:
    """What is certain is so in every end, what comes up to something in the best one."""
    for source, more, is_sure in _parts(text):
        found = {dict(one).get(source, 0) for one in ways.late}
        if found != {more} if is_sure else max(found) != more:
            return False
    return True


def _reaches(one: frozenset[tuple[str, int]], text: Text) -> bool:
    return all(dict(one).get(key, 0) >= more for key, more in _listed(text))


def _silent_rightly(ways: Ways, texts: tuple[Text, ...]) -> bool:
    """Whether nothing is left out that is sure: a round or points at once that every end has."""
    said = {text.msgid.split(":")[0].split(" {")[0] for text in texts}
    sums = {points for points, _ in ways.rounds}
    if "If the round ended then" not in said and len(sums) == 1 and sums != {ways.before}:
        return False
    return (
        any(it.startswith("Besides") for it in said) or ways.at_once == {0} or len(ways.at_once) > 1
    )


def _check(match: Match[Any, Any], action: Action, seat: Seat) -> list[str]:
    """Every sentence of a choice is true; what kinds there were."""
    view = LAWS.view(match.state, seat)
    texts = prospects(match, view, action)
    ways = _ways(match.state, action, seat)
    for text in texts:
        if "before" in text.fields:
            assert text.fields["before"] == ways.before
        assert _holds(text, ways, texts), (str(action), text, ways)
    assert not ways.whole or _silent_rightly(ways, texts), (str(action), texts, ways)
    return [text.msgid for text in texts]


def _compared(seed: int, often: float) -> dict[str, int]:
    """A random game in which hardly anybody passes: how many sentences of each kind were true."""
    rng, seats = Random(seed), 2 + seed % 3
    pile = "open" if seed % 2 else "closed"
    match = Match(
        LAWS, seats=seats, options=LAWS.read_options({"bonus_pile": pile}), seed=f"b{seed}"
    )
    kinds: dict[str, int] = {}
    while (actor := match.actor) is not None:
        offered = list(LAWS.actions(match.state))
        if actor >= 0 and rng.random() < often:
            for action in rng.sample(offered, min(4, len(offered))):
                for kind in _check(match, action, actor):
                    kinds[kind] = kinds.get(kind, 0) + 1
        match.play(actor, rng.choice([it for it in offered if str(it) != "pass"] or offered))
    return kinds


def test_what_a_choice_can_come_to_is_so_in_every_end_of_its_turn() -> None:
    """What is certain holds however the turn goes on, what is best is the best of all."""
    kinds: dict[str, int] = {}
    for seed in (2, 5, 6):
        for kind, count in _compared(seed, 0.1).items():
            kinds[kind] = kinds.get(kind, 0) + count
    for kind in ("at best", "or more can be reached", "Besides", "At the end", "{parts}"):
        assert any(kind in it for it in kinds), (kind, kinds)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(30))
def test_what_many_choices_can_come_to_is_so_in_every_end(seed: int) -> None:
    """The same many times."""
    assert _compared(seed, 0.3)


def test_a_choice_with_thousands_of_ends_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever looks ahead keeps all others waiting: so many answers are tried and no more."""
    does, tried = Game.does, [0]

    def counted(laws: Any, state: Any, action: Any) -> Any:  # noqa: ANN401
        tried[-1] += 1
        return does(laws, state, action)

    monkeypatch.setattr(Game, "does", counted)
    for name, at, line in CROWDED:
        match = Match.replay(LAWS, loads((RECORDS / name).read_text("utf-8")), at=at, trusted=True)
        tried.append(0)
        assert prospects(match, match.state, match.read(line))
        assert MANY < tried[-1] < 3 * MANY
