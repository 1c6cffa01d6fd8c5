"""Notices: what is to be told, to whom, and how it gets there."""
