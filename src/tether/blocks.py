"""Inside the worker: running the blocks of one page, in the order of the page."""

from __future__ import annotations

import builtins
import contextlib
import io
import linecache
import os
import re
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, TextIO

from tether.leaks import Watch
from tether.reads import LOG
from tether.values import Drawing

Send = Callable[..., None]
_SHOWN = 300
_LONGEST = 10_000_000
"""Characters that a block may print: more would fill the memory before the time is over."""
_STRANGE = re.compile(r"[^\n\t\r -\ud7ff\ue000-\U0010ffff]|[\x7f-\x9f]")
"""Control characters, terminal colours among them, and halves of surrogate pairs."""


def run_blocks(job: dict[str, Any], send: Send) -> None:
    """Run a page's blocks, each session in a namespace of its own; report each."""
    sessions: dict[str, dict[str, Any]] = {}
    failed: dict[str, int] = {}
    for index, block in enumerate(job["blocks"]):
        send("start", index=index)
        name = block["session"]
        if name in failed:
            why = f"not run, because the block at line {failed[name]} of its session failed"
            send("block", index=index, output="", committed="", error={"message": why, "follows": True})
            continue
        namespace = sessions.setdefault(name, {}) if name else {}
        report = run_block(block, namespace, index)
        if name and report["error"] is not None:
            failed[name] = block["line"]
        send("block", index=index, **report)


def run_block(block: dict[str, Any], namespace: dict[str, Any], index: int) -> dict[str, Any]:
    """Run one block; give its output, the text to commit, and an error where there was one."""
    name, filename = f"__page_{index}__", f"<block {block['id'] or index} of {block['path']}>"
    namespace["__name__"] = name
    sys.modules[name] = module = ModuleType(name)  # dataclasses look their module up there
    module.__dict__.update(namespace)
    output, committed = io.StringIO(), io.StringIO()
    drawings: list[str] = []
    tee = _Tee(output, committed)
    error: dict[str, Any] | None = None
    process, watch = os.getpid(), Watch()
    moved: list[str] = []
    with _catching_stray() as stray:
        try:
            with contextlib.redirect_stdout(tee), _printing(output, committed, drawings) as put:
                streams = sys.stderr, sys.displayhook
                exec(_compile(block["code"], filename), namespace)  # noqa: S102  (running the book's own blocks is the purpose)
                moved = _find_moved(tee, put, *streams)
        except BaseException as raised:  # noqa: BLE001  (sys.exit and an interrupt are failures of the block too)
            places = {filename: (block["path"], block["line"])} if block["aligned"] else {}
            error = describe_error(raised, places)
        if os.getpid() != process:
            os._exit(0)  # a child that the block forked, and that came back here
    tee.is_over = True
    changes = moved + watch.find_changes()
    if error is None:
        message = _find_fault(stray.getvalue(), changes, output.getvalue() + committed.getvalue())
        error = {"message": message, "line": block["line"]} if message else None
    told = {"output": output.getvalue(), "committed": committed.getvalue(), "error": error}
    return {**told, "drawings": drawings}


def _find_moved(tee: object, put: object, stderr: object, displayhook: object) -> list[str]:
    """Tell what a block put in the place of the streams that its output goes through."""
    kept = {
        "sys.stdout": sys.stdout is tee,
        "sys.stderr": sys.stderr is stderr,
        "sys.displayhook": sys.displayhook is displayhook,
        "print": builtins.print is put,
    }
    sys.stderr, sys.displayhook = stderr, displayhook  # type: ignore[assignment]
    return [f"another {name}" for name, is_kept in kept.items() if not is_kept]


def _find_fault(stray: str, changes: list[str], output: str) -> str:
    """Say what is wrong with a block that ran to its end; nothing where nothing is."""
    if stray:
        return f"wrote {stray[-_SHOWN:]!r} past print, where no reader would see it"
    if changes:
        return f"left behind {', '.join(changes[:5])}: a block may change nothing that outlives it"
    strange = _STRANGE.search(output)
    if strange is not None:
        return f"printed the character U+{ord(strange.group()):04X}, which has no place on a page"
    return ""


def _compile(code: str, filename: str) -> Any:  # noqa: ANN401
    """Compile a block by itself: where it stands on its page is nothing that it can find out."""
    linecache.cache[filename] = (len(code), None, [line + "\n" for line in code.split("\n")], filename)
    return compile(code, filename, "exec", dont_inherit=True)


class TooMuchError(BaseException):
    """A block prints without end; no ``except Exception`` of its own may hide that."""


