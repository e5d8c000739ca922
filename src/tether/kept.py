"""Jobs whose outcome is kept between builds: a page's blocks, and the book's expressions.

An outcome holds for the same blocks or expressions, the same modules of the book, the same stamp of
all else, and the same files read. A job with any failure is never kept.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

from tether.digests import digest_json
from tether.imports import read_modules
from tether.reads import look
from tether.runner import Outcome, Setting, run_jobs
from tether.stamp import make_stamp, pass_environment
from tether.store import open_store, warn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tether.config import Project


@dataclass
class Kept:
    """What is kept for one book; use it as a context manager, once a verdict."""

    project: Project
    used: set[int] = field(default_factory=set)
    """The jobs of the last run whose outcome was kept from before, by their index."""

    def __enter__(self) -> Self:
        """Read the book's modules, and open the folder."""
        self._store = open_store(self.project)
        self._modules = read_modules(self.project.root, self._store)
        environment = pass_environment(self.project.settings.environment)
        self._stamp = digest_json([make_stamp(environment), str(self.project.root)])
        self._setting = Setting(environment, str(self._store.folder), self._modules.pack(), self._stamp)
        self._looked: dict[str, str] = {}
        self._known: dict[str, dict[str, Any]] = {}
        return self

    def __exit__(self, *_: object) -> None:
        """Let go of what nobody has asked for in a while."""
        self._store.prune()

    def run(self, jobs: Sequence[dict[str, Any]]) -> list[Outcome]:
        """Have jobs done, those that need it; give each one's outcome."""
        settings = self.project.settings
        told = {"values": settings.values, "limit": settings.time_limit}
        jobs = [{**job, **told, "vouched": job.get("page") in settings.vouched} for job in jobs]
        found = [self._find(job) for job in jobs]
        left = [index for index, outcome in enumerate(found) if outcome is None or outcome.missing]
        self.used = set(range(len(jobs))) - set(left)
        done = run_jobs(self.project, [_cut(jobs[index], found[index]) for index in left], self._setting)
        for index, outcome in zip(left, done, strict=True):
            for note in outcome.notes:
                warn(note)
            found[index] = whole = _join(found[index], outcome)
            self._keep(jobs[index], whole, outcome)
        return [outcome for outcome in found if outcome is not None]

    def _key(self, job: dict[str, Any]) -> str:
        what = {name: part for name, part in job.items() if name != "expressions"}
        if job["kind"] == "page":  # where a block stands on its page is nothing that it can know
            what["blocks"] = [{**block, "line": 0, "aligned": True} for block in job["blocks"]]
        return digest_json([what, self._modules.digest(), self._stamp])

    def _find(self, job: dict[str, Any]) -> Outcome | None:
        key = self._key(job)
        entry = self._store.get(job["kind"], key)
        try:
            if entry is None or any(self._look(path) != digest for path, digest in entry["needs"].items()):
                return None
            reports: dict[str, Any] = entry["reports"]
            self._known[key] = dict(reports)
            outcome = Outcome(done=True, needs=dict(entry["needs"]))
            for index, name in enumerate(_names(job)):
                if name in reports:
                    outcome.events[index] = reports[name]
                else:
                    outcome.missing.append(index)
        except (KeyError, TypeError, AttributeError):
            return None
        return outcome

    def _keep(self, job: dict[str, Any], whole: Outcome, done: Outcome) -> None:
        known = {module.path: module.digest for module in self._modules.known.values()}
        if done.doubt or not done.done or done.ended or done.failed:
            return
        if any(whole.needs.get(path, digest) != digest for path, digest in done.needs.items()):
            return  # a file changed between what was found and what was done
        if any(known.get(path, digest) != digest for path, digest in done.modules.items()):
            return  # the source changed while the job ran
        reports = {
            name: whole.events[index]
            for index, name in enumerate(_names(job))
            if index in whole.events and not _has_failed(whole.events[index])
        }
        if job["kind"] == "page" and len(reports) < len(job["blocks"]):
            return
        further = {path: digest for path, digest in done.modules.items() if path not in known}
        needs = {**whole.needs, **done.needs, **further}
        # A check of one page asks for few of the book's expressions; what the others came to holds still.
        key = self._key(job)
        kept = {"needs": needs, "reports": {**self._known.get(key, {}), **reports}}
        self._store.put(job["kind"], key, kept)

    def _look(self, path: str) -> str:
        if path not in self._looked:
            self._looked[path] = look(path)
        return self._looked[path]


def evaluate(project: Project, requests: list[dict[str, Any]]) -> Outcome:
    """Evaluate expressions outside a verdict; what is kept serves them too."""
    job = {"kind": "values", "values": project.settings.values, "expressions": requests}
    with Kept(project) as kept:
        (outcome,) = kept.run([job])
    return outcome


def _names(job: dict[str, Any]) -> list[str]:
    """Give the name under which each part of a job is kept: an expression by itself, a block by its place."""
    if job["kind"] == "page":
        return [str(index) for index in range(len(job["blocks"]))]
    return [digest_json([item["text"], item["quoted"]])[:32] for item in job["expressions"]]


def _cut(job: dict[str, Any], found: Outcome | None) -> dict[str, Any]:
    """Leave of a job what was not found; the blocks of a page are found together or not at all."""
    if found is None or job["kind"] == "page":
        return job
    return {**job, "expressions": [job["expressions"][index] for index in found.missing]}


def _join(found: Outcome | None, done: Outcome) -> Outcome:
    """Put what was found and what was done into one outcome."""
    if found is None:
        return done
    places = dict(enumerate(found.missing))
    done_events = {places[index]: event for index, event in done.events.items()}
    return Outcome(
        events={**found.events, **done_events},
        failed=done.failed,
        ended=done.ended,
        at=places.get(done.at, done.at),
        done=done.done,
        needs=found.needs,
    )


def _has_failed(event: dict[str, Any]) -> bool:
    return bool(event.get("error")) or any(name in event for name in ("failed", "close"))
