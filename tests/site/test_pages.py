import pytest

from support.barriers import find_barriers, find_unreachable
from support.visiting import Site, Visitor

READERS = [(1280, False), (360, True)]
"""By day on a desk, and by night on a phone: the settings that differ most."""
PARTS = 4
"""In how many parts the pages are visited, so that workers share them."""


OPEN = """() => {
  const folded = [...document.querySelectorAll("article details:not([open])")];
  for (const one of folded) one.open = true;
  return folded.length;
}"""
WIDE = "boxes => boxes.filter(b => b.scrollWidth > b.clientWidth + 1).map(b => b.textContent.trim())"


def look(
    site: Site, paths: list[str], visitor: Visitor, reader: tuple[int, bool], fits: str = ""
) -> list[str]:
    """Open pages of a site; give all that is wrong with any. What ``fits`` selects need not scroll."""
    width, dark = reader
    wrong = []
    for path, visit in visitor.browse(site, paths, width=width, dark=dark):
        page, troubles = visit.page, visit.troubles
        page.evaluate("document.fonts.ready")
        across = page.evaluate("document.documentElement.scrollWidth")
        if across > width:
            troubles.append(f"{across} pixels wide, the window {width}")
        cut = page.eval_on_selector_all(fits, WIDE) if fits else []
        troubles += [f"wider than the page: {text[:60]}" for text in cut]
        scheme = page.evaluate("document.body.dataset.mdColorScheme")
        if scheme != ("slate" if dark else "default"):
            troubles.append(f"the scheme is {scheme}")
        troubles += [f"out of the keyboard's reach: {link}" for link in find_unreachable(page)]
        troubles += find_barriers(page)
        if page.evaluate(OPEN) and (across := page.evaluate("document.documentElement.scrollWidth")) > width:
            troubles.append(f"{across} pixels wide with all that folds opened, the window {width}")
        wrong += [f"/{path}: {trouble}" for trouble in troubles]
    return wrong


@pytest.mark.parametrize("reader", READERS)
def test_the_specimen_is_as_it_should_be(specimen: Site, visitor: Visitor, reader: tuple[int, bool]) -> None:
    assert len(specimen.pages) == 2
    assert look(specimen, specimen.pages, visitor, reader) == []


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("reader", READERS)
def test_every_page_of_the_book_is_as_it_should_be(
    book: Site, visitor: Visitor, reader: tuple[int, bool], part: int
) -> None:
    assert len(book.pages) > 30
    assert look(book, book.pages[part::PARTS], visitor, reader, fits=".sl-formula") == []


def test_what_only_a_wide_window_shows_can_be_read_in_the_dark(book: Site, visitor: Visitor) -> None:
    paths = ["", "attention/one-head/", "ledger/", "reference/tether/"]
    assert look(book, paths, visitor, (1280, True)) == []


def test_barriers_are_found(specimen: Site, visitor: Visitor) -> None:
    page = visitor.open(specimen).page
    assert find_barriers(page) == []
    assert find_unreachable(page) == []
    page.evaluate(
        """() => {
          document.querySelector('article h1').style.color = '#eee';
          document.querySelector('article pre > code').style.color = '#ddd';
          document.querySelector('article').append(document.createElement('button'));
          document.querySelector('#one').tabIndex = -1;
          document.querySelector('#cell-1').tabIndex = 0;
          document.querySelector('#cell-2').tabIndex = 0;
        }"""
    )
    found = find_barriers(page)
    assert {barrier.split()[0] for barrier in found} == {"button-name", "color-contrast"}
    assert any("h1" in barrier for barrier in found)
    assert any("code" in barrier for barrier in found)
    assert any('id="one"' in link for link in find_unreachable(page))


def test_figures_follow_the_scheme(book: Site, visitor: Visitor) -> None:
    ink = "getComputedStyle(document.querySelector('svg.sl-figure text')).fill"
    light, dark = (visitor.open(book, dark=dark).page.evaluate(ink) for dark in (False, True))
    assert light != dark


def test_figures_are_not_in_the_search_index(book: Site) -> None:
    index = (book.folder / "search" / "search_index.json").read_text("utf-8")
    assert "Soft Lookup" in index
    assert "equal shares, 1/" not in index


def test_print_keeps_text_and_drops_the_frame(specimen: Site, visitor: Visitor) -> None:
    page = visitor.open(specimen, dark=True).page
    page.emulate_media(media="print")
    for hidden in (".md-header", ".md-sidebar--primary", ".md-footer__inner"):
        assert not page.locator(hidden).first.is_visible()
    assert page.locator("p.tether-foot").is_visible()
    paper, ink = page.evaluate("['backgroundColor', 'color'].map(k => getComputedStyle(document.body)[k])")
    assert (paper, ink) == ("rgb(255, 255, 255)", "rgb(0, 0, 0)")


def test_print_keeps_things_whole_opens_answers_and_leaves_numbers_unmarked(
    book: Site, visitor: Visitor
) -> None:
    page = visitor.open(book, "attention/one-head/", dark=True).page
    page.emulate_media(media="print")
    page.locator("details.answer p").first.wait_for()
    style = "(e, k) => getComputedStyle(e)[k]"
    for whole in ("article table:not([class])", "figure", ".sl-formula", "article pre"):
        assert page.locator(whole).first.evaluate(style, "breakInside") == "avoid"
    for hidden in (".sl-play", "details.tether-functions", ".tether-figure-notes"):
        assert page.locator(hidden).count() > 0
        assert not page.locator(hidden).first.is_visible()
    marks = page.eval_on_selector_all(
        "a.tether > data", "all => [...new Set(all.map(e => getComputedStyle(e).textDecorationLine))]"
    )
    assert marks == ["none"]
    assert page.pdf(format="A4").count(b"/Type /Page\n") > 4


def test_print_says_where_a_link_leads(book: Site, visitor: Visitor) -> None:
    page = visitor.open(book, "contribute/tether/").page
    page.emulate_media(media="print")
    said = "e => [getComputedStyle(e, '::after').content, e.getAttribute('href')]"
    content, address = page.locator("article a[href^='https']").first.evaluate(said)
    assert f"({address})" in "".join(content.split('" "')).replace('"', "")
