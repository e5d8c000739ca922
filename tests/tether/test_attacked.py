"""Further ways past the verdict that an attack found: around a binding, in a fence, behind a block."""

from __future__ import annotations

import pytest

from support.small_book import SmallBook, make_small_book

TICKS = "```"

TOUCHING = [
    "−[13](=river.bridges)",
    "-[13](=river.bridges)",
    "[13](=river.bridges) %",
    "[13](=river.bridges)%",
    "[13](=river.bridges) million",
    "[thirteen](=river.bridges) million",
    "1[3](=river.bridges-10)",
    "[13](=river.bridges)0",
    "0.[13](=river.bridges)",
    "[13](=river.bridges)e0",
    "[13](=river.bridges)²",
    "$x = -$[13](=river.bridges)",
    "[1](=river.bridges-12)[13](=river.bridges)",
]
APART = [
    "of [13](=river.bridges), [13](=river.bridges) and [13](=river.bridges).",
    "([13](=river.bridges))",
    "[13](=river.bridges)-arched",
    "x — [13](=river.bridges)",
    "[13](=river.bridges) × [13](=river.bridges)",
    "[13](=river.bridges) of them",
    "| a |\n| - |\n| [13](=river.bridges) |",
    "- [13](=river.bridges)",
    "1. [13](=river.bridges)",
    "about [13](=river.bridges)",
    "[13](=river.bridges)-[13](=river.bridges)",
    "[13](=river.bridges)–[13](=river.bridges)",
    "the [13](=river.bridges)th",
    "[13](=river.bridges) points of light",
    "$x =$ [13](=river.bridges)",
    "[13 %](=river.share) of it, [-0.0625](=river.slope) and [1/8](=river.flood)",
    "**[13](=river.bridges)** *[13](=river.bridges)* “[13](=river.bridges)”",
]


