/*
 * The tip of all bound numbers. It says what the link already carries: value, interval, expression, source;
 * the page's foot knows where a source leads. Without this script a bound number is a plain link to its row
 * in the ledger.
 *
 * By keyboard: Tab goes from number to number, and through a table in one stop, within which the arrow
 * keys move. Enter follows a number to its row in the ledger, where all links are.
 */
(() => {
  "use strict";

  const SELECTOR = "a.tether";

  const signed = (text) => text.replace(/(^|e)-/g, "$1\u2212");
  const numbers = (values) => values.map(signed).join(", ");

  const entries = new Map();
  for (const link of document.querySelectorAll("a[data-function]")) entries.set(link.dataset.function, link.href);

  function make(name, text, href) {
    const element = document.createElement(name);
    element.textContent = text;
    if (!href) return element;
    const link = document.createElement("a");
    link.href = href;
    link.tabIndex = -1;
    link.append(element);
    return link;
  }

  function row(list, name, ...parts) {
    const detail = document.createElement("dd");
    detail.append(...parts);
    list.append(make("dt", name), detail);
  }

  function fill(tip, link) {
    const { kind, expression, source, interval, measured, drifted } = link.dataset;
    const values = [...link.querySelectorAll("data")].flatMap((data) => data.value.split(/\s+/)).filter(Boolean);
    const list = document.createElement("dl");
    if (drifted) row(list, "drifted", `computed ${drifted}`);
    else if (kind === "claim") row(list, "claim", "tested in this build, and true");
    else if (values.length) row(list, values.length > 1 ? "values" : "value", numbers(values));
    if (interval) row(list, "95 % interval", interval);
    if (measured) row(list, "measured", measured);
    if (expression) row(list, "expression", make("code", expression));
    const functions = (source || "").split(", ").filter(Boolean);
    if (functions.length) {
      const links = functions.map((label) => make("code", label, entries.get(label)));
      row(list, "computed by", ...links.flatMap((item, index) => (index ? [", ", item] : [item])));
    }
    row(list, "", make("span", "its row in the ledger", link.href));
    const keys = make("p", "Alt\u2009+\u2009\u2193 goes to these links");
    keys.className = "sl-tip-keys";
    tip.replaceChildren(list, keys);
  }

  function move(event, link) {
    if (!link.dataset.stop) return;
    const table = link.closest("table");
    const stops = [...table.querySelectorAll(SELECTOR)];
    const cell = link.closest("td, th");
    const place = stops.indexOf(link);
    const inLine = (line) => {
      const found = stops.filter((stop) => line.contains(stop));
      return found.find((stop) => stop.closest("td, th").cellIndex >= cell.cellIndex) || found.at(-1);
    };
    const lines = [...table.rows].filter((line) => inLine(line));
    const line = lines.indexOf(cell.parentElement);
    const next = {
      ArrowRight: () => stops[place + 1],
      ArrowLeft: () => stops[place - 1],
      ArrowDown: () => lines[line + 1] && inLine(lines[line + 1]),
      ArrowUp: () => lines[line - 1] && inLine(lines[line - 1]),
      Home: () => stops[0],
      End: () => stops.at(-1),
    }[event.key]?.();
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  // A table of bound numbers is one stop for the Tab key, wherever its focus was last.
  for (const table of document.querySelectorAll("table:not(.tether-ledger)")) {
    const stops = table.querySelectorAll(SELECTOR);
    if (stops.length < 2) continue;
    stops.forEach((link, index) => {
      link.dataset.stop = "table";
      link.tabIndex = index ? -1 : 0;
    });
    table.addEventListener("focusin", (event) => {
      const link = event.target.closest(SELECTOR);
      if (!link) return;
      for (const stop of stops) stop.tabIndex = stop === link ? 0 : -1;
    });
  }

  const attributes = { role: "group", "aria-label": "Where this number is from" };
  window.softLookup.tips.add({ selector: SELECTOR, id: "sl-tip", attributes, fill, move });
})();
