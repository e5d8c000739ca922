"""What browser tests stand on: built folders, a server for each, and Chromium driven by Playwright.

Where no Chromium is, these tests are skipped and say so; under CI they fail instead, as a check that
nobody ran is no check. Two folders are built, each once for all workers of a run: ``specimen``, a page with
everything the style has a rule for, and ``book``, the book itself.
"""

import functools
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
import yaml
from playwright.sync_api import Browser, sync_playwright

from support.visiting import Site, Visitor

ROOT = Path(__file__).parents[2]
CHROMIUM = Path(os.environ.get("CHROMIUM", "/usr/bin/chromium"))
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = 240.0
"""Seconds that a worker waits for another one's build."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what drives a browser."""
    for item in items:
        if Path(__file__).parent in item.path.parents and "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.site)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Give Chromium; skip where there is none, but fail under CI."""
    if not CHROMIUM.exists():
        reason = f"no Chromium at {CHROMIUM}: apt-get install chromium, or set CHROMIUM to its path"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        yield chromium
        chromium.close()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002, ANN401  (the handler's own names)
        """Say nothing."""


def _serve(folder: Path) -> Iterator[Site]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield Site(folder, f"http://127.0.0.1:{server.server_port}/")
    server.shutdown()
    thread.join()
    server.server_close()


def _build_once(shared: Path, name: str, command: list[str], cwd: Path, site: Path, **settings: str) -> Path:
    """Build a site, unless another worker of this run does: then wait for that one's."""
    done, lock = shared / f"{name}.done", shared / f"{name}.lock"
    try:
        lock.mkdir()
    except FileExistsError:
        end = time.monotonic() + PATIENCE
        while not done.exists():
            if time.monotonic() > end:
                pytest.fail(f"another worker's build of {name} took more than {PATIENCE:.0f} seconds")
            time.sleep(0.1)
    else:
        environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1", **settings}
        built = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, check=False, text=True)
        done.write_text("" if built.returncode == 0 else built.stdout + built.stderr, "utf-8")
    failure = done.read_text("utf-8")
    if failure:
        pytest.fail(f"the build of {name} failed:\n{failure}")
    return site


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder that all workers of this run share."""
    base = tmp_path_factory.getbasetemp()
    return base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base


@pytest.fixture(scope="session")
def specimen(browser: Browser, shared: Path) -> Iterator[Site]:  # noqa: ARG001  (no browser, no build)
    """Build the specimen with the book's own configuration, but for its verdict, and serve it."""
    place = shared / f"specimen-{os.environ.get('PYTEST_XDIST_WORKER', 'only')}"
    shutil.copytree(Path(__file__).parent / "specimen", place / "docs")
    shutil.copytree(ROOT / "docs" / "assets", place / "docs" / "assets")
    settings = yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))
    settings["plugins"] = ["search"]
    settings.pop("hooks", None)  # they are told by paths of the book
    settings["markdown_extensions"].remove("tether")
    settings["theme"]["custom_dir"] = str(ROOT / "overrides")
    del settings["nav"]
    (place / "snippets").mkdir()
    (place / "mkdocs.yml").write_text(yaml.safe_dump(settings), "utf-8")
    site = shared / "specimen-site"
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", str(site)]
    yield from _serve(_build_once(shared, "specimen", command, place, site))


@pytest.fixture(scope="session")
def book(browser: Browser, shared: Path) -> Iterator[Site]:  # noqa: ARG001  (no browser, no build)
    """Build the book and serve it."""
    site = shared / "book-site"
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(site)]
    yield from _serve(_build_once(shared, "book", command, ROOT, site))


@pytest.fixture(scope="session")
def disk(browser: Browser, shared: Path) -> Site:  # noqa: ARG001  (no browser, no build)
    """Build the book for reading from a disk: its address is the folder's own."""
    site = shared / "soft-lookup"
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", str(site)]
    return Site(
        _build_once(shared, "disk", command, ROOT, site, SOFT_LOOKUP_OFFLINE="1"), f"{site.as_uri()}/"
    )


@pytest.fixture
def visitor(browser: Browser) -> Iterator[Visitor]:
    """Give somebody who opens pages."""
    one = Visitor(browser)
    yield one
    for context in one.contexts:
        context.close()
