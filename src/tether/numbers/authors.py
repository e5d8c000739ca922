"""Years that follow who or what was published: Brown et al. 2020, (Hopfield, 1982), ICLR 2015."""

from __future__ import annotations

import re

_VENUES = (
    "NIPS|NeurIPS|ICLR|ICML|COLM|ACL|EMNLP|NAACL|EACL|TACL|CoNLL|COLING|CVPR|ICCV|ECCV|AAAI|IJCAI|UAI|AISTATS"
    "|JMLR|TMLR|COLT|KDD|WWW|ESWC|ISWC|FOCS|STOC|SODA|PNAS|NeSy|PMLR|LNCS|arXiv"
)
_AUTHORS = (
    "Hopfield|Amari|Anthropic|Ba|Bahdanau|Bengio|Bridle|Brown|Clark|Cho|Cybenko|Dao|Demircigil|Devlin|Elhage"
    "|Gardner|Gayler|Graves|Hebb|Hinton|Hochreiter|Jain|Kanerva|Kingma|Kohonen|Krotov|LeCun|Little|Luong"
    "|McCulloch|McEliece|Milakov|Minsky|Nadaraya|Nakano|Plate|Press|Radford|Ramsauer|Rosenblatt|Rumelhart"
    "|Schlag|Schmidhuber|Shannon|Shaw|Shazeer|Smolensky|Steinbuch|Sutskever|Vaswani|Watson|Weston|Wiegreffe"
    "|Willshaw|Yang|Zaheer"
)
# What a capital letter at the start of a sentence, of a cell or of a label does not make an author.
_NO_AUTHOR = (
    "In|With|Over|About|Some|Only|All|The|At|For|After|To|By|On|And|Or|But|If|Than|Its|Our|An?|Then|Now|When|Of"
    "|These|Those|Each|Every|Both|Here|There|Use|Take|Set|Let|Draw|Run|Out|Up|Under|Within|Nearly|Almost|See|Total"
)
_MEASURED = (
    "accurac(?:y|ies)|totals?|sums?|errors?|loss|losses|keys?|quer(?:y|ies)|values?|samples?|tokens?|heads?|layers?"
    "|rates?|scores?|weights?|means?|medians?|counts?|numbers?|sizes?|lengths?|widths?|dimensions?|steps?|epochs?"
    "|runs?|draws?|trials?|batch(?:es)?|parameters?|params|patterns?|slots?|entries|entry|rows?|columns?|vectors?"
    "|entit(?:y|ies)|facts?|words?|bytes?|seconds?|times?|costs?|norms?|ranks?|seeds?|units?|neurons?|capacity"
    "|memory|vocabulary|width|depth|minimum|maximum|max|min|average|cases?|items?|pages?|results?|rules?|nodes?"
    "|edges?|positions?|inputs?|outputs?|points?|percent|energy|energies|temperature|variance|perplexity"
)
_NAME = rf"(?!(?:{_NO_AUTHOR})(?![\w-]))(?!(?i:{_MEASURED})(?![\w-]))[A-Z][\w'’\-]{{1,30}}"
_CITED = re.compile(
    r"(?:\bet al\.?,?"
    rf"|(?<![\w-])(?:{_VENUES}|{_AUTHORS}),?"
    rf"|(?<![\w-]){_NAME},?[ \n](?:and|&)[ \n]{_NAME},?"  # Bridle and Hinton 1990
    rf"|[(\[;][ \n]?{_NAME},?"  # (Hopfield, 1982
    rf"|(?<![\w-]){_NAME}[ \n]{_NAME},"  # Neural Turing Machines, 2014
    r")[ \n\u00a0]\Z",
)
_MEASURED_BEFORE = re.compile(rf"(?i:(?<![\w-])(?:{_MEASURED})[ \n\u00a0]?)\(\Z")
_OF = re.compile(r"(?:(?P<word>[A-Za-z]*)[ \n\u00a0]|\A)[Oo]f[ \n\u00a0]\Z")
# Words after which `of` measures or takes a part: a total of, out of, half of.
_COUNTED = re.compile(
    rf"(?i:{_MEASURED}|out|consists?|consisting|made|range|factor|all|each|one|none|any|some|most|many|half|third"
    r"|quarter|because|instead|set|group|batch|pool|list|power|order|level|threshold|limit|budget|gap|gain"
    r"|increase|decrease|peak|estimate|population|sample|is|are|was|were|be)",
)
_POINTED_AT = re.compile(rf"(?:\bet al\.?|(?<![\w-])(?:{_AUTHORS}))[ \n\u00a0]?\[\Z")


def is_cited(before: str) -> bool:
    """Whether a text ends with what a year of publication follows."""
    return _CITED.search(before) is not None


def is_bracketed_count(before: str) -> bool:
    """Whether a bracket opens behind something that is counted: `keys (`."""
    return _MEASURED_BEFORE.search(before) is not None


def is_of_year(before: str) -> bool:
    """Whether a text ends with an `of` that a year may follow: `the plan of`, but not `a total of`."""
    found = _OF.search(before)
    return found is not None and _COUNTED.fullmatch(found["word"] or "") is None


def is_pointed_at(before: str) -> bool:
    """Whether a citation bracket opens behind an author: `Brown et al. [`."""
    return _POINTED_AT.search(before) is not None
