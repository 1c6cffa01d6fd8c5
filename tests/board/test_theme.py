"""The design tokens: their contrast, and how a drawing takes them in."""

from __future__ import annotations

import re

import pytest

from trainshed.board.theme import THEMES, Theme, fixed, rgb, style_sheet, tokens

TEXT, SHAPE = 4.5, 3.0
PAIRS = [
    ("ink", "paper", TEXT, (14.0, 14.4)),
    ("ink-2", "paper", TEXT, (6.9, 8.8)),
    ("ink-3", "paper-sunk", TEXT, (4.9, 6.0)),
    ("rule-strong", "paper-raised", SHAPE, (3.7, 3.9)),
    ("act", "paper-raised", TEXT, (6.4, 6.7)),
    ("act", "act-wash", TEXT, (5.2, 6.3)),
    ("act-on", "act", TEXT, (6.7, 7.8)),
    ("act", "land", SHAPE, (5.6, 4.9)),
    ("act", "mountain", SHAPE, (3.4, 4.1)),
    ("act", "halo", SHAPE, (5.9, 6.5)),
    ("map-ink", "land", TEXT, (12.7, 9.8)),
    ("map-ink", "mountain", TEXT, (7.8, 8.1)),
    ("sea-ink", "sea", TEXT, (5.5, 7.1)),
    ("frontier", "land", SHAPE, (5.1, 4.9)),
    ("river", "hill", SHAPE, (3.4, 4.4)),
    ("ridge", "hill", SHAPE, (6.7, 4.6)),
    ("tile-track", "tile-brown", SHAPE, (7.4, 5.0)),
    ("tile-track", "tile-grey", SHAPE, (8.4, 5.3)),
    ("focus", "land", SHAPE, (5.3, 5.8)),
    ("focus", "sea", SHAPE, (4.4, 7.8)),
    ("last", "land", SHAPE, (4.5, 6.1)),
]
ENAMELS = ("red", "orange", "yellow", "green", "sky", "blue", "violet", "black")


def luminance(colour: str) -> float:
    """How bright a colour is, as WCAG counts."""
    parts = [value / 255 for value in rgb(colour)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str, theme: Theme) -> float:
    """The ratio of two tokens."""
    values = tokens(theme)
    dark, light = sorted((luminance(values[one]), luminance(values[other])))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize(("one", "other", "least", "measured"), PAIRS)
@pytest.mark.parametrize("theme", THEMES)
def test_pairs_keep_their_contrast(
    one: str, other: str, least: float, measured: tuple[float, float], theme: Theme
) -> None:
    """Nobody breaks what people can read by taste."""
    found = contrast(one, other, theme)
    assert found >= least
    assert found == pytest.approx(measured[THEMES.index(theme)], abs=0.1)


@pytest.mark.parametrize("enamel", ENAMELS)
@pytest.mark.parametrize("theme", THEMES)
def test_letters_stand_out_on_enamel(enamel: str, theme: Theme) -> None:
    """Each enamel has a colour for its letters."""
    assert contrast(f"{enamel}-on", enamel, theme) >= TEXT


def test_a_token_has_one_value_a_theme() -> None:
    """Every token is told once, and no pair is left unread."""
    names = re.findall(r"^  --([\w-]+):", style_sheet().split("\n}")[0], re.MULTILINE)
    assert len(names) == len(set(names))
    for theme in THEMES:
        assert set(names) == set(tokens(theme))
        assert not [value for value in tokens(theme).values() if "light-dark" in value]


def test_a_fixed_drawing_has_no_variables() -> None:
    """Unknown variables, those of a page's states, fall back to what stands beside them."""
    drawing = '<a fill="var(--act-fill)" r="var(--ring, 2.6)" stroke="var(--ring-focus, none)"/>'
    assert fixed(drawing, None) == drawing
    assert fixed(drawing, "light") == '<a fill="rgba(214,30,130,.16)" r="2.6" stroke="none"/>'
