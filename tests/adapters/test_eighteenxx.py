"""Games of 18xx.games: what was taken back, which certificate is meant, whole games."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.adapters.site import Site
from trainshed.adapters import eighteenxx
from trainshed.adapters.certificates import Treasury
from trainshed.adapters.eighteenxx import Import, imported
from trainshed.adapters.export import KINDS, Action, Undo, folded, is_export, read_export
from trainshed.core import BadOption, BadRecord, Consent, Match, dumps, loads
from trainshed.games.g1861 import GAME
from trainshed.games.g1861.auction import MinorLot
from trainshed.games.g1861.box import (
    CHARTERS,
    MAJORS,
    MINORS,
    PRIVATES,
    ROSTER,
    RSR,
    TILES,
)
from trainshed.games.g1861.ground import HEXES, LAID
from trainshed.games.g1861.privates import PrivatePrice
from trainshed.games.g1861.state import COMPANY, State
from trainshed.games.g1861.trains import TrainPrice

CHARTER_IDS = tuple(charter.id for charter in CHARTERS)
SHARED = Path(__file__).parents[3] / "shared/facts/1861/replays"
RECORDED = SHARED / "29683.json"
recorded = pytest.mark.skipif(not RECORDED.exists(), reason="the recorded games are not here")


def clicks(text: str) -> Iterator[Action]:
    """Actions by their ids; `u` takes back, `u3` back to action 3, `r` brings back, `m` chats."""
    kinds = {"r": "redo", "m": "message", "p": "pass"}
    for number, word in enumerate(text.split(), 1):
        if word[0] == "u":
            yield Undo(type="undo", id=number, action_id=int(word[1:]) if word[1:] else None)
        else:
            yield Action(type=kinds[word[0]], id=number)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("p p p", [1, 2, 3]),
        ("p p u", [1]),
        ("p p p u u", [1]),
        ("p p u r", [1, 2]),
        ("p p p u u r", [1, 2]),
        ("p p p u u r r", [1, 2, 3]),
        ("p p u p r", [1, 4]),
        ("p p m u m r p", [1, 2, 7]),
        ("p m u", []),
        ("p p p p u2", [1, 2]),
        ("p p p p u2 r", [1, 2, 3, 4]),
        ("p p m p u0", []),
        ("p p p u1 p u r", [1, 5]),
        ("p p p u1 u r r", [1, 2, 3]),
        ("u r u", []),
    ],
)
def test_what_was_taken_back_is_folded(text: str, left: list[int]) -> None:
    """Several times, up to an action, and brought back until something else is done."""
    assert [action.id for action in folded(clicks(text))] == left


def test_a_certificate_of_the_pool_is_none_of_the_treasury() -> None:
    """The first major of two minors of one owner and one of another."""
    treasury = Treasury()
    treasury.join(0)
    treasury.join(1)
    assert treasury.held == [0, 1, 2, 3, 4, 5, 6]
    treasury.join(0)  # gives the 8 back for the director's certificate
    assert treasury.held == [1, 2, 3, 4, 5, 6, 8]
    treasury.buy(2, [4])
    treasury.redeem([7])
    assert treasury.held == [1, 2, 3, 5, 6, 8, 7]


def test_a_second_certificate_makes_a_director() -> None:
    """Bought after the merger, both go back for the director's."""
    treasury = Treasury()
    treasury.join(0)
    treasury.join(1)
    treasury.buy(1, [3])
    assert treasury.held == [1, 2, 4, 5, 6, 7, 3]


GAMES = [
    (seats, column, f"{seats}{column}{number}")
    for seats in (2, 3, 4, 5)
    for column in (False, True)
    for number in range(2 if seats < 4 else 1)
] + [(3, True, "long 33")]  # where a company without trains passes though it could buy one


@pytest.mark.parametrize(("seats", "column", "seed"), GAMES)
def test_a_game_comes_back_as_it_was(seats: int, column: bool, seed: str) -> None:  # noqa: FBT001
    """A random game, written as the site would write it, leads to the same position."""
    site = Site(seats, seed, column=column)
    site.run()
    game = Import(read_export(json.dumps(site.export())))
    for _ in game.play():
        pass
    assert game.state.untold() == site.state.untold()
    assert game.state.over


@pytest.mark.long
@pytest.mark.parametrize("seats", range(2, 7))
def test_many_games_come_back_as_they_were(seats: int) -> None:
    """The same for many seeds and both markets."""
    for number in range(40):
        test_a_game_comes_back_as_it_was(seats, number % 2 == 1, f"long {number}")


