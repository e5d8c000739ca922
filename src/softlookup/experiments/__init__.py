"""Where the book's numbers come from: pure functions from a generator and sizes to a frozen result.

``recipe`` runs source A's one generator through all of its steps; the other modules draw from
generators of their own, so that adding one moves no number of another.
"""
