"""What of the book outlives MkDocs: a copy built with Zensical, and judged by ``tether verify``.

Zensical knows no plugin, so some things are lost; they are listed here, each with its reason. The run
fails where anything else is, and where a number that does not hold gets through: green must mean
something on this builder too. ``make zensical`` runs it.
"""

from __future__ import annotations

import importlib.util
import json
import sys
import tempfile
from pathlib import Path

from support.book_copy import Copy, copy_book

LOST = {
    "notebooks/one-row.py": "the plugin makes a page of a Python file; Zensical copies the file as it is",
}
"""What `tether verify` may miss on Zensical's pages: by the path that it names, with the reason."""
SPOILT = ("docs/index.md", "[0.1397](=head.bob.top[1].weight)", "[0.1398](=head.bob.top[1].weight)")


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def build(book: Copy) -> list[dict[str, object]]:
    """Build a copy, and give what `tether verify` says of it; end where Zensical itself fails."""
    built = book.run("zensical", "build")
    if built.returncode != 0:
        sys.exit(f"zensical build failed:\n{built.stdout}{built.stderr}")
    told = book.tether("verify", "site", "--format", "json")
    problems: list[dict[str, object]] = json.loads(told.stdout)["problems"]
    return problems


def main() -> int:
    """Say what is lost; give 1 where more is lost than is known, or less is seen than must be."""
    if importlib.util.find_spec("zensical") is None:
        _say("Zensical is not here: .venv/bin/uv pip install --python .venv/bin/python --group zensical")
        return 2
    wrong = False
    with tempfile.TemporaryDirectory() as folder:
        book = copy_book(Path(folder))
        found = build(book)
        for problem in found:
            known = LOST.get(str(problem["path"]))
            wrong |= known is None
            _say(
                f"{'lost' if known else 'NOT KNOWN'}: {problem['path']}: {problem['message']}; {known or ''}"
            )
        for path in LOST.keys() - {problem["path"] for problem in found}:
            _say(f"no longer lost, take it out of LOST: {path}")
            wrong = True
        book.replace(*SPOILT)
        seen = [problem for problem in build(book) if "does not hold" in str(problem["message"])]
        _say(f"a number changed in its last digit: {'seen' if seen else 'NOT SEEN'} by tether verify")
    return int(wrong or not seen)


if __name__ == "__main__":
    sys.exit(main())
