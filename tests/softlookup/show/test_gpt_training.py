"""The figures of the chapters on training and closeness, read back."""

import numpy as np
import pytest

from softlookup.book import book
from softlookup.show.gpt_embeddings import draw_embeddings
from softlookup.show.gpt_remedies import (
    Way,
    draw_ways,
    name_starts,
    name_ways,
    tabulate_chances,
    tabulate_rates,
)
from softlookup.show.gpt_tilt import draw_tilt
from softlookup.show.gpt_training import HIGH, draw_runs
from support.drawn import read_markup, read_parts, read_points, read_rows, read_size
from tether.values import Drawing


@pytest.fixture(scope="module")
def runs() -> Drawing:
    return draw_runs(book.all_pairs, book.floors)


def find_dots(drawing: Drawing, kind: str) -> dict[str, tuple[float, float]]:
    """Give where each dot of a kind is drawn, by the rest of its name."""
    dots = {}
    for group in read_markup(drawing).iter():
        name = group.get("data-part", "")
        if name.startswith(f"{kind}:"):
            (use,) = (one for one in group.iter() if one.tag.endswith("use"))
            dots[name.partition(":")[2]] = float(use.get("x", "")), float(use.get("y", ""))
    return dots


def test_the_data_of_the_runs_end_where_copies_are_last_together(runs: Drawing) -> None:
    rows = read_rows(runs)
    for label, run in (("SGD 0.02", book.all_pairs.slow_sgd), ("Adam 0.05", book.all_pairs.adam)):
        for row in rows:
            step = int(row["step"])
            if step > run.steady:
                assert not row[label]
            else:
                assert float(row[label]) == pytest.approx(run.losses[step], abs=1e-6)
    assert [row["step"] for row in rows if row["SGD 2"]][-1] == "41"  # of 22 on the logarithmic axis


def test_every_run_is_drawn_to_its_steady_step_and_dotted_beyond(runs: Drawing) -> None:
    curves, dots, rest = read_parts(runs, "curve"), find_dots(runs, "steady"), read_parts(runs, "rest")
    assert set(curves) == {"SGD 0.02", "SGD 0.2", "SGD 1", "SGD 2", "Adam 0.02", "Adam 0.05"}
    assert set(dots) == set(rest) == set(curves) - {"SGD 0.02"}
    for label, dot in dots.items():
        assert read_points(curves[label])[-1] == pytest.approx(dot, abs=0.02)
        assert read_points(rest[label])[0] == pytest.approx(dot, abs=0.02)
    # Both axes are logarithmic: equal factors of the loss are equal ways.
    low, high = find_dots(runs, "steady")["Adam 0.05"][1], find_dots(runs, "steady")["SGD 0.2"][1]
    shares = np.log([book.all_pairs.quick_sgd.loss(450), book.all_pairs.adam.loss(250)])
    start = read_points(curves["SGD 1"])[0][1]
    first = np.log(book.all_pairs.start)
    assert (low - start) / (high - start) == pytest.approx(
        (first - shares[1]) / (first - shares[0]), rel=1e-3
    )
    assert book.all_pairs.broken_sgd.losses[-1] > HIGH


def test_embeddings_are_drawn_where_training_took_them() -> None:
    learned = book.all_pairs.learned
    drawing = draw_embeddings(learned)
    dots = find_dots(drawing, "word")
    assert list(dots) == list(learned.words)
    drawn = np.array([dots[word] for word in learned.words])
    for axis, sign in ((0, 1), (1, -1)):
        slope, offset = np.polyfit(learned.after[:, axis], drawn[:, axis], 1)
        assert slope * sign > 0
        np.testing.assert_allclose(slope * learned.after[:, axis] + offset, drawn[:, axis], atol=0.05)
    assert "Pizza, burgers, mouse, fast and cake are still where they were" in drawing.alt
    for row, after in zip(read_rows(drawing), learned.after, strict=True):
        assert [float(row["to 1"]), float(row["to 2"])] == pytest.approx(after, abs=0.0051)


def test_rises_are_drawn_against_length_and_distance() -> None:
    drawing = draw_tilt(book.tilt, 4)
    rises = book.tilt.rises(4)
    for kind, measures in (("length", book.tilt.lengths), ("distance", book.tilt.distances)):
        dots = find_dots(drawing, kind)
        drawn = np.array([dots[word] for word in book.tilt.words])
        assert np.corrcoef(drawn[:, 0], measures)[0, 1] == pytest.approx(1, abs=1e-6)
        assert np.corrcoef(drawn[:, 1], rises)[0, 1] == pytest.approx(-1, abs=1e-6)
    assert "the largest, after it," in drawing.alt
    assert [float(row["rise"]) for row in read_rows(drawing)] == pytest.approx(rises, abs=1e-6)


def test_bars_are_as_long_as_the_rates_and_lines_span_the_intervals() -> None:
    ways = [Way("plain", book.remedies.plain), Way("all", book.remedies.tied_both)]
    drawing = draw_ways(ways)
    bars, lines = read_parts(drawing, "nearest"), read_parts(drawing, "interval")
    wins = read_parts(drawing, "wins")
    unit = read_size(bars["all"])[0] / book.remedies.tied_both.nearest.value
    for way in ways:
        assert read_size(wins[way.name])[0] == pytest.approx(unit * way.result.wins.value, abs=0.05)
        first, last = read_points(lines[f"wins:{way.name}"])
        span = way.result.wins.high - way.result.wins.low
        assert last[0] - first[0] == pytest.approx(unit * span, abs=0.05)
    assert "all: 91% and 50%" in drawing.alt
    assert float(read_rows(drawing)[1]["wins low"]) == pytest.approx(0.404, abs=0.001)


def test_tables_have_a_row_for_each_way_with_rates_and_means_in_their_intervals() -> None:
    remedies = book.remedies
    ways = name_ways(remedies)
    assert len({way.name for way in ways}) == len({id(way.result) for way in ways}) == 9
    for way in ways:
        # What a way is called is what was done.
        assert ("tied" in way.name) == way.result.plan.tied
        assert str(way.result.plan.width) in way.name
    rates = [
        [cell.strip() for cell in line.split("|")[1:-1]] for line in tabulate_rates(ways).splitlines()[2:]
    ]
    assert rates[7] == ["both changes, 8, tied", "91 % [84,\u00a095]", "50 % [40,\u00a060]"]
    starts = name_starts(remedies)
    assert [way.result.meeting.gaps[0].max() < 0.2 for way in starts] == [
        way.name.startswith("near") for way in starts
    ]
    lines = tabulate_chances(starts, "start").splitlines()
    assert lines[0].split("|")[1].strip() == "start"
    for way, line in zip(starts, lines[2:], strict=True):
        for estimate, cell in zip(
            (way.result.chance, way.result.usual_chance), line.split("|")[2:4], strict=True
        ):
            assert cell.strip() == f"{estimate.value:.3f} [{estimate.low:.3f},\u00a0{estimate.high:.3f}]"
