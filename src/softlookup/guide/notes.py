"""What the tooltips of a page say, in a template at its end, which no search reads twice."""

from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement

from softlookup.guide.definitions import drop_links, render
from softlookup.guide.glossary import Term
from softlookup.guide.lists import write_reference
from softlookup.guide.references import Reference

CLASS = "sl-notes"


def append_notes(root: Element, terms: Sequence[Term], references: Sequence[Reference]) -> None:
    """Append the notes of a page's terms and citations; nothing where it has none."""
    if not terms and not references:
        return
    template = SubElement(root, "template", {"class": CLASS, "data-search-exclude": "true"})
    for term in terms:
        note = drop_links(render(term.definition))
        note.set("data-note", term.anchor)
        title = Element("strong")
        title.text = term.title
        note.insert(0, title)
        template.append(note)
    for reference in references:
        note = SubElement(template, "div", {"data-note": reference.key})
        write_reference(SubElement(note, "p"), reference)
        drop_links(note)
    for element in template.iter():
        element.attrib.pop("id", None)
