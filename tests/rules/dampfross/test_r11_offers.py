"""R11.6, R11.7 What is offered, against a search of all routes on small networks."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from itertools import pairwise, product
from random import Random
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from tests.rules.dampfross.position import offers, play
from tests.rules.dampfross.races import lab, network, operating
from trainshed.games.dampfross.entering import Entering
from trainshed.games.dampfross.france import Choosing, Rolling, Stepping
from trainshed.games.dampfross.sheet import column_row, hex_name
from trainshed.games.dampfross.state import State

Segment = frozenset[str]
NOTHING: Mapping[int, int] = {}
MOST = 30_000
"""Networks with more routes than these are left out."""


class Net(NamedTuple):
    """A network: who has track on each segment, white lines, mountains."""

    owners: dict[Segment, frozenset[int]]
    high: frozenset[str]
    start: str
    goal: str
    white: tuple[str, ...] = ()

    def lines(self, here: str, there: str, free: tuple[int, ...]) -> list[int]:
        """R11.5 Whose lines may be used on a segment."""
        owners = self.owners.get(frozenset({here, there}), frozenset())
        own = [company for company in free if company in owners]
        return own[:1] or sorted(owners)


class Way(NamedTuple):
    """A route from start to goal."""

    hexes: tuple[str, ...]
    lines: tuple[int, ...]

    def due(self, free: tuple[int, ...]) -> dict[int, int]:
        """R12.1, R12.2 What it owes each rival: every stretch costs its steps and one."""
        found: dict[int, int] = {}
        last = -1
        for line in self.lines:
            if line not in free:
                found[line] = found.get(line, 0) + (1 if line == last else 2)
            last = line
        return found

    def points(self, high: frozenset[str]) -> int:
        """R14.3 The points that it takes."""
        pairs = zip(self.hexes, self.hexes[1:], strict=False)
        return sum(2 if there in high and here not in high else 1 for here, there in pairs)

    def text(self, first: int) -> str:
        """As an action writes it."""
        steps = zip(self.hexes[1:], self.lines, strict=True)
        words = (hex_ if line == first else f"{hex_}:{line}" for hex_, line in steps)
        return "-".join((self.hexes[0], *words))


def ways(net: Net, free: tuple[int, ...]) -> Iterator[Way]:
    """R11.3 All ways without a segment twice that end when they first reach the goal."""
    beside: dict[str, list[str]] = {}
    for segment in net.owners:
        one, other = sorted(segment)
        beside.setdefault(one, []).append(other)
        beside.setdefault(other, []).append(one)

    def on(
        hexes: tuple[str, ...], lines: tuple[int, ...], used: frozenset[Segment]
    ) -> Iterator[Way]:
        here = hexes[-1]
        if here == net.goal:
            yield Way(hexes, lines)
            return
        for there in beside.get(here, ()):
            segment = frozenset({here, there})
            if segment not in used:
                for line in net.lines(here, there, free):
                    yield from on((*hexes, there), (*lines, line), used | {segment})

    return on((net.start,), (), frozenset())


def legal(
    way: Way, free: tuple[int, ...], money: dict[int, int], owed: Mapping[int, int] = NOTHING
) -> bool:
    """R11.4, R12.3, R12.4, R12.7, R13.4 Own track, the limit, and what the accounts cover."""
    due = {line: max(0, amount - owed.get(line, 0)) for line, amount in way.due(free).items()}
    total = sum(due.values())
    if not set(way.lines) & set(free) or max(due.values(), default=0) > 10:
        return False
    if len(free) == 1:
        return total <= money[free[0]]
    rich, poor = sorted(free, key=lambda company: -money[company])
    return total - total // 2 <= money[rich] and total // 2 <= money[poor]


def neighbours(name: str) -> list[str]:
    """The hexes beside a hex on the endless plain."""
    column, row = column_row(name) or (0, 0)
    odd = column % 2
    steps = [(0, -1), (0, 1), (1, odd - 1), (1, odd), (-1, odd - 1), (-1, odd)]
    return [hex_name(column + x, row + y) for x, y in steps if column + x >= 0 and row + y >= 0]


def network_of(rng: Random, columns: str, rows: str, density: float, *, white: bool) -> Net:
    """Track of three companies, here and there, in a block of hexes."""
    block = [f"{column}{row}" for column in columns for row in rows]
    start, goal = f"{columns[0]}{rows[1]}", f"{columns[-1]}{rows[1]}"
    segments = sorted(
        {
            frozenset({here, there})
            for here in block
            for there in neighbours(here)
            if there in block
        },
        key=sorted,
    )
    owners: dict[Segment, frozenset[int]] = {}
    for segment in segments:
        if rng.random() < density:
            count = rng.choice((1, 1, 1, 2))
            owners[segment] = frozenset(rng.sample(range(3), count))
    path = tuple(f"{column}{rows[0]}" for column in columns[1:-1]) if white else ()
    for here, there in pairwise(path):
        owners.setdefault(frozenset({here, there}), frozenset({3}))
    high = frozenset(
        rng.sample([hex_ for hex_ in block if hex_ not in {start, goal}], len(block) // 4)
    )
    return Net(owners, high, start, goal, path)


def declaring(
    net: Net, money: tuple[int, ...], rules: str = "laurin", *, debt: bool = False
) -> State | None:
    """The race from West to East is drawn; none if there is no way or it is too short."""
    drawn = [
        " ".join("-".join(sorted(s)) for s, owners in net.owners.items() if company in owners)
        for company in range(3)
    ]
    sheet = lab(
        west=net.start,
        east=net.goal,
        mountains=" ".join(sorted(net.high)),
        white="-".join(net.white),
        abroad=" ".join(net.white),
        rules=rules,
    )
    state = operating(network(*drawn, money=money, sheet=sheet, debt=debt))
    if "dice 1 1" not in offers(state):
        return None
    state = play(state, "dice 1 1")
    if "dice 2 1" not in offers(state):
        return None
    state = play(state, "dice 2 1")
    return state if state.race and state.race.goal == 21 and state.races == 0 else None


def small(seed: int) -> tuple[Net, tuple[int, ...], Random]:
    """A block of five by three hexes; company 2 is the poorest."""
    rng = Random(seed)
    net = network_of(rng, "BCDEF", "456", rng.choice((0.4, 0.5, 0.6)), white=seed % 3 == 0)
    return net, (30, 29, rng.randrange(14)), rng


def long(seed: int) -> tuple[Net, tuple[int, ...], Random]:
    """Two rows of fourteen hexes, so that limits are felt; company 2 is the poorest."""
    rng = Random(seed)
    net = network_of(rng, "ABCDEFGHIJKLMN", "45", 0.42, white=False)
    sparse = {
        segment: frozenset({2 if rng.random() < 0.2 else rng.choice((0, 1))})
        for segment in net.owners
    }
    for name in ("BCDEFGHIJKLMN",):
        for one, other in zip("A" + name, name, strict=False):
            owner = frozenset({rng.choice((1, 1, 1, 0, 2))})
            sparse[frozenset({f"{one}5", f"{other}5"})] = owner
    return net._replace(owners=sparse), (40, 39, rng.choice((38, 15, 8))), rng


SAMPLES = [*((small, seed) for seed in range(60)), *((long, seed) for seed in range(25))]
NAMES = [f"{make.__name__}-{seed}" for make, seed in SAMPLES]


def best(found: list[Way], net: Net, free: tuple[int, ...]) -> tuple[int, int, int]:
    """The lowest charges, steps and points."""
    return (
        min(sum(way.due(free).values()) for way in found),
        min(len(way.lines) for way in found),
        min(way.points(net.high) for way in found),
    )


def enumerated(net: Net, free: tuple[int, ...]) -> list[Way]:
    """All ways, if they are not too many."""
    found = []
    for way in ways(net, free):
        found.append(way)
        if len(found) > MOST:
            pytest.skip("too many ways")
    return found


@pytest.mark.rule("dampfross", "R11.6")
@pytest.mark.parametrize(("make", "seed"), SAMPLES, ids=NAMES)
def test_offers_are_the_best_of_all_routes(make: object, seed: int) -> None:
    """The last company to be asked: the others have stayed out, nothing can be netted."""
    net, money, _ = make(seed)  # type: ignore[operator]
    state = declaring(net, money)
    if state is None:
        return
    while state.trains == () and offers(state) & {"stay"} and state.stack[-1].companies != (2,):  # type: ignore[union-attr]
        state = play(state, "stay")
    found = [way for way in enumerated(net, (2,)) if legal(way, (2,), {2: money[2]})]
    if not found:
        assert not state.race or state.races or not offers(state, "enter")
        return
    texts = {way.text(2): way for way in found}
    offered = offers(state, "enter")
    assert offered <= set(texts)
    assert best([texts[text] for text in offered], net, (2,)) == best(found, net, (2,))


@pytest.mark.rule("dampfross", "R11.6")
@pytest.mark.parametrize(("make", "seed"), SAMPLES[::2], ids=NAMES[::2])
def test_offers_of_the_first_company_are_legal_by_themselves(make: object, seed: int) -> None:
    """Others may still enter; what is offered needs no netting."""
    net, _, rng = make(seed)  # type: ignore[operator]
    money = (rng.choice((9, 12, 40)), 6, 5)
    state = declaring(net, money)
    if state is None or not offers(state, "enter") or state.stack[-1].companies != (0,):  # type: ignore[union-attr]
        return
    found = [way for way in enumerated(net, (0,)) if legal(way, (0,), {0: money[0]})]
    texts = {way.text(0): way for way in found}
    offered = offers(state, "enter")
    assert offered <= set(texts)
    assert best([texts[text] for text in offered], net, (0,)) == best(found, net, (0,))


@pytest.mark.rule("dampfross", "R13.3")
@pytest.mark.parametrize(("make", "seed"), SAMPLES[::3], ids=NAMES[::3])
def test_offers_of_a_joint_train_are_the_best_of_all_its_routes(make: object, seed: int) -> None:
    """Companies 1 and 2 run together; company 0 has stayed out."""
    net, _, rng = make(seed)  # type: ignore[operator]
    money = (40, rng.randrange(4, 12), rng.randrange(4))
    state = declaring(net, money)
    if state is None:
        return
    if state.stack[-1].companies == (0,):  # type: ignore[union-attr]
        state = play(state, "stay")
    if "join 2" not in offers(state):
        return
    state = play(state, "join 2", "accept")
    free = (1, 2)
    every = enumerated(net, free)
    found = [way for way in every if legal(way, free, {1: money[1], 2: money[2]})]
    assert (getattr(state.stack[-1], "companies", ()) == (1, 2)) == bool(found)
    if found:
        texts = {way.text(1): way for way in found}
        offered = offers(state, "enter")
        assert offered <= set(texts)
        assert best([texts[text] for text in offered], net, free) == best(found, net, free)


@pytest.mark.rule("dampfross", "R12.7")
@pytest.mark.parametrize("debt", [False, True])
@pytest.mark.parametrize("seed", range(15))
def test_offers_follow_the_balance_whatever_was_asked_before(seed: int, debt: bool) -> None:  # noqa: FBT001
    """The same network with one balance after another, then with others to share the charges."""
    net, _, rng = small(seed)
    every = {free: enumerated(net, free) for free in ((2,), (1, 2))}
    pairs = [(0, 0), (1, 0), (1, 1), (2, 1), (2, 2), (3, 2), (3, 3), (4, 3), (8, 1), (30, 20)]
    rng.shuffle(pairs)
    for free, (richer, poorer) in product(every, pairs):
        accounts = (90, 60, richer) if free == (2,) else (90, richer, poorer)
        state = declaring(net, accounts, debt=debt)
        if state is None:
            return
        while entering(state) not in {free[:1], ()}:
            state = play(state, "stay")
        if len(free) == 2 and "join 2" in offers(state):
            state = play(state, "join 2", "accept")
        balances = dict(enumerate((999,) * 3 if debt else accounts))
        found = [way for way in every[free] if legal(way, free, balances)]
        assert (entering(state) == free) == bool(found)
        if found:
            texts = {way.text(free[0]): way for way in found}
            offered = offers(state, "enter")
            assert offered <= set(texts)
            assert best([texts[text] for text in offered], net, free) == best(found, net, free)


def reaches(net: Net, here: str, used: frozenset[Segment]) -> bool:
    """Whether the goal can be reached over segments that are not used."""
    seen, border = {here}, [here]
    while border:
        at = border.pop()
        for segment in net.owners:
            if at in segment and segment not in used:
                (other,) = segment - {at}
                if other not in seen:
                    seen.add(other)
                    border.append(other)
    return net.goal in seen


@pytest.mark.rule("dampfross", "R11.7")
@pytest.mark.parametrize(("make", "seed"), SAMPLES, ids=NAMES)
def test_steps_are_those_with_which_a_legal_route_begins(make: object, seed: int) -> None:
    """Company 2, after the others have stayed out, draws at random."""
    net, money, rng = make(seed)  # type: ignore[operator]
    state = declaring(net, money)
    if state is None:
        return
    while state.trains == () and offers(state) & {"stay"} and state.stack[-1].companies != (2,):  # type: ignore[union-attr]
        state = play(state, "stay")
    draws(state, net, money, rng, NOTHING)


@pytest.mark.rule("dampfross", "R12.5")
@pytest.mark.parametrize(("make", "seed"), SAMPLES, ids=NAMES)
def test_the_last_company_nets_with_those_who_have_entered(make: object, seed: int) -> None:
    """Companies 0 and 1 enter if they can; company 2 draws at random."""
    net, money, rng = make(seed)  # type: ignore[operator]
    state = declaring(net, money)
    while state is not None and offers(state) & {"stay"} and entering(state) != (2,):
        ways_ = sorted(offers(state, "enter"))
        state = play(state, f"enter {rng.choice(ways_)}" if ways_ else "stay")
    if state is None or entering(state) != (2,):
        return
    owed = {}
    for train in state.trains:
        (company,) = train.companies
        name = state.board.grid.name
        way = Way(tuple(name[hex_] for hex_ in train.path), train.lines)
        owed[company] = way.due((company,)).get(2, 0)
    draws(state, net, money, rng, owed)


def entering(state: State) -> tuple[int, ...]:
    """The companies of the train that is asked for a route."""
    step = state.stack[-1]
    return step.companies if isinstance(step, Entering) and not step.replacing else ()


def draws(
    state: State, net: Net, money: tuple[int, ...], rng: Random, owed: Mapping[int, int]
) -> None:
    """Company 2, the last to be asked, draws some routes; the steps offered are looked at."""
    found = [way for way in enumerated(net, (2,)) if legal(way, (2,), {2: money[2]}, owed)]
    assert ("trace" in offers(state)) == bool(found)
    if not found:
        return
    begun = play(state, "trace", f"step {net.start}")
    for _ in range(3):
        state, open_ = begun, found
        for at in itertools.count():
            steps = {(way.hexes[at + 1], way.lines[at]) for way in open_}
            words = {hex_ if line == 2 else f"{hex_} {line}" for hex_, line in steps}
            assert offers(state, "step") == words
            there, line = rng.choice(sorted(steps))
            state = play(state, f"step {there if line == 2 else f'{there} {line}'}")
            if there == net.goal:
                break
            open_ = [w for w in open_ if (w.hexes[at + 1], w.lines[at]) == (there, line)]


@pytest.mark.rule("dampfross", "R26.4")
@pytest.mark.parametrize("seed", range(40))
def test_steps_of_rule_set_b_are_those_from_which_the_goal_can_be_reached(seed: int) -> None:
    """Company 2 runs one step a turn over plain ground, against company 0; money is no matter."""
    net, _, rng = small(seed)
    net = net._replace(high=frozenset())
    state = declaring(net, (99, 99, 99), rules="france")
    if state is None:
        return
    while isinstance(state.stack[-1], Choosing):
        state = play(state, "stay" if state.stack[-1].company == 1 else "enter")
    hexes = [net.start]
    for _ in range(40):
        if not isinstance(state.stack[-1], Rolling) or hexes[-1] == net.goal:
            break
        mine = state.trains[state.stack[-1].train].companies == (2,)
        state = play(state, "throw 1")
        if not mine:
            if isinstance(state.stack[-1], Stepping):
                state = play(state, f"step {rng.choice(sorted(offers(state, 'step')))}")
            continue
        here = hexes[-1]
        used = frozenset(frozenset(pair) for pair in pairwise(hexes))
        expected = set()
        for segment in net.owners:
            if here in segment and segment not in used:
                (there,) = segment - {here}
                if there == net.goal or reaches(net, there, used | {segment}):
                    lines = net.lines(here, there, (2,))
                    expected |= {there if line == 2 else f"{there} {line}" for line in lines}
        if len(expected) == 1:
            (word,) = expected
        else:
            assert offers(state, "step") == expected
            word = rng.choice(sorted(expected))
            state = play(state, f"step {word}")
        hexes.append(word.split()[0])
        ours = [train for train in state.trains if train.companies == (2,)]
        if ours:
            name = state.board.grid.name
            assert [name[hex_] for hex_ in ours[0].path] == hexes


@pytest.mark.rule("dampfross", "R11.6")
@pytest.mark.parametrize("seed", range(40))
def test_offers_of_a_special_race_are_the_best_of_all_routes(seed: int) -> None:
    """R10.4, R10.5 Three goals, one of which must be entered from one particular hex."""
    net, money, rng = small(seed)
    goals = rng.sample(["D4", "D6", "E4", "E5", "E6", "F4", "F6"], 2)
    via = rng.choice(["E5", "E6", "F4", "F6"])
    net = net._replace(white=(), goal="")
    drawn = [
        " ".join("-".join(sorted(s)) for s, owners in net.owners.items() if company in owners)
        for company in range(3)
    ]
    sheet = lab(
        west=net.start,
        east="T5",
        mountains=" ".join(sorted(net.high)),
        special=[f"{via}>F5 {' '.join(goals)}"] * 6,
    )
    net = net._replace(owners={s: owners - {3} for s, owners in net.owners.items() if owners - {3}})
    state = operating(replace(network(*drawn, money=money, sheet=sheet), races=3))
    state = play(state, "dice 1 1")
    if "throw 1" not in offers(state):
        return
    state = play(state, "throw 1")
    while offers(state) & {"stay"} and entering(state) not in {(2,), ()}:
        state = play(state, "stay")
    if entering(state) != (2,):
        return
    assert state.race
    name = state.board.grid.name
    ends = {(name[goal.hex], name.get(goal.via)) for _, some in state.race.ways for goal in some}
    found = [way for way in to_any(net, ends) if legal(way, (2,), {2: money[2]})]
    texts = {way.text(2): way for way in found}
    offered = offers(state, "enter")
    assert offered <= set(texts)
    assert bool(offered) == bool(found)
    if found:
        assert best([texts[text] for text in offered], net, (2,)) == best(found, net, (2,))


def to_any(net: Net, ends: set[tuple[str, str | None]]) -> list[Way]:
    """All ways of company 2 that end when they first reach one of these goals."""
    found = []
    stack: list[tuple[tuple[str, ...], tuple[int, ...], frozenset[Segment]]]
    stack = [((net.start,), (), frozenset())]
    while stack:
        hexes, lines, used = stack.pop()
        here = hexes[-1]
        if len(hexes) > 1 and ends & {(here, None), (here, hexes[-2])}:
            found.append(Way(hexes, lines))
            if len(found) > MOST:
                pytest.skip("too many ways")
            continue
        for segment in net.owners:
            if here in segment and segment not in used:
                (there,) = segment - {here}
                stack += [
                    ((*hexes, there), (*lines, line), used | {segment})
                    for line in net.lines(here, there, (2,))
                ]
    return found
