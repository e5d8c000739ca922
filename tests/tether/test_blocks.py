"""Every way in which a block can end: each has one outcome, and none but success publishes."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from tether.problems import COULD_NOT_TELL, DRIFTED, HOLDS, exit_code

if TYPE_CHECKING:
    from support.small_book import SmallBook

TICKS = "```"


def block(code: str, header: str = 'exec="1" id="a"') -> str:
    return f"Text.\n\n{TICKS}python {header}\n{code}\n{TICKS}\n"


FAILURES = {
    "it raises": ("x = 1\nx / 0", 5, "ZeroDivisionError"),
    "it raises in a function of its own": ("def f():\n    return 1 / 0\n\nf()", 5, "ZeroDivisionError"),
    "it does not parse": ("x = 1\nx +", 5, "SyntaxError"),
    "it calls sys.exit(0)": ("import sys\nsys.exit(0)", 5, "sys.exit(0)"),
    "it is interrupted": ("raise KeyboardInterrupt", 4, "KeyboardInterrupt"),
    "it ends the process": ("import os\nos._exit(0)", 3, "status 0"),
    "it ends the process with a code": ("import os\nos._exit(3)", 3, "status 3"),
    "it crashes": ("import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)", 3, "SIGSEGV"),
    "it hangs": ("while True:\n    pass", 3, "still running"),
    "it writes past print": ("import os\nos.write(1, b'seen by nobody')", 3, "seen by nobody"),
    "a child of it writes": ("import subprocess\nsubprocess.run(['echo', 'hello'])", 3, "hello"),
    "it warns": ("import warnings\nwarnings.warn('careful')", 3, "careful"),
    "a module is missing": ("import no_such_module", 4, "no_such_module"),
}


@pytest.mark.parametrize("how", FAILURES)
def test_a_block_that_fails_is_told_with_its_line(how: str, small_book: SmallBook) -> None:
    code, line, words = FAILURES[how]
    small_book.write("docs/index.md", block(code), dedent=False)
    if words == "still running":
        small_book.limit(2)
    verdict = small_book.check()
    (problem,) = verdict.problems
    assert (problem.path, problem.line, problem.kind) == ("docs/index.md", line, "execution")
    assert words in problem.message
    assert exit_code(verdict.problems) == COULD_NOT_TELL


def test_what_an_imported_function_prints_is_output_too(small_book: SmallBook) -> None:
    small_book.write("helper.py", "def tell():\n    print('from afar')\n")
    small_book.write("docs/index.md", block("from helper import tell\nprint('near')\ntell()"), dedent=False)
    (report,) = small_book.check().outputs["docs/index.md"]
    assert report["output"] == "near\nfrom afar\n"


def test_sessions_share_names_on_a_page_and_nowhere_else(small_book: SmallBook) -> None:
    first = block("x = 41", 'exec="1" session="s"') + block("print(x + 1)", 'exec="1" id="b" session="s"')
    small_book.write("docs/index.md", first, dedent=False)
    small_book.write("docs/other.md", block("print(x)", 'exec="1" session="s"'), dedent=False)
    verdict = small_book.check()
    assert verdict.outputs["docs/index.md"][1]["output"] == "42\n"
    assert any("NameError" in item.message for item in verdict.problems if item.path == "docs/other.md")


def test_what_a_page_does_to_a_module_does_not_reach_the_next(small_book: SmallBook) -> None:
    spoil = "import math\nmath.pi = 3"
    small_book.write("docs/a.md", block(spoil, 'exec="1"'), dedent=False)
    small_book.write("docs/b.md", block("import math\nprint(math.pi)"), dedent=False)
    small_book.page("[13](=river.bridges)\n")
    verdict = small_book.check()
    assert verdict.outputs["docs/b.md"][0]["output"] == "3.141592653589793\n"
    assert all(judged.holds for judged in verdict.judged["docs/index.md"])


def test_after_a_failure_the_session_is_not_run_on(small_book: SmallBook) -> None:
    text = block("1 / 0", 'exec="1" session="s"') + block("print(1)", 'exec="1" id="b" session="s"')
    small_book.write("docs/index.md", text, dedent=False)
    verdict = small_book.check()
    assert [problem.line for problem in verdict.problems] == [4]
    assert "not run" in verdict.outputs["docs/index.md"][1]["error"]["message"]


HEADERS = {
    'exec="1" id="a" sesion="x"': "did you mean session?",
    'exec="ture" id="a"': "expected one of",
    'exec="1" id="a" html="maybe"': "expected one of",
    'exec="1" id="a" source="beside"': "expected one of",
    'exec="1" id="a" returncode="1"': "is refused",
    'exec="1" id="a" workdir="/"': "is refused",
    'exec="1" id="a b"': "expected letters",
}


@pytest.mark.parametrize("header", HEADERS)
def test_a_wrong_header_is_told_before_anything_runs(header: str, small_book: SmallBook) -> None:
    text = block("open('trace', 'w').close()", header)
    small_book.write("docs/index.md", text, dedent=False)
    (problem,) = small_book.check().problems
    assert (problem.line, problem.column, problem.kind) == (3, 1, "fence")
    assert HEADERS[header] in problem.message
    assert not (small_book.root / "trace").exists()


def test_other_languages_are_refused(small_book: SmallBook) -> None:
    small_book.write("docs/index.md", f'{TICKS}bash exec="1" id="a"\ntouch trace\n{TICKS}\n', dedent=False)
    (problem,) = small_book.check().problems
    assert "bash cannot be executed" in problem.message
    assert not (small_book.root / "trace").exists()


def test_an_id_stands_for_one_block(small_book: SmallBook) -> None:
    small_book.write("docs/index.md", block("print(1)") + block("print(2)"), dedent=False)
    assert [(problem.line, problem.kind) for problem in small_book.check().problems] == [(8, "fence")]


def test_the_code_is_read_anew_even_within_a_second(small_book: SmallBook) -> None:
    """An edit of the same length in the same second would pass a bytecode file's time and size."""
    small_book.write("helper.py", "value = 1\n")
    small_book.write("docs/index.md", block("from helper import value\nprint(value)"), dedent=False)
    stamp = time.time()
    seen = []
    for value in (1, 2, 3):
        path = small_book.write("helper.py", f"value = {value}\n")
        import os

        os.utime(path, (stamp, stamp))
        seen.append(small_book.check().outputs["docs/index.md"][0]["output"])
    assert seen == ["1\n", "2\n", "3\n"]


