"""The parts of source A's recipe, against oracles that share no code with them."""

import dataclasses
from math import erf, exp, sqrt

import numpy as np
import numpy.typing as npt
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from softlookup.attention import attend
from softlookup.experiments import jacobian_check
from softlookup.experiments.head import draw_features
from softlookup.experiments.recipe import Recipe
from softlookup.experiments.retrieval import store_values
from softlookup.experiments.saturation import saturate
from softlookup.experiments.scaling import WidthVariance, measure_scaling
from softlookup.world import ENTITIES, TYPE_OF, TYPES, describe_world

Floats = npt.NDArray[np.float64]


def test_the_features_are_noise_with_a_bump_for_the_type() -> None:
    world = describe_world()
    features = draw_features(np.random.default_rng(3), world, 8, 0.5)
    noise = np.random.default_rng(3).normal(size=(13, 8)) / np.sqrt(8)
    # The columns that SOURCES.md lists for each type.
    columns = {"Institution": {0, 5}, "Paper": {1, 6}, "Professor": {2, 7}, "Student": {3}, "Topic": {4}}
    for i, name in enumerate(ENTITIES):
        for j in range(8):
            bump = 0.5 if j in columns[TYPE_OF[name]] else 0
            assert features[i, j] == noise[i, j] + bump
    assert set(columns) == set(TYPES)


def test_a_row_says_the_same_by_place_by_name_and_in_order(recipe: Recipe) -> None:
    head = recipe.head
    for place, row in enumerate(head):
        assert row.name == ENTITIES[place]
        assert row is getattr(head, row.name)
        np.testing.assert_allclose(row.raw, head.queries[place] @ head.keys.T, atol=1e-14)
        np.testing.assert_array_equal(row.scaled, row.raw / 2)
        np.testing.assert_array_equal(row.weights, head.weights[place])
        np.testing.assert_array_equal(row.output, head.output[place])
        for key, match in enumerate(row.on):
            assert (match.name, match.raw) == (ENTITIES[key], row.raw[key])
            assert (match.scaled, match.weight) == (row.scaled[key], row.weights[key])
        weights = [match.weight for match in row.top]
        assert weights == sorted(row.weights, reverse=True)
        assert len({match.name for match in row.top}) == 13


def test_the_head_is_what_its_projections_make_of_the_features(recipe: Recipe) -> None:
    head = recipe.head
    expected = attend(head.features @ head.w_q, head.features @ head.w_k, head.features @ head.w_v)
    np.testing.assert_allclose(head.output, expected.output, atol=1e-14)
    assert (head.d_model, head.d_k) == (8, 4)
    assert head.uniform == 1 / 13


def test_attention_is_not_mutual(recipe: Recipe) -> None:
    head = recipe.head
    assert f"{head.bob.on.p2.weight:.4f} {head.p2.on.bob.weight:.4f}" == "0.2286 0.1004"
    pairs = [(i, j) for i in range(13) for j in range(13)]
    assert head.asymmetry == max(abs(head.weights[i, j] - head.weights[j, i]) for i, j in pairs)
    assert head.raw_asymmetry == max(abs(head.raw[i, j] - head.raw[j, i]) for i, j in pairs)


def test_results_cannot_be_written_to(recipe: Recipe) -> None:
    for array in (
        recipe.head.weights,
        recipe.head.bob.output,
        recipe.jacobian.matrix,
        recipe.retrieval.values,
    ):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


def test_the_variance_is_the_mean_square_less_the_squared_mean() -> None:
    measured = measure_scaling(np.random.default_rng(5), (3, 7), 200)
    rng = np.random.default_rng(5)
    for d_k in (3, 7):
        q, k = rng.normal(size=(200, d_k)), rng.normal(size=(200, d_k))
        products = [float(a @ b) for a, b in zip(q, k, strict=True)]
        variance = sum(z * z for z in products) / 200 - (sum(products) / 200) ** 2
        assert measured.at(d_k).variance == pytest.approx(variance, rel=1e-12)
        assert measured.at(d_k).ratio == pytest.approx(variance / d_k, rel=1e-12)
    assert measured.draws == 200
    assert measured.worst_relative_error == max(abs(row.variance / row.d_k - 1) for row in measured.rows)
    with pytest.raises(KeyError, match=r"measured width \(3, 7\), found 5"):
        measured.at(5)


