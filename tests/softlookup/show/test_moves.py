from softlookup.book import book
from softlookup.show.moves import BAR, trace_move


def test_a_move_shows_both_rows_their_difference_and_a_bar() -> None:
    before, after = book.head.bob, book.moves.silenced.bob
    lines = trace_move(before, after).splitlines()
    assert lines[0].split() == ["key", "before", "after", "change"]
    for line, old, new in zip(lines[1:14], before.on, after.on, strict=True):
        name, one, other, change, *bar = line.split()
        assert name == old.name == new.name
        assert abs(float(one) - old.weight) <= 0.5001e-4
        assert abs(float(other) - new.weight) <= 0.5001e-4
        assert abs(float(change) - (new.weight - old.weight)) <= 0.5001e-4
        assert change[0] == ("+" if new.weight > old.weight else "-")
        assert len("".join(bar)) == round(BAR * new.weight)
    for line, row in zip(lines[-2:], (before, after), strict=True):
        numbers = [float(part) for part in line.split()[2:]]
        assert all(abs(a - b) <= 0.5001e-4 for a, b in zip(numbers, row.output, strict=True))


def test_no_change_has_no_sign() -> None:
    shown = trace_move(book.head.bob, book.head.bob).splitlines()[1:14]
    assert {line.split()[3] for line in shown} == {"0.0000"}
