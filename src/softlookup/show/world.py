"""The academic world as tables."""

import numpy as np

from softlookup.experiments.head import mark_types
from softlookup.show.tables import write_table
from softlookup.world import TYPE_OF, World


def list_types(world: World, d_model: int) -> str:
    """Write each type with its entities and with the columns of the features that belong to it."""
    marked = mark_types(world, d_model)
    rows = []
    for name in world.types:
        members = [entity for entity in world.entities if TYPE_OF[entity] == name]
        columns = np.flatnonzero(marked[world.entities.index(members[0])])
        rows.append((name, ", ".join(members), ", ".join(str(column) for column in columns)))
    return write_table(("type", "entities", "its columns of X"), rows)


def list_facts(world: World) -> str:
    """Write each relation with its facts, subject before object."""
    rows = []
    for relation in world.relations:
        facts = [fact for fact in world.triples if fact.relation == relation]
        rows.append((relation, ", ".join(f"{fact.subject} → {fact.object}" for fact in facts)))
    return write_table(("relation", "facts"), rows)