def test_a_game_that_is_not_over_comes_back_too() -> None:
    """At any moment, as a record of ours that can be played on."""
    for seats in (3, 4):
        site = Site(seats, f"open {seats}", noise=False)
        for _ in range(6):
            site.run(100)
            while _is_midway(site.state):
                site.run(1)
            record = loads(dumps(imported(json.dumps(site.export()))))
            match = Match.replay(GAME, record)
            assert list(record.names) == [f"Player {id_}" for id_ in site.players]
            assert match.state.untold() == site.state.untold()


def _is_midway(state: State) -> bool:
    """Whether a decision of ours is begun that the site writes as a whole."""
    match state.stack[-1]:
        case TrainPrice() | PrivatePrice() | Consent() | MinorLot(leader=-1):
            return True
        case _:
            return False


@pytest.fixture(scope="module")
def export() -> dict[str, Any]:
    """A short game."""
    site = Site(3, "short", noise=False)
    site.run(150)
    return site.export()


def test_a_refused_action_is_named(export: dict[str, Any]) -> None:
    """Its id, what was expected, and the state before it."""
    actions = [dict(action) for action in export["actions"]]
    wrong = next(n for n, action in enumerate(actions) if action["type"] == "lay_tile")
    actions[wrong]["rotation"] = actions[wrong]["rotation"] + 1
    actions[wrong]["hex"] = "H8"
    game = Import(read_export(json.dumps({**export, "actions": actions})))
    with pytest.raises(BadRecord) as refused:
        list(game.play())
    assert f"action {actions[wrong]['id']} (lay_tile of {actions[wrong]['entity']})" in str(
        refused.value
    )
    assert "builds for" in str(refused.value)
    assert refused.value.played == len(game.lines)


def test_routes_that_earn_something_else_are_refused(export: dict[str, Any]) -> None:
    """The position would be another one."""
    actions = [dict(action) for action in export["actions"]]
    runs = [n for n, action in enumerate(actions) if action["type"] == "run_routes"]
    routes = actions[runs[0]]["routes"]
    actions[runs[0]]["routes"] = [{**routes[0], "revenue": 5}, *routes[1:]]
    with pytest.raises(BadRecord, match="not 5"):
        imported(json.dumps({**export, "actions": actions}))


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("{", "18xx.games"),
        ('{"title": "1830", "players": [], "actions": []}', "1830"),
        ('{"title": "1861"}', "players"),
        ('{*, "actions": [{}]}', r"missing required field `type` - at `\$\.actions\[0\]`"),
        ('{*, "actions": [{"id": "x", "type": "pass"}]}', r"at `\$\.actions\[0\]\.id`"),
        ('{*, "actions": [{"id": 2, "type": "undo", "action_id": "x"}]}', r"\]\.action_id`"),
        ('{*, "actions": [{"id": 2, "type": "pass"}, {"id": 2, "type": "pass"}]}', "2 comes after"),
        ('{*, "actions": [{"id": 2, "type": "lay_tile", "hex": "H8"}]}', "field `tile`"),
        (
            '{*, "actions": [{"id": 1, "type": "pass", "auto_actions": [AUTO]}]}',
            r"Expected `str`, got `int` - at `\$\.actions\[0\]\.auto_actions\[0\]\.shares\[1\]`",
        ),
        ('{*, "actions": [], "settings": {"optional_rules": ["fast"]}}', "fast"),
        ('{"title": ' + "[" * 100_000, "18xx.games"),
    ],
)
def test_a_file_that_is_none_is_refused(text: str, named: str) -> None:
    """What is wrong with it is said."""
    text = text.replace("*", '"title": "1861", "players": []')
    text = text.replace("AUTO", '{"type": "buy_shares", "shares": ["NW_1", 7]}')
    assert is_export(text)
    with pytest.raises(BadRecord, match=named):
        imported(text)


