import numpy as np
import pytest

from softlookup.book import book
from softlookup.show.classical import draw_falls, draw_loads, draw_rivals
from softlookup.show.classical_trace import trace_couplings, trace_swing, trace_turns
from softlookup.show.pictures import LEVELS, draw_pictures
from support.drawn import read_markup, read_parts, read_rows


def test_loads_are_drawn_for_both_widths_and_criteria_and_told_with_intervals() -> None:
    drawing = draw_loads(book.classical_64, book.classical_500, book.classical_limit)
    curves = read_parts(drawing, "curve")
    assert set(curves) == {"64 near", "64 perfect", "500 near", "500 perfect"}
    rows = {(row["d"], row["patterns"]): row for row in read_rows(drawing)}
    assert len(rows) == len(book.classical_64.loads) + len(book.classical_500.loads)
    row, load = rows["64", "9"], book.classical_64.at(9)
    for name, rate in (("0.9", load.near), ("0.97", load.close), ("perfect", load.perfect)):
        told = [float(row[f"{name} {end}"]) for end in ("rate", "low", "high")]
        assert told == pytest.approx([rate.value, rate.low, rate.high], abs=1e-6)
    assert "a load of 0.138" in drawing.alt


def test_rivals_are_told_apart_by_more_than_colour() -> None:
    drawing = draw_rivals(book.rivals)
    curves = read_parts(drawing, "curve")
    assert set(curves) == {"Hopfield, signs", "Hopfield, whole cue", "softmax, signs", "softmax, whole cue"}
    dashed = {name for name, path in curves.items() if "dasharray" in path.get("style", "")}
    assert dashed == {"Hopfield, signs", "softmax, signs"}
    rates = {(r["network"], r["patterns"]): float(r["rate"]) for r in read_rows(drawing)}
    assert rates["softmax, signs", "31"] == pytest.approx(book.rivals.softmax_signs.at(31).value, abs=1e-6)
    assert f"Hopfield, signs {book.rivals.classical_signs.held(0.5).value:.1f}" in drawing.alt


def test_energies_are_drawn_turn_by_turn_with_the_pictures_own() -> None:
    drawing = draw_falls(book.pictures, "heart")
    assert set(read_parts(drawing, "curve")) == set(read_parts(drawing, "level"))
    rows = read_rows(drawing)
    for words, gallery in (
        ("among unlike pictures", book.pictures.unlike),
        ("among pictures like it", book.pictures.like),
    ):
        heart = gallery.at("heart")
        told = [int(row["energy"]) for row in rows if row["gallery"] == words]
        assert told == heart.energies.tolist()
        assert f"{words} it falls from {heart.energies[0]:.0f} to {heart.energies[-1]:.0f}" in drawing.alt


@pytest.mark.parametrize("name", ["unlike", "like"])
def test_pictures_can_be_read_back_pixel_by_pixel(name: str) -> None:
    gallery = {"unlike": book.pictures.unlike, "like": book.pictures.like}[name]
    drawing = draw_pictures(gallery, name)
    rows = {(row["picture"], row["row"]): row for row in read_rows(drawing)}
    assert len(rows) == 4 * len(gallery.pictures)
    for picture in gallery.pictures:
        for row, image in (("stored", picture.stored), ("cue", picture.cue), ("Hopfield", picture.classical)):
            shades = [LEVELS if sign > 0 else 0 for sign in image]
            assert rows[picture.name, row]["shades"] == "".join(map(str, shades))
        assert rows[picture.name, "Hopfield"]["cosine"] == f"{picture.classical_cosine:.2f}"
        path = read_parts(drawing, "stored")[f"{picture.name}:{LEVELS}"]
        ink = picture.stored.reshape(12, 12) > 0
        runs = (np.diff(ink, axis=1, prepend=False) & ink).sum()
        assert path.get("d", "").count("M") == runs
    crosses = [text for text in read_markup(drawing).itertext() if "✗" in text]
    assert len(crosses) == gallery.failed + gallery.softmax_failed
    assert f"{gallery.failed} answers of Hopfield's network" in drawing.alt


def test_traces_show_what_was_computed() -> None:
    trace = book.classical_trace
    couplings = trace_couplings(trace).splitlines()
    assert couplings[1].split()[2:] == ["+", "+", "+", "-", "-", "-"]
    printed = [[float(w) for w in line.split()[1:]] for line in couplings if line.startswith("W[")]
    np.testing.assert_array_equal(printed, trace.couplings)
    turns = trace_turns(trace).splitlines()
    assert turns[3].split() == ["1", "+2", "-", "+", "-14"]
    assert turns[-1].split()[2:] == ["+" if s > 0 else "-" for s in trace.forwards]
    assert [line.split()[-1] for line in trace_swing(trace).splitlines()[1:]] == ["-10"] * 5
