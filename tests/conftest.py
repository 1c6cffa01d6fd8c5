"""What all tests share: how much Hypothesis searches, and which browser is driven."""

from __future__ import annotations

import os
import shutil
from typing import Any

import pytest
from hypothesis import settings

settings.register_profile("local", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
QUIET = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
)


def find_browser() -> str | None:
    """The installed Chromium or Chrome that `make test` has chosen, or the first one found."""
    chosen = os.environ.get("TRAINSHED_BROWSER")
    return chosen or next(filter(None, map(shutil.which, BROWSERS)), None)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Start the installed browser, quietly; as root it cannot have its sandbox."""
    browser = find_browser()
    if browser is None:
        pytest.skip("no chromium or chrome is installed")
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    arguments = [*QUIET, "--no-sandbox"] if is_root else [*QUIET]
    return {**browser_type_launch_args, "executable_path": browser, "args": arguments}
