"""What the site refuses, said in words: a status, a headline, what to do."""

from __future__ import annotations

from trainshed.core import Text, say, say_n

PATIENCE = 30
"""After so many seconds it is worth asking again whether the database is there."""


class Refusal(Exception):
    """A request that cannot be answered as it was meant."""

    def __init__(self, status: int, headline: Text, text: Text, *, wait: int | None = None) -> None:
        self.status = status
        self.wait = wait
        """How many seconds to wait, where that helps."""
        self.headline = headline
        self.text = text
        super().__init__(f"{status} {headline.msgid}")


class Misfilled(Refusal):
    """Something that was filled in cannot be so; a form is given again as it was, and says why."""


def nowhere(path: str) -> Refusal:
    """There is nothing at an address."""
    return Refusal(
        404,
        say("There is nothing at “{path}”", path=path[:80]),
        say("Nothing was changed. Open tables are listed on the first page."),
    )


def failed() -> Refusal:
    """Something is wrong with the site itself."""
    return Refusal(
        500,
        say("Something went wrong here"),
        say("Every move that you saw on the board has been kept. Please load the page again."),
    )


def no_database() -> Refusal:
    """The database does not answer, which may pass."""
    return Refusal(
        503,
        say("The site cannot reach its database at the moment"),
        say("Every move that you saw on the board has been kept. Please try again in a minute."),
        wait=PATIENCE,
    )


def no_room() -> Refusal:
    """The disk of the database is full."""
    return Refusal(
        503,
        say("The site has no room left to keep anything"),
        say(
            "Its disk is full, and nothing was changed. Every move that you saw on the board has "
            "been kept. Please tell whoever runs this site."
        ),
        wait=PATIENCE,
    )


def no_table(table: str) -> Refusal:
    """There is no such table."""
    return Refusal(
        404,
        say("No table is called “{table}”", table=table),
        say("Perhaps the link was cut short. Open tables are listed on the first page."),
    )


def no_reading(table: str, lines: int) -> Refusal:
    """There is such a table, but it cannot be shown."""
    return Refusal(
        500,
        say("The table “{table}” cannot be read", table=table),
        say_n(
            "Its one line has been kept. Either its game is missing here, or the line is damaged: "
            "please tell whoever runs this site.",
            "All its {n} lines have been kept. Either its game is missing here, or a line is "
            "damaged: please tell whoever runs this site.",
            lines,
        ),
    )


def no_rematch() -> Refusal:
    """Only players may ask for a rematch."""
    return Refusal(
        403,
        say("A rematch is for those who played"),
        say("Nothing was changed. You can open a table of your own on the first page."),
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
