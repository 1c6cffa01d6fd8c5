"""Who moves or is asked goes first; all others come one by one."""

from __future__ import annotations

import asyncio

import pytest

from trainshed.web.tables import turns as turns_module
from trainshed.web.tables.turns import Turns


async def rest(times: int = 20) -> None:
    """Let everybody else do what he can."""
    for _ in range(times):
        await asyncio.sleep(0)


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


def test_a_view_lets_others_go_first_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as the others take their time, until it has waited long enough."""
    steps = iter(range(10_000))
    monkeypatch.setattr(turns_module, "monotonic", lambda: next(steps) * turns_module.PATIENCE / 10)
    asyncio.run(turns_module._rest())
    assert next(steps) > 10

    monkeypatch.setattr(turns_module, "monotonic", lambda: 0.0)
    asyncio.run(asyncio.wait_for(turns_module._rest(), 10))


def test_whoever_is_asked_now_or_meanwhile_goes_first() -> None:
    asked: set[str] = set()
    shown: list[str] = []

    async def scene() -> None:
        turns = Turns()

        async def view(name: str) -> None:
            await turns.wait("t", lambda: name in asked)
            shown.append(name)

        waiting = [asyncio.create_task(view(name)) for name in ("ada", "ben", "cy", "dot")]
        await rest(1)
        asked.add("cy")
        turns.hurry("elsewhere")
        turns.hurry("t")
        await view("cy")
        await asyncio.gather(*waiting)
        assert turns._tables == {}

    asyncio.run(scene())
    assert shown == ["cy", "cy", "ada", "ben", "dot"]


def test_whoever_leaves_is_forgotten() -> None:
    async def scene() -> None:
        turns = Turns()
        waiting = asyncio.create_task(turns.wait("t", lambda: False))
        await rest(1)
        waiting.cancel()
        await rest()
        assert turns._tables == {}
        await turns.wait("t", lambda: False)

    asyncio.run(scene())
