"""The academic world: 13 entities, their types, and what relates them.

Entities and types are those of the chapter the book grew from (source A). It names two facts, that
bob advises carol and that bob authored p1; the other triples are this book's own choice. A triple
reads from left to right, subject, relation, object:

- *advises* goes from a professor to a student,
- *authored* from a professor or student to a paper,
- *cites* from the citing paper to the older one it cites,
- *affiliated* from a professor or student to an institution,
- *about* from a paper to a topic.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")


class Triple(NamedTuple):
    """One fact, read from left to right."""

    subject: str
    relation: str
    object: str


@dataclass(frozen=True, eq=False)
class ByEntity(Generic[T]):
    """One thing for each entity, under the entity's name, in alphabetical order."""

    alice: T
    bob: T
    carol: T
    cmu: T
    dave: T
    erin: T
    logic: T
    mit: T
    ml: T
    nesy: T
    p1: T
    p2: T
    p3: T

    @property
    def by_name(self) -> dict[str, T]:
        """The same things by name, in alphabetical order."""
        return {name: getattr(self, name) for name in ENTITIES}

    def __iter__(self) -> Iterator[T]:
        """Go through the entities in alphabetical order."""
        return iter(self.by_name.values())


ENTITIES: tuple[str, ...] = tuple(field.name for field in fields(ByEntity))

TYPE_OF: dict[str, str] = {
    "alice": "Professor",
    "bob": "Professor",
    "carol": "Student",
    "cmu": "Institution",
    "dave": "Student",
    "erin": "Student",
    "logic": "Topic",
    "mit": "Institution",
    "ml": "Topic",
    "nesy": "Topic",
    "p1": "Paper",
    "p2": "Paper",
    "p3": "Paper",
}

TYPES: tuple[str, ...] = ("Institution", "Paper", "Professor", "Student", "Topic")

RELATIONS: tuple[str, ...] = ("advises", "authored", "cites", "affiliated", "about")

TRIPLES: tuple[Triple, ...] = (
    Triple("alice", "advises", "dave"),
    Triple("alice", "advises", "erin"),
    Triple("bob", "advises", "carol"),
    Triple("alice", "authored", "p2"),
    Triple("alice", "authored", "p3"),
    Triple("bob", "authored", "p1"),
    Triple("carol", "authored", "p1"),
    Triple("dave", "authored", "p2"),
    Triple("erin", "authored", "p3"),
    Triple("p2", "cites", "p1"),
    Triple("p3", "cites", "p1"),
    Triple("p3", "cites", "p2"),
    Triple("alice", "affiliated", "mit"),
    Triple("bob", "affiliated", "cmu"),
    Triple("carol", "affiliated", "cmu"),
    Triple("dave", "affiliated", "mit"),
    Triple("erin", "affiliated", "mit"),
    Triple("p1", "about", "logic"),
    Triple("p1", "about", "nesy"),
    Triple("p2", "about", "ml"),
    Triple("p3", "about", "ml"),
    Triple("p3", "about", "nesy"),
)


@dataclass(frozen=True)
class World:
    """The academic world as the pages quote it."""

    entities: tuple[str, ...] = ENTITIES
    """The names of the entities, in alphabetical order."""
    types: tuple[str, ...] = TYPES
    """The names of the types, in alphabetical order."""
    relations: tuple[str, ...] = RELATIONS
    """The names of the relations."""
    triples: tuple[Triple, ...] = TRIPLES
    """Every fact, as (subject, relation, object)."""

    @property
    def size(self) -> int:
        """How many entities there are."""
        return len(self.entities)

    @property
    def pairs(self) -> int:
        """How many entries a matrix over all entities has: size times size."""
        return self.size**2

    @property
    def counts(self) -> tuple[int, ...]:
        """How many entities each type has, types in alphabetical order."""
        return tuple(list(TYPE_OF.values()).count(kind) for kind in self.types)

    def type_index(self, entity: str) -> int:
        """Give the place of an entity's type among the types in alphabetical order."""
        return self.types.index(TYPE_OF[entity])

    def edges(self, relation: str) -> tuple[tuple[int, int], ...]:
        """Give a relation's facts as (subject, object) places among the entities."""
        place = self.entities.index
        facts = (fact for fact in self.triples if fact.relation == relation)
        return tuple((place(fact.subject), place(fact.object)) for fact in facts)


def describe_world() -> World:
    """Give the academic world."""
    return World()


def find_entity(name: str) -> int:
    """Give an entity's place in alphabetical order; raises ``ValueError`` for a name that is none."""
    if name not in ENTITIES:
        message = f"expected one of {', '.join(ENTITIES)}, found {name!r}"
        raise ValueError(message)
    return ENTITIES.index(name)


def gather(make: Callable[[int, str], T]) -> dict[str, T]:
    """Make one thing for each entity from its place and name, ready to be spread into a `ByEntity`."""
    return {name: make(place, name) for place, name in enumerate(ENTITIES)}