def test_lines_of_an_included_snippet_are_those_of_the_block(small_book: SmallBook) -> None:
    small_book.write("snippets/code.py", "x = 1\ny = x / 0\n")
    small_book.write("docs/index.md", block('--8<-- "code.py"'), dedent=False)
    (problem,) = small_book.check().problems
    assert "ZeroDivisionError" in problem.message
    assert "y = x / 0" in problem.advice


def test_a_page_without_fault_holds(small_book: SmallBook) -> None:
    small_book.page("[13](=river.bridges) bridges, [below 1e-12](=river.residual<n).\n")
    assert exit_code(small_book.check().problems) == HOLDS


def test_a_failing_experiment_is_told_once_where_it_failed(small_book: SmallBook) -> None:
    small_book.page("[1.5](=dry.x), [2.5](=dry.y) and [13](=river.bridges).\n")
    verdict = small_book.check()
    (problem,) = verdict.problems
    assert (problem.path, problem.kind) == ("rivers.py", "experiment")
    assert "no water" in problem.message
    assert "2 bound texts hanging on it" in problem.message
    assert (
        (small_book.root / "rivers.py").read_text().split("\n")[problem.line - 1].strip().startswith("raise")
    )


def test_drift_and_failure_together_are_drift(small_book: SmallBook) -> None:
    small_book.page("[1.5](=dry.x) and [14](=river.bridges).\n")
    assert exit_code(small_book.check().problems) == DRIFTED


def test_values_that_cannot_be_loaded_leave_the_verdict_open(small_book: SmallBook) -> None:
    small_book.write("rivers.py", "raise OSError('dam broken')\n")
    small_book.page("[13](=river.bridges)\n")
    told = small_book.ask("check")
    assert told.returncode == COULD_NOT_TELL
    assert "rivers.py:1:1" in told.stdout
    assert "dam broken" in told.stdout


def test_values_that_hang_leave_the_verdict_open(small_book: SmallBook) -> None:
    small_book.write("rivers.py", "while True:\n    pass\n")
    small_book.page("[13](=river.bridges)\n")
    small_book.limit(1)
    told = small_book.ask("check")
    assert told.returncode == COULD_NOT_TELL
    assert "still running after 1 s" in told.stdout
