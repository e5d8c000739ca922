"""Digests: of files, folders and values in JSON, by which something kept is known to be current."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

ABSENT = "absent"
"""The digest of what is not there."""


def digest_bytes(content: bytes) -> str:
    """Give the digest of some bytes."""
    return hashlib.sha256(content).hexdigest()


def digest_json(content: Any) -> str:  # noqa: ANN401
    """Give the digest of what JSON can hold, whatever the order of its keys."""
    return digest_bytes(json.dumps(content, sort_keys=True).encode())


def digest_path(path: Path) -> str:
    """Give the digest of a file by its content, never by its time; ``absent`` where it cannot be read."""
    try:
        return digest_bytes(path.read_bytes())
    except OSError:
        return ABSENT


def digest_folder(path: Path) -> str:
    """Give the digest of the names in a folder; ``absent`` where it cannot be listed."""
    try:
        return digest_json(sorted(item.name for item in path.iterdir()))
    except OSError:
        return ABSENT
