"""The examples of the README do what it says."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"
EXAMPLE = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def test_the_examples_run() -> None:
    """Its Python examples form one session."""
    text = README.read_text(encoding="utf-8")
    session = "\n".join(EXAMPLE.findall(text))
    example = doctest.DocTestParser().get_doctest(session, {}, "README", "README.md", 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    result = runner.run(example)
    assert result.attempted > 0
    assert result.failed == 0
