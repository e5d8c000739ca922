import math
from fractions import Fraction
from itertools import product

import pytest
import scipy.spatial.distance

from softlookup.experiments.algebra import measure_slopes, toss_coins, work_algebra


def test_vectors_by_hand() -> None:
    algebra = work_algebra()
    pairs = list(zip(algebra.a.tolist(), algebra.b.tolist(), strict=True))
    assert algebra.dot == sum(x * y for x, y in pairs) == 20
    assert algebra.right_angle == sum(x * y for x, y in zip(algebra.a, algebra.c, strict=True)) == 0
    assert algebra.norm_a == math.dist(algebra.a, (0, 0, 0)) == 3
    assert algebra.norm_b == math.dist(algebra.b, (0, 0, 0)) == 7
    assert algebra.cosine == pytest.approx(1 - scipy.spatial.distance.cosine(algebra.a, algebra.b))


def test_every_score_is_one_dot_product() -> None:
    algebra = work_algebra()
    assert algebra.scores.shape == (2, 4)
    for i, j in product(range(2), range(4)):
        loop = sum(int(algebra.queries[i, k]) * int(algebra.keys[j, k]) for k in range(3))
        assert algebra.scores[i, j] == loop
    assert algebra.scores[0, 0] == algebra.dot


def test_mean_and_variance_in_fractions() -> None:
    algebra = work_algebra()
    numbers = [Fraction(int(x)) for x in algebra.numbers]
    mean = sum(numbers) / len(numbers)
    variance = sum((x - mean) ** 2 for x in numbers) / len(numbers)
    assert algebra.mean == mean
    assert algebra.variance == variance
    assert algebra.deviation == pytest.approx(math.sqrt(variance))


def test_what_is_quoted_cannot_be_written_to() -> None:
    with pytest.raises(ValueError, match="read-only"):
        work_algebra().a[0] = 9


@pytest.mark.parametrize("width", [1, 2, 3, 6])
def test_coins_follow_the_binomial_law(width: int) -> None:
    coins = toss_coins((width,)).at(width)
    # A product of two fair coins is a fair coin: the dot product is 2 B - d, B binomial.
    chances = {2 * b - width: math.comb(width, b) / 2**width for b in range(width + 1)}
    assert coins.outcomes == 4**width
    assert coins.mean == pytest.approx(sum(x * p for x, p in chances.items()))
    assert coins.variance == pytest.approx(sum(x * x * p for x, p in chances.items()))
    with pytest.raises(KeyError):
        toss_coins((width,)).at(width + 1)


def test_slopes_miss_by_what_taylor_says() -> None:
    for slope in measure_slopes((0.1, 0.01, 0.001)):
        h = slope.step
        assert slope.forward == pytest.approx(math.e * (math.exp(h) - 1) / h, rel=1e-11)
        assert slope.central == pytest.approx(math.e * math.sinh(h) / h, rel=1e-11)
        assert slope.forward_error == pytest.approx(math.e * (h / 2 + h**2 / 6), rel=h**2)
        assert slope.central_error == pytest.approx(math.e * h**2 / 6, rel=h**2)
