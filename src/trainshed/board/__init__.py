"""Boards: hexes, scenes, and the ways to draw a scene: SVG, PNG and the terminal."""

from .ground import ground, sheet
from .market import market
from .png import png
from .svg import svg
from .term import term

__all__ = ["ground", "market", "png", "sheet", "svg", "term"]
