"""The C library is told to keep what pages need again and again."""

from __future__ import annotations

import ctypes
import subprocess
import sys

import pytest

from trainshed.web import heap

FAULTS = """
import resource, sys
from trainshed.web import heap
if sys.argv[1] == "kept":
    assert heap.keep()

def faults():
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _ in range(20):
        [b"x" * 90_000 for _ in range(40)]
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before

faults()
print(faults())
"""


def faults(how: str) -> int:
    """How often a process had to ask the system for memory that it had used before."""
    command = [sys.executable, "-c", FAULTS, how]
    return int(subprocess.run(command, capture_output=True, check=True, text=True).stdout)


@pytest.mark.skipif(
    sys.platform != "linux" or not hasattr(ctypes.CDLL(None), "mallopt"), reason="another library"
)
def test_large_texts_do_not_ask_the_system_again_and_again() -> None:
    """Each page would, for hundreds of pieces."""
    assert faults("kept") < 50
    assert faults("kept") < faults("plain")


def test_another_library_does_as_it_likes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is asked of it."""
    monkeypatch.setattr(sys, "platform", "darwin")
    assert not heap.keep()
