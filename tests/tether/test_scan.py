"""What is a binding, a number or a fence on a page, and where it stands: as Markdown decides it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tether.audit import loose_candidates
from tether.bindings import find_bindings
from tether.scan import Page, Scanner
from tether.surroundings import find_touching

if TYPE_CHECKING:
    from support.small_book import SmallBook

TICKS = "```"


def read(book: SmallBook, text: str) -> Page:
    path = book.write("docs/index.md", text, dedent=False)
    return Scanner(book.project).read(path)


def bound_texts(page: Page) -> list[str]:
    return [binding.text for binding in find_bindings(page)]


def loose_numbers(page: Page) -> list[tuple[str, int, int]]:
    found = []
    for run in page.runs:
        for quoted in loose_candidates(run):
            if quoted.number.structural is None:
                origin = run.origin(quoted.start, quoted.end)
                assert origin is not None
                found.append((quoted.number.text, *origin[0].position(origin[1])))
    return sorted(found, key=lambda item: item[1:])


BINDINGS = {
    "a paragraph": ("See [1.5](=a).\n", ["1.5"]),
    "two on a line": ("[1.5](=a) and [2.5](=b)\n", ["1.5", "2.5"]),
    "a vector": ("[[1.5, 2.5]](=a.row)\n", ["[1.5, 2.5]"]),
    "brackets in the expression": ("[1.5](=a.at(3).b[0])\n", ["1.5"]),
    "a comparison": ("[below 2.5](=a<n) and > that\n", ["below 2.5"]),
    "a product": ("[1.5](=a*b) and [2.5](=c*d)\n", ["1.5", "2.5"]),
    "bold inside": ("[**1.5**](=a)\n", ["**1.5**"]),
    "bold outside": ("**[1.5](=a)**\n", ["1.5"]),
    "maths inside": ("[$x = 1.5$](=a)\n", ["$x = 1.5$"]),
    "code inside": ("[`1.5`](=a)\n", ["`1.5`"]),
    "a heading": ("## About [1.5](=a) {#about}\n", ["1.5"]),
    "a setext heading": ("About [1.5](=a) {#about}\n======\n", ["1.5"]),
    "a list": ("- [1.5](=a)\n- x\n    - [2.5](=b)\n", ["1.5", "2.5"]),
    "a numbered list": ("1. [1.5](=a)\n2. [2.5](=b)\n", ["1.5", "2.5"]),
    "a quote": ("> [1.5](=a)\n> > [2.5](=b)\n", ["1.5", "2.5"]),
    "a table": ("| x | y |\n| - | - |\n| [1.5](=a) | [2.5](=b) |\n", ["1.5", "2.5"]),
    "an admonition": ('!!! note "Of [1.5](=a)"\n    [2.5](=b)\n', ["1.5", "2.5"]),
    "tabs": ('=== "Of [1.5](=a)"\n    [2.5](=b)\n', ["1.5", "2.5"]),
    "a footnote": ("x[^1]\n\n[^1]: [1.5](=a)\n", ["1.5"]),
    "a definition list": ("term\n:   [1.5](=a)\n", ["1.5"]),
    "an alternative text": ("![of [1.5](=a) things](x.png)\n", ["1.5"]),
    "Markdown in HTML": ('<div markdown="1">\n\n[1.5](=a)\n\n</div>\n', ["1.5"]),
    "a second line": ("x\ny [1.5\nor so](=a)\n", ["1.5\nor so"]),
    "front matter before": ("---\ntitle: x\n---\n\n[1.5](=a)\n", ["1.5"]),
    "inline code": ("`[1.5](=a)` and ``[2.5](=b) ` ``\n", []),
    "a fence": (f"{TICKS}\n[1.5](=a)\n{TICKS}\n", []),
    "a longer fence": (f"`````\n{TICKS}\n[1.5](=a)\n{TICKS}\n`````\n", []),
    "a fence of tildes": ("~~~text\n[1.5](=a)\n```\n~~~\n", []),
    "a fence in a list": (f"- x\n\n    {TICKS}\n    [1.5](=a)\n    {TICKS}\n\n    [2.5](=b)\n", ["2.5"]),
    "a fence in a quote": (f"> {TICKS}\n> [1.5](=a)\n> {TICKS}\n>\n> [2.5](=b)\n", ["2.5"]),
    "a fence in an admonition": (f"!!! note\n    {TICKS}\n    [1.5](=a)\n    {TICKS}\n", []),
    "a fence in a tab": (f'=== "x"\n    {TICKS}\n    [1.5](=a)\n    {TICKS}\n', []),
    "indented code": ("x\n\n    [1.5](=a)\n", []),
    "a comment": ("<!-- [1.5](=a) -->\n", []),
    "a comment in a line": ("x <!-- [1.5](=a) --> y\n", []),
    "a comment over lines": ("<!--\n[1.5](=a)\n\n[2.5](=b)\n-->\n\n[3.5](=c)\n", ["3.5"]),
    "preformatted HTML": ("<pre>\n[1.5](=a)\n</pre>\n", []),
    "a longer expression with a sign of HTML": ("[1.5](=a<b) c > d <b>x</b> [2.5](=e)\n", ["1.5", "2.5"]),
}


@pytest.mark.parametrize("name", BINDINGS)
def test_a_binding_is_what_markdown_makes_a_link_of(name: str, small_book: SmallBook) -> None:
    text, expected = BINDINGS[name]
    assert sorted(bound_texts(read(small_book, text))) == sorted(expected)


def test_a_raw_html_block_shows_a_binding_as_text(small_book: SmallBook) -> None:
    page = read(small_book, "<div>\n[1.5](=a)\n</div>\n")
    assert bound_texts(page) == []
    assert [problem.line for problem in page.problems] == [2]


NUMBERS = {
    "a paragraph": ("The rate is 0.42 here.\n", [("0.42", 1, 13)]),
    "after front matter": ("---\ntitle: 77.5\n---\nThe rate is 0.42.\n", [("77.5", 2, 8), ("0.42", 4, 13)]),
    "bold": ("The **0.42** and *0.43*\n", [("0.42", 1, 7), ("0.43", 1, 19)]),
    "a table": ("| x |\n| - |\n| 0.42 |\n", [("0.42", 3, 3)]),
    "a list": ("1. x 0.42\n2. y\n", [("0.42", 1, 6)]),
    "an admonition": ('!!! note "Of 0.42"\n    and 0.43\n', [("0.42", 1, 14), ("0.43", 2, 9)]),
    "a tab": ('=== "Of 0.42"\n    x\n', [("0.42", 1, 9)]),
    "a footnote": ("x[^1]\n\n[^1]: of 0.42\n", [("0.42", 3, 10)]),
    "a heading": ("## Of 0.42\n", [("0.42", 1, 7)]),
    "a caption": ("![of 0.42](x.png)\n", [("0.42", 1, 6)]),
    "a title": ('[x](y.md "of 0.42")\n', [("0.42", 1, 14)]),
    "raw HTML": ("<p>of 0.42</p>\n", [("0.42", 1, 7)]),
    "a raw attribute": ('<img alt="of 0.42" src="x.png">\n', [("0.42", 1, 14)]),
    "a field": ('<input value="0.42" placeholder="0.43">\n', [("0.42", 1, 15), ("0.43", 1, 34)]),
    "a field in a line": ('x <input type="SUBMIT" value="0.42"> y\n', [("0.42", 1, 31)]),
    "a field whose value nobody sees": ('<input type="range" value="0.42" max="0.43">\n', []),
    "a gauge": ('<meter value="0.42" max="0.43"></meter>\n', [("0.42", 1, 15)]),
    "progress": ('<progress value="42" max="100"></progress>\n', [("42", 1, 18)]),
    "a title within code": ('x <code><b title="of 0.42">0.43</b></code> y\n', [("0.42", 1, 22)]),
    "a choice": ('<select><option label="0.42">x</option></select>\n', [("0.42", 1, 24)]),
    "a page in a frame": ('<iframe srcdoc="of 0.42"></iframe>\n', [("0.42", 1, 20)]),
    "a longer description": ('<p aria-description="of 0.42">x</p>\n', [("0.42", 1, 25)]),
    "an attribute of a list of them": ('x\n{: aria-valuetext="0.42" }\n', [("0.42", 2, 20)]),
    "what a style puts on the page": (
        "<style>\np::after { margin: 42px; content: '0.43' }\n</style>\n",
        [("0.43", 2, 36)],
    ),
    "maths": ("of $x = 0.42$\n", [("0.42", 1, 9)]),
    "displayed maths": ("x\n\n$$\nx = 0.42\n$$\n", [("0.42", 4, 5)]),
    "a word": ("of thirteen\n", [("thirteen", 1, 4)]),
    "an escaped sign": ("of \\*0.42\\*\n", [("0.42", 1, 6)]),
    "wide characters": ("日本 0.42 🙂 0.43\n", [("0.42", 1, 4), ("0.43", 1, 11)]),
    "code": ("of `0.42`\n\n```\n0.43\n```\n", []),
    "a comment": ("<!-- 0.42 -->\n", []),
    "a style": ("<style>\np { margin: 0.42em }\n</style>\n", []),
    "a destination": ("[x](y-0.42.md) <https://example.org/0.43>\n", []),
    "a reference": ("[x][1]\n\n[1]: https://example.org/0.43\n", []),
    "a bound number": ("[0.42](=a) and [$x = 0.43$](=b)\n", []),
    "an entity": ("a &#160; b &nbsp; c\n", []),
    "an attribute list": ("x\n{: #p42 width=99 }\n\n*y*{: width=98 }\n", []),
}


@pytest.mark.parametrize("name", NUMBERS)
def test_a_loose_number_is_found_where_it_stands(name: str, small_book: SmallBook) -> None:
    text, expected = NUMBERS[name]
    assert loose_numbers(read(small_book, text)) == expected


def test_a_number_in_an_included_file_is_found_in_that_file(small_book: SmallBook) -> None:
    small_book.write("snippets/part.md", "First.\n\nOf 0.42 and [1.5](=a).\n")
    page = read(small_book, '# Page\n\n--8<-- "part.md"\n\nOf 0.43.\n')
    assert loose_numbers(page) == [("0.42", 3, 4), ("0.43", 5, 4)]
    (binding,) = find_bindings(page)
    assert (binding.source.name, binding.place) == ("snippets/part.md", (3, 14))


FENCES = {
    "plain": (f'{TICKS}python exec="1"\nx = 1\n{TICKS}\n', [(1, "x = 1")]),
    "tildes": ('~~~~python exec="1"\nx = """\n~~~\n"""\n~~~~\n', [(1, 'x = """\n~~~\n"""')]),
    "in a list": (
        f'- a\n\n    {TICKS}python exec="1"\n    if x:\n        y\n    {TICKS}\n',
        [(3, "if x:\n    y")],
    ),
    "in a quote": (f'> {TICKS}python exec="1"\n> x = 1\n> {TICKS}\n', [(1, "x = 1")]),
    "in a tab": (f'=== "a"\n\n    {TICKS}python exec="1"\n    x = 1\n    {TICKS}\n', [(3, "x = 1")]),
    "with braces": (f'{TICKS} {{.python exec="1" id="a"}}\nx = 1\n{TICKS}\n', [(1, "x = 1")]),
    "not executed": (f"{TICKS}python\nx = 1\n{TICKS}\n", []),
    "said not to be": (f'{TICKS}python exec="no"\nx = 1\n{TICKS}\n', []),
    "shown in a fence": (f'````md\n{TICKS}python exec="1"\nx = 1\n{TICKS}\n````\n', []),
    "with what looks like marks": (
        f'{TICKS}python exec="1"\nx = "[1.5](=a)"  # 0.42, thirteen\n{TICKS}\n',
        [(1, 'x = "[1.5](=a)"  # 0.42, thirteen')],
    ),
    "two": (f'{TICKS}py exec="1"\na\n{TICKS}\n\n{TICKS}py exec="1"\nb\n{TICKS}\n', [(1, "a"), (5, "b")]),
}


@pytest.mark.parametrize("name", FENCES)
def test_an_executable_fence_is_what_superfences_finds(name: str, small_book: SmallBook) -> None:
    text, expected = FENCES[name]
    page = read(small_book, text)
    assert [(fence.line, fence.code) for fence in page.fences] == expected
    assert page.problems == []


NOT_FENCES = {
    "an unquoted option": f"{TICKS}python exec=1\nx = 1\n{TICKS}\n",
    "a language it does not know": f'{TICKS}pyhton exec="1"\nx = 1\n{TICKS}\n',
    "a misspelt exec": f'{TICKS}python exce="1"\nx = 1\n{TICKS}\n',
    "no end": f'{TICKS}python exec="1"\nx = 1\n',
    "behind a list mark": f'1. {TICKS}python exec="1"\n   x = 1\n   {TICKS}\n',
}


@pytest.mark.parametrize("name", NOT_FENCES)
def test_what_only_looks_like_a_fence_is_an_error(name: str, small_book: SmallBook) -> None:
    page = read(small_book, NOT_FENCES[name])
    assert page.fences == []
    assert {problem.kind for problem in page.problems} == {"fence"}
    assert min(problem.line for problem in page.problems) == 1


HIDDEN = {
    "a comment": f'<!--\n{TICKS}python exec="1"\nx = 1\n{TICKS}\n-->\n',
    "indented code": f'x\n\n    {TICKS}python exec="1"\n    x = 1\n    {TICKS}\n',
}


@pytest.mark.parametrize("name", HIDDEN)
def test_a_fence_that_is_never_shown_is_an_error(name: str, small_book: SmallBook) -> None:
    page = read(small_book, HIDDEN[name])
    assert [problem.kind for problem in page.problems] == ["fence"]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("# Of [1.5](=a)\n", 1),
        ("[x][a]\n\n[a]: =b.c\n", 3),
        ("---\ntitle: '[1.5](=a)'\n---\nx\n", 2),
        ("x \\[1.5\\](=a)\n", 1),
        ("[1.5](=a b)\n", 1),
        ("[1.5](=a\n\nx)\n", 1),
    ],
)
def test_a_binding_that_cannot_be_one_is_an_error(text: str, line: int, small_book: SmallBook) -> None:
    page = read(small_book, text)
    find_bindings(page)
    assert [problem.line for problem in page.problems] == [line]


@pytest.mark.parametrize(
    "text",
    [
        "[1.5](=a\n)",
        "[1.5](=a.\nb)",
        "> [1.5](=a\n> )",
        "[1.5](=f(1\n))",
        '[1.5](=a\n"t")',
        "![[1.5](=a\n)](x.svg)",
    ],
)
def test_a_binding_that_runs_on_to_the_next_line_is_told_where_it_begins(
    text: str, small_book: SmallBook
) -> None:
    page = read(small_book, f"x\n\n{text}\n")
    assert find_bindings(page) == []
    told = [(problem.line, problem.column, problem.kind) for problem in page.problems]
    assert (3, text.index("](=") + 3, "syntax") in told
    assert {line for line, _, _ in told} == {3}


@pytest.mark.parametrize("inner", ["[2](=b)", "![of [2](=b)](x.svg)", "`[2](=b)`"])
def test_a_binding_within_a_bound_text_is_told_and_the_outer_one_left_alone(
    inner: str, small_book: SmallBook
) -> None:
    page = read(small_book, f"of [1.5 and {inner} so](=a)\n")
    assert [binding for binding in find_bindings(page) if binding.expression and binding.start < 8] == []
    assert "a binding within a bound text" in [problem.message for problem in page.problems]


BREAKS = ["<br>", "<br/>", "<br />", "<BR>", '<img src="x.png">', '<img src="x.png"/>', "<svg></svg>"]


@pytest.mark.parametrize("tag", BREAKS)
def test_what_parts_the_text_in_raw_html_parts_its_numbers(tag: str, small_book: SmallBook) -> None:
    page = read(small_book, f"a 14{tag}15 and [13](=b){tag}[12](=c)\n")
    assert [number for number, _, _ in loose_numbers(page)] == ["14", "15"]
    assert list(find_touching(page)) == []


@pytest.mark.parametrize("tag", ["<wbr>", "<b></b>", "<span></span>"])
def test_what_no_reader_sees_parts_nothing(tag: str, small_book: SmallBook) -> None:
    page = read(small_book, f"a 14{tag}15 and [13](=b){tag}[12](=c)\n")
    assert [number for number, _, _ in loose_numbers(page)] == ["1415"]
    assert len(list(find_touching(page))) == 2


@pytest.mark.parametrize("letter", ["\U00020000", "&#131072;", "&#x20000;", "&#X20000;"])
def test_the_letters_that_mark_numbers_are_none_that_a_page_has(letter: str, small_book: SmallBook) -> None:
    page = read(small_book, f"x {letter} 14, 4{letter}2\n\n15\n")
    found = loose_numbers(page)
    assert found == [("14", 1, len(f"x {letter} ") + 1), ("4", 1, len(f"x {letter} 14, ") + 1),
                     ("2", 1, len(f"x {letter} 14, 4{letter}") + 1), ("15", 3, 1)]  # fmt: skip


def test_front_matter_with_a_control_character_is_told_at_its_place(small_book: SmallBook) -> None:
    page = read(small_book, "---\ntitle: a\ndescription: a\x00b\n---\nx\n")
    (told,) = page.problems
    assert (told.line, told.column, told.kind) == (3, 15, "front matter")
    deep = read(small_book, f"---\ntitle: {'[' * 5000}\n---\nx\n")
    assert {problem.kind for problem in deep.problems} == {"front matter"}
