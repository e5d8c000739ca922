"""A page that held is not read again until something that it hangs on has changed: then it is, at once."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from tether.check import check

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from support.small_book import SmallBook

TICKS = "```"
PAGE = f"""\
# Rivers

Over [13](=river.bridges) bridges, of 1880<!-- exempt: a year --> or so.

--8<-- "part.md"

--8<-- "empty.md"

{TICKS}python exec="1" id="told" result="text"
print("thirteen")
{TICKS}

{"And so on, until it is worth keeping what was read. " * 40}
"""
EXTENSION = """\
    from pathlib import Path
    from markdown.extensions import Extension
    from markdown.preprocessors import Preprocessor

    class Put(Preprocessor):
        def run(self, lines):
            return [*lines, "", Path("data/said.txt").read_text(), ""]

    class PutExtension(Extension):
        def extendMarkdown(self, md):
            md.preprocessors.register(Put(md), "put", 200)

    def makeExtension(**settings):
        return PutExtension(**settings)
"""


@pytest.fixture
def book(small_book: SmallBook, monkeypatch: pytest.MonkeyPatch) -> SmallBook:
    """Give a book that holds and is settled, with an extension of its own that reads a file."""
    monkeypatch.chdir(small_book.root)
    small_book.write("src/put.py", EXTENSION)
    small_book.write("data/said.txt", "Few words.")
    small_book.write("snippets/part.md", "With [0.13](=river.share) of the water.\n")
    small_book.write("snippets/empty.md", "")
    small_book.write("snippets/outputs/index/told.txt", "thirteen\n")
    small_book.write("docs/index.md", PAGE, dedent=False)
    small_book.write("docs/other.md", "# Other\n\nOver [13](=river.bridges) too.\n")
    config = small_book.root / "mkdocs.yml"
    config.write_text(config.read_text() + "  - put\n")
    return small_book


def run(book: SmallBook, *options: str) -> tuple[int, str]:
    """Give the exit code and the words of a check in a process of its own, with the book's extension."""
    told = book.run("tether.cli", "check", *options, PYTHONPATH=f"{book.src}:{book.root / 'src'}")
    return told.returncode, told.stdout.partition(" executed")[0] + told.stderr


def replace(name: str, old: str, new: str) -> Callable[[Path], object]:
    def edit(root: Path) -> object:
        path = root / name
        text = path.read_text(encoding="utf-8")
        assert old in text
        return path.write_text(text.replace(old, new), encoding="utf-8")

    return edit


EDITS: dict[str, Callable[[Path], object]] = {
    "the page": replace("docs/index.md", "bridges, of", "bridges, 77 of"),
    "a file that it includes": replace("snippets/part.md", "0.13", "0.14"),
    "an empty file that it includes": lambda root: (root / "snippets/empty.md").write_text("All 77.\n"),
    "a committed output": replace("snippets/outputs/index/told.txt", "thirteen", "twelve"),
    "what an extension reads": replace("data/said.txt", "Few", "77"),
    "an extension's code": replace("src/put.py", "[*lines,", "[*lines, '', 'Some 77.',"),
    "an extension's settings": replace(
        "mkdocs.yml", "      generic: true\n", "      generic: true\n  - nl2br\n"
    ),
    "a value": replace("rivers.py", "bridges = 13", "bridges = 14"),
    "a setting": replace("pyproject.toml", "preload = []", 'preload = []\noutputs = "snippets/others"'),
}


def test_every_edit_is_seen_at_once(book: SmallBook, tmp_path_factory: pytest.TempPathFactory) -> None:
    assert run(book)[0] == 0
    for kind in ("readings", "verdicts"):
        assert len(list((book.root / ".cache/tether" / kind).rglob("*.json"))) == 1
    kept = tmp_path_factory.mktemp("kept") / "book"
    shutil.copytree(book.root, kept)
    for what, edit in EDITS.items():
        edit(book.root)
        warm = run(book)
        assert warm == run(book, "--no-cache"), what
        assert (warm[0] == 1) == (what != "an extension's settings"), (what, warm)
        shutil.rmtree(book.root)
        shutil.copytree(kept, book.root)


def test_what_holds_is_not_read_again(small_book: SmallBook, monkeypatch: pytest.MonkeyPatch) -> None:
    small_book.page("Over [13](=river.bridges).\n")
    long = "And so on, until it is worth keeping what was read. " * 40
    small_book.write("docs/other.md", f"# Other\n\nOver [14](=river.bridges) too.\n\n{long}\n")
    first = check(small_book.project, briefly=True)
    assert sorted(first.settled) == []
    asked = []

    def convert(*given: object) -> None:
        asked.append(given)
        raise ValueError

    monkeypatch.setattr("markdown.Markdown.convert", convert)
    again = check(small_book.project, briefly=True)
    assert sorted(again.settled) == ["docs/index.md", "mkdocs.yml"]
    assert len(asked) == 0  # the other page does not hold, and was read without a problem
    assert again.problems == first.problems
    assert again.counts == first.counts


def test_another_folder_is_served_too(
    small_book: SmallBook, tmp_path_factory: pytest.TempPathFactory
) -> None:
    small_book.page(f'Over [13](=river.bridges).\n\n{TICKS}python exec="1"\nx = 1\n{TICKS}\n')
    check(small_book.project, briefly=True)
    other = type(small_book)(tmp_path_factory.mktemp("elsewhere") / "book")
    shutil.copytree(small_book.root, other.root)
    verdict = check(other.project, briefly=True)
    assert sorted(verdict.settled) == ["docs/index.md", "mkdocs.yml"]
    assert verdict.problems == []


def test_what_names_its_folder_serves_no_other(
    small_book: SmallBook, tmp_path_factory: pytest.TempPathFactory
) -> None:
    code = "from pathlib import Path\nprint(Path.cwd())"
    small_book.write("docs/index.md", f'{TICKS}python exec="1" id="a"\n{code}\n{TICKS}\n', dedent=False)
    assert small_book.ask("fix").returncode == 0
    assert check(small_book.project).problems == []
    assert check(small_book.project).kept == {"docs/index.md"}
    other = type(small_book)(tmp_path_factory.mktemp("elsewhere") / "book")
    shutil.copytree(small_book.root, other.root)
    (problem,) = check(other.project, briefly=True).problems
    assert problem.kind == "output"
    assert str(other.root) in problem.computed
