"""Books of one size in numbers and many sizes in pages, written for each tool that holds quoted numbers."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from benchmarks.compare_tools.projects import TICKS, Files

VALUES = '"""Many values."""\n\n\ndef v(number):\n    return (number * 7919 % 99991) / 99991\n'


def compute(number: int) -> float:
    """Give a value, as the books' code does."""
    return (number * 7919 % 99991) / 99991


def divide(pages: int, numbers: int) -> Iterator[range]:
    """Give the numbers of each page."""
    each = numbers // pages
    return (range(page * each, (page + 1) * each) for page in range(pages))


def write_tether_book(pages: int, numbers: int) -> Files:
    """Write Markdown pages with every number bound."""
    files = {
        "values.py": f"{VALUES}\n\nclass Values:\n    v = staticmethod(v)\n\n\nvalues = Values()\n",
        "pyproject.toml": '[tool.tether]\nvalues = "values:values"\npreload = []\n',
        "mkdocs.yml": "site_name: Many\nplugins: [tether]\n"
        "markdown_extensions: [pymdownx.superfences, tether]\n",
    }
    for place, page in enumerate(divide(pages, numbers)):
        said = "\n\n".join(f"It gives [{compute(number):.4f}](=v({number})) here." for number in page)
        files[f"docs/p{place}.md"] = f"# Page\n\n{said}\n"
    return files


def write_pytest_book(pages: int, numbers: int) -> Files:
    """Write Markdown pages with every number in a doctest."""
    files = {"values.py": VALUES, "pytest.ini": "[pytest]\ndoctest_optionflags = NUMBER\n"}
    for place, page in enumerate(divide(pages, numbers)):
        said = "\n\n".join(f">>> v({number})\n{compute(number):.4f}" for number in page)
        files[f"docs/p{place}.md"] = f"# Page\n\n{TICKS}pycon\n>>> from values import v\n{said}\n\n{TICKS}\n"
    return files


def write_cog_book(pages: int, numbers: int) -> Files:
    """Write Markdown pages with the sentences of each page between two marks."""
    files = {"values.py": VALUES, "all.txt": "\n".join(f"docs/p{place}.md" for place in range(pages))}
    for place, page in enumerate(divide(pages, numbers)):
        code = "\n".join(f'cog.outl(f"It gives {{v({number}):.4f}} here.")' for number in page)
        said = "\n".join(f"It gives {compute(number):.4f} here." for number in page)
        files[f"docs/p{place}.md"] = (
            f"# Page\n\n<!-- [[[cog\nimport cog\nfrom values import v\n{code}\n]]] -->\n"
            f"{said}\n<!-- [[[end]]] -->\n"
        )
    return files


def write_scitexlintr_book(pages: int, numbers: int) -> Files:
    """Write HTML pages with every number marked, and the list of their values."""
    listed = [
        {"id": f"value_{number}", "value": compute(number), "unit": "decimal", "precision": 4}
        for number in range(numbers)
    ]
    files = {"manifest.json": json.dumps({"numbers": listed})}
    for place, page in enumerate(divide(pages, numbers)):
        said = "\n".join(
            f'<p>It gives <span data-sci-val="value_{number}">{compute(number):.4f}</span> here.</p>'
            for number in page
        )
        files[f"docs/p{place}.html"] = f"<!DOCTYPE html>\n<html><body>\n{said}\n</body></html>\n"
    return files


def write_doubleblind_book(pages: int, numbers: int) -> Files:
    """Write Markdown pages with plain numbers, and a file with all values."""
    files = {"results.json": json.dumps([compute(number) for number in range(numbers)])}
    for place, page in enumerate(divide(pages, numbers)):
        said = "\n\n".join(f"It gives {compute(number):.4f} here." for number in page)
        files[f"docs/p{place}.md"] = f"# Page\n\n{said}\n"
    return files


@dataclass(frozen=True)
class Runner:
    """How a tool holds the numbers of a whole book."""

    write: Callable[[int, int], Files]
    """Write the book for so many pages and numbers."""
    command: str
    """The command that passes it."""


RUNNERS: dict[str, Runner] = {
    "tether": Runner(write_tether_book, "python -m tether.cli check"),
    "pytest": Runner(write_pytest_book, "python -m pytest -q -p no:cacheprovider --doctest-glob=*.md docs"),
    "cog": Runner(write_cog_book, "cog --check --verbosity=1 @all.txt"),
    "scitexlintr": Runner(write_scitexlintr_book, "scitexlintr docs/*.html --manifest=manifest.json"),
    "doubleblind": Runner(
        write_doubleblind_book,
        "for page in docs/*.md; do doubleblind trace $page --data results.json >/dev/null || exit 1; done",
    ),
}
