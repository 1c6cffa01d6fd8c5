"""What the scripts of a page are told: the offers, and how what they name looks."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from markupsafe import Markup

from .prompt import Offer, Span, Verb

if TYPE_CHECKING:
    from .page import TablePage


def data(page: TablePage) -> Markup:
    """The data of a page as JSON that can stand in its text."""
    text = json.dumps(dict(_data(page)), ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c"))  # noqa: S704 - nothing in it ends a script


def _data(page: TablePage) -> Iterator[tuple[str, object]]:
    prompt, scene, amount = page.prompt, page.scene, page.prompt.amount
    yield "verbs", [_verb(it) for it in prompt.verbs]
    yield "offers", [_offer(it) for it in prompt.offers]
    yield "houses", [seat.badge.porcelain for seat in page.seats]
    yield "seat", page.seat
    if page.desk is not None:
        plates = (plate for plate in scene.plates if plate.key.startswith("company:"))
        yield "plates", {plate.letters: plate.livery for plate in plates}
        yield "names", page.desk.names
        yield "left", {kind.name: kind.left for kind in scene.manifest}
        yield "amount", amount and _span(amount)
        return
    yield "plates", {row.letters: row.enamel for row in page.ledger.rows} if page.ledger else {}
    if page.boards is not None:
        yield "called", page.boards.called
    if page.freight is not None:
        yield "amount", amount and {**_span(amount), **_reach(amount)}
    if page.crayon is not None or page.freight is not None:
        yield "liveries", page.crayon.liveries if page.crayon else ()
        yield "beyond", [{**_offer(it), "then": it.then} for it in prompt.beyond]
    if page.boards is not None or page.crayon is not None or page.freight is not None:
        yield "swift", True


def _offer(offer: Offer) -> dict[str, object]:
    found: dict[str, object] = {
        "action": offer.action,
        "verb": offer.verb,
        "path": offer.path,
        "label": offer.label,
        "brings": offer.brings,
    }
    if offer.gain is not None:
        found["gain"] = offer.gain
    if offer.cost is not None:
        found |= {"cost": offer.cost, "fees": offer.fees}
    if offer.tells:
        found["tells"] = offer.tells
    if offer.passing is not None:
        found["passing"] = {"means": offer.passing.means, "sure": offer.passing.sure}
    return found


def _verb(verb: Verb) -> dict[str, object]:
    return {"verb": verb.verb, "label": verb.label, "digit": verb.digit}


def _span(span: Span) -> dict[str, object]:
    return {"verb": span.verb, "low": span.low, "high": span.high, "step": span.step}


def _reach(span: Span) -> dict[str, object]:
    return {"reach": span.reach, "counts": span.counts, "words": span.words}
