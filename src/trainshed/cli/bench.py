"""`trainshed bench`."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Mapping
from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track

from trainshed.core import BadOption

from .common import print_json

Benchmark = Callable[[], tuple[float, str]]
_PLACES = (Path(__file__).parents[1] / "benchmarks", Path(__file__).parents[3] / "benchmarks")


def bench(
    names: Annotated[list[str] | None, typer.Argument(help="Which ones; by default all.")] = None,
    *,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Run the benchmarks, each beside a fixed calibration loop."""
    found = benchmarks()
    for name in names or ():
        if name not in found:
            raise BadOption(f"there is no benchmark {name!r} (there are: {', '.join(found)})")
    console = Console(stderr=True)
    rows = []
    chosen = names or list(found)
    for name in track(chosen, "benchmarks", console=console, disable=json, transient=True):
        calibration = calibrate()
        value, unit = found[name]()
        rows.append(
            {
                "name": name,
                "value": round(value, 3),
                "unit": unit,
                "calibration_s": round(calibration, 6),
            }
        )
    if json:
        print_json(rows)
        return
    for row in rows:
        typer.echo(
            f"{row['name']:24} {row['value']:>14,.2f} {row['unit']:12} "
            f"(calibration {row['calibration_s']:.4f} s)"
        )


def benchmarks() -> Mapping[str, Benchmark]:
    """Every benchmark by its name, from the files of the folder `benchmarks`."""
    found: dict[str, Benchmark] = {}
    for place in _PLACES:
        for file in sorted(place.glob("*.py")):
            spec = importlib.util.spec_from_file_location(f"trainshed_bench_{file.stem}", file)
            assert spec is not None
            assert spec.loader is not None
            module = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
            found |= module.BENCHMARKS
    return found


def calibrate() -> float:
    """How long a fixed loop of plain Python takes here: the best of five."""
    best = float("inf")
    for _ in range(5):
        start = perf_counter()
        total, table = 0, {}
        for n in range(100_000):
            total += n * n % 7
            table[n & 255] = total
        best = min(best, perf_counter() - start)
    return best
