"""A hook of MkDocs: the book for reading from a disk, without a server, as `make offline` builds it.

Opened from a file, an address that names a folder shows a list of files, a page may not fetch, and a worker
may not start. So the pages are built as files that name each other, the search finds its index in a
script, and a small script of our own stands in for the worker. Where a site is published, the variable
``SOFT_LOOKUP_ZIP`` names the zip that was made of them: then it is on the site, and every page leads to it.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import is_zipfile

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files

VARIABLE, ZIP = "SOFT_LOOKUP_OFFLINE", "SOFT_LOOKUP_ZIP"
_INDEX = Path("search") / "search_index.json"


def is_wanted() -> bool:
    """Tell whether this build is for a disk; end the build with a message for a wish that cannot be read."""
    wish = os.environ.get(VARIABLE, "")
    if wish not in {"", "0", "1"}:
        message = f"{VARIABLE} is {wish!r}: expected 1 for a book that is read from a disk, or 0"
        raise PluginError(message)
    return wish == "1"


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Name pages as files, and no address; templates are told by ``extra.offline``, and by ``extra.zip``."""
    if is_wanted():
        config.use_directory_urls = False
        config.site_url = ""
        config.extra["offline"] = True
    elif packed := os.environ.get(ZIP):
        if not is_zipfile(packed):
            message = f"{ZIP} is {packed!r}, and there is no zip: make offline writes dist/soft-lookup.zip"
            raise PluginError(message)
        config.extra["zip"] = Path(packed).name
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Make the zip that is named a part of the site."""
    if name := config.extra.get("zip"):
        files.append(File.generated(config, name, content=Path(os.environ[ZIP]).read_bytes()))
    return files


def on_post_build(config: MkDocsConfig) -> None:
    """Write the index of the search as the script that Material's own code looks for on a disk."""
    index = Path(config.site_dir) / _INDEX
    if is_wanted() and index.exists():
        script = f"var __index = {index.read_text('utf-8')}"
        index.with_suffix(".js").write_text(script, encoding="utf-8", newline="\n")
        index.unlink()
