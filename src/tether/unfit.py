"""What no page may show, code included: an error that was printed, and the repr of a NumPy scalar."""

from __future__ import annotations

import re

TRACEBACK = re.compile(r"Traceback \(most recent call last\)")
SCALAR = re.compile(
    r"\bnp\.(?:float|u?int|bool|complex)(?:\d+|_)?\((?:[-+]?(?:\d|inf\b|nan\b)|True\b|False\b)"
)
"""A repr holds a value, a call mostly a name."""
UNFIT = re.compile(f"{TRACEBACK.pattern}|{SCALAR.pattern}")
