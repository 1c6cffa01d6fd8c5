"""Who is at a table: whose pages listen to it, in this process and in others."""

from __future__ import annotations

import asyncio
from contextlib import aclosing

import pytest

from tests.web.club import club
from tests.web.test_accounts import opened
from tests.web.visit import Visit
from trainshed.web.database.kept import Chair
from trainshed.web.processes.live import Bus, stream
from trainshed.web.processes.wire import Alone
from trainshed.web.tables import presence
from trainshed.web.tables.presence import FORGOTTEN, Presence, There


class Notes(Alone):
    """A wire that keeps what it is told."""

    def __init__(self) -> None:
        self.notes: list[tuple[str, str]] = []

    def note(self, table: str, text: str) -> None:
        self.notes.append((table, text))


CLUB = club(Chair("Ada", owner="ada"), Chair("Ben", owner="ben"), Chair("Bot", "greedy"), Chair(""))


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits before he tells."""
    monkeypatch.setattr(presence, "PAUSE", 0.0)


def test_seats_are_here_and_others_watch() -> None:
    """Each once, however many pages he has; who goes is away."""

    async def come_and_go() -> list[There]:
        here = Presence(Bus())
        found = [here.there(CLUB)]
        with here.enter("t", "ada"), here.enter("t", "ada"), here.enter("t", "guest"):
            with here.enter("t", "other"):
                found.append(here.there(CLUB))
            found.append(here.there(CLUB))
        found.append(here.there(CLUB))
        return found

    assert asyncio.run(come_and_go()) == [
        There((), 0),
        There((0,), 2),
        There((0,), 1),
        There((), 0),
    ]


def test_two_processes_tell_each_other() -> None:
    """What one notes the other knows; what it takes back too."""

    async def tell() -> list[There]:
        wire, clock = Notes(), lambda: 0.0
        one, other = Presence(Bus(), wire), Presence(Bus(), clock=clock)
        found = []
        with one.enter("t", "ada"), one.enter("t", "guest"):
            await asyncio.sleep(0.01)
            other.hear(*wire.notes[-1])
            found.append(other.there(CLUB))
            assert other.is_here("t", "ada")
        await asyncio.sleep(0.01)
        other.hear(*wire.notes[-1])
        one.hear(*wire.notes[0])  # its own echo
        return [*found, other.there(CLUB), one.there(CLUB)]

    assert asyncio.run(tell()) == [There((0,), 1), There((), 0), There((), 0)]


def test_a_process_that_is_silent_is_forgotten() -> None:
    """Its people are not there for ever."""
    now = [0.0]
    here = Presence(Bus(), clock=lambda: now[0])
    here.hear("t", "other 1 ada")
    assert here.there(CLUB) == There((0,), 0)
    now[0] = FORGOTTEN - 1
    here.forget()
    assert here.there(CLUB) == There((0,), 0)
    now[0] = FORGOTTEN + 1
    here.forget()
    assert here.there(CLUB) == There((), 0)


@pytest.mark.parametrize("note", ["", "other", "other x", "other -1 ada", "other 1.5"])
def test_nonsense_is_not_heard(note: str) -> None:
    """Whatever comes over the wire."""
    here = Presence(Bus())
    here.hear("t", note)
    assert here.there(CLUB) == There((), 0)


def test_a_stream_says_who_is_there_at_once_and_when_that_changes() -> None:
    """Without a word about moves, and not twice the same."""

    async def listen() -> list[str]:
        bus = Bus()
        here = Presence(bus)

        async def version() -> int:
            return 1

        async def present() -> str:
            return presence.event(here.there(CLUB))

        heard = []
        events = stream(bus, "t", version, beat=60, present=present)
        async with aclosing(events):
            heard += [await anext(events), await anext(events)]
            with here.enter("t", "ben"):
                heard.append(await anext(events))
                with here.enter("t", "ben"):  # a second page changes nothing
                    pass
                bus.publish("t", 2)
                heard.append(await anext(events))
            heard.append(await anext(events))
        return heard

    gone = 'event: presence\ndata: {"here":[],"watching":0}\n\n'
    here = 'event: presence\ndata: {"here":[1],"watching":0}\n\n'
    moved = "event: moved\ndata: {}\n\n"
    assert asyncio.run(listen()) == [moved.format(1), gone, here, moved.format(2), gone]


def test_the_stream_of_a_page_begins_with_the_time(visit: Visit) -> None:
    """So that clocks agree; a program that only wants to know about moves hears no more."""
    ada = visit.browser()
    ada.get("/")
    table = opened(ada)
    visit.site.bus.close()
    text = ada.get(f"/t/{table}/events?presence=1").text
    first, second, third, *_ = text.split("\n\n")
    assert first.startswith("event: time\ndata: ")
    assert second.startswith("event: moved")
    assert third == 'event: presence\ndata: {"here":[0,1],"watching":0}'
    assert ada.get(f"/t/{table}/events").text == "event: moved\ndata: 1\n\n"


def test_plates_have_a_place_for_it(visit: Visit) -> None:
    """For people, not for bots."""
    ada = visit.browser()
    ada.get("/")
    page = ada.get(f"/t/{opened(ada, **{'seat-2': 'greedy'})}").text
    assert 'data-present="0"' in page
    assert 'data-present="1"' not in page
