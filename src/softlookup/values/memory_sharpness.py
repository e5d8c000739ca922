"""The values of the chapter on how sharply to ask a memory."""

from math import inf

from softlookup.experiments.judged_sharpness import SharpnessSweep
from softlookup.experiments.played_recall import PlayedRecall, Setting, play_recalls
from softlookup.experiments.sharpness import sweep_sharpness
from softlookup.values.chapter import Chapter
from softlookup.values.seeds import SEED, Stream, make_generator
from tether.experiment import experiment

BETAS = (1, 2, 3, 4, 5, 6, 8, 16, 32, 64, inf)
"""The sharpnesses that are tried."""

PLAYED = (*(2.0 ** (k / 2) for k in range(-2, 15)), inf)
"""Those at which the explorable's judges speak: equal factors, and the best match taken whole."""


class MemorySharpness(Chapter):
    """Values for the chapter on how sharply to ask a memory."""

    @experiment(source=sweep_sharpness)
    def sharpness(self) -> SharpnessSweep:
        """Give the same cues asked ever more sharply, 100 patterns at noise 0.5."""
        return sweep_sharpness(
            make_generator(Stream.SHARPNESS),
            load=100,
            noise=0.5,
            betas=BETAS,
            changes=((2, 4), (3, 4), (4, 5), (4, 8), (4, 16), (16, 64), (16, inf)),
            iterated=(1, 4, 8, 16, 32, 64),
            sets=250,
            iterated_sets=110,
        )

    @experiment(source=play_recalls)
    def played_recall(self) -> PlayedRecall:
        """Give the trials that the explorable starts from: the same task, in few trials."""
        return play_recalls(Setting(SEED, load=100, noise=0.5, trials=200), PLAYED)
