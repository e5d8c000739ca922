"""A GPT small enough to follow by hand: one layer, one head, any width, any vocabulary.

A context of tokens becomes rows of embeddings, these become queries, keys and values, causal
attention mixes the values, and an output matrix turns each mixture into a logit for every word of
the vocabulary. No residual, no bias, no normalisation; positions only where they are given.

``corpus`` cuts a text into words and pairs, ``parameters`` holds the arrays, ``forward`` predicts,
``batch`` lays pairs out for one pass, ``loss`` and ``gradient`` say how wrong and which way down,
``optimise`` steps, and ``traced`` has the weights whose every number the book follows.
"""
