"""Ways in which a number, a page or a failure once slipped past: each is named now."""

from __future__ import annotations

import re
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest
from markdown import Markdown

from support.small_book import SmallBook, make_small_book
from tether import session

if TYPE_CHECKING:
    from tether.config import Project
    from tether.judged import Verdict

MORE = """
    nan = float("nan")
    pair = (0.3, float("nan"))
    empty = []
    close = 0.1 + 0.2
    third = 0.3
    halfway = 12.500000000000002
    whole = 400
    name = "Rhine"
    matrix = (1 + 2j)
"""


@pytest.fixture(scope="module")
def odd_book(tmp_path_factory: pytest.TempPathFactory) -> SmallBook:
    """Give a book with values that are hard to quote."""
    book = make_small_book(tmp_path_factory.mktemp("odd"))
    values = (book.root / "rivers.py").read_text()
    book.write(
        "rivers.py", values.replace("    bridges = 13\n", "    bridges = 13\n" + MORE, 1), dedent=False
    )
    return book


REFUSED = [
    "[0.3](=max(river.pair))",
    "[0.3](=min(river.pair))",
    "[never](=not(river.nan<5))",
    "[other](=river.nan!=5)",
    "[0.3](=river.nan)",
    "[2e-16](=river.residual.value)",
    "[nonzero](=river.residual!=0)",
    "[above](=river.residual>0)",
    "[more](=river.residual*2<1)",
    "[differ](=river.close!=river.third)",
    "[less](=river.third<river.close)",
    "[13](=round(river.halfway))",
    "[many words](=river.empty)",
    "[one](=river.empty)",
    "[differs from 5](=river.pair!=n)",
    "[Rhine](=river.name)",
    "[1](=river.matrix)",
    "[12](=river.nothing)",
    "[1e9999](=river.length)",
    "[1.5](=river.depth_at)",
]


def test_values_that_say_nothing_bind_nothing(odd_book: SmallBook) -> None:
    for index, text in enumerate(REFUSED):
        odd_book.write(f"docs/case{index}.md", text + "\n")
    wrong = {problem.path for problem in odd_book.check().problems}
    silent = [text for index, text in enumerate(REFUSED) if f"docs/case{index}.md" not in wrong]
    assert silent == []


@pytest.mark.parametrize("ending", ["md", "markdown", "mdown", "mkdn", "mkd"])
def test_every_file_that_mkdocs_makes_a_page_of_is_read(ending: str, small_book: SmallBook) -> None:
    small_book.write(f"docs/page.{ending}", "Accuracy is 0.42.\n")
    assert [(item.path, item.kind) for item in small_book.check().problems] == [
        (f"docs/page.{ending}", "loose")
    ]


def test_pages_behind_a_link_are_read(small_book: SmallBook) -> None:
    small_book.write("other/page.md", "Accuracy is 0.42.\n")
    (small_book.root / "docs/linked").symlink_to("../other")
    assert [(item.path, item.kind) for item in small_book.check().problems] == [
        ("docs/linked/page.md", "loose")
    ]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("---\ntitle: We reach 0.42\n---\nx\n", ("docs/index.md", 2)),
        ("---\ntitle: x\ndescription: it is 0.42\n---\nx\n", ("docs/index.md", 3)),
    ],
)
def test_front_matter_that_readers_see_is_audited(
    text: str, place: tuple[str, int], small_book: SmallBook
) -> None:
    small_book.page(text)
    assert [(item.path, item.line) for item in small_book.check().problems] == [place]


def test_titles_in_the_nav_are_audited(small_book: SmallBook) -> None:
    config = (small_book.root / "mkdocs.yml").read_text() + "nav:\n  - Reaches 0.42: index.md\n"
    small_book.write("mkdocs.yml", config)
    (problem,) = small_book.check().problems
    assert (problem.path, problem.kind, problem.quoted) == ("mkdocs.yml", "loose", "0.42")
    assert problem.line == config.count("\n")


def test_a_given_about_admits_no_exact_number(small_book: SmallBook) -> None:
    small_book.page("---\ngiven: {about 10: river.bridges}\n---\nabout 10 bridges, exactly 10\n")
    assert [problem.kind for problem in small_book.check().problems] == ["loose"]


def test_a_hook_that_changes_a_page_is_found(small_book: SmallBook) -> None:
    small_book.write(
        "hooks.py", "def on_page_markdown(markdown, **_):\n    return markdown + '\\nOf 0.42.\\n'\n"
    )
    small_book.write("mkdocs.yml", (small_book.root / "mkdocs.yml").read_text() + "hooks: [hooks.py]\n")
    told = small_book.build("-q")
    assert told.returncode == 1
    assert "changed this page after it was checked" in told.stdout + told.stderr
    assert "Traceback" not in told.stderr


def test_a_book_without_a_ledger_builds(small_book: SmallBook) -> None:
    small_book.page("Of [13](=river.bridges).\n")
    told = small_book.build("-q")
    assert told.returncode == 0, told.stderr
    assert '<span class="tether"' in (small_book.root / "site/index.html").read_text()


