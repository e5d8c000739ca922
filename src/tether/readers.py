"""The code that reads pages: a book's Markdown extensions, and the functions that their settings name."""

from __future__ import annotations

import json
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tether.digests import digest_path
from tether.store import warn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from tether.config import Project
    from tether.imports import Modules

_LOADED: dict[str, str] = {}
"""The digest that each of a book's own modules had when this process first read pages, by its path."""


def name_readers(project: Project) -> set[str]:
    """Name the modules of the extensions, and of what their settings hold beside plain values."""
    named = {name.partition(":")[0] for name in project.extensions}
    return named | set(_find_modules(project.extension_configs))


def describe_settings(project: Project) -> str:
    """Give the settings of the extensions as text; what no text can stand for has its address in it."""
    return json.dumps(project.extension_configs, sort_keys=True, default=_describe)


def reach_readers(project: Project, modules: Modules) -> set[str]:
    """Name the book's own modules that the code reaches."""
    own = (name for name in name_readers(project) if name in modules.known)
    return {part for name in own for part in modules.closure(name)}


def are_known(
    project: Project, modules: Modules, used: Iterable[str], is_apart: Callable[[str], bool]
) -> bool:
    """Tell whether the code of each module is installed, or one of the book's own of which the key tells."""
    reached = reach_readers(project, modules)
    for name in {*name_readers(project) & reached, *used, *_find_modules(project.extension_configs)}:
        file = getattr(sys.modules.get(name), "__file__", None) or ""
        own = modules.known[name].path if name in reached else ""
        is_own = bool(own) and Path(file).resolve() == Path(own).resolve()
        if not (is_own or name in sys.builtin_module_names or is_apart(file)):
            return False
    return True


def are_current(project: Project, modules: Modules) -> bool:
    """Tell whether this process reads pages with the code that there is now: it loads a module only once."""
    current = True
    for module in (modules.known[name] for name in reach_readers(project, modules)):
        if _LOADED.setdefault(module.path, module.digest) != module.digest:
            warn(f"{module.path} reads pages, and was edited: only a process that starts anew sees the edit")
            current = False
        current = current and digest_path(Path(module.path)) == module.digest
    return current


def _find_modules(item: Any) -> Iterator[str]:  # noqa: ANN401
    """Give the modules of the functions and classes that settings hold."""
    if isinstance(item, dict | list | tuple | set):
        for part in (*item, *item.values()) if isinstance(item, dict) else item:
            yield from _find_modules(part)
    elif isinstance(item, partial):
        yield from _find_modules((item.func, item.args, item.keywords))
    elif not isinstance(item, str | int | float | bool | bytes | None):
        yield getattr(item, "__module__", None) or type(item).__module__


def _describe(item: Any) -> Any:  # noqa: ANN401
    """Describe what a setting holds beside plain values; a function within another hangs on that."""
    if isinstance(item, partial):
        return ["partial", _describe(item.func), item.args, item.keywords]
    name = getattr(item, "__qualname__", "<locals>")
    return repr(item) if "<" in name else f"{item.__module__}.{name}"
