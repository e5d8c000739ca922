import json
import re

import numpy as np
import pytest

from softlookup.show.play import start_play


def test_the_script_gets_every_digit_and_the_copy_six() -> None:
    values = {
        "scores": np.array([1 / 3, -2.0]),
        "names": ("a", "b<c"),
        "deep": {"rows": np.eye(2) / 7},
        "n": 3,
    }
    drawing = start_play("some", values)
    text = re.fullmatch(r'<script type="application/json" data-play="some">([^<]*)</script>', drawing.markup)
    assert text is not None
    assert json.loads(text[1]) == {
        "scores": [1 / 3, -2.0],
        "names": ["a", "b<c"],
        "deep": {"rows": [[1 / 7, 0.0], [0.0, 1 / 7]]},
        "n": 3,
    }
    assert drawing.data.splitlines() == [
        "scores",
        "0.333333,-2.000000",
        "names",
        "a,b<c",
        "deep.rows[0]",
        "0.142857,0.000000",
        "deep.rows[1]",
        "0.000000,0.142857",
        "n",
        "3",
    ]
    assert drawing.alt == 'Start values of the explorable "some".'


def test_what_json_cannot_say_is_refused() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        start_play("some", {"x": float("nan")})
    with pytest.raises(TypeError, match="not JSON serializable"):
        start_play("some", {"x": {1, 2}})
