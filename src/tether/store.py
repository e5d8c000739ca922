"""The folder of what is kept between builds: one JSON file an entry, found by its key.

An entry says what it is, which files it needs with their digests, and carries a digest of itself.
What does not hold together is left unread, with a warning; what nobody asked for in a while goes.
An entry in which the name of the book's folder stands holds only where the book lies in that folder.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sys
import tempfile
import time
import weakref
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tether.digests import digest_bytes
from tether.problems import TetherError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tether.config import Project

try:
    import fcntl
except ImportError:  # Windows: two builds may then do the same work, and keep the same result
    fcntl = None  # type: ignore[assignment]

NONE_KEPT = "TETHER_NO_CACHE"
"""An environment variable; set to anything, it has a build compute all again, and keep nothing."""
_SHAPE = 2
"""The version of an entry's form; another one is not read."""
_MARK = "tether keeps here what it need not compute again; `tether clean` removes it\n"
_DAYS = 14
_DAY = 86400
_PRUNED = "CACHEDIR.TAG"
"""Its time says when the folder was last looked through."""
_TAG = "Signature: 8a477f597d28d172789f06886806bc55\n# What is kept between builds, by tether.\n"


class Store:
    """Entries in a folder, each written whole or not at all."""

    def __init__(self, folder: Path, root: Path, warn: Callable[[str], None]) -> None:
        """Take the folder, made with the first entry, the book's own, and what to tell of a broken entry."""
        self.folder = folder
        self._root = str(root)
        self._warn = warn

    def get(self, kind: str, key: str) -> dict[str, Any] | None:
        """Give what an entry holds; None where there is none that can be read."""
        path = self._path(kind, key)
        try:
            with path.open("rb") as stream:
                entry = json.loads(stream.read())
            sound = entry["shape"] == _SHAPE and entry["kind"] == kind and entry["key"] == key
            text = entry["content"]
            sound = sound and entry["digest"] == digest_bytes(text.encode())
            content: dict[str, Any] = json.loads(text) if sound and self._is_here(entry["root"]) else {}
        except FileNotFoundError:
            return None
        except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
            sound = False
        if not sound:
            self._warn(f"{path}: not an entry of tether's; it is left aside and made anew")
            return None
        with contextlib.suppress(OSError):
            os.utime(path)  # somebody still asks for it
        return content if self._is_here(entry["root"]) else None

    def _is_here(self, root: str) -> bool:
        return root in {"", self._root}

    def put(self, kind: str, key: str, content: dict[str, Any]) -> None:
        """Keep an entry; a folder that cannot be written to keeps nothing."""
        path = self._path(kind, key)
        text = json.dumps(content)
        entry = {
            "shape": _SHAPE,
            "kind": kind,
            "key": key,
            "root": self._root if json.dumps(self._root)[1:-1] in text else "",
            "digest": digest_bytes(text.encode()),
            "content": text,
        }
        try:
            self.prepare(path.parent)
            number, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
            try:
                with os.fdopen(number, "w", encoding="utf-8") as stream:
                    json.dump(entry, stream)
                Path(name).replace(path)
            except BaseException:
                Path(name).unlink()
                raise
        except OSError as error:
            self._warn(f"{self.folder}: nothing is kept here: {error}")

    @contextlib.contextmanager
    def alone(self, kind: str, key: str) -> Iterator[None]:
        """Let one process at a time make an entry; whoever waited finds it made."""
        stream = None
        if fcntl is not None:
            with contextlib.suppress(OSError):
                path = self._path(kind, key).with_suffix(".lock")
                self.prepare(path.parent)
                stream = path.open("w")
                fcntl.flock(stream, fcntl.LOCK_EX)
        try:
            yield
        finally:
            if stream is not None:
                stream.close()

    def prune(self) -> None:
        """Remove, once a day, what nobody has asked for in a fortnight, and what was left half written."""
        now = time.time()
        try:
            if (self.folder / _PRUNED).stat().st_mtime > now - _DAY:
                return
            (self.folder / _PRUNED).touch()
        except OSError:
            return  # nothing was ever kept
        oldest = now - _DAYS * _DAY
        for path in self.folder.glob("*/??/*"):
            if path.suffix not in {".json", ".lock", ".part"}:
                continue
            with contextlib.suppress(OSError):
                if path.stat().st_mtime < oldest:
                    path.unlink()

    def _path(self, kind: str, key: str) -> Path:
        return self.folder / kind / key[:2] / f"{key}.json"

    def prepare(self, folder: Path) -> None:
        """Make a folder for entries."""
        if not (self.folder / "README").exists():
            self.folder.mkdir(parents=True, exist_ok=True)
            (self.folder / ".gitignore").write_text("*\n", encoding="utf-8")
            (self.folder / "CACHEDIR.TAG").write_text(_TAG, encoding="utf-8")
            (self.folder / "README").write_text(_MARK, encoding="utf-8")
        folder.mkdir(parents=True, exist_ok=True)


def keep_nothing() -> None:
    """Have this process, and those that it starts, compute all again and keep nothing."""
    os.environ[NONE_KEPT] = "1"


def open_store(project: Project) -> Store:
    """Open the folder of what is kept for a book; where nothing is to be kept, one that nobody else sees."""
    if not os.environ.get(NONE_KEPT):
        return Store(project.cache_dir, project.root, warn)
    store = Store(Path(tempfile.mkdtemp(prefix="tether-")), project.root, warn)
    weakref.finalize(store, shutil.rmtree, store.folder, ignore_errors=True)
    return store


def warn(text: str) -> None:
    """Warn on standard error."""
    sys.stderr.write(f"tether: warning: {text}\n")


def is_others(folder: Path) -> bool:
    """Tell whether a folder holds anything, and was not made here."""
    readme = folder / "README"
    own = readme.is_file() and readme.read_text(encoding="utf-8", errors="replace") == _MARK
    return not own and folder.exists() and (not folder.is_dir() or any(folder.iterdir()))


def clean(folder: Path) -> bool:
    """Remove all that is kept; tell whether there was anything. Raise TetherError for a folder of others."""
    if is_others(folder):
        message = f"{folder}: this folder was not made by tether, so it is left alone; remove it by hand"
        raise TetherError(message)
    if not folder.exists():
        return False
    shutil.rmtree(folder)
    return True
