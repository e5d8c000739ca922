"""Ways by which a result hangs on something: whatever the way, an edit to it shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tether.check import check
from tether.config import load_project
from tether.import_lines import read_lines
from tether.problems import TetherError

if TYPE_CHECKING:
    from support.small_book import SmallBook

VALUES = """\
from dataclasses import dataclass
from tether.experiment import experiment
{imports}

class Book:
    @experiment(source=len)
    def depth(self):
        {body}

book = Book()
"""

# What the module imports, what the experiment does, the files beside, and the edit: file, old, new.
Way = tuple[str, str, dict[str, str], tuple[str, str, str]]
READ = 'open("data/a.txt").read()'
WAYS: dict[str, Way] = {
    "a thread reads a file": (
        "from concurrent.futures import ThreadPoolExecutor\nimport time",
        (
            f"with ThreadPoolExecutor(4) as pool:\n            "
            f"return sum(float(item) for item in pool.map(lambda _: {READ}, range(8)))"
        ),
        {"data/a.txt": "2"},
        ("data/a.txt", "2", "3"),
    ),
    "a forked process reads a file": (
        "import os",
        (
            f"read, write = os.pipe()\n        child = os.fork()\n        if not child:\n            "
            f"os.write(write, {READ}.encode())\n            os._exit(0)\n        os.wait()\n        "
            f"return float(os.read(read, 9))"
        ),
        {"data/a.txt": "2"},
        ("data/a.txt", "2", "3"),
    ),
    "a spawned process reads a file": (
        "import multiprocessing\nfrom pathlib import Path",
        (
            'with multiprocessing.get_context("spawn").Pool(1) as pool:\n            '
            'return float(pool.map(Path.read_text, [Path("data/a.txt").absolute()])[0])'
        ),
        {"data/a.txt": "2"},
        ("data/a.txt", "2", "3"),
    ),
    "a folder is listed by its descriptor": (
        "import os",
        'return float(max(os.listdir(os.open("data", os.O_RDONLY))))',
        {"data/2": ""},
        ("data/3", "", "x"),
    ),
    "a file is opened beside a descriptor": (
        "import os",
        'return float(os.read(os.open("a.txt", os.O_RDONLY, dir_fd=os.open("data", os.O_RDONLY)), 9))',
        {"data/a.txt": "2"},
        ("data/a.txt", "2", "3"),
    ),
    "a file is weighed and not opened": (
        "import os",
        'return float(os.path.getsize("data/a.txt"))',
        {"data/a.txt": "2"},
        ("data/a.txt", "2", "33"),
    ),
    "a path is asked for its details": (
        "from pathlib import Path",
        'return float(Path("data/a.txt").stat().st_size)',
        {"data/a.txt": "2"},
        ("data/a.txt", "2", "33"),
    ),
    "what a folder lists is asked for its details": (
        "import os",
        'return float(sum(entry.stat().st_size for entry in os.scandir("data")))',
        {"data/a.txt": "2"},
        ("data/a.txt", "2", "33"),
    ),
    "a function of C opens a file": (
        "import ctypes",
        (
            "c = ctypes.CDLL(None)\n        c.fopen.restype = ctypes.c_void_p\n        "
            'return float(c.fgetc(ctypes.c_void_p(c.fopen(b"data/a.txt", b"r"))))'
        ),
        {"data/a.txt": "2"},
        ("data/a.txt", "2", "3"),
    ),
    "a module changes another on its way in": (
        "import other\nimport settings",
        "return settings.DEPTH",
        {"src/settings.py": "DEPTH = 1\n", "src/other.py": "import settings\nsettings.DEPTH = 2\n"},
        ("src/other.py", "2", "3"),
    ),
    "a module that nothing names registers itself": (
        "import pack.table",
        "return sum(pack.table.ENTRIES)",
        {
            "src/pack/__init__.py": "import pack.entries\n",
            "src/pack/table.py": "ENTRIES = []\ndef register(item):\n    ENTRIES.append(item)\n",
            "src/pack/entries.py": "from pack.table import register\nregister(2)\n",
        },
        ("src/pack/entries.py", "2", "3"),
    ),
    "a package gives another name to a module's": (
        "from pack import thing",
        "return thing",
        {
            "src/pack/__init__.py": "from pack.hidden import shown as thing\n",
            "src/pack/hidden.py": "shown = 2\n",
            "src/pack/thing.py": "",
        },
        ("src/pack/hidden.py", "2", "3"),
    ),
    "a package is asked for a module that others import": (
        "import pack",
        "return pack.part.DEPTH",
        {"src/pack/__init__.py": "", "src/pack/part.py": "DEPTH = 2\n", "src/flood.py": "import pack.part\n"},
        ("src/pack/part.py", "2", "3"),
    ),
    "an import by a name put together": (
        "import importlib",
        'return importlib.import_module("par" + "t").DEPTH',
        {"src/part.py": "DEPTH = 2\n"},
        ("src/part.py", "2", "3"),
    ),
    "an import through the folder's own name": (
        "from src.part import DEPTH",
        "return DEPTH",
        {"src/part.py": "DEPTH = 2\n"},
        ("src/part.py", "2", "3"),
    ),
    "a database": (
        "import sqlite3",
        'return float(sqlite3.connect("data/a.db").execute("select depth from river").fetchone()[0])',
        {},
        ("data/a.db", "", ""),
    ),
}


def write(book: SmallBook, way: Way) -> None:
    imports, body, files, (name, *_) = way
    for path, text in files.items():
        book.write(path, text)
    book.write("src/rivers.py", VALUES.format(imports=imports, body=body), dedent=False)
    (book.root / "rivers.py").unlink()
    if "flood" in str(files):
        book.write(
            "src/rivers.py", "import flood\n" + VALUES.format(imports=imports, body=body), dedent=False
        )
    if name.endswith(".db"):
        fill(book, 2)
    book.page("# A\n\n[2](=depth)\n")


def fill(book: SmallBook, depth: int) -> None:
    import sqlite3

    (book.root / "data").mkdir(exist_ok=True)
    with sqlite3.connect(book.root / "data/a.db") as base:
        base.execute("create table if not exists river (depth)")
        base.execute("delete from river")
        base.execute("insert into river values (?)", (depth,))
    base.close()


def seen(book: SmallBook) -> float:
    verdict = check(load_project(book.root / "mkdocs.yml"))
    (item,) = [item for items in verdict.judged.values() for item in items]
    assert item.values, verdict.problems
    return float(item.values[0].number)


@pytest.mark.parametrize("how", WAYS)
def test_an_edit_shows_whatever_the_way(
    how: str, small_book: SmallBook, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(small_book, WAYS[how])
    before = seen(small_book)
    assert seen(small_book) == before
    *_, (name, old, new) = WAYS[how]
    if name.endswith(".db"):
        fill(small_book, 3)
    elif old:
        path = small_book.root / name
        path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    else:
        small_book.write(name, new)
    after = seen(small_book)
    assert after > before
    monkeypatch.setenv("TETHER_NO_CACHE", "1")
    assert seen(small_book) == after


LINES = [
    ("import a.b", {"a.b"}, False, False),
    ("from a import b, c as d", {"a.b", "a.c"}, False, False),
    ("from . import b\nfrom ..c import d", {"pack.inner.b", "pack.c.d"}, False, False),
    ("from a import *", {"a.*"}, False, False),
    ("def f():\n    import a", {"a"}, False, False),
    ("import a\nx = a.b.c", {"a", "a.b", "a.b.c"}, False, False),
    ("import re\nPATTERN = re.compile('x')", {"re", "re.compile"}, False, False),
    ("import a\na.x = 1", {"a", "a.x"}, False, True),
    ("import decimal\ndecimal.getcontext().prec = 3", {"decimal", "decimal.getcontext"}, False, True),
    ("import a\nif a:\n    a.x += 1", {"a", "a.x"}, False, True),
    ("from a import add\nadd(3)", {"a.add"}, False, True),
    ("from a import register\n@register\ndef f(): ...", {"a.register"}, False, True),
    ("from a import setup\nx = setup()", {"a.setup"}, False, True),
    ("if __name__ == '__main__':\n    print(1)", set(), False, False),
    ("TABLE = {}\nTABLE['a'] = 1", set(), False, False),
    ("x = __import__('a')", set(), True, False),
    ("import sys\nx = sys.modules['a']", {"sys", "sys.modules"}, True, False),
    ("x = eval('a')", set(), True, False),
    ("this is no Python", set(), True, True),
]


@pytest.mark.parametrize(("source", "names", "hides", "is_loud"), LINES)
def test_what_a_source_reaches(source: str, names: set[str], *, hides: bool, is_loud: bool) -> None:
    found = read_lines(source.encode(), "pack.inner.module", is_package=False)
    assert (set(found[0]), found[1], found[2]) == (names, hides, is_loud)


def test_a_folder_that_holds_something_is_not_taken_for_what_is_kept(small_book: SmallBook) -> None:
    small_book.write("data/a.txt", "2")
    small_book.write("pyproject.toml", '[tool.tether]\ncache = "data"\n')
    with pytest.raises(TetherError, match="holds what tether did not put there"):
        load_project(small_book.root / "mkdocs.yml")
