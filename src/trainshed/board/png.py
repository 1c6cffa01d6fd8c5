"""A scene as PNG, with the fonts of the package."""

from __future__ import annotations

from functools import cache
from importlib.resources import as_file, files
from typing import Any

from trainshed.core import NotInstalled, Reader

from .scene import NOTHING, Key, Overprint, Scene
from .svg import svg
from .theme import Theme


def png(
    scene: Scene,
    *,
    reader: Reader,
    overprint: Overprint = NOTHING,
    theme: Theme = "light",
    width: int = 1600,
    selected: Key | None = None,
) -> bytes:
    """Draw a scene, so many pixels wide."""
    try:
        import resvg_py  # noqa: PLC0415 - games import this package, few need pictures
    except ModuleNotFoundError as error:
        raise NotInstalled("a PNG", error.name, extra="png") from None
    drawn = svg(scene, reader=reader, overprint=overprint, theme=theme, selected=selected)
    return resvg_py.svg_to_bytes(**settings(drawn, width))


def settings(drawn: str, width: int) -> dict[str, Any]:
    """What the renderer is told of an SVG: how wide it is drawn, and with which fonts."""
    return {
        "svg_string": drawn,
        "width": width,
        "skip_system_fonts": True,
        "font_files": list(_fonts()),
        "font_family": "Source Sans 3",
        "serif_family": "Source Serif 4",
        "sans_serif_family": "Source Sans 3",
    }


@cache
def _fonts() -> tuple[str, ...]:
    """Where the fonts lie; a package in an archive would not do."""
    with as_file(files(__package__) / "fonts") as folder:
        return tuple(str(file) for file in sorted(folder.glob("*.ttf")))
