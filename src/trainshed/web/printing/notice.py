"""Friendly words for a line that could not be played."""

from __future__ import annotations

from trainshed.core import (
    BadNotation,
    GameOver,
    IllegalAction,
    News,
    NoUndo,
    Seat,
    Stale,
    Text,
    TrainshedError,
    Who,
    say,
)
from trainshed.web.refusal import bad_value
from trainshed.web.tables.sheet import BadAmount, BadChoice, NotYourSeat, Sheet
from trainshed.web.tables.tables import NoClock, SeatTaken, SteppedBack


def refused(
    sheet: Sheet, mine: tuple[Seat, ...], error: TrainshedError, line: str
) -> tuple[int, Text]:
    """The status and the words for a line that could not be played."""
    match = sheet.match
    match error:
        case SteppedBack(seen=seen):
            return 409, say(
                "Your page knows {seen} lines of this table, and {kept} are kept. What you see now "
                "is what there is. If moves are missing, please tell whoever runs this site.",
                seen=seen,
                kept=match.version,
            )
        case Stale():
            return 409, _moved_on(sheet, mine)
        case NotYourSeat(who=who) if not mine:
            return 403, say("You are watching. Sit down at a free seat to play.")
        case NotYourSeat(who=Who() as who):
            return 403, say("It is not your turn: {who} is asked.", who=who)
        case NotYourSeat():
            return 403, say("That is not for you to decide.")
        case BadAmount(amount=amount, span=None):
            return 422, say("“{amount}” is no amount. Nothing was changed.", amount=amount[:20])
        case BadAmount(amount=amount, span=range() as span):
            text = say(
                "{amount} cannot be ordered: it goes from {low} to {high}, in steps of {step}.",
                amount=amount,
                low=span[0],
                high=span[-1],
                step=span.step,
            )
            return 422, text
        case BadChoice(choice=choice):
            return 422, bad_value("choice", choice).headline
        case SeatTaken():
            return 409, say("Somebody sits there already.")
        case NoClock():
            return 409, say("Nobody has a clock at this table, so nothing can stand still.")
        case IllegalAction(why=News() as why):
            return 422, match.game.because(why, match.state)
        case IllegalAction():
            return 422, say("That is not possible now. Nothing was changed.")
        case BadNotation():
            return 422, say("“{line}” is no move of this game.", line=line[:80])
        case GameOver():
            return 422, say("The game is over.")
        case NoUndo() if match.actor is None:
            return 422, say("The game is over.")
        case NoUndo():
            return 422, _no_way_back(sheet, mine, line)
        case _:
            raise error


def _no_way_back(sheet: Sheet, mine: tuple[Seat, ...], line: str) -> Text:
    match line.split(" ", 1)[0]:
        case "undo":
            return sheet.match.why_no_undo(mine[0])
        case "redo":
            return say("There is nothing to bring back.")
        case "ask-back" if sheet.keeps_to_moves:
            return say("In a rated game bots do not go back.")
        case "ask-back" if not sheet.match.may_go_back(_move(line)):
            return say("Since then something was drawn or shown: that cannot be taken back.")
        case "ask-back":
            return say("There is no such move to go back to.")
        case _:
            return say("Nobody asked to go back.")


def _move(line: str) -> int:
    """The move that a line asks to go back to."""
    return int(line.split()[1])


def _moved_on(sheet: Sheet, mine: tuple[Seat, ...]) -> Text:
    log = sheet.match.log
    last = next((it.seat for it in reversed(log) if it.seat >= 0 and not it.alone), None)
    if last is None or last in mine:
        return say("The board has moved on. You played in another window.")
    return say("The board has moved on. {who} played while you chose.", who=Who(last))
