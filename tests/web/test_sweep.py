"""All is looked through for garbage when nobody waits."""

from __future__ import annotations

import pytest

from trainshed.web.meter import Meter
from trainshed.web.sweep import LONGEST, QUIET, Sweep


def test_it_is_time_when_nobody_is_there_or_it_was_long_ago(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now, meter, swept = [0.0], Meter(), list[int]()
    monkeypatch.setattr("gc.collect", lambda: swept.append(1))
    sweep = Sweep(meter, lambda: now[0])
    now[0] = 10 * LONGEST
    assert not sweep.is_due()  # nothing has happened
    meter.answered, meter.last = 1, now[0]
    sweep.sweep()
    meter.answered, meter.last = 2, now[0]
    now[0] += QUIET - 1
    assert not sweep.is_due()
    now[0] += 1
    assert sweep.is_due()
    sweep.sweep()
    assert not sweep.is_due()
    now[0] += LONGEST
    meter.answered, meter.last = 3, now[0]
    assert sweep.is_due()
    assert swept == [1, 1]
