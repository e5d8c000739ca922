"""Inside the worker: what the code read while it ran, so that a kept result can tell when it is stale.

An audit hook sees every file that is opened and every folder that is listed, whoever does it. What
belongs to the interpreter and to installed packages is left out: their versions stand for it.
"""

from __future__ import annotations

import contextlib
import os
import sys
import sysconfig
import tempfile
import threading
from functools import wraps
from importlib.util import source_from_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tether.askers import IMPORTING, LOADING, asks_c, asks_kind, asks_names, is_among
from tether.digests import ABSENT, digest_folder, digest_path

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_SYSTEM = ("/proc/", "/sys/", "/dev/", "/etc/", "/usr/share/", "/usr/lib/", "/usr/lib64/", "/lib/", "/lib64/")
CHANGED = "changed while it was read"
"""How a doubt ends that passes: the next reading may be sound."""
_READING = 0o3  # the bits of the flags that tell reading from writing
_LEAVING = frozenset({
    "_winapi.CreateProcess", "os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "os.startfile",
    "os.system", "socket.connect", "socket.getaddrinfo", "sqlite3.connect", "subprocess.Popen",
})  # fmt: skip
"""What asks something that no digest can stand for."""
_PROCESSES = tuple(f"multiprocessing.popen_{way}" for way in ("forkserver", "spawn_posix", "spawn_win32"))
"""Modules that start a process without an event that tells of it."""


def _with_end(path: str) -> str:
    return path.rstrip(os.sep) + os.sep


class Reads:
    """The log of one process; children inherit what was read before the fork."""

    def __init__(self) -> None:
        """Begin with nothing read."""
        self.needs: dict[str, str] = {}
        """Each path that was read, with the digest that it had; how it ends tells what of it was read."""
        self.modules: dict[str, str] = {}
        """Each of the book's own modules that was compiled, with the digest of its source."""
        self.doubt = ""
        """Why a result of this process may not be kept; empty where it may."""
        self.is_vouched = False
        """True where the author vouches for what is started beside."""
        self.is_reading = False
        """True where a thread that reads pages is logged: its imports are told apart by their sources."""
        self._written: set[str] = set()
        self._scratch = (_with_end(tempfile.gettempdir()), "/dev/")
        self._book = _with_end(str(Path.cwd()))
        self._thread = threading.local()
        installed = sysconfig.get_paths()
        kinds = ("stdlib", "platstdlib", "purelib", "platlib")
        apart = {*(installed[kind] for kind in kinds), str(Path(__file__).parent)}
        self._apart = tuple(_with_end(path) for path in apart)

    def begin(self, book: Path, own: Path) -> None:
        """Begin to log: for the book in a folder, without a folder that is tether's own."""
        self._set(book, own)
        _EAR.always.append(self)
        _EAR.open()

    @contextlib.contextmanager
    def listen(self, book: Path, own: Path) -> Iterator[None]:
        """Log what this thread does meanwhile, and nobody else."""
        self.is_reading = True
        self._set(book, own)
        _EAR.open()
        _EAR.of_thread.logs = [*_EAR.logs_of_thread(), self]
        try:
            yield
        finally:
            _EAR.of_thread.logs = [log for log in _EAR.logs_of_thread() if log is not self]

    def _set(self, book: Path, own: Path) -> None:
        self._book = _with_end(str(book))
        self._apart = tuple(dict.fromkeys((*self._apart, _with_end(str(own)))))

    def take_untold(self, name: str, path: object, *, beside: bool) -> None:
        """Take in a call of a function of ``os`` of which no event tells."""
        if beside:
            if not getattr(self._thread, "is_off", False):
                self._doubt(
                    f"it calls os.{name} with dir_fd"
                )  # no event tells the folder that the path is in
        elif name != "open":
            self.take(name, (path,))
            if name in _DETAILED and not asks_kind():
                self.take(_DETAILS, (path,))

    def _doubt(self, why: str) -> None:
        self.doubt = self.doubt or ("" if self.is_vouched else why)

    def is_apart(self, path: str) -> bool:
        """Tell whether a path belongs to the interpreter, to an installed package or to tether."""
        place = _with_end(path)
        return place.startswith(self._apart) or (
            place.startswith(_SYSTEM) and not place.startswith(self._book)
        )

    @contextlib.contextmanager
    def part(self) -> Iterator[list[str]]:
        """Tell the doubts of one piece of work apart from those that were before it; give them in a list."""
        before, self.doubt = self.doubt, ""
        found: list[str] = []
        try:
            yield found
        finally:
            if self.doubt:
                found.append(self.doubt)
            self.doubt = before

    @contextlib.contextmanager
    def off(self) -> Iterator[None]:
        """Leave out what tether itself reads meanwhile."""
        before = getattr(self._thread, "is_off", False)
        self._thread.is_off = True
        try:
            yield
        finally:
            self._thread.is_off = before

    def take(self, event: str, arguments: tuple[object, ...]) -> None:
        """Take in an audit event."""
        if event not in _WATCHED or getattr(self._thread, "is_off", False):
            return
        if event in _LEAVING:
            self._doubt(f"it uses {event}")
            return
        if event == _FOREIGN:
            if not asks_c().startswith(self._apart):
                self._doubt("it calls a function of C, which may read anything")
            return
        target = arguments[0] if arguments and arguments[0] is not None else "."
        if not isinstance(target, str | bytes | os.PathLike):
            return  # a descriptor: its file was seen when it was opened
        with self.off():
            path = os.path.abspath(os.fsdecode(target))  # noqa: PTH100  (Path.absolute keeps the dots)
            if not self.is_apart(path):
                self._take_path(event, path, arguments)

    def _take_path(self, event: str, path: str, arguments: tuple[object, ...]) -> None:
        if self.is_reading and is_among(LOADING):
            return
        if event == "open":
            self._take_file(path, arguments)
        elif event in _CHANGING:
            self._take_change(event, path, arguments)
        elif event in _LISTING:
            if event == "os.scandir" and not asks_names():
                self._doubt("it calls os.scandir, whose entries tell more than names")
            if not (_with_end(path).startswith(self._book) and is_among(IMPORTING)):
                self.need(path.rstrip(os.sep) + os.sep)
        elif event == _DETAILS:
            self.need(path + _DETAIL)
        elif path not in self.needs and not self._book.startswith(_with_end(path)):
            self.need(path + _KIND)  # the book lies in folders, whatever they are called

    def _take_change(self, event: str, path: str, arguments: tuple[object, ...]) -> None:
        if any(isinstance(item, int) and item >= 0 for item in arguments[1:]):
            self._doubt(f"it calls {event} with dir_fd")
        elif not self._is_scratch(path):
            self.doubt = self.doubt or f"it calls {event} on {path}"

    def _take_file(self, path: str, arguments: tuple[object, ...]) -> None:
        flags = arguments[2] if len(arguments) > 2 else 0  # noqa: PLR2004
        if isinstance(flags, int) and flags & _READING:
            self._written.add(path)
            if not self._is_scratch(path):
                self.doubt = self.doubt or f"it writes {path}"
        else:
            self.need(path + os.sep if Path(path).is_dir() else path)

    def _is_scratch(self, path: str) -> bool:
        place = _with_end(path)
        return place.startswith(self._scratch) and not place.startswith(self._book)

    def need(self, path: str, digest: str | None = None) -> None:
        """Note that a path was read; what changes between two readings is held in doubt."""
        if path in self._written or (self.is_vouched and self._is_scratch(path)):
            return
        if path.endswith(".pyc"):  # it follows its source at the next import, and not before
            with contextlib.suppress(ValueError):
                path = source_from_cache(path)
        found = look(path) if digest is None else digest
        if self.needs.setdefault(path, found) != found:
            self.doubt = self.doubt or f"{path} {CHANGED}"

    def settle(self) -> str:
        """Look again at everything that was read; give why the results may not be kept, or nothing."""
        if any(name in sys.modules for name in _PROCESSES):
            self._doubt("it uses multiprocessing")
        with self.off():
            for path, digest in list(self.needs.items()):
                if look(path) != digest:
                    self.doubt = self.doubt or f"{path} {CHANGED}"
        return self.doubt


