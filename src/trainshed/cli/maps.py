"""`trainshed map`: make, check and weigh maps of Dampfross."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated, Any

import typer
from msgspec import Struct
from msgspec.structs import replace
from rich.console import Console
from rich.progress import track

from trainshed.bots import bot
from trainshed.core import LANGUAGES, BadOption, Game, Reader, language
from trainshed.games import game as find

from .common import print_json, read_options, read_text

if TYPE_CHECKING:
    from trainshed.arena.balance import Outcome
    from trainshed.games.dampfross.atlas import Region
    from trainshed.games.dampfross.sheet import Sheet

app = typer.Typer(help="Make, check and weigh maps of Dampfross.", no_args_is_help=True)


@app.command()
def check(
    file: Annotated[str, typer.Argument(help="A map, or the name of one in the box.")],
    *,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Name every fault of a map, one a line; without one the exit code is 0."""
    from trainshed.games.dampfross.sheet import read
    from trainshed.games.dampfross.survey import survey

    text = _text(file)
    found = survey(text)
    if json:
        print_json({"file": file, "faults": found})
    elif found:
        typer.echo("\n".join(found))
    else:
        typer.echo(f"{file}: {_told(read(text))}, no fault")
    if found:
        raise typer.Exit(1)


@app.command()
def new(
    *,
    seed: Annotated[str, typer.Option(help="The same seed gives the same map.")] = "",
    title: Annotated[str, typer.Option(help="The map's title.")] = "",
    region: Annotated[
        Path | None, typer.Option("--from", help="The description of a region.")
    ] = None,
    columns: Annotated[int | None, typer.Option(help="16 to 60.")] = None,
    rows: Annotated[int | None, typer.Option(help="16 to 60.")] = None,
    mountains: Annotated[float | None, typer.Option(help="Which part of the land.")] = None,
    output: Annotated[Path | None, typer.Option("-o", "--output", help="A .toml file.")] = None,
) -> None:
    """Make a map from a seed, or from the description of a region."""
    from trainshed.games.dampfross.draft import draft
    from trainshed.games.dampfross.sheet import write

    described = _region(region)
    seed = seed or described.seed or str(Random().getrandbits(32))
    sheet = draft(
        seed, title=title, columns=columns, rows=rows, mountains=mountains, region=described
    )
    if output is None:
        typer.echo(write(sheet), nl=False)
        return
    if output.suffix != ".toml":
        raise BadOption(f"-o {output}: a map is a .toml file")
    output.write_text(write(sheet), encoding="utf-8")
    typer.echo(f"{output}: {_told(sheet)}, seed {seed}")


class _Task(Struct, frozen=True):
    """A game that some process plays."""

    sheet: str
    options: list[str]
    bots: tuple[str, ...]
    seed: str


@app.command()
def report(
    file: Annotated[str, typer.Argument(help="A map, or the name of one in the box.")],
    *,
    number: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 40,
    seats: Annotated[int, typer.Option(help="How many players.")] = 4,
    bots: Annotated[str, typer.Option(help="The bot that plays.")] = "greedy",
    seed: Annotated[str, typer.Option(help="Game i is played with seed S/i.")] = "0",
    option: Annotated[list[str] | None, typer.Option(help="An option, as name=value.")] = None,
    jobs: Annotated[int, typer.Option(min=1, help="Processes.")] = 1,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="A folder for report and pictures.")
    ] = None,
    language_: Annotated[str, typer.Option("--language", help=", ".join(LANGUAGES))] = "en",
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Let bots play on a map, and say how fair it is and which towns they leave out."""
    from trainshed.arena import balance
    from trainshed.board import svg
    from trainshed.games.dampfross.survey import checked

    text = _text(file)
    sheet = checked(text)
    bot(bots)
    found = find("dampfross")
    opening = found.start(_options(found, text, option or []), seats)
    players = (bots,) * seats
    tasks = [_Task(text, option or [], players, f"{seed}/{n}") for n in range(number)]
    outcomes = list(_run(tasks, jobs, quiet=json))
    weighed = balance.weighed(sheet, outcomes, players)
    pictures = []
    if output is not None:
        output.mkdir(parents=True, exist_ok=True)
        drawn = svg(found.scene(opening), reader=Reader(language(language_), ("",) * seats))
        reach = balance.picture(sheet, weighed)
        for caption, name, image in (
            ("The map", "map.svg", drawn),
            ("In how many games of 100 each town is reached", "reach.svg", reach),
        ):
            (output / name).write_text(image, encoding="utf-8")
            pictures.append((caption, name))
        told = balance.report(weighed, pictures)
        (output / "report.md").write_text(told, encoding="utf-8")
    if json:
        print_json(weighed)
    elif output is None:
        typer.echo(balance.report(weighed), nl=False)
    else:
        typer.echo(f"{output / 'report.md'}: {weighed.games} games on {sheet.title}")


def _run(tasks: list[_Task], jobs: int, *, quiet: bool) -> Iterator[Outcome]:
    console = Console(stderr=True)
    if jobs == 1:
        done: Any = map(_work, tasks)
        yield from track(done, "games", len(tasks), console=console, disable=quiet, transient=True)
        return
    with ProcessPoolExecutor(jobs) as pool:
        done = pool.map(_work, tasks)
        yield from track(done, "games", len(tasks), console=console, disable=quiet, transient=True)


def _work(task: _Task) -> Outcome:
    from trainshed.arena.balance import played

    found = find("dampfross")
    options = _options(found, task.sheet, task.options)
    return played(found, options, task.bots, seed=task.seed)


def _options(found: Game[Any, Any, Any], text: str, pairs: list[str]) -> Struct:
    return replace(read_options(found, pairs), map="own", sheet=text)


def _text(file: str) -> str:
    """The text of a file, or of a map in the box."""
    from trainshed.games.dampfross.box import SHEETS

    return SHEETS[file] if file in SHEETS and not Path(file).exists() else read_text(Path(file))


def _region(path: Path | None) -> Region:
    from trainshed.games.dampfross.atlas import Region, read_region

    try:
        return Region() if path is None else read_region(read_text(path))
    except BadOption as error:
        raise BadOption(f"{path}: {error}") from None


def _told(sheet: Sheet) -> str:
    """A map in a few words."""
    land = sum(sign.isalpha() for row in sheet.rows for sign in row)
    return f"{sheet.title}, {land} hexes of land, {len(sheet.towns)} towns"