ODD: dict[str, tuple[Any, ...]] = {
    "entity": (*CHARTER_IDS, 1, "1", "nobody", ""),
    "corporation": (*CHARTER_IDS, "nobody"),
    "company": (*PRIVATES, "nobody"),
    "price": (0, 1, 5, 20, 100, 2000, 10**9),
    "hex": (*HEXES[::7], "ZZ99"),
    "tile": (*(f"{name}-0" for name in list(TILES)[::4]), "no-0", "9"),
    "rotation": (0, 1, 2, 3, 4, 5, 6),
    "city": ("H8-0-9", "H8-0-0", "E1-0-1", "15-0-0", "ZZ99-0-0", "x"),
    "shares": (["NW_1"], ["NW_1", "NW_2"], ["N_0"], ["NW_99"], ["x"], []),
    "percent": (0, 10, 20, 50, 1000),
    "train": ("2-0", "2-1", "3-0", "8-0", "2+2-0", "x"),
    "variant": ("2", "3", "8", None),
    "kind": ("payout", "half", "withhold"),
    "share_price": ("100,0,0", "135", "7,0,0"),
    "auto_actions": ([{"type": "pass", "entity": "N"}], [{"type": "choose", "entity": "RSR"}], []),
    "action_id": (0, 5, None),
}
"""Values of the right shape that may be wrong."""
WRONG: tuple[Any, ...] = (None, "", "x", -1, 10**9, [], {}, [[]], "NW_0", True)
"""Values that often have not even the right shape."""


def changed(rng: Random, actions: list[dict[str, Any]], *, shape: bool) -> list[dict[str, Any]]:
    """Some actions of a game are others, are missing, or come in another place."""
    found = [dict(action) for action in actions]
    for _ in range(rng.choice((1, 1, 2, 4))):
        place = rng.randrange(len(found))
        action = found[place]
        field = rng.choice([*action, "auto_actions"])
        match rng.randrange(5):
            case 0:
                del found[place]
            case 1:
                found.insert(rng.randrange(len(found)), found.pop(place))
            case 2:
                action["type"] = rng.choice([*KINDS, "fly", "redo", "message", "program_x"])
                action.update({name: rng.choice(values) for name, values in ODD.items()})
            case 3 if not shape:
                action[field] = rng.choice(WRONG)
            case _:
                action[field] = rng.choice(ODD.get(field, (action.get(field),)))
    return [{**action, "id": number} for number, action in enumerate(found, 1)]


def test_damaged_files_are_refused_and_nothing_else(export: dict[str, Any]) -> None:
    """Whatever is lost or changed in an action: it is played, or refused by its name."""
    assert tried(export, "daily", 100)


@pytest.mark.long
def test_many_damaged_files_are_refused_and_nothing_else() -> None:
    """The same with whole games."""
    for seats in (2, 3, 5):
        site = Site(seats, f"damaged {seats}")
        site.run()
        assert tried(site.export(), f"long {seats}", 400)


def tried(export: dict[str, Any], seed: str, many: int) -> Counter[str]:
    """Try so many damaged files; what was said of them, by kind. Other errors come out."""
    rng, told = Random(seed), Counter[str]()
    for number in range(many):
        actions = changed(rng, export["actions"], shape=number % 3 > 0)
        try:
            imported(json.dumps({**export, "actions": actions}))
        except BadRecord as refused:
            told["shape" if str(refused).startswith("not a game") else "laws"] += 1
        else:
            told["played"] += 1
    assert told["laws"] > many // 5, told
    return told


@pytest.mark.parametrize("fault", [KeyError, TypeError, AttributeError, IndexError, ValueError])
@pytest.mark.parametrize("place", ["laid", "connections", "unasked", "stop_name"])
def test_a_fault_of_ours_is_not_blamed_on_the_file(
    export: dict[str, Any], monkeypatch: pytest.MonkeyPatch, place: str, fault: type[Exception]
) -> None:
    """It comes out as it is, so that the tests with damaged files can fail."""

    def broken(*_: object) -> None:
        raise fault("ours")

    monkeypatch.setattr(eighteenxx, place, broken)
    with pytest.raises(fault, match="ours"):
        tried(export, "ours", 5)


def test_too_many_players_are_refused() -> None:
    """The game is for six at most."""
    players = [{"id": n, "name": str(n)} for n in range(7)]
    with pytest.raises(BadOption, match="7"):
        imported(json.dumps({"title": "1861", "players": players, "actions": []}))


@recorded
def test_a_recorded_game_agrees_at_every_action() -> None:
    """The state after each action is that of the site, or that after a lone pass we do not ask."""
    game = Import(read_export(RECORDED.read_text(encoding="utf-8")))
    with gzip.open(SHARED / "checkpoints-29683.json.gz", "rt", encoding="utf-8") as file:
        steps = json.load(file)["steps"]
    views = []
    for step, played in zip(steps, game.play(), strict=True):
        assert played.id == step["id"]
        views.append(_view(game))
    theirs = [_known(step["after"]) for step in steps]
    ahead = [n for n, (one, other) in enumerate(zip(views, theirs, strict=True)) if one != other]
    assert len(ahead) == 6
    for n in ahead:
        later = next(m for m in range(n + 1, n + 4) if steps[m]["type"] != "pass" or m not in ahead)
        assert [steps[m]["type"] for m in range(n + 1, later + 1)] == ["pass"] * (later - n)
        assert views[n] == theirs[later]
    assert GAME.scores(game.state) == (8216, 7679, 8341)
    assert len(views) == 648


