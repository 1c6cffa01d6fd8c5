"""`trainshed simulate`."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from time import perf_counter
from typing import Annotated, Any

import typer
from msgspec import Struct
from rich.console import Console
from rich.progress import track

from trainshed.bots import bot
from trainshed.bots import simulate as simulate_one
from trainshed.core import BadOption
from trainshed.games import game as find

from .common import print_json, read_options


class Task(Struct, frozen=True):
    """Games that one process plays."""

    game: str
    options: list[str]
    bots: tuple[str, ...]
    seed: str
    numbers: tuple[int, ...]


def simulate(
    game: Annotated[str, typer.Argument(help="The game's key.")],
    *,
    number: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 100,
    seats: Annotated[int, typer.Option(help="How many players; by default the fewest.")] = 0,
    bots: Annotated[str, typer.Option(help="One bot for all, or one by seat: a,b,c.")] = "random",
    seed: Annotated[str, typer.Option(help="Game i is played with seed S/i.")] = "0",
    option: Annotated[list[str] | None, typer.Option(help="An option, as name=value.")] = None,
    jobs: Annotated[int, typer.Option(min=1, help="Processes.")] = 1,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Let bots play against each other."""
    found = find(game)
    options = read_options(found, option or [])
    seats = seats or found.fewest(options)
    names = _by_seat(bots, seats)
    found.start(options, seats)
    tasks = [
        Task(game, option or [], names, seed, tuple(range(first, min(first + 5, number))))
        for first in range(0, number, 5)
    ]
    start = perf_counter()
    results = [result for batch in _run(tasks, jobs, quiet=json) for result in batch]
    seconds = perf_counter() - start
    report = _report(game, results, seconds)
    if json:
        print_json(report)
    else:
        _show(report, names)


def _by_seat(bots: str, seats: int) -> tuple[str, ...]:
    names = tuple(bots.split(","))
    for name in names:
        bot(name)
    if len(names) == 1:
        return names * seats
    if len(names) != seats:
        raise BadOption(f"--bots names {len(names)} bots for {seats} seats")
    return names


def _run(tasks: list[Task], jobs: int, *, quiet: bool) -> Iterator[list[tuple[Any, ...]]]:
    progress = Console(stderr=True)
    if jobs == 1:
        yield from track(
            map(_work, tasks), "games", len(tasks), console=progress, disable=quiet, transient=True
        )
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from track(
            pool.map(_work, tasks),
            "games",
            len(tasks),
            console=progress,
            disable=quiet,
            transient=True,
        )


def _work(task: Task) -> list[tuple[Any, ...]]:
    found = find(task.game)
    options = read_options(found, task.options)
    players = [bot(name) for name in task.bots]
    results = []
    for number in task.numbers:
        result = simulate_one(found, players, seed=f"{task.seed}/{number}", options=options)
        results.append((result.scores, result.length, result.finished))
    return results


def _report(game: str, results: list[tuple[Any, ...]], seconds: float) -> dict[str, Any]:
    actions = sum(length for _, length, _ in results)
    return {
        "game": game,
        "games": len(results),
        "finished": sum(finished for *_, finished in results),
        "actions": actions,
        "seconds": round(seconds, 6),
        "actions_per_second": round(actions / seconds, 1),
        "scores": [scores for scores, *_ in results],
        "lengths": [length for _, length, _ in results],
    }


def _show(report: dict[str, Any], names: tuple[str, ...]) -> None:
    console = Console()
    console.print(
        f"{report['finished']} of {report['games']} games finished, {report['actions']} decisions "
        f"in {report['seconds']:.2f} s: {report['actions_per_second']:,.0f} a second"
    )
    for seat, name in enumerate(names):
        scores = [row[seat] for row in report["scores"]]
        wins = sum(1 / row.count(row[seat]) for row in report["scores"] if row[seat] == max(row))
        console.print(
            f"seat {seat + 1} {name}: mean {sum(scores) / len(scores):,.0f}, "
            f"wins {100 * wins / len(scores):.1f} %"
        )
