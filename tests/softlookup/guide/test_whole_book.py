"""What the book's own pages say of one another holds."""

import posixpath
import re
from collections import Counter
from pathlib import Path

import pytest

from softlookup.guide.citations import check_citations
from softlookup.guide.feeds import count_quotes, read_values
from softlookup.guide.glossary import read_glossary
from softlookup.guide.lists import is_read
from softlookup.guide.references import read_references
from softlookup.guide.shelf import Leaf, Shelf, read_shelf
from softlookup.guide.symbols import find_unexplained
from softlookup.guide.terms import Linker

ROOT = Path(__file__).parents[3]
OF_ALL = {"exercises", "contribute"}
"""Modules of values that belong to no chapter."""


@pytest.fixture(scope="module")
def shelf() -> Shelf:
    return read_shelf(ROOT)


def find_links(leaf: Leaf) -> set[str]:
    """Give the pages that a page links to, by their paths below docs."""
    found = re.findall(r"\]\(([^=)\s#]+\.md)", leaf.body)
    return {posixpath.normpath(posixpath.join(leaf.folder, link)) for link in found}


def find_owners(shelf: Shelf, quotes: dict[str, Counter[str]]) -> dict[str, str]:
    """Give the chapter of each value: the first that has a tenth of the quotes of the value's module."""
    values = read_values(shelf.root)
    owners: dict[str, str] = {}
    for module in {value.module for value in values.values()} - OF_ALL:
        names = {name for name, value in values.items() if value.module == module}
        counts = {path: sum(found[name] for name in names) for path, found in quotes.items()}
        total = sum(counts.values())
        owner = next((path for path, count in counts.items() if count and 10 * count >= total), None)
        if owner:
            owners |= dict.fromkeys(names, owner)
    return owners


def list_quotes(shelf: Shelf) -> dict[str, Counter[str]]:
    names = frozenset(read_values(shelf.root))
    return {leaf.path: count_quotes(leaf, names) for leaf in shelf.chapters}


def test_every_chapter_says_what_it_needs(shelf: Shelf) -> None:
    folders = {"attention", "memory", "gpt"}
    assert {leaf.path for leaf in shelf.leaves if leaf.folder in folders} <= {
        leaf.path for leaf in shelf.chapters
    }
    order = [leaf.path for leaf in shelf.chapters]
    for leaf in shelf.chapters:
        for path in leaf.needs or ():
            assert order.index(path) < order.index(leaf.path), f"{leaf.path} needs {path}, which comes later"


def test_no_need_is_said_twice(shelf: Shelf) -> None:
    for leaf in shelf.chapters:
        for path in leaf.needs or ():
            others = (shelf.find(other) for other in leaf.needs or () if other != path)
            assert not any(path in shelf.list_needs(other) for other in others if other), (leaf.path, path)


def test_needs_are_those_of_links_and_values(shelf: Shelf) -> None:
    quotes = list_quotes(shelf)
    owners = find_owners(shelf, quotes)
    assert owners["head"] == "attention/one-head.md"
    wrong = []
    for leaf in shelf.chapters:
        links = find_links(leaf)
        used = {owners[name] for name in quotes[leaf.path] if name in owners}
        wrong += [
            f"docs/{leaf.path} quotes values of {path}, but neither needs it nor links to it"
            for path in used - {leaf.path} - shelf.list_needs(leaf) - links
        ]
        wrong += [
            f"docs/{leaf.path} needs {path}, but neither links to it nor quotes its values"
            for path in set(leaf.needs or ()) - links - used
        ]
    assert wrong == []


def test_what_is_cited_is_listed_and_what_is_listed_is_cited(shelf: Shelf) -> None:
    references = read_references(ROOT)
    assert len(references) >= 22  # as many as the founders named
    assert check_citations(shelf, references) == []


def test_no_page_keeps_a_list_of_its_own(shelf: Shelf) -> None:
    for leaf in shelf.leaves:
        assert not re.search(r"^\[\^[^\]]+\]:.*(?:arXiv|aclanthology|doi\.org)", leaf.body, re.MULTILINE), (
            leaf.path
        )
        if leaf.path != "references.md":
            asks = "::references::" in leaf.body
            assert asks == ("[@" in leaf.body or "[-@" in leaf.body) or leaf.folder == "contribute", leaf.path


def test_a_term_is_said_once(shelf: Shelf) -> None:
    terms = read_glossary(shelf)
    titles = [term.title for term in terms]
    assert titles == sorted(titles, key=lambda title: title.lower().replace("-", " "))
    for chosen in ([term.anchor for term in terms], [term.definition for term in terms]):
        assert [item for item, count in Counter(chosen).items() if count > 1] == []
    owners: dict[str, list[str]] = {}
    for term in terms:
        for word in {word.lower() for word in term.words}:
            owners.setdefault(word, []).append(term.title)
    assert {word: found for word, found in owners.items() if len(found) > 1} == {}
    for leaf in shelf.leaves:
        if leaf.needs is not None:
            assert not re.search(r"^:   ", leaf.body, re.MULTILINE), (
                f"docs/{leaf.path} defines terms of its own"
            )


def test_every_term_is_told_where_the_glossary_says(shelf: Shelf) -> None:
    wrong = []
    for term in read_glossary(shelf):
        path, _, anchor = term.home.partition("#")
        leaf = shelf.find(path)
        if leaf is None or f"{{#{anchor}" not in leaf.body:
            wrong.append(f"docs/glossary.md:{term.line}: {term.home} is nowhere")
            continue
        start = leaf.body.rindex("\n", 0, leaf.body.index(f"{{#{anchor}")) + 1
        heading, _, behind = leaf.body[start:].partition("\n")
        section = heading + re.split(r"^#+ .*\{#", behind, flags=re.MULTILINE)[0]
        stems = [word.lower().replace("-", " ")[:7] for word in term.words]
        if not any(stem in " ".join(section.lower().replace("-", " ").split()) for stem in stems):
            wrong.append(f"docs/glossary.md:{term.line}: {term.home} does not use the word {term.title!r}")
    assert wrong == []


def test_every_term_is_used_by_a_page(shelf: Shelf) -> None:
    wrong = []
    for term in read_glossary(shelf):
        leaves = [leaf for leaf in shelf.leaves if is_read(leaf)]
        pattern = Linker(leaves[0], [term.__class__(**{**term.__dict__, "places": ()})])._pattern
        if not any(pattern.search(leaf.body) for leaf in leaves):
            wrong.append(f"docs/glossary.md:{term.line}: no page uses {term.title!r}")
    assert wrong == []


def test_the_table_of_symbols_has_every_letter(shelf: Shelf) -> None:
    assert find_unexplained(shelf) == {}
