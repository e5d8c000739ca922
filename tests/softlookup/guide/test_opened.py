from xml.etree.ElementTree import Element, SubElement, fromstring, tostring

import pytest

from softlookup.guide.opened import open_numbers

FIRST = '<a class="tether" href="#first"><data value="1.5">1.5</data></a>'
LAST = (
    '<a class="tether" href="ledger/#last" data-expression="head.low" data-source="head.py:7">'
    '<data value="-0.25">-0.25</data></a>'
)


def read(inner: str, classes: str = "sl-opened") -> Element:
    return fromstring(f'<div><div class="{classes}"><p>{inner}</p></div></div>')  # noqa: S314  (written here)


def test_what_the_last_bound_number_carries_stands_beside_it() -> None:
    root = read(f"{FIRST} and {LAST}", "wide sl-opened")
    open_numbers(root)
    (box,) = root
    (_, listed) = box
    assert [(child.tag, "".join(child.itertext())) for child in listed] == [
        ("dt", "in full"), ("dd", "−0.25"), ("dt", "expression"), ("dd", "head.low"),
        ("dt", "computed by"), ("dd", "head.py:7"), ("dt", "held to"), ("dd", "its row in the ledger"),
    ]  # fmt: skip
    assert [code.text for code in listed.iter("code")] == ["head.low", "head.py:7"]
    assert [link.get("href") for link in listed.iter("a")] == ["ledger/#last"]


@pytest.mark.parametrize(
    "root", [read('<a class="other" href="#x">1.5</a>'), read("no number"), read(LAST, "sl-open")]
)
def test_where_nothing_is_bound_or_asked_for_nothing_is_added(root: Element) -> None:
    before = tostring(root)
    open_numbers(root)
    assert tostring(root) == before


def test_a_source_leads_where_the_foot_leads_for_it() -> None:
    root = read(LAST)
    foot = SubElement(root, "p")
    SubElement(foot, "a", {"href": "reference/head/", "data-function": "head.py:7"})
    SubElement(foot, "a", {"href": "reference/other/", "data-function": "other.py:1"})
    open_numbers(root)
    links = {"".join(link.itertext()): link.get("href") for link in root[0][1].iter("a")}
    assert links == {"head.py:7": "reference/head/", "its row in the ledger": "ledger/#last"}


def test_a_number_without_a_value_in_full_leaves_that_empty() -> None:
    root = read('<a class="tether" href="#row">1.5</a>')
    open_numbers(root)
    assert ["".join(detail.itertext()) for detail in root.iter("dd")] == ["", "", "", "its row in the ledger"]
