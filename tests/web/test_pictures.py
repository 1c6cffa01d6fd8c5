"""Pictures are drawn apart, so that nobody waits for those of others, and each once."""

from __future__ import annotations

import asyncio
import json
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil
import pytest
import resvg_py
from httpx2 import HTTPError

from tests.web.program import Program, has_ended, open_table
from tests.web.visit import Visit
from trainshed.web.limits import RATES, Limits
from trainshed.web.pocket import ICONS
from trainshed.web.printing import rasterizer
from trainshed.web.printing.rasterizer import AT_ONCE, QUEUE, Rasterizer
from trainshed.web.refusal import Refusal

PNG = b"\x89PNG"
SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {n} {n}"/>'
ECHO = "import sys; sys.stdout.buffer.write(sys.stdin.buffer.read())"
ENDLESS = "import time; time.sleep(60)"
DYING = "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"
FAILING = "raise ValueError('no renderer')"


@pytest.fixture
def counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that gets a letter for each picture that is drawn."""
    marks = tmp_path / "marks"
    marks.touch()
    replaced(monkeypatch, tmp_path, f"open({str(marks)!r}, 'a').write('x'); {ECHO}")
    return marks


def replaced(monkeypatch: pytest.MonkeyPatch, folder: Path, program: str) -> None:
    """Let something else draw."""
    file = folder / "rasterize.py"
    file.write_text(program)
    monkeypatch.setattr(rasterizer, "PROGRAM", file)


def refused(answer: bytes | BaseException) -> int:
    """The status of a refusal, or 200."""
    return answer.status if isinstance(answer, Refusal) else 200


async def asked(drawer: Rasterizer, *which: int, who: str = "Ada") -> list[bytes | BaseException]:
    """Pictures, asked for at the same time."""
    wanted = [drawer.png(SQUARE.format(n=n), 10, who) for n in which]
    return await asyncio.gather(*wanted, return_exceptions=True)


def test_no_picture_is_drawn_by_the_process_that_answers(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The renderer would hold up everybody: neither boards nor icons call it."""

    def here(**settings: Any) -> bytes:  # noqa: ANN401 - whatever there is
        raise AssertionError("drawn in the process of the site")

    monkeypatch.setattr(resvg_py, "svg_to_bytes", here)
    browser = visit.browser()
    table = browser.open()
    for path in (f"/t/{table}/board.png", *(f"/icons/{name}.png" for name in ICONS)):
        answer = browser.get(path)
        assert (answer.status_code, answer.content[:4]) == (200, PNG)


def test_a_picture_that_a_browser_has_is_not_sent_again(visit: Visit, counted: Path) -> None:
    """Nor drawn, for anybody, until the board looks different."""
    browser, other = visit.browser(), visit.browser()
    table = browser.open()
    path = f"/t/{table}/board.png"
    tag = browser.get(path).headers["etag"]
    again = browser.get(path, {"if-none-match": tag})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    assert browser.get(path).status_code == 200
    assert other.get(f"{path}?theme=dark", {"if-none-match": tag}).status_code == 200
    assert counted.read_text() == "xx"
    browser.play(table)
    assert browser.get(path, {"if-none-match": f'"other", {tag}'}).headers["etag"] != tag
    svg = browser.get(f"/t/{table}/board.svg")
    assert browser.get(f"/t/{table}/board.svg", {"if-none-match": tag}).status_code == 200
    same = {"if-none-match": svg.headers["etag"]}
    assert browser.get(f"/t/{table}/board.svg", same).status_code == 304


def test_everybody_gets_the_picture_of_what_he_may_see(visit: Visit, counted: Path) -> None:
    """Kept or not: what is drawn is his own view, in his own language."""
    host, guest = visit.browser(), visit.browser()
    table = host.open(game="tycoon", seat_2="elsewhere")
    german = visit.browser()
    german.post("/settings", {"language": "de"})
    for browser in (host, guest, german, host):
        own = browser.get(f"/t/{table}/board.svg").text
        drawn = browser.get(f"/t/{table}/board.png").content
        assert json.loads(drawn)["svg_string"] == own


def test_who_asks_for_the_same_waits_for_the_same(counted: Path) -> None:
    """However many they are, it is drawn once."""
    drawer = Rasterizer(Limits())
    found = asyncio.run(asked(drawer, *[1] * 40))
    assert len(set(found)) == 1
    assert counted.read_text() == "x"


