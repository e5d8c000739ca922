import numpy as np
import pytest
from scipy import stats

from softlookup.errors import DtypeError, RangeError
from softlookup.philox import draw_normals, draw_uniforms, philox


@pytest.mark.parametrize(
    ("counter", "key", "words"),
    [
        ([0] * 4, (0, 0), "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
        ([0xFFFFFFFF] * 4, (0xFFFFFFFF, 0xFFFFFFFF), "408f276d 41c83b0e a20bc7c6 6d5451fd"),
        (
            [0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344],
            (0xA4093822, 0x299F31D0),
            "d16cfe09 94fdcceb 5001e420 24126ea1",
        ),
    ],
)
def test_the_known_answers_of_its_authors(counter: list[int], key: tuple[int, int], words: str) -> None:
    assert [f"{word:08x}" for word in philox(counter, key)] == words.split()


def test_a_longer_draw_begins_as_a_shorter_one() -> None:
    for draw in (draw_uniforms, draw_normals):
        np.testing.assert_array_equal(draw(3, 1, 9), draw(3, 1, 64)[:9])
        assert draw(3, 1, 0).shape == (0,)


def test_seeds_and_streams_draw_apart() -> None:
    draws = np.array([draw_uniforms(seed, stream, 1000) for seed in (0, 1) for stream in (0, 1)])
    assert np.abs(np.corrcoef(draws) - np.eye(4)).max() < 0.15


def test_draws_follow_their_laws() -> None:
    uniform, normal = draw_uniforms(1, 0, 40_000), draw_normals(2, 0, 40_000)
    assert 0 < uniform.min() < uniform.max() < 1
    assert stats.kstest(uniform, "uniform").pvalue > 0.01
    assert stats.kstest(normal, "norm").pvalue > 0.01
    assert abs(np.corrcoef(normal[::2], normal[1::2])[0, 1]) < 0.03


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        ((-1, 0, 1), RangeError, "seed: expected a whole number from 0 to 4294967295, found -1"),
        ((0, 2**32, 1), RangeError, "stream"),
        ((0, 0, -1), RangeError, "count: expected a whole number of at least 0"),
        ((0.5, 0, 1), DtypeError, "seed"),
    ],
)
def test_bad_draws_are_refused(call: tuple[int, int, int], error: type[Exception], message: str) -> None:
    for draw in (draw_uniforms, draw_normals):
        with pytest.raises(error, match=message):
            draw(*call)
