"""The program that draws one picture: settings of the renderer come in as JSON, a PNG goes out.

It is run as a file, and imports nothing of ours: so it starts at once.
"""

from __future__ import annotations

import json
import os
import sys

import resvg_py

if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(10)  # whoever plays on the site comes first
    settings = json.load(sys.stdin.buffer)
    sys.stdout.buffer.write(resvg_py.svg_to_bytes(**settings))
