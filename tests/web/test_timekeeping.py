"""The time as it is believed, whatever becomes of the clock of the machine."""

from __future__ import annotations

import re
import sys
import time
from pathlib import Path

import pytest

from trainshed.web.timekeeping import TOLERANCE, Timekeeping, steady, steady_clock

CLOCK = re.compile(
    r"\b(datetime\.now|utc_?now|time\.time|time_ns|date(time)?\.today|localtime|gmtime)\b"
    r"|func\.now|current_timestamp",
    re.IGNORECASE,
)
"""How somebody would ask the clock of the machine."""
WHO_MAY = {
    "timekeeping.py": "which is what it is for",
    "logs.py": "whoever reads the log compares it with other logs",
    "store.py": "the time of a store that belongs to no site",
    "warm.py": "what it makes nobody sees",
    "post.py": "when a letter was sent; mail servers compare it with their own time",
}


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


def test_nobody_asks_the_clock_of_the_machine() -> None:
    """What begins, ends or is shown goes by the time that is believed: a clock may jump."""
    web = Path(__file__).parents[2] / "src" / "trainshed" / "web"
    found = {file.name for file in web.rglob("*.py") if CLOCK.search(file.read_text())}
    assert found == WHO_MAY.keys()


def test_how_long_the_clock_is_wrong_already_is_known() -> None:
    """From when it was seen, and anew when it jumps again."""
    machine = Machine()
    assert machine.timekeeping.lasted == 0.0
    machine.wall += 3600
    machine.go(10)
    assert machine.timekeeping.lasted == 0.0
    machine.go(100)
    assert machine.timekeeping.lasted == pytest.approx(100)
    machine.wall -= 7200
    assert machine.timekeeping.lasted == 0.0
    machine.go(50)
    assert machine.timekeeping.lasted == pytest.approx(50)
    machine.wall += 3600
    assert machine.timekeeping.lasted == 0.0


@pytest.mark.parametrize("offset", [1e300, -1e300, -1e6, 1e15])
def test_what_no_clock_can_be_ahead_is_not_believed(offset: float) -> None:
    """A damaged number is none."""
    machine = Machine()
    machine.timekeeping.believe(offset)
    assert machine.believed == pytest.approx(machine.wall)


@pytest.mark.parametrize(
    ("platform", "clock"),
    [("linux", "CLOCK_BOOTTIME"), ("darwin", "CLOCK_MONOTONIC_RAW"), ("win32", "")],
)
def test_the_steady_clock_counts_while_the_machine_sleeps(platform: str, clock: str) -> None:
    """What it is called differs; where there is none by name the usual one does."""
    every = {"linux": ("CLOCK_BOOTTIME",), "darwin": (), "win32": ()}[platform]
    common = () if platform == "win32" else ("CLOCK_MONOTONIC", "CLOCK_MONOTONIC_RAW")
    assert steady_clock(platform, dict.fromkeys((*every, *common))) == clock
    assert steady_clock(platform, {}) == ""


def test_the_steady_clock_of_this_machine_goes_on() -> None:
    """Whichever it is."""
    known = steady_clock(sys.platform, vars(time))
    assert known == "" or hasattr(time, known)
    before = steady()
    time.sleep(0.01)
    assert 0.0 < steady() - before < 5.0
