"""Inside the worker: experiments' results that need not be made again.

A result is found by its name, the digests of the modules that its experiment reaches, and the stamp
of all else; and it holds only while the files that it read are as they were. Every result takes the
way through its kept form, made or found, so that a cold build and a warm one hold the same bits.
"""

from __future__ import annotations

from functools import cached_property
from inspect import getattr_static
from typing import TYPE_CHECKING, Any

from tether import codec
from tether.digests import digest_json
from tether.experiment import Experiment
from tether.reads import LOG, look

if TYPE_CHECKING:
    from tether.imports import Modules
    from tether.store import Store

KIND = "experiments"


class Keeper:
    """Makes results, or finds them made."""

    def __init__(self, store: Store, modules: Modules, stamp: str) -> None:
        """Take the folder, the book's modules, and the stamp of all else."""
        self._store, self._modules, self._stamp = store, modules, stamp
        self._keys: dict[tuple[type, str], str] = {}
        self._used: list[set[str]] = []
        """The results that the one now being made has asked for, one set a level."""

    def note(self, experiment: Experiment[Any]) -> None:
        """Take note that the result now being made asks for another one."""
        for used in self._used:
            used.add(experiment.name)

    def provide(self, experiment: Experiment[Any], instance: object) -> Any:  # noqa: ANN401
        """Give an experiment's result for one instance of a book's values."""
        key = self._key(experiment, type(instance))
        if key is None or _has_own_state(instance):
            return experiment.make(instance)
        kept = self._find(key, instance)
        if kept is not None:
            return kept[0]
        with self._store.alone(KIND, key):
            kept = self._find(key, instance)
            return kept[0] if kept is not None else self._make(experiment, instance, key)

    def _find(self, key: str, instance: object) -> tuple[Any] | None:
        entry = self._store.get(KIND, key)
        if entry is None:
            return None
        try:
            with LOG.off():
                if any(look(path) != digest for path, digest in entry["needs"].items()):
                    return None
            for name, used in entry["uses"].items():
                nested = _experiment(type(instance), name)
                if nested is None or self._key(nested, type(instance)) != used:
                    return None
            value = codec.decode(entry["value"])
        except Exception:  # noqa: BLE001  (whatever a form of others raises: it is made anew)
            return None
        for path, digest in entry["needs"].items():
            LOG.need(path, digest)
        return (value,)

    def _make(self, experiment: Experiment[Any], instance: object, key: str) -> Any:  # noqa: ANN401
        used: set[str] = set()
        self._used.append(used)
        try:
            with LOG.part() as doubts:
                value = experiment.make(instance)
                LOG.settle()
        finally:
            self._used.pop()
        try:
            form = codec.encode(value)
        except codec.NotKeptError:
            return value
        uses = {name: self._key_of(name, instance) for name in sorted(used)}
        if doubts or None in uses.values() or not self._knows(experiment, instance, form):
            LOG.doubt = LOG.doubt or next(iter(doubts), "")
        else:
            self._store.put(KIND, key, {"value": form, "needs": dict(LOG.needs), "uses": uses})
        return codec.decode(form)

    def _key_of(self, name: str, instance: object) -> str | None:
        nested = _experiment(type(instance), name)
        return None if nested is None else self._key(nested, type(instance))

    def _key(self, experiment: Experiment[Any], owner: type) -> str | None:
        place = (owner, experiment.name)
        if place not in self._keys:
            reached = self._reach(experiment, owner)
            if reached is None:
                return None
            name = f"{owner.__module__}.{owner.__qualname__}.{experiment.name}"
            what = [name, self._modules.digests(reached), self._stamp]
            self._keys[place] = digest_json(what)
        return self._keys[place]

    def _reach(self, experiment: Experiment[Any], owner: type) -> set[str] | None:
        """Give the modules that an experiment reaches; None where one of them is not the book's."""
        classes = [kind for kind in owner.__mro__ if kind is not object]
        holder = next((kind for kind in classes if vars(kind).get(experiment.name) is experiment), None)
        # What a class holds beside experiments any experiment may ask its instance for.
        sharing = [kind for kind in classes if kind is holder or _holds_more(kind)]
        if holder is None or any(kind.__module__ not in self._modules.known for kind in sharing):
            return None
        made_in = experiment.make.__module__
        starts = {kind.__module__ for kind in sharing} | {made_in}
        if made_in not in self._modules.known:
            return None
        return {name for start in starts for name in self._modules.closure(start)}

    def _knows(self, experiment: Experiment[Any], instance: object, form: Any) -> bool:  # noqa: ANN401
        """Tell whether a result was made by the sources that its key stands for, and by no others."""
        reached = self._reach(experiment, type(instance)) or set()
        classes = {name.partition(":")[0] for name in codec.classes_in(form)}
        if any(name in self._modules.known and name not in reached for name in classes):
            return False
        known = {module.path: module.digest for module in self._modules.known.values()}
        return all(known.get(path) == digest for path, digest in LOG.modules.items())


def _experiment(owner: type, name: str) -> Experiment[Any] | None:
    found = next((vars(kind)[name] for kind in owner.__mro__ if name in vars(kind)), None)
    return found if isinstance(found, Experiment) else None


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
