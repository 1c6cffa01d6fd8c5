"""The command line where every table has one seed, and one visitor may open as many as he likes.

So each run of the tests meets the same games, and long ones need not wait.
"""

from __future__ import annotations

import secrets
from unittest.mock import patch

from trainshed.cli.main import main
from trainshed.web.limits import RATES, Rate

SIZE = 16
"""Bytes of a seed; other secrets have other sizes."""

drawn = secrets.token_hex


def seeded(size: int | None = None) -> str:
    """What is drawn: a seed is always the same."""
    return "1861" * (SIZE // 2) if size == SIZE else drawn(size)


if __name__ == "__main__":
    with patch("secrets.token_hex", seeded), patch.dict(RATES, table=Rate(100_000, 1)):
        main()
