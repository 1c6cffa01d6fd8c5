"""Bots: each chooses an action from what its seat may know."""

from .bot import Bot, answer, bot, bots, simulate

__all__ = ["Bot", "answer", "bot", "bots", "simulate"]
