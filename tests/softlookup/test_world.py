from dataclasses import fields

import pytest

from softlookup.world import (
    ENTITIES,
    RELATIONS,
    TRIPLES,
    TYPE_OF,
    TYPES,
    ByEntity,
    Triple,
    describe_world,
    find_entity,
    gather,
)

PEOPLE = {"Professor", "Student"}

DIRECTIONS = {
    "advises": ({"Professor"}, {"Student"}),
    "authored": (PEOPLE, {"Paper"}),
    "cites": ({"Paper"}, {"Paper"}),
    "affiliated": (PEOPLE, {"Institution"}),
    "about": ({"Paper"}, {"Topic"}),
}


def test_the_entities_are_those_of_source_a() -> None:
    assert " ".join(ENTITIES) == "alice bob carol cmu dave erin logic mit ml nesy p1 p2 p3"
    assert list(TYPE_OF) == list(ENTITIES) == sorted(ENTITIES)
    counts = {kind: list(TYPE_OF.values()).count(kind) for kind in TYPES}
    assert counts == {"Institution": 2, "Paper": 3, "Professor": 2, "Student": 3, "Topic": 3}
    assert list(TYPES) == sorted(TYPES)
    assert describe_world().counts == tuple(counts.values())


def test_what_source_a_names_is_there() -> None:
    assert RELATIONS == ("advises", "authored", "cites", "affiliated", "about")
    assert Triple("bob", "advises", "carol") in TRIPLES
    assert Triple("bob", "authored", "p1") in TRIPLES


@pytest.mark.parametrize("relation", RELATIONS)
def test_every_fact_reads_in_the_direction_stated(relation: str) -> None:
    subjects, objects = DIRECTIONS[relation]
    facts = [fact for fact in TRIPLES if fact.relation == relation]
    assert facts
    for fact in facts:
        assert TYPE_OF[fact.subject] in subjects
        assert TYPE_OF[fact.object] in objects


def test_the_facts_make_a_world() -> None:
    assert len(set(TRIPLES)) == len(TRIPLES)
    assert all(fact.relation in RELATIONS for fact in TRIPLES)
    connected = {"bob"}
    while True:
        reached = connected | {
            end
            for fact in TRIPLES
            if {fact.subject, fact.object} & connected
            for end in (fact.subject, fact.object)
        }
        if reached == connected:
            break
        connected = reached
    assert connected == set(ENTITIES)
    students = [name for name in ENTITIES if TYPE_OF[name] == "Student"]
    assert sorted(fact.object for fact in TRIPLES if fact.relation == "advises") == students
    people = [name for name in ENTITIES if TYPE_OF[name] in PEOPLE]
    assert sorted(fact.subject for fact in TRIPLES if fact.relation == "affiliated") == people


def test_no_paper_cites_a_newer_one() -> None:
    # The papers are numbered by age, so that citations make no circle.
    assert all(fact.subject > fact.object for fact in TRIPLES if fact.relation == "cites")


def test_the_world_is_described_by_its_counts_and_edges() -> None:
    world = describe_world()
    assert (world.size, world.pairs) == (13, 169)
    assert world.type_index("bob") == 2
    assert world.edges("cites") == ((11, 10), (12, 10), (12, 11))
    for relation in RELATIONS:
        names = [(ENTITIES[i], ENTITIES[j]) for i, j in world.edges(relation)]
        assert names == [(fact.subject, fact.object) for fact in TRIPLES if fact.relation == relation]


def test_an_entity_is_found_by_its_name() -> None:
    assert [find_entity(name) for name in ENTITIES] == list(range(13))
    with pytest.raises(ValueError, match=r"expected one of alice, .*, p3, found 'p4'"):
        find_entity("p4")


def test_by_entity_keeps_one_thing_a_name_in_order() -> None:
    assert tuple(field.name for field in fields(ByEntity)) == ENTITIES
    kept = ByEntity(**gather(lambda place, name: f"{place} {name}"))
    assert kept.bob == "1 bob"
    assert list(kept) == [f"{place} {name}" for place, name in enumerate(ENTITIES)]
    assert list(kept.by_name) == list(ENTITIES)
