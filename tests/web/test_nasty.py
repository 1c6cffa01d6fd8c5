"""Texts that are dear to read hold nobody up: refused at once, or read in a thread apart."""

from __future__ import annotations

import asyncio
import threading
from time import perf_counter

import pytest

from tests.web.visit import Visit
from trainshed.web.executor import WAITING, Executor
from trainshed.web.refusal import Refusal

DOTS = ".".join("a" * 10_000) + " = 1\n"
"""Small enough for a parser to come to its end: a second and a gigabyte."""
HELD = 0.6
BOMBS = {
    "a record": ("/import", DOTS + "---\n"),
    "a map": ("/maps/upload", DOTS),
    "an export": ("/import", '{"title": ' + "[" * 1_000_000),
    "numbers": ("/import", '{"title": "1861", "players": [{"id": ' + "9" * 1_000_000 + "}]}"),
    "lines": ("/import", 'game = "rocket"\nseats = 2\n---\n' + "a\n" * 500_000),
}


async def _longest(done: threading.Event, begun: threading.Event) -> float:
    """The longest that the loop was held."""
    held, last = 0.0, perf_counter()
    begun.set()
    while not done.is_set():
        await asyncio.sleep(0.001)
        now = perf_counter()
        held, last = max(held, now - last), now
    return held


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_text_that_is_dear_to_read_holds_nobody_up(visit: Visit, bomb: str) -> None:
    """It is refused, and meanwhile the site answers others."""
    where, text = BOMBS[bomb]
    browser = visit.browser()
    browser.get("/")
    visit.client.cookies = browser.cookies
    done, begun = threading.Event(), threading.Event()
    assert visit.client.portal is not None
    held = visit.client.portal.start_task_soon(_longest, done, begun)
    begun.wait()
    start = perf_counter()
    answer = visit.client.post(where, files={"file": ("x", text.encode(), "text/plain")})
    seconds = perf_counter() - start
    done.set()
    assert answer.status_code == 422
    assert seconds < 2
    assert held.result() < HELD


def test_the_head_of_a_record_cannot_hide_a_map(visit: Visit) -> None:
    """A map in an option is read with the same care."""
    sheet = DOTS.strip()
    head = f'game = "dampfross"\nseats = 2\n[options]\nmap = "own"\nsheet = "{sheet}"\n---\n'
    answer = visit.browser().post("/import", {"record": head})
    assert answer.status_code == 422
    assert "more than 8 dots" in answer.text


def test_only_so_many_texts_wait() -> None:
    """Each is read in its turn; one too many is refused, and there is room again afterwards."""

    async def work() -> int:
        executor, gate = Executor(), threading.Event()
        waiting = [asyncio.ensure_future(executor.run(gate.wait, 20)) for _ in range(WAITING)]
        await asyncio.sleep(0)
        with pytest.raises(Refusal) as refused:
            await executor.run(gate.wait)
        assert refused.value.wait
        gate.set()
        assert all(await asyncio.gather(*waiting))
        assert await executor.run(int, "7") == 7
        return refused.value.status

    assert asyncio.run(work()) == 503
