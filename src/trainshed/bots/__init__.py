"""Bots: each chooses an action from what its seat may know."""

from .bot import Bot, bot, bots, simulate

__all__ = ["Bot", "bot", "bots", "simulate"]
