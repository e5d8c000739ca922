import numpy as np
import pytest

from softlookup.book import book
from softlookup.experiments.glyphs import ALIKE, UNLIKE, read_picture
from softlookup.experiments.pictures import CRITERION, Gallery, fall
from softlookup.hopfield import couple, measure_energy, settle_in_turn


def cosine(one: np.ndarray, other: np.ndarray) -> float:
    return float(one @ other / np.sqrt((one @ one) * (other @ other)))


@pytest.fixture(params=["unlike", "like"])
def gallery(request: pytest.FixtureRequest) -> Gallery:
    found: Gallery = getattr(book.pictures, request.param)
    return found


def test_pictures_are_read_as_drawn() -> None:
    heart = read_picture(UNLIKE["heart"]).reshape(12, 12)
    drawn = [[1 if mark == "#" else -1 for mark in row] for row in UNLIKE["heart"].split()]
    np.testing.assert_array_equal(heart, drawn)
    assert heart[0, 2] == 1
    assert heart[0, 0] == -1
    for art in ("#." * 72, "\n".join(["#" * 12] * 11), "\n".join(["x" * 12] * 12)):
        with pytest.raises(ValueError, match="expected 12 rows of 12 marks"):
            read_picture(art)


def test_both_answers_are_those_of_plain_code(gallery: Gallery) -> None:
    stored = np.array([picture.stored for picture in gallery.pictures])
    chance = book.pictures.flip
    for picture in gallery.pictures:
        expected = settle_in_turn(couple(stored), picture.cue).states
        np.testing.assert_array_equal(picture.classical, expected)
        assert picture.classical_cosine == pytest.approx(cosine(expected, picture.stored))
        # Bayes: the chance of the cue under each picture, pixel by pixel, over their sum.
        alike = picture.cue == stored
        chances = np.where(alike, 1 - chance, chance).prod(axis=1)
        np.testing.assert_allclose(picture.softmax, chances / chances.sum() @ stored, atol=1e-9)
        assert picture.softmax_cosine == pytest.approx(cosine(picture.softmax, picture.stored))
        assert picture.flipped == (picture.cue != picture.stored).sum() > 0
        assert picture.wrong == (picture.classical != picture.stored).sum()


def test_the_energy_falls_with_each_turn_and_ends_where_the_state_rests(gallery: Gallery) -> None:
    stored = np.array([picture.stored for picture in gallery.pictures])
    couplings = couple(stored)
    for picture in gallery.pictures:
        assert (np.diff(picture.energies) <= -2).all()
        assert picture.cue_energy == measure_energy(couplings, picture.cue)
        assert picture.rest_energy == measure_energy(couplings, picture.classical)
        assert picture.stored_energy == measure_energy(couplings, picture.stored)


def test_a_rest_does_not_fall() -> None:
    stored = np.array([read_picture(art) for art in UNLIKE.values()])
    assert len(fall(stored, stored[0])) == 1


def test_counts_of_a_gallery(gallery: Gallery) -> None:
    assert gallery.asked == 2500
    assert gallery.failed == sum(p.classical_cosine < CRITERION for p in gallery.pictures)
    assert gallery.softmax_failed == sum(p.softmax_cosine < CRITERION for p in gallery.pictures)
    assert gallery.classical_hits == pytest.approx(sum(r.value * r.trials for r in gallery.classical))
    assert gallery.softmax_hits == pytest.approx(sum(r.value * r.trials for r in gallery.softmax))
    others = [
        cosine(one.stored, other.stored)
        for one in gallery.pictures
        for other in gallery.pictures
        if one is not other
    ]
    assert gallery.alike == pytest.approx(np.mean(others))
    assert gallery.at("heart").name == "heart"


def test_pictures_like_one_another_are_no_rest_and_unlike_ones_are() -> None:
    for arts, gallery in ((UNLIKE, book.pictures.unlike), (ALIKE, book.pictures.like)):
        stored = np.array([read_picture(art) for art in arts.values()])
        fields = couple(stored.astype(float)) @ stored.T  # (d, N)
        stay = (fields * stored.T >= 0).all(axis=0)
        assert list(gallery.stay) == stay.tolist()
        assert gallery.resting == stay.sum()
    assert book.pictures.unlike.resting == 5
    assert book.pictures.like.resting == 0
    assert {p.classical.tobytes() for p in book.pictures.like.pictures}.isdisjoint(
        p.stored.tobytes() for p in book.pictures.like.pictures
    )


def test_mixtures_and_random_starts() -> None:
    pictures = book.pictures
    stored = np.array([read_picture(art) for art in UNLIKE.values()]).astype(float)
    mixture = np.sign(stored[0] + stored[1] + stored[2])
    rests = bool(((couple(stored) @ mixture) * mixture >= 0).all())
    assert rests == (pictures.resting_mixtures == pictures.mixtures == 10)
    shares = (pictures.to_stored, pictures.to_negative, pictures.to_neither)
    assert sum(share.value for share in shares) == pytest.approx(1)
    # The rule treats a state and its negative alike.
    assert pictures.to_stored.low < pictures.to_negative.high
    assert pictures.to_negative.low < pictures.to_stored.high
