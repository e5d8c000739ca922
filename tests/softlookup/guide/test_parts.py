from dataclasses import replace
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest
from markdown import Markdown
from mkdocs.exceptions import PluginError

from softlookup.guide import edit
from softlookup.guide.citations import check_citations, read_citation
from softlookup.guide.errors import GuideError
from softlookup.guide.glossary import read_glossary
from softlookup.guide.map import draw_map
from softlookup.guide.minutes import count_minutes, drop_code
from softlookup.guide.references import read_references
from softlookup.guide.shelf import Shelf, read_shelf
from softlookup.guide.symbols import find_letters, find_unexplained
from softlookup.guide.terms import Linker

ENTRY = (
    '[vaswani2017]\nauthors = ["A. Vaswani"]\nothers = true\n'
    'title = "Attention"\nyear = 2017\narxiv = "1706.03762"\n'
)
GLOSSARY = (
    "# Glossary\n\n"
    '## Head {#head data-home="two.md#heads"}\n\nA lookup.\n\n'
    '## Key {#key data-home="one.md#keys" data-forms="label" data-in="one.md"}\n\nOf *one* slot, $k$.\n'
)


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a book of two chapters, a glossary and one reference; it is the current folder."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "snippets").mkdir()
    (tmp_path / "mkdocs.yml").write_text("nav: [one.md, two.md, glossary.md, references.md]\nextra: !ENV X\n")
    pages = {
        "one": "---\ntitle: One\nneeds: []\n---\n\n# One\n\n"
        "A head, a Head and a key [@vaswani2017, section 2].\n\n"
        "## Keys {#keys}\n\nA `head` and a label.\n\n::terms::\n\n::references::\n",
        "two": "---\ntitle: Two\nneeds: [one.md]\n---\n\n# Two\n\n"
        "Two keys, and as he says [-@vaswani2017].\n",
        "glossary": f"---\ntitle: Glossary\n---\n\n{GLOSSARY}",
        "references": "# References\n\n::all-references::\n",
    }
    for name, text in pages.items():
        (tmp_path / "docs" / f"{name}.md").write_text(text, "utf-8")
    (tmp_path / "snippets" / "references.toml").write_text(ENTRY, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def convert(shelf: Shelf, path: str) -> str:
    """Convert a page as any builder would that runs Python-Markdown alone."""
    leaf = shelf.find(path)
    assert leaf
    names = ["attr_list", "pymdownx.arithmatex", "softlookup.guide.extension", "softlookup.show.mathml"]
    settings = {"pymdownx.arithmatex": {"generic": True}}
    return Markdown(extensions=names, extension_configs=settings).convert(leaf.body)


def test_a_page_gets_its_terms_citations_and_needs(book: Path) -> None:
    shelf = read_shelf(book)
    html = convert(shelf, "one.md")
    assert (
        html.count('class="sl-term"') == 2
    )  # the first head and the first key, not the code, not below the home
    assert '<a class="sl-term" data-note="head" href="glossary.md#head">head</a>, a Head' in html
    assert (
        '(<a data-note="vaswani2017" href="references.md#vaswani2017">Vaswani and others 2017, section 2</a>)'
        in html
    )
    assert '<p class="sl-byline">1 minute to read</p>' in html
    listed = html[html.index("<dl") : html.index("</dl>")]
    assert 'href="glossary.md#key"' in listed
    assert "<math" in listed
    assert "Head" not in listed
    note = html[html.index("<template") : html.index("</template>")]
    assert note.count("data-note") == 3
    assert "arXiv:1706.03762" in note
    assert "<a " not in note


def test_a_page_builds_on_another_and_a_year_stands_alone(book: Path) -> None:
    html = convert(read_shelf(book), "two.md")
    assert 'builds on <a href="one.md">One</a>' in html
    assert (
        'says <span class="sl-cite">(<a data-note="vaswani2017" href="references.md#vaswani2017">2017</a>)'
        in html
    )
    assert "sl-term" not in html  # `key` is a term on one.md alone, and nothing else is one


def test_the_list_of_all_references_leads_back(book: Path) -> None:
    html = convert(read_shelf(book), "references.md")
    assert '<li id="vaswani2017">' in html
    assert '<a href="one.md">One</a>, <a href="two.md">Two</a>' in html


def test_an_unknown_key_is_named_with_its_place(book: Path) -> None:
    path = book / "docs" / "two.md"
    path.write_text(path.read_text("utf-8").replace("[-@vaswani2017]", "[@vaswany2017]"), "utf-8")
    shelf = read_shelf(book)
    with pytest.raises(GuideError, match=r"docs/two\.md:8:26: \[@vaswany2017\].*no entry"):
        convert(shelf, "two.md")
    assert check_citations(shelf, read_references(book)) == [
        "docs/two.md:8:26: snippets/references.toml has no [vaswany2017]; did you mean vaswani2017?"
    ]


def test_an_entry_that_nobody_cites_is_named_with_its_line(book: Path) -> None:
    path = book / "snippets" / "references.toml"
    path.write_text(ENTRY + ENTRY.replace("vaswani2017", "other2017"), "utf-8")
    assert check_citations(read_shelf(book), read_references(book)) == [
        "snippets/references.toml:7:1: no page cites [other2017]"
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (ENTRY.replace("year = 2017", "year = 2018"), "references.toml:1:1: .*not the year of its key"),
        (ENTRY.replace("title", "titel"), "knows no 'titel'"),
        (ENTRY.replace("year = 2017\n", ""), "has no year"),
        (ENTRY.replace("[vaswani2017]", "[Vaswani]"), "is no key"),
        ("[a", "references.toml: "),
    ],
)
def test_an_entry_that_is_wrong_is_refused(book: Path, text: str, message: str) -> None:
    (book / "snippets" / "references.toml").write_text(text, "utf-8")
    with pytest.raises(GuideError, match=message):
        read_references(book)


