import pytest
from playwright.sync_api import Page

from support.visiting import Site, Visitor

TIP = "#sl-tip"


def shown(page: Page) -> str:
    """Give the text of the tip, or nothing where none is shown."""
    tip = page.locator(TIP)
    return tip.inner_text() if tip.count() and tip.is_visible() else ""


def hover(page: Page, name: str) -> str:
    """Point at a number, and wait for its tip; give what it says."""
    page.locator(name).hover()
    page.locator(TIP).wait_for(state="visible")
    return shown(page)


def active(page: Page) -> str:
    """Give the text or the id of what has the focus."""
    told: str = page.evaluate("document.activeElement.id || document.activeElement.textContent")
    return told


@pytest.mark.parametrize("way", ["hover", "focus"])
def test_a_number_tells_where_it_is_from(specimen: Site, visitor: Visitor, way: str) -> None:
    page = visitor.open(specimen).page
    assert shown(page) == ""
    getattr(page.locator("#one"), way)()
    page.locator(TIP).wait_for(state="visible")
    words = shown(page)
    for expected in (
        "0.228566787912",
        "head.bob.top[0].weight",
        "softlookup.experiments.head.trace_head",
        "ledger",
    ):
        assert expected in words
    assert page.locator("#one").get_attribute("aria-describedby") == page.locator(TIP).get_attribute("id")
    # Links may stand in a group, but not in what is called a tooltip; the words describe the number.
    assert page.locator(TIP).get_attribute("role") == "group"
    assert page.locator(TIP).get_attribute("aria-label")


def test_a_vector_shows_all_its_values(specimen: Site, visitor: Visitor) -> None:
    page = visitor.open(specimen).page
    page.locator("#vector").focus()
    assert "0.303244612, −0.223214001, 2.5e−13" in shown(page)


def test_a_claim_says_that_it_was_tested_and_an_estimate_its_interval(
    specimen: Site, visitor: Visitor
) -> None:
    page = visitor.open(specimen).page
    page.locator("#claim").focus()
    assert "tested in this build" in shown(page)
    assert "head.row_sum_error<n" in shown(page)
    page.locator("#rate").focus()
    assert "0.11 to 0.15, 2000 trials" in shown(page)


def test_escape_and_leaving_hide_the_tip(specimen: Site, visitor: Visitor) -> None:
    page = visitor.open(specimen).page
    page.locator("#one").focus()
    page.keyboard.press("Escape")
    assert shown(page) == ""
    assert hover(page, "#vector")
    page.mouse.move(5, 700)
    page.locator(TIP).wait_for(state="hidden")


def test_a_pointer_that_only_passes_shows_nothing(specimen: Site, visitor: Visitor) -> None:
    page = visitor.open(specimen).page
    page.locator("#one").hover()
    page.mouse.move(5, 700)
    page.wait_for_timeout(300)
    assert shown(page) == ""


def test_escape_hides_what_the_pointer_still_rests_on(specimen: Site, visitor: Visitor) -> None:
    page = visitor.open(specimen).page
    assert hover(page, "#vector")
    page.keyboard.press("Escape")
    box = page.locator("#vector").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 4, box["y"] + 9)
    page.wait_for_timeout(300)
    assert shown(page) == ""
    page.mouse.move(5, 700)
    assert hover(page, "#vector")


def test_digits_are_shown_as_they_were_computed(specimen: Site, visitor: Visitor) -> None:
    page = visitor.open(specimen).page
    page.locator("#whole").focus()
    assert "1234567890123456, −2.5e−13" in shown(page)
    assert "on a machine, with versions" in shown(page)


def test_a_function_leads_to_its_entry_where_it_has_one(specimen: Site, visitor: Visitor) -> None:
    page = visitor.open(specimen).page
    page.locator("#whole").focus()
    functions = page.locator(f"{TIP} dd:has-text('trace_head')")
    assert functions.inner_text().split(", ") == [
        "softlookup.experiments.head.trace_head",
        "softlookup.experiments.trials.count",
    ]
    assert functions.locator("a").all_inner_texts() == ["softlookup.experiments.head.trace_head"]
    functions.locator("a").click()
    page.wait_for_url("**/ledger/#function")


def test_the_links_of_a_tip_are_reached_by_keyboard(specimen: Site, visitor: Visitor) -> None:
    page = visitor.open(specimen).page
    page.locator("#one").focus()
    assert "goes to these links" in shown(page)
    page.keyboard.press("Alt+ArrowDown")
    assert "trace_head" in active(page)
    page.keyboard.press("Tab")
    assert "ledger" in active(page)
    page.keyboard.press("Shift+Tab")
    assert "trace_head" in active(page)
    assert shown(page)
    page.keyboard.press("Shift+Tab")
    assert active(page) == "one"
    page.keyboard.press("Alt+ArrowDown")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    assert active(page) == "vector"
    page.keyboard.press("Alt+ArrowDown")
    page.keyboard.press("Escape")
    assert (active(page), shown(page)) == ("vector", "")
    page.keyboard.press("Enter")
    page.wait_for_url("**/ledger/#row")


