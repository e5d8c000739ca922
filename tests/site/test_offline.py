"""The book as `make offline` builds it: opened from a disk, without a network, everything works."""

import re
from pathlib import Path

import pytest

from softlookup.book import book as values
from support.packing import main, pack
from support.playing import Play
from support.visiting import Site, Visitor
from tether.config import find_project
from tether.verify import verify_folder

FOLDER = re.compile(r"file:[^#?]*/([#?]|$)")


def test_the_folder_holds_and_its_pages_are_files(disk: Site) -> None:
    assert verify_folder(disk.folder, find_project(Path(__file__))) == []
    assert (disk.folder / "attention" / "one-head.html").is_file()
    assert not list(disk.folder.glob("*/*/index.html"))


@pytest.mark.parametrize("name", ["index.html", "attention/one-head.html", "glossary.html"])
def test_a_page_opens_without_complaint_and_leads_to_files(name: str, disk: Site, visitor: Visitor) -> None:
    visit = visitor.open(disk, name, offline=True)
    targets = visit.page.eval_on_selector_all("a[href]", "links => links.map(link => link.href)")
    assert [target for target in targets if FOLDER.match(target)] == []
    assert len([target for target in targets if target.startswith("file:")]) > len(targets) / 2
    assert visit.page.evaluate("document.fonts.check('1em \"Source Serif 4\"')")
    assert visit.troubles == []


def test_the_search_finds_a_page_and_leads_to_it(disk: Site, visitor: Visitor) -> None:
    visit = visitor.open(disk, "gpt/training.html", offline=True)
    page = visit.page
    page.click(".md-search__input")
    page.keyboard.type("saturated")
    page.locator(".md-search-result__link").first.click()
    page.wait_for_url(re.compile(r"file:.*\.html\?h="))
    assert "saturated" in page.locator("article").inner_text()
    assert visit.troubles == []


def test_a_number_leads_to_its_row(disk: Site, visitor: Visitor) -> None:
    visit = visitor.open(disk, "attention/one-head.html", offline=True)
    page = visit.page
    number = page.locator("article a.tether").first
    number.focus()
    page.locator("#sl-tip").wait_for(state="visible")
    number.click()
    page.wait_for_url("**/ledger.html#attention/one-head:*")
    assert page.locator("tr:target").is_visible()
    page.get_by_label("Find").fill("trace_head")
    page.wait_for_url(re.compile(r"ledger\.html\?find=trace_head"))
    assert visit.troubles == []


def test_an_explorable_gives_what_python_gives(disk: Site, visitor: Visitor) -> None:
    visit = visitor.open(disk, "attention/retrieval.html", offline=True)
    found = Play(visit.page, "retrieval").turn({"c": 3})
    assert found["weight.asked"] == pytest.approx(values.retrieval.at(3).weight, abs=1e-9)
    assert visit.troubles == []


def test_packed_twice_it_is_the_same_zip(
    disk: Site, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    packed = pack(disk.folder)
    first = packed.read_bytes()
    (disk.folder / "index.html").touch()
    assert main([str(disk.folder)]) == 0
    assert packed.read_bytes() == first
    assert "open soft-lookup/index.html" in capsys.readouterr().out
    assert main([str(tmp_path)]) == 1
    assert "no index.html in it" in capsys.readouterr().err
    assert main([]) == 2
