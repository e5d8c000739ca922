"""Figures in a real browser: how large their text is on a phone, and whether any lies over another."""

import itertools
import re
from pathlib import Path
from typing import Any

import pytest

from support.visiting import Site, Visitor

ROOT = Path(__file__).parents[2]

SMALLEST = 11.0
"""How many pixels high the type of a figure is at least, at a width of 360 pixels."""

MEASURE = """
(() => [...document.querySelectorAll('svg.sl-figure')].map(svg => {
  const frame = svg.getBoundingClientRect();
  const labels = [...svg.querySelectorAll('text')].filter(t => t.textContent.trim()).map(t => {
    const m = t.getScreenCTM(), b = t.getBBox();
    // Of the line's box the letters fill the middle: from the top of a capital to a little below the line.
    const [top, low] = [b.y + 0.22 * b.height, b.y + 0.86 * b.height];
    const corners = [[b.x, top], [b.x + b.width, top], [b.x + b.width, low], [b.x, low]];
    return {
      words: t.textContent,
      size: parseFloat(getComputedStyle(t).fontSize) * Math.hypot(m.a, m.b),
      corners: corners.map(([x, y]) => [m.a * x + m.c * y + m.e, m.b * x + m.d * y + m.f]),
    };
  });
  return {id: svg.id, box: [frame.left, frame.top, frame.right, frame.bottom], labels};
}))()
"""


@pytest.fixture(scope="module")
def figures(book: Site, browser: Any) -> dict[str, dict[str, Any]]:  # noqa: ANN401
    """Measure every figure of the book at a width of 360 pixels, by page and id."""
    found = {}
    visitor = Visitor(browser)
    for path in book.pages:
        if "sl-figure" not in (book.folder / path / "index.html").read_text("utf-8"):
            continue
        page = visitor.open(book, path, width=360).page
        # An explorable may stand in a figure's place; without scripts, and on paper, the figure is seen.
        page.add_style_tag(content="svg.sl-figure.sl-play-still { display: block }")
        page.evaluate("document.fonts.ready")
        found.update({f"{path}#{one['id']}": one for one in page.evaluate(MEASURE)})
        page.context.close()
    visitor.contexts.clear()
    return found


def test_every_label_can_be_read_on_a_phone(figures: dict[str, dict[str, Any]]) -> None:
    assert len(figures) >= 40
    sizes = {
        f"{name} {label['words']!r}": label["size"]
        for name, one in figures.items()
        for label in one["labels"]
    }
    assert len(sizes) >= 600
    assert {label: size for label, size in sizes.items() if size < SMALLEST} == {}


def test_no_label_is_cut_off(figures: dict[str, dict[str, Any]]) -> None:
    cut = []
    for name, one in figures.items():
        left, top, right, bottom = one["box"]
        assert 0 <= left < right <= 360, name
        for label in one["labels"]:
            xs, ys = zip(*label["corners"], strict=True)
            if min(xs) < left - 1 or max(xs) > right + 1 or min(ys) < top - 1 or max(ys) > bottom + 1:
                cut.append(f"{name} {label['words']!r}")
    assert cut == []


def test_no_label_is_written_over_another(figures: dict[str, dict[str, Any]]) -> None:
    assert [
        f"{name} {label['words']!r} and {other['words']!r}"
        for name, one in figures.items()
        for place, label in enumerate(one["labels"])
        for other in one["labels"][:place]
        if overlap(label["corners"], other["corners"])
    ] == []


def overlap(one: list[list[float]], other: list[list[float]], grace: float = 0.5) -> bool:
    """Tell whether two turned rectangles share more than a rim, by the axes that could part them."""
    for corners in (one, other):
        for (x0, y0), (x1, y1) in itertools.pairwise(corners[:3]):
            length = ((y1 - y0) ** 2 + (x0 - x1) ** 2) ** 0.5
            across, up = (y1 - y0) / length, (x0 - x1) / length
            here, there = ([x * across + y * up for x, y in part] for part in (one, other))
            if max(here) < min(there) + grace or max(there) < min(here) + grace:
                return False
    return True


def test_the_measure_of_overlap_knows_turned_labels() -> None:
    flat = [[0.0, 0.0], [10.0, 0.0], [10.0, 4.0], [0.0, 4.0]]
    turned = [[9.0, 6.0], [13.0, 2.0], [15.0, 4.0], [11.0, 8.0]]
    assert overlap(flat, flat)
    assert not overlap(flat, turned)  # their upright boxes meet, they do not
    assert overlap(flat, [[x - 4, y - 2] for x, y in turned])


def list_pictures(html: str) -> list[str]:
    """List the figures of a page that are pictures. The map is a group of links, each with a name."""
    found = re.findall(r'<svg[^>]*class="sl-figure"[^>]*>', html)
    return [tag for tag in found if 'role="group"' not in tag]


def test_every_figure_has_its_code_and_its_numbers_at_hand(book: Site) -> None:
    committed = ROOT / "snippets" / "outputs"
    seen = 0
    for path in book.pages:
        html = (book.folder / path / "index.html").read_text("utf-8")
        drawn = len(list_pictures(html))
        notes = re.findall(r'<div class="tether-figure-notes">(.*?)</details>(.*?)</div>', html, re.DOTALL)
        assert drawn == len(notes), path
        for source, link in notes:
            assert "print(" in re.sub(r"<[^>]+>", "", source)
            name = re.fullmatch(r'<a href="([^"]+)" download="([^"]+)" title="\2">data \(CSV\)</a>', link)
            assert name is not None, link
            file = (book.folder / path / name[1]).resolve()
            folder = file.parent.relative_to(book.folder.resolve())
            output = committed / folder / f"{file.stem.removeprefix(f'{folder.name}-')}.txt"
            _, _, data = output.read_text("utf-8").partition("\n\n")
            assert data.startswith(file.read_text("utf-8")), output
            assert len(file.read_text("utf-8").splitlines()) > 1
        seen += drawn
    assert seen >= 40
    assert seen == len(list(book.folder.rglob("*.csv")))


def test_the_code_of_a_figure_opens_in_place_by_keyboard(book: Site, visitor: Visitor) -> None:
    page = visitor.open(book, "attention/softmax/", width=360).page
    notes = page.locator(".tether-figure-notes").first
    code = notes.locator("pre")
    assert not code.is_visible()
    notes.locator("summary").focus()
    page.keyboard.press("Enter")
    assert code.is_visible()
    assert "draw_temperature_bars" in code.inner_text()
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_a_figure_says_what_it_shows_to_those_who_do_not_see_it(book: Site) -> None:
    for path in book.pages:
        html = (book.folder / path / "index.html").read_text("utf-8")
        for tag in list_pictures(html):
            assert 'role="img"' in tag
            label = re.search(r'aria-label="([^"]+)"', tag)
            assert label is not None, tag
            assert len(label[1].split()) >= 15, label[1]
            assert re.search(r"\d", label[1]), label[1]
