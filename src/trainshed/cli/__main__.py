"""`python -m trainshed.cli` is `trainshed`."""

from .main import main

main()
