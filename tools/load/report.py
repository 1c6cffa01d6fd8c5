"""What was measured, as values and as a table."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

COMPLAINTS = 3
"""So many lines of the site's log are shown."""
FIRM = 150.0
"""Milliseconds in which a move is answered and a late 1861 is opened."""


class Spread(Struct, frozen=True):
    """Milliseconds: the middle, what one in twenty and one in a hundred exceeds, the longest."""

    count: int
    p50: float
    p95: float
    p99: float
    max: float


class Opened(Struct, frozen=True):
    """Milliseconds to open the late 1861, for the first time and then."""

    lines: int
    cold: float
    warm: float


class Report(Struct, frozen=True, kw_only=True):
    """All figures of a run."""

    tables: int
    players: int
    viewers: int
    think: float
    database: str
    processes: int
    seconds: float
    sent: int
    answered: int
    moves_per_second: float
    moves: Spread
    views: Spread
    events: Spread
    shown: Spread
    lag: Spread
    ended: int
    megabytes: float
    errors: dict[str, int]
    complaints: tuple[str, ...]
    arrived: float
    """Mebibytes of the site when all have come."""
    memory: tuple[float, ...]
    """The same from when one began to measure, again and again."""
    cpu: float
    """Seconds of CPU of the site, all its processes together."""
    database_cpu: float
    crowd_cpu: float
    late: Opened

    @property
    def is_well(self) -> bool:
        """Whether nothing went wrong; how fast it was is for people to judge."""
        return not self.errors and not self.complaints and self.answered == self.sent


def spread(seconds: Sequence[float]) -> Spread:
    """How the waits are spread."""
    found = sorted(1000 * it for it in seconds) or [0.0]

    def at(share: float) -> float:
        return round(found[min(len(found) - 1, int(share * len(found)))], 1)

    return Spread(len(seconds), at(0.5), at(0.95), at(0.99), round(found[-1], 1))


def table(report: Report) -> str:
    """The figures for people."""
    it = report
    rows = [
        ("moves answered", it.moves),
        ("table opened", it.views),
        ("move sent to event heard", it.events),
        ("move sent to view there", it.shown),
        ("the crowd's own delay", it.lag),
    ]
    head = f"{'milliseconds':<28}{'count':>9}{'p50':>9}{'p95':>9}{'p99':>9}{'max':>9}"
    late = it.late
    lines = [
        f"{it.tables} tables, {it.players} players, {it.viewers} viewers, {it.seconds:.0f} seconds",
        f"{it.database}, processes: {it.processes}",
        f"{it.sent} moves sent, {it.answered} answered, {it.moves_per_second:.1f} a second",
        f"{it.ended} games ended, {it.megabytes:.0f} MB sent",
        "",
        head,
        *(
            f"{name:<28}{one.count:>9}{one.p50:>9}{one.p95:>9}{one.p99:>9}{one.max:>9}"
            for name, one in rows
        ),
        "",
        f"memory of the site, MiB     {', '.join(f'{one:.0f}' for one in it.memory)}",
        f"  when all had come         {it.arrived:.0f}",
        f"CPU of a core               site {_share(it.cpu, it)}, {_others(it)}",
        f"late 1861 opened            cold {late.cold:.0f} ms, warm {late.warm:.0f} ms",
        f"errors                      {_errors(it)}",
        "",
        f"moves in {FIRM:.0f} ms at p99       {_held(it.moves.p99)}",
        f"late 1861 in {FIRM:.0f} ms          cold {_held(late.cold)}, warm {_held(late.warm)}",
    ]
    return "\n".join(lines)


def _others(report: Report) -> str:
    database = _share(report.database_cpu, report)
    return f"database {database}, crowd {_share(report.crowd_cpu, report)}"


def _share(cpu: float, report: Report) -> str:
    return f"{100 * cpu / report.seconds:.0f} %"


def _held(value: float) -> str:
    return "held" if value < FIRM else "missed"


def _errors(report: Report) -> str:
    found = [f"{count} × {name}" for name, count in report.errors.items()]
    return "; ".join([*found, *report.complaints[:COMPLAINTS]]) or "none"
