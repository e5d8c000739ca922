"""What the tests of the small GPT share: its traced weights, its corpus, and random models."""

import pytest

from softlookup.gpt.batch import Batch, batch_sentences
from softlookup.gpt.corpus import CORPUS, Vocabulary, split_words
from softlookup.gpt.parameters import Parameters
from softlookup.gpt.traced import traced_parameters, traced_vocabulary


@pytest.fixture(scope="session")
def words() -> Vocabulary:
    """Give the corpus's vocabulary."""
    return traced_vocabulary()


@pytest.fixture(scope="session")
def traced() -> Parameters:
    """Give the traced model."""
    return traced_parameters()


@pytest.fixture(scope="session")
def everything(words: Vocabulary) -> Batch:
    """Give all pairs of the corpus in one batch."""
    return batch_sentences(split_words(CORPUS), words)
