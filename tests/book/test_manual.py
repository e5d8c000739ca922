"""The manual's small book is all that a book needs: its very files build."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_manual_s_small_book_builds(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "snippets/manual/small_book", tmp_path, dirs_exist_ok=True)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/index.md").write_text("# Rivers\n\n[13](=river.bridges) bridges.\n", encoding="utf-8")
    (tmp_path / "docs/ledger.md").write_text("# Ledger\n\n::tether-ledger::\n", encoding="utf-8")
    told = subprocess.run(
        [sys.executable, "-X", "utf8", "-m", "mkdocs", "build", "--strict", "-q"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert told.returncode == 0, told.stdout + told.stderr
    assert (tmp_path / "site/index.html").exists()
