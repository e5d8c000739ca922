"""The values of the chapter on one head: the soft dictionary, and bob's row in an academic world."""

from softlookup.experiments.dictionary import Dictionary, open_dictionary
from softlookup.experiments.head import BUMP, Head, trace_head
from softlookup.experiments.head_checks import Gradients, Permutation, differentiate_head, permute_keys
from softlookup.experiments.learning import Learning, learn_query
from softlookup.experiments.projections import (
    Redraws,
    redraw_projections,
    shrink_projections,
    skip_projections,
)
from softlookup.experiments.recipe import RecipeSizes
from softlookup.experiments.resemblance import Resemblance, compare_features, narrow_types
from softlookup.experiments.row_moves import RowMoves, move_rows
from softlookup.values.chapter import Chapter
from softlookup.values.seeds import Stream, make_generator
from softlookup.world import World, describe_world
from tether.experiment import experiment


class OneHead(Chapter):
    """Values for the chapter on one head."""

    @experiment(source=describe_world)
    def world(self) -> World:
        """Give the academic world: 13 entities, their types and the facts that relate them."""
        return describe_world()

    @experiment(source=trace_head)
    def head(self) -> Head:
        """Give one untrained head over the academic world."""
        return self._recipe.head

    @experiment(source=open_dictionary)
    def dictionary(self) -> Dictionary:
        """Give a soft dictionary small enough to compute by hand."""
        return open_dictionary()

    @experiment(source=permute_keys)
    def permutation(self) -> Permutation:
        """Give that head again, with keys and values in other orders."""
        return permute_keys(make_generator(Stream.PERMUTATION), self._recipe.head, orders=100)

    @experiment(source=differentiate_head)
    def gradients(self) -> Gradients:
        """Give the derivatives of bob's output by query, keys and values."""
        return differentiate_head(self._recipe.head, step=1e-5)

    @experiment(source=learn_query)
    def learning(self) -> Learning:
        """Give what becomes of bob's query as it learns to fetch carol's value."""
        return learn_query(self._recipe.head, "bob", "carol", steps=200, rate=1.0)

    @experiment(source=compare_features)
    def resemblance(self) -> Resemblance:
        """Give how alike the entities' features are."""
        return compare_features(self._recipe.head.features, describe_world(), BUMP)

    @experiment(source=narrow_types)
    def one_column(self) -> Head:
        """Give the head over features that mark each type by one column."""
        return narrow_types(self._recipe.head, describe_world(), BUMP)

    @experiment(source=skip_projections)
    def unprojected(self) -> Head:
        """Give the head without projections: features ask, answer and are fetched."""
        return skip_projections(self._recipe.head)

    @experiment(source=shrink_projections)
    def shrunk(self) -> Head:
        """Give the head with projections as small as layers usually start with."""
        return shrink_projections(self._recipe.head)

    @experiment(source=move_rows)
    def moves(self) -> RowMoves:
        """Give what becomes of the rows under other seeds, and when one entity's features change."""
        sizes = RecipeSizes()
        return move_rows(describe_world(), sizes.d_model, sizes.d_k, seeds=10)

    @experiment(source=redraw_projections)
    def redraws(self) -> Redraws:
        """Give whom bob attends to most over many other projections."""
        return redraw_projections(make_generator(Stream.REDRAWS), self._recipe.head, "bob", draws=10_000)
