"""Have atheris look for bytes on which a target raises, hangs or crashes; README.md says how to run it."""

from __future__ import annotations

import importlib
import re
import sys
import tempfile
from pathlib import Path

TESTS = Path(__file__).parents[1]
SLOWEST = 20
"""Seconds of the wall after which a text is said to hang; on an idle machine the slowest takes one."""
LONGEST = 400
"""Bytes of a text, at most: most faults need but a few."""


def write_words(path: Path) -> None:
    """Write what texts are made of as libFuzzer's dictionary."""
    pieces = importlib.import_module("support.pieces")
    words = sorted({*pieces.PIECES, *pieces.ATOMS, *importlib.import_module("fuzz.targets").BOUND})
    lines = ("".join(f"\\x{byte:02x}" for byte in word.encode("utf-8", "surrogatepass")) for word in words)
    path.write_text("".join(f'"{line}"\n' for line in lines), "ascii")


def write_seeds(folder: Path, longest: int) -> None:
    """Write the paragraphs of the book, and bound texts, for the search to start from."""
    folder.mkdir(parents=True, exist_ok=True)
    texts = list(importlib.import_module("fuzz.targets").BOUND)
    for path in sorted((TESTS.parent / "docs").rglob("*.md")):
        texts += re.split(r"\n{2,}", path.read_text("utf-8"))
    for place, text in enumerate(sorted({text for text in texts if len(text.encode()) < longest})):
        (folder / f"{place:05}").write_bytes(b"\x00" * 9 + text.encode("utf-8"))


def main() -> None:
    """Fuzz the target that is named first; what follows goes to libFuzzer."""
    sys.path[:0] = [str(TESTS), str(TESTS.parent / "src")]
    atheris = importlib.import_module("atheris")
    name, *options = sys.argv[1:]
    with atheris.instrument_imports(include=["tether"]):
        targets = importlib.import_module("fuzz.targets")
    made = Path(tempfile.mkdtemp(prefix="fuzz-"))
    write_words(made / "words")
    write_seeds(made / "seeds", LONGEST)
    found = made / "found"  # libFuzzer writes what it meets on the way to the first folder
    found.mkdir()
    settings = [
        f"-dict={made / 'words'}", f"-timeout={SLOWEST}", f"-max_len={LONGEST}", "-rss_limit_mb=3000",
        str(found), str(made / "seeds"),
    ]  # fmt: skip
    atheris.Setup([sys.argv[0], *options, *settings], targets.TARGETS[name])
    atheris.Fuzz()


if __name__ == "__main__":
    main()
