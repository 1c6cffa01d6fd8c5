"""What a seat may not know is in no answer of the API."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tests.web.clients import Program, program, unlimited
from tests.web.visit import Visit
from trainshed.bots import bot
from trainshed.core import Match, Seat
from trainshed.core.history import Span
from trainshed.web.tables.sheet import fork

GAMES = [
    ("rocket", {}, 60),
    ("tycoon", {}, 90),
    ("tycoon", {"tycoons": "two"}, 30),
    ("russian", {}, 60),
]
PATHS = ("", "/state", "/offers", "/orders", "/log", "/record")


def answers(who: Program, table: str, seat: Seat | None) -> dict[str, str]:
    """All that somebody can hear of a table, refusals included."""
    found = {path: who.text(f"/tables/{table}{path}") for path in PATHS}
    found["list"] = who.text("/tables?list=mine") + who.text("/tables?list=others")
    for line in ("nonsense", "undo"):
        wish = {"version": 0, "line": line}
        found[line] = who.send("POST", f"/tables/{table}/play", json=wish).text
    if seat is not None:
        found["seat"] = who.text(f"/tables/{table}/state?seat={seat}")
    return found


def play(visit: Visit, players: list[Program], table: str, moves: int) -> Iterator[int]:
    """Let both play through the API; pause now and then."""
    rng, chooser = Random(8), bot("random")
    for number in range(moves):
        match = visit.match(table)
        if match.actor is None:
            return
        asked = players[match.actor].get(f"/tables/{table}/offers")
        offered = match.game.actions(match.state)
        assert [it["line"] for it in asked["offers"]] == [str(it) for it in offered]
        line = str(chooser.choose(match.game, match.state, offered, rng))
        wish = {"version": asked["version"], "line": line}
        players[match.actor].post(f"/tables/{table}/play", wish)
        if number % 10 == 0:
            yield number


def otherwise(match: Match[Any, Any], seat: Seat | None, rng: Random) -> Match[Any, Any]:
    """The same match for a seat, with other secrets."""
    twin, game, last = fork(match), match.game, match.history[-1]
    guessed = game.guess(game.uncounted(game.view(last.after, seat)), rng)
    after = replace(guessed, news=last.after.news)
    twin.history[-1] = replace(last, span=Span((last.before, after)), index=0)
    return twin


@pytest.mark.parametrize(("game", "options", "moves"), GAMES)
def test_no_answer_tells_a_secret(
    visit: Visit, game: str, options: dict[str, object], moves: int
) -> None:
    """Seats and spectators get their views; with other secrets they would hear the same."""
    ada, ben = program(visit, "Ada"), program(visit, "Ben")
    table = ada.open(game, "me", "open", **options)
    ben.post(f"/tables/{table}/sit", {"seat": 1})
    everybody = [(ada, Seat(0)), (ben, Seat(1)), (program(visit, "Eve"), None)]
    everybody.append((Program(visit), None))
    rng, hidden, changed = Random(5), 0, 0
    with unlimited(visit):
        for _ in play(visit, [ada, ben], table, moves):
            for who, seat in everybody:
                heard = answers(who, table, seat)
                hidden += check_view(visit, table, seat, heard)
                changed += check_twin(visit, table, seat, rng, who, heard)
    assert hidden > 0
    assert changed > 0


def check_view(visit: Visit, table: str, seat: Seat | None, heard: dict[str, str]) -> int:
    """Answers hold the view of a seat and its lines; how many values it may not know."""
    sheet = visit.sheet(table)
    match = sheet.match
    view = match.game.view(match.state, seat)
    told = json.loads(heard["/state"])
    assert told["seat"] == seat
    assert told["state"]["hidden"] == list(view.hidden)
    assert match.game.decode(json.dumps(told["state"])) == match.game.uncounted(view)
    assert match.actor is None or sheet.table.seed not in "".join(heard.values())
    assert heard["/record"].splitlines()[-len(match.history) :] == list(match.record(seat).lines)
    lines = {it["number"]: it["line"] for it in json.loads(heard["/log"])["lines"]}
    assert [lines[it.number] for it in match.history if it.number in lines] == [
        str(match.seen(it, seat)) for it in match.history if it.number in lines
    ]
    for path in view.hidden:
        assert at(told["state"], path) == at(json.loads(match.game.encode(view)), path)
    return len(view.hidden)


def at(value: Any, path: str) -> Any:  # noqa: ANN401 - any JSON
    """What a path of a state leads to."""
    for step in path.split("."):
        value = value[int(step)] if isinstance(value, list) else value[step]
    return value


def check_twin(
    visit: Visit,
    table: str,
    seat: Seat | None,
    rng: Random,
    who: Program,
    heard: dict[str, str],
) -> bool:
    """Nothing that is heard depends on what is hidden; whether there was something to change."""
    sheet, tables = visit.sheet(table), visit.site.tables
    twin = otherwise(sheet.match, seat, rng)
    tables._remember(replace(sheet, match=twin))
    assert answers(who, table, seat) == heard
    tables._remember(sheet)
    uncounted = twin.game.uncounted
    return bool(uncounted(twin.state) != uncounted(sheet.match.state))
