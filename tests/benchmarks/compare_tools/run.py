"""Putting a case to a tool: a sound project, an edit, the command, and what came of it."""

import hashlib
import html
import os
import re
import shutil
import subprocess
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.compare_tools.cases import CASES, Case, Page, is_right
from benchmarks.compare_tools.server import serve
from benchmarks.compare_tools.tools import STRICT_PROJECTS, TOOLS, Tool

LATER = 10
"""By how many seconds an edited file is younger than it was, so that no run has to wait for the clock."""
CACHES = frozenset({"__pycache__", ".cache", ".doctrees", "jupyter_execute", ".jupyter_cache"})
"""Folders in which the tools, or Python, keep things between two runs."""
PATIENCE = 300
"""Seconds after which a command counts as hanging."""


@dataclass(frozen=True)
class Outcome:
    """What came of one case with one tool in one mode."""

    exit_code: int
    outcome: str
    """``stopped`` where the command failed; else ``right`` or ``wrong``, as readers get the page."""
    site: str
    """What became of the last good site: ``kept``, ``replaced``, ``gone``; empty where none is built."""
    said: tuple[str, ...]
    """What it said of it: lines that speak of errors and warnings, none if it said nothing of the kind."""
    refused_before: bool = False
    """Whether it would not have the page even while the number was right."""

    def as_record(self) -> dict[str, object]:
        """Give what a record holds."""
        return asdict(self) | {"said": list(self.said)}


def write_project(folder: Path, tool: str, mode: str, page: Page) -> None:
    """Write the project of a tool for a page, over what is there."""
    write = STRICT_PROJECTS[tool] if tool in STRICT_PROJECTS and mode != "plain" else TOOLS[tool].write
    for name, text in write(page).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and path.read_text("utf-8") == text:
            continue  # an edit leaves the other files alone, and their times
        path.write_text(text, encoding="utf-8")


def run_command(folder: Path, command: str, python: Path, patience: int = PATIENCE) -> tuple[int, str]:
    """Run a command of a tool in a folder, as a CI job would; give exit code and what it said."""
    try:
        done = subprocess.run(
            ["/bin/sh", "-c", command],
            cwd=folder,
            env=make_environment(folder, python),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            check=False,
            timeout=patience,
        )
    except subprocess.TimeoutExpired:
        return 124, "hangs"
    return done.returncode, done.stdout


def make_environment(folder: Path, python: Path) -> dict[str, str]:
    """Give the environment of a command: the tool first on the path, the project's code importable."""
    kept = {name: value for name, value in os.environ.items() if name.startswith(("OPENBLAS", "HOME", "TMP"))}
    return kept | {
        "PATH": f"{python.parent}:/usr/bin:/bin",
        "PYTHONPATH": str(folder),
        "PYTHONUTF8": "1",
        "LANG": "C.UTF-8",
        "NO_MKDOCS_2_WARNING": "1",
        "NO_COLOR": "1",
    }


def read_text(path: Path) -> str:
    """Give what a reader of a file gets to read."""
    if not path.exists():
        return ""
    text = path.read_text("utf-8")
    if path.suffix != ".html":
        return text
    body = re.sub(r"(?is)<(script|style)\b.*?</\1>", " ", text.partition("<body")[2].partition(">")[2])
    return html.unescape(re.sub(r"<[^>]+>", "", body))


_TELLING = re.compile(
    r"(?i)error|warning|unsupported|uncheckable|fail|differs|quoted|claim|loose|unrecogni[sz]ed|"
    r"\(changed\)|snapshot|\bhang|aborted|^[\w./-]+(:\d+:(\d+:)?|\(\d+\):) "
)
_NOISE = re.compile(
    r"(?i)^\s*(\^|during handling|traceback|raise \w|=+ |_+ |-+ |!+ )|\bINFO\b|\[\d+/\d+\]|"
    r"^\w[\w-]* v[\d.]+: |updating environment|running over TCP|^import |inside a claim|traced|"
    r"^#|^collected |^\d{3} |\"GET "
)
_MOST = 4


def tell(said: str, folder: Path, python: Path, *, failed: bool = False) -> tuple[str, ...]:
    """Keep a few lines that speak of what is wrong, without paths, times and colours.

    Of what failed and named nothing as an error, the last line is kept.
    """
    plain = re.sub(r"\x1b\[[0-9;]*m", "", said)
    for path in (folder.resolve(), folder, python.parent.parent):
        plain = plain.replace(f"{path}/", "").replace(str(path), ".")
    plain = re.sub(r"(?:/[\w.-]+){3,}/", "…/", plain)
    plain = re.sub(r"\b\d+(\.\d+)? ?(s|seconds)\b", "… s", plain)
    lines = [" ".join(line.split()) for line in plain.splitlines()]
    telling = [line for line in lines if _TELLING.search(line) and not _NOISE.search(line)]
    if failed and not telling:
        telling = [line for line in lines if line][-1:]
    return tuple(dict.fromkeys(line[:200] for line in telling))[:_MOST]


