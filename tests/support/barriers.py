"""What axe finds on an open page, and what the keyboard cannot reach."""

from pathlib import Path

import axe_playwright_python
from playwright.sync_api import Page

AXE = Path(axe_playwright_python.__file__).parent / "axe.min.js"

# All that opens is open, and what moves has arrived. The shades at the edges of what scrolls are taken away:
# over a gradient axe gives no verdict, and tables and code would go unjudged. Of what one template makes by
# the hundred, rows of the ledger and entries of the reference, two of each make stay.
_READY = """() => {
  for (const one of document.querySelectorAll('details')) one.open = true;
  const style = document.createElement('style');
  style.textContent = `
    :is(.sl-formula, .md-typeset__scrollwrap, table, code):not(#none) { background-image: none }
    * { transition: none !important; content-visibility: visible !important }`;
  document.head.append(style);
  const makes = new Map();
  const many = '.tether-ledger tbody tr, .doc-class, .doc-function, .doc-attribute';
  for (const one of document.querySelectorAll(many)) {
    const parts = [...one.querySelectorAll('*')].filter(part => !part.parentElement.closest('pre'));
    const kinds = new Set(parts.map(part => part.localName + part.className));
    const make = [one.className, one.dataset.kind, ...[...kinds].sort()].join(' ');
    makes.set(make, (makes.get(make) || 0) + 1);
    if (makes.get(make) > 2) one.remove();
  }
  axe.configure({rules: [
    {id: 'color-contrast', selector: '[data-judged]'}, {id: 'link-in-text-block', selector: '[data-linked]'},
  ]});
}"""
# Most of axe's time goes into contrast, which it works out for each text anew. It depends on the text's own
# style and on what lies behind it: of all texts that are alike in this one is judged, a longer one before a
# letter (axe leaves letters alone), and one with little in it before one with much; and so it is with links
# within text. Code and formulas of which no part is judged stay as plain text: no other rule looks into them.
_MARK = """() => {
  const behind = new Map([[document.documentElement, '']]);
  const look = element => {
    if (!element) return '';
    if (behind.has(element)) return behind.get(element);
    const style = getComputedStyle(element);
    const own = [style.backgroundColor, style.backgroundImage, style.opacity, style.filter];
    const plain = own.join() === 'rgba(0, 0, 0, 0),none,1,none' && style.position !== 'fixed';
    const all = look(element.parentElement) + (plain ? '' : `|${own} ${style.position}`);
    behind.set(element, all);
    return all;
  };
  const best = new Map();
  for (const element of document.querySelectorAll('body *')) {
    element.removeAttribute('data-judged');
    const text = [...element.childNodes].map(node => node.nodeType === 3 ? node.data.trim() : '').join('');
    if (!text && !element.matches('input, select, textarea')) continue;
    if (!element.checkVisibility({visibilityProperty: true})) continue;
    const style = getComputedStyle(element);
    const token = element.localName === 'span' && element.closest('pre') ? element.className : '';
    const make = [style.color, style.fontSize, style.fontWeight, token, look(element)].join(';');
    const worth = Math.min(text.length, 6) - element.getElementsByTagName('*').length;
    if (!best.has(make) || best.get(make).worth < worth) best.set(make, {element, worth});
  }
  for (const {element} of best.values()) element.dataset.judged = '';
  const links = new Map();
  for (const link of document.querySelectorAll('a[href]')) {
    const style = getComputedStyle(link);
    const own = [style.color, style.fontWeight, style.textDecoration, style.borderBottom, link.className];
    const make = [...own, link.parentElement.localName, link.parentElement.className, look(link)].join(';');
    if (!links.has(make)) links.set(make, link);
  }
  for (const link of links.values()) link.dataset.linked = '';
  for (const whole of document.querySelectorAll('pre > code, math'))
    if (!whole.querySelector('[data-judged], a, [tabindex]')) whole.textContent = whole.textContent;
}"""
_RUN = """options => axe.run(document, {resultTypes: ['violations'], ...options}).then(found =>
  found.violations.flatMap(rule => rule.nodes.map(
    node => `${rule.id} (${rule.help}): ${node.target.join(' ')}: ${node.html.slice(0, 120)}`)))"""
_ALL = {"rules": {"target-size": {"enabled": True}}}
_OUT_OF_REACH = """() => [...document.querySelectorAll('a.tether')].filter(link => {
  if (link.tabIndex >= 0) return false;
  const table = link.closest('table');
  return !table || [...table.querySelectorAll('a.tether')].filter(one => one.tabIndex === 0).length !== 1;
}).map(link => link.outerHTML.slice(0, 120))"""


def find_barriers(page: Page) -> list[str]:
    """Give every fault that axe finds, each with its rule and element; the page is changed by it."""
    page.evaluate(AXE.read_text("utf-8"))
    page.evaluate(_READY)
    page.evaluate(_MARK)
    found: list[str] = page.evaluate(_RUN, _ALL)
    return found


def find_unreachable(page: Page) -> list[str]:
    """Give the bound numbers that are no stop of the keyboard, and in no table with just one such stop.

    Within a table the arrow keys move from the one stop to the others.
    """
    found: list[str] = page.evaluate(_OUT_OF_REACH)
    return found
