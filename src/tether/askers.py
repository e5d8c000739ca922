"""Who asks for a file, and so what of it the answer can hang on."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import FrameType

IMPORTING = frozenset({"importlib._bootstrap_external", "_frozen_importlib_external", "zipimport"})
LOADING = IMPORTING | {"importlib.metadata"}
_PATHS = frozenset({"pathlib", "pathlib._local", "pathlib._os", "genericpath", "posixpath", "ntpath", "glob"})
"""Modules whose functions ask ``os.stat`` whether there is a file, and what kind of thing it is."""
_NAMING = IMPORTING | _PATHS | {"os", "shutil"}
"""Modules whose functions list a folder for names and kinds."""
_PLAIN = frozenset({"stat", "lstat"})
"""Functions of paths that hand on what they were told: another function asks."""
_FURTHER = frozenset({"getsize", "getmtime", "getatime", "getctime", "owner", "group"})
"""Functions of paths that tell more than the kind."""
_EARS = frozenset({__name__, "tether.reads"})


def _find_asker(passing: frozenset[str] = _EARS) -> FrameType | None:
    frame: FrameType | None = sys._getframe(1)  # noqa: SLF001  (the only way to tell who asks)
    while frame and _module_of(frame) in passing:
        frame = frame.f_back
    return frame


def _module_of(frame: FrameType | None) -> str:
    return str(frame.f_globals.get("__name__")) if frame else ""


def is_among(modules: frozenset[str]) -> bool:
    """Tell whether one of some modules asks, for itself."""
    return _module_of(_find_asker()) in modules


def asks_names() -> bool:
    """Tell whether a folder is listed for names and kinds alone."""
    return is_among(_NAMING)


def asks_kind() -> bool:
    """Tell whether ``os.stat`` is asked for the kind of a path alone."""
    frame = _find_asker()
    while frame and _module_of(frame) in _PATHS and frame.f_code.co_name in _PLAIN:
        frame = frame.f_back
    if _module_of(frame) in IMPORTING or frame is None:
        return True
    return _module_of(frame) in _PATHS and frame.f_code.co_name not in _FURTHER


def asks_c() -> str:
    """Give the file of the code that looks up a function of C."""
    frame = _find_asker(_EARS | {"ctypes"})
    return frame.f_code.co_filename if frame else ""
