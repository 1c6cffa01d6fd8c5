"""Who may come to a table: everybody, who has its address, who was invited."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from tests.web.clients import program
from tests.web.postgres import on_both
from tests.web.test_accounts import made, opened
from tests.web.visit import TWO, WITH_A_FRIEND, Browser, Visit, notice
from trainshed.web.database.kept import Terms
from trainshed.web.database.rows import INVITED
from trainshed.web.tables.invitations import Invitations

FRIEND = {"seat-2": "elsewhere"}
BLOCK = {"kind": "block", "on": "on"}
HIDDEN = "Hidden club"


def ben(visit: Visit) -> Browser:
    return made(visit, name="Ben")


def lists(visitor: Browser) -> list[str]:
    """Every place where tables are listed."""
    paths = ("/", "/search", f"/search?word={HIDDEN}", "/api/v1/tables?list=others")
    return [visitor.get(path).text for path in (*paths, "/api/v1/tables?list=open")]


@pytest.mark.parametrize("access", ["link", "invited"])
def test_strangers_find_such_a_table_in_no_list(visit: Visit, access: str) -> None:
    """Neither on the first page nor by a search nor through the interface for programs."""
    ada = made(visit)
    table = opened(ada, **FRIEND, access=access, name=HIDDEN)
    for over in (False, True):
        visit.set(table, over=over)
        for stranger in (visit.browser(), made(visit, name=f"Ben {over}")):
            assert all(table not in text for text in lists(stranger))
            assert table not in stranger.get("/people/Ada").text
        assert table in ada.get("/").text
        assert table in ada.get(f"/search?word={HIDDEN}").text


def test_an_open_table_is_listed(visit: Visit) -> None:
    """As tables were before anything else could be chosen."""
    table = opened(made(visit), **FRIEND, name="Open club")
    assert all(
        it in visit.browser().get(path).text for it, path in ((table, "/"), (table, "/search"))
    )


def test_whoever_has_the_address_sits_down(visit: Visit) -> None:
    """A guest too."""
    table = opened(made(visit), **FRIEND, access="link")
    guest = visit.browser()
    assert guest.get(f"/t/{table}").status_code == 200
    assert guest.post(f"/t/{table}/sit", {"seat": "1", "name": "Gus"}).status_code == 200
    assert guest.seats(table) == (1,)


PLACES = (
    "",
    "/fragment",
    "/events",
    "/record",
    "/board.svg",
    "/talk",
    "/charts",
    "/words",
    "/continue",
)


def test_a_stranger_does_not_learn_that_there_is_a_table(visit: Visit) -> None:
    """The answer is that to an address where nothing is, for whatever he tries."""
    table = opened(made(visit), **FRIEND, access="invited")
    for stranger in (visit.browser(), ben(visit)):
        for place in PLACES:
            known, unknown = f"/t/{table}{place}", f"/t/nothing1{place}"
            answers = [stranger.get(path) for path in (known, unknown)]
            assert [it.status_code for it in answers] == [404, 404], place
            texts = [it.text.replace(table, "nothing1") for it in answers]
            assert texts[0] == texts[1], place
        for place in (
            "play",
            "sit",
            "fill",
            "leave",
            "pause",
            "talk",
            "note",
            "again",
            "return",
            "invite",
        ):
            fields = {"seat": "1", "version": "1", "action": "undo", "text": "x", "name": "x"}
            assert stranger.post(f"/t/{table}/{place}", fields).status_code == 404, place
        assert stranger.get(f"/api/v1/tables/{table}").status_code == 404
    assert visit.sheet(table).table.vacant == (1,)


def test_only_who_has_an_account_is_offered_to_invite(visit: Visit) -> None:
    """A guest would be refused."""
    guest, ada = visit.browser(), made(visit, name="Mia")
    for browser, is_offered in ((guest, False), (ada, True)):
        table = opened(browser, **FRIEND)
        assert ('class="invite"' in browser.get(f"/t/{table}").text) == is_offered


def test_who_is_invited_sees_it_and_sits_down(visit: Visit) -> None:
    """It is on his first page until he sits there."""
    guest = ben(visit)
    table = opened(made(visit), **FRIEND, access="invited", invite=" Ben ", name=HIDDEN)
    first = guest.get("/").text
    assert "Invitations" in first
    assert HIDDEN in first
    assert guest.get(f"/t/{table}").status_code == 200
    assert guest.post(f"/t/{table}/sit", {"seat": "1", "name": "Ben"}).status_code == 200
    assert visit.sheet(table).table.vacant == ()
    assert "Invitations" not in guest.get("/").text


@on_both
def test_who_is_invited_reads_who_invites(visit: Visit) -> None:
    """On his first page and at the table; not where he blocks him by now, or he is gone."""
    guest, ada = ben(visit), made(visit, name="A<b>da")
    table = opened(ada, **FRIEND, access="invited", invite="Ben")
    told = "A&lt;b&gt;da invites you"
    pages = ("/", f"/t/{table}")
    assert all(told in guest.get(page).text for page in pages)
    assert told not in ada.get(f"/t/{table}").text
    assert guest.post("/people/A<b>da/regard", BLOCK).status_code == 303
    assert not any("invites you" in guest.get(page).text for page in pages)
    assert guest.post("/people/A<b>da/regard", {**BLOCK, "on": ""}).status_code == 303
    assert told in guest.get("/").text
    found = visit.call(visit.site.people.named, "A<b>da")
    assert found is not None
    visit.call(visit.site.people.remove, found[0])
    assert "Invitations" in guest.get("/").text
    assert not any("invites you" in guest.get(page).text for page in pages)

    async def hosts() -> list[str | None]:
        async with visit.site.store.engine.connect() as connection:
            return list((await connection.execute(sa.select(INVITED.c.host))).scalars())

    assert visit.call(hosts) == [None]


def test_who_is_invited_at_the_table_reads_by_whom(visit: Visit) -> None:
    """Whoever sits there invites; the rematch calls the same people, as by the same host."""
    guest, ada = ben(visit), made(visit)
    table = opened(ada, **FRIEND)
    assert ada.post(f"/t/{table}/invite", {"name": "Ben"}).status_code == 200
    assert "Ada invites you" in guest.get("/").text
    visit.set(table, over=True, actor=None)
    following = visit.call(visit.site.tables.again, table)
    visit.call(Invitations(visit.site.store).carry, table, following)
    assert "Ada invites you" in guest.get(f"/t/{following}").text


def test_an_invitation_stands_once_on_the_first_page(visit: Visit) -> None:
    """Though the table is for everybody, too."""
    guest = ben(visit)
    table = opened(made(visit), **FRIEND, invite="Ben")
    assert guest.get("/").text.count(f'href="/t/{table}"') == 1


def test_an_invitation_may_be_declined(visit: Visit) -> None:
    """Then the table is as unknown as it was."""
    guest = ben(visit)
    table = opened(made(visit), **FRIEND, access="invited", invite="Ben")
    assert guest.post(f"/t/{table}/decline", {}).status_code == 303
    assert "Invitations" not in guest.get("/").text
    assert guest.get(f"/t/{table}").status_code == 404


def test_people_at_the_table_invite_others(visit: Visit) -> None:
    """Nobody else does, and nobody who does not exist is invited."""
    guest, ada = ben(visit), made(visit)
    table = opened(ada, **FRIEND, access="invited")
    unknown = ada.post(f"/t/{table}/invite", {"name": "Nobody"})
    assert unknown.status_code == 422
    assert notice(unknown) == "No account is called “Nobody”"
    assert 'id="table"' in unknown.text
    assert ada.post(f"/t/{table}/invite", {"name": "Ben"}).status_code == 200
    assert "Invited: Ben" in ada.get(f"/t/{table}").text
    assert guest.post(f"/t/{table}/invite", {"name": "Ben"}).status_code == 403
    assert guest.get(f"/t/{table}").status_code == 200


def test_who_opens_an_invited_table_comes_back_to_it(visit: Visit) -> None:
    """Also where he has no seat; he does not invite himself."""
    ada = made(visit)
    table = opened(ada, **FRIEND, **{"seat-1": "elsewhere"}, access="invited")
    page = ada.get(f"/t/{table}")
    assert page.status_code == 200
    assert "invites you" not in page.text + ada.get("/").text
    assert ada.post(f"/t/{table}/sit", {"seat": "0", "name": "Ada"}).status_code == 200


@pytest.mark.parametrize("fields", [{"access": "invited"}, {"invite": "Ada"}, {"rated": "1"}])
def test_a_guest_neither_invites_nor_rates(visit: Visit, fields: dict[str, str]) -> None:
    """A sentence says why, and no table is opened."""
    made(visit)
    guest = visit.browser()
    guest.get("/")
    answer = guest.post("/tables", {"game": "rocket", **TWO, **FRIEND, **fields})
    assert answer.status_code == 403
    assert "account" in answer.text


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("access", "x"),
        ("rated", "2"),
        ("delay", "7"),
        ("late", "nobody"),
        ("hours", "live:1:1"),
    ],
)
def test_what_there_is_not_is_refused_by_its_name(visit: Visit, name: str, value: str) -> None:
    """And no table is opened."""
    ada = made(visit)
    answer = ada.post("/tables", {"game": "rocket", **TWO, **FRIEND, name: value})
    assert answer.status_code == 422
    assert name in answer.text
    assert value in answer.text


def test_everything_that_can_be_chosen_is_kept(visit: Visit) -> None:
    """And holds for the rematch, with those who were invited."""
    guest, ada = ben(visit), made(visit)
    chosen = {
        "access": "invited",
        "rated": "1",
        "delay": "60",
        "late": "wait",
        "hours": "live:900:10",
    }
    table = opened(ada, **FRIEND, **chosen, invite="Ben")
    wanted = Terms(
        access="invited", rated=True, delay=60, late="wait", hours=None, bank=900, increment=10
    )
    found = visit.sheet(table).table
    assert all(getattr(found, name) == getattr(wanted, name) for name in Terms.__struct_fields__)
    visit.set(table, over=True, actor=None)
    following = visit.call(visit.site.tables.again, table)
    again = visit.sheet(following).table
    assert all(getattr(again, name) == getattr(wanted, name) for name in Terms.__struct_fields__)
    assert guest.get(f"/t/{following}").status_code == 404
    assert again.chairs[1].is_open


def test_a_rated_table_is_for_accounts_with_one_seat_each(visit: Visit) -> None:
    """A guest hears why he cannot sit down; nobody plays against himself."""
    ada, guest = made(visit), visit.browser()
    two = ada.post("/tables", {"game": "rocket", **TWO, "rated": "1"})
    assert two.status_code == 403
    table = opened(ada, **FRIEND, rated="1")
    assert "sit down with an account" in guest.get(f"/t/{table}").text
    answer = guest.post(f"/t/{table}/sit", {"seat": "1", "name": "Gus"})
    assert answer.status_code == 403
    assert "rated" in answer.text
    assert ada.post(f"/t/{table}/sit", {"seat": "1", "name": "Ada"}).status_code == 403
    assert ben(visit).post(f"/t/{table}/sit", {"seat": "1", "name": "Ben"}).status_code == 200


def test_who_is_blocked_finds_no_seat_and_is_not_told_why(visit: Visit) -> None:
    """Nor does an invitation by him arrive."""
    ada, other = made(visit), ben(visit)
    ada.post("/people/Ben/regard", {"kind": "block", "on": "on"})
    table = opened(ada, **FRIEND)
    answer = other.post(f"/t/{table}/sit", {"seat": "1", "name": "Ben"})
    assert answer.status_code == 403
    assert "block" not in answer.text
    opened(other, **FRIEND, invite="Ada")
    assert "Invitations" not in ada.get("/").text


def test_getting_up_before_a_move_frees_the_seat(visit: Visit) -> None:
    """Somebody else may sit down then."""
    ada, guest = made(visit), visit.browser()
    table = opened(ada, **FRIEND)
    guest.post(f"/t/{table}/sit", {"seat": "1", "name": "Gus"})
    assert guest.post(f"/t/{table}/leave", {}).status_code == 200
    assert visit.sheet(table).table.chairs[1].is_open
    assert "Gus" not in ada.get(f"/t/{table}").text


def test_getting_up_after_a_move_leaves_a_bot_and_one_may_return(visit: Visit) -> None:
    """The others play on."""
    ada, guest = made(visit), visit.browser()
    table = opened(ada, **FRIEND)
    guest.post(f"/t/{table}/sit", {"seat": "1", "name": "Gus"})
    while not any(line.seat == 0 for line in visit.match(table).log):
        (ada, guest)[visit.match(table).actor or 0].play(table)
    assert ada.post(f"/t/{table}/leave", {}).status_code == 200
    chair = visit.sheet(table).table.chairs[0]
    assert chair.kind == "greedy"
    assert "Take your seat back" in ada.get(f"/t/{table}").text
    ada.post(f"/t/{table}/return", {})
    assert not visit.sheet(table).table.chairs[0].is_bot


def test_who_does_not_sit_there_cannot_get_up(visit: Visit) -> None:
    """Nothing is changed for those who do."""
    table = opened(made(visit), **FRIEND)
    before = visit.sheet(table).table.chairs
    assert visit.browser().post(f"/t/{table}/leave", {}).status_code == 403
    assert visit.sheet(table).table.chairs == before


def test_programs_open_such_tables_too(visit: Visit) -> None:
    """With the same words, and what there is not is refused as in the form."""
    ada = program(visit, "Ada")
    seats = [{"who": "me"}, {"who": "open"}]
    wish = {"game": "rocket", "seats": seats, "bank": 600, "increment": 5, "rated": True}
    told = ada.post("/tables", {**wish, "access": "invited", "delay": 15, "late": "wait"}, 201)
    shown = ("access", "rated", "bank", "increment", "paused")
    assert [told[name] for name in shown] == ["invited", True, 600, 5, False]
    assert visit.browser().get(f"/api/v1/tables/{told['id']}").status_code == 404
    assert ada.get(f"/tables/{told['id']}", 200)["id"] == told["id"]
    for fields in ({"access": "x"}, {"delay": 7}, {"hours": 24}, {"late": "x"}, {"bank": 0}):
        assert ada.post("/tables", {**wish, **fields}, 422)["error"]


def test_whoever_has_seen_a_secret_leaves_a_bot(visit: Visit) -> None:
    """Else he could look at the cards of all open seats, one after the other."""
    ada, guest = made(visit), visit.browser()
    table = opened(ada, **FRIEND, game="tycoon")
    guest.post(f"/t/{table}/sit", {"seat": "1", "name": "Gus"})
    assert guest.post(f"/t/{table}/leave", {}).status_code == 200
    chair = visit.sheet(table).table.chairs[1]
    assert (chair.kind, chair.is_open) == ("greedy", False)


def test_nobody_sits_down_to_see_earlier_what_spectators_see_later(visit: Visit) -> None:
    """Once something has been played, whoever gets up leaves a bot."""
    mover, guest = made(visit), visit.browser()
    seats = {"seats": "3", "seat-2": "elsewhere", "seat-3": "elsewhere", "name-3": "Cy"}
    table = opened(mover, **seats, delay="60")
    actor = visit.match(table).actor
    if actor != 0:
        mover = visit.browser()
        mover.post(f"/t/{table}/sit", {"seat": str(actor), "name": "Gil"})
    assert mover.play(table).status_code == 200
    free = visit.sheet(table).table.vacant[0]
    guest.post(f"/t/{table}/sit", {"seat": str(free), "name": "Gus"})
    guest.post(f"/t/{table}/leave", {})
    assert visit.sheet(table).table.chairs[free].is_bot


def test_nobody_opens_a_table_under_the_name_of_another_s_account(visit: Visit) -> None:
    """Neither a guest nor somebody else; the owner may."""
    ada, guest, ben = made(visit), visit.browser(), made(visit, name="Ben")
    fields = {"game": "rocket", **TWO, "name-2": "Cy"}
    for other in (guest, ben):
        answer = other.post("/tables", {**fields, "name-1": "ADA"})
        assert answer.status_code == 422
        assert "Somebody else is called ADA" in answer.text
        assert other.post("/tables", {**fields, "name-1": "Dan"}).status_code == 303
    assert ada.post("/tables", fields).status_code == 303
    assert guest.post("/tables", {**fields, **WITH_A_FRIEND, "name-1": "Cy"}).status_code == 303


def test_a_rematch_does_not_lend_the_name_of_an_account(visit: Visit) -> None:
    """Whoever was called so before the account was made is called by his number."""
    guest = visit.browser()
    table = guest.open(game="rocket", name_2="Cy")
    made(visit)
    match = visit.match(table)
    while match.actor is not None:
        guest.play(table)
        match = visit.match(table)
    again = guest.post(f"/t/{table}/again", {}).headers["location"].removeprefix("/t/")
    assert visit.match(again).names == ["Player 1", "Cy"]


def test_who_invites_nobody_is_told_so(visit: Visit) -> None:
    """In a sentence, before a table is opened."""
    answer = made(visit).post("/tables", {"game": "rocket", **TWO, **FRIEND, "invite": "Nobody"})
    assert answer.status_code == 422
    assert "No account is called “Nobody”" in answer.text
