"""What is kept between builds: it saves work, and it is never wrong."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

import tether.runner
from tether.check import check
from tether.config import load_project
from tether.reading import Scope
from tether.report import summary

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from support.small_book import SmallBook

TICKS = "```"
PAGE = f"""\
# Flow

Some words. The river has [3](=flow.gauges) gauges and carries [6.5](=flow.mean).

{TICKS}python exec="1" id="first" session="a"
from rivers.book import book
factor = 2
{TICKS}

{TICKS}python exec="1" id="second" session="a" result="text"
--8<-- "shown.py"
print(book.flow.mean * factor, book.length.kilometres)
{TICKS}

{"And so on, until it is worth keeping what was read. " * 40}
"""
SOURCES = {
    "src/rivers/__init__.py": "",
    "src/rivers/units.py": "SCALE = 1.0\n",
    "src/rivers/gauge.py": """\
        from pathlib import Path
        import os
        from rivers.units import SCALE

        def read_gauges():
            text = Path("data/flow.csv").read_text()
            more = [float(path.read_text()) for path in sorted(Path("data/more").glob("*.txt"))]
            season = float(os.environ.get("SEASON", "0"))
            return [float(item) * SCALE + season for item in text.split()] + more
    """,
    "src/rivers/length.py": """\
        from dataclasses import dataclass
        import time

        @dataclass(frozen=True)
        class Length:
            kilometres: int
            made: int

        def measure_length():
            return Length(120, time.time_ns())
    """,
    "src/rivers/book.py": """\
        from dataclasses import dataclass
        import time
        from rivers.gauge import read_gauges
        from rivers.length import Length, measure_length
        from tether.experiment import experiment

        @dataclass(frozen=True)
        class Flow:
            values: tuple[float, ...]
            made: int

            @property
            def mean(self):
                return sum(self.values) / len(self.values)

            @property
            def gauges(self):
                return len(self.values)

        class Lengths:
            pass

        class Book(Lengths):
            @experiment(source=read_gauges)
            def flow(self):
                return Flow(tuple(read_gauges()), time.time_ns())

            @experiment(source=measure_length)
            def length(self) -> Length:
                return measure_length()

            @experiment(source=measure_length)
            def twice(self):
                return 2 * self.length.kilometres

        book = Book()
    """,
    "data/flow.csv": "6.0 7.0 6.5\n",
    "snippets/shown.py": "shown = 1\n",
    "pyproject.toml": """\
        [tool.tether]
        values = "rivers.book:book"
        preload = []
        environment = ["SEASON"]
    """,
}


@pytest.fixture
def book(small_book: SmallBook) -> SmallBook:
    """Give a book that holds, with all of it kept."""
    for name, text in SOURCES.items():
        small_book.write(name, text)
    small_book.write("docs/index.md", PAGE, dedent=False)
    assert small_book.ask("fix").returncode == 0
    look(small_book)  # this process has another environment than the command had
    assert look(small_book)["kept"] == ["docs/index.md"]
    return small_book


def look(book: SmallBook) -> dict[str, Any]:
    """Give what a verdict saw, and which pages it took from before; a brief one must have seen the same."""
    brief = check(load_project(book.root / "mkdocs.yml"), briefly=True)
    verdict = check(load_project(book.root / "mkdocs.yml"))
    assert brief.problems == verdict.problems
    assert brief.counts == verdict.counts
    assert summary(brief).partition(" executed")[0] == summary(verdict).partition(" executed")[0]
    settled = {name for name, page in brief.settled.items() if page.blocks}
    return {
        "values": {
            item.binding.expression.text: [value.number for value in item.values]
            for items in verdict.judged.values()
            for item in items
            if item.binding.expression is not None
        },
        "outputs": {
            name: [report["output"] for report in reports] for name, reports in verdict.outputs.items()
        },
        "problems": [str(problem) for problem in verdict.problems],
        "kept": sorted(brief.kept | settled),
    }


def look_afresh(book: SmallBook, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    with monkeypatch.context() as context:
        context.setenv("TETHER_NO_CACHE", "1")
        return look(book)


def replace(name: str, old: str, new: str) -> Callable[[SmallBook], None]:
    def edit(book: SmallBook) -> None:
        path = book.root / name
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")

    return edit


def touch_back(name: str, old: str, new: str) -> Callable[[SmallBook], None]:
    """Edit a file to the same size, and give it the time that it had."""

    def edit(book: SmallBook) -> None:
        path = book.root / name
        before = path.stat()
        replace(name, old, new)(book)
        assert path.stat().st_size == before.st_size
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))

    return edit


EDITS = {
    "a block": replace("docs/index.md", "* factor, book", "* factor + 1, book"),
    "an earlier block of the session": replace("docs/index.md", "factor = 2", "factor = 3"),
    "a helper two imports away": replace("src/rivers/units.py", "1.0", "1.0 + 1"),
    "a constant, at the same size and time": touch_back("src/rivers/units.py", "1.0", "2.0"),
    "a data file": replace("data/flow.csv", "7.0", "9.0"),
    "a data file, at the same size and time": touch_back("data/flow.csv", "7.0", "9.0"),
    "a further file in a folder that is listed": lambda book: book.write("data/more/z.txt", "8"),
    "a folder that was looked for in vain": lambda book: book.write("data/more/a.txt", "8"),
    "a snippet in a block": replace("snippets/shown.py", "shown = 1", "shown = 1; factor = 5"),
}


@pytest.mark.parametrize("what", EDITS)
def test_an_edit_shows_at_once(what: str, book: SmallBook, monkeypatch: pytest.MonkeyPatch) -> None:
    if "listed" in what:
        book.write("data/more/a.txt", "6.5")
        look(book)
    before = look(book)
    EDITS[what](book)
    after = look(book)
    assert after["kept"] == []
    clean = look_afresh(book, monkeypatch)
    assert {**after, "kept": []} == {**clean, "kept": []}
    assert (after["values"], after["outputs"]) != (before["values"], before["outputs"])
    assert look(book) == {**after, "kept": look(book)["kept"]}


def test_an_edit_to_a_paragraph_runs_nothing(book: SmallBook, monkeypatch: pytest.MonkeyPatch) -> None:
    replace("docs/index.md", "Some words.", "Some other words,\n\non more lines.")(book)
    with monkeypatch.context() as context:
        context.setattr("tether.runner.Worker._start", lambda *_: pytest.fail("a process was started"))
        seen = look(book)
    assert seen["kept"] == ["docs/index.md"]
    assert seen["problems"] == []


def test_a_look_at_one_page_forgets_nothing_of_the_others(
    book: SmallBook, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = book.write("docs/other.md", "# Other\n\nOver [3](=flow.gauges) gauges.\n")
    check(book.project)
    page.write_text("# Other\n\nOver [4](=flow.gauges+1) gauges.\n")
    check(book.project, Scope([page]))
    asked = []

    def run_jobs(*given: Any) -> Any:  # noqa: ANN401
        asked.append(given[1])
        return tether.runner.run_jobs(*given)

    monkeypatch.setattr("tether.kept.run_jobs", run_jobs)
    assert check(book.project).problems == []
    assert asked == [[]]


def test_a_declared_variable_counts_and_another_is_not_seen(
    book: SmallBook, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = look(book)
    monkeypatch.setenv("SEASON", "1.5")
    wet = look(book)
    assert wet["values"]["flow.mean"] == [8.0]
    assert wet == {**look_afresh(book, monkeypatch), "kept": wet["kept"]}
    monkeypatch.delenv("SEASON")
    assert look(book)["values"] == before["values"]
    replace("pyproject.toml", '"SEASON"', '"WEATHER"')(book)
    monkeypatch.setenv("SEASON", "1.5")
    assert look(book)["values"]["flow.mean"] == [6.5]


def test_another_version_of_a_package_counts(
    book: SmallBook, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path_factory.mktemp("installed")
    (place / "numpy-1.0.dist-info").mkdir()
    monkeypatch.syspath_prepend(str(place))
    look(book)
    assert look(book)["kept"] == ["docs/index.md"]
    (place / "numpy-1.0.dist-info").rename(place / "numpy-2.0.dist-info")
    assert look(book)["kept"] == []


def made(book: SmallBook) -> dict[str, int]:
    """Tell when each experiment's result was made: its own clock says so."""
    book.write("docs/index.md", "# Times\n\n[1](=flow.made) [1](=length.made) [240](=twice)\n")
    seen = look(book)["values"]
    return {"flow": seen["flow.made"][0], "length": seen["length.made"][0]}


