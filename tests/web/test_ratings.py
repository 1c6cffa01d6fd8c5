"""Ratings: a rated game counts once, for people and bots, on one ladder."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence

import pytest
import sqlalchemy as sa

from tests.web.test_accounts import made, opened
from tests.web.test_end import BOTS, finished
from tests.web.visit import WITH_A_FRIEND, Browser, Visit
from trainshed.web.database.rows import RESULTS, SEATS
from trainshed.web.people import ratings
from trainshed.web.people.ratings import PROVISIONAL, Rating, Rung, entrants, rated
from trainshed.web.processes.live import Bus

RUN = ratings.Ratings.run


def owner(visit: Visit, name: str) -> str:
    """To whom the seats of an account belong."""
    found = visit.call(visit.site.people.named, name)
    assert found is not None
    return found[0].owner


def ended(
    visit: Visit,
    browser: Browser,
    seats: Sequence[tuple[str | None, str]],
    ranks: Sequence[int],
    *,
    rated: bool = True,
) -> str:
    """A table whose game is over, with these owners and kinds of seats and these ranks."""
    visit.site.pace._begin = lambda table: None  # type: ignore[method-assign] # no bot plays on
    table = opened(browser)
    visit.call(_end, visit, table, seats, ranks)
    visit.set(table, over=True, actor=None, rated=rated)
    return table


async def _end(
    visit: Visit, table: str, seats: Sequence[tuple[str | None, str]], ranks: Sequence[int]
) -> None:
    async with visit.site.store.begin() as connection:
        for n, ((whose, kind), rank) in enumerate(zip(seats, ranks, strict=True)):
            where = (SEATS.c.table == table) & (SEATS.c.number == n)
            await connection.execute(sa.update(SEATS).where(where).values(owner=whose, kind=kind))
            row = {"table": table, "seat": n, "rank": rank, "score": 10 - rank}
            await connection.execute(sa.insert(RESULTS).values(row))


def name(visit: Visit) -> str:
    """Somebody new."""
    made(visit)
    return "Ada"


def look(visit: Visit) -> None:
    visit.call(visit.site.ratings.look)


def ladder(visit: Visit) -> list[Rung]:
    return visit.call(visit.site.ratings.ladder, "rocket")


@pytest.fixture(autouse=True)
def _by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are counted when a test looks, not before."""

    async def waits(self: ratings.Ratings) -> None:
        """Nothing is counted."""

    monkeypatch.setattr(ratings.Ratings, "run", waits)


def test_who_wins_gains_and_who_loses_loses() -> None:
    """And a tie between equals brings them nearer to their true strength, no more."""
    ada, ben = Rating("account:a", "rocket"), Rating("account:b", "rocket")
    won, lost = rated([ada, ben], [1, 2])
    assert won.mu > ada.mu > lost.mu
    assert won.sigma < ada.sigma
    assert (won.games, lost.games) == (1, 1)
    tied = rated([ada, ben], [1, 1])
    assert tied[0].mu == pytest.approx(tied[1].mu)


def test_a_bot_on_two_seats_is_one_bot() -> None:
    """Its seats together say how strong it is."""
    ada, bot = Rating("account:a", "rocket"), Rating("bot:greedy", "rocket")
    new = rated([bot, ada, bot], [1, 2, 3])
    assert [it.owner for it in new] == ["bot:greedy", "account:a"]
    assert new[0].games == 1


@pytest.mark.parametrize(
    ("seats", "expected"),
    [
        ([("account:a", "human"), (None, "greedy")], ["account:a", "bot:greedy"]),
        ([("account:a", "greedy"), (None, "random")], ["account:a", "bot:random"]),
        ([("account:a", "human"), ("account:a", "human")], []),
        ([("account:a", "human"), ("some browser", "human")], []),
        ([("account:a", "human"), ("former", "human")], ["account:a", "former"]),
        ([("account:a", "human"), ("former", "greedy")], ["account:a", "former"]),
        ([("former", "greedy"), ("former", "greedy")], []),
        ([("recorded", "human"), ("recorded", "human")], []),
        ([(None, "greedy"), (None, "greedy")], []),
    ],
)
def test_for_whom_a_seat_is_rated(seats: list[tuple[str | None, str]], expected: list[str]) -> None:
    """Its owner, gone or not, or its bot; nobody where a guest plays, or one against himself."""
    assert entrants(seats) == expected


