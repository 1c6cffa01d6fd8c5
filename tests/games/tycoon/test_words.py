"""Everything that can be asked, done or happen has words, and every card has a name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, get_args

import pytest
from msgspec.structs import fields, replace

from trainshed.core import CHANCE, Choice, Masked, Match, News, Reader, Seat, Text, language
from trainshed.games.tycoon import GAME
from trainshed.games.tycoon import actions as a
from trainshed.games.tycoon.acting import Acting, After
from trainshed.games.tycoon.auction import Bidding
from trainshed.games.tycoon.box import BOARD, BOX, CITIES, COLOURS, Card
from trainshed.games.tycoon.build import Laying, Leaving, Starting
from trainshed.games.tycoon.cities import Filling, Founding, Growing
from trainshed.games.tycoon.deliver import Choosing, Routing
from trainshed.games.tycoon.names import card_text, direction, tycoon_name, tycoon_text
from trainshed.games.tycoon.play import Play
from trainshed.games.tycoon.reasons import REASONS, WhyNot
from trainshed.games.tycoon.setup import Dealing, Keeping, Opening, Revealing
from trainshed.games.tycoon.shares import Issuing
from trainshed.games.tycoon.state import SOURCES, Link, Options, Piece, Railroad, State, Step
from trainshed.games.tycoon.track import ahead, with_sides
from trainshed.games.tycoon.words import words

PLAYERS = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay")
CHANCES = {"first", "deal", "reveal", "fill"}
ADA, BEN = Seat(0), Seat(1)


def read(text: Text, seat: int | None = None) -> str:
    """The English words for a seat."""
    return Reader(language("en"), PLAYERS, None if seat is None else Seat(seat)).read(text)


def complete(text: Text) -> bool:
    """Whether a text reads well for everybody: something is said, and nothing is left open."""
    said = [read(text, seat) for seat in (None, 0, 1)]
    return all(one.strip() and "{" not in one and "}" not in one and "!" not in one for one in said)


def chosen(rng: Random, offers: Sequence[a.Action]) -> a.Action:
    """An offer of a kind that carries the game on."""
    verbs: dict[type, list[a.Action]] = {}
    for offer in offers:
        verbs.setdefault(type(offer), []).append(offer)
    weights = [_WEIGHTS.get(verb, 6) for verb in verbs]
    return rng.choice(rng.choices(list(verbs.values()), weights)[0])


_WEIGHTS: dict[type, int] = {
    **dict.fromkeys((a.Back, a.Pass, a.Shares), 1),
    **dict.fromkeys((a.Connect, a.Deliver, a.Cube, a.Ship, a.Build), 24),
}


def playing(seed: int, options: Options, seats: int) -> Iterator[State]:
    """A random game in which nobody is idle."""
    rng = Random(seed)
    state = GAME.start(options, seats)
    while state.stack:
        yield state
        if GAME.actor(state) == CHANCE:
            odds = GAME.odds(state)
            action = rng.choices(list(odds), list(odds.values()))[0]
        else:
            action = chosen(rng, GAME.actions(state))
        state = GAME.play(state, action)
    yield state


GAMES = [
    (Options(), 2),
    (Options(tycoons="two", city_growth="at_once", auction="reverse"), 3),
    (Options(beginner=True, auction="score", water="flat"), 4),
    (Options(length="short", curves="wide", levels=7, bag="leave", judah="group"), 5),
]


@pytest.mark.parametrize(("options", "seats"), GAMES)
def test_a_game_has_words(options: Options, seats: int) -> None:
    """Every question, offer and news item, in the state and in every view of it."""
    for number, state in enumerate(playing(seats, options, seats)):
        views = [state]
        if not number % 5:
            views += [GAME.view(state, Seat(seat)) for seat in range(seats)]
        for view in views:
            assert complete(GAME.caption(view))
            assert complete(GAME.status(view))
            assert all(complete(GAME.words(item, view)) for item in view.news)
            if number % 5 or not view.stack:
                continue
            if isinstance(view.stack[-1], Choice):
                assert complete(GAME.words(view.stack[-1], view)), view.stack[-1]
            for offer in GAME.actions(state)[:: 1 if view is state else 7]:
                assert complete(GAME.words(offer, view)), offer
                assert complete(GAME.label(offer, view)), offer


@pytest.mark.parametrize(("options", "seats"), GAMES)
def test_labels_are_distinct(options: Options, seats: int) -> None:
    """Within a question no two offers have the same label."""
    for number, state in enumerate(playing(10 + seats, options, seats)):
        if number % 3 == 0 and state.stack:
            offers = GAME.actions(state)
            labels = {read(GAME.label(offer, state), GAME.actor(state)) for offer in offers}
            assert len(labels) == len(offers)


def test_what_the_tiles_of_an_action_cost() -> None:
    """The question tells what has been paid so far."""
    found = 0
    for seed in range(3):
        before = 0
        for state in playing(seed, Options(), 3):
            step = state.stack[-1] if state.stack else None
            if not isinstance(step, Laying):
                continue
            spent = state.railroads[step.seat].spent
            if not step.laid:
                before = spent
                continue
            paid = spent - before
            assert f"for ${paid:,}, " in read(words(step, state), step.seat) or not paid
            found += 1
    assert found > 5


def test_a_log_of_secrets_has_words() -> None:
    """Others read that a tycoon card was dealt or kept, not which."""
    match = Match(GAME, seats=3, options=Options(tycoons="two"), names=PLAYERS[:3])
    rng = Random(1)
    while match.state.turn < 2 and match.actor is not None:
        match.play(match.actor, chosen(rng, GAME.actions(match.state)))
    for move in match.history:
        for seat in (None, ADA):
            assert all(complete(text) for text in match.told(move, seat))
    assert read(words(Masked(), asked(Dealing()))) == "Ada is dealt a tycoon card."
    assert read(words(Masked(), asked(Keeping(BEN)))) == "Ben keeps one of two tycoon cards."


# Single questions


def asked(*steps: Step, seats: int = 3, **changes: Any) -> State:  # noqa: ANN401
    """A position in turn 4, in which a question is put."""
    state = replace(
        GAME.start(None, seats),
        stack=(Play("actions", 4), *steps),
        order=tuple(map(Seat, range(seats))),
        turn=4,
        round=2,
    )
    return replace(state, **changes)


def line(number: int, owner: Seat, start: str, *sides: int) -> Link:
    """A link from a city by these sides; finished if it ends in another one."""
    cell, entry = ahead(BOARD.hexes[BOARD.city[start]], sides[0])
    track = []
    for side in sides[1:]:
        track.append(Piece(cell, entry, side))
        cell, entry = ahead(cell, side)
    return Link(number, owner, BOARD.city[start], tuple(track), BOARD.at.get(cell, -1))


def with_track(state: State, *links: Link) -> State:
    """The state with these links on the map."""
    used = state.used
    for link in links:
        for piece in link.track:
            used = with_sides(used, piece)
    return replace(state, links=links, used=used, built=len(links))


E, NE, NW, W, SW, SE = range(6)
NEW_YORK = BOARD.city["New York"]
PHILADELPHIA = line(0, ADA, "New York", SW, SW)
STUB = line(1, ADA, "Albany", W, W)


def test_links_of_these_tests() -> None:
    """New York and Philadelphia are one tile apart."""
    assert read(direction(SW)) == "south-west"
    assert CITIES[PHILADELPHIA.end] == "Philadelphia"
    assert not STUB.finished


QUESTIONS: list[tuple[State, str]] = [
    (asked(Keeping(ADA)), "Which tycoon card do you keep? It stays secret until the end."),
    (asked(Bidding(ADA, (0, 0, 0))), "What do you bid to be the first player?"),
    (
        asked(Bidding(ADA, (0, 3000, 0))),
        "Ben bids $3,000 to be the first player. Do you bid more?",
    ),
    (
        asked(Acting(ADA), Issuing(ADA)),
        "How many shares? Each brings $5,000, costs $1,000 a turn and 1 point in the end.",
    ),
    (asked(Acting(ADA)), "What do you do? You have nothing."),
    (asked(After(ADA)), "Do you use City Growth before the next player acts?"),
    (asked(Acting(ADA), Starting(ADA)), "Where does your link begin?"),
    (
        with_track(asked(Acting(ADA), Starting(ADA)), STUB),
        "Where does your link begin? Or which unfinished link goes on?",
    ),
    (
        asked(Acting(ADA), Starting(ADA, grant=True)),
        "Where does the track begin? Tiles on open land without a river cost nothing.",
    ),
    (
        asked(Acting(ADA), Starting(ADA), Leaving(ADA, NEW_YORK)),
        "Which way does the link leave New York? Or which city shall it reach?",
    ),
    (
        asked(Acting(ADA), Starting(ADA), Laying(ADA, NEW_YORK, side=SW)),
        "Where does the first tile lead from New York? Up to 4 tiles.",
    ),
    (
        with_track(asked(Acting(ADA), Starting(ADA), Laying(ADA, STUB.start, 1)), STUB),
        "Lay the next tile, or turn the last one? Up to 4 tiles.",
    ),
    (
        with_track(asked(Acting(ADA), Starting(ADA), Laying(ADA, STUB.start, 1, laid=1)), STUB),
        "Lay the next tile, or stop? 1 tile laid for $2,000, 3 more at most.",
    ),
    (
        asked(Acting(ADA), Founding(ADA)),
        "Which gray city becomes a new one, and in which colour? It costs $10,000.",
    ),
    (
        asked(Acting(ADA), Founding(ADA, free=True)),
        "Which gray city becomes a new one, and in which colour?",
    ),
    (asked(Acting(ADA), Growing(ADA)), "Which city gets 2 cubes from the bag?"),
    (
        asked(Acting(ADA), Choosing(ADA)),
        "Which cube do you deliver? It goes over 1 link at most.",
    ),
    (
        asked(Acting(ADA), Choosing(ADA), Routing(ADA, NEW_YORK, "blue")),
        "Which way does the blue cube go from New York?",
    ),
]


@pytest.mark.parametrize(("state", "said"), QUESTIONS)
def test_questions(state: State, said: str) -> None:
    """A question to whom it is put."""
    assert read(words(state.stack[-1], state), ADA) == said
    assert read(words(state.stack[-1], state), BEN).startswith("Ada ")


CAPTIONS: list[tuple[State, str]] = [
    (asked(Opening()), "The lot decides who opens the first auction"),
    (asked(Filling(0, 2), turn=0), "Cubes are drawn for the cities"),
    (asked(Filling(0, 2)), "Cubes are drawn for Albany"),
    (asked(Dealing()), "Tycoon cards are dealt"),
    (asked(Revealing()), "Operations cards are laid open"),
    (asked(Keeping(ADA)), "Tycoon cards · your choice"),
    (asked(Bidding(ADA, (0, 0, 0))), "Auction · your turn"),
    (asked(Bidding(ADA, (0, 0, 0)), Issuing(ADA)), "Auction · your turn"),
    (asked(Acting(ADA)), "Your turn, action 2 of 3"),
    (asked(Acting(BEN)), "Ben, action 2 of 3"),
    (asked(Acting(ADA, 2), Choosing(ADA)), "Your turn, action 2 of 3 and 1 more"),
    (asked(After(ADA)), "Your turn, after action 2 of 3"),
    (asked(Growing(ADA, "after")), "Your turn, after action 2 of 3"),
    (asked(stack=()), "The game is over"),
]


@pytest.mark.parametrize(("state", "said"), CAPTIONS)
def test_captions(state: State, said: str) -> None:
    """Whose turn it is."""
    assert read(GAME.caption(state), ADA) == said


STATUS: list[tuple[State, str]] = [
    (asked(turn=0), "before the first turn · 0 of 12 cities empty"),
    (asked(round=0), "turn 4, auction · 0 of 12 cities empty"),
    (asked(), "turn 4, round 2 of 3 · 0 of 12 cities empty"),
    (asked(last=5), "turn 4, round 2 of 3 · one more turn after this one"),
    (asked(last=4), "turn 4, round 2 of 3 · the last turn"),
    (asked(over=True), "over after turn 4 · 0 of 12 cities empty"),
    (asked(over=True, empty=(1 << 13) - 1), "over after turn 4 · 13 cities empty"),
]


@pytest.mark.parametrize(("state", "said"), STATUS)
def test_status(state: State, said: str) -> None:
    """How far the game is."""
    assert read(GAME.status(state)) == said


def test_prices_tell_shares_to_their_owner_only() -> None:
    """A label says how many shares a payment takes, if the reader may know it."""
    state = asked(Acting(ADA))
    assert read(GAME.label(a.Upgrade(), state)) == "Upgrade to 2 · $5,000, 1 share"
    view = GAME.view(state, BEN)
    assert read(GAME.label(a.Upgrade(), view)) == "Upgrade to 2 · $5,000"
    rich = state.with_railroad(ADA, Railroad(cash=5000))
    assert read(GAME.label(a.Upgrade(), rich)) == "Upgrade to 2 · $5,000"


def test_track_in_words() -> None:
    """Tiles, turned tiles and whole links, with what they cost."""
    state = asked(Acting(ADA), Starting(ADA), Leaving(ADA, NEW_YORK))
    connect = a.Connect("Philadelphia")
    assert read(GAME.label(connect, state)) == "Philadelphia · $2,000, 1 share"
    said = "You build from New York to Philadelphia: 1 tile for $2,000, with 1 share."
    assert read(words(connect, state), ADA) == said
    said = "Ada builds from New York to Philadelphia: 1 tile for $2,000."
    assert read(words(connect, GAME.view(state, BEN)), BEN) == said
    laying = asked(Acting(ADA), Starting(ADA), Laying(ADA, NEW_YORK, side=SW))
    assert read(GAME.label(a.Lay(SW), laying)) == "south-west, into Philadelphia · $2,000, 1 share"
    said = "Ada lays a tile on M25, heading south-west, for $2,000."
    assert read(words(a.Lay(SW), laying)) == said
    extending = with_track(asked(Acting(ADA), Starting(ADA)), STUB)
    said = "from Albany, open on I25 heading west"
    assert read(GAME.label(a.Extend(1), extending)) == said
    turning = replace(extending, stack=(*extending.stack, Laying(ADA, STUB.start, 1)))
    assert read(GAME.label(a.Turn(NW), turning)).startswith("turn north-west · $")


def test_deliveries_in_words() -> None:
    """The way of a cube, and who gets what."""
    step = Routing(ADA, NEW_YORK, "blue")
    state = with_track(asked(Acting(ADA), Choosing(ADA), step), PHILADELPHIA)
    ship = a.Ship((0,))
    said = "Ada delivers the blue cube from New York to Philadelphia over 1 link."
    assert read(words(ship, state)) == said
    assert read(GAME.label(ship, state), ADA) == "Philadelphia: you 1"
    assert read(GAME.label(ship, state)) == "Philadelphia: Ada 1"


NEWS: list[tuple[a.News, str]] = [
    (a.Turned(4), "Turn 4 begins."),
    (a.Ordered((BEN, ADA)), "Order of play: Ben, Ada."),
    (a.Issued(ADA, 2, "wish"), "That brings Ada $10,000."),
    (a.Issued(ADA, 1, "track"), "Ada issues 1 share for it."),
    (a.Issued(ADA, 2, "auction"), "Ada issues 2 shares to pay the bid."),
    (a.Issued(ADA, 2, "dividends"), "Ada issues 2 shares to pay dividends."),
    (a.Paid(ADA, 2000), "Ada pays $2,000 for the auction."),
    (a.Linked(ADA, 3, "Albany", "Boston"), "Ada’s link Albany–Boston is finished."),
    (a.Delivered(ADA, "red", "Chicago", 3), "The red cube arrives in Chicago."),
    (a.Scored(ADA, 2, "deliveries"), "Ada scores 2 points for the delivery."),
    (a.Scored(BEN, 1, "traffic"), "Ben scores 1 point for the use of links."),
    (a.Scored(BEN, 1, "hotels"), "Ben scores 1 point by the hotel."),
    (a.Scored(ADA, 3, "speed_record"), "Ada scores 3 points: Speed Record."),
    (a.Emptied("Toledo", 3, 12), "Toledo is empty now: 3 of 12."),
    (a.Emptied("Toledo", 13, 12), "Toledo is empty now."),
    (a.Bare("Boston"), "The bag is empty: Boston gets no cubes."),
    (a.Ending(), "The end is near: one more turn after this one."),
    (a.Earned(ADA, 5000, 0), "Ada earns $5,000."),
    (a.Earned(ADA, 0, 0), "Ada earns nothing."),
    (a.Earned(ADA, 5000, 2000), "Ada earns $5,000 and owes $2,000 in dividends."),
    (a.Idle(ADA), "Ada can do nothing: the action lapses."),
    (a.Removed(ADA, 2, "Albany"), "Ada loses the unfinished link from Albany: 2 tiles."),
    (
        a.Nobody("major_line_boston_washington"),
        (
            "Major Line Boston – Washington: more than one player has this line already, so nobody"
            " scores."
        ),
    ),
    (
        a.Pioneer(ADA),
        "Ada shows the tycoon card George Pullman: the first locomotives of level 6.",
    ),
    (a.Leads(ADA, 3000, 0), "Ada is first for $3,000, if nobody bids more."),
    (
        a.Leads(ADA, 9000, 2),
        "Ada is first for $9,000, and issues 2 shares for it, if nobody bids more.",
    ),
    (a.Fetches(ADA, 5), "5 points at most."),
    (a.Judged(ADA, "fisk", 7), "Ada shows the tycoon card James Fisk: 7 points."),
    (a.Judged(ADA, "drew", 0), "Ada shows the tycoon card Daniel Drew, which brings nothing."),
    (a.Ended(), "The game is over."),
]


@pytest.mark.parametrize(("news", "said"), NEWS)
def test_news(news: a.News, said: str) -> None:
    """A sentence for each news item."""
    assert read(words(news, asked())) == said


def test_all_news_are_here() -> None:
    """None is forgotten above."""
    assert {type(news) for news, _ in NEWS} == set(get_args(a.News))


def test_actions_have_sentences_and_labels() -> None:
    """Cards, cities, shares and the rest of what can be chosen."""
    state = asked(Acting(ADA))
    assert read(words(a.Take("hotel_chicago"), state), ADA) == "You take the card Hotel in Chicago."
    assert read(GAME.label(a.Take("hotel_chicago"), state)) == "Take Hotel in Chicago"
    assert read(words(a.Build(grant=True), state)) == "Ada builds track with a land grant."
    assert read(GAME.label(a.Build(grant=True), state)) == "Build with a land grant"
    assert read(words(a.Pass(), state)) == "Ada passes."
    assert read(words(a.Pass(), asked(Bidding(ADA, (0, 0, 0))))) == "Ada leaves the auction."
    assert read(words(a.Fill("RRK"), asked(Filling(0, 3)))) == (
        "Albany gets 2 red cubes, 1 black cube."
    )
    founding = asked(Acting(ADA), Founding(ADA, free=True))
    said = "Ada puts a new blue city on Albany for nothing."
    assert read(words(a.Found("Albany", "blue"), founding)) == said


def ended(*results: tuple[int, int, int]) -> State:
    """A game that is over: points, finished links and cash of each player."""
    railroads = tuple(
        Railroad(points=(points, 0, 0, 0, 0), cash=cash) for points, _, cash in results
    )
    links = [
        replace(PHILADELPHIA, number=10 * seat + at, owner=Seat(seat))
        for seat, (_, count, _) in enumerate(results)
        for at in range(count)
    ]
    state = asked(seats=len(results), stack=(), over=True, railroads=railroads)
    return replace(state, links=tuple(links))


def test_the_end() -> None:
    """Who wins, and by what if points are equal."""
    end = a.Ended()
    assert read(words(end, ended((5, 1, 0), (3, 2, 9000))), ADA) == "You win with 5 points."
    said = "Ben wins with 5 points and more links."
    assert read(words(end, ended((5, 1, 0), (5, 2, 0)))) == said
    said = "Ada wins with 5 points and more money."
    assert read(words(end, ended((5, 1, 2000), (5, 1, 1000)))) == said
    said = "Ada, Ben share the victory with 5 points."
    assert read(words(end, ended((5, 1, 0), (5, 1, 0), (4, 9, 0)))) == said


# Names


def test_options_verbs_and_sources_have_names() -> None:
    """Each option and value with an explanation, each verb of a player, each source."""
    for name, values in GAME.choices().items():
        assert complete(GAME.names[name])
        assert values
        for value in values:
            key = f"{name}={str(value).lower() if isinstance(value, bool) else value}"
            assert complete(GAME.names[key])
            assert complete(GAME.names[f"about:{key}"])
    verbs = {str(kind.__struct_config__.tag) for kind in get_args(a.Action)} - CHANCES
    assert all(complete(GAME.names[f"do:{verb}"]) for verb in verbs)
    assert all(complete(GAME.names[f"tally:{source}"]) for source in SOURCES)


def test_cards_have_names_and_texts() -> None:
    """Operations cards, their kinds, tycoons; values come from the box."""
    for name, card in BOX.cards.items():
        assert complete(GAME.names[f"card:{name}"])
        assert complete(card_text(name))
        assert complete(GAME.names[f"kind:{card.kind}"])
        assert complete(GAME.names[f"about:kind:{card.kind}"])
    assert {field.name for field in fields(Card)} >= {"number", "points", "cities"}
    assert read(card_text("new_train")) == "4 points for the first with locomotives of level 4."
    for tycoon in (*BOX.tycoons, "?"):
        assert complete(tycoon_name(tycoon))
        assert complete(tycoon_text(tycoon))
    assert read(tycoon_text("farnam")) == "2 points for each of your links that ends in Chicago."
    assert all(complete(text) for key, text in GAME.names.items() if not key.startswith("ask:"))


# Reasons


def full(**changes: Any) -> Railroad:  # noqa: ANN401
    """A player at the top."""
    return Railroad(level=8, **changes)


ACTING = (Acting(ADA),)
BIDDING = (Bidding(ADA, (0, 0, 0)),)
OUTBID = (Bidding(ADA, (1000, 3000, 0)),)
STARTING = (*ACTING, Starting(ADA))
LEAVING = (*STARTING, Leaving(ADA, NEW_YORK))
FIRST = (*STARTING, Laying(ADA, NEW_YORK, side=SW))
ON_STUB = (*STARTING, Laying(ADA, STUB.start, 1))
CHOOSING = (*ACTING, Choosing(ADA))
ROUTING = (*CHOOSING, Routing(ADA, NEW_YORK, "blue"))
MANY = tuple(replace(PHILADELPHIA, number=10 + n) for n in range(BOX.markers))
ELSEWHERE = replace(PHILADELPHIA, number=3, start=BOARD.city["Boston"])
DEALT = (Railroad(dealt=("farnam", "gould")),) * 3
OFFER = ("new_train", "new_industry")
BENS = replace(PHILADELPHIA, number=2, owner=BEN)
BEGINNER = Options(beginner=True)
ALL_RED = ("red",) * len(CITIES)
NO_TILES = (0,) * len(COLOURS)
GATE = PHILADELPHIA.track[0].cell
FULL = bytes((0b111111 & ~(1 << NE)) * (cell == GATE) for cell in range(BOARD.size))

REFUSED: list[tuple[State, a.Action, str, str]] = [
    (asked(*BIDDING), a.Bid(0), "R3.2", "first-bid"),
    (asked(*BIDDING), a.Bid(-1000), "R3.2", "first-bid"),
    (asked(*BIDDING), a.Bid(1500), "R3.2", "bid-step"),
    (asked(*BIDDING), a.Bid(10**15), "R3.2", "bid-high"),
    (asked(*OUTBID), a.Bid(3000), "R3.2", "bid-low"),
    (asked(*OUTBID), a.Bid(2000), "R3.2", "bid-low"),
    (asked(*OUTBID), a.Bid(3001), "R3.2", "bid-step"),
    (asked(*ACTING, Issuing(ADA)), a.Issue(0), "R4.1", "no-share"),
    (asked(*ACTING, Issuing(ADA)), a.Issue(-3), "R4.1", "no-return"),
    (asked(*ACTING, Issuing(ADA)), a.Issue(10**15), "R4.1", "many-shares"),
    (asked(Keeping(ADA), railroads=DEALT), a.Keep("pullman"), "R15.4", "not-dealt"),
    (asked(Keeping(ADA), railroads=DEALT), a.Keep("nobody"), "R1.8", "no-such-tycoon"),
    (asked(Keeping(ADA), railroads=DEALT), a.Shares(), "R4.5", "no-turn-yet"),
    (asked(*ACTING), a.Take("nothing"), "R11.4", "no-such-card"),
    (asked(*ACTING), a.West("Nowhere"), "R1.3", "no-such-city"),
    (asked(*STARTING), a.From("Nowhere"), "R1.3", "no-such-city"),
    (asked(*LEAVING), a.Out(6), "R5.7", "no-such-side"),
    (asked(*LEAVING), a.Connect("Nowhere"), "R1.3", "no-such-city"),
    (asked(*FIRST), a.Lay(-1), "R5.7", "no-such-side"),
    (with_track(asked(*ON_STUB), STUB), a.Turn(9), "R5.7", "no-such-side"),
    (asked(*FIRST), a.Connect("Philadelphia"), "R5.15", "one-tile"),
    (asked(*ACTING, Founding(ADA)), a.Found("Albany", "pink"), "R1.4", "no-such-colour"),
    (asked(*ACTING, Founding(ADA, free=True)), a.Back(), "R11.13", "must-found"),
    (asked(*ACTING, Growing(ADA)), a.Grow("Nowhere"), "R1.3", "no-such-city"),
    (asked(*ACTING, Growing(ADA, "at_once")), a.Back(), "R15.2", "must-grow"),
    (asked(*CHOOSING), a.Cube("Boston", "gray"), "R1.4", "no-such-colour"),
    (asked(*ROUTING), a.Ship(()), "R10.1", "no-way"),
    (asked(*ROUTING), a.Ship((9,)), "R10.1", "no-such-link"),
    (with_track(asked(*ROUTING), STUB), a.Ship((1,)), "R7.1", "unfinished"),
    (asked(*ACTING, options=BEGINNER), a.Growth(), "R15.1", "beginner"),
    (asked(*ACTING, options=BEGINNER), a.Build(grant=True), "R15.1", "beginner"),
    (asked(*ACTING, railroads=(full(),) * 3), a.Upgrade(), "R9.2", "top-level"),
    (asked(*ACTING, offer=OFFER), a.Take("hotel_boston"), "R11.1", "not-open"),
    (asked(*ACTING, offer=OFFER), a.Take("new_train"), "R11.2", "objective"),
    (
        asked(*ACTING, offer=OFFER, tiles=NO_TILES),
        a.Take("new_industry"),
        "R11.13",
        "no-industry",
    ),
    (asked(*ACTING, options=BEGINNER), a.Take("new_train"), "R15.1", "beginner"),
    (asked(*ACTING, options=BEGINNER), a.West("Kansas City"), "R15.1", "beginner"),
    (asked(*ACTING), a.West("Boston"), "R12.1", "no-west"),
    (asked(*ACTING), a.West("Kansas City"), "R12.1", "no-link-there"),
    (
        asked(*ACTING, west=((BOARD.city["Kansas City"], BEN),)),
        a.West("Kansas City"),
        "R12.2",
        "west-built",
    ),
    (asked(*ACTING), a.Build(grant=True), "R11.7", "no-grant"),
    (asked(*ACTING, links=MANY), a.Build(), "R5.13", "no-marker"),
    (asked(*ACTING), a.Deliver(), "R10.1", "nothing-to-deliver"),
    (asked(*ACTING, tiles=NO_TILES), a.Urbanise(), "R8.2", "no-tiles"),
    (asked(*ACTING, colours=ALL_RED), a.Urbanise(), "R8.1", "no-gray"),
    (asked(*ACTING), a.Growth(), "R11.6", "no-growth"),
    (asked(*STARTING, links=MANY), a.From("Boston"), "R5.13", "no-marker"),
    (asked(*STARTING, used=bytes([63] * BOARD.size)), a.From("Boston"), "R5.14", "city-full"),
    (asked(*ACTING, used=bytes([63] * BOARD.size)), a.Build(), "R5.14", "no-way-out"),
    (asked(*STARTING), a.Extend(7), "R7.2", "no-stub"),
    (
        replace(with_track(asked(*STARTING), STUB), used=bytes([63] * BOARD.size)),
        a.Extend(1),
        "R7.3",
        "blocked",
    ),
    (asked(*LEAVING), a.Out(SE), "R5.6", "no-track"),
    (with_track(asked(*LEAVING), BENS), a.Out(SW), "R5.14", "side-taken"),
    (asked(*LEAVING, used=FULL), a.Out(SW), "R5.9", "full"),
    (asked(*FIRST, used=FULL), a.Lay(SW), "R5.9", "full"),
    (asked(*LEAVING), a.Connect("New York"), "R5.8", "own-start"),
    (asked(*LEAVING), a.Connect("Chicago"), "R5.3", "out-of-reach"),
    (asked(*FIRST), a.Lay(NE), "R5.7", "same-side"),
    (asked(*FIRST), a.Lay(SE), "R5.8", "no-track"),
    (asked(*FIRST), a.Connect("Chicago"), "R5.3", "out-of-reach"),
    (asked(*FIRST), a.Stop(), "R5.3", "lay-one"),
    (asked(*FIRST), a.Turn(W), "R7.5", "no-stub-yet"),
    (asked(*FIRST, options=Options(curves="wide")), a.Lay(NW), "R15.12", "tight"),
    (with_track(asked(*ON_STUB), STUB), a.Turn(W), "R7.5", "as-it-lies"),
    (with_track(asked(*ON_STUB), STUB), a.Turn(E), "R5.7", "same-side"),
    (
        with_track(asked(*STARTING, Laying(ADA, STUB.start, 1, laid=1)), STUB),
        a.Turn(NW),
        "R7.6",
        "turn-first",
    ),
    (
        with_track(asked(*STARTING, Laying(ADA, STUB.start, 1, laid=1)), STUB),
        a.Back(),
        "R2.5",
        "begun",
    ),
    (asked(*ACTING, Founding(ADA)), a.Found("Boston", "blue"), "R8.1", "not-gray"),
    (asked(*ACTING, Founding(ADA)), a.Found("Albany", "red"), "R1.5", "no-city-of-colour"),
    (
        asked(*ACTING, Founding(ADA), tiles=NO_TILES),
        a.Found("Albany", "blue"),
        "R8.2",
        "no-city-of-colour",
    ),
    (asked(*CHOOSING), a.Cube("Boston", "red"), "R10.1", "no-cube"),
    (
        asked(*CHOOSING, cubes=((1,) * 5,) * len(CITIES)),
        a.Cube("Boston", "red"),
        "R10.3",
        "no-own-link",
    ),
    (
        with_track(asked(*CHOOSING, cubes=((1,) * 5,) * len(CITIES)), PHILADELPHIA),
        a.Cube("New York", "yellow"),
        "R10.2",
        "out-of-range",
    ),
    (with_track(asked(*ROUTING), PHILADELPHIA), a.Ship((0, 0)), "R10.2", "too-long"),
    (with_track(asked(*ROUTING), ELSEWHERE), a.Ship((3,)), "R10.1", "not-joined"),
    (with_track(asked(*ROUTING), BENS), a.Ship((2,)), "R10.3", "not-own"),
    (
        with_track(asked(*ROUTING, railroads=(full(),) * 3), PHILADELPHIA),
        a.Ship((0, 0)),
        "R10.6",
        "passes",
    ),
    (
        with_track(
            asked(*CHOOSING, Routing(ADA, NEW_YORK, "black"), railroads=(full(),) * 3),
            PHILADELPHIA,
        ),
        a.Ship((0, 0)),
        "R10.7",
        "twice",
    ),
    (
        with_track(asked(*CHOOSING, Routing(ADA, NEW_YORK, "black")), PHILADELPHIA),
        a.Ship((0,)),
        "R10.1",
        "wrong-end",
    ),
]


@pytest.mark.parametrize(("state", "action", "rule", "reason"), REFUSED)
def test_reasons(state: State, action: a.Action, rule: str, reason: str) -> None:
    """What is refused is refused with a rule and in words."""
    assert action not in GAME.actions(state)
    why = GAME.why(state, action)
    assert isinstance(why, WhyNot)
    assert (why.rule, why.reason) == (rule, reason)
    assert complete(words(why, state))
    assert read(words(why, state)).endswith(f"({rule})")


RARE = {"shut", "own-stub"}


def test_all_reasons_are_here() -> None:
    """All but those that need a crowded map, which have words all the same."""
    assert {reason for _, _, _, reason in REFUSED} == set(REASONS) - RARE
    state = asked(*FIRST)
    for reason in RARE:
        assert complete(words(WhyNot("R5.9", reason, ("M25",)), state))
    assert issubclass(WhyNot, News)


def test_refusals_never_fail() -> None:
    """Whatever is refused in a game, the law finds a reason."""
    pool: list[a.Action] = [
        *(a.Take(card) for card in BOX.cards),
        *(kind(city) for kind in (a.From, a.Connect, a.West, a.Grow) for city in CITIES[:20]),
        *(kind(side) for kind in (a.Out, a.Lay, a.Turn) for side in range(-1, 7)),
        *(a.Found(city, colour) for city in CITIES[:9] for colour in COLOURS),
        *(a.Cube(city, colour) for city in CITIES[:9] for colour in COLOURS),
        *(a.Ship((one, other)) for one in range(4) for other in range(4)),
        *map(a.Extend, range(6)),
        *(a.From("Nowhere"), a.Cube("Nowhere", "red"), a.Found("Albany", "pink"), a.Ship(())),
        *(a.Build(grant=True), a.Upgrade(), a.Deliver(), a.Urbanise(), a.Growth(), a.Shares()),
        *(a.Stop(), a.Back(), a.Done(), a.Pass(), a.Take("nothing"), a.West("Nowhere")),
    ]
    for number, state in enumerate(playing(3, Options(length="short"), 3)):
        if number % 4 or not state.stack or not isinstance(state.stack[-1], Choice):
            continue
        offered = GAME.actions(state)
        for action in pool:
            if not state.stack[-1].accepts(state, action, offered):
                why = GAME.why(state, action)
                assert why is not None
                assert complete(GAME.because(why, state))
