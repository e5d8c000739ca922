"""Pictures corrupted and recalled: by the network of 1982 and by the softmax memory."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from math import log

import numpy as np

from softlookup.arrays import FloatArray, read_only
from softlookup.experiments.estimates import estimate_rate
from softlookup.experiments.glyphs import ALIKE, UNLIKE, read_picture
from softlookup.experiments.sign_draws import Signs, draw_signs
from softlookup.hopfield import couple, measure_energy, recall_in_turn
from softlookup.memory import recall
from tether.values import Estimate

CRITERION = 0.9
"""The cosine with the picture from which on it counts as recalled."""


@dataclass(frozen=True, eq=False)
class Recalled:
    """One picture, one spoilt cue, and what either network makes of it; each of shape (d,)."""

    name: str
    """What the picture shows."""
    stored: FloatArray
    """The picture, in signs."""
    cue: FloatArray
    """The spoilt picture, in signs."""
    classical: FloatArray
    """What the network of 1982 settles at, in signs."""
    softmax: FloatArray
    """What one softmax step gives, a mixture of the pictures: from −1 to 1."""
    energies: FloatArray
    """The energy of 1982 at the cue and after each turned sign."""
    stored_energy: float
    """The energy of the picture itself."""

    @property
    def flipped(self) -> int:
        """How many signs of the cue are wrong."""
        return int((self.cue != self.stored).sum())

    @property
    def wrong(self) -> int:
        """How many signs are wrong where the network of 1982 settles."""
        return int((self.classical != self.stored).sum())

    @property
    def classical_cosine(self) -> float:
        """The cosine of 1982's answer with the picture."""
        return _compare(self.classical, self.stored)

    @property
    def softmax_cosine(self) -> float:
        """The cosine of the softmax memory's answer with the picture."""
        return _compare(self.softmax, self.stored)

    @property
    def turned(self) -> int:
        """How many signs the network of 1982 turned on its way."""
        return len(self.energies) - 1

    @property
    def cue_energy(self) -> float:
        """The energy of 1982 at the cue."""
        return float(self.energies[0])

    @property
    def rest_energy(self) -> float:
        """The energy where it comes to rest."""
        return float(self.energies[-1])


@dataclass(frozen=True, eq=False)
class Gallery:
    """Some pictures stored together."""

    pictures: tuple[Recalled, ...]
    """Each with the first cue that was drawn for it."""
    cosines: FloatArray
    """The cosine of every picture with every other, shape (N, N)."""
    classical: tuple[Estimate, ...]
    """For each picture, the share of cues that 1982 takes to a cosine of at least `CRITERION` with it."""
    softmax: tuple[Estimate, ...]
    """The same for the softmax memory."""
    stay: tuple[bool, ...]
    """Which pictures 1982 leaves as they are when shown them unspoilt."""

    @property
    def alike(self) -> float:
        """The mean cosine of two different pictures."""
        count = len(self.cosines)
        return float((self.cosines.sum() - count) / (count * (count - 1)))

    def at(self, name: str) -> Recalled:
        """Give the picture of this name."""
        return next(picture for picture in self.pictures if picture.name == name)

    @property
    def asked(self) -> int:
        """How many cues were tried in all."""
        return sum(rate.trials for rate in self.classical)

    @property
    def classical_hits(self) -> int:
        """How many of them 1982 takes to a cosine of at least `CRITERION` with their picture."""
        return sum(round(rate.value * rate.trials) for rate in self.classical)

    @property
    def softmax_hits(self) -> int:
        """The same for the softmax memory."""
        return sum(round(rate.value * rate.trials) for rate in self.softmax)

    @property
    def resting(self) -> int:
        """How many pictures 1982 leaves as they are when shown them unspoilt."""
        return sum(self.stay)

    @property
    def answers(self) -> int:
        """How many different answers 1982 gave to the shown cues."""
        return len({picture.classical.tobytes() for picture in self.pictures})

    @property
    def failed(self) -> int:
        """How many of the shown cues 1982 does not bring to the criterion."""
        return sum(picture.classical_cosine < CRITERION for picture in self.pictures)

    @property
    def softmax_failed(self) -> int:
        """How many of the shown cues the softmax memory does not bring to the criterion."""
        return sum(picture.softmax_cosine < CRITERION for picture in self.pictures)


