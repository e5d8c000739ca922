"""Importing a project's own modules from source, never from cached bytecode.

A bytecode file is trusted by its time stamp and size, so an edit within the same second can be
missed. Packages of others keep their bytecode: recompiling NumPy would cost seconds for nothing.
"""

from __future__ import annotations

import contextlib
import sys
from importlib.machinery import FileFinder, SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import TYPE_CHECKING

from tether.digests import digest_bytes
from tether.reads import LOG

if TYPE_CHECKING:
    from collections.abc import Iterable

_ahead: dict[tuple[str, str], CodeType] = {}
"""What was compiled before the fork, by its path and the digest of its source."""


class _FreshLoader(SourceFileLoader):
    """Compiles the source file each time."""

    def get_code(self, fullname: str) -> CodeType | None:
        path = self.get_filename(fullname)
        with LOG.off():
            content = self.get_data(path)
        LOG.modules[path] = digest = digest_bytes(content)
        return _ahead.get((path, digest)) or self.source_to_code(content, path)


def import_fresh_below(root: str) -> None:
    """Have modules below a folder compiled from source in this process, virtual environments left out."""
    base = Path(root).resolve()
    make = FileFinder.path_hook((_FreshLoader, [".py"]))

    def hook(path: str) -> FileFinder:
        with LOG.off():
            place = Path(path).resolve()
            inside = place.is_relative_to(base)
            installed = any((folder / "pyvenv.cfg").exists() for folder in (place, *place.parents))
        if not inside or installed:
            raise ImportError(path)  # the finder's word for: not mine
        finder: FileFinder = make(path)  # type: ignore[assignment]  # typeshed: the protocol, not the class
        return finder

    sys.dont_write_bytecode = True
    sys.path_hooks.insert(0, hook)
    sys.path_importer_cache.clear()


def compile_ahead(paths: Iterable[str]) -> None:
    """Compile modules without running them, once for all the processes that will be forked."""
    for path in paths:
        with LOG.off(), contextlib.suppress(OSError, SyntaxError, ValueError):
            content = Path(path).read_bytes()
            code = _FreshLoader("", path).source_to_code(content, path)
            if isinstance(code, CodeType):
                _ahead[path, digest_bytes(content)] = code