@pytest.fixture(scope="module")
def surroundings(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """Check all texts at once, each on a page of its own; give the kinds of what is wrong."""
    book = make_small_book(tmp_path_factory.mktemp("around"))
    texts = [*TOUCHING, *APART]
    for index, text in enumerate(texts):
        book.write(
            f"docs/case{index}.md", f"Text {text}\n" if not text.startswith(("|", "-", "1.")) else f"{text}\n"
        )
    problems = book.check().problems
    return {
        text: [item.kind for item in problems if item.path == f"docs/case{index}.md"]
        for index, text in enumerate(texts)
    }


@pytest.mark.parametrize("text", TOUCHING)
def test_what_touches_a_bound_number_is_refused(text: str, surroundings: dict[str, list[str]]) -> None:
    assert "surroundings" in surroundings[text]


@pytest.mark.parametrize("text", APART)
def test_a_bound_number_that_stands_by_itself_holds(text: str, surroundings: dict[str, list[str]]) -> None:
    assert surroundings[text] == []


MISTAKEN = [
    '{.python exce="1" id="o"}',
    "{.python .exec}",
    '{.python session="x"}',
    'python exec="1" id="o" source="tabbed-left" tabs="a"',
    'python exec="1" id="o" source="above" hl_lines="abc"',
    'python exec="1" id="o" source="above" linenums="x"',
]


@pytest.mark.parametrize("header", MISTAKEN)
def test_a_header_that_would_do_nothing_is_an_error(header: str, small_book: SmallBook) -> None:
    small_book.page(f"{TICKS}{header}\nx = 1\n{TICKS}\n")
    assert [kind for _, _, kind in small_book.problems()] == ["fence"]


def test_an_id_in_braces_is_an_id(small_book: SmallBook) -> None:
    small_book.page(f'{TICKS}{{.python #told exec="1"}}\nprint(1)\n{TICKS}\n')
    assert small_book.ask("fix").returncode == 0
    assert (small_book.root / "snippets/outputs/index/told.txt").read_text() == "1\n"


LEFT = {
    "a thread": "import threading, time\nthreading.Thread(target=time.sleep, args=(30,)).start()",
    "a child process": "import subprocess\nsubprocess.Popen(['sleep', '30'])",
    "another working directory": "import os\nos.chdir('docs')",
    "environment variable RIVER": "import os\nos.environ['RIVER'] = '1'",
    "another sys.path": "import sys\nsys.path.append('x')",
    "another builtins.len": "import builtins\nbuiltins.len = lambda x: 99",
    "another rivers.book": "import rivers\nrivers.book = None",
}


@pytest.mark.parametrize("what", LEFT)
def test_a_block_leaves_nothing_behind(what: str, small_book: SmallBook) -> None:
    first = f'{TICKS}python exec="1"\nimport rivers\n{TICKS}\n\n'
    small_book.page(f'{first}{TICKS}python exec="1"\n{LEFT[what]}\n{TICKS}\n')
    (problem,) = small_book.check().problems
    assert problem.kind == "execution"
    assert what in problem.message


def test_a_child_that_comes_back_reports_nothing(small_book: SmallBook) -> None:
    code = "import os\nif os.fork() == 0:\n    x = 1\nelse:\n    os.wait()\nprint('once')"
    small_book.page(f'{TICKS}python exec="1" id="a"\n{code}\n{TICKS}\n')
    assert small_book.ask("fix").returncode == 0
    assert (small_book.root / "snippets/outputs/index/a.txt").read_text() == "once\n"


def test_what_is_printed_to_a_block_that_is_over_fails_the_next(small_book: SmallBook) -> None:
    first = "import logging, sys\nlogging.getLogger('q').addHandler(logging.StreamHandler(sys.stdout))"
    second = "import logging\nlogging.getLogger('q').error('0.99 lost')"
    small_book.page(
        f'{TICKS}python exec="1"\n{first}\n{TICKS}\n\n{TICKS}python exec="1"\n{second}\n{TICKS}\n'
    )
    (problem,) = small_book.check().problems
    assert "0.99 lost" in problem.message


@pytest.mark.parametrize("text", ["'\\ud800'", "'\\x1b[31mred'", "'\\x02amp\\x03'"])
def test_characters_that_no_page_can_hold_are_refused(text: str, small_book: SmallBook) -> None:
    small_book.page(f'{TICKS}python exec="1" id="a"\nprint({text})\n{TICKS}\n')
    (problem,) = small_book.check().problems
    assert "U+" in problem.message


@pytest.mark.parametrize(
    "text",
    ['"```python exec=\\"1\\"\\nprint(0.99)\\n```"', '"[0.9][k]\\n\\n[k]: =a"', '"[0.9](=a)"'],
)
def test_output_that_would_bind_or_run_is_refused(text: str, small_book: SmallBook) -> None:
    small_book.page(f'{TICKS}python exec="1" id="a"\nprint({text})\n{TICKS}\n')
    assert [kind for _, _, kind in small_book.problems()] == ["output"]


def test_output_that_cannot_be_shown_fails_the_build(small_book: SmallBook) -> None:
    small_book.page(f'# A\n\n{TICKS}python exec="1" id="a"\nprint("--8<-- \\"gone.md\\"")\n{TICKS}\n')
    assert small_book.ask("fix").returncode == 0
    told = small_book.build("-q")
    assert told.returncode == 1
    assert "docs/index.md:3: the block's output cannot be put on the page" in told.stdout + told.stderr


def test_fix_keeps_entities_and_leaves_what_it_cannot_hold(small_book: SmallBook) -> None:
    good = "Of [13&nbsp;%](=river.share) and [&minus;0.0625](=river.slope).\n"
    path = small_book.page(good)
    assert small_book.check().problems == []
    path.write_text(good.replace("13&", "14&").replace("0.0625", "0.0626"), encoding="utf-8")
    assert small_book.ask("fix").returncode == 0
    assert path.read_text(encoding="utf-8") == good

    values = (small_book.root / "rivers.py").read_text()
    small_book.write(
        "rivers.py", values.replace("    bridges = 13\n", "    bridges = 13\n    pair = [5, -4]\n")
    )
    path = small_book.page("Of [$5 - 3$](=river.pair).\n")
    before = path.read_bytes()
    told = small_book.ask("fix")
    assert told.returncode == 1
    assert path.read_bytes() == before
    assert "by hand" in told.stdout


UNREADABLE = [
    "[10k, or 13](=river.bridges)",
    "[more than 20M](=river.bridges<n)",
    "[half of 13](=river.bridges)",
    "[$\\sqrt{13}$](=river.bridges)",
    "[13 e-3](=river.bridges)",
]


def test_a_bound_text_says_its_value_plainly(small_book: SmallBook) -> None:
    for index, text in enumerate(UNREADABLE):
        small_book.write(f"docs/case{index}.md", text + "\n")
    told = {item.path for item in small_book.check().problems if item.kind == "unreadable"}
    assert told == {f"docs/case{index}.md" for index in range(len(UNREADABLE))}
