"""A GPT small enough to follow by hand: one layer, one head, any width, any vocabulary.

A context of tokens becomes rows of embeddings, these become queries, keys and values, causal
attention mixes the values, and an output matrix turns each mixture into a logit for every word of
the vocabulary. No residual, no bias, no normalisation; positions only where they are given.

Each name is imported from its module, and this one imports none of them:

- ``corpus``: `split_words`, `build_vocabulary`, `make_pairs` cut a text into words, numbers and pairs;
- ``parameters``: `Parameters` holds the arrays, `draw_parameters` draws them;
- ``forward``: `forward` gives logits, `predict_next` probabilities, `trace` every step between;
- ``batch``: `batch_sentences` and `batch_pairs` lay pairs out for one pass;
- ``loss`` has `loss` and `perplexity`, ``gradient`` has `grad` and `loss_and_grad`;
- ``optimise``: `sgd_step`, `Sgd`, `Adam` step, and `train` takes many steps;
- ``traced``: `traced_parameters`, `traced_vocabulary` are the weights that the book follows number by number.
"""
