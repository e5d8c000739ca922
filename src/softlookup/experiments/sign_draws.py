"""Random patterns of signs, drawn quickly."""

import numpy as np
import numpy.typing as npt

Signs = npt.NDArray[np.int8]

# Row b holds the eight bits of the byte b as signs: one random byte draws eight of them.
_BYTES = 2 * np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1).astype(np.int8) - 1


def draw_signs(rng: np.random.Generator, *shape: int) -> Signs:
    """Draw an array of fair coins that show +1 or −1, a byte each."""
    size = int(np.prod(shape))
    rows = rng.integers(256, size=-(-size // 8), dtype=np.uint8)
    return _BYTES[rows].reshape(-1)[:size].reshape(shape)
