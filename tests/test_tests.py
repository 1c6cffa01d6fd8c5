"""Every test can fail: it states something, itself or in what it calls."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent
CHECKS = {"check_game", "check_hash_seeds", "check_setup", "expect", "raises", "validate_response"}
"""What others bring that raises where something is not so."""
Function = ast.FunctionDef | ast.AsyncFunctionDef
Named = tuple[str, str]
"""A module of the tests, and a name in it."""


def statements(tree: ast.AST) -> Iterator[ast.AST]:
    """What stands in a module or in another statement, but for the parts of expressions."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.stmt | ast.excepthandler | ast.match_case):
            yield node
            yield from statements(node)


@cache
def module(name: str) -> tuple[ast.AST, ...]:
    """All statements of a module of the tests."""
    path = ROOT.parent / (name.replace(".", "/") + ".py")
    return tuple(statements(ast.parse(path.read_text("utf-8")))) if path.is_file() else ()


@cache
def functions(name: str) -> dict[str, Function]:
    """The functions of a module, wherever they stand in it."""
    return {node.name: node for node in module(name) if isinstance(node, Function)}


@cache
def asserted(name: str) -> list[int]:
    """The lines of a module in which something is asserted."""
    return [node.lineno for node in module(name) if isinstance(node, ast.Assert)]


@cache
def known(name: str) -> dict[str, Named]:
    """Where the names in a module come from, as far as that is the tests."""
    found: dict[str, Named] = {}
    for node in module(name):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tests"):
            found |= {it.asname or it.name: (str(node.module), it.name) for it in node.names}
    return found | {it: (name, it) for it in functions(name)}


@cache
def names(place: str, name: str) -> tuple[bool, set[Named]]:
    """Whether a function states something itself, and the functions that it names."""
    found: set[Named] = set()
    function = functions(place).get(name)
    if function is None:
        return False, found
    lines = range(function.lineno, (function.end_lineno or 0) + 1)
    if any(line in lines for line in asserted(place)):
        return True, found
    for node in ast.walk(function):
        match node:
            case ast.Name(id=one) | ast.Attribute(attr=one) if one in CHECKS:
                return True, found
            case ast.Name(id=one) if one in known(place):
                found.add(known(place)[one])
            case ast.Attribute(value=ast.Name(id=one), attr=part) if one in known(place):
                found.add((".".join(known(place)[one]), part))
    return False, found


def states(one: Named) -> bool:
    """Whether a test, or a function of the tests that it leads to, states something."""
    seen, waiting = {one}, [one]
    while waiting:
        is_stated, below = names(*waiting.pop())
        if is_stated:
            return True
        waiting += below - seen
        seen |= below
    return False


def every_test() -> Iterator[Named]:
    """All tests."""
    for path in sorted(ROOT.rglob("test_*.py")):
        place = ".".join(path.relative_to(ROOT.parent).with_suffix("").parts)
        yield from ((place, name) for name in functions(place) if name.startswith("test_"))


def test_every_test_states_something() -> None:
    """An assertion, an error that is expected, or a check that raises."""
    found = [*every_test()]
    assert len(found) > 1000
    assert [it for it in found if not states(it)] == []
