"""Every numbered rule of an outline is cited by code and proved by a test."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
OUTLINES = {file.stem: file for file in sorted((ROOT / "docs/rules").glob("*.md"))}
NUMBER = r"R\d+(?:\.\d+)?"
NUMBERED = re.compile(rf"^\*\*({NUMBER})\*\*", re.MULTILINE)
MENTIONED = re.compile(rf"\b{NUMBER}\b")
RULING = re.compile(r"^### (?=Q\d+ )", re.MULTILINE)
CITED = re.compile(rf"{NUMBER}(?:, {NUMBER})*")


@cache
def outline(game: str) -> list[str]:
    """The numbers of the rules, in the outline's order."""
    return NUMBERED.findall(OUTLINES[game].read_text(encoding="utf-8"))


@cache
def cited(game: str) -> set[str]:
    """The numbers with which first lines of docstrings begin in the code of a game."""
    folder = game if game.isidentifier() else f"g{game}"
    found: set[str] = set()
    for tree in trees(ROOT / "src/trainshed/games" / folder):
        for node in ast.walk(tree):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
                first = (ast.get_docstring(node) or "").partition("\n")[0]
                found.update(MENTIONED.findall(match[0]) if (match := CITED.match(first)) else ())
    return found


@cache
def proved(game: str) -> set[str]:
    """The numbers that the tests of a game are marked with."""
    found = set()
    for tree in trees(ROOT / "tests"):
        for node in ast.walk(tree):
            match node:
                case ast.Call(
                    func=ast.Attribute(attr="rule"),
                    args=[ast.Constant(value=name), ast.Constant(value=str(number))],
                ) if name == game:
                    found.add(number)
    return found


def trees(folder: Path) -> Iterator[ast.Module]:
    """The modules of a folder, parsed."""
    for file in sorted(folder.rglob("*.py")):
        yield ast.parse(file.read_text(encoding="utf-8"))


RULES = [(game, number) for game in OUTLINES for number in outline(game)]


@pytest.mark.parametrize(("game", "number"), RULES)
def test_every_rule_is_cited_in_the_code(game: str, number: str) -> None:
    """A docstring of the game begins with its number."""
    assert number in cited(game)


@pytest.mark.parametrize(("game", "number"), RULES)
def test_every_rule_has_a_test(game: str, number: str) -> None:
    """A test is marked with its number."""
    assert number in proved(game)


@pytest.mark.parametrize("game", OUTLINES)
def test_rules_are_numbered_once_and_in_order(game: str) -> None:
    """R5.1, R5.2, R5.3 and so on, without gaps."""
    parts = [tuple(int(part) for part in number[1:].split(".")) for number in outline(game)]
    assert parts == sorted(set(parts))
    for chapter, first in enumerate(dict.fromkeys(part[0] for part in parts), start=1):
        count = sum(part[0] == first for part in parts)
        assert first == chapter
        assert [part[1] for part in parts if part[0] == first] == list(range(1, count + 1))


@pytest.mark.parametrize("game", OUTLINES)
def test_code_and_tests_cite_no_rule_that_does_not_exist(game: str) -> None:
    """A chapter as a whole, such as R5, may be cited too."""
    known = {*outline(game), *(number.partition(".")[0] for number in outline(game))}
    assert cited(game) - known == set()
    assert proved(game) - known == set()


@pytest.mark.parametrize("game", OUTLINES)
def test_every_ruling_belongs_to_a_rule(game: str) -> None:
    """It says which, and the rule exists."""
    text = (ROOT / f"docs/rulings/{game}.md").read_text(encoding="utf-8")
    rulings = RULING.split(text)[1:]
    assert [ruling.split()[0] for ruling in rulings] == [
        f"Q{number}" for number in range(1, len(rulings) + 1)
    ]
    for ruling in rulings:
        numbers = MENTIONED.findall(ruling.partition("**Rule:**")[2])
        assert numbers, ruling
        assert set(numbers) <= set(outline(game)), ruling


@pytest.mark.parametrize("language", ["fr", "de"])
@pytest.mark.parametrize("game", OUTLINES)
def test_a_translated_outline_has_the_same_rules(game: str, language: str) -> None:
    """Every rule, and no other, in the same order."""
    translated = (ROOT / f"docs/{language}/rules/{game}.md").read_text(encoding="utf-8")
    assert NUMBERED.findall(translated) == outline(game)


@pytest.mark.parametrize("language", ["fr", "de"])
@pytest.mark.parametrize("game", OUTLINES)
def test_translated_rulings_answer_the_same_questions(game: str, language: str) -> None:
    """Each with the same rules, options and links, and none of its labels in English."""
    own, translated = (
        (ROOT / f"docs/{folder}rulings/{game}.md").read_text(encoding="utf-8")
        for folder in ("", f"{language}/")
    )
    rulings, answers = (
        [" ".join(it.split()) for it in RULING.split(text)] for text in (own, translated)
    )
    assert [it.split()[0] for it in answers[1:]] == [it.split()[0] for it in rulings[1:]]
    for ruling, answer in zip(rulings, answers, strict=True):
        for mark in (rf"\b{NUMBER}\b", r"`[^`]+`", r"\]\([^)]+\)"):
            found = [sorted(set(re.findall(mark, it))) for it in (ruling, answer)]
            assert found[0] == found[1], answer
    assert not re.search(r"\*\*(Choice|Reason|Rule) ?:", translated)
