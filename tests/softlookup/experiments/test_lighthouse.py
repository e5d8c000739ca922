import gzip
import json
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from benchmarks.measure_lighthouse import CATEGORIES, RECORD, serve, sum_up
from softlookup.experiments.lighthouse import FILE, read_lighthouse


def test_the_record_is_read_as_it_was_written() -> None:
    assert RECORD == FILE
    kept = json.loads(FILE.read_text("utf-8"))
    record = read_lighthouse()
    assert set(kept["runs"]) == {"front_phone", "front_desk", "heaviest_phone", "heaviest_desk"}
    assert (record.processors, float(record.load)) == (kept["processors"], kept["load"])
    for name, run in kept["runs"].items():
        visited = getattr(record, name)
        scores = (visited.performance, visited.accessibility, visited.best_practices, visited.seo)
        assert [float(score) for score in scores] == [run["scores"][name] for name in CATEGORIES]
        assert float(visited.least_but_speed) == min(float(score) for score in scores[1:])
        times = (visited.first_paint, visited.largest_paint, visited.blocked, visited.kilobytes)
        assert [round(1000 * float(one)) for one in times] == [
            run[key] for key in ("first_paint_ms", "largest_paint_ms", "blocked_ms", "bytes")
        ]
        assert float(visited.font_share) * run["bytes"] == pytest.approx(run["font_bytes"])
        assert float(visited.layout_share) * run["work_ms"] == pytest.approx(run["layout_ms"])
        assert kept["lighthouse"] in visited.performance.about


def listed(*items: dict[str, Any]) -> dict[str, Any]:
    """Give an audit that has a list of things and no score."""
    return {"details": {"items": list(items)}, "score": None, "scoreDisplayMode": "informative"}


def test_a_report_is_summed_up_with_what_fell_short() -> None:
    told = {"first-contentful-paint": 1200.4, "largest-contentful-paint": 2400.0, "total-blocking-time": 90.0}
    told |= {"cumulative-layout-shift": 0.00312, "total-byte-weight": 371745.0}
    audits = {
        name: {"numericValue": value, "score": 1, "scoreDisplayMode": "numeric"}
        for name, value in told.items()
    }
    audits["slow"] = {"numericValue": 9.0, "score": 0.5, "scoreDisplayMode": "numeric"}
    audits["absent"] = {"numericValue": 0.0, "score": 0, "scoreDisplayMode": "notApplicable"}
    audits["network-requests"] = listed(
        {"url": "a.woff2", "transferSize": 7}, {"url": "a.css", "transferSize": 5}
    )
    audits["mainthread-work-breakdown"] = listed(
        {"group": "styleLayout", "duration": 4.0}, {"group": "other", "duration": 1.0}
    )
    speed = {"score": 0.61, "auditRefs": [{"id": name, "weight": 1} for name in [*told, "slow", "absent"]]}
    others = {name: {"score": 1, "auditRefs": [{"id": "slow", "weight": 0}]} for name in CATEGORIES[1:]}
    summed = sum_up({"audits": audits, "categories": {"performance": speed, **others}})
    assert summed["scores"]["performance"] == 61
    assert summed["short"] == ["slow"]
    assert (summed["font_bytes"], summed["layout_ms"], summed["work_ms"]) == (7, 4, 5)
    assert (summed["first_paint_ms"], summed["layout_shift"], summed["bytes"]) == (1200, 0.0031, 371745)


def test_text_is_served_compressed_and_a_font_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<p>one</p>" * 200, "utf-8")
    (tmp_path / "a.woff2").write_bytes(b"font")
    with serve(tmp_path) as address:
        with urllib.request.urlopen(address) as answer:  # noqa: S310  (our own server)
            sent = answer.read()
            assert answer.headers["Content-Encoding"] == "gzip"
        with urllib.request.urlopen(address + "a.woff2") as answer:  # noqa: S310  (our own server)
            assert (answer.read(), answer.headers["Content-Encoding"]) == (b"font", None)
    assert gzip.decompress(sent).decode() == "<p>one</p>" * 200