@recorded
def test_a_recorded_game_is_a_record_of_ours() -> None:
    """It replays without the importer."""
    record = imported(RECORDED.read_text(encoding="utf-8"))
    match = Match.replay(GAME, loads(dumps(record)))
    assert GAME.scores(match.state) == (8216, 7679, 8341)
    assert match.actor is None


def _view(game: Import) -> dict[str, Any]:
    """Our state in the words of the checkpoints."""
    state, seats = game.state, game.seat
    left = {kind: 1 if n < 0 else n for kind, n in zip(ROSTER, state.depot, strict=True) if n}
    return {
        "phase": str(state.phase),
        "bank": state.bank,
        "players": {id_: _player(state, seat) for id_, seat in seats.items()},
        "companies": {
            CHARTERS[n].id: _company(game, n)
            for n, company in enumerate(state.companies)
            if n == RSR or company.in_play
        },
        "depot": {"left": left, "pool": sorted(state.pool)},
    }


def _player(state: State, seat: int) -> dict[str, Any]:
    shares = {CHARTERS[n].id: 100 for n in MINORS if state.companies[n].director == seat}
    shares |= {CHARTERS[n].id: 10 * held for n in MAJORS if (held := state.shares(seat, n))}
    return {
        "cash": state.cash[seat],
        "privates": _privates(state, seat),
        "shares": shares,
        "certs": state.certificates(seat),
        "worth": GAME.scores(state)[seat],
    }


def _company(game: Import, n: int) -> dict[str, Any]:
    state, company = game.state, game.state.companies[n]
    found: dict[str, Any] = {
        "kind": "minor" if n in MINORS else "major" if n in MAJORS else "national",
        "cash": company.cash,
        "loans": company.loans,
        "trains": sorted(company.trains),
        "tokens": sorted(_stations(game, n)),
        "privates": _privates(state, COMPANY + n),
    }
    if n == RSR:
        return found
    cell = state.market.cells[company.cell]
    ranks = sorted(other.rank for other in state.companies if other.cell == company.cell)
    found |= {
        "owner": next((id_ for id_, seat in game.seat.items() if seat == company.director), None),
        "price": cell.price,
        "cell": [cell.row, cell.column],
        "stack": ranks.index(company.rank),
        "operated": company.operated,
    }
    if n in MAJORS:
        found |= {"treasury": 10 * company.treasury, "pool": 10 * company.pool}
    return found


def _stations(game: Import, n: int) -> Iterator[str]:
    """The hex of each station, with the circle of the unturned tile where there are several."""
    for number, circle in game.state.stands(n):
        here, name = LAID[game.state.tiles[number]], HEXES[number]
        if len(here.plan.stops) < 2:
            yield name
        elif not here.tile:
            yield f"{name}:{circle}"
        else:
            turned = [
                tuple(sorted((edge + game.turns[name]) % 6 for edge in stop))
                for stop in TILES[here.tile].stops
            ]
            yield f"{name}:{turned.index(here.plan.stops[circle])}"


def _privates(state: State, owner: int) -> list[str]:
    return sorted(
        id_ for id_, whose in zip(PRIVATES, state.privates, strict=True) if whose == owner
    )


def _known(after: dict[str, Any]) -> dict[str, Any]:
    """A checkpoint, with lists in a fixed order."""
    lists = ("trains", "tokens", "privates")

    def tidy(thing: dict[str, Any]) -> dict[str, Any]:
        found = {k: sorted(v) if k in lists else v for k, v in thing.items()}
        return {**found, "owner": str(found["owner"])} if "owner" in found else found

    return {
        "phase": after["phase"],
        "bank": after["bank"],
        "players": {id_: tidy(player) for id_, player in after["players"].items()},
        "companies": {id_: tidy(company) for id_, company in after["companies"].items()},
        "depot": {"left": after["depot"]["left"], "pool": sorted(after["depot"]["pool"])},
    }


def test_two_players_with_one_id_are_refused() -> None:
    """Nobody could tell them apart."""
    players = '[{"id": 1, "name": "A"}, {"id": 1, "name": "B"}, {"id": 2, "name": "C"}]'
    with pytest.raises(BadRecord, match="same id"):
        imported(f'{{"title": "1861", "players": {players}, "actions": []}}')
