"""Positions built in a few words, and words for what is done with them.

    state = opened(3, first=1)              # set up; seat 1 opens the auction of the first turn
    state = position(3)                     # seat 0 is first player and asked for his first action
    state = purse(state, 0, cash=4000, shares=3, level=2, points=7)
    state = keeps(state, 0, "land_grant")   # an operations card that seat 0 has taken before
    state = shows(state, "hotel_boston")    # an operations card that lies face up
    state = cubes(state, "Boston", "RRB")   # these and no others lie in the city
    state = rail(state, 1, "Boston", "Albany", "New York")     # two finished links of seat 1
    state = track(state, 1, "Pittsburgh", "M20 W SE", "N20 NW SE", "O21 NW SE", to="Washington")
    state = track(state, 1, "Pittsburgh", "M20 W E")           # an unfinished link
    state = play(state, "build", "from Boston", "out W", "lay W")

Sides are written as on the map, E NE NW W SW SE; `play` takes the letters for the numbers. All
positions keep the invariants: `sound(state)` says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TypeVar

from msgspec.structs import replace

from trainshed.board.hexes import opposite
from trainshed.core import CHANCE, IllegalAction, Seat
from trainshed.games.tycoon import GAME
from trainshed.games.tycoon.actions import (
    Action,
    Bid,
    Deal,
    Fill,
    First,
    Keep,
    Pass,
    Reveal,
)
from trainshed.games.tycoon.box import BOARD, BOX, CITIES, LETTERS, SIDES
from trainshed.games.tycoon.state import Link, Piece, State

N = TypeVar("N")

GRID = BOARD.grid
SIGNS = "".join(LETTERS[colour] for colour in BOX.colours)
"""The letters of the colours, in the order of the cubes of a city."""
SHARE = 5000
DULL = (
    "hotel_atlanta",
    "hotel_charleston",
    "service_bounty_mobile",
    "service_bounty_duluth",
    "service_bounty_jacksonville",
    "service_bounty_raleigh",
    "service_bounty_toronto",
    "service_bounty_louisville",
    "hotel_chicago",
    "hotel_new_york",
    "hotel_boston",
    "hotel_baltimore",
)
"""Cards shown at the beginning unless others are named: they seldom matter."""


# Building


def fresh(seats: int = 3, **options: object) -> State:
    """A new game: the first question, which is one to chance."""
    return GAME.start(GAME.read_options(options), seats)


def opened(
    seats: int = 3,
    *,
    first: int = 0,
    shown: Sequence[str] = (),
    dealt: Sequence[str] = (),
    **options: object,
) -> State:
    """Set up: the first question of the first auction, which this seat opens.

    The named cards lie face up; the tycoon cards are dealt in this order.
    """
    state = fresh(seats, **options)
    cards = [*shown, *(card for card in DULL if card not in shown)]
    names = [*dealt, *(name for name in BOX.tycoons if name not in dealt)]
    city = 0
    while not isinstance(action := GAME.actions(state)[0], Bid | Pass):
        match action:
            case First():
                action = First(Seat(first))
            case Fill():
                offered = GAME.actions(state)
                action = offered[(7 * city) % len(offered)]
                city += 1
            case Deal():
                action = Deal(names.pop(0))
            case Keep():
                pass
            case Reveal():
                action = Reveal(cards.pop(0))
        state = GAME.play(state, action)
    return state


def position(
    seats: int = 3,
    *,
    shown: Sequence[str] = (),
    dealt: Sequence[str] = (),
    **options: object,
) -> State:
    """Turn 1, round 1: seat 0 is first player and is asked for his action; nobody has anything."""
    first = 0 if options.get("auction") == "reverse" else seats - 1
    state = opened(seats, first=first, shown=shown, dealt=dealt, **options)
    if options.get("auction") == "reverse":
        return sold(play(state, "bid 1000", *["pass"] * (seats - 1)))
    return play(state, *["pass"] * seats)


def sold(state: State) -> State:
    """Nobody has paid anything, whatever was bid."""
    for seat in range(state.seats):
        state = purse(state, seat, cash=0, shares=0)
    return state


def purse(
    state: State,
    seat: int = 0,
    *,
    cash: int | None = None,
    shares: int | None = None,
    level: int | None = None,
    points: int | None = None,
) -> State:
    """What a company has; what is not named stays."""
    was = state.railroads[seat]
    cash = was.cash if cash is None else cash
    shares = was.shares if shares is None else shares
    saldo = cash - SHARE * shares
    now = replace(
        was,
        cash=cash,
        shares=shares,
        level=was.level if level is None else level,
        points=was.points if points is None else (points, 0, 0, 0, 0),
        earned=max(saldo, 0),
        spent=max(-saldo, 0),
        counted=(max(saldo, 0), max(-saldo, 0)),
    )
    return state.with_railroad(seat, now)


def keeps(state: State, seat: int, *cards: str) -> State:
    """Operations cards that a player has taken in an earlier action."""
    for card in cards:
        state = _pick(state, card)
        was = state.railroads[seat]
        state = state.with_railroad(seat, replace(was, cards=(*was.cards, card)))
    return state


def shows(state: State, *cards: str) -> State:
    """Operations cards that lie face up besides."""
    for card in cards:
        if card in BOX.start_cards:
            continue
        at = state.deck.index(card)
        deck = (*state.deck[:at], *state.deck[at + 1 :])
        state = replace(state, deck=deck, offer=(*state.offer, card))
    return state


def only(state: State, *cards: str) -> State:
    """These operations cards and no others lie face up; the others are in the deck or gone."""
    hidden = tuple(card for card in state.offer if card not in BOX.start_cards)
    gone = tuple(card for card in state.offer if card in BOX.start_cards and card not in cards)
    kept = tuple(card for card in BOX.start_cards if card in cards and card in state.offer)
    state = replace(state, deck=(*state.deck, *hidden), discard=(*state.discard, *gone), offer=kept)
    return shows(state, *cards)


def cubes(state: State, city: str, letters: str) -> State:
    """Exactly these cubes lie in the city; the others are in the bag."""
    at = CITIES.index(city)
    bag = [had + there for had, there in zip(state.bag, state.cubes[at], strict=True)]
    there = tuple(letters.count(sign) for sign in SIGNS)
    bag = [had - out for had, out in zip(bag, there, strict=True)]
    for colour, left in enumerate(bag):
        if left < 0:
            return cubes(_release(state, colour, at), city, letters)
    empty = state.empty & ~(1 << at) if letters else state.empty | 1 << at
    return replace(
        state,
        bag=tuple(bag),
        cubes=(*state.cubes[:at], there, *state.cubes[at + 1 :]),
        empty=type(state.empty)(empty),
    )


def colour(state: State, city: str, what: str) -> State:
    """A gray city has a new-city tile of this colour."""
    at = CITIES.index(city)
    assert BOARD.sheet.cities[city].colour == "gray"
    tile = BOX.colours.index(what)
    tiles = (*state.tiles[:tile], state.tiles[tile] - 1, *state.tiles[tile + 1 :])
    return replace(
        state, tiles=tiles, colours=(*state.colours[:at], what, *state.colours[at + 1 :])
    )


def track(state: State, seat: int, start: str, *pieces: str, to: str = "") -> State:
    """A link laid by a player, finished if it says where it ends: `M20 W SE` and so on."""
    laid = []
    used = bytearray(state.used)
    for piece in pieces:
        name, a, b = piece.split()
        here = Piece(GRID.number[name], SIDES.index(a), SIDES.index(b))
        used[here.cell] |= 1 << here.a | 1 << here.b
        laid.append(here)
    _continuous(start, laid, to)
    link = Link(
        number=state.built,
        owner=Seat(seat),
        start=CITIES.index(start),
        track=tuple(laid),
        end=CITIES.index(to) if to else -1,
    )
    return replace(state, links=(*state.links, link), built=state.built + 1, used=bytes(used))


def rail(state: State, seat: int, *cities: str, longest: int = 12) -> State:
    """Finished links from city to city, over free hexes by the shortest way."""
    for start, end in pairwise(cities):
        pieces = way(state, start, end, longest)
        state = track(state, seat, start, *map(written, pieces), to=end)
    return state


def toward(state: State, seat: int, hex_: str, side: str, *, start: str = "") -> State:
    """An unfinished link whose next tile comes into this hex and begins at this side of it.

    It comes from the nearest city, or from the one that is named, over free hexes.
    """
    into = GRID.number[hex_]
    last = GRID.neighbours[into][SIDES.index(side)]
    lines: list[tuple[Piece, ...]] = [()]
    seen = {into, last}
    while lines:
        later = []
        for line in lines:
            cell = GRID.neighbours[line[0].cell][line[0].a] if line else last
            b = opposite(line[0].a) if line else opposite(SIDES.index(side))
            assert _free(state, cell), "something is in the way"
            for a, there in enumerate(GRID.neighbours[cell]):
                if a == b or there < 0:
                    continue
                longer = (Piece(cell, a, b), *line)
                city = CITIES[BOARD.at[there]] if there in BOARD.at else ""
                if city and start in {"", city}:
                    return track(state, seat, city, *map(written, longer))
                if there not in seen and _free(state, there):
                    seen.add(there)
                    later.append(longer)
        lines = later
    raise AssertionError(f"no line can come to {hex_}")


def markers(state: State, seat: int, count: int, *, longest: int = 3) -> State:
    """A player has finished links, until so many of his markers are in use."""
    for start, end in _pairs():
        if in_use(state, seat) >= count:
            return state
        pieces = _find(state, start, end, longest)
        if pieces:
            state = track(state, seat, start, *map(written, pieces), to=end)
    raise AssertionError(f"no room for {count} links")


def way(state: State, start: str, end: str, longest: int = 12) -> list[Piece]:
    """The shortest way over free hexes from one city to another."""
    found = _find(state, start, end, longest)
    assert found, f"no way from {start} to {end}"
    return found


def written(piece: Piece) -> str:
    """A piece of track as `track` reads it."""
    return f"{GRID.name[piece.cell]} {SIDES[piece.a]} {SIDES[piece.b]}"


# Playing


def play(state: State, *lines: str) -> State:
    """The state after these actions."""
    for line in lines:
        state = GAME.play(state, GAME.read(spelled(line)))
    return state


def spelled(line: str) -> str:
    """A line as the game reads it: sides are numbers, names of two words in quotes."""
    verb, _, rest = line.partition(" ")
    if verb in {"out", "lay", "turn"} and rest in SIDES:
        return f"{verb} {SIDES.index(rest)}"
    for city in CITIES:
        if " " in city and city in rest and f'"{city}"' not in rest:
            return f"{verb} " + rest.replace(city, f'"{city}"')
    return line


def offers(state: State, verb: str = "") -> set[str]:
    """What is offered, or what completes `verb` in it; sides are written as letters."""
    found = set()
    for action in GAME.actions(state):
        word, _, rest = str(action).partition(" ")
        if word in {"out", "lay", "turn"}:
            rest = SIDES[int(rest)]
        rest = rest.replace('"', "")
        if not verb:
            found.add(f"{word} {rest}".strip())
        elif word == verb:
            found.add(rest)
    return found


def verbs(state: State) -> set[str]:
    """The first words of what is offered."""
    return {line.split()[0] for line in offers(state)}


def accepts(state: State, line: str) -> bool:
    """Whether an action may be played."""
    try:
        play(state, line)
    except IllegalAction:
        return False
    return True


def asked(state: State) -> int | None:
    """Who is asked: a seat, -1 for chance, None when the game is over."""
    return GAME.actor(state)


def chance(state: State, *wanted: Action) -> State:
    """All questions to chance, answered with the wanted outcomes where they are possible."""
    left = list(wanted)
    while GAME.actor(state) == CHANCE:
        offered = GAME.actions(state)
        action = next((one for one in left if one in offered), offered[0])
        if action in left:
            left.remove(action)
        state = GAME.play(state, action)
    return state


def idle(state: State) -> State:
    """The one who is asked wants nothing; chance does what comes first."""
    words = verbs(state)
    for line in ("pass", "done", "stop", "back"):
        if line in words:
            return play(state, line)
    return GAME.play(state, GAME.actions(state)[0])


def until(state: State, seat: int, *, most: int = 200) -> State:
    """Everybody idles until this seat is asked, at least once if it is asked now."""
    for _ in range(most):
        state = idle(state)
        if GAME.actor(state) in {seat, None}:
            return state
    raise AssertionError(f"seat {seat} is not asked again")


def next_action(state: State, seat: int) -> State:
    """The others let their actions go until this seat acts again; they do not open a new turn."""
    while GAME.actor(state) != seat:
        state = idle(state)
    return state


def end_turn(state: State) -> State:
    """Everybody passes all that is left of this turn: the last thing is the last pass."""
    turn = state.turn
    while state.turn == turn and GAME.actor(state) not in {None, CHANCE}:
        state = idle(state)
    return state


def next_turn(state: State) -> State:
    """The first question of the next auction."""
    return chance(end_turn(state))


# Looking


def told(state: State, kind: type[N]) -> list[N]:
    """The news of one kind that the last action left."""
    news: tuple[object, ...] = state.news
    return [item for item in news if isinstance(item, kind)]


def cash(state: State, seat: int = 0) -> int:
    """The money of a player."""
    return state.railroads[seat].cash


def shares(state: State, seat: int = 0) -> int:
    """The shares of a player."""
    return state.railroads[seat].shares


def points(state: State, seat: int = 0) -> int:
    """The points of a player on the track."""
    return state.railroads[seat].score


def worth(state: State, seat: int = 0) -> int:
    """Cash less what the shares have brought: what a payment takes from it is its price."""
    return cash(state, seat) - SHARE * shares(state, seat)


def price(before: State, after: State, seat: int = 0) -> int:
    """What a player has paid between two positions."""
    return worth(before, seat) - worth(after, seat)


def in_city(state: State, city: str) -> str:
    """The cubes of a city as letters."""
    there = state.cubes[CITIES.index(city)]
    return "".join(sign * count for sign, count in zip(SIGNS, there, strict=True))


def is_empty(state: State, city: str) -> bool:
    """Whether an empty marker lies there."""
    return bool(state.empty >> CITIES.index(city) & 1)


def in_use(state: State, seat: int = 0) -> int:
    """How many of a player's markers lie on the map."""
    return sum(link.owner == seat for link in state.links) + sum(
        owner == seat for _, owner in state.west
    )


