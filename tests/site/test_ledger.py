"""The ledger in a browser: searched, sorted, followed both ways, and whole without a script."""

import json
import re

import pytest
from playwright.sync_api import Page

from support.visiting import Site, Visitor

ROWS = "table.tether-ledger tbody tr:not(.tether-page)"
SHOWN = "[...document.querySelectorAll('{rows}')].filter(row => row.offsetParent)"
CELLS = f"{SHOWN.format(rows=ROWS)}.map(row => [...row.cells].map(cell => cell.textContent.trim()))"
EDGE, EXPRESSION, FUNCTION, LINES = 2, 3, 4, 5
HEADER = "table.tether-ledger thead th"


def read(page: Page) -> list[list[str]]:
    """Give the cells of the rows that are shown."""
    cells: list[list[str]] = page.evaluate(CELLS)
    return cells


def find(page: Page, words: str) -> list[list[str]]:
    """Look for words; give the cells of what is found."""
    page.get_by_label("Find").fill(words)
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    return read(page)


def test_rows_are_found_by_text_page_and_kind(book: Site, visitor: Visitor) -> None:
    page = visitor.open(book, "ledger/").page
    everything = read(page)
    assert len(everything) > 1000
    assert page.locator("output").inner_text() == f"{len(everything)} rows"
    found = find(page, "HEAD.bob trace_head")
    assert 0 < len(found) < len(everything)
    assert all("head.bob" in row[EXPRESSION] and "trace_head" in row[FUNCTION] for row in found)
    expected = [r for r in everything if "head.bob" in " ".join(r).lower() and "trace_head" in " ".join(r)]
    assert len(found) == len(expected)
    assert page.locator("output").inner_text() == f"{len(found)} of {len(everything)} rows"
    page.get_by_label("On the page").select_option("attention/one-head")
    one = find(page, "")
    assert 0 < len(one) < len(everything)
    assert page.locator("tr.tether-page:visible").count() == 1
    page.get_by_label("Kind").select_option("claim")
    claims = find(page, "")
    assert 0 < len(claims) < len(one)
    assert {row[1] for row in claims} == {"true"}
    page.get_by_label("Kind").select_option("estimate")
    page.get_by_label("On the page").select_option("")
    assert all("95 % from" in row[1] for row in find(page, ""))
    assert find(page, "no such words anywhere") == []
    page.get_by_role("button", name="Show all").click()
    assert read(page) == everything


def test_columns_are_sorted_by_keyboard_and_say_so(book: Site, visitor: Visitor) -> None:
    page = visitor.open(book, "ledger/").page
    before = read(page)
    edge = page.locator(HEADER).nth(EDGE)
    assert edge.get_attribute("aria-sort") is None
    edge.get_by_role("button").focus()
    page.keyboard.press("Enter")
    assert edge.get_attribute("aria-sort") == "ascending"
    nearest = [float(row[EDGE]) for row in read(page) if re.match(r"\d", row[EDGE])]
    assert nearest == sorted(nearest)
    assert len(read(page)) == len(before)
    assert re.match(r"\d", read(page)[0][EDGE])
    page.keyboard.press("Space")
    assert edge.get_attribute("aria-sort") == "descending"
    assert read(page)[0][EDGE] == "exact"
    expression = page.locator(HEADER).nth(EXPRESSION)
    expression.get_by_role("button").click()
    assert (edge.get_attribute("aria-sort"), expression.get_attribute("aria-sort")) == (None, "ascending")
    assert sorted(row[EXPRESSION] for row in before) == sorted(row[EXPRESSION] for row in read(page))
    assert page.locator("tr.tether-page:visible").count() == 0
    assert page.locator(".tether-of").first.is_visible()  # which page a row is of
    for _ in range(2):
        expression.get_by_role("button").click()
    assert page.locator("th[aria-sort]").count() == 0
    after = read(page)
    assert [row[:LINES] for row in after] == [row[:LINES] for row in before]


def test_what_is_looked_for_stands_in_the_address(book: Site, visitor: Visitor) -> None:
    page = visitor.open(book, "ledger/").page
    found = find(page, "trace_head")
    page.wait_for_url("**/ledger/?find=trace_head")
    page.reload()
    assert page.get_by_label("Find").input_value() == "trace_head"
    assert read(page) == found


