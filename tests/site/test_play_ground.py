"""What every explorable of the book keeps to, whatever it shows: its page, its controls, its words."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator

from support.playing import SCRIPTS, Play, find_faults, open_play
from support.visiting import Site, Visitor

COMMON = {"numbers", "random", "controls", "sheet", "frame"}
OPTIONAL = {"plane"}
NAMES = sorted(path.stem for path in SCRIPTS.glob("*.js") if path.stem not in COMMON | OPTIONAL)


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


def disturb(play: Play) -> None:
    """Turn by keyboard whatever makes the numbers the reader's own: a slider, or else a button."""
    for stop in play.root.locator("input[type=range]").all():
        stop.press("ArrowLeft")
        if play.whose == "yours":
            return
    play.root.locator("button").first.press("Enter")
    assert play.whose == "yours"


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
def test_it_is_turned_by_keyboard_says_whose_numbers_it_shows_and_stays_off_paper(
    book: Site, visitor: Visitor, name: str
) -> None:
    play = enter(book, visitor, name)
    start, told = play.turn(), play.told
    stops = play.root.locator("input, select, button")
    stops.first.focus()
    for i in range(stops.count()):
        assert stops.nth(i).evaluate("one => one === document.activeElement"), i
        assert stops.nth(i).evaluate("one => one.labels?.length || one.ariaLabel || one.innerText"), i
        play.page.keyboard.press("Tab")

    note = play.root.locator(".sl-play-whose")
    assert "As the book has it" in note.inner_text()
    assert (play.whose, play.control("reset").get_attribute("aria-disabled")) == ("book", "true")
    disturb(play)
    assert "Yours, not the book" in note.inner_text()
    assert play.turn() != start
    play.page.wait_for_function("t => document.querySelector('.sl-play-told').innerText !== t", arg=told)
    play.control("reset").press("Enter")
    assert play.whose == "book"
    assert play.turn() == start

    field, wrong = (first_range(play).locator(one) for one in ("input[type=number]", ".sl-play-wrong"))
    shown = field.input_value()
    for typed in ("", "1e9"):
        field.fill(typed)
        assert re.fullmatch(r"expected a (whole )?number from \S+ to \S+", wrong.inner_text())
        assert field.get_attribute("aria-invalid") == "true"
        assert play.turn() == start
    field.blur()
    assert (field.input_value(), wrong.inner_text(), play.whose) == (shown, "", "book")

    figures = play.page.locator("svg.sl-figure")
    play.page.emulate_media(media="print")
    assert not play.root.is_visible()
    assert all(figures.nth(i).is_visible() for i in range(figures.count()))


@pytest.mark.parametrize("name", NAMES)
def test_it_fits_a_phone_and_a_thumb_and_needs_no_server(book: Site, visitor: Visitor, name: str) -> None:
    for path in find_pages(book)[name]:
        play = open_play(book, visitor, path, name, width=360, has_touch=True)
        slider = first_range(play).locator("input[type=range]")
        before = slider.input_value()
        slider.tap(position={"x": 20, "y": 22})
        assert slider.input_value() != before
        assert find_faults(play) == {"small": [], "wide": 0, "beyond": []}
    play.page.goto((book.folder / find_pages(book)[name][0] / "index.html").as_uri())
    assert play.root.count() == 1


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_bars_move_only_for_those_who_like_it(book: Site, visitor: Visitor, motion: str) -> None:
    play = enter(book, visitor, "temperature", reduced_motion=motion)
    bar = play.root.locator(".sl-play-track > i").first
    lasts = bar.evaluate("one => getComputedStyle(one).transitionDuration")
    assert (set(re.findall(r"[\d.]+", lasts)) == {"0"}) is (motion == "reduce")


def test_start_values_are_in_no_search_index(book: Site) -> None:
    index = json.loads((book.folder / "search" / "search_index.json").read_text("utf-8"))
    assert not [entry for entry in index["docs"] if '"w_q"' in entry["text"]]
