/*
 * One tip for all bound numbers, by one set of listeners on the document.
 * It says what the link already carries: value, interval, expression, source; the page's foot knows where
 * a source leads. Without this script a bound number is a plain link to its row in the ledger.
 *
 * By keyboard: Tab goes from number to number, and through a table in one stop, within which the arrow
 * keys move. Enter follows a number to its row in the ledger, where all links are; Alt and the arrow down
 * go into the tip itself, Escape comes back and closes it.
 */
(() => {
  "use strict";

  const SELECTOR = "a.tether";
  const GAP = 8;
  const WAIT = { open: 120, close: 180 };
  let tip = null;
  let shown = null;
  let point = null;
  let opening = 0;
  let closing = 0;
  let touched = false;
  let dismissed = null;

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

  function fill(link) {
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

  /* Beside the line of the number that was pointed at, on the side that has room, and below the header. */
  function place() {
    const boxes = [...shown.getClientRects()];
    const near = (box) => point && point.y >= box.top - 2 && point.y <= box.bottom + 2 && point.x <= box.right + 2;
    const box = boxes.find(near) || boxes[0] || shown.getBoundingClientRect();
    const width = document.documentElement.clientWidth;
    const header = document.querySelector(".md-header");
    const top = Math.max(header ? header.getBoundingClientRect().bottom : 0, 0);
    tip.style.maxHeight = "";
    const room = { above: box.top - top - 2 * GAP, below: window.innerHeight - box.bottom - 2 * GAP };
    const above = tip.offsetHeight <= room.above || room.above > room.below;
    tip.style.maxHeight = `${Math.max(above ? room.above : room.below, 96)}px`;
    const left = Math.max(GAP, Math.min(box.left, width - tip.offsetWidth - GAP));
    const y = above ? box.top - tip.offsetHeight - GAP : box.bottom + GAP;
    tip.style.left = `${left + window.scrollX}px`;
    tip.style.top = `${y + window.scrollY}px`;
  }

  function show(link, { at = null, byKey = false } = {}) {
    clearTimeout(opening);
    clearTimeout(closing);
    if (shown === link) return;
    if (!tip) {
      tip = document.createElement("div");
      tip.id = "sl-tip";
      tip.className = "sl-tip";
      tip.setAttribute("role", "group");
      tip.setAttribute("aria-label", "Where this number is from");
      document.body.append(tip);
    }
    if (shown) shown.removeAttribute("aria-describedby");
    shown = link;
    point = at;
    dismissed = null;
    fill(link);
    tip.classList.toggle("sl-tip--keyed", byKey);
    tip.hidden = false;
    tip.scrollTop = 0;
    place();
    link.setAttribute("aria-describedby", tip.id);
  }

  function hide() {
    clearTimeout(opening);
    clearTimeout(closing);
    if (!shown) return;
    shown.removeAttribute("aria-describedby");
    shown = null;
    tip.hidden = true;
  }

  const linkOf = (target) => (target instanceof Element ? target.closest(SELECTOR) : null);
  const inTip = (target) => tip !== null && target instanceof Node && tip.contains(target);

  document.addEventListener("pointerdown", (event) => {
    touched = event.pointerType === "touch" || event.pointerType === "pen";
    if (!linkOf(event.target) && !inTip(event.target)) hide();
  });

  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch") return;
    const link = linkOf(event.target);
    if (inTip(event.target)) clearTimeout(closing);
    if (!link || link === dismissed) return;
    const at = { x: event.clientX, y: event.clientY };
    clearTimeout(opening);
    if (shown) show(link, { at });
    else opening = setTimeout(() => show(link, { at }), WAIT.open);
  });

  document.addEventListener("pointerout", (event) => {
    if (event.pointerType === "touch") return;
    const left = linkOf(event.target);
    if (left && linkOf(event.relatedTarget) !== left) {
      clearTimeout(opening);
      dismissed = null;
    }
    if (!shown || (left !== shown && !inTip(event.target))) return;
    if (linkOf(event.relatedTarget) === shown || inTip(event.relatedTarget)) return;
    if (document.activeElement === shown || inTip(document.activeElement)) return;
    clearTimeout(closing);
    closing = setTimeout(hide, WAIT.close);
  });

  document.addEventListener("focusin", (event) => {
    const link = linkOf(event.target);
    if (link && !touched) show(link, { byKey: true });
    else if (!link && !inTip(event.target)) hide();
  });

  document.addEventListener("focusout", (event) => {
    const leaves = linkOf(event.target) === shown || inTip(event.target);
    if (leaves && linkOf(event.relatedTarget) !== shown && !inTip(event.relatedTarget)) hide();
  });

  // A first tap shows the tip, a second one follows the link.
  document.addEventListener("click", (event) => {
    const link = linkOf(event.target);
    if (!link || !touched || link === shown) return;
    event.preventDefault();
    show(link);
  });

  function keyInTip(event) {
    const links = [...tip.querySelectorAll("a")];
    const next = links.indexOf(document.activeElement) + (event.shiftKey ? -1 : 1);
    if (links[next]) {
      event.preventDefault();
      links[next].focus();
    } else {
      // Back to the number; from there Tab itself goes on to what follows it.
      if (event.shiftKey) event.preventDefault();
      shown.focus();
    }
  }

  function keyInTable(event, link) {
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

  document.addEventListener("keydown", (event) => {
    touched = false;
    const link = linkOf(event.target);
    if (event.key === "Escape" && shown) {
      if (inTip(document.activeElement)) shown.focus();
      dismissed = shown;
      hide();
    } else if (event.key === "Tab" && inTip(event.target)) {
      keyInTip(event);
    } else if (event.altKey && event.key === "ArrowDown" && link) {
      event.preventDefault();
      show(link, { byKey: true });
      tip.querySelector("a").focus();
    } else if (link && link.dataset.stop && !event.altKey && !event.ctrlKey && !event.metaKey) {
      keyInTable(event, link);
    }
  });

  // What scrolls away takes its tip along: under the header, or out of the box of a wide table.
  document.addEventListener(
    "scroll",
    (event) => {
      if (!shown || inTip(event.target)) return;
      const box = shown.getBoundingClientRect();
      const header = document.querySelector(".md-header");
      const top = header ? header.getBoundingClientRect().bottom : 0;
      // What scrolls beside the number, as the sidebar does, takes nothing along.
      const around = event.target instanceof Element && event.target.contains(shown);
      if (event.target instanceof Element && !around) return;
      const frame = around ? event.target.getBoundingClientRect() : null;
      const gone = frame && (box.right < frame.left || box.left > frame.right);
      if (gone || box.bottom < top || box.top > window.innerHeight) hide();
      else if (frame) place();
    },
    { capture: true, passive: true },
  );

  let breadth = window.innerWidth;
  window.addEventListener("resize", () => {
    if (window.innerWidth !== breadth) hide(); // a phone's bars come and go with every scroll
    breadth = window.innerWidth;
  });

  // A table of bound numbers is one stop for the Tab key, wherever its focus was last.
  for (const table of document.querySelectorAll("table:not(.tether-ledger)")) {
    const stops = table.querySelectorAll(SELECTOR);
    if (stops.length < 2) continue;
    stops.forEach((link, index) => {
      link.dataset.stop = "table";
      link.tabIndex = index ? -1 : 0;
    });
    table.addEventListener("focusin", (event) => {
      const link = linkOf(event.target);
      if (!link) return;
      for (const stop of stops) stop.tabIndex = stop === link ? 0 : -1;
    });
  }
})();
