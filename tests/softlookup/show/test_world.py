import re

from softlookup.experiments.recipe import Recipe
from softlookup.show.world import list_facts, list_types
from softlookup.world import ENTITIES, TRIPLES, TYPE_OF, describe_world


def read_cells(table: str) -> list[list[str]]:
    """Give the cells of a Markdown table without its head."""
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]]


def test_every_entity_stands_with_its_type_and_with_the_columns_of_the_recipe() -> None:
    rows = read_cells(list_types(describe_world(), 8))
    assert {entity: name for name, members, _ in rows for entity in members.split(", ")} == TYPE_OF
    columns = {name: columns for name, _, columns in rows}
    expected = {"Institution": "0, 5", "Paper": "1, 6", "Professor": "2, 7", "Student": "3", "Topic": "4"}
    assert columns == expected


def test_the_columns_are_where_the_features_carry_the_bump(recipe: Recipe) -> None:
    # Over all rows of the types with two columns, those columns stand out from the noise on average.
    features = dict(zip(ENTITIES, recipe.head.features, strict=True))
    inside: list[float] = []
    outside: list[float] = []
    for _, members, columns in read_cells(list_types(describe_world(), 8)):
        own = {int(column) for column in columns.split(", ")}
        for entity in members.split(", "):
            for place, number in enumerate(features[entity].tolist()):
                (inside if place in own else outside).append(number)
    assert sum(inside) / len(inside) > 0.3
    assert sum(outside) / len(outside) < 0.1


def test_every_fact_stands_once() -> None:
    facts = [
        (subject, relation, other)
        for relation, cell in read_cells(list_facts(describe_world()))
        for subject, other in re.findall(r"(\w+) → (\w+)", cell)
    ]
    assert sorted(facts) == sorted(tuple(fact) for fact in TRIPLES)