def test_a_rated_game_counts_once(visit: Visit) -> None:
    """However often it is looked for, for a person and for a bot."""
    ada = made(visit)
    whose = owner(visit, "Ada")
    table = ended(visit, ada, [(whose, "human"), (None, "greedy")], [1, 2])
    look(visit)
    first = ladder(visit)
    assert [it.rating.owner for it in first] == [whose, "bot:greedy"]
    assert [it.name for it in first] == ["Ada", ""]
    assert all(it.rating.games == 1 and it.rating.is_provisional for it in first)
    look(visit)
    visit.call(visit.site.ratings._count, table)
    assert ladder(visit) == first


@pytest.mark.parametrize("change", [{"rated": False}, {"over": False}, {"counted": True}])
def test_other_games_do_not_count(visit: Visit, change: dict[str, bool]) -> None:
    """Only rated ones that are over and do not count yet."""
    ada = made(visit)
    table = ended(visit, ada, [(owner(visit, "Ada"), "human"), (None, "greedy")], [1, 2])
    visit.set(table, **change)
    look(visit)
    assert ladder(visit) == []


def test_games_count_in_the_order_of_their_ends(visit: Visit) -> None:
    """The last one is the younger one, whenever it was opened."""
    ada, ben = made(visit), made(visit, name="Ben")
    seats = [(owner(visit, "Ada"), "human"), (owner(visit, "Ben"), "human")]
    first = ended(visit, ada, seats, [1, 2])
    second = ended(visit, ben, seats, [2, 1])
    look(visit)
    two = rated([Rating(it or "", "rocket") for it, _ in seats], [1, 2])
    expected = {it.owner: it.mu for it in rated(two, [2, 1])}
    assert {it.rating.owner: it.rating.mu for it in ladder(visit)} == pytest.approx(expected)
    assert first != second


def test_a_game_played_to_its_end_counts(start: Callable[..., Visit]) -> None:
    """By its own results; a seat that a bot has taken over counts for its owner."""
    visit = start(pace=3600.0)
    whose = owner(visit, name(visit))
    table = visit.browser().open(**BOTS)
    where = (SEATS.c.table == table) & (SEATS.c.number == 0)
    visit.call(visit._write, sa.update(SEATS).where(where).values(owner=whose))
    visit.set(table, rated=True)
    visit = start()
    finished(visit, table)
    look(visit)
    match = visit.match(table)
    new = [Rating(it, "rocket") for it in (whose, "bot:random", "bot:random")]
    expected = {it.owner: it.mu for it in rated(new, match.game.ranks(match.state))}
    assert {it.rating.owner: it.rating.mu for it in ladder(visit)} == pytest.approx(expected)


def test_the_ladder_labels_bots(visit: Visit) -> None:
    """And links people; a game that there is not has none."""
    ada = made(visit)
    assert 'href="/ladder"' in ada.get("/").text
    empty = ada.get("/ladder/rocket").text
    assert "No rated game has ended yet." in empty
    ended(visit, ada, [(owner(visit, "Ada"), "human"), (None, "greedy")], [2, 1])
    look(visit)
    page = ada.get("/ladder").text
    assert 'Greedy bot <span class="tag">bot</span>' in page
    assert '<a href="/people/Ada">Ada</a>' in page
    assert page.index("Greedy bot") < page.index("/people/Ada")
    assert visit.browser().get("/ladder/whist").status_code == 404


def test_a_rating_is_provisional_for_some_games(visit: Visit) -> None:
    """The profile shows the rating of each title, and whether it says much."""
    ada = made(visit)
    for _ in range(PROVISIONAL - 1):
        ended(visit, ada, [(owner(visit, "Ada"), "human"), (None, "greedy")], [1, 2])
    look(visit)
    assert "prov." in ada.get("/people/Ada").text
    ended(visit, ada, [(owner(visit, "Ada"), "human"), (None, "greedy")], [1, 2])
    look(visit)
    page = ada.get("/people/Ada").text
    assert "prov." not in page
    shown = next(it.rating.shown for it in ladder(visit) if it.name == "Ada")
    assert shown > 1000
    assert f"<td>{shown}</td>" in page


