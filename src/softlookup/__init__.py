"""Attention as soft lookup: the mathematics of the book, and the experiments its numbers come from.

The mathematics (``softmax``, ``jacobian``, ``attention``, ``heads``, ``gradients``, ``memory``,
``hopfield``, ``gpt``, ``world``) needs NumPy only. ``softlookup.experiments`` runs it from seeded
generators, ``softlookup.show`` turns results into traces, tables and figures, ``softlookup.values``
names what pages may quote, and ``softlookup.book`` is all of it.
"""
