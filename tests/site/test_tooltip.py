import pytest
from playwright.sync_api import Page

from support.visiting import Site, Visitor

TIP = "#sl-tip"


def shown(page: Page) -> str:
    """Give the text of the tip, or nothing where none is shown."""
    tip = page.locator(TIP)
    return tip.inner_text() if tip.count() and tip.is_visible() else ""


@pytest.mark.parametrize("way", ["hover", "focus"])
def test_a_number_tells_where_it_is_from(specimen: Site, visitor: Visitor, way: str) -> None:
    page = visitor.open(specimen).page
    assert shown(page) == ""
    getattr(page.locator("#one"), way)()
    words = shown(page)
    for expected in (
        "0.228566787912",
        "head.bob.top[0].weight",
        "softlookup.experiments.head.trace_head",
        "ledger",
    ):
        assert expected in words
    assert page.locator("#one").get_attribute("aria-describedby") == page.locator(TIP).get_attribute("id")
    assert page.locator(TIP).get_attribute("role") == "tooltip"


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
    page.locator("#vector").hover()
    assert shown(page)
    page.mouse.move(5, 700)
    page.wait_for_timeout(400)
    assert shown(page) == ""


def test_the_pointer_may_move_into_the_tip(specimen: Site, visitor: Visitor) -> None:
    page = visitor.open(specimen).page
    page.locator("#one").hover()
    page.locator(f"{TIP} a").hover()
    page.wait_for_timeout(400)
    assert shown(page)
    page.locator(f"{TIP} a").click()
    page.wait_for_url("**/ledger/#row")


def test_a_first_tap_tells_and_a_second_one_leads_on(specimen: Site, visitor: Visitor) -> None:
    page = visitor.open(specimen, width=360, has_touch=True).page
    page.locator("#one").tap()
    assert "0.228566787912" in shown(page)
    assert page.url == specimen.address
    page.locator("#one").tap()
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
