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

{TICKS}framed
x
{TICKS}

{"And so on, until it is worth keeping what was read. " * 40}
"""
FENCES = """\
  - pymdownx.superfences:
      custom_fences:
        - name: framed
          class: framed
          format: !!python/name:frame.frame
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
    fences = "  - pymdownx.superfences\n"
    config.write_text(config.read_text().replace(fences, FENCES) + "  - put\n")
    small_book.write("src/frame.py", "def frame(*given, **more):\n    return '<p>Framed</p>'\n")
    return small_book


def run(book: SmallBook, **variables: str) -> tuple[int, str]:
    """Give the exit code and the words of a check in a process of its own, with the book's extension."""
    told = book.run("tether.cli", "check", PYTHONPATH=f"{book.src}:{book.root / 'src'}", **variables)
    return told.returncode, told.stdout.partition(" executed")[0] + told.stderr


def replace(name: str, old: str, new: str) -> Callable[[Path], object]:
    def edit(root: Path) -> object:
        path = root / name
        text = path.read_text(encoding="utf-8")
        assert old in text
        return path.write_text(text.replace(old, new), encoding="utf-8")

    return edit


EDITS: dict[str, tuple[Callable[[Path], object], str]] = {
    "the page": (replace("docs/index.md", "bridges, of", "bridges, 77 of"), "index.md:3:36: 77 is bound"),
    "a file that it includes": (replace("snippets/part.md", "0.13", "0.14"), "part.md:1:7"),
    "an empty file that it includes": (
        lambda root: (root / "snippets/empty.md").write_text("All 77.\n"),
        "empty.md:1:5: 77 is bound to nothing",
    ),
    "a committed output": (
        replace("snippets/outputs/index/told.txt", "thirteen", "twelve"),
        "committed «twelve», computed «thirteen»",
    ),
    "what an extension reads": (replace("data/said.txt", "Few", "77"), "«77 words.»"),
    "an extension's code": (replace("src/put.py", "[*lines,", "[*lines, '', 'Some 78.',"), "«Some 78.»"),
    "a function that a setting names": (replace("src/frame.py", "Framed", "Of 79"), "«Of 79»"),
    "an extension's settings": (
        replace("mkdocs.yml", "      generic: true\n", "      generic: true\n  - nl2br\n"),
        "tether: holds",
    ),
    "a value": (replace("rivers.py", "bridges = 13", "bridges = 14"), "index.md:3:7: quoted 13, computed 14"),
    "a setting": (
        replace("pyproject.toml", "preload = []", 'preload = []\noutputs = "snippets/others"'),
        "no committed output at snippets/others/index/told.txt",
    ),
}


def test_every_edit_is_seen_at_once(book: SmallBook, tmp_path_factory: pytest.TempPathFactory) -> None:
    assert run(book)[0] == 0
    for kind in ("readings", "verdicts"):
        assert len(list((book.root / ".cache/tether" / kind).rglob("*.json"))) == 1
    kept = tmp_path_factory.mktemp("kept") / "book"
    shutil.copytree(book.root, kept)
    for what, (edit, told) in EDITS.items():
        edit(book.root)
        code, said = run(book)
        assert (code, told in said) == (int("holds" not in told), True), (what, said)
        shutil.rmtree(book.root)
        shutil.copytree(kept, book.root)


def test_a_declared_variable_that_an_extension_reads_counts(book: SmallBook) -> None:
    replace("src/put.py", '"", Path', '"", os.environ.get("SAID", ""), "", Path')(book.root)
    replace("src/put.py", "from pathlib", "import os\nfrom pathlib")(book.root)
    replace("pyproject.toml", "preload", 'environment = ["SAID"]\npreload')(book.root)
    assert run(book)[0] == 0
    assert "«All 77»" in run(book, SAID="All 77")[1]


def test_a_process_that_loaded_an_extension_keeps_nothing_once_it_is_edited(
    small_book: SmallBook, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(str(small_book.root / "src"))
    small_book.write("src/put_once.py", EXTENSION.replace('Path("data/said.txt").read_text()', '"Few"'))
    config = small_book.root / "mkdocs.yml"
    config.write_text(config.read_text() + "  - put_once\n")
    assert "docs/index.md" not in check(small_book.project, briefly=True).settled
    assert "docs/index.md" in check(small_book.project, briefly=True).settled
    replace("src/put_once.py", '"Few"', '"All 77"')(small_book.root)
    check(small_book.project, briefly=True)
    assert "docs/index.md" not in check(small_book.project, briefly=True).settled
    assert "only a process that starts anew sees the edit" in capsys.readouterr().err


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


def test_a_result_that_took_too_long_once_is_made_and_kept_the_next_time(small_book: SmallBook) -> None:
    busy = small_book.write("busy.txt", "x")
    small_book.write("rivers.py", SLOW)
    small_book.page("Over [13](=bridges).\n")
    small_book.limit(1)
    (problem,) = check(small_book.project, briefly=True).problems
    assert "still running after 1 s" in problem.message
    busy.unlink()
    small_book.limit(60)
    assert check(small_book.project, briefly=True).problems == []
    assert "docs/index.md" in check(small_book.project, briefly=True).settled
    assert len(list((small_book.root / ".cache/tether/experiments").rglob("*.json"))) == 1


SLOW = """\
    import time
    from pathlib import Path
    from tether.experiment import experiment

    class Book:
        @experiment(source=len)
        def bridges(self):
            if Path("busy.txt").exists():
                time.sleep(50)
            return 13

    book = Book()
"""