def test_an_experiment_is_made_again_only_for_what_it_reaches(book: SmallBook) -> None:
    (book.root / "snippets/outputs/index/second.txt").unlink()
    text = (book.root / "src/rivers/book.py").read_text(encoding="utf-8")
    flows = text[: text.index("    @experiment(source=measure_length)\n    def length")]
    flows = flows.replace("class Book(Lengths)", "class Flows")
    book.write("src/rivers/flows.py", flows.replace("from rivers.length import Length, measure_length\n", ""))
    book.write("src/rivers/lengths.py", LENGTHS)
    book.write("src/rivers/book.py", BOTH)
    first = made(book)
    assert made(book) == first
    replace("src/rivers/units.py", "1.0", "3.0")(book)
    second = made(book)
    assert second["length"] == first["length"]
    assert second["flow"] > first["flow"]
    replace("src/rivers/length.py", "120", "121")(book)
    third = made(book)
    assert third["length"] > second["length"]
    assert third["flow"] == second["flow"]
    assert look(book)["values"]["twice"] == [242]


LENGTHS = """\
    from rivers.length import measure_length
    from tether.experiment import experiment

    class Lengths:
        @experiment(source=measure_length)
        def length(self):
            return measure_length()

        @experiment(source=measure_length)
        def twice(self):
            return 2 * self.length.kilometres
"""


