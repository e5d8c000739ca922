"""The network of 1982 as a trace: its couplings, a round in turn, and the swing of updates together."""

from softlookup.arrays import FloatArray
from softlookup.experiments.classical_trace import ClassicalTrace
from softlookup.show.traces import lay_out


def trace_couplings(trace: ClassicalTrace) -> str:
    """Write both patterns, the couplings, the cue and the fields there."""
    sites = [str(site) for site in range(trace.width)]
    named = [("pattern a", trace.patterns[0]), ("pattern b", trace.patterns[1])]
    rows = [["", *sites], *([name, *_write_signs(signs)] for name, signs in named), [""] * (trace.width + 1)]
    rows += [[f"W[{i}]", *(f"{w:g}" for w in row)] for i, row in enumerate(trace.couplings)]
    rows += [[""] * (trace.width + 1), ["cue s", *_write_signs(trace.cue)]]
    rows += [["field W s", *(f"{h:+g}" for h in trace.fields)]]
    return "\n".join(lay_out(rows, "l" + "r" * trace.width))


def trace_turns(trace: ClassicalTrace) -> str:
    """Write one round of updates in turn, sign by sign, with the energy after each visit."""
    rows = [["visit", "field", "sign", "becomes", "energy"], ["", "", "", "", f"{trace.cue_energy:g}"]]
    for visit in trace.visits:
        signs = _write_signs([visit.before, visit.after])
        rows.append([str(visit.site), f"{visit.field:+g}", *signs, f"{visit.energy:g}"])
    return "\n".join([*lay_out(rows, "rrrrr"), "", f"settled at  {' '.join(_write_signs(trace.forwards))}"])


def trace_swing(trace: ClassicalTrace) -> str:
    """Write the states that updates of all signs together go through, with their energies."""
    rows = [["step", "state", "energy"]]
    states = zip(trace.together, trace.together_energies, strict=True)
    rows += [[str(t), " ".join(_write_signs(s)), f"{energy:g}"] for t, (s, energy) in enumerate(states)]
    return "\n".join(lay_out(rows, "rlr"))


def _write_signs(signs: FloatArray | list[float]) -> list[str]:
    return ["+" if sign > 0 else "-" for sign in signs]