@pytest.mark.parametrize("d_k", [1, 4, 64])
def test_the_deviation_of_the_ratio_is_what_fresh_seeds_show(d_k: int) -> None:
    draws, seeds = 400, 2000
    rng = np.random.default_rng(8)
    ratios = [measure_scaling(rng, (d_k,), draws).at(d_k).ratio for _ in range(seeds)]
    expected = WidthVariance(d_k, draws, 0.0).ratio_deviation
    # Four standard errors of a standard deviation, widened for the heavy tails of small widths.
    kurtosis = float(scipy.stats.kurtosis(ratios))
    error = sqrt((2 + max(kurtosis, 0.0)) / (4 * seeds))
    assert np.std(ratios) == pytest.approx(expected, rel=4 * error + 2 / draws)


def test_the_chance_of_a_fresh_seed_follows_from_the_deviations(recipe: Recipe) -> None:
    deviations = [row.ratio_deviation for row in recipe.scaling.rows]
    assert [f"{deviation:.4f}" for deviation in deviations] == ["0.0187", "0.0145", "0.0142"]
    one_by_one = [2 * scipy.stats.norm.cdf(0.03 / deviation) - 1 for deviation in deviations]
    assert recipe.scaling.chance_within(0.03) == pytest.approx(np.prod(one_by_one), rel=1e-12)
    assert f"{recipe.scaling.chance_within(0.03):.2f}" == "0.83"
    assert recipe.scaling.at(4).chance_within(deviations[0]) == pytest.approx(erf(1 / sqrt(2)))


def test_saturation_measures_what_it_says() -> None:
    rng = np.random.default_rng(6)
    q, k = rng.normal(size=9), rng.normal(size=(5, 9))
    saturation = saturate(np.random.default_rng(6), 9, 5)
    assert (saturation.keys, saturation.factor) == (5, 3)
    for sharpness, divisor in ((saturation.unscaled, 1), (saturation.scaled, 3)):
        logits = [float(key @ q) / divisor for key in k]
        total = sum(exp(z) for z in logits)
        p = np.array([exp(z) / total for z in logits])
        best, runner_up, median = sorted(logits, reverse=True)[:3]
        np.testing.assert_allclose(sharpness.weights, p, rtol=1e-12)
        assert sharpness.largest_weight == pytest.approx(max(p))
        assert sharpness.leak == pytest.approx(1 - max(p))
        assert sharpness.largest_logit == pytest.approx(best)
        assert sharpness.gap == pytest.approx(best - runner_up)
        assert sharpness.gap_to_median == pytest.approx(best - median)
        jacobian = np.diag(p) - np.outer(p, p)
        assert sharpness.slope == pytest.approx(max(p * (1 - p)))
        assert sharpness.norm == pytest.approx(np.linalg.eigvalsh(jacobian).max())


def test_sources_own_comparison_of_slopes_is_reproduced(recipe: Recipe) -> None:
    unscaled, scaled = recipe.saturation.unscaled, recipe.saturation.scaled
    factor = recipe.saturation.factor
    assert f"{unscaled.largest_logit:.1f} {unscaled.gap:.2f}" == "26.0 4.69"
    assert f"{0.25 / unscaled.slope:.2f}" == "26.03"
    assert f"{scaled.slope:.4f} {scaled.slope / factor:.4f} {unscaled.slope:.4f}" == "0.1761 0.0110 0.0096"
    assert f"{unscaled.norm:.4f} {scaled.norm / factor:.4f}" == "0.0183 0.0129"


