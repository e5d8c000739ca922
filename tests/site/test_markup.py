import pytest

from support.markup import find_all_faults, find_faults
from support.visiting import Site

PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page</title></head><body>
<h1>One</h1><p id="a">Text <a href="#a">a link</a></p><h2>Two</h2><label for="q">Ask</label><input id="q">
<img src="a.png" alt="A picture"><button aria-label="Close"></button><p aria-describedby="a">More</p>
</body></html>"""


def test_the_markup_of_every_page_is_valid(book: Site) -> None:
    assert len(list(book.folder.rglob("*.html"))) > 30
    assert find_all_faults(book.folder) == []


def test_a_page_without_fault_is_left_alone() -> None:
    assert find_faults(PAGE) == []


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("</p><h2>", "<h2>", ""),  # the end of a paragraph may be left out
        ("</a>", "", "unexpected"),
        ("<!doctype html>", "", "expected-doctype"),
        ('alt="A picture"', 'alt="A "fine" picture"', "invalid-character-in-attribute-name"),
        ("<h2>Two</h2>", "<h2>Two</h3>", "end-tag"),
        ("<h2>Two</h2>", "<h3>Two</h3>", "comes after h1"),
        ("<h2>Two</h2>", "<h1>Two</h1>", "not one h1"),
        ('<label for="q">', '<label id="a" for="q">', "stands 2 times"),
        ('aria-describedby="a"', 'aria-describedby="b"', "not on the page"),
        ('for="q"', 'for="r"', "not on the page"),
        ('<label for="q">Ask</label>', "Ask", "a field without a name"),
        (' alt="A picture"', "", "no alt"),
        (' lang="en"', "", "no lang"),
        (' aria-label="Close"', "", "nothing says what it is"),
        ('<p id="a">', '<p id="a" tabindex="">', "tabindex"),
        ('<a href="#a">', '<a href="">', "leads nowhere"),
        ("<h2>Two</h2>", "<h2><div>Two</div></h2>", "stands in <h2>"),
        ("a link", "a <label>link</label>", "stands in <a>"),
        ("<h2>Two</h2>", "<h2>Two</h2><ul><a>one</a></ul>", "stands in <ul>"),
    ],
)
def test_a_fault_is_told(old: str, new: str, told: str) -> None:
    assert PAGE.count(old) == 1
    faults = find_faults(PAGE.replace(old, new))
    assert any(told in fault for fault in faults) if told else faults == []
