import pytest

from softlookup.show import costs
from tether.values import Record


@pytest.mark.parametrize(
    ("measured", "written"),
    [
        (None, "–"),
        (0.01234, "0.0123"),
        (1.0, "1"),
        (99.94, "99.9"),
        (100.4, "100"),
        (1234.5, "1,230"),
        (Record(15678.0, "on a machine"), "15,700"),
    ],
)
def test_a_measured_figure_is_written_to_three_digits(measured: Record | float | None, written: str) -> None:
    assert costs._print(measured) == written
