"""What explorables start from, read back."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from softlookup.book import book
from softlookup.gpt.corpus import CORPUS, Pair, make_pairs, split_words
from softlookup.show.play_gpt import start_gpt
from softlookup.show.play_memory import start_memory
from tether.values import Drawing

PAIRS = make_pairs(split_words(CORPUS))


def read(drawing: Drawing) -> dict[str, Any]:
    found = re.fullmatch(r'<script type="application/json" data-play="\w+">(.*)</script>', drawing.markup)
    assert found
    values: dict[str, Any] = json.loads(found[1])
    return values


def test_the_gpt_starts_from_the_traced_model_and_all_that_it_is_trained_on() -> None:
    start = read(start_gpt(PAIRS, 0.2, ["the"], {"floor": 0.06}))
    assert sum(len(row) for array in start["model"].values() for row in array) == 100
    words = start["words"]
    told = [(tuple(words[i] for i in task["context"]), words[task["target"]]) for task in start["tasks"]]
    assert told == [tuple(pair) for pair in PAIRS]
    the = start["contexts"][start["shown"]]
    assert the["words"] == "the"
    assert [words[i] for i in the["targets"]] == ["cat", "dog"]
    assert len(start["contexts"]) == 22  # one of the 23 comes twice
    assert (start["rate"], start["levels"]) == (0.2, [{"at": 0.06, "words": "floor"}])


def test_a_context_that_nobody_trains_is_refused() -> None:
    with pytest.raises(ValueError, match="expected the context of a pair, found 'you'"):
        start_gpt([Pair(("i",), "love")], 0.02, ["you"], {})


def test_the_memory_starts_from_what_its_judges_say() -> None:
    start = read(start_memory(book.played_recall))
    assert start["beta"] in start["betas"]
    assert {len(curve) for curve in start["curves"].values()} == {len(start["betas"]) + 1}
    assert start["curves"]["error"][6]["value"] == book.played_recall.verdicts[6].error.value


def test_the_memory_needs_the_infinite_sharpness_at_the_end() -> None:
    played = book.played_recall
    with pytest.raises(ValueError, match="expected an infinite sharpness at the end, found 128"):
        start_memory(replace(played, betas=played.betas[:-1]))
