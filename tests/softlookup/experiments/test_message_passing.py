import json
from dataclasses import replace

import numpy as np
import pytest
import scipy.special

from softlookup.book import Book, book
from softlookup.experiments.blockwise_record import (
    FILE,
    measure_memory,
    read_blockwise_record,
    record_blockwise,
    show_progress,
)
from softlookup.experiments.head import Head
from softlookup.values.seeds import Stream, make_generator
from softlookup.world import ENTITIES, TRIPLES

BOB = ENTITIES.index("bob")


@pytest.fixture
def head() -> Head:
    found: Head = book.head
    return found


def test_every_fact_is_heard_in_its_relation_and_nowhere_else() -> None:
    wirings = Book().wirings
    heard = {(r, int(i), int(j)) for r, graph in enumerate(wirings.forward) for i, j in np.argwhere(graph)}
    place = ENTITIES.index
    facts = {(book.world.relations.index(r), place(o), place(s)) for s, r, o in TRIPLES}
    assert heard == facts
    np.testing.assert_array_equal(wirings.backward, wirings.forward.transpose(0, 2, 1))
    assert wirings.pairs == len({frozenset((s, o)) for s, _, o in TRIPLES}) == 22
    assert wirings.share == pytest.approx(22 / (13 * 12 / 2))
    assert wirings.bob == ("carol", "cmu", "p1")
    assert wirings.bob_forward == ()


def test_bobs_rows_by_each_rule(head: Head) -> None:
    layers, near = book.layers, ["bob", "carol", "cmu", "p1"]
    values = dict(zip(ENTITIES, head.values, strict=True))
    np.testing.assert_allclose(layers.plain_sum.bob.output, sum(values[name] for name in near))
    np.testing.assert_allclose(layers.mean.bob.output, np.mean([values[name] for name in near], axis=0))
    # Each counts itself: carol hears bob, cmu and p1; cmu hears bob and carol; p1 hears six.
    gcn = {"bob": 1 / 4, "carol": 1 / 4, "cmu": 1 / np.sqrt(12), "p1": 1 / np.sqrt(28)}
    found = layers.gcn.bob.on.by_name
    assert {name: weight for name, weight in found.items() if weight} == pytest.approx(gcn)
    assert layers.gcn.bob.total == pytest.approx(sum(gcn.values()))
    scores = [head.bob.on.by_name[name].scaled for name in near]
    shares = dict(zip(near, scipy.special.softmax(scores), strict=True))
    found = layers.masked.bob.on.by_name
    assert {name: weight for name, weight in found.items() if weight} == pytest.approx(shares)
    np.testing.assert_array_equal(layers.complete.bob.output, head.bob.output)
    assert layers.graph_attention.bob.total == pytest.approx(1)
    assert layers.parameters == 11 * 8 * 4


def test_the_relational_layer_is_a_sum_over_facts(head: Head) -> None:
    rng = make_generator(Stream.LAYERS)
    rng.normal(size=8)  # graph attention's vector is drawn first
    drawn = rng.normal(size=(10, 8, 4)) / np.sqrt(8)
    own = rng.normal(size=(8, 4)) / np.sqrt(8)
    for place, name in enumerate(ENTITIES):
        output = head.features[place] @ own
        for r, relation in enumerate(book.world.relations):
            subjects = [s for s, which, o in TRIPLES if which == relation and o == name]
            objects = [o for s, which, o in TRIPLES if which == relation and s == name]
            for heard, matrix in ((subjects, drawn[r]), (objects, drawn[r + 5])):
                for other in heard:
                    output = output + head.features[ENTITIES.index(other)] @ matrix / len(heard)
        row = book.layers.relational.by_name[name]
        np.testing.assert_allclose(row.output, output, atol=1e-13)
        np.testing.assert_allclose(sum(part.message for part in row.parts), output, atol=1e-13)
    bob = book.layers.relational.bob
    told = [(part.relation, part.inverse, part.senders) for part in bob.parts]
    inverses = [("advises", True, ("carol",)), ("authored", True, ("p1",)), ("affiliated", True, ("cmu",))]
    assert told == [("", False, ("bob",)), *inverses]
    assert (bob.heard, bob.most_senders) == (3, 1)
    p1 = book.layers.relational.p1
    assert p1.parts[1].senders == ("bob", "carol")
    assert not p1.parts[1].inverse
    assert p1.most_senders == 2


