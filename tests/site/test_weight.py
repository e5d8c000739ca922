from pathlib import Path

from support.visiting import Site, Visitor
from support.weight import INDEX, compress, weigh

LIMIT = 400_000
"""Bytes, compressed: what a chapter may weigh without fonts, and what the search index may."""


def test_no_page_is_too_heavy(book: Site) -> None:
    heavy = []
    for page in book.pages:
        weights = weigh(book.folder, page)
        if sum(weights.values()) > LIMIT:
            parts = ", ".join(f"{name} {size}" for name, size in list(weights.items())[:5])
            heavy.append(f"/{page} weighs {sum(weights.values())}, most of it {parts}")
    assert heavy == []


def test_the_search_index_is_not_too_heavy(book: Site) -> None:
    assert compress(book.folder / INDEX) < LIMIT


def test_all_that_a_browser_takes_with_a_page_is_weighed(book: Site, visitor: Visitor) -> None:
    visit = visitor.open(book, "gpt/training/")
    visit.page.wait_for_timeout(300)
    taken = visit.page.evaluate("performance.getEntriesByType('resource').map(one => one.name)")
    names = {address.removeprefix(book.address).partition("?")[0] for address in taken}
    files = {name for name in names if Path(name).suffix in {".css", ".js", ".json", ".png", ".svg"}}
    assert len(files) > 8
    assert files <= set(weigh(book.folder, "gpt/training/"))


def test_the_search_index_comes_when_somebody_turns_to_the_search(book: Site, visitor: Visitor) -> None:
    page = visitor.open(book, "tools/").page
    page.wait_for_timeout(300)
    asked = "performance.getEntriesByType('resource').filter(one => one.name.includes('search_index')).length"
    assert page.evaluate(asked) == 0
    page.keyboard.press("/")
    page.keyboard.type("softmax")
    page.locator(".md-search-result__item").first.wait_for(timeout=15_000)
    assert page.evaluate(asked) == 1


def test_whoever_comes_from_the_search_has_the_word_marked(book: Site, visitor: Visitor) -> None:
    page = visitor.open(book, "tools/?h=softmax").page
    page.locator("article mark").first.wait_for(timeout=15_000)
