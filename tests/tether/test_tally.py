"""The tally: what a build checked over the whole book."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from support.small_book import SmallBook

PAGE = """\
# A page

Of [13](=river.bridges), and [13](=river.bridges) again; [below 1e-12](=river.residual<n).

::tether-counts::
"""


def test_the_tally_counts_the_whole_book(small_book: SmallBook) -> None:
    small_book.page(PAGE)
    small_book.write("docs/other.md", "# Other\n\nOf [13](=river.bridges).\n")
    built = small_book.build("--quiet")
    assert built.returncode == 0, built.stderr
    html = next(
        text
        for path in sorted((small_book.root / "site").rglob("*.html"))
        if "tether-counts" in (text := path.read_text("utf-8"))
    )
    told = re.search(r'<p class="tether-counts">(.*?)</p>', html)
    assert told
    assert "::" not in html
    words = re.sub("<[^>]+>", "", told[1])
    assert words.startswith("3 numbers, 1 claim and 0 executed blocks on ")
    assert words.endswith("checked on this build, and all of them hold.")
