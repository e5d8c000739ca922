import pytest

from support.visiting import Site, Visitor

READERS = [(1280, False), (360, True)]


def look(site: Site, visitor: Visitor, width: int, *, dark: bool, fits: str = "") -> list[str]:
    """Open every page of a site; give all that is wrong with any. What ``fits`` selects need not scroll."""
    wrong = []
    for path in site.pages:
        visit = visitor.open(site, path, width=width, dark=dark)
        visit.page.evaluate("document.fonts.ready")
        across = visit.page.evaluate("document.documentElement.scrollWidth")
        if across > width:
            visit.troubles.append(f"{across} pixels wide, the window {width}")
        wide = "boxes => boxes.filter(b => b.scrollWidth > b.clientWidth + 1).map(b => b.textContent.trim())"
        cut = visit.page.eval_on_selector_all(fits, wide) if fits else []
        visit.troubles += [f"wider than the page: {text[:60]}" for text in cut]
        scheme = visit.page.evaluate("document.body.dataset.mdColorScheme")
        if scheme != ("slate" if dark else "default"):
            visit.troubles.append(f"the scheme is {scheme}")
        wrong += [f"/{path}: {trouble}" for trouble in visit.troubles]
        visit.page.close()
    return wrong


@pytest.mark.parametrize(("width", "dark"), READERS)
def test_the_specimen_is_as_it_should_be(specimen: Site, visitor: Visitor, width: int, *, dark: bool) -> None:
    assert len(specimen.pages) == 2
    assert look(specimen, visitor, width, dark=dark) == []


@pytest.mark.parametrize(("width", "dark"), READERS)
def test_every_page_of_the_book_is_as_it_should_be(
    book: Site, visitor: Visitor, width: int, *, dark: bool
) -> None:
    assert len(book.pages) >= 7
    assert look(book, visitor, width, dark=dark, fits=".sl-formula") == []


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