BOTH = """\
    from rivers.flows import Flows
    from rivers.lengths import Lengths

    class Book(Flows, Lengths):
        pass

    book = Book()
"""


def test_what_an_experiment_asks_of_another_counts(book: SmallBook, monkeypatch: pytest.MonkeyPatch) -> None:
    """The module of ``twice`` imports nothing of gauges; the result that it asks for does."""
    book.write(
        "src/rivers/lengths.py",
        """\
        from tether.experiment import experiment

        class Lengths:
            @experiment(source=len)
            def double(self):
                return 2 * self.flow.values[0]
        """,
    )
    replace("src/rivers/book.py", "class Lengths:\n    pass", "from rivers.lengths import Lengths")(book)
    book.write("docs/index.md", "# Double\n\n[12](=double)\n")
    assert look(book)["values"]["double"] == [12.0]
    replace("src/rivers/units.py", "1.0", "4.0")(book)
    assert look(book)["values"]["double"] == [48.0]
    replace("data/flow.csv", "6.0", "1.0")(book)
    assert look(book)["values"]["double"] == [8.0] == look_afresh(book, monkeypatch)["values"]["double"]


NOT_KEPT = {
    "it fails": "raise ValueError('no')",
    "it starts a process": "import subprocess, sys; subprocess.run([sys.executable, '-c', ''], check=True)",
    "it writes a file": "from pathlib import Path; Path('written.txt').write_text('x')",
    "it looks up a host": (
        "import socket\ntry:\n    socket.getaddrinfo('localhost', 1)\nexcept OSError:\n    pass"
    ),
}


@pytest.mark.parametrize("why", NOT_KEPT)
def test_not_everything_is_kept(why: str, book: SmallBook) -> None:
    book.write(
        "docs/index.md", f'# A\n\n{TICKS}python exec="1" id="a"\n{NOT_KEPT[why]}\n{TICKS}\n', dedent=False
    )
    assert look(book)["kept"] == look(book)["kept"] == []


def test_a_page_that_is_vouched_for_may_start_a_process(book: SmallBook) -> None:
    page = f'# A\n\n{TICKS}python exec="1" id="a"\n{NOT_KEPT["it starts a process"]}\n{TICKS}\n'
    book.write("docs/index.md", page, dedent=False)
    replace("pyproject.toml", "preload", 'vouched = ["docs/index.md"]\npreload')(book)
    assert look(book)["kept"] == []
    assert look(book)["kept"] == ["docs/index.md"]


