"""What Lighthouse says of the front page and of the heaviest chapter, as a phone and as a desk get them.

Run by hand, as it needs Node, Lighthouse (``npm install lighthouse``) and minutes on a quiet machine::

    make site
    .venv/bin/python tests/benchmarks/measure_lighthouse.py site node_modules/.bin/lighthouse

The site is served from this machine with compression, as hosts of static sites do. The record goes to
``src/softlookup/experiments/records/lighthouse.json``; the page that quotes it is then held to it.
"""

import contextlib
import functools
import gzip
import json
import os
import platform
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

RECORD = Path(__file__).parents[2] / "src" / "softlookup" / "experiments" / "records" / "lighthouse.json"
PAGES = {"front": "", "heaviest": "gpt/training/"}
SCREENS = {"phone": [], "desk": ["--preset=desktop"]}
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
FLAGS = "--headless --no-sandbox --disable-gpu --disable-background-networking --disable-component-update"
PACKED = {".html", ".css", ".js", ".json", ".svg", ".xml"}


class _Packing(SimpleHTTPRequestHandler):
    """Serves files, what is text compressed, over connections that stay."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            self.send_error(404)
            return
        content = path.read_bytes()
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Cache-Control", "max-age=600")
        if path.suffix in PACKED:
            content = gzip.compress(content, 6, mtime=0)
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002, ANN401  (the handler's own names)
        """Say nothing."""


@contextlib.contextmanager
def serve(site: Path) -> Iterator[str]:
    """Give the address under which a folder is served."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Packing, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


def ask(lighthouse: str, address: str, more: list[str]) -> dict[str, Any]:
    """Run Lighthouse on a page; give its report."""
    chromium = os.environ.get("CHROMIUM", "/usr/bin/chromium")
    command = [lighthouse, address, "--output=json", "--quiet", f"--chrome-flags={FLAGS}", *more]
    ran = subprocess.run(
        command, env={**os.environ, "CHROME_PATH": chromium}, capture_output=True, text=True, check=True
    )
    report: dict[str, Any] = json.loads(ran.stdout)
    return report


def sum_up(report: dict[str, Any]) -> dict[str, Any]:
    """Give scores in percent, times in milliseconds, the bytes sent, and the audits that fell short."""
    audits = report["audits"]
    sent, work = (
        audits[name]["details"]["items"] for name in ("network-requests", "mainthread-work-breakdown")
    )
    weighed = [
        audit["id"]
        for name in CATEGORIES
        for audit in report["categories"][name]["auditRefs"]
        if audit["weight"]
        and (audits[audit["id"]]["score"] or 0) < 0.9
        and audits[audit["id"]]["scoreDisplayMode"] not in {"notApplicable", "manual"}
    ]
    return {
        "scores": {name: round(100 * report["categories"][name]["score"]) for name in CATEGORIES},
        "first_paint_ms": round(audits["first-contentful-paint"]["numericValue"]),
        "largest_paint_ms": round(audits["largest-contentful-paint"]["numericValue"]),
        "blocked_ms": round(audits["total-blocking-time"]["numericValue"]),
        "layout_shift": round(audits["cumulative-layout-shift"]["numericValue"], 4),
        "bytes": round(audits["total-byte-weight"]["numericValue"]),
        "font_bytes": sum(one["transferSize"] for one in sent if one["url"].endswith(".woff2")),
        "work_ms": round(sum(one["duration"] for one in work)),
        "layout_ms": round(sum(one["duration"] for one in work if one["group"] == "styleLayout")),
        "short": weighed,
    }


def main(site: str, lighthouse: str) -> None:
    """Measure all pages on all screens, and write the record."""
    runs, version = {}, ""
    with serve(Path(site)) as address:
        for page, path in PAGES.items():
            for screen, more in SCREENS.items():
                report = ask(lighthouse, address + path, more)
                version = report["lighthouseVersion"]
                runs[f"{page}_{screen}"] = sum_up(report)
                sys.stdout.write(f"{page} {screen}: {runs[f'{page}_{screen}']}\n")
    agent = report["environment"]["hostUserAgent"].partition("Chrome/")[2].partition(".")[0]
    record = {
        "lighthouse": version,
        "chromium": agent,
        "machine": platform.machine(),
        "processors": os.cpu_count(),
        "load": round(os.getloadavg()[1], 1),
        "runs": runs,
    }
    RECORD.write_text(json.dumps(record, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
