"""Digests: of files, folders and values in JSON, by which something kept is known to be current."""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache
from pathlib import Path
from typing import Any

ABSENT = "absent"
"""The digest of what is not there."""


def digest_bytes(content: bytes) -> str:
    """Give the digest of some bytes."""
    return hashlib.sha256(content).hexdigest()


def digest_json(content: Any) -> str:  # noqa: ANN401
    """Give the digest of what JSON can hold, whatever the order of its keys."""
    return digest_bytes(json.dumps(content, sort_keys=True).encode())


def digest_path(path: Path) -> str:
    """Give the digest of a file by its content; ``absent`` where it cannot be read.

    Within a process a file is read once for each state of its directory entry: the time of a change of
    that entry, unlike a file's own time, is nobody's to set back.
    """
    try:
        state = path.stat()
        return _digest_file(str(path), state.st_ino, state.st_size, state.st_mtime_ns, state.st_ctime_ns)
    except OSError:
        return ABSENT


@lru_cache(maxsize=1 << 14)
def _digest_file(path: str, *_state: int) -> str:
    with Path(path).open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def digest_folder(path: Path) -> str:
    """Give the digest of the names in a folder and their kinds; ``absent`` where it cannot be listed."""
    try:
        return digest_json(sorted((item.name, item.is_dir(), item.is_symlink()) for item in path.iterdir()))
    except OSError:
        return ABSENT
