import re
from itertools import combinations
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from softlookup.show.style import PROPERTIES

CSS = (Path(__file__).parents[3] / "docs/assets/css/colours.css").read_text("utf-8")
ROLES = ["query", "key", "value"]
PAPERS = ["paper", "paper-raised", "paper-code"]

Vector = npt.NDArray[np.float64]

# Machado, Oliveira, Fernandes (2009), severity 1, in linear RGB.
BLIND = {
    "protanopia": """ 0.152286  1.052583 -0.204868
                      0.114503  0.786281  0.099216
                     -0.003882 -0.048116  1.051998""",
    "deuteranopia": """ 0.367322 0.860646 -0.227968
                        0.280085 0.672501  0.047413
                       -0.011820 0.042940  0.968881""",
    "tritanopia": """ 1.255528 -0.076749 -0.178779
                     -0.078411  0.930809  0.147602
                      0.004733  0.691367  0.303900""",
}


def read_scheme(selector: str) -> dict[str, str]:
    """Give the custom properties that a rule sets."""
    start = CSS.index(selector)
    block = CSS[CSS.index("{", start) + 1 : CSS.index("}", start)]
    return {
        name: value for name, value in re.findall(r"--sl-([\w-]+):\s*(#[0-9a-f]+)", block) if len(value) == 7
    }


SCHEMES = {
    "light": read_scheme('[data-md-color-scheme="default"] {\n  color-scheme: light'),
    "dark": read_scheme('[data-md-color-scheme="slate"]'),
}


def linear(colour: str) -> Vector:
    """Give linear RGB of a hex colour (sRGB, IEC 61966-2-1)."""
    parts = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def contrast(one: str, other: str) -> float:
    """Give the contrast ratio of WCAG 2."""
    luminance = [float(linear(c) @ np.array([0.2126, 0.7152, 0.0722])) for c in (one, other)]
    return (max(luminance) + 0.05) / (min(luminance) + 0.05)


def lab(rgb: Vector) -> Vector:
    """Give CIE Lab (D65) of linear RGB."""
    to_xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
    x, y, z = np.cbrt(np.clip(to_xyz @ rgb / np.array([0.9505, 1.0, 1.089]), 1e-4, None))
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def test_the_formula_of_contrast_is_wcags() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("ink", ["ink", "ink-soft", "accent", *ROLES])
def test_every_ink_can_be_read_on_every_paper(scheme: str, paper: str, ink: str) -> None:
    colours = SCHEMES[scheme]
    assert contrast(colours[ink], colours[paper]) >= 4.5


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(("one", "other"), list(combinations(ROLES, 2)))
def test_query_key_and_value_are_told_apart(scheme: str, one: str, other: str) -> None:
    colours = SCHEMES[scheme]
    seen = {
        "all cones": np.eye(3),
        **{kind: np.array(text.split(), float).reshape(3, 3) for kind, text in BLIND.items()},
    }
    for kind, matrix in seen.items():
        apart = np.linalg.norm(lab(matrix @ linear(colours[one])) - lab(matrix @ linear(colours[other])))
        assert apart >= 15, f"{one} and {other} differ by {apart:.1f} only, with {kind}"


def test_both_schemes_and_the_fallback_name_the_same_colours() -> None:
    assert set(SCHEMES["light"]) == set(SCHEMES["dark"])
    assert read_scheme(".no-js body") == SCHEMES["dark"]


def test_figures_use_colours_that_exist() -> None:
    assert {value.removeprefix("var(--sl-").removesuffix(")") for value in PROPERTIES.values()} <= set(
        SCHEMES["light"]
    )