@pytest.mark.parametrize("text", ["vaswani2017", "@a2000 b", "@a2000; c", "@"])
def test_what_is_no_citation_is_refused(text: str) -> None:
    with pytest.raises(GuideError, match="is no citation"):
        read_citation(text)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (' data-home="two.md#heads"', "", r"glossary\.md:7:1: expected data-home"),
        ("data-forms", "data-from", r"glossary\.md:11:1: expected data-home"),
        ("A lookup.", "", "Head has no definition"),
        ("## Head {#head", "## Head {.head", "is no entry"),
    ],
)
def test_a_glossary_that_is_wrong_is_refused(book: Path, old: str, new: str, message: str) -> None:
    path = book / "docs" / "glossary.md"
    path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
    with pytest.raises(GuideError, match=message):
        read_glossary(read_shelf(book))


def test_terms_are_linked_in_prose_alone(book: Path) -> None:
    shelf = read_shelf(book)
    leaf = shelf.find("one.md")
    assert leaf
    root = fromstring(  # noqa: S314  (written here)
        "<div><h2>heads</h2><p>ahead <a>head</a> <b>no <i>heads</i></b> head, <code>k</code> keys</p></div>"
    )
    linker = Linker(leaf, read_glossary(shelf))
    before = "".join(root.itertext())
    linker.link(root)
    assert [(link.text, link.get("data-note")) for link in root.iter("a")][1:] == [
        ("heads", "head"),
        ("keys", "key"),
    ]
    assert "".join(root.itertext()) == before


def test_the_map_refuses_what_comes_later(book: Path) -> None:
    shelf = read_shelf(book)
    one, two = shelf.chapters
    made = draw_map(shelf, one)
    links = list(made.iter("a"))
    assert [link.get("href") for link in links] == ["", "two.md"]
    assert [len(list(link.iter("path"))) for link in links] == [0, 1]
    assert links[1].get("aria-label") == "Two, 1 minutes, builds on One"
    turned = replace(shelf, leaves=(replace(one, needs=("two.md",)), two))
    with pytest.raises(GuideError, match="no chapter before it"):
        draw_map(turned, one)


def test_reading_time_counts_what_is_read() -> None:
    words = "word " * 400
    assert count_minutes(words) == 2
    assert count_minutes(f"{words}\n\n<!-- {words} -->\n\n```python\n```\n") == 2
    assert count_minutes("[0.5](=some.very.long.expression) " * 200) == 1
    assert count_minutes("$$x$$\n\n" * 12) == 2
    assert count_minutes("") == 1


def test_what_is_dropped_keeps_the_places_of_the_rest() -> None:
    text = "a `b` <!-- c\n --> d\n```\ne\n```\nf"
    plain = drop_code(text)
    assert len(plain) == len(text)
    assert plain.split() == ["a", "d", "f"]
    assert plain.index("f") == text.rindex("f")


@pytest.mark.parametrize(
    ("tex", "letters"),
    [
        (r"\query{\mathbf{q}}\cdot\key{\mathbf k_j}", {r"\mathbf{q}", r"\mathbf{k}", "j"}),
        (r"\operatorname{softmax}(z/\sqrt{d_k})", {"z", "d", "k"}),
        (r"\beta^{\text{old}} + \mathrm{d}t", {r"\beta", "t"}),
        (r"\mathcal{N}(i) \to \mathbb{R}", {r"\mathcal{N}", "i", r"\mathbb{R}"}),
    ],
)
def test_letters_are_read_from_tex(tex: str, letters: set[str]) -> None:
    assert find_letters(tex) == letters


def test_a_letter_that_the_table_lacks_is_named_with_its_place(book: Path) -> None:
    path = book / "docs" / "two.md"
    path.write_text(path.read_text("utf-8") + "\nHere $x$.\n", "utf-8")
    assert find_unexplained(read_shelf(book)) == {"x": ["docs/two.md:10:6"]}


def test_the_address_for_editing_is_told_and_never_guessed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(edit.VARIABLE, raising=False)
    assert edit.on_config({}) == {}
    monkeypatch.setenv(edit.VARIABLE, "https://host.example/owner/book.git")
    told = {"edit_uri_template": "https://host.example/owner/book/edit/main/docs/{path}"}
    assert edit.on_config({}) == told
    assert edit.on_config({"edit_uri_template": "mine"}) == {"edit_uri_template": "mine"}
    monkeypatch.setenv(edit.VARIABLE, "book")
    with pytest.raises(PluginError, match="expected an address"):
        edit.on_config({})