def test_a_failure_is_never_kept(book: SmallBook) -> None:
    (book.root / "data/flow.csv").write_text("six\n", encoding="utf-8")
    assert look(book)["problems"]
    assert look(book)["problems"]
    (book.root / "data/flow.csv").write_text("6.0 7.0 6.5\n", encoding="utf-8")
    assert look(book)["problems"] == []


def spoil(text: str) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        path.write_text(text, encoding="utf-8")

    return write


def forge(path: Path) -> None:
    entry = json.loads(path.read_text(encoding="utf-8"))
    entry["content"] = json.loads(json.dumps(entry["content"]).replace("6.5", "9.5"))
    path.write_text(json.dumps(entry), encoding="utf-8")


@pytest.mark.parametrize(
    "how",
    [
        spoil(""),
        spoil("{"),
        spoil("[]"),
        spoil('{"shape": 1}'),
        forge,
        lambda path: path.write_bytes(b"\xff\0"),
    ],
)
def test_an_entry_that_is_none_is_left_aside_with_a_warning(
    how: Callable[[Path], None],
    book: SmallBook,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    clean = look_afresh(book, monkeypatch)
    entries = sorted((book.root / ".cache/tether").glob("*/*/*.json"))
    assert len(entries) >= 4  # two experiments, a page and the values
    for path in entries:
        how(path)
    capsys.readouterr()
    seen = look(book)
    assert {**seen, "kept": []} == {**clean, "kept": []}
    assert "not an entry of tether's; it is left aside and made anew" in capsys.readouterr().err
    assert look(book)["kept"] == ["docs/index.md"]


def test_the_commands(book: SmallBook) -> None:
    book.ask("check")
    told = book.ask("check")
    assert "2 blocks executed, 2 of them in an earlier run" in told.stdout
    told = book.ask("check", "--no-cache")
    assert told.returncode == 0
    assert "2 blocks executed)" in told.stdout
    assert book.ask("clean").returncode == 0
    assert not (book.root / ".cache/tether").exists()
    assert "nothing is kept" in book.ask("clean").stdout
    assert "2 blocks executed)" in book.ask("check").stdout


def test_a_folder_of_others_is_left_alone(book: SmallBook) -> None:
    replace("pyproject.toml", "preload", 'cache = "data"\npreload')(book)
    for command in ("clean", "check"):
        told = book.ask(command)
        assert told.returncode == 2
        assert "holds what tether did not put there" in told.stderr
    assert (book.root / "data/flow.csv").exists()


def test_what_was_not_made_here_is_never_removed(book: SmallBook) -> None:
    others = [book.write(f".cache/tether/{name}", "x") for name in ("plugin/ab/x.png", "a/b/c.py")]
    old = book.root / ".cache/tether/values/ab/old.json"
    old.parent.mkdir(parents=True, exist_ok=True)
    old.write_text("{}", encoding="utf-8")
    looked_through = book.root / ".cache/tether/CACHEDIR.TAG"
    look(book)
    assert old.exists()  # once a day is enough
    for path in (*others, old, looked_through):
        os.utime(path, (0, 0))
    look(book)
    assert all(path.exists() for path in others)
    assert not old.exists()


@pytest.mark.parametrize("folder", [".", "..", "docs", "docs/kept", "snippets/outputs/kept"])
def test_a_folder_of_the_book_cannot_be_the_one_of_what_is_kept(folder: str, book: SmallBook) -> None:
    replace("pyproject.toml", "preload", f'cache = "{folder}"\npreload')(book)
    told = book.ask("check")
    assert told.returncode == 2
    assert "cache =" in told.stderr


def test_two_builds_at_once_make_each_result_once(book: SmallBook) -> None:
    book.ask("clean")
    command = [sys.executable, "-m", "tether.cli", "list", "--format", "json"]
    runs = [subprocess.Popen(command, cwd=book.root, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    told = [run.communicate()[0] for run in runs]
    assert [run.returncode for run in runs] == [0, 0, 0]
    assert told[0] == told[1] == told[2]
