"""R3 Take a marker."""

from __future__ import annotations

import pytest

from tests.rules.rocket.position import (
    ENGLAND,
    markers_left,
    offers,
    play,
    position,
    refused,
    towns_of,
)


@pytest.mark.rule("rocket", "R3.1")
def test_every_city_offers_both_its_goods() -> None:
    """The action names the city and the good."""
    offered = offers(position(), "take")
    assert offered == {f"{city} {good}" for city, good in ENGLAND.markers}
    assert len(offered) == 24
    assert {"Gloucester steel", "Gloucester textiles"} <= offered


@pytest.mark.rule("rocket", "R3.1")
def test_a_marker_goes_from_the_city_to_the_player() -> None:
    """It lies before him from now on."""
    state = play(position(), "take Gloucester steel")
    kind = ENGLAND.marker["Gloucester", "steel"]
    assert markers_left(state, "Gloucester", "steel") == 1
    assert [baron.markers[kind] for baron in state.barons] == [1, 0, 0]


@pytest.mark.rule("rocket", "R3.1")
def test_a_good_that_the_city_does_not_carry_cannot_be_named() -> None:
    """Gloucester has no leather, and Leeds is no big city."""
    assert refused(position(), "take Gloucester leather") == "R3.1"
    assert refused(position(), "take Leeds steel") == "R3.1"


@pytest.mark.rule("rocket", "R3.2")
def test_a_connected_city_still_offers_its_markers() -> None:
    """GWR has reached Gloucester."""
    state = position(lines={"GWR": "O3"})
    assert "Gloucester" in towns_of(state, "GWR")
    assert "Gloucester steel" in offers(state, "take")


@pytest.mark.rule("rocket", "R3.2")
def test_what_has_been_taken_is_no_longer_offered() -> None:
    """Of Hull's markers only the textiles are left, then none."""
    state = position(markers={1: "Hull:brewing", 2: "Hull:brewing"})
    assert {line for line in offers(state, "take") if "Hull" in line} == {"Hull textiles"}
    assert refused(state, "take Hull brewing") == "R3.2"
    state = play(state, "take Hull textiles")
    assert not [line for line in offers(state, "take") if "Hull" in line]


@pytest.mark.rule("rocket", "R3.2")
def test_passengers_are_not_taken_by_this_action() -> None:
    """They are earned by entering stations."""
    assert not [line for line in offers(position(), "take") if "passenger" in line]
    assert refused(position(), "take Gloucester passengers") == "R3.2"
