"""Who moves or is asked goes first; all others come one by one."""

from __future__ import annotations

import asyncio

import pytest

from trainshed.web import turns as module
from trainshed.web.turns import Turns


async def rest(times: int = 20) -> None:
    """Let everybody else do what he can."""
    for _ in range(times):
        await asyncio.sleep(0)


def test_a_view_waits_while_somebody_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """But not for ever."""
    order: list[str] = []

    async def view(turns: Turns, name: str) -> None:
        await turns.wait("t", lambda: False)
        order.append(name)

    async def both() -> None:
        turns = Turns()
        monkeypatch.setattr(module, "PATIENCE", 60.0)
        with turns.moving():
            first = asyncio.create_task(view(turns, "view"))
            await rest()
            order.append("move")
        await first
        monkeypatch.setattr(module, "PATIENCE", 0.0)
        with turns.moving():
            await view(turns, "impatient")

    asyncio.run(both())
    assert order == ["move", "view", "impatient"]


def test_between_two_views_others_have_their_turn() -> None:
    order: list[str] = []

    async def all_of_them() -> None:
        turns = Turns()

        async def view(name: str) -> None:
            await turns.wait("t", lambda: False)
            order.append(name)
            asyncio.get_running_loop().call_soon(order.append, "other")

        await asyncio.gather(view("a"), view("b"), view("c"))
        await rest()

    asyncio.run(all_of_them())
    assert [one for one in order if one != "other"] == ["a", "b", "c"]
    assert order.index("other") < order.index("b") < order.index("c")


def test_whoever_is_asked_meanwhile_waits_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE", 60.0)
    asked: set[str] = set()
    shown: list[str] = []

    async def scene() -> None:
        turns = Turns()

        async def view(name: str) -> None:
            await turns.wait("t", lambda: name in asked)
            shown.append(name)

        with turns.moving():
            waiting = [asyncio.create_task(view(name)) for name in ("ada", "ben", "cy")]
            await rest()
            assert shown == []
            asked.add("ben")
            turns.hurry("elsewhere")
            await rest()
            assert shown == []
            turns.hurry("t")
            await rest()
            assert shown == ["ben"]
            await view("ben")
        await asyncio.gather(*waiting)
        assert turns._tables == {}

    asyncio.run(scene())
    assert shown == ["ben", "ben", "ada", "cy"]


def test_whoever_leaves_is_forgotten() -> None:
    async def scene() -> None:
        turns = Turns()
        with turns.moving():
            waiting = asyncio.create_task(turns.wait("t", lambda: False))
            await rest()
            waiting.cancel()
            await rest()
            assert turns._tables == {}
        await turns.wait("t", lambda: False)

    asyncio.run(scene())
