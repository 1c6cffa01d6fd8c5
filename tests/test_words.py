"""The catalogues of all languages are whole and up to date."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_no_text_is_untranslated_or_stale() -> None:
    """`make words` would change nothing, and nothing is left to translate."""
    done = subprocess.run(
        [sys.executable, ROOT / "tools/words.py", "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
