"""Finding one's way on the built book: notes on terms and works, the open number, the map, the lost page."""

import json
import re

import pytest

from support.visiting import Site, Visitor

CHAPTER = "attention/one-head/"
TERM = "a.sl-term[data-note='variance']"
TIP = "#sl-note"


def test_a_note_opens_by_keyboard_and_closes(book: Site, visitor: Visitor) -> None:
    visit = visitor.open(book, CHAPTER)
    visit.page.focus(TERM)
    assert "mean squared distance" in visit.page.inner_text(TIP)
    assert visit.page.get_attribute(TERM, "aria-describedby") == "sl-note"
    visit.page.keyboard.press("Escape")
    assert visit.page.is_hidden(TIP)
    assert visit.page.get_attribute(TERM, "aria-describedby") is None
    assert visit.troubles == []


def test_a_note_opens_under_the_pointer(book: Site, visitor: Visitor) -> None:
    page = visitor.open(book, CHAPTER).page
    page.hover("span.sl-cite a >> nth=0")
    page.wait_for_selector(TIP, state="visible")
    assert "Attention Is All You Need" in page.inner_text(TIP)


def test_a_first_tap_shows_and_a_second_one_follows(book: Site, visitor: Visitor) -> None:
    page = visitor.open(book, CHAPTER, width=360, has_touch=True, is_mobile=True).page
    page.tap(TERM)
    assert page.is_visible(TIP)
    box = page.locator(TIP).bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360
    page.tap(TERM)
    page.wait_for_url("**/glossary/#variance")


def test_without_scripts_a_term_is_a_link_and_the_number_lies_open(book: Site, visitor: Visitor) -> None:
    page = visitor.open(book, java_script_enabled=False).page
    opened = page.inner_text(".sl-opened")
    shown = re.search(r"0\.22856\d+", opened)
    assert shown
    assert "head.bob.top[0].weight" in opened
    assert "trace_head" in opened
    href = visitor.open(book, CHAPTER, java_script_enabled=False).page.get_attribute(TERM, "href")
    assert href == "../../glossary/#variance"


def test_the_front_page_counts_what_the_ledger_lists(book: Site) -> None:
    front = (book.folder / "index.html").read_text("utf-8")
    told = re.search(r'class="tether-counts">(.*?)</p>', front, re.DOTALL)
    assert told
    numbers, claims, blocks, pages = (
        int(found.replace(",", "")) for found in re.findall(r"<strong>([\d,]+)</strong>", told[1])
    )
    feet = [
        re.search(r"Checked on this build: .*?</p>", page.read_text("utf-8"), re.DOTALL)
        for page in book.folder.rglob("index.html")
    ]
    said = [re.sub("<[^>]+>", "", foot[0]) for foot in feet if foot]
    for total, name in ((numbers, "number"), (claims, "claim"), (blocks, "executed block")):
        counted = sum(
            int(found.replace(",", "")) for text in said for found in re.findall(rf"([\d,]+) {name}", text)
        )
        assert counted <= total, name  # README and CONTRIBUTING have no page
        assert counted > 0.9 * total, name
    assert pages >= len(said)


def test_every_chapter_on_the_map_leads_to_its_page(book: Site, visitor: Visitor) -> None:
    page = visitor.open(book, "map/").page
    names = page.eval_on_selector_all(
        ".sl-map a", "links => links.map(link => link.getAttribute('aria-label'))"
    )
    assert len(names) >= 20
    page.focus(".sl-map a >> nth=2")
    assert page.evaluate("document.activeElement.querySelectorAll('path').length") == 1
    page.keyboard.press("Enter")
    page.wait_for_url("**/attention/one-head/")


def test_a_lost_reader_is_led_on(book: Site) -> None:
    lost = (book.folder / "404.html").read_text("utf-8")
    assert "No entry under that address" in lost
    assert "attention/softmax/" in lost


def test_the_ledger_does_not_drown_the_search(book: Site) -> None:
    index = json.loads((book.folder / "search" / "search_index.json").read_text("utf-8"))["docs"]
    assert not [entry for entry in index if entry["location"].startswith("ledger/")]
    by_place = {entry["location"]: entry for entry in index}
    assert by_place["glossary/#crosstalk"]["title"] == "Crosstalk"
    told = [
        entry["location"]
        for entry in index
        if "What is added to an answer by what was not asked" in entry["text"]
    ]
    assert told == ["glossary/#crosstalk"]  # neither the lists of terms nor the notes say it again


@pytest.mark.parametrize("term", ["crosstalk", "trace_head", "perplexity"])
def test_the_search_finds(book: Site, visitor: Visitor, term: str) -> None:
    page = visitor.open(book).page
    page.fill(".md-search__input", term)
    page.wait_for_selector(".md-search-result__item", timeout=20000)
    assert term in page.inner_text(".md-search-result__list").lower()
