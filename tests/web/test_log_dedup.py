"""Repeated failures: one whole, a few in short, the others counted."""

from __future__ import annotations

from collections.abc import Callable

from trainshed.web.log_dedup import INTERVAL, MOST, SHORT, Dedup, Repeat, Say, code_of


class Clock:
    """A time that passes when somebody says so."""

    def __init__(self) -> None:
        self.now = 0.0
        self.later: list[tuple[float, Callable[[], None]]] = []
        self.told: list[Repeat] = []
        self.dedup = Dedup(self.told.append, lambda: self.now, self._wait)

    def _wait(self, seconds: float, do: Callable[[], None]) -> None:
        self.later.append((self.now + seconds, do))

    def go(self, seconds: float) -> None:
        self.now += seconds
        due = [it for it in self.later if it[0] <= self.now]
        self.later = [it for it in self.later if it[0] > self.now]
        for _, do in due:
            do()


def here(text: str) -> None:
    raise ValueError(text)


def there(text: str) -> None:
    raise ValueError(text)


def failure(number: int, place: Callable[[str], None] = here) -> Exception:
    """A failure of some place with words of its own."""
    try:
        place(f"number {number}")
    except ValueError as error:
        return error
    raise AssertionError


def test_a_cause_is_told_whole_then_in_short_then_counted() -> None:
    """And counted again in each interval, with one timer however often it comes."""
    clock = Clock()
    said = [clock.dedup.note(failure(n)) for n in range(1 + SHORT + 412)]
    assert said == [Say.WHOLE, *(SHORT * [Say.SHORT]), *(412 * [Say.NOTHING])]
    assert len(clock.later) == 1
    clock.go(INTERVAL)
    assert clock.told == [Repeat(code_of(failure(0)), "ValueError", 412)]
    assert [clock.dedup.note(failure(n)) for n in range(3)] == 3 * [Say.NOTHING]
    clock.go(INTERVAL)
    assert clock.told[1:] == [Repeat(code_of(failure(0)), "ValueError", 3)]
    assert clock.later == []


def test_a_cause_that_was_quiet_is_told_anew() -> None:
    """After an interval without it."""
    clock = Clock()
    assert [clock.dedup.note(failure(n)) for n in range(2)] == [Say.WHOLE, Say.SHORT]
    clock.go(INTERVAL + 1)
    assert clock.dedup.note(failure(2)) is Say.WHOLE


def test_another_place_is_another_cause() -> None:
    """Of the same type; what it says may differ."""
    dedup = Clock().dedup
    assert dedup.note(failure(1)) is Say.WHOLE
    assert dedup.note(failure(1, there)) is Say.WHOLE
    assert dedup.note(failure(2)) is Say.SHORT


def test_counts_are_told_though_no_thread_could_be_started() -> None:
    """The next failure tries it again."""
    clock, tries = Clock(), list[float]()

    def refuse(seconds: float, do: Callable[[], None]) -> None:
        tries.append(seconds)
        raise RuntimeError("can't start new thread")

    clock.dedup._later = refuse
    for number in range(1 + SHORT + 2):
        clock.dedup.note(failure(number))
    assert len(tries) == 2
    clock.dedup._later = clock._wait
    assert clock.dedup.note(failure(0)) is Say.NOTHING
    clock.go(INTERVAL)
    assert [it.times for it in clock.told] == [3]


def test_only_so_many_causes_are_remembered() -> None:
    """However many there are."""
    dedup = Clock().dedup
    for number in range(3 * MOST):
        assert dedup.note(type(f"Odd{number}", (Exception,), {})()) is Say.WHOLE
    assert len(dedup._known) == MOST
