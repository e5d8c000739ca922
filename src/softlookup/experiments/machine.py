"""What a record says of where it was made."""

import platform
from pathlib import Path
from typing import Any

import numpy as np


def describe_machine(command: str) -> dict[str, str]:
    """Give command, machine and versions, as a record keeps them: no name and no path of the machine."""
    return {
        "command": command,
        "machine": name_machine(),
        "python": platform.python_version(),
        "numpy": np.__version__,
    }


def tell_origin(kept: dict[str, Any]) -> str:
    """Write what `describe_machine` gave as words, for a ``tether.values.Record``."""
    return f"{kept['machine']}, Python {kept['python']}, NumPy {kept['numpy']}; {kept['command']}"


def name_machine() -> str:
    """Name system and processor, as far as the system tells."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text("utf-8").splitlines() if info.exists() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return f"{platform.system()} {platform.machine()}, {models[0] if models else 'processor unknown'}"
