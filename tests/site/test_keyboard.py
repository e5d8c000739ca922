"""Chapters without a mouse: what Tab reaches, in what order, and how it shows where it is."""

from playwright.sync_api import Page

from support.visiting import Site, Visitor

FOCUS = """() => {
  const at = document.activeElement, tip = document.getElementById('sl-tip');
  // Material's radio buttons of the colour scheme have no size; their labels show the ring.
  const seen = at.matches('.md-option') ? at.nextElementSibling : at;
  const box = seen.getBoundingClientRect(), style = getComputedStyle(seen);
  const stops = at.dataset.stop ? [...at.closest('table').querySelectorAll('a.tether')] : [];
  return {
    name: at.dataset.place || '',
    told: at.id || at.getAttribute('aria-label') || at.textContent.trim().replace(/\\s+/g, ' ').slice(0, 60),
    end: at === document.body,
    ring: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1,
    shown: seen.checkVisibility({opacityProperty: true, visibilityProperty: true})
      && box.width * box.height > 0
      && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
    number: at.matches('a.tether'),
    tip: tip && !tip.hidden && at.getAttribute('aria-describedby') === tip.id ? tip.textContent : '',
    more: stops.length > 0 && stops.at(-1) !== at,
  };
}"""
STOPS = """() => {
  const all = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]')];
  return all.filter(one => (one.tabIndex >= 0 || one.dataset.stop) && !one.closest('[hidden], template')
    && one.checkVisibility({visibilityProperty: true}) && !one.disabled
    && one.type !== 'radio').map((one, place) => one.dataset.place = String(place));
}"""
LAST = ("Look up", "The code", "Contribute")
STILL = "* { transition: none !important; animation: none !important; scroll-behavior: auto !important }"


def walk(page: Page) -> tuple[list[str], list[str]]:
    """Press Tab until the page's end, in tables the arrow; give the places met, and what is wrong there."""
    met: list[str] = []
    wrong: list[str] = []
    key = "Tab"
    for _ in range(400):
        page.keyboard.press(key)
        focus = page.evaluate(FOCUS)
        if focus["end"]:
            return met, wrong
        met.append(focus["name"])
        needed = ("ring", "shown", "tip") if focus["number"] else ("ring", "shown")
        wrong += [f"no {one} at {focus['told']!r}" for one in needed if not focus[one]]
        key = "ArrowRight" if focus["more"] else "Tab"
    return met, [*wrong, "no end: the keyboard is caught"]


def test_tab_reaches_everything_in_its_order_and_shows_where_it_is(book: Site, visitor: Visitor) -> None:
    page = visitor.open(book, "gpt/pairs/").page
    page.add_style_tag(content=STILL)
    page.evaluate("document.querySelectorAll('details').forEach(fold => { fold.open = true })")
    wanted = page.evaluate(STOPS)
    assert len(wanted) > 100
    assert page.locator("[data-stop]").count() > 3
    met, wrong = walk(page)
    assert wrong == []
    assert met[2] == ""  # one of the three buttons for the colour scheme, which are one stop
    assert [*met[:2], *met[3:]] == wanted


def test_who_skips_to_the_content_is_in_it(book: Site, visitor: Visitor) -> None:
    page = visitor.open(book, "gpt/pairs/").page
    page.keyboard.press("Tab")
    assert "Skip to content" in page.evaluate(FOCUS)["told"]
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('article') !== null")


def test_on_a_phone_the_folded_menu_is_out_of_the_way_and_opens_by_keyboard(
    book: Site, visitor: Visitor
) -> None:
    page = visitor.open(book, "memory/contexts/", width=360).page
    page.add_style_tag(content=STILL)
    toggle, sidebar = page.locator("#__drawer"), page.locator(".md-sidebar--primary")
    assert not page.locator(".md-sidebar--primary a").first.is_visible()
    button = page.get_by_role("button", name="Menu", exact=True)
    assert button.get_attribute("aria-expanded") == "false"
    button.press("Enter")
    assert (toggle.is_checked(), button.get_attribute("aria-expanded")) == (True, "true")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # on the heading of the list that the page is in: back to all headings
    assert page.evaluate(FOCUS)["told"] == "Memory"
    page.keyboard.press("Enter")  # and into it again
    assert page.evaluate(FOCUS)["told"] == "Memory"
    page.keyboard.press("Enter")
    met = set()
    while page.evaluate("document.activeElement.closest('.md-sidebar--primary') !== null"):
        focus = page.evaluate(FOCUS)
        assert focus["shown"], focus["told"]
        assert focus["told"] not in met
        met.add(focus["told"])
        page.keyboard.press("Tab")
    assert met == {"Memory", "A small GPT", "Exercises in code", "Sources, checked", *LAST}
    assert not toggle.is_checked()
    button.press("Enter")
    page.keyboard.press("Escape")
    assert not toggle.is_checked()
    assert button.evaluate("one => one === document.activeElement")
    assert not sidebar.locator("a").first.is_visible()


def test_on_a_phone_the_search_is_found_and_closed_by_keyboard(book: Site, visitor: Visitor) -> None:
    page = visitor.open(book, "memory/contexts/", width=360).page
    page.get_by_role("button", name="Search", exact=True).press("Enter")
    page.keyboard.type("softmax")
    page.locator(".md-search-result__item a").first.wait_for(timeout=15_000)
    page.keyboard.press("Escape")
    assert not page.locator("#__search").is_checked()


def test_nothing_moves_for_those_who_asked_for_rest(book: Site, visitor: Visitor) -> None:
    page = visitor.open(book, "attention/softmax/", reduced_motion="reduce").page
    moving = """() => [...document.querySelectorAll('*')].filter(one => {
      const style = getComputedStyle(one);
      const lasts = `${style.transitionDuration}, ${style.animationDuration}`.match(/[\\d.]+/g).map(Number);
      return Math.max(...lasts) > 0.01 || style.scrollBehavior === 'smooth';
    }).map(one => one.localName + '.' + one.className)"""
    assert sorted(set(page.evaluate(moving))) == []
