"""Start values for explorables: what the build computed, for a script to go on from.

The block that shows a figure prints the figure, and after it these values. The page gets every digit of
them, so that the script starts where the build stands; the committed copy gets six, so that drift is seen,
and the last bits of one machine are not. How an explorable is made is told at the top of
``docs/assets/js/play/numbers.js``.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from softlookup.show.numbers import write_csv
from tether.values import Drawing


def start_play(name: str, values: Mapping[str, Any]) -> Drawing:
    """Give the start values of the explorable ``name``, which a script of that name reads.

    ``values`` may hold numbers, text, truth values, arrays, and lists and mappings of these. Raises
    ``ValueError`` for a number that is not finite, which JSON has no word for, and ``TypeError`` for
    anything else.
    """
    plain = _make_plain(values)
    text = json.dumps(plain, allow_nan=False, ensure_ascii=True, separators=(",", ":"))
    text = text.replace("<", r"\u003c")  # or a text could end the script element
    markup = f'<script type="application/json" data-play="{name}">{text}</script>'
    rows = list(_list_rows("", plain))
    data = "".join(write_csv([path], [row]) if row else f"{path}\n" for path, row in rows)
    return Drawing(markup, data, f'Start values of the explorable "{name}".')


def _make_plain(value: object) -> Any:  # noqa: ANN401  (what JSON can say)
    """Turn arrays, tuples and NumPy's numbers into what JSON can say."""
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    if isinstance(value, Mapping):
        return {str(key): _make_plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_make_plain(one) for one in value]
    return value


def _list_rows(path: str, value: Any) -> Iterator[tuple[str, list[str | float]]]:  # noqa: ANN401  (as above)
    """Yield the innermost lists and single values, each with the way to it, such as ``features[3]``."""
    if isinstance(value, dict):
        for key, one in value.items():
            yield from _list_rows(f"{path}.{key}".lstrip("."), one)
    elif isinstance(value, list) and any(isinstance(one, list | dict) for one in value):
        for place, one in enumerate(value):
            yield from _list_rows(f"{path}[{place}]", one)
    else:
        yield path, value if isinstance(value, list) else [value]