def link(state: State, number: int) -> Link:
    """A link by its number."""
    return next(link for link in state.links if link.number == number)


def pieces(state: State, number: int) -> list[str]:
    """The track of a link as `track` reads it."""
    return [written(piece) for piece in link(state, number).track]


def sides(state: State, hex_: str) -> set[str]:
    """The sides of a hex that track uses."""
    return {
        SIDES[side]
        for link in state.links
        for piece in link.track
        if piece.cell == GRID.number[hex_]
        for side in (piece.a, piece.b)
    }


def sound(state: State) -> bool:
    """Whether the invariants of the game hold; what is wrong is shown by the assertion."""
    wrong = list(GAME.check(state))
    assert wrong == []
    return True


# Inside


def _pick(state: State, card: str) -> State:
    """A card leaves the deck, or the offer if the deck has none."""
    if card in state.deck:
        at = state.deck.index(card)
        return replace(state, deck=(*state.deck[:at], *state.deck[at + 1 :]))
    at = state.offer.index(card)
    return replace(state, offer=(*state.offer[:at], *state.offer[at + 1 :]))


def _release(state: State, colour: int, but: int) -> State:
    """Some other city gives a cube of this colour back to the bag and takes another for it."""
    other = max(range(len(BOX.colours)), key=state.bag.__getitem__)
    for city, there in enumerate(state.cubes):
        if city != but and there[colour]:
            changed = list(there)
            changed[colour] -= 1
            changed[other] += 1
            bag = list(state.bag)
            bag[colour] += 1
            bag[other] -= 1
            rows = (*state.cubes[:city], tuple(changed), *state.cubes[city + 1 :])
            return replace(state, cubes=rows, bag=tuple(bag))
    raise AssertionError("there are no more cubes of this colour")


