"""The drawing as PNG."""

from __future__ import annotations

import struct

from tests.board.drawn import READER, scene
from trainshed.board import png


def test_a_png_has_the_width_that_was_asked() -> None:
    """The height follows from the shape of the map."""
    drawn = png(scene(), reader=READER, width=800)
    assert drawn[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", drawn[16:24]) == (800, 520)


def test_light_and_dark_differ() -> None:
    """A picture has the theme that was asked."""
    light, dark = (
        png(scene(), reader=READER, width=200, theme=theme) for theme in ("light", "dark")
    )
    assert light != dark
