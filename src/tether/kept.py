"""Jobs whose outcome is kept between builds: a page's blocks, and the book's expressions.

An outcome holds for the same blocks or expressions, the same modules of the book, the same stamp of
all else, and the same files read. A job with any failure is never kept.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

from tether.digests import digest_json
from tether.ground import Ground
from tether.places import tell_needs
from tether.runner import Outcome, Setting, run_jobs
from tether.store import warn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tether.config import Project


@dataclass
class Kept:
    """What is kept for one book; use it as a context manager, once a verdict."""

    ground: Ground
    used: set[int] = field(default_factory=set)
    """The jobs of the last run whose outcome was kept from before, by their index."""
    stands: dict[int, tuple[str, dict[str, str]]] = field(default_factory=dict)
    """By the index of a job of the last run: its key, and the files that it read. Only of what is kept."""
    _known: dict[str, dict[str, Any]] = field(default_factory=dict)

    def __enter__(self) -> Self:
        """Begin a verdict."""
        return self

    def __exit__(self, *_: object) -> None:
        """Let go of what nobody has asked for in a while."""
        self.ground.store.prune()

    def run(self, jobs: Sequence[dict[str, Any]]) -> list[Outcome]:
        """Have jobs done, those that need it; give each one's outcome."""
        jobs = [complete(job, self.ground.project) for job in jobs]
        self.stands = {}
        found = [self._find(index, job) for index, job in enumerate(jobs)]
        left = [index for index, outcome in enumerate(found) if outcome is None or outcome.missing]
        self.used = set(range(len(jobs))) - set(left)
        ground, modules = self.ground, self.ground.modules.pack()
        setting = Setting(ground.environment, str(ground.store.folder), modules, ground.stamp)
        done = run_jobs(ground.project, [_cut(jobs[index], found[index]) for index in left], setting)
        for index, outcome in zip(left, done, strict=True):
            for note in outcome.notes:
                warn(note)
            found[index] = whole = _join(found[index], outcome)
            self._keep(index, jobs[index], whole, outcome)
        return [outcome for outcome in found if outcome is not None]

    def _find(self, index: int, job: dict[str, Any]) -> Outcome | None:
        key = key_job(digest_job(job), self.ground)
        entry = self.ground.store.get(job["kind"], key)
        try:
            needs = None if entry is None else self.ground.holds(entry["needs"])
            if entry is None or needs is None:
                return None
            reports: dict[str, Any] = entry["reports"]
            self._known[key] = dict(reports)
            outcome = Outcome(done=True, needs=needs)
            for place, name in enumerate(_names(job)):
                if name in reports:
                    outcome.events[place] = reports[name]
                else:
                    outcome.missing.append(place)
            if not outcome.missing:
                self.stands[index] = key, needs
        except (KeyError, TypeError, AttributeError):
            return None
        return outcome

    def _keep(self, index: int, job: dict[str, Any], whole: Outcome, done: Outcome) -> None:
        known = {module.path: module.digest for module in self.ground.modules.known.values()}
        if done.doubt or not done.done or done.ended or done.failed:
            return
        if any(whole.needs.get(path, digest) != digest for path, digest in done.needs.items()):
            return  # a file changed between what was found and what was done
        if any(known.get(path, digest) != digest for path, digest in done.modules.items()):
            return  # the source changed while the job ran
        reports = {
            name: whole.events[place]
            for place, name in enumerate(_names(job))
            if place in whole.events and not _has_failed(whole.events[place])
        }
        if job["kind"] == "page" and len(reports) < len(job["blocks"]):
            return
        further = {path: digest for path, digest in done.modules.items() if path not in known}
        needs = {**whole.needs, **done.needs, **further}
        # A check of one page asks for few of the book's expressions; what the others came to holds still.
        key = key_job(digest_job(job), self.ground)
        told = tell_needs(needs, self.ground.project.root)
        self._known[key] = {**self._known.get(key, {}), **reports}
        self.ground.store.put(job["kind"], key, {"needs": told, "reports": self._known[key]})
        self.stands[index] = key, needs


def complete(job: dict[str, Any], project: Project) -> dict[str, Any]:
    """Give a job with what the settings say of it."""
    settings = project.settings
    told = {"values": settings.values, "limit": settings.time_limit}
    return {**job, **told, "vouched": job.get("page") in settings.vouched}


def digest_job(job: dict[str, Any]) -> str:
    """Give the digest of what is to be done; the expressions are kept one by one."""
    what = {name: part for name, part in job.items() if name != "expressions"}
    if job["kind"] == "page":  # where a block stands on its page is nothing that it can know
        what["blocks"] = [{**block, "line": 0, "aligned": True} for block in job["blocks"]]
    return digest_json(what)


def key_job(digest: str, ground: Ground) -> str:
    """Give the key of a job by its digest: it hangs on all modules of the book, and on the stamp."""
    return digest_json([digest, ground.modules.digest(), ground.stamp])


def evaluate(project: Project, requests: list[dict[str, Any]]) -> Outcome:
    """Evaluate expressions outside a verdict; what is kept serves them too."""
    job = {"kind": "values", "values": project.settings.values, "expressions": requests}
    with Kept(Ground(project)) as kept:
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
