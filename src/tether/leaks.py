"""Inside the worker: what a block may not leave behind, because another block would run in it."""

from __future__ import annotations

import builtins
import contextlib
import os
import sys
import threading
from pathlib import Path
from types import ModuleType


class Watch:
    """Remembers the process before a block, and tells what the block changed of it."""

    def __init__(self) -> None:
        """Take note of the process as it is."""
        _adopt_orphans()
        self.folder = Path.cwd()
        self.environment = dict(os.environ)
        self.path = list(sys.path)
        self.threads = set(threading.enumerate())
        self.names = {name: dict(vars(module)) for name, module in _watched(self.folder)}

    def find_changes(self) -> list[str]:
        """Tell what is not as it was, and set right what can be set right."""
        found = [f"a thread named {item.name}" for item in threading.enumerate() if item not in self.threads]
        if _has_children():
            found.append("a child process")
        if Path.cwd() != self.folder:
            found.append("another working directory")
            os.chdir(self.folder)
        if dict(os.environ) != self.environment:
            changed = {*os.environ.items()} ^ {*self.environment.items()}
            found += [
                f"another value of the environment variable {name}"
                for name in sorted({name for name, _ in changed})
            ]
            os.environ.clear()
            os.environ.update(self.environment)
        if sys.path != self.path:
            found.append("another sys.path")
            sys.path[:] = self.path
        return found + self._find_changed_names()

    def _find_changed_names(self) -> list[str]:
        found = []
        for name, module in _watched(self.folder):
            before = self.names.get(name)
            if before is None:
                continue  # imported by the block
            now = vars(module)
            for key in sorted({*before, *now}):
                if (
                    before.get(key) is not now.get(key)
                    and not isinstance(now.get(key), ModuleType)
                    and key not in _OURS
                ):
                    found.append(f"another {name}.{key}")
                    _restore(module, key, before)
        return found


_SET_CHILD_SUBREAPER = 36
_OURS = {"print", "_", "__warningregistry__"}


def _watched(folder: Path) -> list[tuple[str, ModuleType]]:
    """List the builtins and the book's own modules."""
    root = str(folder) + os.sep
    own = [
        (name, module)
        for name, module in list(sys.modules.items())
        if (getattr(module, "__file__", None) or "").startswith(root)
        and not name.startswith(("tether.", "__page_"))
        and "site-packages" not in (module.__file__ or "")
    ]
    return [("builtins", builtins), *own]


def _restore(module: ModuleType, key: str, before: dict[str, object]) -> None:
    if key in before:
        setattr(module, key, before[key])
    else:
        delattr(module, key)


def _adopt_orphans() -> None:
    """Have Linux hand us the children of our children that ended: so none of them can slip away."""
    if sys.platform == "linux":
        import ctypes  # noqa: PLC0415  (no other system needs it)

        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def _has_children() -> bool:
    """Tell whether a child process is left, running or ended."""
    if not hasattr(os, "WNOHANG"):
        return False
    try:
        os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        return False
    return True
