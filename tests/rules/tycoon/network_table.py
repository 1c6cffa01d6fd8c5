"""Positions of Railroad Tycoon in a few words: networks, goods, cards, companies.

    state = table(3)                               # seat 0 is asked for the first action of turn 1
    state = lines(state, (0, "Chicago", "Toledo", "Cleveland"), (1, "Cleveland", "Pittsburgh"))
    state = goods(state, {"Chicago": "PPK"})       # all other cities keep the cubes of the set-up
    state = company(state, 0, level=3, cash=7_000)
    state = cards(state, "speed_record", hands={1: ("hotel_chicago",)})
    state = ship(state, "Chicago", "purple", 0, 1)

Links are numbered from 0 in the order in which they are named. Their track is the shortest that
fits, whatever a build action could lay. No operations card is shown unless `cards` says so.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import TypeVar

from msgspec.structs import replace

from trainshed.board.hexes import Cells, opposite
from trainshed.core import CHANCE, IllegalAction, Seat
from trainshed.games.tycoon import GAME
from trainshed.games.tycoon.actions import (
    Action,
    Bid,
    Build,
    Connect,
    Cube,
    Deliver,
    Done,
    Fill,
    First,
    From,
    Pass,
    Scored,
    Ship,
)
from trainshed.games.tycoon.box import BOARD, BOX, CITIES, COLOURS, LETTERS, deck
from trainshed.games.tycoon.state import Link, Options, Piece, State

N = TypeVar("N")

COLOUR = {letter: colour for colour, letter in LETTERS.items()}
GRAYS = tuple(name for name, city in BOARD.sheet.cities.items() if city.colour == "gray")
TYCOONS = ("farnam", "morgan", "gould", "pullman", "holliday", "judah")


# Building positions


@cache
def table(seats: int = 3, options: Options | None = None) -> State:
    """Turn 1, seat 0 has the first action and the others follow; nobody has anything."""
    state = begun(seats, options)
    while not isinstance(GAME.actions(state)[0], Build):
        state = act(state, Pass())
    state = replace(state, order=tuple(map(Seat, range(seats))), news=())
    if not state.options.beginner:
        for seat in range(seats):
            state = company(state, seat, tycoon=TYCOONS[seat])
        state = cards(state)
    assert GAME.actor(state) == 0
    assert_sound(state)
    return state


@cache
def begun(seats: int = 3, options: Options | None = None) -> State:
    """The first auction; it is opened by whoever makes seat 0 the first player if all pass."""
    state = GAME.start(Options() if options is None else options, seats)
    reverse = state.options.auction == "reverse"
    state = act(state, First(Seat(1 % seats if reverse else seats - 1)))
    while GAME.actor(state) == CHANCE or not offers(state, Bid(1000)):
        state = act(state, _spread(state))
    return state


def _spread(state: State) -> Action:
    """An outcome of the set-up; of cubes those of the colour of which most are in the bag."""
    offered = GAME.actions(state)
    if isinstance(offered[0], Fill):
        most = LETTERS[COLOURS[state.bag.index(max(state.bag))]]
        return max(
            offered, key=lambda action: action.cubes.count(most) if isinstance(action, Fill) else 0
        )
    return offered[0]


def lines(state: State, *chains: tuple[int | str, ...]) -> State:
    """Finished links from city to city; the first of each chain is its owner."""
    for owner, *names in chains:
        assert isinstance(owner, int)
        for one, other in pairwise(names):
            assert isinstance(one, str)
            assert isinstance(other, str)
            state = joined(state, owner, one, other)
    return state


def joined(state: State, owner: int, one: str, other: str) -> State:
    """A finished link on the shortest free way."""
    start, end = BOARD.city[one], BOARD.city[other]
    track = _way(state, start, end)
    assert track is not None, f"no room from {one} to {other}"
    return _with_link(state, Link(state.built, Seat(owner), start, track, end))


def stub(state: State, owner: int, one: str, other: str) -> State:
    """The same without its last tile: an unfinished link."""
    start = BOARD.city[one]
    track = _way(state, start, BOARD.city[other])
    assert track is not None
    assert len(track) > 1, f"{one} and {other} are too near for a stub"
    return _with_link(state, Link(state.built, Seat(owner), start, track[:-1]))


def _with_link(state: State, link: Link) -> State:
    used = bytearray(state.used)
    for piece in link.track:
        used[piece.cell] |= 1 << piece.a | 1 << piece.b
    return replace(state, links=(*state.links, link), used=bytes(used), built=state.built + 1)


def room(state: State, one: str, other: str) -> bool:
    """Whether a further link fits between two cities."""
    return _way(state, BOARD.city[one], BOARD.city[other]) is not None


def _way(state: State, start: int, end: int) -> tuple[Piece, ...] | None:
    """The shortest track from city to city on hexes where it fits, found breadth first."""
    segments = Counter(piece.cell for link in state.links for piece in link.track)
    rows = BOARD.grid.neighbours
    waiting: deque[tuple[int, int, tuple[Piece, ...]]] = deque()
    seen: set[tuple[int, int]] = set()

    def enter(cell: int, side: int, track: tuple[Piece, ...]) -> None:
        """Come to the neighbour of a hex."""
        there, back = rows[cell][side], opposite(side)
        if there >= 0 and BOARD.land >> there & 1 and (there, back) not in seen:
            seen.add((there, back))
            waiting.append((there, back, track))

    for side in range(6):
        enter(BOARD.hexes[start], side, ())
    while waiting:
        cell, back, track = waiting.popleft()
        if segments[cell] > 1 or state.used[cell] >> back & 1:
            continue
        if any(piece.cell == cell for piece in track):
            continue
        for turn in (3, 2, 4, 1, 5):
            side = (back + turn) % 6
            if state.used[cell] >> side & 1 or not BOARD.exits[cell] >> side & 1:
                continue
            now = (*track, Piece(cell, back, side))
            if rows[cell][side] == BOARD.hexes[end]:
                return now
            enter(cell, side, now)
    return None


def goods(state: State, there: Mapping[str, str], *, bag: str | None = None) -> State:
    """Cubes of cities as letters; the bag has the rest.

    With `bag` it has exactly these letters, and all that is left over lies in Portland.
    """
    cubes = list(state.cubes)
    for city, letters in there.items():
        cubes[BOARD.city[city]] = counts(letters)
    left = [BOX.cubes - sum(column) - gone for column, gone in _columns(cubes, state.gone)]
    if bag is not None:
        wanted = counts(bag)
        heap = cubes[BOARD.city["Portland"]]
        cubes[BOARD.city["Portland"]] = tuple(
            here + had - want for here, had, want in zip(heap, left, wanted, strict=True)
        )
        left = list(wanted)
    assert min(left) >= 0, "more cubes than there are"
    assert min(map(min, cubes)) >= 0, "more cubes than there are"
    empty = sum(1 << city for city, heap in enumerate(cubes) if not any(heap))
    return replace(state, cubes=tuple(cubes), bag=tuple(left), empty=Cells(empty))


def _columns(
    cubes: Sequence[tuple[int, ...]], gone: Sequence[int]
) -> Iterator[tuple[tuple[int, ...], int]]:
    return zip(zip(*cubes, strict=True), gone, strict=True)


def counts(letters: str) -> tuple[int, ...]:
    """Letters as numbers of cubes by colour."""
    return tuple(letters.count(LETTERS[colour]) for colour in COLOURS)


def emptied(state: State, count: int, *, but: Iterable[str] = ()) -> State:
    """So many cities have lost all their cubes, none of those that are named."""
    names = [name for name in CITIES if name not in set(but) and name != "Portland"][:count]
    assert len(names) == count
    return goods(state, dict.fromkeys(names, ""))


def company(
    state: State,
    seat: int,
    *,
    cash: int | None = None,
    shares: int | None = None,
    level: int | None = None,
    points: int | None = None,
    tycoon: str | None = None,
) -> State:
    """What a player has; what is not named stays."""
    was = state.railroads[seat]
    cash = was.cash if cash is None else cash
    shares = was.shares if shares is None else shares
    surplus = cash - shares * BOX.shares.cash
    now = replace(
        was,
        cash=cash,
        shares=shares,
        level=was.level if level is None else level,
        points=was.points if points is None else (points, 0, 0, 0, 0),
        tycoon=was.tycoon if tycoon is None else tycoon,
        dealt=was.dealt if tycoon is None else (tycoon,),
        earned=max(surplus, 0),
        spent=max(-surplus, 0),
        counted=(max(surplus, 0), max(-surplus, 0)),
    )
    state = state.with_railroad(seat, now)
    if state.pioneer < 0 and now.level >= 6:
        state = replace(state, pioneer=seat)
    return state


def cards(
    state: State,
    *offer: str,
    hands: Mapping[int, Sequence[str]] | None = None,
    left: Sequence[str] | None = None,
) -> State:
    """The cards that lie face up and those that players hold.

    The others are in the deck, but start cards have left the game. With `left` the deck has
    these cards and all the others have left the game.
    """
    hands = {} if hands is None else hands
    rest = Counter([*BOX.start_cards, *deck()])
    rest.subtract(offer)
    for seat in range(state.seats):
        held = tuple(hands.get(seat, ()))
        rest.subtract(held)
        state = state.with_railroad(seat, replace(state.railroads[seat], cards=held))
    stock = [card for card in rest.elements() if card not in BOX.start_cards]
    if left is not None:
        stock = list(left)
    rest.subtract(stock)
    assert min(rest.values()) >= 0, "more cards than there are"
    return replace(
        state, offer=tuple(offer), deck=tuple(stock), discard=tuple(sorted(rest.elements()))
    )


def urbanised(state: State, **colours: str) -> State:
    """New-city tiles on gray cities; an underscore stands for a space."""
    for word, colour in colours.items():
        city = BOARD.city[word.replace("_", " ")]
        at = COLOURS.index(colour)
        assert state.colours[city] == "gray"
        state = replace(
            state,
            colours=(*state.colours[:city], colour, *state.colours[city + 1 :]),
            tiles=(*state.tiles[:at], state.tiles[at] - 1, *state.tiles[at + 1 :]),
        )
    return state


def western(state: State, seat: int, city: str) -> State:
    """A player has built the western link of a city; the red cubes are not there."""
    return replace(state, west=(*state.west, (BOARD.city[city], Seat(seat))))


def in_turn(state: State, turn: int, *, last: int = 0) -> State:
    """The same in another turn; `last` is the last one if the end has been called."""
    return replace(state, turn=turn, last=last)


def assert_sound(state: State) -> None:
    """No invariant is violated."""
    assert list(GAME.check(state)) == []


# Playing


def act(state: State, *actions: Action) -> State:
    """The state after these actions."""
    for action in actions:
        state = GAME.play(state, action)
    return state


def drawn(state: State, letters: str = "") -> State:
    """Chance draws these cubes; without a word what it must, if it is asked at all."""
    if letters:
        return act(state, Fill(letters))
    if GAME.actor(state) == CHANCE:
        (only,) = GAME.actions(state)
        return act(state, only)
    return state


def idle(state: State) -> Action:
    """To pass, to do nothing more, or what chance offers first."""
    offered = GAME.actions(state)
    return next((action for action in offered if isinstance(action, Pass | Done)), offered[0])


def skip_to(state: State, seat: int, *, round_: int | None = None, most: int = 200) -> State:
    """All pass until this player has an action, in this round."""
    for _ in range(most):
        acts = GAME.actor(state) == seat and offers(state, Build(), Pass())
        if acts and round_ in {None, state.round}:
            return state
        state = act(state, idle(state))
    raise AssertionError("he is not asked")


def end_turn(state: State, *, most: int = 200) -> State:
    """All pass until the turn is over; the state in which the next is to begin, or the end.

    A card of the deck that comes out is the first one offered by chance.
    """
    turn = state.turn
    for _ in range(most):
        if state.over or state.turn != turn:
            return state
        state = act(state, idle(state))
    raise AssertionError("the turn does not end")


def last_turn(state: State) -> State:
    """All pass, and the game is over."""
    state = end_turn(in_turn(state, 9, last=9))
    assert state.over
    assert GAME.actor(state) is None
    return state


def build(state: State, one: str, other: str, *, grant: bool = False) -> State:
    """Build the cheapest link."""
    return act(state, Build(grant), From(one), Connect(other))


def reach(state: State, one: str, *, grant: bool = False) -> set[str]:
    """The cities that a build action from a city can connect."""
    state = act(state, Build(grant), From(one))
    return {action.city for action in GAME.actions(state) if isinstance(action, Connect)}


def ship(state: State, city: str, colour: str, *links: int) -> State:
    """Deliver a cube over these links; cubes that follow are not drawn yet."""
    return act(state, Deliver(), Cube(city, colour), Ship(links))


def routes(state: State, city: str, colour: str) -> list[tuple[int, ...]]:
    """The routes that are offered for a cube; none if it cannot be delivered."""
    if not offers(state, Deliver()):
        return []
    state = act(state, Deliver())
    if not offers(state, Cube(city, colour)):
        return []
    state = act(state, Cube(city, colour))
    return [action.links for action in GAME.actions(state) if isinstance(action, Ship)]


def ships(state: State, city: str, colour: str, *links: int) -> bool:
    """Whether a route is accepted for a cube that can be chosen."""
    chosen = act(state, Deliver(), Cube(city, colour))
    try:
        act(chosen, Ship(links))
    except IllegalAction:
        return False
    return True


# Looking


def offers(state: State, *actions: Action) -> bool:
    """Whether all these actions are offered."""
    return set(actions) <= set(GAME.actions(state))


def accepts(state: State, *actions: Action) -> bool:
    """Whether these actions can be played one after another."""
    try:
        act(state, *actions)
    except IllegalAction:
        return False
    return True


def told(state: State, kind: type[N]) -> list[N]:
    """The news of one kind that the last action left."""
    news: tuple[object, ...] = state.news
    return [item for item in news if isinstance(item, kind)]


def scored(state: State) -> list[tuple[int, int, str]]:
    """The points that the last action brought: to whom, how many, what for."""
    return [(int(item.seat), item.points, item.why) for item in told(state, Scored)]


def points(state: State) -> tuple[int, ...]:
    """The points of all on the track."""
    return tuple(railroad.score for railroad in state.railroads)


def cash(state: State) -> tuple[int, ...]:
    """The money of all."""
    return tuple(railroad.cash for railroad in state.railroads)


def shares(state: State) -> tuple[int, ...]:
    """The shares of all."""
    return tuple(railroad.shares for railroad in state.railroads)


def cubes(state: State, city: str) -> str:
    """The cubes of a city as letters."""
    heap = state.cubes[BOARD.city[city]]
    return "".join(LETTERS[colour] * count for colour, count in zip(COLOURS, heap, strict=True))


def bag(state: State) -> str:
    """The cubes in the bag as letters."""
    return "".join(
        LETTERS[colour] * count for colour, count in zip(COLOURS, state.bag, strict=True)
    )


def marked(state: State, city: str) -> bool:
    """Whether an empty marker lies in a city."""
    return bool(state.empty >> BOARD.city[city] & 1)


def colour(state: State, city: str) -> str:
    """What a city receives now."""
    return state.colours[BOARD.city[city]]
