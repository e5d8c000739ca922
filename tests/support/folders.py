"""Two folders, file by file and byte by byte."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

AROUND = 24


def read_folder(folder: Path) -> dict[str, bytes]:
    """Give all that a folder holds, by name."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def find_difference(first: bytes, second: bytes) -> int | None:
    """Tell at which byte, counted from 0, two contents part; None where they do not."""
    if first == second:
        return None
    pairs = zip(first, second, strict=False)
    return next(
        (index for index, (one, other) in enumerate(pairs) if one != other), min(len(first), len(second))
    )


def describe_differences(first: Path, second: Path) -> list[str]:
    """Say of each file that differs in which byte, and what stands around it on both sides."""
    one, other = read_folder(first), read_folder(second)
    told = [f"{name}: only in {first.name}" for name in one if name not in other]
    told += [f"{name}: only in {second.name}" for name in other if name not in one]
    for name in sorted(one.keys() & other.keys()):
        byte = find_difference(one[name], other[name])
        if byte is not None:
            shown = [content[max(byte - AROUND, 0) : byte + AROUND] for content in (one[name], other[name])]
            told.append(f"{name}: byte {byte}: {shown[0]!r} and {shown[1]!r}")
    return told
