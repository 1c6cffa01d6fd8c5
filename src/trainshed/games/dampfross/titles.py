"""What things are called: options, verbs, what is asked after a click, sources of credits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trainshed.core import Text, say

if TYPE_CHECKING:
    from collections.abc import Mapping

_OPTIONS: Mapping[str, Text] = {
    "map": say("Map"),
    "map=bavaria": say("Bavaria"),
    "map=russia": say("Russia"),
    "map=kentucky": say("Kentucky & Tennessee"),
    "map=ireland": say("Ireland"),
    "map=france": say("France"),
    "map=own": say("one of your own"),
    "about:map=bavaria": say(
        "Rivers, the Alps in the south, special races abroad and to the snow."
    ),
    "about:map=russia": say(
        "All start in Moscow. Distances are long, and white lines lead abroad."
    ),
    "about:map=kentucky": say("Two start towns, the Appalachians, and bridges over wide rivers."),
    "about:map=ireland": say("Small and green: 18 races, none of them special."),
    "about:map=france": say("All start in Paris, and eight neighbours wait for a line."),
    "rules": say("Rules"),
    "rules=auto": say("those of the map"),
    "rules=laurin": say("Laurin"),
    "rules=france": say("France"),
    "about:rules=auto": say("France on the map of France, Laurin on the others."),
    "about:rules=laurin": say(
        "Routes are declared before a race, and companies build between races. The richest after"
        " the last race wins."
    ),
    "about:rules=france": say(
        "The way is chosen while the train runs, and nothing is built between races. Who comes to"
        " a certain sum first wins."
    ),
    "races": say("Races"),
    "races=full": say("all"),
    "races=15": say("15"),
    "races=12": say("12"),
    "about:races=full": say("21, or 18 where there are no special races."),
    "about:races=15": say("A shorter game by the Laurin rules."),
    "about:races=12": say("The shortest game by the Laurin rules."),
    "jumps": say("Jumps along the lines of rivals"),
    "jumps=auto": say("where it is crowded"),
    "jumps=on": say("are allowed"),
    "jumps=off": say("are not allowed"),
    "about:jumps=auto": say("In Bavaria with five or six companies, in Russia with six."),
    "about:jumps=on": say("A network may have gaps of up to 3 hexes along the line of a rival."),
    "about:jumps=off": say("Every network hangs together."),
    "prizes": say("Prizes"),
    "prizes=two": say("for the first two"),
    "prizes=table": say("for every train"),
    "about:prizes=two": say("20 credits and 10 credits."),
    "about:prizes=table": say(
        "The more trains, the more they share. Routes of more than twice the shortest are refused."
    ),
    "two": say("With two players"),
    "two=david": say("David is the third"),
    "two=double": say("each leads two companies"),
    "about:two=david": say("The players build and run for him in turn, and he can win."),
    "about:two=double": say("The sum of both accounts counts."),
    "start_fees": say("Junctions in a common start town"),
    "start_fees=waived": say("are free"),
    "start_fees=strict": say("are paid"),
    "about:start_fees=waived": say("Companies that start in the same town owe nothing there."),
    "about:start_fees=strict": say("Whoever starts later pays, as in any other town."),
    "debt": say("An account"),
    "debt=false": say("never falls below zero"),
    "debt=true": say("may fall below zero"),
    "about:debt=false": say("What cannot be paid can be neither built nor used."),
    "about:debt=true": say("What rivals get may be owed. What is built between races may not."),
    "white_lines": say("White lines"),
    "white_lines=true": say("are on the map"),
    "white_lines=false": say("are left out"),
    "about:white_lines=true": say("They lead through foreign land: built, or used for a charge."),
    "about:white_lines=false": say("Nobody builds from one frontier hex to another."),
    "special_draw": say("A special destination"),
    "special_draw=once": say("comes up once"),
    "special_draw=free": say("may come up again"),
    "about:special_draw=once": say("The next one takes its place when it is thrown again."),
    "about:special_draw=free": say("The throw counts as it is."),
    "start_towns": say("Five or more start in Kentucky & Tennessee"),
    "start_towns=named": say("in the two start towns"),
    "start_towns=any": say("in any town"),
    "about:start_towns=named": say("Each company chooses one of the two."),
    "about:start_towns=any": say("Each company chooses among all towns of the map."),
    "finish": say("By the France rules a race is won by who"),
    "finish=first": say("arrives first"),
    "finish=rounds": say("has most points left in the same round"),
    "about:finish=first": say("Trains that run later in the round come too late."),
    "about:finish=rounds": say("Every train of the round may still run, as by the Laurin rules."),
    "goal_end": say("With the sum that wins by the France rules"),
    "goal_end=at_once": say("the game is over at once"),
    "goal_end=after_race": say("the race is finished first"),
    "about:goal_end=at_once": say("Even in the middle of a race."),
    "about:goal_end=after_race": say("Then the highest account wins."),
    "sheet": say("A map of your own"),
}
_VERBS: Mapping[str, Text] = {
    "do:start": say("Choose a start town"),
    "do:from": say("Build"),
    "do:to": say("Lay a segment"),
    "do:back": say("Another hex"),
    "do:stop": say("Build no more"),
    "do:enter": say("Enter the race"),
    "do:stay": say("Stay out"),
    "do:trace": say("Draw a route"),
    "do:step": say("Go on to a hex"),
    "do:ride": say("Use the whole throw"),
    "do:give-up": say("Give up drawing"),
    "do:join": say("Propose a joint run"),
    "do:accept": say("Agree"),
    "do:decline": say("Decline"),
    "ask:start": say("In which town?"),
    "ask:from": say("From which hex?"),
    "ask:to": say("To which hex?"),
    "ask:enter": say("Which route?"),
    "ask:step": say("To which hex?"),
    "ask:ride": say("Which way?"),
    "ask:join": say("Which company?"),
    "ask:hex": say("Over whose line?"),
}
_SOURCES: Mapping[str, Text] = {
    "event:built": say("construction ends"),
    "alarm:entered": say("somebody enters the race"),
    "alarm:joined": say("somebody proposes a joint run"),
    "alarm:arrived": say("a train arrives"),
    "lapse:race": say("The race is over."),
    "lapse:declared": say("There is nothing left to decide."),
    "tally:start": say("start"),
    "tally:towns": say("towns"),
    "tally:fees": say("fees"),
    "tally:charges": say("charges"),
    "tally:prizes": say("prizes"),
    "tally:building": say("building"),
}
NAMES: Mapping[str, Text] = {**_OPTIONS, **_VERBS, **_SOURCES}