def look(path: str) -> str:
    """Give the digest of what was read: a file, the names in a folder, the kind or the details of a path."""
    if path.endswith(_DETAIL):
        place = Path(path.removesuffix(_DETAIL))
        told = place.lstat() if place.is_file() or place.is_symlink() else None
        return f"{told.st_mode} {told.st_size} {told.st_mtime_ns}" if told else look(f"{place}{_KIND}")
    if path.endswith(_KIND):
        place = Path(path.removesuffix(_KIND))
        kind = "file" if place.is_file() else "folder" if place.is_dir() else ABSENT
        return f"{kind} by {place.readlink()}" if place.is_symlink() else kind
    return digest_folder(Path(path)) if path.endswith(os.sep) else digest_path(Path(path))


_KIND = os.sep + "?"
"""Stands behind a path of which only the kind was asked for."""
_DETAIL = os.sep + "?details"
"""Stands behind a path whose size, age or rights were asked for; of a folder they change all the time."""
_LISTING = frozenset({"os.listdir", "os.scandir"})
_CHANGING = frozenset(
    f"os.{what}" for what in ["link", "mkdir", "remove", "rename", "rmdir", "symlink", "truncate"]
)
_UNTOLD = ("access", "lstat", "open", "readlink", "stat")
"""Functions of ``os`` of which no audit event tells, or not enough."""
_DETAILED = frozenset({"stat", "lstat"})
_DETAILS = "details"
_FOREIGN = "ctypes.dlsym"
_WATCHED = frozenset({*_UNTOLD, *_LISTING, *_LEAVING, *_CHANGING, _DETAILS, _FOREIGN})
LOG = Reads()
"""The log of this process, where it is a worker."""


class _Ear:
    """Hears what happens in this process, and tells the logs that ask for it."""

    def __init__(self) -> None:
        self.always: list[Reads] = []
        self.of_thread = threading.local()
        self._is_open = False

    def logs_of_thread(self) -> list[Reads]:
        logs: list[Reads] = getattr(self.of_thread, "logs", [])
        return logs

    def open(self) -> None:
        """Begin to hear; an audit hook cannot be taken out again."""
        if self._is_open:
            return
        self._is_open = True
        sys.addaudithook(self._hear)
        for name in _UNTOLD:
            setattr(os, name, self._watch(name, getattr(os, name)))

    def _hear(self, event: str, arguments: tuple[object, ...]) -> None:
        if event in _WATCHED:
            for log in (*self.always, *self.logs_of_thread()):
                log.take(event, arguments)

    def _watch(self, name: str, plain: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(plain)
        def watched(path: Any, *arguments: Any, **options: Any) -> Any:  # noqa: ANN401
            logs = (*self.always, *self.logs_of_thread())
            beside = options.get("dir_fd") is not None
            for log in logs:
                log.take_untold(name, path, beside=beside)
            if not beside:
                return plain(path, *arguments, **options)
            with contextlib.ExitStack() as quiet:
                for log in logs:
                    quiet.enter_context(log.off())
                return plain(path, *arguments, **options)

        return watched


_EAR = _Ear()
