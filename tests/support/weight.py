"""What a page weighs on its way to a reader who has nothing of the site yet."""

import gzip
import posixpath
import re
from functools import cache
from pathlib import Path

_TAKEN = re.compile(
    r"""<link[^>]+rel="?(?:stylesheet|icon)"?[^>]*href="([^"]+)"|<(?:script|img)[^>]+src="([^"]+)\""""
)
_IN_STYLE = re.compile(r"url\(\"?([^\")]+?\.(?:svg|png|css))\"?\)")
_WORKER = re.compile(r'"search": "([^"]+)"')
FONTS = {".woff2"}
INDEX = "search/search_index.json"


@cache
def compress(path: Path) -> int:
    """Give the size of a file in bytes, compressed as servers do."""
    return len(gzip.compress(path.read_bytes(), 6, mtime=0))


def weigh(site: Path, page: str) -> dict[str, int]:
    """Give all files that come with a page, without fonts, heaviest first, with their compressed bytes.

    The search index comes only once somebody turns to the search, and is not among them.
    """
    own = posixpath.join(page, "index.html")
    text = (site / own).read_text("utf-8")
    asked = [one or other for one, other in _TAKEN.findall(text)] + _WORKER.findall(text)
    files = {own} | {
        posixpath.normpath(posixpath.join(page, address))
        for address in asked
        if not address.startswith(("data:", "http"))
    }
    for style in [name for name in files if name.endswith(".css")]:
        named = _IN_STYLE.findall((site / style).read_text("utf-8"))
        files |= {
            posixpath.normpath(posixpath.join(posixpath.dirname(style), n)) for n in named if ":" not in n
        }
    weights = {name: compress(site / name) for name in files if Path(name).suffix not in FONTS}
    return dict(sorted(weights.items(), key=lambda entry: -entry[1]))