def test_the_tip_stays_clear_of_the_header_and_goes_with_its_number(specimen: Site, visitor: Visitor) -> None:
    page = visitor.open(specimen).page
    page.evaluate("scrollTo(0, document.querySelector('#one').getBoundingClientRect().top - 70)")
    assert hover(page, "#one")
    header, tip, link = (page.locator(name).bounding_box() for name in (".md-header", TIP, "#one"))
    assert header is not None
    assert tip is not None
    assert link is not None
    assert tip["y"] >= header["y"] + header["height"]
    assert tip["y"] >= link["y"] + link["height"]
    page.mouse.wheel(0, 200)
    page.locator(TIP).wait_for(state="hidden")


def test_a_number_that_is_broken_over_lines_is_told_where_it_is_pointed_at(
    specimen: Site, visitor: Visitor
) -> None:
    page = visitor.open(specimen, width=360).page
    page.locator("#whole").scroll_into_view_if_needed()
    lines = page.locator("#whole").evaluate(
        "e => [...e.getClientRects()].map(r => [r.left, r.top, r.bottom])"
    )
    assert len(lines) > 1
    left, top, bottom = lines[-1]
    page.mouse.move(left + 5, (top + bottom) / 2)
    page.locator(TIP).wait_for(state="visible")
    tip = page.locator(TIP).bounding_box()
    assert tip is not None
    assert tip["y"] + tip["height"] <= top or tip["y"] >= bottom
    assert min(abs(tip["y"] + tip["height"] - top), abs(tip["y"] - bottom)) < 12


def test_the_pointer_may_move_into_the_tip(specimen: Site, visitor: Visitor) -> None:
    page = visitor.open(specimen).page
    hover(page, "#one")
    page.locator(f"{TIP} a").last.hover()
    page.wait_for_timeout(400)
    assert shown(page)
    page.locator(f"{TIP} a").last.click()
    page.wait_for_url("**/ledger/#row")


def test_a_first_tap_tells_and_a_second_one_leads_on(specimen: Site, visitor: Visitor) -> None:
    page = visitor.open(specimen, width=360, has_touch=True).page
    page.locator("#one").tap()
    assert "0.228566787912" in shown(page)
    assert page.url == specimen.address
    page.locator("#one").tap()
    page.wait_for_url("**/ledger/#row")


def test_a_keyboard_works_after_a_touch(specimen: Site, visitor: Visitor) -> None:
    page = visitor.open(specimen, width=360, has_touch=True).page
    page.locator("#one").tap()
    page.locator("#wide-things").tap()
    assert shown(page) == ""
    page.locator("#vector").focus()
    page.keyboard.press("Tab")
    assert "head.row_sum_error" in shown(page)
    page.keyboard.press("Enter")
    page.wait_for_url("**/ledger/#row")


def test_without_scripts_a_number_is_a_link(specimen: Site, visitor: Visitor) -> None:
    page = visitor.open(specimen, java_script_enabled=False).page
    page.locator("#one").click()
    page.wait_for_url("**/ledger/#row")


def test_the_tip_moves_nothing_and_stays_on_the_page(specimen: Site, visitor: Visitor) -> None:
    page = visitor.open(specimen, width=360).page
    for name in ("one", "vector", "claim", "rate"):
        link = page.locator(f"#{name}")
        link.scroll_into_view_if_needed()
        before = link.bounding_box()
        link.focus()
        assert link.bounding_box() == before
        tip = page.locator(TIP).bounding_box()
        assert tip is not None
        assert tip["x"] >= 0
        assert tip["x"] + tip["width"] <= 360
        assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_a_table_is_one_stop_for_the_keyboard(specimen: Site, visitor: Visitor) -> None:
    page = visitor.open(specimen).page
    page.locator("#rate").focus()
    visited = []
    for key in ("Tab", "ArrowDown", "ArrowRight", "ArrowLeft", "Tab"):
        page.keyboard.press(key)
        visited.append(page.evaluate("document.activeElement.id"))
    assert visited[:4] == ["cell-1", "cell-2", "cell-3", "cell-2"]
    assert not visited[4].startswith("cell")


def test_arrows_go_through_a_table_as_they_point(specimen: Site, visitor: Visitor) -> None:
    page = visitor.open(specimen).page
    page.locator("#whole").focus()
    visited = []
    for key in ("Tab", "ArrowRight", "ArrowDown", "ArrowUp", "Home", "ArrowDown", "ArrowUp", "End"):
        page.keyboard.press(key)
        visited.append(active(page))
    names = [1, 2, 3, 2, 1, 3, 2, 3]
    assert visited == [f"wide-{name}" for name in names]
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    assert active(page) == "wide-3"


def test_every_number_outside_tables_is_reached_by_tab(specimen: Site, visitor: Visitor) -> None:
    page = visitor.open(specimen).page
    page.locator("#one").focus()
    visited = ["one"]
    for _ in range(3):
        page.keyboard.press("Tab")
        visited.append(page.evaluate("document.activeElement.id"))
        assert shown(page)
    assert visited == ["one", "vector", "claim", "rate"]


def test_claims_differ_from_equalities_by_more_than_colour(specimen: Site, visitor: Visitor) -> None:
    page = visitor.open(specimen).page
    lines = [
        page.locator(name).evaluate("e => getComputedStyle(e).textDecorationStyle")
        for name in ("#one > data", "#claim > data")
    ]
    marks = [
        page.locator(name).evaluate("e => getComputedStyle(e, '::after').content")
        for name in ("#one", "#claim")
    ]
    assert lines == ["dotted", "dashed"]
    assert marks[0] == "none"
    assert "✓" in marks[1]