def test_a_snippet_included_twice_and_pages_alike_build(small_book: SmallBook) -> None:
    small_book.write("snippets/part.md", "Of [13](=river.bridges).\n")
    small_book.page('# A\n\n--8<-- "part.md"\n\n--8<-- "part.md"\n')
    for name in ("docs/a.md", "docs/deep/b.md"):
        small_book.write(name, "# A\n\n[13](=river.bridges)\n")
    small_book.write("docs/ledger.md", "# Ledger\n\n::tether-ledger::\n")
    told = small_book.build("-q")
    assert told.returncode == 0, told.stdout + told.stderr
    assert (
        'href="../../ledger/#deep/b:river.bridges"'
        in (small_book.root / "site/deep/b/index.html").read_text()
    )


def test_a_site_that_says_itself_that_it_drifted_does_not_pass(small_book: SmallBook) -> None:
    text = "[14](=river.bridges) and 0.42\n"
    small_book.page(text)
    now = session.begin(small_book.check())
    html = Markdown(extensions=["pymdownx.superfences", "tether"]).convert(text)
    assert now.converted == {"docs/index.md"}
    small_book.write("site/index.html", f"<!doctype html><title>A</title><article>{html}</article>\n")
    told = small_book.ask("verify", "site")
    assert told.returncode == 1
    assert "does not hold: river.bridges" in told.stdout


def test_pages_that_are_converted_at_once_stand_under_one_verdict(
    small_book: SmallBook, monkeypatch: pytest.MonkeyPatch
) -> None:
    verdict, second = small_book.check(), threading.Barrier(2)
    asked: list[Project] = []

    def check(project: Project) -> Verdict:
        asked.append(project)
        with pytest.raises(threading.BrokenBarrierError):
            second.wait(timeout=0.2)  # nobody else comes here meanwhile
        return verdict

    monkeypatch.chdir(small_book.root)
    monkeypatch.setattr(session, "_current", None)
    monkeypatch.setattr(session, "check", check)
    with ThreadPoolExecutor(3) as builder:
        found = {id(one.result()) for one in [builder.submit(session.current) for _ in range(3)]}
    assert (len(asked), len(found)) == (1, 1)


def test_a_number_brings_its_interval_or_where_it_was_measured(small_book: SmallBook) -> None:
    text = "[0.125](=river.flood) [2.5](=river.flow) [13](=river.bridges)\n"
    small_book.page(text)
    session.begin(small_book.check())
    html = Markdown(extensions=["pymdownx.superfences", "tether"]).convert(text)
    told = [
        re.findall(r' (data-(?:interval|measured|drifted)="[^"]*")', tag) for tag in html.split("<span")[1:4]
    ]
    assert told == [['data-interval="0.118 to 0.132, 1000 trials"'], ['data-measured="on a gauge"'], []]


def test_under_mkdocs_the_extension_needs_the_plugin(small_book: SmallBook) -> None:
    small_book.page("[14](=river.bridges)\n")
    config = (small_book.root / "mkdocs.yml").read_text().replace("  - search\n  - tether\n", "  - search\n")
    small_book.write("mkdocs.yml", config)
    told = small_book.run("mkdocs", "build", "-q")
    assert told.returncode == 1
    assert "the extension tether needs the plugin tether too" in told.stderr
    assert not (small_book.root / "site/index.html").exists()


def test_highlighted_output_is_searched_whole(small_book: SmallBook) -> None:
    small_book.page("```python\n[np.float64(0.1)]\n```\n")
    told = small_book.build("-q")
    assert told.returncode == 1
    assert "a NumPy scalar's repr" in told.stderr


CONFIGS = {
    "pyproject.toml": [
        "[tool.tether]\nfiles = [1]\n",
        "[tool.tether]\npreload = [1]\n",
        "[tool]\ntether = 3\n",
        "[tool.tether]\ntime_limit = true\n",
        "[tool.tether]\ntime_limit = 0\n",
        '[[tool.tether.exempt]]\npages = "x"\nmatch = "("\nreason = "y"\n',
        '[[tool.tether.exempt]]\npages = "x"\nmatch = "y"\n',
        "not toml",
    ],
    "mkdocs.yml": [
        "- a\n- b\n",
        "site_name: x\nexclude_docs: [a]\n",
        "site_name: x\ndocs_dir: 5\n",
        "site_name: x\ndocs_dir: nowhere\n",
        "site_name: x\nmarkdown_extensions: [tether, pymdownx.superfences]\n",
        "site_name: x\nmarkdown_extensions: [pymdownx.superfences, tether: {x: 1}]\n",
        "site_name: x\nmarkdown_extensions: [no.such.extension]\n",
        "site_name: [\n",
    ],
}


@pytest.mark.parametrize(
    ("name", "text"), [(name, text) for name, texts in CONFIGS.items() for text in texts]
)
def test_a_wrong_configuration_is_told_without_a_traceback(
    name: str, text: str, small_book: SmallBook
) -> None:
    small_book.write(name, text)
    told = small_book.ask("check")
    assert told.returncode == 2
    assert told.stderr.startswith(f"tether: {name}: ")
    assert "Traceback" not in told.stderr


def test_an_experiment_that_ends_the_process_is_named(small_book: SmallBook) -> None:
    values = (small_book.root / "rivers.py").read_text()
    small_book.write("rivers.py", values.replace('raise RuntimeError("no water")', "import os; os._exit(0)"))
    small_book.page("[1.5](=dry.x) and [2.5](=dry.y)\n")
    (problem,) = small_book.check().problems
    assert problem.message.startswith("dry.x could not be computed: the process ended with status 0")
    assert "2 bound texts" in problem.message
