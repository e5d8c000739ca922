"""What every explorable of the book keeps to, whatever it shows: its page, its controls, its words."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator

from support.playing import SCRIPTS, Play, open_play
from support.visiting import Site, Visitor

COMMON = {"numbers", "random", "controls", "sheet", "frame"}
OPTIONAL = {"plane"}
NAMES = sorted(path.stem for path in SCRIPTS.glob("*.js") if path.stem not in COMMON | OPTIONAL)
TARGET = 44
"""How many pixels high and wide at least is what a thumb is to meet."""


def find_pages(book: Site) -> dict[str, list[str]]:
    """Give for each explorable the pages that have start values for it."""
    found: dict[str, list[str]] = {}
    for path in book.pages:
        html = (book.folder / path / "index.html").read_text("utf-8")
        for name in re.findall(r'<script[^>]*data-play="(\w+)"', html):
            found.setdefault(name, []).append(path)
    return found


def enter(book: Site, visitor: Visitor, name: str, **more: Any) -> Play:  # noqa: ANN401  (as `open_play`)
    return open_play(book, visitor, find_pages(book)[name][0], name, **more)


def first_range(play: Play) -> Locator:
    return play.root.locator(".sl-play-range").first


def test_each_page_loads_the_scripts_of_its_explorables_and_no_other_page_does(book: Site) -> None:
    pages = find_pages(book)
    assert sorted(pages) == NAMES
    for path in book.pages:
        html = (book.folder / path / "index.html").read_text("utf-8")
        loaded = re.findall(r'<script src="[^"]*assets/js/play/(\w+)\.js" defer>', html)
        mine = sorted(name for name, places in pages.items() if path in places)
        drawn = OPTIONAL & {*loaded}
        assert sorted(loaded) == sorted([*mine, *drawn, *(COMMON if mine else ())]), path
        assert ("play.css" in html) == bool(mine), path


@pytest.mark.parametrize("name", NAMES)
def test_without_scripts_the_figures_stand_and_nothing_asks_to_be_tried(
    book: Site, visitor: Visitor, name: str
) -> None:
    visit = visitor.open(book, find_pages(book)[name][0], java_script_enabled=False)
    assert visit.page.locator(".sl-play").count() == 0
    assert visit.page.locator(".sl-play-ask").count() >= 1
    assert not visit.page.locator(".sl-play-ask").first.is_visible()
    figures = visit.page.locator("svg.sl-figure")
    assert figures.count() >= 1
    assert all(figures.nth(i).is_visible() for i in range(figures.count()))


@pytest.mark.parametrize("name", NAMES)
def test_on_paper_stand_the_books_numbers_and_not_the_readers(
    book: Site, visitor: Visitor, name: str
) -> None:
    play = enter(book, visitor, name)
    figures = play.page.locator("svg.sl-figure")
    play.page.emulate_media(media="print")
    assert not play.root.is_visible()
    assert all(figures.nth(i).is_visible() for i in range(figures.count()))


@pytest.mark.parametrize("name", NAMES)
def test_the_page_says_whose_numbers_are_shown_and_leads_back(
    book: Site, visitor: Visitor, name: str
) -> None:
    play = enter(book, visitor, name)
    start, told = play.turn(), play.told
    note = play.root.locator(".sl-play-whose")
    assert play.whose == "book"
    assert "As the book has it" in note.inner_text()
    assert play.control("reset").get_attribute("aria-disabled") == "true"
    first_range(play).locator("input[type=range]").press("ArrowRight")
    assert play.whose == "yours"
    assert "Yours, not the book" in note.inner_text()
    changed = play.turn()
    assert changed != start
    play.page.wait_for_function("t => document.querySelector('.sl-play-told').innerText !== t", arg=told)
    play.control("reset").press("Enter")
    assert play.whose == "book"
    assert play.turn() == start


@pytest.mark.parametrize("name", NAMES)
def test_every_control_is_reached_and_turned_by_keyboard(book: Site, visitor: Visitor, name: str) -> None:
    play = enter(book, visitor, name)
    stops = play.root.locator("input, select, button")
    stops.first.focus()
    for i in range(stops.count()):
        assert stops.nth(i).evaluate("one => one === document.activeElement"), i
        assert stops.nth(i).evaluate(
            "one => one.labels?.length || one.getAttribute('aria-label') || one.innerText"
        )
        play.page.keyboard.press("Tab")
    slider = first_range(play).locator("input[type=range]")
    before = slider.input_value()
    slider.press("ArrowRight")
    assert float(slider.input_value()) > float(before)
    assert slider.get_attribute("aria-valuetext")


@pytest.mark.parametrize("name", NAMES)
def test_a_thumb_finds_its_targets_on_a_phone(book: Site, visitor: Visitor, name: str) -> None:
    play = enter(book, visitor, name, width=360, has_touch=True)
    targets = play.root.locator("input, select, button")
    for i in range(targets.count()):
        box = targets.nth(i).bounding_box()
        assert box is not None
        assert box["height"] >= TARGET, i
        assert box["width"] >= TARGET, i
        assert 0 <= box["x"] < box["x"] + box["width"] <= 360, i
    slider = first_range(play).locator("input[type=range]")
    slider.tap(position={"x": 20, "y": 22})
    assert play.whose == "yours"
    assert play.page.evaluate("document.documentElement.scrollWidth") == 360
    tables = play.root.locator("table")
    for i in range(tables.count()):
        box = tables.nth(i).bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= 360, i


@pytest.mark.parametrize("name", NAMES)
def test_what_cannot_be_read_is_said_and_changes_nothing(book: Site, visitor: Visitor, name: str) -> None:
    play = enter(book, visitor, name)
    start = play.turn()
    field = first_range(play).locator("input[type=number]")
    wrong = first_range(play).locator(".sl-play-wrong")
    shown = field.input_value()
    for typed in ("", "1e9"):
        field.fill(typed)
        assert re.fullmatch(r"expected a (whole )?number from \S+ to \S+", wrong.inner_text())
        assert field.get_attribute("aria-invalid") == "true"
        assert play.turn() == start
    field.blur()
    assert field.input_value() == shown
    assert wrong.inner_text() == ""
    assert play.whose == "book"


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_bars_move_only_for_those_who_like_it(book: Site, visitor: Visitor, motion: str) -> None:
    play = enter(book, visitor, "temperature", reduced_motion=motion)
    bar = play.root.locator(".sl-play-track > i").first
    lasts = bar.evaluate("one => getComputedStyle(one).transitionDuration")
    assert (set(re.findall(r"[\d.]+", lasts)) == {"0"}) is (motion == "reduce")


@pytest.mark.parametrize("name", NAMES)
def test_it_works_from_a_folder_without_a_server(book: Site, visitor: Visitor, name: str) -> None:
    page = visitor.open(book).page
    page.goto((book.folder / find_pages(book)[name][0] / "index.html").as_uri())
    assert Play(page, name).root.count() == 1


def test_start_values_are_in_no_search_index(book: Site) -> None:
    index = json.loads((book.folder / "search" / "search_index.json").read_text("utf-8"))
    assert not [entry for entry in index["docs"] if '"w_q"' in entry["text"]]
