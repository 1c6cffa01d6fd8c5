"""What the site refuses, said in words: a status, a headline, what to do."""

from __future__ import annotations

from trainshed.core import Text, say


class Refusal(Exception):
    """A request that cannot be answered as it was meant."""

    def __init__(self, status: int, headline: Text, text: Text) -> None:
        self.status = status
        self.headline = headline
        self.text = text
        super().__init__(f"{status} {headline.msgid}")


def no_table(table: str) -> Refusal:
    """There is no such table."""
    return Refusal(
        404,
        say("No table is called “{table}”", table=table),
        say("Perhaps the link was cut short. All tables are listed on the first page."),
    )


def no_game(game: str) -> Refusal:
    """There is no such game."""
    return Refusal(
        404,
        say("No game is called “{game}”", game=game),
        say("The games are listed on the first page."),
    )


def bad_value(name: str, value: str, *, status: int = 422) -> Refusal:
    """A value of a form or an address that makes no sense."""
    return Refusal(
        status,
        say("“{value}” is no value for “{name}”", value=value[:80], name=name),
        say("Nothing was changed. Please go back and choose again."),
    )
