"""Further ways in which a block can end, the place at which each is told, and what the author reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tether.problems import COULD_NOT_TELL, DRIFTED, exit_code

if TYPE_CHECKING:
    from support.small_book import SmallBook

TICKS = "```"

FAILURES = {
    "it exits with a code": ("import sys\nsys.exit(1)", (5, 1), "sys.exit(1)"),
    "it quits": ("quit()", (4, 1), "sys.exit(None)"),
    "it aborts": ("import os\nos.abort()", (3, 1), "SIGABRT"),
    "it is interrupted from outside": (
        "import os, signal\nos.kill(os.getpid(), signal.SIGINT)",
        (5, 1),
        "KeyboardInterrupt",
    ),
    "it reads address 0": ("import ctypes\nctypes.string_at(0)", (3, 1), "SIGSEGV"),
    "it calls itself for ever": ("def f():\n    return f()\n\nf()", (5, 5), "RecursionError"),
    "it raises within a loop": ("for i in range(3):\n    1 / (i - 1)", (5, 5), "ZeroDivisionError"),
    "it raises in place of another": (
        "try:\n    1 / 0\nexcept ZeroDivisionError as error:\n    raise ValueError('v') from error",
        (7, 5),
        "ValueError: v",
    ),
    "it raises a group": ("raise ExceptionGroup('g', [ValueError(1)])", (4, 1), "ExceptionGroup"),
    "it is indented wrongly": ("if True:\nx = 1", (5, 1), "IndentationError"),
    "it asks for too much memory": ("x = bytearray(1 << 60)", (4, 1), "MemoryError"),
    "it writes to stderr": ("import sys\nprint('x', file=sys.stderr)", (3, 1), "past print"),
    "it writes to the real stdout": ("import sys\nsys.__stdout__.write('x')", (3, 1), "past print"),
    "it logs": ("import logging\nlogging.warning('careful')", (3, 1), "careful"),
    "it writes bytes": ("import sys\nsys.stdout.buffer.write(b'x')", (5, 1), "buffer"),
    "it sleeps through every signal it can": (
        "import signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\ntime.sleep(100)",
        (3, 1),
        "still running",
    ),
    "it swallows every error in a loop": (
        "import time\nwhile True:\n    try:\n        time.sleep(1)\n    except BaseException:\n        pass",
        (3, 1),
        "still running",
    ),
    "it leaves a thread of its own accord": (
        "import threading, time\nthreading.Thread(target=time.sleep, args=(100,), daemon=True).start()",
        (3, 1),
        "a thread",
    ),
    "it leaves a child in another session": (
        "import subprocess\nsubprocess.Popen(['sleep', '3'], start_new_session=True)",
        (3, 1),
        "a child process",
    ),
    "it leaves the child of a child": (
        (
            "import os, time\nif os.fork() == 0:\n    if os.fork() == 0:\n        time.sleep(2)\n"
            "    os._exit(0)\nos.wait()"
        ),
        (3, 1),
        "a child process",
    ),
}


def write_block(book: SmallBook, code: str, options: str = 'exec="1" id="a"') -> None:
    book.write("docs/index.md", f"Text.\n\n{TICKS}python {options}\n{code}\n{TICKS}\n", dedent=False)


@pytest.mark.parametrize("how", FAILURES)
def test_a_block_that_fails_is_told_at_its_line_and_column(how: str, small_book: SmallBook) -> None:
    code, place, words = FAILURES[how]
    write_block(small_book, code)
    if words == "still running":
        small_book.limit(2)
    verdict = small_book.check()
    (problem,) = verdict.problems
    assert (problem.path, problem.line, problem.column) == ("docs/index.md", *place)
    assert (problem.kind, words in problem.message) == ("execution", True), problem
    assert exit_code(verdict.problems) == COULD_NOT_TELL


def test_what_the_author_reads_is_the_line_and_no_frame_of_others(small_book: SmallBook) -> None:
    small_book.write("helper.py", "import json\n\n\ndef read(text):\n    return json.loads(text)\n")
    write_block(small_book, "from helper import read\n\nif True:\n    read('{')")
    told = small_book.ask("check")
    assert told.returncode == COULD_NOT_TELL
    first, *rest = told.stdout.splitlines()
    assert first.startswith("docs/index.md:7:5: json.decoder.JSONDecodeError: ")
    assert first.endswith(" in «read('{')»; it passed")
    frames = [line.strip() for line in rest if line.lstrip().startswith("File ")]
    assert frames == ['File "docs/index.md", line 7, in <module>', 'File "helper.py", line 5, in read']


@pytest.mark.parametrize(
    ("code", "frames"),
    [
        (
            "exec('x = 1\\n1 / 0')",
            ['File "docs/index.md", line 4, in <module>', 'File "<string>", line 2, in <module>'],
        ),
        (
            "from importlib import import_module\nimport_module('gone')",
            ['File "docs/index.md", line 5, in <module>'],
        ),
    ],
    ids=["what it executes", "what the interpreter does"],
)
def test_what_a_block_executes_is_the_authors_and_the_interpreter_is_not(
    code: str, frames: list[str], small_book: SmallBook
) -> None:
    write_block(small_book, code)
    told = small_book.ask("check")
    assert [line.strip() for line in told.stdout.splitlines() if line.lstrip().startswith("File ")] == frames


@pytest.mark.parametrize(
    "code",
    [
        "import traceback\ntry:\n    1 / 0\nexcept ZeroDivisionError:\n    print(traceback.format_exc())",
        "import numpy\nprint([numpy.float64(1.5)])",
        "import numpy\nprint({'n': numpy.int64(1)})",
    ],
)
@pytest.mark.parametrize("options", ['exec="1" id="a"', 'exec="1" id="a" result="text"'])
def test_output_that_no_reader_should_meet_is_refused_before_it_is_committed(
    code: str, options: str, small_book: SmallBook
) -> None:
    write_block(small_book, code, options)
    verdict = small_book.check()
    assert [(item.kind, item.definite) for item in verdict.problems] == [("output", True)]
    assert "no text for a reader" in verdict.problems[0].message
    assert exit_code(verdict.problems) == DRIFTED


CARRIED = {
    "wide characters": ("print('日本語 ａ 🙂')", "日本語 ａ 🙂\n"),
    "trailing blanks": ("print('a   ')\nprint('b\\t')", "a\nb\n"),
    "Windows line ends": ("print('a\\r\\nb')", "a\nb\n"),
    "empty lines at both ends": ("print('\\n\\na\\n\\n')", "a\n"),
    "no line end": ("print('a', end='')", "a\n"),
    "a loop of an event library": ("import asyncio\nasync def f():\n    print('a')\nasyncio.run(f())", "a\n"),
    "a pool that is closed": (
        (
            "from concurrent.futures import ThreadPoolExecutor\n"
            "with ThreadPoolExecutor(2) as pool:\n    print(list(pool.map(abs, [-1])))"
        ),
        "[1]\n",
    ),
    "an inner redirection": (
        (
            "import contextlib, io\nwith contextlib.redirect_stdout(io.StringIO()):\n"
            "    print('inside')\nprint('a')"
        ),
        "a\n",
    ),
}


@pytest.mark.parametrize("what", CARRIED)
def test_what_a_sound_block_prints_is_committed_in_one_form(what: str, small_book: SmallBook) -> None:
    code, kept = CARRIED[what]
    write_block(small_book, code)
    told = small_book.ask("fix")
    assert told.returncode == 0, told.stdout
    path = small_book.root / "snippets/outputs/index/a.txt"
    assert path.read_bytes() == kept.encode("utf-8")
    path.write_bytes(kept.replace("\n", "  \r\n").encode("utf-8"))
    assert small_book.ask("check").returncode == 0


ELSEWHERE = {
    "it puts another stdout in place": "import sys\nsys.stdout = open('/dev/null', 'w')\nprint('lost')",
    "it puts another print in place": "import builtins\nbuiltins.print = lambda *_: None\nprint('lost')",
    "it reads what nobody types": "input()",
    "it prints without end": "while True:\n    print('x' * 100_000)",
    "it hides that it prints without end": (
        "while True:\n    try:\n        print('x' * 100_000)\n    except Exception:\n        pass"
    ),
}


@pytest.mark.parametrize("how", ELSEWHERE)
def test_what_is_printed_elsewhere_is_not_lost(how: str, small_book: SmallBook) -> None:
    write_block(small_book, ELSEWHERE[how])
    if "without end" in how:
        small_book.limit(2)
    assert [item.kind for item in small_book.check().problems] == ["execution"]
