"""Everything that can happen has words in three languages."""

from __future__ import annotations

import pytest

from tests.rules.rocket.position import play, position
from trainshed.core import CHANCE, Reader, Seat, language
from trainshed.games import game
from trainshed.games.rocket import actions as a
from trainshed.games.rocket.words import REASONS

ROCKET = game("rocket")
PAID, NOBODY = (2000, 0, 1000), (0, 0, 0)
NEWS: list[a.News] = [
    a.Share(Seat(0), "GWR"),
    a.Vetoed(Seat(1), "GWR", 1, "P4", by_active=False),
    a.Passenger(Seat(2)),
    a.Idle(Seat(2)),
    a.Reached("GWR", "Bristol"),
    a.CityPaid("Hull", "GNR", PAID),
    a.CityPaid("Hull", "GNR", NOBODY),
    a.TownPaid("Leeds", "GNR", 3, PAID),
    a.TownPaid("Leeds", "GNR", 3, NOBODY),
    a.Merged("LSWR", "GWR", 3, PAID, (1, 2, 3), (0, 1, 1)),
    a.Merged("LSWR", "GWR", 3, NOBODY, (0, 0, 0), (0, 0, 0)),
    a.Autonomous("L&Y", 0),
    a.Autonomous("L&Y", 1),
    a.Autonomous("L&Y", 12),
    a.Ended("tiles"),
    a.Ended("shares"),
    a.Ended("idle"),
    a.Ends("tiles"),
    a.CategoryPaid("steel", PAID),
    a.CategoryPaid("steel", NOBODY),
    a.StationsPaid("GWR", 4, PAID),
    a.SharesPaid("GWR", 4, PAID),
    a.Won((1,), 60000),
    a.Won((0, 2), 60000),
    a.MayVeto((1, 2)),
    a.MayAnswer((0, 2)),
    a.Goes("GNR", "P4"),
    a.Unopposed(a.CityPaid("Hull", "GNR", PAID)),
    *(a.OfCity(Seat(1), "Hull", 2, best) for best in (1, 2, 3)),
    *(a.OfGood(Seat(1), "steel", 2, best) for best in (1, 2, 3)),
    *(a.WhyNot("R5.4", reason, ("P4", "GWR", "LNWR")) for reason in REASONS),
]


@pytest.mark.parametrize("code", ["en", "fr", "de"])
@pytest.mark.parametrize("seat", [None, 0, 1])
def test_news_has_words(code: str, seat: int | None) -> None:
    """A sentence without a gap, that ends like one."""
    reader = Reader(language(code), ("Ada", "Jun", "Bo"), None if seat is None else Seat(seat))
    for item in NEWS:
        words = reader.read(ROCKET.words(item, position()))
        assert words
        assert "{" not in words
        assert words.rstrip(")")[-1].isalnum() or words[-1] in ".)"


def test_captions_tell_whose_turn_it_is() -> None:
    """The lot, an action, a moved station, a veto, the end."""
    reader = Reader(language("en"), ("Ada", "Jun"))
    start = ROCKET.start(None, 2)
    assert ROCKET.actor(start) == CHANCE
    assert "lot" in reader.read(ROCKET.caption(start))
    state = position(lines={"GWR": "P3"}, shares={"GWR": [1, 2]}, stations={0: "K5"}, seats=2)
    assert reader.read(ROCKET.caption(state)) == "Ada, action 1 of 2"
    assert reader.read(ROCKET.caption(play(state, "lift K5"))) == "Ada, action 1 of 2"
    assert "Veto" in reader.read(ROCKET.caption(play(state, "drive GWR P4")))


def test_actions_have_labels_and_targets() -> None:
    """Two or three words, and where to click."""
    reader = Reader(language("en"), ("Ada", "Jun"))
    state = position(lines={"GWR": "P3"}, shares={"GWR": [1, 2]}, stations={0: "K5"}, seats=2)
    for line, label, path in (
        ("take Hull brewing", "brewing", ("town:Hull", "good:Hull:brewing")),
        ("place M4", "M4", ("supply", "hex:M4")),
        ("lift K5", "K5", ("station:K5",)),
        ("drive GWR P4", "P4", ("engine:GWR", "hex:P4")),
        ("bid 2 P4", "2 shares", ("hex:P4", "bid:2")),
        ("pass", "No bid", ("pass",)),
        ("begin 1", "Jun", ()),
    ):
        action = ROCKET.read(line)
        assert reader.read(ROCKET.label(action, state)) == label
        assert ROCKET.target(action, state) == path
    lifted = play(state, "lift K5")
    assert ROCKET.target(ROCKET.read("place M4"), lifted) == ("hex:M4",)
