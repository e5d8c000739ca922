"""What the explorable on the softmax memory starts from."""

from math import isinf

from softlookup.experiments.played_recall import JUDGES, PlayedRecall
from softlookup.show.play import start_play
from tether.values import Drawing


def start_memory(played: PlayedRecall) -> Drawing:
    """Give the setting, and what the four judges say at every sharpness, to the script.

    The last sharpness must be the infinite one, or ``ValueError`` is raised: the script adds it by itself.
    """
    *finite, last = played.betas
    if not isinf(last):
        message = f"expected an infinite sharpness at the end, found {last}"
        raise ValueError(message)
    setting = played.setting
    curves = {
        judge: [{"value": one.value, "low": one.low, "high": one.high} for one in played.judge(judge)]
        for judge in JUDGES
    }
    return start_play(
        "memory",
        {
            "seed": setting.seed,
            "width": setting.width,
            "criterion": setting.criterion,
            "load": setting.load,
            "noise": setting.noise,
            "trials": setting.trials,
            "beta": played.best("error"),
            "betas": finite,
            "curves": curves,
        },
    )
