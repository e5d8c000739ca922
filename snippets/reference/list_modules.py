"""The modules that a page of the reference shows, for the table at its head."""

import ast
import re
from pathlib import Path


def list_modules(page: str) -> str:
    """Give a table of a page's modules, each with the first sentence that it says of itself."""
    rows = ["| module | what it is for |", "| --- | --- |"]
    for name in re.findall(r"^::: (\S+)$", Path(page).read_text(encoding="utf-8"), re.MULTILINE):
        path = Path("src", *name.split(".")).with_suffix(".py")
        words = ast.get_docstring(ast.parse(path.read_bytes())) or ""
        first = " ".join(words.partition("\n\n")[0].split()).replace("|", "\\|")
        rows.append(f"| [`{name.rpartition('.')[2]}`](#{name}) | {first} |")
    return "\n".join(rows)