def test_who_leaves_is_on_no_ladder(visit: Visit) -> None:
    """The others keep what they won."""
    ada = made(visit)
    made(visit, name="Ben")
    ended(visit, ada, [(owner(visit, "Ada"), "human"), (owner(visit, "Ben"), "human")], [1, 2])
    look(visit)
    before = [it.rating for it in ladder(visit) if it.name == "Ben"]
    ada.post("/account/leave", {"password": "analytical engine"})
    assert [it.rating for it in ladder(visit)] == before


def test_who_leaves_a_rated_game_leaves_no_rating(visit: Visit) -> None:
    """It counts for the others as against a newcomer; the bot that played on gets nothing."""
    visit.site.pace._begin = lambda table: None  # type: ignore[method-assign] # no bot plays on
    ada, ben = made(visit), made(visit, name="Ben")
    table = opened(ada, **WITH_A_FRIEND, rated="1")
    assert ben.post(f"/t/{table}/sit", {"seat": "1"}).status_code == 200
    whose = owner(visit, "Ben")
    ada.post("/account/leave", {"password": "analytical engine"})
    chairs = visit.sheet(table).table.chairs
    assert [(it.owner, it.kind) for it in chairs] == [("former", "greedy"), (whose, "human")]
    visit.call(_end, visit, table, [(it.owner, it.kind) for it in chairs], [1, 2])
    visit.set(table, over=True, actor=None)
    look(visit)
    expected = rated([Rating("former", "rocket"), Rating(whose, "rocket")], [1, 2])[1]
    assert [it.rating for it in ladder(visit)] == [expected]


def test_what_was_left_is_counted_at_the_start(
    start: Callable[..., Visit], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever has happened before: it is asked of the database."""
    visit = start()
    seats = [(owner(visit, name(visit)), "human"), (None, "greedy")]
    ended(visit, visit.browser(), seats, [1, 2])
    monkeypatch.setattr(ratings.Ratings, "run", RUN)
    assert [it.name for it in awaited(start())] == ["Ada", ""]


def test_an_end_is_heard(start: Callable[..., Visit], monkeypatch: pytest.MonkeyPatch) -> None:
    """A game counts soon after its last move."""
    monkeypatch.setattr(ratings.Ratings, "run", RUN)
    monkeypatch.setattr(ratings, "MOMENT", 0.0)
    visit = start()
    seats = [(owner(visit, name(visit)), "human"), (None, "greedy")]
    table = ended(visit, visit.browser(), seats, [1, 2])
    visit.call(_tell, visit, table)
    assert [it.name for it in awaited(visit)] == ["Ada", ""]


def test_only_games_that_may_have_ended_are_looked_at(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A move in a game that goes on asks the database nothing."""
    monkeypatch.setattr(ratings, "MOMENT", 0.0)
    looked, is_seen = list[Sequence[str] | None](), asyncio.Event()

    async def look(tables: Sequence[str] | None = None) -> None:
        looked.append(tables)
        if tables is not None:
            is_seen.set()

    async def run() -> None:
        bus = Bus()
        known = ratings.Ratings(visit.site.store, bus, goes_on=lambda table: table == "on")
        monkeypatch.setattr(known, "look", look)
        running = asyncio.create_task(RUN(known))
        for table in ("on", "over", "on"):
            await asyncio.sleep(0.05)
            bus.publish(table, 1)
        await is_seen.wait()
        bus.close()
        await running

    visit.call(run)
    assert looked == [None, ["over"]]


async def _tell(visit: Visit, table: str) -> None:
    visit.site.bus.publish(table, 1)


def awaited(visit: Visit) -> list[Rung]:
    """The ladder when somebody is on it."""
    until = time.monotonic() + 60
    while not (found := ladder(visit)):
        assert time.monotonic() < until
        time.sleep(0.01)
    return found
