"""The table of rates: its cells, its differences, and that easier is never measured harder."""

import json

import numpy as np
import pytest

from softlookup.experiments.recall_trials import Task, count_recalls
from softlookup.experiments.retrieval_race import FILE, read_retrieval_race
from softlookup.experiments.retrieval_rates import RetrievalRates, measure_retrieval
from softlookup.experiments.unit_coordinates import tabulate_coordinate


@pytest.fixture(scope="module")
def rates() -> RetrievalRates:
    rng = np.random.default_rng(1)
    loads, noises = (5, 10, 20, 40, 80), (0.2, 0.5)
    return measure_retrieval(rng, loads, noises, beta=16, trials=4000, swept={(20, 0.5): 8000})


def test_each_cell_is_its_own_task(rates: RetrievalRates) -> None:
    assert rates.trials == 9 * 4000 + 8000
    assert rates.at(20, 0.5).trials == 8000
    again = (
        count_recalls(np.random.default_rng(9), Task(80, 0.5, 16), 20_000, tabulate_coordinate(64)) / 20_000
    )
    assert rates.at(80, 0.5).value == pytest.approx(again, abs=0.025)
    assert rates.at(5, 0.5).value > rates.at(80, 0.5).high
    assert rates.at(80, 0.2).low > rates.at(80, 0.5).high


def test_differences_are_those_of_the_cells(rates: RetrievalRates) -> None:
    cells = [rates.at(load, 0.5).value for load in rates.loads]
    np.testing.assert_allclose(rates.falls(0.5), [cells[2] - cells[3], cells[3] - cells[4]])
    assert rates.lost_to_load(0.5) == pytest.approx(cells[0] - cells[-1])
    assert rates.kept_under_load(0.5) == pytest.approx(cells[-1] / cells[0])
    widths = [(cell.high - cell.low) / 2 for row in rates.rates for cell in row]
    assert rates.widest == max(widths)


def test_a_cell_not_measured_is_refused(rates: RetrievalRates) -> None:
    with pytest.raises(ValueError, match="found 7"):
        rates.at(7, 0.2)


def test_the_race_is_read_as_it_was_written() -> None:
    race, kept = read_retrieval_race(), json.loads(FILE.read_text("utf-8"))
    assert race.ratio == pytest.approx(kept["ratio"]["loop"], rel=0.01)
    assert race.bare_ratio == pytest.approx(kept["ratio"]["bare"], rel=0.01)
    assert race.least == min(cell["loop"] / cell["sweep"] for cell in kept["cells"])
    assert race.largest == max(cell["loop"] / cell["sweep"] for cell in kept["cells"])
    assert len(race.cells) == 42
    ends = {cell["patterns"]: cell for cell in kept["cells"] if cell["noise"] == 0.3}
    assert race.slower(0.3) == ends[800]["sweep"] / ends[10]["sweep"]
    assert race.loop_slower(0.3) == ends[800]["loop"] / ends[10]["loop"]
    slow = [cell for cell in kept["cells"] if cell["noise"] == race.slowest_noise and cell["patterns"] == 800]
    assert all(slow[0]["sweep"] >= cell["sweep"] for cell in kept["cells"] if cell["patterns"] == 800)
    assert race.longer == kept["growth"]["64000"] / kept["growth"]["1000"]
    assert (race.few, race.many) == (1000, 64_000)
    assert race.timed == (1000, 4000, 16_000, 64_000)
    assert race.each(4000) == pytest.approx(1e6 * kept["growth"]["4000"] / 4000)
    assert race.at(800, 0.3).loop_micros == pytest.approx(1e6 * ends[800]["loop"])
    assert race.at(10, 0.3).sweep_micros == pytest.approx(1e6 * ends[10]["sweep"])
    with pytest.raises(ValueError, match="found 11"):
        race.at(11, 0.3)
    assert kept["machine"] in race.loop.about
