"""Where a book lies is no part of what is kept of it: paths below the book are kept relative to it.

So what one clone or one job of CI has computed serves another. What holds the folder's own name all the
same, such as a printed path, serves only where the book still lies there (see :mod:`tether.store`).
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_BOOK = "<book>"
"""Stands for the book's folder; no absolute path begins with it."""


def tell_place(path: str, root: Path) -> str:
    """Give a path as it is kept: below the book's folder relative to it."""
    base = str(root)
    return _BOOK + path[len(base) :] if path == base or path.startswith(base + os.sep) else path


def find_place(told: str, root: Path) -> str:
    """Give the path that was kept, for a book that lies here."""
    return f"{root}{told[len(_BOOK) :]}" if told.startswith(_BOOK) else told


def tell_needs(needs: Mapping[str, str], root: Path) -> dict[str, str]:
    """Give digests by path as they are kept."""
    return {tell_place(path, root): digest for path, digest in needs.items()}


def find_needs(told: Mapping[str, str], root: Path) -> dict[str, str]:
    """Give digests by path, for a book that lies here."""
    return {find_place(path, root): digest for path, digest in told.items()}


def tell_variable(value: str, root: Path) -> str:
    """Give an environment variable as it is kept: ``PATH`` may name the book's own environment."""
    return value.replace(str(root), _BOOK)
