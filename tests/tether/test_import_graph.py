"""What a module hangs on: absolute and relative imports, of modules and of packages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tether.imports import read_modules
from tether.store import Store

if TYPE_CHECKING:
    from pathlib import Path

SOURCES = {
    "src/rocks/__init__.py": "from .sand import grains\n",
    "src/rocks/sand.py": "from . import water as w\nfrom .deep.core import heat\n",
    "src/rocks/water.py": "",
    "src/rocks/alone.py": "import rocks.deep.core\n",
    "src/rocks/deep/__init__.py": "",
    "src/rocks/deep/core.py": "from ..water import wet\nfrom ...nothing import there\n",
    "src/rocks/deep/crust.py": "from .. import alone\n",
    "plain.py": "import rocks.water\n",
}
ROCKS = {"rocks", "rocks.sand", "rocks.water", "rocks.deep", "rocks.deep.core"}  # what `import rocks` runs
CLOSURES = {
    "rocks": ROCKS,
    "rocks.water": ROCKS,
    "rocks.sand": ROCKS,
    "rocks.deep.core": ROCKS,
    "rocks.alone": ROCKS | {"rocks.alone"},
    "rocks.deep.crust": ROCKS | {"rocks.alone", "rocks.deep.crust"},
    "plain": ROCKS | {"plain"},
}


@pytest.mark.parametrize("name", CLOSURES)
def test_a_module_hangs_on_what_it_runs(tmp_path: Path, name: str) -> None:
    for path, source in SOURCES.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(source, "utf-8")
    modules = read_modules(tmp_path, Store(tmp_path / "kept", tmp_path, print))
    assert modules.closure(name) == CLOSURES[name]
