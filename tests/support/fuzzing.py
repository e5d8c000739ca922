"""How deep to search: the same few examples each time, or others, as many as FUZZ_EXAMPLES says."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings


def search(examples: int) -> settings:
    """Give the settings of a search: deterministic by default, random and as deep as one is told to go."""
    wanted = os.environ.get("FUZZ_EXAMPLES")
    return settings(
        max_examples=int(wanted) if wanted else examples,
        derandomize=not wanted,
        deadline=None,  # a busy machine is no failure; processor time is measured where time is the subject
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
    )