def test_a_number_leads_to_its_row_and_the_row_to_that_very_number(book: Site, visitor: Visitor) -> None:
    page = visitor.open(book, "attention/one-head/").page
    second = page.locator("a.tether[id$=':2']").first
    name = second.get_attribute("id")
    assert name is not None
    first = page.locator(f"a.tether[id='{name.removesuffix(':2')}']")
    assert first.get_attribute("href") == second.get_attribute("href")
    second.click()
    page.wait_for_url("**/ledger/#attention/one-head:*")
    row = page.locator("tr:target")
    assert row.is_visible()
    assert row.evaluate(
        "e => { const r = e.getBoundingClientRect(); return r.top > 50 && r.bottom < innerHeight }"
    )
    back = row.locator("td").nth(LINES).locator("a")
    assert back.count() > 1
    back.nth(1).click()
    page.wait_for_url("**/attention/one-head/#at:*")
    assert page.locator("a.tether:target").get_attribute("id") == name


def test_a_link_to_a_row_shows_it_whatever_was_looked_for(book: Site, visitor: Visitor) -> None:
    page = visitor.open(book, "ledger/").page
    name = page.locator(ROWS).last.get_attribute("id")
    find(page, "no such words anywhere")
    page.evaluate("name => { location.hash = name }", name)
    row = page.locator("tr:target")
    row.wait_for(state="visible")
    assert row.get_attribute("id") == name
    page.locator(HEADER).first.get_by_role("button").click()
    part = "page:attention/one-head"
    page.evaluate("name => { location.hash = name }", part)
    page.locator(f"[id='{part}']").wait_for(state="visible")
    assert page.locator("th[aria-sort]").count() == 0


def test_a_row_leads_to_the_code_of_its_function(book: Site, visitor: Visitor) -> None:
    page = visitor.open(book, "ledger/").page
    find(page, "head.bob trace_head")
    page.locator(f"{ROWS}:visible a:has-text('trace_head')").first.click()
    page.wait_for_url("**/reference/experiments/heads/#softlookup.experiments.head.trace_head")
    source = page.locator("[id='softlookup.experiments.head.trace_head'] ~ details.mkdocstrings-source")
    assert source.get_attribute("open") is not None
    assert "def trace_head" in source.inner_text()


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without"])
def test_the_ledger_is_read_on_a_phone(book: Site, visitor: Visitor, *, script: bool) -> None:
    page = visitor.open(book, "ledger/", width=360, java_script_enabled=script).page
    assert page.locator(ROWS).count() > 1000
    assert page.locator("form.tether-tools").count() == int(script)
    row = page.locator(ROWS).nth(3)
    row.scroll_into_view_if_needed()
    for cell in row.locator("td").all():
        box = cell.bounding_box()
        assert box is None or (box["x"] >= 0 and box["x"] + box["width"] <= 360)
    lines = [cell.bounding_box() for cell in row.locator("td:not(:empty)").all()]
    heights = [box["y"] for box in lines if box is not None]
    assert heights == sorted(set(heights))  # one below the other


def test_every_row_of_the_book_is_there_without_a_script(book: Site, visitor: Visitor) -> None:
    plain = visitor.open(book, "ledger/", java_script_enabled=False).page
    assert plain.locator(ROWS).count() == visitor.open(book, "ledger/").page.locator(ROWS).count()
    assert plain.locator("tr.tether-page a").count() > 20


def test_the_search_does_not_know_the_ledger_nor_the_feet_nor_the_sources(book: Site) -> None:
    index = json.loads((book.folder / "search" / "search_index.json").read_text("utf-8"))
    texts = {entry["location"]: entry["text"] for entry in index["docs"]}
    assert len(texts) > 100
    assert not any(place.startswith("ledger/") for place in texts)
    assert not any("Checked on this build" in text for text in texts.values())
    entry = texts["reference/mathematics/#softlookup.attention.attend"]
    assert "Let every query attend to every key" in entry
    assert "working_dtype(dtype)" not in entry


def test_the_foot_leads_to_the_pages_own_part_of_the_ledger(book: Site, visitor: Visitor) -> None:
    page = visitor.open(book, "attention/one-head/").page
    foot = page.locator("p.tether-foot")
    told = re.match(
        r"Checked on this build: (\d+) numbers, (\d+) claims, (\d+) given and (\d+) executed blocks\. "
        r"All of them in the ledger\. Python 3[\d.]+, NumPy [\d.]+",
        foot.inner_text(),
    )
    assert told
    assert page.locator("a.tether[data-kind=claim]").count() == int(told[2])
    page.locator("details.tether-functions summary").click()
    links = page.locator("details.tether-functions a")
    assert links.count() == page.locator("details.tether-functions li").count() > 1
    foot.locator("a").click()
    page.wait_for_url("**/ledger/#page:attention/one-head")
    assert page.locator("tr:target").is_visible()