def test_a_row_that_does_not_sum_to_one_is_seen(recipe: Recipe) -> None:
    spoilt = np.array(recipe.head.weights)
    spoilt[5] *= 1.001
    head = dataclasses.replace(recipe.head, weights=spoilt)
    assert not head.row_sum_error < 0.9e-3
    assert head.row_sum_error < 1.1e-3


def test_a_wrong_jacobian_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def differ(weights: Floats) -> Floats:
        return np.diag(weights) - np.outer(weights, weights) + 1e-4

    monkeypatch.setattr(jacobian_check, "softmax_jacobian", differ)
    check = jacobian_check.check_jacobian(np.random.default_rng(0), 5, 1e-5)
    assert not check.difference_error < 0.9e-4
    assert check.difference_error < 1.1e-4
    assert not check.row_sum_error < 4.9e-4
    assert check.row_sum_error < 5.1e-4


def test_the_jacobians_rows_sum_to_zero(recipe: Recipe) -> None:
    assert recipe.jacobian.row_sum_error < 1e-15
    p = recipe.jacobian.weights
    np.testing.assert_allclose(recipe.jacobian.matrix, np.diag(p) - np.outer(p, p), atol=1e-17)
    expected = np.exp(recipe.jacobian.logits) / np.exp(recipe.jacobian.logits).sum()
    np.testing.assert_allclose(p, expected, rtol=1e-14)


@given(st.floats(-30, 700), st.integers(2, 9))
def test_the_closed_form_is_what_the_lookup_gives(c: float, slots: int) -> None:
    found = store_values(np.random.default_rng(0), slots, slots - 1).at(c)
    expected = exp(c) / (exp(c) + slots - 1)
    assert found.weight == pytest.approx(expected, rel=1e-12)
    assert found.closed_form == pytest.approx(expected, rel=1e-12)
    assert found.leak == pytest.approx(1 - expected, abs=1e-14)


def test_the_lookup_returns_the_mixture_and_its_cosine(recipe: Recipe) -> None:
    found, values = recipe.retrieval.at(3), recipe.retrieval.values
    mixture = sum(weight * value for weight, value in zip(found.weights, values, strict=True))
    np.testing.assert_allclose(found.output, mixture, atol=1e-15)
    unit_output = found.output / sqrt(sum(x * x for x in found.output))
    unit_value = values[2] / sqrt(sum(x * x for x in values[2]))
    assert found.cosine == pytest.approx(sum(a * b for a, b in zip(unit_output, unit_value, strict=True)))
    assert found.temperature == 1 / 3
    assert recipe.retrieval.slots == 4


def test_sharper_is_nearer_to_exact(recipe: Recipe) -> None:
    leaks = [recipe.retrieval.at(c).leak for c in (1, 2, 3, 5, 8, 12)]
    assert leaks == sorted(leaks, reverse=True)
    np.testing.assert_array_equal(recipe.retrieval.at(1000).output, recipe.retrieval.values[2])


def test_each_of_the_heads_is_a_head_of_its_own(recipe: Recipe) -> None:
    multi_head = recipe.multi_head
    assert (multi_head.d_k, multi_head.parameters) == (4, 256)
    outputs = [head.output for head in multi_head.heads]
    np.testing.assert_allclose(multi_head.joined, np.hstack(outputs), atol=1e-14)
    mixed = np.hstack(outputs) @ multi_head.weights.w_o
    np.testing.assert_allclose(multi_head.output, mixed, atol=1e-14)
    for place, head in enumerate(multi_head.heads):
        np.testing.assert_array_equal(head.features, recipe.head.features)
        np.testing.assert_array_equal(head.w_q, multi_head.weights.w_q[place])
        np.testing.assert_array_equal(head.w_v, multi_head.weights.w_v[place])
    weights = [head.bob.top[0].weight for head in multi_head.heads]
    assert [f"{weight:.4f}" for weight in weights] == ["0.0884", "0.0925"]
