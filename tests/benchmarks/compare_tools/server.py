"""A server that shows the page and builds it anew after an edit, watched from outside."""

import contextlib
import os
import re
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

LONGEST = 120
"""Seconds to wait for a page."""


@dataclass(frozen=True)
class Server:
    """A running server."""

    address: str
    log: Path

    def said(self) -> str:
        """Give what it has said so far."""
        return self.log.read_text("utf-8", errors="replace")

    def read(self, page: str = "") -> str:
        """Give the text of a page it shows; empty while it shows none."""
        try:
            with urllib.request.urlopen(self.address + page, timeout=60) as answer:  # noqa: S310
                shown: str = answer.read().decode("utf-8")
        except (urllib.error.URLError, OSError):
            return ""
        body = re.sub(r"(?is)<(script|style)\b.*?</\1>", " ", shown.partition("<body")[2])
        return re.sub(r"<[^>]+>", "", body)

    def wait_until(
        self,
        holds: Callable[[str], bool],
        page: str = "",
        otherwise: Callable[[str], bool] = lambda _: False,
    ) -> None:
        """Read a page until something holds of it, or else of what the server says.

        Raises ``TimeoutError`` where neither comes to hold.
        """
        end = time.monotonic() + LONGEST
        while time.monotonic() < end:
            if holds(self.read(page)) or otherwise(self.said()):
                return
            time.sleep(0.5)
        message = f"the page at {self.address} did not change; the server said:\n{self.said()}"
        raise TimeoutError(message)


@contextlib.contextmanager
def serve(folder: Path, command: str, environment: dict[str, str]) -> Iterator[Server]:
    """Run a command that serves a folder's page at an address of this machine, for as long as is asked."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = folder.parent / "server.log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            command.format(port=port).split(),
            cwd=folder,
            env=environment,
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            yield Server(f"http://127.0.0.1:{port}/", log)
        finally:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait(20)
