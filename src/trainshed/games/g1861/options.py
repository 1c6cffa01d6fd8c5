"""R1.1 The choices before a game: an edition, and each difference between the editions."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import asdict

from .box import BOX


class Options(Struct, frozen=True):
    """`edition` stands for what the chosen edition says; the rulings give the reasons."""

    edition: Literal["jklm", "reprint"] = "jklm"
    private_auction: Literal["edition", "ascending", "take_first_after_pass"] = "edition"
    yellow_supply: Literal["edition", "all_unlimited", "curves_and_straights_unlimited"] = "edition"
    nizhny_upgrade_cost: Literal["edition", "0", "20"] = "edition"
    director_sale_drop: Literal["edition", "once_per_turn", "each_sale"] = "edition"
    sold_out_column_top: Literal["edition", "diagonal", "top_row_only"] = "edition"
    major_home: Literal["edition", "free_unlinked_circle", "empty_unlinked_hex"] = "edition"
    merger_link: Literal["edition", "star_ignoring_stations", "chain_respecting_stations"] = (
        "edition"
    )
    merger_price_floor: Literal["edition", "70", "100"] = "edition"
    merger_missing_director: Literal["edition", "first_owner_must_buy", "any_partner_may_buy"] = (
        "edition"
    )
    discard_order: Literal["edition", "operating_order", "listing_order"] = "edition"
    rsr_runner: Literal["edition", "banker", "priority_player"] = "edition"
    bank_break_after_8: Literal["edition", "ends_after_the_round", "ignored"] = "edition"
    private_value_in_score: Literal["edition", "no", "yes"] = "edition"
    train_roster: Literal["unlimited", "two_5p5e", "two_each"] = "unlimited"
    market: Literal["grid", "column"] = "grid"
    declare: Literal["best", "free"] = "best"


_EDITIONS: dict[str, dict[str, str]] = {
    "jklm": {
        "private_auction": "ascending",
        "yellow_supply": "all_unlimited",
        "nizhny_upgrade_cost": "0",
        "director_sale_drop": "once_per_turn",
        "sold_out_column_top": "diagonal",
        "major_home": "free_unlinked_circle",
        "merger_link": "star_ignoring_stations",
        "merger_price_floor": "70",
        "merger_missing_director": "first_owner_must_buy",
        "discard_order": "operating_order",
        "rsr_runner": "banker",
        "bank_break_after_8": "ends_after_the_round",
        "private_value_in_score": "no",
    },
    "reprint": {
        "private_auction": "take_first_after_pass",
        "yellow_supply": "curves_and_straights_unlimited",
        "nizhny_upgrade_cost": "20",
        "director_sale_drop": "each_sale",
        "sold_out_column_top": "top_row_only",
        "major_home": "empty_unlinked_hex",
        "merger_link": "chain_respecting_stations",
        "merger_price_floor": "100",
        "merger_missing_director": "any_partner_may_buy",
        "discard_order": "listing_order",
        "rsr_runner": "priority_player",
        "bank_break_after_8": "ignored",
        "private_value_in_score": "yes",
    },
}


FORMERLY = {2: {"declare": "free"}}
"""R13.12 A record, an export or a table that does not name it was begun when any run would do."""


def earlier(values: Mapping[str, Any], seats: int) -> Mapping[str, Any]:
    """R1.1 Two who began the first edition before it was refused go on by its differences."""
    edition = values.get("edition", Options().edition)
    if seats >= BOX.players.least.get(edition, 0):
        return values
    chosen = {name: value for name, value in values.items() if value != "edition"}
    return {**_EDITIONS[edition], **chosen, "edition": "reprint"}


class Rules(Struct, frozen=True):
    """The options with the edition's answers filled in."""

    falling_offer: bool
    """R2.5 After everybody declined, the first who accepts takes the private."""
    endless_yellow: bool
    """R11.3 All yellow tiles are endless, not only the plain ones."""
    nizhny_cost: int
    """R11.6 The first upgrade of Nizhnii Novgorod."""
    one_drop: bool
    """R4.3 Sales by a director lower the price once a turn."""
    diagonal: bool
    """R8.5 From the top of every column a sold-out company goes right and down."""
    free_circle: bool
    """R6.3 A major starts on any free unlinked circle, not only in an empty, unlinked hex."""
    star: bool
    """R20.2 One minor must reach all others, and stations block nothing."""
    floor: int
    """R20.3 The least price after a merger."""
    first_owner_buys: bool
    """R20.6 Without two shares in one hand, the first owner must buy."""
    in_order: bool
    """R15.6 Trains are discarded in operating order."""
    banker: bool
    """R18.2 The banker runs the State Railway, not the player with priority."""
    bank_ends: bool
    """R21.3 A broken bank ends the game although an 8 was sold."""
    privates_count: bool
    """R21.5 Privates count in the score."""
    roster: str
    column: bool


@cache
def rules(options: Options) -> Rules:
    """What is played with these options."""
    chosen: dict[str, Any] = {
        name: value for name, value in asdict(options).items() if value != "edition"
    }
    said = {**_EDITIONS[options.edition], **chosen}
    return Rules(
        falling_offer=said["private_auction"] == "take_first_after_pass",
        endless_yellow=said["yellow_supply"] == "all_unlimited",
        nizhny_cost=int(said["nizhny_upgrade_cost"]),
        one_drop=said["director_sale_drop"] == "once_per_turn",
        diagonal=said["sold_out_column_top"] == "diagonal",
        free_circle=said["major_home"] == "free_unlinked_circle",
        star=said["merger_link"] == "star_ignoring_stations",
        floor=int(said["merger_price_floor"]),
        first_owner_buys=said["merger_missing_director"] == "first_owner_must_buy",
        in_order=said["discard_order"] == "operating_order",
        banker=said["rsr_runner"] == "banker",
        bank_ends=said["bank_break_after_8"] == "ends_after_the_round",
        privates_count=said["private_value_in_score"] == "yes",
        roster=options.train_roster,
        column=options.market == "column",
    )
