"""The examples of the README and of the guide do what they say."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
EXAMPLE = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("page", ["README.md", "docs/guide.md"])
def test_the_examples_run(page: str) -> None:
    """The Python examples of a page form one session."""
    text = (ROOT / page).read_text(encoding="utf-8")
    session = "\n".join(EXAMPLE.findall(text))
    example = doctest.DocTestParser().get_doctest(session, {}, page, page, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    result = runner.run(example)
    assert result.attempted > 0
    assert result.failed == 0


def test_the_docstring_examples_run() -> None:
    """So do those in the code."""
    from trainshed.board import hexes  # noqa: PLC0415
    from trainshed.core import chance, draws, match  # noqa: PLC0415

    for module in (hexes, chance, draws, match):
        result = doctest.testmod(module)
        assert result.attempted > 0
        assert result.failed == 0