class _Tee(io.TextIOBase):
    """Writes to the output and to the text to commit alike."""

    def __init__(self, *streams: io.StringIO) -> None:
        self.streams = streams
        self.is_over = False
        self.length = 0

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if self.is_over:
            message = "printed to the output of a block that is over"
            raise ValueError(message)
        self.length += len(text)
        if self.length > _LONGEST:
            message = f"a block printed more than {_LONGEST} characters"
            raise TooMuchError(message)
        for stream in self.streams:
            stream.write(text)
        return len(text)


@contextlib.contextmanager
def _printing(output: io.StringIO, committed: io.StringIO, drawings: list[str]) -> Iterator[object]:
    """Have ``print`` commit a drawing's data in place of its markup, and gather the data of figures."""
    plain = builtins.print

    def put(
        *values: object,
        sep: str | None = None,
        end: str | None = None,
        file: TextIO | None = None,
        flush: bool = False,
    ) -> None:
        if file is not None or not any(isinstance(value, Drawing) for value in values):
            plain(*values, sep=sep, end=end, file=file, flush=flush)
            return
        plain(*values, sep=sep, end=end, file=output)
        shown = [describe_drawing(value) if isinstance(value, Drawing) else value for value in values]
        plain(*shown, sep=sep, end=end, file=committed)
        drawn = [value for value in values if isinstance(value, Drawing)]
        drawings.extend(drawing.data for drawing in drawn if "<svg" in drawing.markup)

    builtins.print = put  # type: ignore[assignment]  # typeshed has overloads for flush
    try:
        yield put
    finally:
        builtins.print = plain


def describe_drawing(drawing: Drawing) -> str:
    """Give what of a figure is committed: its description and its numbers, never its pixels."""
    return f"{drawing.alt}\n\n{drawing.data.strip()}"


@contextlib.contextmanager
def _catching_stray() -> Iterator[io.StringIO]:
    """Catch what is written to the real standard output and error, past Python's streams."""
    caught = io.StringIO()
    with LOG.off():
        kept = tempfile.TemporaryFile()  # noqa: SIM115  (closed below)
    with kept:
        saved = os.dup(1), os.dup(2)
        os.dup2(kept.fileno(), 1)
        os.dup2(kept.fileno(), 2)
        try:
            yield caught
        finally:
            sys.stderr.flush()
            for descriptor, number in zip(saved, (1, 2), strict=True):
                os.dup2(descriptor, number)
                os.close(descriptor)
            kept.seek(0)
            caught.write(kept.read().decode("utf-8", "replace"))


def describe_error(error: BaseException, places: Mapping[str, tuple[str, int]]) -> dict[str, Any]:
    """Give an error's message, the last line of the page it passed, and the author's frames.

    ``places`` says which file's lines a block's lines are, and how many lines stand above them there;
    a block that includes a snippet has no place of its own.
    """
    here = str(Path.cwd())
    stack = traceback.extract_tb(error.__traceback__)
    frames = [_put(frame, places) for frame in stack if _is_authors(frame.filename, here)]
    pages = {path for path, _ in places.values()}
    line = next((frame.lineno for frame in reversed(frames) if frame.filename in pages), None)
    text = "".join(traceback.format_list(frames)).replace(here + os.sep, "")
    last = (frames[-1].filename.replace(here + os.sep, ""), frames[-1].lineno or 0) if frames else ("", 0)
    if isinstance(error, SyntaxError) and error.filename and _is_authors(error.filename, here):
        path, above = places.get(error.filename, (error.filename.replace(here + os.sep, ""), 0))
        last = (path, (error.lineno or 1) + above)
        if error.filename in places:
            line = line or last[1]
            error.filename, error.lineno = last
    message = "".join(traceback.format_exception_only(error)).strip()
    if isinstance(error, SystemExit):
        message = f"SystemExit: the code called sys.exit({error.code!r})"
    return {"message": message.replace(here + os.sep, ""), "line": line, "trace": text, "at": last}


def _put(frame: traceback.FrameSummary, places: Mapping[str, tuple[str, int]]) -> traceback.FrameSummary:
    """Give a frame of a block the line that it has on its page."""
    if frame.filename not in places:
        return frame
    path, above = places[frame.filename]
    return traceback.FrameSummary(path, (frame.lineno or 1) + above, frame.name, line=frame.line)


def _is_authors(filename: str, here: str) -> bool:
    """Tell whether a frame is the author's: in the book's folder, and neither installed nor ours."""
    if filename.startswith("<block ") or not Path(filename).is_absolute():
        return not filename.startswith("<frozen")
    path = Path(filename)
    return (
        filename.startswith(here + os.sep)
        and "site-packages" not in path.parts
        and path.parent != Path(__file__).parent
    )
