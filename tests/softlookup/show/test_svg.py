import os
import re
import subprocess
import sys
from typing import Any
from xml.etree import ElementTree as ET

import matplotlib as mpl
import pytest

from softlookup.show.style import COLOURS, PROPERTIES, SETTINGS, add_axes, finish, in_style, start_figure
from softlookup.show.svg import clean_svg
from support.drawn import read_markup
from tether.values import Drawing

DRAW_ALL = """
import hashlib
import numpy as np
from softlookup.book import book
from softlookup.show.figures import draw_matrix, draw_row
from softlookup.show.schematic import Lookup, draw_dictionary
from softlookup.show.temperatures import draw_temperature_bars, draw_temperature_curves
ts = [0.1, 1.0, 10.0]
weights = np.array([book.temperature.at(t).weights for t in ts])
cafe, answer = book.dictionary, book.dictionary.ask(1, 0)
for drawing in (
    draw_matrix(book.world.entities, book.head.weights, "bob"),
    draw_row(book.world.entities, book.head.bob.weights, "bob"),
    draw_temperature_bars(ts, book.temperature.scores, weights),
    draw_temperature_curves(np.array(ts), book.temperature.scores, weights),
    draw_dictionary(Lookup(cafe.drinks, answer.query, cafe.keys, cafe.values, answer.weights, answer.output)),
):
    print(drawing.markup)
    print(drawing.alt)
    print(drawing.data)
"""


def draw_in_a_process(hash_seed: str) -> str:
    """Draw all figures in a process of its own."""
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-c", DRAW_ALL]
    return subprocess.run(command, env=environment, capture_output=True, check=True, encoding="utf-8").stdout


@pytest.fixture(scope="module")
def drawn() -> str:
    return draw_in_a_process("1")


def test_bytes_hang_on_no_hash_seed(drawn: str) -> None:
    assert drawn.count("<svg") == 5
    assert draw_in_a_process("2") == drawn


def test_nothing_foreign_is_named(drawn: str) -> None:
    assert set(re.findall(r"https?://[^\"'\s]+", drawn)) == {"http://www.w3.org/2000/svg"}
    for word in ("matplotlib", "metadata", "font-family", "DejaVu", "<!--", "<?xml", "DOCTYPE"):
        assert word not in drawn


def test_all_colours_are_the_sites(drawn: str) -> None:
    used = set(re.findall(r"(?:fill|stroke):([^;\"]+)", drawn))
    assert used <= {*PROPERTIES.values(), "none"}
    assert not re.search(r"#[0-9a-fA-F]{6}", drawn)


def test_ids_are_unique_and_an_svg_is_one_line(drawn: str) -> None:
    ids = re.findall(r"\bid=\"([^\"]+)\"", drawn)
    assert len(ids) == len(set(ids)) == 5
    figures = [line for line in drawn.splitlines() if line.startswith("<svg")]
    assert len(figures) == 5
    for figure in figures:
        root = ET.fromstring(figure)  # noqa: S314  (our own markup)
        assert root.get("role") == "img"
        assert root.get("viewBox", "").startswith("0 0 ")
        assert "width" not in root.attrib


@in_style
def draw_word(words: str, colour: str = COLOURS.ink, height: float = 40, width: float = 400) -> Drawing:
    """Draw one word on an empty sheet."""
    figure = start_figure(height, width)
    add_axes(figure, 0, 0, width, height).text(0.5, 0.5, words, color=colour)
    return finish(figure, "words", "a\n1\n", "words")


def test_text_stays_text() -> None:
    root = read_markup(draw_word("Σ = 1 & more", COLOURS.key))
    words = [element for element in root.iter() if element.text]
    assert [element.text for element in words] == ["Σ = 1 & more"]
    assert "fill:var(--sl-key)" in words[0].get("style", "")


def test_a_figure_is_as_large_as_asked() -> None:
    assert read_markup(draw_word("x", height=123, width=321)).get("viewBox") == "0 0 321 123"


def test_a_colour_of_its_own_is_refused() -> None:
    with pytest.raises(ValueError, match="#ff0000"):
        draw_word("red", "#ff0000")


def test_only_the_books_settings_are_in_force_while_a_figure_is_drawn() -> None:
    seen: dict[str, Any] = {}

    @in_style
    def look() -> Drawing:
        seen.update((str(name), value) for name, value in mpl.rcParams.items())
        return draw_word("x")

    plain = draw_word("x").markup
    with mpl.rc_context({"font.size": 30, "font.weight": "bold", "svg.fonttype": "path"}):
        drawn = look().markup
        assert mpl.rcParams["font.size"] == 30
        assert mpl.rcParams["svg.fonttype"] == "path"
    assert drawn == plain
    assert {name: seen[name] for name in SETTINGS} == {
        name: [value] if name == "font.family" else value for name, value in SETTINGS.items()
    }
    assert seen["font.weight"] == "normal"


def test_a_figure_is_not_begun_in_another_style() -> None:
    with pytest.raises(RuntimeError, match="in_style"):
        start_figure(40)


def test_references_stay_within_the_figure() -> None:
    markup = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        'viewBox="0 0 10 10">'
        '<defs><path id="m" d="M 0 0 L 1.23456 -0.001"/><clipPath id="c"><path d="M 0 0"/></clipPath></defs>'
        '<g id="g1" clip-path="url(#c)"><use xlink:href="#m" x="1.005"/></g></svg>'
    )
    cleaned = clean_svg(markup, name="one", alt="a", properties={})
    assert 'id="one-m"' in cleaned
    assert 'href="#one-m"' in cleaned
    assert 'clip-path="url(#one-c)"' in cleaned
    assert 'id="one-c"' in cleaned
    assert "g1" not in cleaned
    assert "M 0 0 L 1.23 0" in cleaned
