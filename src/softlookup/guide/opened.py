"""A number that lies open on the page: beside it stands what a tooltip would say, without any script."""

from xml.etree.ElementTree import Element, SubElement

CLASS = "sl-opened"


def open_numbers(root: Element) -> None:
    """Append to each ``<div class="sl-opened">`` what its last bound number carries."""
    for box in root.iter("div"):
        if CLASS not in (box.get("class") or "").split():
            continue
        bound = [link for link in box.iter("a") if "tether" in (link.get("class") or "").split()]
        if not bound:
            continue  # where nothing binds numbers there is nothing to open
        link = bound[-1]
        data = link.find("data")
        listed = SubElement(box, "dl")
        _add(listed, "in full", _shorten(data.get("value") or "") if data is not None else "")
        _add(listed, "expression", link.get("data-expression") or "", coded=True)
        _add(listed, "computed by", link.get("data-source") or "", coded=True)
        ledger = _add(listed, "held to", "")
        SubElement(ledger, "a", {"href": link.get("href") or ""}).text = "its row in the ledger"


def _shorten(value: str) -> str:
    return value.replace("-", "−")


def _add(listed: Element, name: str, text: str, *, coded: bool = False) -> Element:
    SubElement(listed, "dt").text = name
    detail = SubElement(listed, "dd")
    (SubElement(detail, "code") if coded else detail).text = text
    return detail