@dataclass(frozen=True, eq=False)
class Pictures:
    """Two galleries, and what else the first one remembers without having been told."""

    width: int
    """How many pixels a picture has, d."""
    flip: float
    """The chance of each pixel of a cue to be turned."""
    beta: float
    """The softmax memory's inverse temperature, for unit patterns: that of the posterior."""
    unlike: Gallery
    """Pictures that have little to do with one another."""
    like: Gallery
    """Pictures that resemble one another."""
    mixtures: int
    """How many sets of three pictures there are to mix."""
    resting_mixtures: int
    """How many of those mixtures, the sign of the sum, 1982 leaves as they are."""
    to_stored: Estimate
    """From random starts, the share that ends at a stored picture."""
    to_negative: Estimate
    """The share that ends at the negative of one."""
    to_neither: Estimate
    """The share that ends at something that was never stored."""

    @property
    def criterion(self) -> float:
        """The cosine from which on a picture counts as recalled."""
        return CRITERION


def recall_pictures(rng: np.random.Generator, flip: float, cues: int, starts: int) -> Pictures:
    """Turn each pixel with a chance, ask both networks for the picture, and look at what 1982 made up.

    The softmax memory's β is ``½ d ln((1 − p)/p)`` for a chance p: each agreeing pixel then counts for as
    much as it says, and the weights are the chances of the pictures given the cue.
    """
    unlike = _hang(rng, UNLIKE, flip, cues)
    like = _hang(rng, ALIKE, flip, cues)
    stored = _read(UNLIKE)
    mixtures = np.array([np.sign(stored[list(three)].sum(axis=0)) for three in combinations(range(5), 3)])
    kept = (_settle(stored, mixtures) == mixtures).all(axis=-1)
    overlaps = _settle(stored, draw_signs(rng, starts, stored.shape[-1])) @ stored.T  # (starts, N)
    found, turned = ((sign * overlaps == stored.shape[-1]).any(axis=-1) for sign in (1, -1))
    return Pictures(
        width=stored.shape[-1],
        flip=flip,
        beta=_sharpen(stored.shape[-1], flip),
        unlike=unlike,
        like=like,
        mixtures=len(mixtures),
        resting_mixtures=int(kept.sum()),
        to_stored=estimate_rate(int(found.sum()), starts),
        to_negative=estimate_rate(int(turned.sum()), starts),
        to_neither=estimate_rate(int((~found & ~turned).sum()), starts),
    )


def fall(patterns: Signs, state: Signs) -> FloatArray:
    """Give the energy at a state and after each sign that turns, in turn, until it rests."""
    couplings, now = couple(patterns), state.astype(np.float64)
    energies = [float(measure_energy(couplings, now))]
    resting = 0
    while resting < len(now):
        for i, row in enumerate(couplings):
            resting += 1
            if row @ now * now[i] < 0:
                now[i] *= -1
                energies.append(float(measure_energy(couplings, now)))
                resting = 0
    return np.array(energies)


def _hang(rng: np.random.Generator, arts: Mapping[str, str], flip: float, cues: int) -> Gallery:
    """Store pictures and ask for each of them with many spoilt cues."""
    stored = _read(arts)
    count, width = stored.shape
    turned = rng.random((count, cues, width)) < flip
    asked = np.where(turned, -stored[:, None], stored[:, None])  # (N, cues, d)
    classical = _settle(stored, asked)
    root = np.sqrt(width)
    softmax = recall(asked / root, stored / root, _sharpen(width, flip)) * root
    hits = [
        (answers * stored[:, None]).sum(axis=-1) >= CRITERION * root * np.linalg.norm(answers, axis=-1)
        for answers in (classical, softmax)
    ]
    rates = [tuple(estimate_rate(int(row.sum()), cues) for row in hit) for hit in hits]
    energy = measure_energy(couple(stored), stored)
    return Gallery(
        pictures=tuple(
            Recalled(
                name=name,
                stored=read_only(stored[i].astype(np.float64)),
                cue=read_only(asked[i, 0].astype(np.float64)),
                classical=read_only(classical[i, 0]),
                softmax=read_only(softmax[i, 0]),
                energies=read_only(fall(stored, asked[i, 0])),
                stored_energy=float(energy[i]),
            )
            for i, name in enumerate(arts)
        ),
        cosines=read_only(stored.astype(np.float64) @ stored.T / width),
        classical=rates[0],
        softmax=rates[1],
        stay=tuple(bool(same) for same in (_settle(stored, stored) == stored).all(axis=-1)),
    )


def _sharpen(width: int, flip: float) -> float:
    return width * log((1 - flip) / flip) / 2


def _settle(stored: Signs, states: Signs) -> FloatArray:
    """Let states (..., d) settle in one network that keeps all of ``stored`` (N, d)."""
    return recall_in_turn(np.broadcast_to(stored, (*states.shape[:-1], *stored.shape)), states)


def _read(arts: Mapping[str, str]) -> Signs:
    return np.array([read_picture(art) for art in arts.values()])


def _compare(one: FloatArray, other: FloatArray) -> float:
    return float(one @ other / (np.linalg.norm(one) * np.linalg.norm(other)))
