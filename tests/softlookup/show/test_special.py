from softlookup.experiments.special_rows import weigh_special_rows
from softlookup.show.special import trace_special_rows


def test_every_row_is_written_with_what_becomes_of_it() -> None:
    special = weigh_special_rows((2, 1, 0.5, -1), penalty=-1e9)
    head, *lines = trace_special_rows(special).splitlines()
    assert head.split() == ["scores", "formula", "as", "it", "stands", "softmax"]
    for row, line in zip(special, lines, strict=True):
        words = line.split()
        assert len(words) == 3 * len(row.scores)
        for word, weight in zip(words[-len(row.weights) :], row.weights, strict=True):
            assert word == ("NaN" if weight != weight else f"{weight:.3f}")  # noqa: PLR0124  (NaN alone differs from itself)


def test_what_is_not_finite_has_a_sign_of_its_own() -> None:
    text = trace_special_rows(weigh_special_rows((2, 1, 0.5, -1), penalty=-1e9))
    assert "inf" not in text
    assert "nan" not in text
    lines = text.splitlines()
    assert lines[3].count("−∞") == 4
    assert lines[4].count("+∞") == 2
    assert lines[3].count("NaN") == 4
