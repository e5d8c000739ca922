"""What a result hangs on beside the book's own files: the interpreter, the packages, the environment.

The worker is started with the variables listed here and those that the book declares, and with no
others: what cannot be read need not be compared.
"""

from __future__ import annotations

import os
import platform
import sys
import sysconfig
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from tether.digests import digest_bytes, digest_json
from tether.places import tell_place, tell_variable

if TYPE_CHECKING:
    from collections.abc import Mapping

_PASSED = frozenset({
    "APPDATA", "COMSPEC", "HOME", "LANG", "LANGUAGE", "LOCALAPPDATA", "LOGNAME", "PATH", "PATHEXT",
    "SYSTEMDRIVE", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR", "TZ", "USER", "USERNAME",
    "USERPROFILE", "WINDIR",
})  # fmt: skip
_PASSED_BEGINNINGS = (
    "BLIS_", "COVERAGE_", "DYLD_", "FONTCONFIG_", "GOTO_", "KMP_", "LC_", "LD_", "MKL_", "MPL", "NPY_",
    "NUMBA_", "NUMEXPR_", "OMP_", "OPENBLAS_", "PYTHON", "VECLIB_", "XDG_",
)  # fmt: skip
"""What steers the interpreter, the loader, the fonts, and the number and kind of a BLAS's threads."""


def pass_environment(declared: tuple[str, ...], whole: Mapping[str, str] = os.environ) -> dict[str, str]:
    """Give the variables that the book's code may read."""
    return {
        name: value
        for name, value in sorted(whole.items())
        if name.upper() in _PASSED or name.upper().startswith(_PASSED_BEGINNINGS) or name in declared
    }


def make_stamp(environment: Mapping[str, str], root: Path) -> str:
    """Give the digest of all that a result hangs on beside the book's own files.

    An interpreter is the same in each virtual environment that it serves: what is installed is told apart.
    """
    return digest_json(
        {
            "python": [sys.version, os.path.realpath(sys.executable), sys.flags.optimize, _platform()],
            "processor": _describe_processor(),
            "packages": _list_packages(),
            "tether": _digest_tether(),
            "environment": {name: tell_variable(value, root) for name, value in environment.items()},
            "path": [
                tell_place(str(Path(place).resolve()), root)
                for place in environment.get("PYTHONPATH", "").split(os.pathsep)
            ],
        }
    )


@cache
def _platform() -> str:
    return platform.platform()


@cache
def _describe_processor() -> str:
    """Tell processors apart: the last digits of a sum are theirs."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return platform.processor()
    told = [line for line in lines if line.startswith(("model name", "flags", "Features", "CPU part"))]
    return "\n".join(sorted(set(told)))


def _list_packages() -> list[str]:
    """List the installed distributions by the names of their folders, which carry their versions."""
    found: set[str] = set()
    for place in {*sys.path, sysconfig.get_paths()["purelib"], sysconfig.get_paths()["platlib"]}:
        try:
            names = os.listdir(place or ".")  # noqa: PTH208  (a tenth of the time of iterdir)
        except OSError:
            continue
        found |= {name for name in names if name.endswith((".dist-info", ".egg-info"))}
    return sorted(found)


@cache
def _digest_tether() -> str:
    paths = sorted(Path(__file__).parent.rglob("*.py"))
    return digest_bytes(b"".join(path.read_bytes() for path in paths))
