"""A page as it was read, put into plain JSON, and taken out again for the same text."""

from __future__ import annotations

import json
from dataclasses import astuple, replace
from typing import TYPE_CHECKING, Any

from tether.fences import Fence
from tether.marks import SCHEME, Candidate
from tether.problems import Problem
from tether.scan import Page
from tether.visible import Note, Run

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tether.sources import Source

_SCHEME = f"tether{'-' * 16}:"
"""Stands for the scheme of opaque destinations, which is another one in each process, and is as long."""


class UnfitError(Exception):
    """A page that JSON cannot hold as it is."""


def pack_page(page: Page, file: Source, included: Sequence[Source]) -> dict[str, Any]:
    """Give a page as it was read from a file; ``included`` are the files that it includes, in order."""
    sources = [page.source, *included]
    places = {id(source): index for index, source in enumerate(sources)}
    try:
        packed = {
            "body": page.body,
            "text": None if page.source.text == file.text else page.source.text,
            "cut": page.source.cut,
            "runs": [_pack_run(run, places) for run in page.runs],
            "fences": [
                [
                    places[id(fence.source)],
                    fence.line,
                    fence.language,
                    fence.code,
                    fence.options,
                    fence.errors,
                ]
                for fence in page.fences
            ],
            "candidates": [
                [key, places[id(found.source)], found.start, found.end, found.closed]
                for key, found in page.candidates.items()
            ],
            "bound": page.bound,
            "swallowed": sorted(page.swallowed),
            "problems": [astuple(problem) for problem in page.problems],
        }
        text = json.dumps(packed)
    except (KeyError, TypeError, ValueError) as error:
        raise UnfitError from error
    content: dict[str, Any] = json.loads(text.replace(SCHEME, _SCHEME))
    options = [_unpack_options(fence[4]) for fence in content["fences"]]
    if _SCHEME in text or options != [fence.options for fence in page.fences]:
        raise UnfitError
    return content


def unpack_page(packed: dict[str, Any], file: Source, included: Sequence[Source], docs: str) -> Page:
    """Give the page again; raise what JSON of another form raises."""
    text = file.text if packed["text"] is None else packed["text"]
    source = replace(file, text=text, cut=tuple(packed["cut"]))
    sources = [source, *included]
    fences = [
        Fence(sources[place], line, language, code, _unpack_options(options), tuple(errors))
        for place, line, language, code, options, errors in packed["fences"]
    ]
    candidates = {
        key: Candidate(key, sources[place], start, end, closed)
        for key, place, start, end, closed in packed["candidates"]
    }
    return Page(
        source,
        packed["body"],
        [_unpack_run(run, sources) for run in packed["runs"]],
        fences,
        candidates,
        packed["bound"],
        frozenset(packed["swallowed"]),
        [Problem(*problem) for problem in packed["problems"]],
        docs,
    )


def _unpack_options(packed: dict[str, Any]) -> dict[str, Any]:
    """Give a header's options: what markdown-exec has several parts of is a tuple."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in packed.items()}


def _pack_run(run: Run, places: dict[int, int]) -> list[Any]:
    return [
        run.kind,
        run.text,
        [[offset, places[id(source)], behind] for offset, source, behind in run.marks],
        run.maths,
        run.bound,
        None if run.after is None else [places[id(run.after[0])], run.after[1]],
        [[note.offset, note.text, places[id(note.source)], note.place] for note in run.notes],
    ]


def _unpack_run(packed: list[Any], sources: Sequence[Source]) -> Run:
    kind, text, marks, maths, bound, after, notes = packed
    return Run(
        kind,
        text.replace(_SCHEME, SCHEME) if _SCHEME in text else text,
        [(offset, sources[place], behind) for offset, place, behind in marks],
        [(start, end) for start, end in maths],
        [(start, end, key) for start, end, key in bound],
        None if after is None else (sources[after[0]], after[1]),
        [Note(offset, said, sources[place], at) for offset, said, place, at in notes],
    )