def _continuous(start: str, laid: Sequence[Piece], to: str) -> None:
    """The pieces lead from hex to hex, from city to city."""
    here = BOARD.hexes[CITIES.index(start)]
    for piece in laid:
        assert GRID.neighbours[piece.cell][piece.a] == here, written(piece)
        here = piece.cell
    ahead = GRID.neighbours[here][laid[-1].b]
    assert to == "" or ahead == BOARD.hexes[CITIES.index(to)], to


def _pairs() -> Iterator[tuple[str, str]]:
    """Pairs of cities, the nearest first."""
    pairs = [(a, b) for a in CITIES for b in CITIES if a < b]
    return iter(sorted(pairs, key=_apart))


def _apart(pair: tuple[str, str]) -> int:
    one, other = (BOARD.hexes[CITIES.index(city)] for city in pair)
    return GRID.distance(one, other)


def _find(state: State, start: str, end: str, longest: int) -> list[Piece]:
    """The shortest way from one city to another over hexes without track, or none."""
    home, goal = (BOARD.hexes[CITIES.index(city)] for city in (start, end))
    taken = _taken_sides(state.links)
    if not longest:
        return []
    first: list[tuple[int, int, tuple[Piece, ...]]] = []
    for side, cell in enumerate(GRID.neighbours[home]):
        if cell >= 0 and (cell, opposite(side)) not in taken and _free(state, cell):
            first.append((cell, opposite(side), ()))
    seen = {cell for cell, _, _ in first}
    for _ in range(longest):
        later = []
        for cell, a, so_far in first:
            for b, there in enumerate(GRID.neighbours[cell]):
                done = (*so_far, Piece(cell, a, b))
                if there == goal and b != a and (cell, b) not in taken:
                    return list(done)
                if there >= 0 and there not in seen and _free(state, there):
                    seen.add(there)
                    later.append((there, opposite(b), done))
        first = later
    return []


def _free(state: State, cell: int) -> bool:
    return bool(BOARD.land >> cell & 1) and not state.used[cell]


def _taken_sides(links: Iterable[Link]) -> Mapping[tuple[int, int], int]:
    return {
        (piece.cell, side): link.number
        for link in links
        for piece in link.track
        for side in (piece.a, piece.b)
    }
