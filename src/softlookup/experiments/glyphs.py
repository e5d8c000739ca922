"""Small pictures of our own drawing, twelve by twelve, as signs: +1 where there is ink, −1 where none."""

import numpy as np

from softlookup.experiments.sign_draws import Signs

SIDE = 12
"""How many pixels a picture has along each side."""

INK = "#"

HEART = """
..###..###..
.##########.
############
############
############
.##########.
.##########.
..########..
...######...
....####....
.....##.....
............
"""

CUP = """
..#..#..#...
...#..#..#..
..#..#..#...
............
#########...
############
#########..#
#########..#
############
#########...
.#######....
###########.
"""

MOON = """
......####..
....####....
...###......
..###.....#.
..###....###
.####.....#.
.####.......
..####......
..#####....#
...#######.#
....#######.
......####..
"""

HOURGLASS = """
############
############
.##########.
..########..
...######...
....####....
....####....
...##..##...
..##.##.##..
.##.####.##.
############
############
"""

KEY = """
..####......
.##..##.....
##....##....
##....##....
.##..##.....
..####......
...##.......
...##.......
...#####....
...##.......
...####.....
...##.......
"""

FISH = """
............
....#####...
#..#######..
##.########.
########.###
###########.
###########.
############
##.########.
#..#######..
....#####...
............
"""

ARROW = """
.....#......
.....##.....
.....###....
#########...
##########..
###########.
###########.
##########..
#########...
.....###....
.....##.....
.....#......
"""

FLAG = """
##..........
###########.
##.########.
##.#######..
##.######...
##.#######..
##.########.
###########.
##..........
##..........
##..........
##..........
"""

HOUSE = """
.....##..##.
....####.##.
...########.
..########..
.##########.
############
##########..
##..##..##..
##..##..##..
######..##..
######..##..
######..##..
"""

UNLIKE = {"heart": HEART, "cup": CUP, "moon": MOON, "hourglass": HOURGLASS, "key": KEY}
"""Five pictures that have little to do with one another."""

ALIKE = {"heart": HEART, "fish": FISH, "arrow": ARROW, "flag": FLAG, "house": HOUSE}
"""Five with a blot in the middle each."""


def read_picture(art: str) -> Signs:
    """Give a picture's signs row by row, shape (144,); raise ``ValueError`` for any other size or mark."""
    rows = art.split()
    if [len(row) for row in rows] != [SIDE] * SIDE or set(art) - {INK, ".", "\n"}:
        message = f"expected {SIDE} rows of {SIDE} marks, each {INK} or ., found {rows!r}"
        raise ValueError(message)
    return np.array([1 if mark == INK else -1 for mark in "".join(rows)], np.int8)
