"""What a seat may not know stays hidden: in previews, behind undo, and with two tycoons."""

from __future__ import annotations

from msgspec.structs import replace

from trainshed.core import CHANCE, Match, Seat
from trainshed.games.tycoon import GAME
from trainshed.games.tycoon import actions as a
from trainshed.games.tycoon.acting import Acting
from trainshed.games.tycoon.state import Options, State


def begun(seats: int, **options: object) -> Match[State, a.Action]:
    """A game at its first auction."""
    chosen = GAME.read_options(options)
    return Match(GAME, seats=seats, options=chosen, seed="secrets")


def test_who_sees_forced_shares_cannot_take_back_his_pass() -> None:
    """R4.6 They tell how little somebody had."""
    match = begun(2, beginner=True)
    first = match.actor
    assert first not in (None, CHANCE)
    assert first is not None
    match.play(first, a.Bid(3000))
    other = match.actor
    assert other is not None
    match.play(other, a.Pass())
    assert any(isinstance(item, a.Issued) for item in match.history[-1].news)
    assert not match.may_undo(other)


def test_a_preview_says_nothing_of_hidden_cash() -> None:
    """R4.6 In the view of another seat it is 0, which is not true."""
    match = begun(2, beginner=True)
    first = match.actor
    assert first is not None
    match.play(first, a.Bid(3000))
    other = match.actor
    assert other is not None
    rich = replace(match.state.railroads[first], cash=50_000, earned=50_000)
    view = GAME.view(match.state.with_railroad(first, rich), other)
    assert not any(isinstance(item, a.Issued) for item in GAME.brings(view, a.Pass()))
    assert any(isinstance(item, a.Issued) for item in GAME.decide(view, a.Pass()).news)


def test_pullman_shows_himself_but_not_the_card_put_away() -> None:
    """R14.7, R15.4 The other one stays unseen."""
    state = begun(2, tycoons="two").state
    assert isinstance(state.options, Options)
    owner = replace(state.railroads[0], dealt=("farnam", "pullman"), tycoon="pullman", level=5)
    other = replace(state.railroads[1], dealt=("fisk", "gould"), tycoon="fisk")
    state = replace(
        state, railroads=(owner, other), stack=(*state.stack[:1], Acting(Seat(0))), turn=1, round=1
    )
    state = GAME.play(state, a.Upgrade())
    for seat in (Seat(1), None):
        seen = GAME.view(state, seat)
        assert seen.railroads[0].tycoon == "pullman"
        assert "farnam" not in seen.railroads[0].dealt
