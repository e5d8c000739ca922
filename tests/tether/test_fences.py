"""What is meant as an executed fence and is none: told at its header, with what to write."""

from __future__ import annotations

import pytest

from support.small_book import SmallBook, make_small_book

TICKS = "```"
CLOSE = "close it with as many"

SLIPS = {
    "python exec=1 id=a": 'quote the value: exec="1"',
    'python EXEC="1" id="a"': "write exec in small letters",
    'python Exec="1"': "write exec in small letters",
    'python exec="True"': "expected one of",
    'python exec=""': "expected one of",
    "python exec": "expected one of",
    'python execute="1"': "did you mean exec?",
    'python exec="0" id="a"': 'exec="0" does not run the block',
    'python exec="1" exec="0" id="a"': "give exec once",
    'python exec="1" id="a" id="b"': "option id is given twice",
    'python exec="1" sesion="x"': "did you mean session?",
    'python exec="1" html="maybe"': "expected one of",
    'Python exec="1"': "is python, not Python",
    'python3 exec="1"': "is python, not python3",
    'pyton exec="1"': "is python, not pyton",
    'pycon exec="1"': "language pycon cannot be executed",
    'bash exec="1"': "language bash cannot be executed",
    ' exec="1" id="a"': "name the language first",
    "python exec=\u201c1\u201d": "write straight quotes",
    'python\u00a0exec="1"': "write plain blanks",
    "{python}": "python does nothing here",
    '{.python Exec="1"}': "Exec does nothing here",
    '{.pyton exec="1"}': "exec does nothing here",
    "{code-cell} python": CLOSE,
    'python exec="1" # a comment': CLOSE,
    "pyodide": "language pyodide cannot be executed",
}
PLACED = {
    "unclosed": (f'{TICKS}python exec="1" id="a"\nprint(1)\n', 1, CLOSE),
    "closed by too few marks": (f'{TICKS}python exec="1" id="a"\nprint(1)\n``\n\ntext\n', 1, CLOSE),
    "closed by other marks": (f'~~~python exec="1" id="a"\nprint(1)\n{TICKS}\n', 1, CLOSE),
    "in a comment": (f'<!--\n{TICKS}python exec="1"\nx = 1\n{TICKS}\n-->', 2, "never shown"),
    "in a comment with blank lines": (
        f'<!--\n\n{TICKS}python exec="1"\nx = 1\n{TICKS}\n\n-->',
        3,
        "never shown",
    ),
    "in raw HTML": (f'<pre>\n{TICKS}python exec="1"\nx = 1\n{TICKS}\n</pre>', 2, "never shown"),
    "in a script": (f'<script>\n{TICKS}python exec="1"\nx = 1\n{TICKS}\n</script>', 2, "never shown"),
    "in indented code": (f'    {TICKS}python exec="1"\n    x = 1\n    {TICKS}', 1, "never shown"),
    "an id twice": (
        f'{TICKS}python exec="1" id="a"\nx = 1\n{TICKS}\n\n{TICKS}python exec="1" id="a"\nx = 1\n{TICKS}\n',
        5,
        "is taken by the block at line 3",
    ),
}
SOUND = {
    "single quotes": f"{TICKS}python exec='1'\nx = 1\n{TICKS}",
    "tildes": '~~~python exec="1"\nx = 1\n~~~',
    "in a list": f'- x\n\n    {TICKS}python exec="1"\n    x = 1\n    {TICKS}',
    "in a quote": f'> {TICKS}python exec="1"\n> x = 1\n> {TICKS}',
    "in HTML that Markdown reads": f'<div markdown="1">\n\n{TICKS}python exec="1"\nx = 1\n{TICKS}\n\n</div>',
    "only shown": f'````markdown\n{TICKS}python exec="1"\nx = 1\n{TICKS}\n````',
    "of another language": f"{TICKS}bash\nmake site\n{TICKS}",
}
Told = dict[str, list[tuple[int, int, str, str]]]


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Told:
    """Check all at once, each on a page of its own; give line, column, kind and words of what is wrong."""
    book = make_small_book(tmp_path_factory.mktemp("fences"))
    texts = {header: f"{TICKS}{header}\nopen('trace', 'w').close()\n{TICKS}" for header in SLIPS}
    texts |= {what: text for what, (text, _, _) in PLACED.items()} | SOUND
    for index, text in enumerate(texts.values()):
        book.write(f"docs/case{index}.md", f"# A page\n\n{text}\n", dedent=False)
    problems = book.check().problems
    assert not (book.root / "trace").exists()
    return {
        what: [
            (item.line, item.column, item.kind, f"{item.message}; {item.advice}")
            for item in problems
            if item.path == f"docs/case{index}.md"
        ]
        for index, what in enumerate(texts)
    }


@pytest.mark.parametrize("header", SLIPS)
def test_a_slip_in_a_header_is_told_once_with_what_to_write(header: str, told: Told) -> None:
    ((line, column, kind, words),) = told[header]
    assert (line, column, kind) == (3, 1, "fence")
    assert SLIPS[header] in words


@pytest.mark.parametrize("what", PLACED)
def test_a_fence_that_nobody_would_see_run_is_told_at_its_header(what: str, told: Told) -> None:
    _, line, words = PLACED[what]
    assert any(
        (found, kind) == (line + 2, "fence") and words in text for found, _, kind, text in told[what]
    ), told[what]


@pytest.mark.parametrize("what", SOUND)
def test_a_sound_fence_is_silent(what: str, told: Told) -> None:
    assert told[what] == []


def test_a_block_in_another_tool_s_braces_publishes_nothing(small_book: SmallBook) -> None:
    small_book.page(f"# A\n\n{TICKS}{{python}}\nprint(1 / 0)\n{TICKS}\n")
    told = small_book.build("-q")
    assert told.returncode == 1
    assert "docs/index.md:3:1: python does nothing here" in told.stderr
    assert not (small_book.root / "site").exists()
