from support.visiting import Site, Visitor


def test_formulas_are_drawn_by_the_browser_in_the_books_font(specimen: Site, visitor: Visitor) -> None:
    page = visitor.open(specimen).page
    page.evaluate("document.fonts.ready")
    assert page.evaluate("document.fonts.check('16px \"Soft Lookup Math\"')")
    loaded = page.evaluate("[...document.fonts].filter(f => f.status == 'loaded').map(f => f.family)")
    assert {"Soft Lookup Math", "Source Serif 4"} <= {family.strip('"') for family in loaded}
    spaces = page.evaluate("[...document.querySelectorAll('math')].map(m => m.namespaceURI)")
    assert len(spaces) >= 9
    assert set(spaces) == {"http://www.w3.org/1998/Math/MathML"}
    flat = page.evaluate(
        "[...document.querySelectorAll('math')].filter(m => m.getBoundingClientRect().height < 5)"
    )
    assert flat == []


def test_brackets_grow_with_what_they_hold(specimen: Site, visitor: Visitor) -> None:
    page = visitor.open(specimen).page
    heights = page.evaluate(
        """[...document.querySelector('.sl-formula').querySelectorAll('mo, mfrac')]
        .filter(e => '()'.includes(e.textContent) || e.tagName == 'mfrac')
        .map(e => e.getBoundingClientRect().height)"""
    )
    opening, fraction, closing = heights
    assert opening == closing
    assert opening >= 0.85 * fraction


def test_aligned_lines_share_their_equals_sign(specimen: Site, visitor: Visitor) -> None:
    page = visitor.open(specimen).page
    lefts = page.evaluate(
        "[...document.querySelector('.sl-aligned').querySelectorAll('mtd:nth-child(2)')]"
        ".map(e => [...e.querySelectorAll('mo')].find(o => o.textContent == '='))"
        ".map(e => e.getBoundingClientRect().left)"
    )
    assert len(lefts) == 2
    assert abs(lefts[0] - lefts[1]) < 1


def test_a_wide_formula_scrolls_in_its_box_and_the_page_does_not(specimen: Site, visitor: Visitor) -> None:
    page = visitor.open(specimen, width=360).page
    page.wait_for_timeout(200)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    boxes = page.evaluate(
        "[...document.querySelectorAll('.sl-formula')]"
        ".map(b => [b.scrollWidth > b.clientWidth + 1, b.tabIndex == 0])"
    )
    assert [True, True] in boxes
    assert all(wide == stop for wide, stop in boxes)


def test_what_fits_is_no_stop_for_the_keyboard(specimen: Site, visitor: Visitor) -> None:
    page = visitor.open(specimen, width=1600).page
    page.wait_for_timeout(200)
    assert page.evaluate("document.querySelectorAll('.sl-formula[tabindex]').length") == 0


def test_letters_of_a_role_have_its_colour(specimen: Site, visitor: Visitor) -> None:
    page = visitor.open(specimen).page
    inks = page.evaluate(
        "['span', 'math *'].map(k => getComputedStyle(document.querySelector(`${k}.sl-query`)).color)"
    )
    assert inks[0] == inks[1]
    assert inks[0] != page.evaluate("getComputedStyle(document.querySelector('article p')).color")


def test_cases_within_aligned_lines_keep_their_columns_apart(specimen: Site, visitor: Visitor) -> None:
    page = visitor.open(specimen).page
    gap = page.evaluate(
        """(() => {
            const [value, condition] = document.querySelectorAll('.sl-aligned mtable mtr:first-child > mtd');
            return condition.querySelector('mtext').getBoundingClientRect().left
                - value.querySelector('mi').getBoundingClientRect().right;
        })()"""
    )
    assert gap > 8
