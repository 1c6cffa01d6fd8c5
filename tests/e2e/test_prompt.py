"""The prompt is a box of one size: nothing that is asked moves the board or lies out of reach."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.e2e import hands
from trainshed.core import Match, loads
from trainshed.games import game

pytestmark = pytest.mark.e2e

GAMES = ("rocket", "dampfross", "russian", "tycoon", "1861")
RECORDS = Path(__file__).parents[1] / "records"
SCREENS: tuple[ViewportSize, ...] = (
    {"width": 1440, "height": 900},
    {"width": 390, "height": 844},
    {"width": 1280, "height": 720},
    {"width": 820, "height": 1180},
)
LOCALES = ("en", "fr", "de")

WALK = """async seen => {
    const module = name => import(new URL(name, document.querySelector("[src*='table.js']").src));
    const { arm, back, click, options, targets } = await module("choices.js");
    const settled = () => new Promise(done => setTimeout(done));
    const chips = document.getElementById("chips"), sign = document.getElementById("further");
    const box = one => one.getBoundingClientRect();
    const isIn = (one, outer) => {
        const [a, b] = [box(one), box(outer)];
        return a.left > b.left - 1 && a.right < b.right + 1
            && a.top > b.top - 1 && a.bottom < Math.min(b.bottom, innerHeight) + 1;
    };
    const isOver = (one, other) => {
        const [a, b] = [box(one), box(other)];
        return a.left < b.right - 2 && b.left < a.right - 2
            && a.top < b.bottom - 2 && b.top < a.bottom - 2;
    };
    const shown = all => [...all].filter(one => one.checkVisibility() && box(one).width > 1);
    const places = () => {
        const found = Object.fromEntries(["board", "board-area", "prompt"].map(id => {
            const { x, y, width, height } = box(document.getElementById(id));
            return [id, [x, y, width, height].map(Math.round).join(" ")];
        }));
        const { x, y } = box(document.getElementById("undo"));
        const map = document.querySelector("#board > svg").getAttribute("viewBox");
        if (innerWidth > 700) found.map = map; // on a phone it goes to what can be done
        return { ...found, undo: `${Math.round(x)} ${Math.round(y)}` };
    };
    const faults = new Set();
    let now = places();
    const look = async after => {
        await settled();
        const say = words => faults.add(`${after}: ${words}`);
        const prompt = document.getElementById("prompt");
        const known = { ...seen, ...now };
        now = places();
        for (const [name, at] of Object.entries(now))
            if (known[name] !== at) say(`${name} was ${known[name]} and is ${at}`);
        const parts = shown(prompt.querySelectorAll(":scope > :not(.offstage, .reason, #further)"));
        for (const one of [...parts, ...shown(prompt.querySelectorAll(":is(.undo, .ways) > *"))])
            if (!isIn(one, prompt)) say(`outside: ${one.outerHTML.slice(0, 120)}`);
        const solid = parts.filter(one => !one.matches(".dice"));
        for (const one of solid) for (const other of solid)
            if (one !== other && one.matches(".ask, .ways") && isOver(one, other))
                say(`${one.className} over ${other.className}`);
        for (const one of shown(prompt.querySelectorAll("button")))
            if (one.scrollWidth > one.clientWidth + 1) say(`words beyond: ${one.textContent}`);
        const ask = prompt.querySelector(".ask");
        if (ask.scrollHeight > ask.clientHeight + 4) say(`cut: ${ask.textContent}`);
        const all = shown(chips.querySelectorAll("button, input"));
        const hidden = all.filter(one => !isIn(one, chips));
        const isCut = hidden.length || chips.scrollHeight > chips.clientHeight + 6;
        const isSaid = sign?.checkVisibility() && isIn(sign, prompt);
        if (isCut && !isSaid) say("more without a sign");
        if (isSaid && all.some(one => isOver(one, sign))) say("a choice under the sign");
        const top = chips.scrollTop;
        for (const one of hidden) {
            one.scrollIntoView({ block: "nearest" });
            if (!isIn(one, chips)) say(`out of reach: ${one.textContent}`);
        }
        chips.scrollTop = top;
    };
    const tap = where => document.querySelector(where).dispatchEvent(
        new PointerEvent("click", { bubbles: true, pointerType: "touch" }));
    const few = found => {
        const more = found.filter(one => !one.isLast);
        const kinds = new Map(more.map(one => [one.offers[0].verb, one]));
        const words = one => one.label.length + one.offers[0].brings.join("").length;
        const [longest] = found.filter(one => one.isLast).sort((a, b) => words(b) - words(a));
        return [...kinds.values(), ...(longest ? [longest] : [])];
    };
    const step = async (words, depth) => {
        await look(words);
        if (depth < 3) await walk(words, depth + 1);
        back();
        await look(`back from ${words}`);
    };
    const walk = async (words, depth) => {
        for (const one of few(options())) {
            if (one.isLast) arm(one.offers[0]);
            else tap(`#chips [data-kind="${one.kind}"][data-key="${CSS.escape(one.key)}"]`);
            await step(`${words} > ${one.key}`, one.isLast ? 3 : depth);
        }
    };
    document.documentElement.dataset.taps = "confirm";
    await look("asked");
    await walk("asked", 0);
    if (document.querySelector(".ways .chip")) {
        tap(".ways .chip");
        await step("passing", 3);
    }
    const isClicked = document.querySelector("#table:is(.boards, .rails)");
    if (isClicked) for (const key of new Set(targets().map(one => one.dataset.key).slice(0, 2))) {
        click(key, "touch");
        await step(`clicked ${key}`, 2);
    }
    const [undo, reason] = ["undo", "reason"].map(id => document.getElementById(id));
    undo.dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
    if (reason.checkVisibility() && !isIn(reason, document.getElementById("prompt")))
        faults.add(`outside: ${reason.textContent}`);
    undo.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
    await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
    await look("at last");
    return [now, [...faults]];
}"""
"""Chooses, opens and arms what can be, and goes back: where all lies, and what was wrong."""

PLAY = """async action => {
    const module = new URL("live.js", document.querySelector("[src*='table.js']").src);
    await (await import(module)).play(action);
}"""


@cache
def _match(name: str) -> Match[Any, Any]:
    record = loads((RECORDS / f"{name}.record").read_text(encoding="utf-8"))
    return Match.replay(game(record.game), record)


def _open(page: Page, site: str, name: str, at: int, tables: dict[str, str]) -> None:
    """Play on from a move of a record, all seats at this screen."""
    if name not in tables:
        record = (RECORDS / f"{name}.record").read_text(encoding="utf-8")
        tables[name] = hands.look_at(page, site, record)
    hands.play_on(page, site, tables[name], at, len(_match(name).names))


def _places(key: str, count: int) -> Iterator[tuple[str, int]]:
    """Moves spread evenly over the recorded games."""
    names = sorted(path.stem for path in RECORDS.glob(f"{key}-*.record"))
    for number in range(count):
        name = names[number % len(names)]
        yield name, int(len(_match(name).history) * (number + 0.5) / count)


def _next(page: Page, match: Match[Any, Any], at: int, rng: Random) -> str:
    """What was played in the record, or anything where chance has led elsewhere."""
    offered: list[str] = page.evaluate(
        "JSON.parse(document.getElementById('offers').textContent).offers.map(one => one.action)"
    )
    recorded = str(match.history[at].action) if at < len(match.history) else ""
    return recorded if recorded in offered else rng.choice(offered)


def _walk(browser: Browser, site: str, key: str, locale: str, *, whole: bool) -> None:
    """Look at the bar at five decisions each from so many places of the recorded games."""
    context = browser.new_context(viewport=SCREENS[0], locale=locale, reduced_motion="reduce")
    page, tables, rng = context.new_page(), dict[str, str](), Random(key)
    for number, (name, at) in enumerate(_places(key, 40 if whole else 2)):
        _open(page, site, name, at, tables)
        known: list[dict[str, str]] = [{} for _ in SCREENS]
        for step in range(5):
            for turn in range(4) if whole else [(2 * number + step % 2) % 4]:
                page.set_viewport_size(SCREENS[turn])
                page.evaluate(hands.DRAWN)
                known[turn], faults = page.evaluate(WALK, known[turn])
                assert not faults, (name, at + step, SCREENS[turn], faults)
            page.evaluate(PLAY, _next(page, _match(name), at + step, rng))
            if hands.is_over(page):
                break
    context.close()


@pytest.mark.timeout(120)
@pytest.mark.parametrize("key", GAMES)
def test_the_prompt_never_moves_the_board(browser: Browser, site: str, key: str) -> None:
    """At ten decisions of a game: bar and board stay where they are, every choice is in reach."""
    _walk(browser, site, key, LOCALES[GAMES.index(key) % 3], whole=False)


@pytest.mark.long
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("key", GAMES)
def test_no_prompt_of_recorded_games_moves_the_board(
    browser: Browser, site: str, key: str, locale: str
) -> None:
    """The same at two hundred decisions of every game, in every language, on all four screens."""
    _walk(browser, site, key, locale, whole=True)


def test_no_words_run_out_of_a_button_beside_redo(browser: Browser, site: str) -> None:
    """On the narrowest phone, in German, with everything at the foot that can stand there."""
    name = "1861-3-random"
    moves = _match(name).history
    at = next(n for n, move in enumerate(moves) if n > 90 and str(move.action).startswith("lay "))
    small: ViewportSize = {"width": 360, "height": 740}
    context = browser.new_context(viewport=small, locale="de", reduced_motion="reduce")
    page = context.new_page()
    _open(page, site, name, at, {})
    page.evaluate(PLAY, str(moves[at].action))
    page.locator("#undo").click()
    expect(page.locator("#redo")).to_be_visible()
    page.evaluate(hands.DRAWN)
    _, faults = page.evaluate(WALK, {})
    assert not faults, faults
    context.close()
