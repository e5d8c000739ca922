"""Text files as they lie on disk: positions for people, bytes kept for the rewrite."""

from __future__ import annotations

import re
import shutil
import stat
from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from tether.problems import TetherError

if TYPE_CHECKING:
    from pathlib import Path

_LINE_END = re.compile(r"\r\n|\r|\n")
_BOM = "\ufeff"


@dataclass(frozen=True)
class Source:
    r"""One text file: ``text`` has ``\\n`` line ends and no byte order mark, as MkDocs reads it."""

    path: Path
    name: str
    """The path relative to the root of the book, with forward slashes."""
    text: str = field(repr=False)
    raw: str = field(repr=False)
    """The file's characters as they are."""
    cut: tuple[int, ...] = field(default=(), repr=False)
    """How many characters of each line stand in the file before it; none where this is empty."""

    @cached_property
    def _starts(self) -> list[int]:
        """Offsets in ``text`` at which lines start."""
        return [0, *(match.end() for match in re.finditer("\n", self.text))]

    @cached_property
    def _raw_starts(self) -> list[int]:
        """Offsets in ``raw`` at which the same lines start."""
        first = len(_BOM) if self.raw.startswith(_BOM) else 0
        return [first, *(match.end() for match in _LINE_END.finditer(self.raw))]

    def position(self, offset: int) -> tuple[int, int]:
        """Tell line and column, both from 1, of an offset in ``text``."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1 + self.cut_of(line)

    def cut_of(self, line: int) -> int:
        """Tell how many characters of the file stand before a line's text: a notebook's comment mark."""
        return self.cut[line - 1] if line <= len(self.cut) else 0

    def offset(self, line: int) -> int:
        """Tell the offset in ``text`` at which a line, counted from 1, starts."""
        return self._starts[line - 1]

    def line(self, number: int) -> str:
        """Give a line, counted from 1, without its end."""
        start = self._starts[number - 1]
        end = self.text.find("\n", start)
        return self.text[start:] if end < 0 else self.text[start:end]

    def replace(self, edits: list[tuple[int, int, str]]) -> str:
        """Give ``raw`` with some spans of ``text`` replaced; every other character stays.

        An edit is (start, end, new) in offsets of ``text``; none may hold a line end.
        """
        pieces: list[str] = []
        done = 0
        for start, end, new in sorted(edits):
            line, column = self.position(start)
            begin = self._raw_starts[line - 1] + column - 1
            pieces += [self.raw[done:begin], new]
            done = begin + (end - start)
        return "".join([*pieces, self.raw[done:]])


def write_file(path: Path, text: str) -> None:
    """Put text in a file's place whole or not at all: an interrupted write loses nothing."""
    path = path.resolve()  # a link stays one, and what it leads to is rewritten
    if path.exists() and not path.stat().st_mode & stat.S_IWUSR:
        message = f"{path} is read-only; nothing was written to it"
        raise TetherError(message)
    fresh = path.with_name(f".{path.name}.tether-new")
    fresh.write_bytes(text.encode("utf-8"))
    if path.exists():
        shutil.copymode(path, fresh)
    fresh.replace(path)


def name_file(path: Path, root: Path) -> str:
    """Give the name under which a file is told of: below the book's root, where it lies there."""
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else path.as_posix()


def read_source(path: Path, root: Path, text: str | None = None) -> Source:
    """Read a text file, or take a text for it; raise ``TetherError`` where there is no UTF-8."""
    name = name_file(path, root)
    if text is not None:
        return source_of(text, path, name)
    try:
        raw = path.read_bytes().decode("utf-8")
    except OSError as error:
        msg = f"{name}: cannot be read: {error.strerror}"
        raise TetherError(msg) from error
    except UnicodeDecodeError as error:
        msg = f"{name}: not UTF-8: byte {error.start} is {error.object[error.start]:#04x}"
        raise TetherError(msg) from error
    return source_of(raw, path, name)


def source_of(raw: str, path: Path, name: str) -> Source:
    """Make a source of characters that need not lie on disk."""
    return Source(path, name, _LINE_END.sub("\n", raw.removeprefix(_BOM)), raw)
