"""Boards: hexes, scenes, and the ways to draw a scene: SVG, PNG and the terminal."""
