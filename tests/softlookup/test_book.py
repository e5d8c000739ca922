import inspect
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from softlookup.book import Book, book
from softlookup.experiments.recipe import Recipe, follow_recipe
from softlookup.values import chapter
from tether.experiment import Experiment

NAMES = [
    name
    for chapter_class in Book.__mro__
    for name, value in vars(chapter_class).items()
    if isinstance(value, Experiment)
]

EXPECTED = {
    "world", "head", "permutation", "gradients", "learning", "overflow", "temperature", "shift", "rules",
    "dictionary", "scaling", "saturation", "jacobian", "retrieval", "multi_head",
}  # fmt: skip


def test_the_book_quotes_from_these_experiments() -> None:
    assert set(NAMES) >= EXPECTED


def test_no_two_chapters_declare_one_name() -> None:
    assert sorted(NAMES) == sorted(set(NAMES))


@pytest.mark.parametrize("name", NAMES)
def test_each_result_is_documented_made_once_and_made_by_a_function_with_words(name: str) -> None:
    declared: Any = getattr(Book, name)
    assert declared.__doc__
    assert inspect.isfunction(declared.source)
    assert declared.source.__module__.startswith("softlookup.")
    assert declared.source.__doc__
    assert getattr(book, name) is getattr(book, name)


def ask(names: list[str]) -> tuple[Book, int]:
    """Ask a fresh book for its results in an order; tell how often the recipe was followed."""
    runs: list[Recipe] = []

    def count(*arguments: Any) -> Recipe:  # noqa: ANN401  (whatever the recipe takes)
        runs.append(follow_recipe(*arguments))
        return runs[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(chapter, "follow_recipe", count)
        fresh = Book()
        for name in names:
            getattr(fresh, name)
    return fresh, len(runs)


def test_no_result_depends_on_what_was_asked_for_before_and_the_recipe_is_followed_once() -> None:
    forwards, runs = ask(NAMES)
    backwards, more_runs = ask(NAMES[::-1])
    moved = [name for name in NAMES if repr(getattr(forwards, name)) != repr(getattr(backwards, name))]
    assert moved == []
    assert (runs, more_runs) == (1, 1)


def test_the_book_quotes_the_recipe(recipe: Recipe) -> None:
    values: Any = book
    np.testing.assert_array_equal(values.head.weights, recipe.head.weights)
    assert values.scaling == recipe.scaling
    np.testing.assert_array_equal(values.saturation.unscaled.weights, recipe.saturation.unscaled.weights)
    np.testing.assert_array_equal(values.jacobian.matrix, recipe.jacobian.matrix)
    np.testing.assert_array_equal(values.retrieval.values, recipe.retrieval.values)
    np.testing.assert_array_equal(values.multi_head.output, recipe.multi_head.output)


def test_importing_the_book_computes_nothing_and_brings_no_plotting() -> None:
    probe = (
        "import sys; from softlookup.book import book; "
        "print(vars(book), sorted({'matplotlib', 'scipy', 'markdown'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", probe], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "{} []"
