"""Inside the worker: experiments' results that need not be made again.

A result is found by its name, the digests of the modules that its experiment reaches, and the stamp
of all else; and it holds only while the files that it read are as they were. A result that is kept is
made in a process of its own, in which nothing else has happened: not in one that a block, or another
experiment, may have changed. Every result takes the way through its kept form, so that a cold build
and a warm one hold the same bits.
"""

from __future__ import annotations

from functools import cached_property
from inspect import getattr_static
from typing import TYPE_CHECKING, Any

from tether import codec
from tether.digests import digest_json
from tether.experiment import Experiment
from tether.places import find_needs, tell_needs
from tether.reads import CHANGED, LOG, look

if TYPE_CHECKING:
    from collections.abc import Callable

    from tether.imports import Modules
    from tether.store import Store

KIND = "experiments"


class Keeper:
    """Finds results made, or makes them."""

    def __init__(self, store: Store, modules: Modules, stamp: str) -> None:
        """Take the folder, the book's modules, and the stamp of all else."""
        self._store, self._modules, self._stamp = store, modules, stamp
        self._keys: dict[tuple[type, type, str], str | None] = {}
        self._used: list[set[str]] = []
        """The results that the one now being made has asked for, one set a level."""
        self.ask: Callable[[str, str], None] | None = None
        """Has a result made and kept elsewhere, by its name and key."""

    def note(self, experiment: Experiment[Any]) -> None:
        """Take note that the result now being made asks for another one."""
        for used in self._used:
            used.add(experiment.name)

    def provide(self, experiment: Experiment[Any], instance: object) -> Any:  # noqa: ANN401
        """Give an experiment's result for one instance of a book's values; what is made here is not kept."""
        key = None if _has_own_state(instance) else self._key(experiment, type(instance))
        kept = None if key is None else self._find(key, instance)
        if kept is None and key is not None and self.ask is not None and not self._is_refused(key):
            self.ask(experiment.name, key)
            kept = self._find(key, instance)
        if kept is not None:
            return kept[0]
        value = experiment.make(instance)
        try:
            return codec.decode(codec.encode(value))
        except codec.NotKeptError:
            return value

    def lacks(self, name: str, instance: object) -> str | None:
        """Give the key of a result that is to be made and kept; None where it is there, or never is."""
        experiment = find_experiment(type(instance), name)
        if experiment is None or _has_own_state(instance):
            return None
        key = self._key(experiment, type(instance))
        if key is None or self._find(key, instance) is not None:
            return None
        return None if self._is_refused(key) else key

    def _is_refused(self, key: str) -> bool:
        entry = self._store.get(KIND, key)
        return entry is not None and "refused" in entry

    def make(self, name: str, instance: object, key: str) -> None:
        """Make a result and keep it: in a process of its own, which ends with it."""
        with self._store.alone(KIND, key):
            if self.lacks(name, instance) is None:
                return
            experiment = find_experiment(type(instance), name)
            made = None if experiment is None else self._make(experiment, instance)
            if made is not None:
                self._store.put(KIND, key, made)

    def _make(self, experiment: Experiment[Any], instance: object) -> dict[str, Any] | None:
        """Make a result; give what is to be kept, which for some is a refusal, or None for another try."""
        used: set[str] = set()
        self._used.append(used)
        with LOG.part() as doubts:
            value = experiment.make(instance)
            LOG.settle()
        self._used.pop()
        used.discard(experiment.name)
        refusal = next(iter(doubts), "") or ("it changes its instance" if _has_own_state(instance) else "")
        try:
            form = codec.encode(value)
        except codec.NotKeptError as error:
            return {"refused": str(error)}
        if refusal.endswith(CHANGED):
            return None  # of an edit while it was made the next try knows nothing
        uses = {name: self._key_of(name, instance) for name in sorted(used)}
        if refusal or None in uses.values() or not self._knows(experiment, instance, form):
            return {"refused": refusal or "it hangs on what is not kept"}
        return {"value": form, "needs": tell_needs(LOG.needs, self._modules.root), "uses": uses}

    def _find(self, key: str, instance: object) -> tuple[Any] | None:
        entry = self._store.get(KIND, key)
        if entry is None or "refused" in entry:
            return None
        try:
            needs = find_needs(entry["needs"], self._modules.root)
            with LOG.off():
                if any(look(path) != digest for path, digest in needs.items()):
                    return None
            if any(self._key_of(name, instance) != used for name, used in entry["uses"].items()):
                return None
            value = codec.decode(entry["value"])
        except Exception:  # noqa: BLE001  (whatever a form of others raises: it is made anew)
            return None
        for path, digest in needs.items():
            LOG.need(path, digest)
        return (value,)

    def _key_of(self, name: str, instance: object) -> str | None:
        nested = find_experiment(type(instance), name)
        return None if nested is None else self._key(nested, type(instance))

    def _key(self, experiment: Experiment[Any], owner: type) -> str | None:
        """Give the key of a result; None where its experiment is not the book's own."""
        holder = _find_holder(experiment, owner)
        if holder is None:
            return None
        place = (owner, holder, experiment.name)
        if place not in self._keys:
            reached = self._reach(experiment, owner, holder)
            names = [f"{kind.__module__}.{kind.__qualname__}" for kind in (owner, holder)]
            what = [*names, experiment.name, self._modules.digests(reached or set()), self._stamp]
            self._keys[place] = digest_json(what) if reached is not None else None
        return self._keys[place]

    def _reach(self, experiment: Experiment[Any], owner: type, holder: type) -> set[str] | None:
        """Give the modules that an experiment reaches; None where one of them is not the book's."""
        classes = [kind for kind in owner.__mro__ if kind is not object]
        # What a class holds beside experiments any experiment may ask its instance for.
        sharing = {kind.__module__ for kind in classes if kind is holder or _holds_more(kind)}
        metaclasses = {type(kind).__module__ for kind in classes} - {"builtins", "abc", "typing"}
        starts = sharing | metaclasses | {experiment.make.__module__}
        if not starts <= self._modules.known.keys():
            return None
        return {name for start in starts for name in self._modules.closure(start)}

    def _knows(self, experiment: Experiment[Any], instance: object, form: Any) -> bool:  # noqa: ANN401
        """Tell whether a result was made by the sources that its key stands for, and by no others."""
        owner = type(instance)
        holder = _find_holder(experiment, owner)
        reached = (self._reach(experiment, owner, holder) if holder is not None else None) or set()
        classes = {name.partition(":")[0] for name in codec.classes_in(form)}
        if any(name in self._modules.known and name not in reached for name in classes):
            return False
        known = {module.path: module.digest for module in self._modules.known.values()}
        return all(known.get(path) == digest for path, digest in LOG.modules.items())


def find_experiment(owner: type, name: str) -> Experiment[Any] | None:
    """Give the experiment that a class has under a name."""
    found = next((vars(kind)[name] for kind in owner.__mro__ if name in vars(kind)), None)
    return found if isinstance(found, Experiment) else None


def _find_holder(experiment: Experiment[Any], owner: type) -> type | None:
    return next((kind for kind in owner.__mro__ if vars(kind).get(experiment.name) is experiment), None)


def _has_own_state(instance: object) -> bool:
    """Tell whether an instance holds what its class does not make: its results are then nobody else's."""
    made = (Experiment, cached_property)
    owner = type(instance)
    return any(not isinstance(getattr_static(owner, name, None), made) for name in vars(instance))


def _holds_more(kind: type) -> bool:
    return any(
        not isinstance(item, Experiment)
        for name, item in vars(kind).items()
        if name not in {"__module__", "__doc__", "__dict__", "__weakref__", "__qualname__", "__firstlineno__",
                        "__static_attributes__", "__annotations__", "__parameters__", "__orig_bases__"}
    )  # fmt: skip
