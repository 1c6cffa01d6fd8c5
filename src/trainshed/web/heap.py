"""The heap: what pages need again and again is kept, not given back and asked for each time."""

from __future__ import annotations

import ctypes
import sys

_LARGEST, _SPARE, _AHEAD = -3, -1, -2
"""What glibc calls M_MMAP_THRESHOLD, M_TRIM_THRESHOLD and M_TOP_PAD."""
SIZES = {_LARGEST: 1 << 25, _SPARE: 1 << 26, _AHEAD: 1 << 23}
"""Texts of so many bytes come from the heap, so much of it may lie idle, so much is added."""


def keep() -> bool:
    """Tell the C library; False where it is another one, which does as it likes."""
    if sys.platform != "linux":
        return False
    tell = getattr(ctypes.CDLL(None), "mallopt", None)
    return tell is not None and all(tell(what, size) == 1 for what, size in SIZES.items())
