"""Source B's figures as it prints them, each with the expression that gives ours on the page."""

TRIALS = 200
"""How many trials each of the post's cells has."""

CELLS = {
    "10 patterns": ("0.90", "post_cells.cells[0].rate"),
    "25 patterns": ("0.86", "post_cells.cells[1].rate"),
    "100 patterns": ("0.69", "post_cells.cells[3].rate"),
    "noise 0.1": ("1.00", "post_cells.cells[2].rate"),
    "noise 0.5, β = 1": ("0.00", "post_cells.cells[4].rate"),
    "noise 0.5, β = 4": ("0.18", "post_cells.cells[5].rate"),
}
"""Each printed cell, and what gives our rate."""

GAIN = 0.08
"""What the post gains by asking with β = 64 in place of 16."""

WORDS = ["over half", "about half is lost", "almost all is lost"]
"""What the post says of its rates without a number."""

OWN_FIGURES = ["8 points", "about 9", "20"]
"""Figures of the post that are quoted as its own, since ours are others."""
