"""The time as it is believed, whatever becomes of the clock of the machine."""

from __future__ import annotations

import pytest

from trainshed.web.timekeeping import TOLERANCE, Timekeeping


class Machine:
    """A machine with a clock that can be set, and one that cannot."""

    def __init__(self) -> None:
        self.wall, self.steady = 1_000_000.0, 500.0
        self.timekeeping = Timekeeping(lambda: self.wall, lambda: self.steady)

    def go(self, seconds: float) -> None:
        self.wall, self.steady = self.wall + seconds, self.steady + seconds

    @property
    def believed(self) -> float:
        return self.timekeeping.now().timestamp()


@pytest.mark.parametrize("jump", [3600.0, -3600.0, TOLERANCE + 1, 86_400.0])
def test_the_time_goes_on_as_it_was_when_the_clock_jumps(jump: float) -> None:
    """Until it is right again."""
    machine = Machine()
    machine.go(60)
    machine.wall += jump
    machine.go(10)
    assert not machine.timekeeping.is_sound
    assert machine.timekeeping.drift == pytest.approx(jump)
    assert machine.believed == pytest.approx(1_000_070)
    machine.wall -= jump
    assert machine.timekeeping.drift == 0.0
    assert machine.believed == pytest.approx(1_000_070)


def test_small_corrections_are_followed() -> None:
    """However many there are, as when a clock is put right all the time."""
    machine = Machine()
    for _ in range(100):
        machine.go(10)
        machine.wall += 1.0
        assert machine.timekeeping.is_sound
    assert machine.believed == pytest.approx(1_001_100)


def test_a_clock_is_believed_again_when_somebody_says_so() -> None:
    """It was wrong before, and is right now."""
    machine = Machine()
    machine.wall += 3600
    machine.timekeeping.accept()
    assert machine.timekeeping.is_sound
    assert machine.believed == pytest.approx(1_003_600)


def test_what_another_process_has_seen_is_compared() -> None:
    """The clock jumped before this one was started."""
    machine = Machine()
    assert machine.timekeeping.agrees_with(machine.timekeeping.offset + 1)
    assert not machine.timekeeping.agrees_with(machine.timekeeping.offset - 3600)