def test_only_so_many_pictures_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever comes later is asked to come back, and there is room again."""
    replaced(monkeypatch, tmp_path, ENDLESS)
    drawer = Rasterizer(Limits())
    drawer.patience = 0.1

    async def crowd() -> list[bytes | BaseException]:
        found = await asked(drawer, *range(1, QUEUE + 4))
        replaced(monkeypatch, tmp_path, ECHO)
        drawer.patience = 20
        return [*found, *await asked(drawer, 1)]

    found = asyncio.run(crowd())
    assert [refused(it) for it in found] == [503] * QUEUE + [429] * 3 + [200]
    assert all(it.wait for it in found if isinstance(it, Refusal))


def test_few_pictures_are_drawn_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine is there for those who play."""
    marks = tmp_path / "marks"
    note = f"lambda sign: open({str(marks)!r}, 'a').write(sign)"
    wait = "__import__('time').sleep(0.1)"
    replaced(monkeypatch, tmp_path, f"note = {note}; note('+'); {wait}; note('-')")
    asyncio.run(asked(Rasterizer(Limits()), *range(1, QUEUE + 1)))
    running = [marks.read_text()[:end] for end in range(2 * QUEUE + 1)]
    assert max(text.count("+") - text.count("-") for text in running) == AT_ONCE


def test_nobody_lets_one_picture_after_the_other_be_drawn(counted: Path) -> None:
    """The same one as often as he likes."""
    now = 0.0
    drawer = Rasterizer(Limits(lambda: now))
    most = RATES["picture"].burst

    async def greedy() -> list[int]:
        found = [await asked(drawer, n) for n in [*range(1, most + 2), 1]]
        found.append(await asked(drawer, most + 1, who="Ben"))
        return [refused(it) for (it,) in found]

    assert asyncio.run(greedy()) == [200] * most + [429, 200, 200]


def test_pictures_take_only_so_much_memory(counted: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What nobody has asked for longest is forgotten."""
    monkeypatch.setattr(rasterizer, "KEPT", 3000)
    drawer = Rasterizer(Limits())

    async def many() -> int:
        for n in (1, 2, 1, 3, 4, 5, 6, 7, 8, 1):
            await asked(drawer, n)
        return sum(map(len, drawer._kept._things.values()))

    assert 0 < asyncio.run(many()) <= 3000
    assert counted.read_text() == "x" * 9  # the first of all once more


@pytest.mark.parametrize("program", [ENDLESS, DYING, FAILING])
def test_a_renderer_that_fails_costs_one_picture(
    visit: Visit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str
) -> None:
    """Whoever wanted it is told when to come back; the next one is drawn."""
    browser = visit.browser()
    path = f"/t/{browser.open()}/board.png"
    with monkeypatch.context() as patch:
        replaced(patch, tmp_path, program)
        patch.setattr(visit.site.rasterizer, "patience", 0.3 if program == ENDLESS else 20)
        answer = browser.get(path)
    assert answer.status_code == 503
    assert answer.headers["retry-after"]
    assert "could not be drawn" in answer.text
    assert browser.get(path).content[:4] == PNG


@pytest.fixture
def drawing(tmp_path: Path) -> Iterator[tuple[Program, list[Any]]]:
    """A site that draws pictures, and the processes that do."""
    program = Program(tmp_path)
    browser = program.browser()
    path = f"/t/{open_table(browser, game='dampfross')}/board.png"
    askers = [
        threading.Thread(target=ask, args=(program, f"{path}?theme={it}"))
        for it in ("light", "dark")
    ]
    for asker in askers:
        asker.start()
    until = time.monotonic() + 10
    found: list[Any] = []
    while len(found) < 2 and time.monotonic() < until:
        found = psutil.Process(program.process.pid).children()
    yield program, found
    program.kill()
    for asker in askers:
        asker.join()


def ask(program: Program, path: str) -> None:
    """Ask for a picture, whatever becomes of it."""
    with suppress(HTTPError, RuntimeError):  # the site is gone, or the browser
        program.browser().get(path)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_no_process_outlives_the_site(
    drawing: tuple[Program, list[Any]], how: signal.Signals
) -> None:
    """Whatever is being drawn, it stops at once and without a word; killed, soon."""
    program, renderers = drawing
    assert len(renderers) == 2
    asked = time.monotonic()
    program.process.send_signal(how)
    complaint = program.ended()
    assert time.monotonic() - asked < 3
    while not all(map(has_ended, renderers)) and time.monotonic() - asked < 10:
        time.sleep(0.05)
    assert all(map(has_ended, renderers))
    assert program.process.returncode in (0, -how)
    assert complaint == ""