def test_graph_attention_ranks_senders_alike_for_everybody() -> None:
    assert book.layers.rankings == 1
    assert book.layers.dot_rankings > 1


@pytest.mark.parametrize("bias", [-3.0, 0.0, 1.0, 8.0])
def test_a_bias_multiplies_the_odds_of_those_whom_bob_advises(bias: float) -> None:
    biased = book.relation_bias.at(bias)
    before = book.head.bob.on.carol.weight
    odds = before / (1 - before) * np.exp(bias)
    assert biased.weight == pytest.approx(odds / (1 + odds))
    assert biased.closed_form == pytest.approx(biased.weight)
    changed = book.relation_bias.with_bias(bias)
    np.testing.assert_allclose(changed.carol.weights, book.head.carol.weights, rtol=1e-12)


def test_heads_stand_in_for_relations_and_large_biases_for_masks() -> None:
    assert book.relation_bias.heads_error < 1e-13
    assert book.relation_bias.mask_error < 1e-13
    assert book.relation_bias.heads == 11


def test_equal_logits_are_the_mean(head: Head) -> None:
    assert book.uniform.error < 1e-14
    others = np.delete(np.arange(13), BOB)
    alone = scipy.special.softmax(head.bob.scaled[others]) @ head.values[others]
    assert book.uniform.bob_move == pytest.approx(np.linalg.norm(alone - head.bob.output))
    assert book.uniform.bob_rank == 2


def test_reach_is_what_moves_bob() -> None:
    hops = book.hops
    assert [step.count for step in hops.steps] == [4, 8, 12, 13, 13]
    assert all(step.reach == step.moved for step in hops.steps)
    assert hops.exact
    assert not replace(hops, steps=(replace(hops.steps[0], moved=("bob",)), *hops.steps[1:])).exact
    assert hops.unmoved < 1e-12
    assert hops.smallest_move > 1e-3
    edges = {
        name: {s for s, _, o in TRIPLES if o == name} | {o for s, _, o in TRIPLES if s == name}
        for name in ENTITIES
    }
    distance, frontier = {"bob": 0}, ["bob"]
    for name in frontier:
        for other in sorted(edges[name] - set(distance)):
            distance[other] = distance[name] + 1
            frontier.append(other)
    assert hops.distance == tuple(distance[name] for name in ENTITIES)
    assert hops.needed == 4
    assert hops.forward_count == 1
    assert hops.attention_count == 13
    for step in hops.steps:
        assert step.shares.sum() == pytest.approx(1)
        assert {ENTITIES[i] for i in np.flatnonzero(step.shares)} == set(step.reach)


def test_rings_and_what_tells_them_apart() -> None:
    rings = book.rings
    assert rings.hard.round_told is None
    assert rings.hard.alike < 1e-12
    assert rings.easy.round_told == 1
    assert rings.easy.averaged < 1e-12
    assert rings.closed_walks == (0, 2)
    told = [rings.easy.by_sum, rings.hard.by_walks, rings.hard.by_walks_and_attention, rings.by_labels]
    assert min(told) > 0.1
    assert rings.by_labels_renumbered > 0.1
    assert rings.by_walks_renumbered < 1e-12
    np.testing.assert_array_equal(rings.hard.one.sum(axis=1), rings.hard.other.sum(axis=1))


def test_the_ranges_are_those_of_linear_programming(head: Head) -> None:
    from scipy.optimize import linprog

    equations = np.vstack([head.values.T, np.ones(13)])
    wanted = np.append(head.bob.output, 1)
    for place, one in enumerate(book.same_row):
        goal = np.eye(13)[place]
        low = linprog(goal, A_eq=equations, b_eq=wanted)
        high = linprog(-goal, A_eq=equations, b_eq=wanted)
        assert one.low == pytest.approx(low.fun, abs=1e-9)
        assert one.high == pytest.approx(-high.fun, abs=1e-9)
        assert one.weight == head.bob.weights[place]
    same = book.same_row
    assert same.dimension == 13 - 5
    assert same.error < 1e-12
    np.testing.assert_allclose(same.farthest_weights @ head.values, head.bob.output, atol=1e-12)
    moved = np.maximum(same.farthest_weights - head.bob.weights, 0).sum()
    assert same.farthest == pytest.approx(moved)
    assert same.fewest == 5
    assert same.dispensable == sum(one.low == 0 for one in same)


