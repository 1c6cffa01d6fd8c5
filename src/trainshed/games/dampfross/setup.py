"""R2 Set-up: the companies with their accounts, and the lot."""

from __future__ import annotations

from trainshed.core import BadOption

from .box import BOX, board
from .construction import Construction, Lot
from .state import OWN, Options, State, companies


def setup(options: Options, seats: int) -> State:
    """R1.4, R21.8, R2.1, R2.2, R20.10 The board before the first round."""
    if (options.map == OWN) != bool(options.sheet):
        raise BadOption(
            f"map = {options.map!r} does not go with a sheet of {len(options.sheet)} letters"
        )
    sheet = board(options.map, options.sheet, white=options.white_lines).sheet
    rules = sheet.rules if options.rules == "auto" else options.rules
    found = companies(seats, options, rules)
    return State(
        seats=seats,
        stack=(Construction(), Lot()),
        options=options,
        rules=rules,
        companies=found,
        bank=-BOX.balance * len(found),
    )
