import math

import numpy as np
import pytest

from softlookup.experiments.drawn_scores import draw_scores
from softlookup.philox import draw_normals


def test_scores_are_products_of_the_entries_in_the_order_of_the_draw() -> None:
    drawn = draw_scores(seed=3, d_k=5, queries=2, keys=3)
    entries = draw_normals(3, 5, 2 * 4 * 5).tolist()
    for i in range(2):
        rows = [entries[(4 * i + j) * 5 : (4 * i + j + 1) * 5] for j in range(4)]
        for j in range(3):
            assert drawn.raw[i, j] == pytest.approx(
                math.fsum(a * b for a, b in zip(rows[0], rows[j + 1], strict=True))
            )
    assert (drawn.queries, drawn.keys, drawn.seed, drawn.d_k) == (2, 3, 3, 5)
    assert not drawn.raw.flags.writeable


@pytest.mark.parametrize("d_k", [1, 16, 256])
def test_the_variance_grows_with_the_width_and_the_scale_takes_it_out(d_k: int) -> None:
    drawn = draw_scores(seed=1, d_k=d_k, queries=400, keys=13)
    assert drawn.scaled_deviation == pytest.approx(1, abs=0.12)
    assert drawn.raw_deviation == pytest.approx(math.sqrt(d_k) * drawn.scaled_deviation)


def test_peaks_are_medians_of_each_querys_largest_weight() -> None:
    drawn = draw_scores(seed=2, d_k=9, queries=7, keys=4)
    for scores, peak in ((drawn.raw, drawn.raw_peak), (drawn.raw / 3, drawn.scaled_peak)):
        peaks = sorted(
            max(math.exp(s) for s in row) / sum(math.exp(s) for s in row) for row in scores.tolist()
        )
        assert peak == pytest.approx(peaks[3])
    np.testing.assert_allclose(drawn.scaled, drawn.raw / 3)