def digest(folder: Path) -> dict[str, str]:
    """Give a digest of every file of a folder."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def edit(folder: Path, tool: str, mode: str, case: Case) -> None:
    """Turn the sound project into what became of it, with the times that the case asks for."""
    helper = folder / "gauge.py"
    times = helper.stat()
    before = {path: path.stat().st_mtime for path in folder.rglob("*") if path.is_file()}
    write_project(folder, tool, mode, case.after)
    for path, time in before.items():
        if path.stat().st_mtime != time:
            os.utime(path, (time + LATER, time + LATER))
    if not case.kept:
        for path in [path for path in folder.rglob("*") if path.name in CACHES]:
            shutil.rmtree(path)
    if case.same_second:
        assert helper.stat().st_size == times.st_size, "the helper should keep its size"
        os.utime(helper, ns=(times.st_atime_ns, times.st_mtime_ns))


class Workshop:
    """The project of one tool in one mode, laid anew for each case, as it was after a sound run.

    Each sound run happens once: what it left, caches and bytecode included, is kept aside with its times and
    laid back at the same place.
    """

    def __init__(self, folder: Path, tool: str, mode: str, python: Path | None = None) -> None:
        """Keep where to work and with what; without an interpreter, with the one that runs this."""
        self.folder = folder / f"{tool}-{mode}" / "work"
        self.tool, self.mode = tool, mode
        self.python = python or Path(sys.executable)
        self._sound: dict[Page, tuple[Path, int]] = {}

    def lay(self, case: Case) -> int:
        """Lay the sound project of a case; give the exit code of its sound run.

        Raises ``RuntimeError`` where the tool refuses it or shows it wrong, since the rest would then say
        nothing; only a typed number may be refused from the start, which is what some tools are for.
        """
        if case.before not in self._sound:
            self._sound[case.before] = self._run_sound(case)
        kept, code = self._sound[case.before]
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.copytree(kept, self.folder)
        return code

    def _run_sound(self, case: Case) -> tuple[Path, int]:
        chosen = TOOLS[self.tool]
        shutil.rmtree(self.folder, ignore_errors=True)
        write_project(self.folder, self.tool, self.mode, case.before)
        if chosen.prepare:
            run_command(self.folder, chosen.prepare, self.python)
        code, said = run_command(self.folder, chosen.modes[self.mode], self.python)
        sound = Case(case.title, case.before, case.before)
        shown = is_right(sound, read_text(self.folder / chosen.goes_out)) or self.mode == "check"
        if (code and not case.before.typed) or (not code and not shown):
            message = f"{self.tool}, {self.mode}: the sound project of «{case.title}» gave {code}:\n{said}"
            raise RuntimeError(message)
        kept = self.folder.parent / f"sound-{len(self._sound)}"
        shutil.rmtree(kept, ignore_errors=True)
        shutil.copytree(self.folder, kept)
        return kept, code

    def put(self, name: str) -> Outcome:
        """Make the edit of a case, run the tool again, and say what came of it."""
        case, chosen = CASES[name], TOOLS[self.tool]
        refused = self.lay(case) != 0
        site = self.folder / "site"
        last_good = digest(site) if site.exists() else {}
        if case.served:
            return self._watch(case)
        edit(self.folder, self.tool, self.mode, case)
        code, said = run_command(self.folder, chosen.modes[self.mode], self.python)
        state = ""
        if chosen.goes_out.startswith("site/") and self.mode != "check" and not refused:
            after = digest(site) if site.exists() else {}
            state = "gone" if not after else "kept" if after == last_good else "replaced"
        right = is_right(case, read_text(self.folder / chosen.goes_out))
        outcome = "stopped" if code else "right" if right else "wrong"
        told = tell(said, self.folder, self.python, failed=code != 0)
        return Outcome(code, outcome, state, told, refused)

    def _watch(self, case: Case) -> Outcome:
        """Serve the sound project, make the edit, and look at the page once it has been built again."""
        with serve(self.folder, TOOLS[self.tool].serve, make_environment(self.folder, self.python)) as server:
            server.wait_until(lambda page: is_right(Case("", case.before, case.before), page))
            edit(self.folder, self.tool, self.mode, case)
            # A further page tells when the site has been built anew; the page itself stays as it is.
            (self.folder / "docs/seen.md").write_text("# Seen\n\nBuilt anew.\n", encoding="utf-8")
            server.wait_until(
                lambda page: "Built anew." in page, "seen/", otherwise=lambda said: "quoted 0.2286" in said
            )
            shown, said = server.read(), server.said()
        outcome = "right" if is_right(case, shown) else "stopped" if "quoted 0.2286" in said else "wrong"
        return Outcome(0, outcome, "", tell(said, self.folder, self.python))


def ask_versions(tool: Tool, python: Path) -> dict[str, str]:
    """Give the versions of what was installed for a tool, and of its Python."""
    names = [tool.package, *(requirement.partition("==")[0] for requirement in tool.requirements)]
    script = (
        "import importlib.metadata as m, platform, sys\n"
        "print('python', platform.python_version())\n"
        "for name in sys.argv[1:]: print(name, m.version(name))"
    )
    told = subprocess.run([python, "-c", script, *names], check=True, capture_output=True, text=True).stdout
    return dict(line.split() for line in told.splitlines())
