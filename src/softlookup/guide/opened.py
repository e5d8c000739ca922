"""A number that lies open on the page: beside it stands what a tooltip would say, without any script."""

from xml.etree.ElementTree import Element, SubElement

CLASS = "sl-opened"


def open_numbers(root: Element) -> None:
    """Append to each ``<div class="sl-opened">`` what its last bound number carries.

    A source leads where the page's foot leads for it, if it does.
    """
    entries = {name: link.get("href") or "" for link in root.iter("a") if (name := link.get("data-function"))}
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
        source = link.get("data-source") or ""
        _add(listed, "computed by", source, coded=True, href=entries.get(source, ""))
        _add(listed, "held to", "its row in the ledger", href=link.get("href") or "")


def _shorten(value: str) -> str:
    return value.replace("-", "−")


def _add(listed: Element, name: str, text: str, *, coded: bool = False, href: str = "") -> None:
    SubElement(listed, "dt").text = name
    place = SubElement(listed, "dd")
    if href:
        place = SubElement(place, "a", {"href": href})
    if coded:
        place = SubElement(place, "code")
    place.text = text
