"""Boards: hexes, scenes, and the ways to draw a scene: SVG, PNG and the terminal."""

from .ground import ground, sheet
from .market import market
from .png import png
from .svg import Layers, layers, svg
from .term import term

__all__ = ["Layers", "ground", "layers", "market", "png", "sheet", "svg", "term"]