def test_twelve_coordinates_give_the_weights_away() -> None:
    recovery = book.recovery
    assert recovery.needed == 12
    for one in recovery.widths:
        assert one.dimension == max(12 - one.width, 0)
        assert (one.error < 1e-9) == (one.dimension == 0)
    assert recovery.at(48).rounded_error < recovery.at(12).rounded_error
    with pytest.raises(ValueError, match="found 5"):
        recovery.at(5)


def test_roles_bind_or_do_not() -> None:
    binding = book.binding
    assert binding.added_error < 1e-14
    assert binding.stacked_error < 1e-14
    assert binding.unequal_distance == pytest.approx(binding.predicted_distance)
    assert binding.predicted_distance == pytest.approx(0.4 * binding.filler_distance)
    assert binding.unbound_error < 1e-13
    assert binding.heads_error < 1e-13
    assert binding.heads_distance == pytest.approx(np.sqrt(2) * binding.filler_distance)
    assert binding.bent_distance > 0.01
    # The difference of the two products is ½ (r_1 − r_2) (f_1 − f_2)ᵀ, of rank one.
    assert binding.product_distance > 0.1


def test_costs_are_counts() -> None:
    cost = book.costs.at(100_000)
    assert cost.weights == 10**10
    assert cost.gigabytes == 40
    assert cost.products == 2 * 64 * 10**10
    assert cost.inputs == 4 * 64 * 10**5
    assert cost.saving == pytest.approx(10**10 / 2**18)
    assert book.costs.at(13).weights == 169
    assert book.costs.error < 1e-13
    assert book.costs.causal_error < 1e-13


def test_the_record_is_read_as_it_was_written() -> None:
    record = read_blockwise_record(FILE)
    assert record.runs[-1].nodes == 100_000
    assert record.error < 1e-4
    assert record.about
    with pytest.raises(ValueError, match="found 5"):
        record.at(5)
    with pytest.raises(ValueError, match="up to 10000 nodes"):
        _ = record.at(100_000).slower


def test_a_small_record_can_be_made(capsys: pytest.CaptureFixture[str]) -> None:
    made = record_blockwise((300,), repeats=1)
    (run,) = made["runs"]
    assert run["error"] < 1e-5
    assert 0 < run["megabytes"] < 10
    assert made["machine"]
    assert capsys.readouterr().err == ""


def test_memory_is_what_arrays_hold() -> None:
    assert measure_memory(lambda: np.ones(10**6)) == pytest.approx(8, rel=0.01)


def test_the_bar_shows_itself_only_for_long_work(capsys: pytest.CaptureFixture[str]) -> None:
    show_progress("quick")(1, 1)
    assert capsys.readouterr().err == ""
    long = show_progress("long", after=0.0)
    long(1, 2)
    long(2, 2)
    assert capsys.readouterr().err == f"\rlong: [{'#' * 20}{' ' * 20}] 1/2\rlong: [{'#' * 40}] 2/2\n"


def test_the_race_is_read_as_it_was_written() -> None:
    race = book.race
    assert race.float32.blocks.ratio == 1
    assert race.float32.torch.ratio == float(race.float32.torch.seconds) / float(race.float32.blocks.seconds)
    assert "PyTorch" in race.about


def test_the_small_race_is_read_as_it_was_written() -> None:
    race = book.small_race
    kept = json.loads((FILE.parent / "small_race.json").read_text("utf-8"))
    for dtype in ("float32", "float64"):
        for size, plain, in_place in zip(race.sizes, race.plain[dtype], race.in_place[dtype], strict=True):
            times = kept[dtype][str(size)]
            assert plain == times["plain"] / times["blocks"]
            assert in_place == times["in_place"] / times["blocks"]
    assert race.least_plain == min(*race.plain["float32"], *race.plain["float64"])
    assert race.least_in_place == min(*race.in_place["float32"], *race.in_place["float64"])
    assert race.least_in_place_from(2048) == min(ratios[-1] for ratios in race.in_place.values())
    assert race.least_in_place_from(0) == race.least_in_place
