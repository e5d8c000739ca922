"""The six sentences counted by other means, and renamings tried one by one."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from softlookup.book import book
from softlookup.experiments.gpt_corpus import Corpus, cut_otherwise, read_corpus
from softlookup.experiments.gpt_renaming import rename_words
from softlookup.gpt.corpus import CORPUS, split_words
from softlookup.gpt.traced import traced_parameters
from softlookup.show.gpt_pairs import draw_sentences, list_tasks, list_words, write_sentences
from support.drawn import read_parts, read_rows

WORDS = st.sampled_from("abcde")
TEXTS = st.lists(st.lists(WORDS, min_size=1, max_size=4), min_size=1, max_size=4)


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return read_corpus(CORPUS)


def test_the_counts_are_those_of_a_pencil(corpus: Corpus) -> None:
    plain = [sentence.lower().split() for sentence in CORPUS.rstrip(".").split(".")]
    words = [word for sentence in plain for word in sentence]
    assert [list(sentence) for sentence in corpus.sentences] == plain
    assert corpus.size == len(words) == 29
    assert corpus.vocabulary == tuple(dict.fromkeys(words))
    assert len(corpus.vocabulary) == 22
    assert len(corpus.tasks) == 29 - 6 == 23
    assert corpus.once == len([word for word in set(words) if words.count(word) == 1])


def test_each_pair_is_a_beginning_with_its_next_word(corpus: Corpus) -> None:
    for task in corpus.tasks:
        assert any(
            sentence[: len(task.context) + 1] == (*task.context, task.target) for sentence in corpus.sentences
        )
        assert [corpus.vocabulary[i] for i in task.numbers] == list(task.context)
        assert corpus.vocabulary[task.number] == task.target
    assert len({(task.context, task.target) for task in corpus.tasks}) == 23
    assert corpus.undecided == (("the",),)
    assert corpus.contexts == 22
    assert corpus.longest == 8
    assert corpus.never_asked == ("i", "you", "she", "he")
    assert corpus.never_read == ("pizza", "burgers", "mouse", "fast", "cake")


@given(TEXTS)
def test_symmetries_are_those_found_by_trying_every_renaming(sentences: list[list[str]]) -> None:
    # Equal sentences could trade places without any word changing its name: count renamings of a set.
    told = {tuple(sentence) for sentence in sentences}
    corpus = read_corpus(". ".join(" ".join(sentence) for sentence in told))
    names = corpus.vocabulary
    tried = 0
    for order in permutations(names):
        renamed = dict(zip(names, order, strict=True))
        tried += {tuple(renamed[word] for word in sentence) for sentence in told} == told
    assert corpus.symmetries == tried


def test_other_rules_count_by_formula() -> None:
    cuts = cut_otherwise(CORPUS)
    assert cuts.ours.runs == split_words(CORPUS)
    assert (cuts.cased.vocabulary, cuts.cased.pairs) == (23, 23)
    assert (cuts.stream.vocabulary, cuts.stream.pairs) == (22, 28)
    for marked in (cuts.stops, cuts.begin, cuts.end):
        assert (marked.tokens, marked.vocabulary, marked.pairs) == (29 + 6, 22 + 1, 23 + 6)
    assert (cuts.both.tokens, cuts.both.vocabulary, cuts.both.pairs) == (29 + 12, 22 + 2, 23 + 12)
    signs = CORPUS.lower().replace(". ", "").replace(".", "")
    assert (cuts.letters.tokens, cuts.letters.vocabulary) == (len(signs), len(set(signs)))
    assert cuts.letters.pairs == len(signs) - 6
    assert cuts.giving(22, 23) == ("ours",)
    assert cuts.giving(23, 29) == ("stops", "begin", "end")


def test_names_and_numbers_do_not_matter() -> None:
    found = rename_words(traced_parameters(), split_words(CORPUS))
    assert found.changed == 0
    assert found.renamed == 29
    assert found.sentences[0] == ("love", "pizza", "you")
    assert found.sentences[-1][-1] == "i"
    assert [book.corpus.vocabulary[i] for i in np.argsort(found.numbers)] == sorted(book.corpus.vocabulary)
    assert found.difference < 1e-15


def test_a_renaming_that_mixes_two_words_is_noticed() -> None:
    # The count can be other than 0: two words under one name make other pairs.
    one = [(task.numbers, task.number) for task in read_corpus("a b. c b.").tasks]
    other = [(task.numbers, task.number) for task in read_corpus("a b. a b.").tasks]
    assert one != other


def test_the_drawing_has_an_arrow_for_every_pair(corpus: Corpus) -> None:
    drawing = draw_sentences(corpus)
    assert len(read_parts(drawing, "pair")) == len(corpus.tasks)
    assert len(read_parts(drawing, "word")) == corpus.size
    rows = read_rows(drawing)
    assert sum(int(row["predicted"]) for row in rows) == len(corpus.tasks)
    assert {row["word"] for row in rows} == set(corpus.vocabulary)
    assert "29 words" in drawing.alt
    assert "23 arrows" in drawing.alt


def test_the_lists_hold_every_word_and_every_pair(corpus: Corpus) -> None:
    listed = list_words(corpus).split()
    assert dict(zip(listed[1::2], map(int, listed[::2]), strict=True)) == {
        word: number for number, word in enumerate(corpus.vocabulary)
    }
    lines = list_tasks(corpus).splitlines()
    assert len(lines) == 2 + len(corpus.tasks)
    assert "| i love " in lines[3]
    assert "| 0 1 → 2 " in lines[3]
    assert write_sentences(corpus.sentences).splitlines()[0] == "i love pizza"
