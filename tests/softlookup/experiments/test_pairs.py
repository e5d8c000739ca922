import math

import pytest
import scipy.special
from hypothesis import given
from hypothesis import strategies as st

from softlookup.experiments.pairs import weigh_pairs


@given(st.floats(-30, 30))
def test_two_scores_are_weighed_by_the_logistic_function(gap: float) -> None:
    pair = weigh_pairs().at(gap)
    assert pair.gap == gap
    assert pair.weight == pytest.approx(scipy.special.expit(gap), rel=1e-12)
    assert pair.ratio == pytest.approx(math.exp(gap), rel=1e-12)


@given(st.floats(1e-6, 1 - 1e-6))
def test_the_gap_for_a_weight_leads_back_to_it(weight: float) -> None:
    pairs = weigh_pairs()
    assert pairs.gap_for(weight) == pytest.approx(scipy.special.logit(weight), rel=1e-9, abs=1e-12)
    assert pairs.at(pairs.gap_for(weight)).weight == pytest.approx(weight, rel=1e-9)


@pytest.mark.parametrize("refused", [0, 1, -0.5, 2, float("nan")])
def test_a_share_of_two_is_neither_nothing_nor_all(refused: float) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        weigh_pairs().gap_for(refused)
