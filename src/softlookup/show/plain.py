"""A formula in plain words and signs, for where MathML alone names nothing: links and table heads."""

from xml.etree.ElementTree import Element

SPACED = frozenset("=≠<>≤≥≈+−±×·→∈∣")


def write_plain(element: Element) -> str:
    r"""Give a formula, read from its MathML, as one line of text.

    Examples:
        >>> from softlookup.show.formula import read_formula
        >>> write_plain(read_formula(r"h^2 \approx 2.5 \times 10^{-10}", display=False))
        'h^2 ≈ 2.5 × 10^(−10)'
    """
    parts = [write_plain(child) for child in element]
    match element.tag:
        case "msub" | "munder":
            line = f"{parts[0]}_{_group(parts[1])}"
        case "msup" | "mover":
            line = f"{parts[0]}^{_group(parts[1])}"
        case "msubsup" | "munderover":
            line = f"{parts[0]}_{_group(parts[1])}^{_group(parts[2])}"
        case "mfrac":
            line = f"{_group(parts[0])}/{_group(parts[1])}"
        case "msqrt":
            line = f"√{_group(''.join(parts))}"
        case "mtr":
            line = ", ".join(parts)
        case "mtable":
            line = "; ".join(parts)
        case "mspace":
            line = " "
        case "mo" if element.text in SPACED and element.get("form") != "prefix":
            line = f" {element.text} "
        case _:
            line = (element.text or "").strip("\n") + "".join(parts)
    return " ".join(line.split(" ")) if element.tag != "math" else " ".join(line.split())


def _group(text: str) -> str:
    """Put brackets round what is longer than a sign or a number."""
    text = " ".join(text.split())
    return text if len(text) == 1 or text.isalnum() else f"({text})"
