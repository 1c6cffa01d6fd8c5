"""Adapters: games recorded or played elsewhere, read into our own laws."""
