import numpy as np

from softlookup.book import book
from softlookup.hopfield import couple


def test_the_trace_is_that_of_a_plain_loop() -> None:
    trace = book.classical_trace
    couplings, now = couple(trace.patterns), trace.cue.copy()
    for visit in trace.visits:
        field = sum(float(w * s) for w, s in zip(couplings[visit.site], now, strict=True))
        assert (visit.field, visit.before) == (field, now[visit.site])
        now[visit.site] = np.sign(field) if field else now[visit.site]
        assert visit.after == now[visit.site]
        assert visit.energy == -now @ couplings @ now / 2
    assert [visit.site for visit in trace.visits] == list(range(trace.width))
    np.testing.assert_array_equal(trace.forwards, now)
    np.testing.assert_array_equal(trace.fields, couplings @ trace.cue)
    assert trace.cue_energy == -trace.cue @ couplings @ trace.cue / 2


def test_backwards_ends_at_the_other_pattern_and_together_swings() -> None:
    trace = book.classical_trace
    couplings, now = couple(trace.patterns), trace.cue.copy()
    for _ in range(3):
        for i in reversed(range(trace.width)):
            field = couplings[i] @ now
            now[i] = np.sign(field) if field else now[i]
    np.testing.assert_array_equal(trace.backwards, now)
    np.testing.assert_array_equal(now, trace.patterns[1])
    assert trace.order_decides
    for before, after in zip(trace.together, trace.together[1:], strict=False):
        fields = couplings @ before
        np.testing.assert_array_equal(after, np.where(fields == 0, before, np.sign(fields)))
    assert trace.swings
    energies = [-s @ couplings @ s / 2 for s in trace.together]
    np.testing.assert_array_equal(trace.together_energies, energies)
    assert trace.first_energy == -trace.patterns[0] @ couplings @ trace.patterns[0] / 2
    assert trace.common == 2
