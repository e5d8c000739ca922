/*
 * One tooltip for all bound numbers, by one set of listeners on the document.
 * It says what the link already carries: value, expression, source, and for an estimate its interval.
 * Without this script a bound number is a plain link to its row in the ledger, and it stays one.
 */
(() => {
  "use strict";

  const SELECTOR = "a.tether";
  const GAP = 8;
  let tip = null;
  let shown = null;
  let closing = 0;
  let touched = false;

  const number = (text) => {
    const value = Number(text);
    if (text === "" || !Number.isFinite(value)) return text;
    return String(Number(value.toPrecision(12))).replace(/^-/, "\u2212").replace("e-", "e\u2212");
  };

  const numbers = (text) => text.trim().split(/\s+/).map(number).join(", ");

  function row(list, name, text, coded) {
    if (!text) return;
    const term = document.createElement("dt");
    const detail = document.createElement("dd");
    term.textContent = name;
    if (coded) {
      const code = document.createElement("code");
      code.textContent = text;
      detail.append(code);
    } else {
      detail.textContent = text;
    }
    list.append(term, detail);
  }

  function fill(link) {
    const { kind, expression, source, interval, drifted } = link.dataset;
    const values = [...link.querySelectorAll("data")].map((data) => data.value).filter(Boolean);
    const list = document.createElement("dl");
    if (drifted) row(list, "drifted", `computed ${drifted}`);
    else if (kind === "claim") row(list, "claim", "tested in this build, and true");
    else if (values.length) row(list, values.join(" ").trim().includes(" ") ? "values" : "value", numbers(values.join(" ")));
    if (interval) row(list, "95 % interval", interval);
    row(list, "expression", expression, true);
    row(list, "computed by", source, true);
    const more = document.createElement("dd");
    const ledger = document.createElement("a");
    ledger.href = link.href;
    ledger.textContent = "its row in the ledger";
    ledger.tabIndex = -1;
    more.append(ledger);
    list.append(document.createElement("dt"), more);
    tip.replaceChildren(list);
  }

  function place(link) {
    const [first] = link.getClientRects();
    const box = first || link.getBoundingClientRect();
    const width = document.documentElement.clientWidth;
    const header = document.querySelector(".md-header");
    const top = header ? header.getBoundingClientRect().bottom : 0;
    const left = Math.max(GAP, Math.min(box.left, width - tip.offsetWidth - GAP));
    const above = box.top - tip.offsetHeight - GAP;
    const y = above > top ? above : box.bottom + GAP;
    tip.style.left = `${left + window.scrollX}px`;
    tip.style.top = `${y + window.scrollY}px`;
  }

  function show(link) {
    clearTimeout(closing);
    if (shown === link) return;
    if (!tip) {
      tip = document.createElement("div");
      tip.id = "sl-tip";
      tip.className = "sl-tip";
      tip.setAttribute("role", "tooltip");
      document.body.append(tip);
    }
    if (shown) shown.removeAttribute("aria-describedby");
    shown = link;
    fill(link);
    tip.hidden = false;
    place(link);
    link.setAttribute("aria-describedby", tip.id);
  }

  function hide() {
    clearTimeout(closing);
    if (!shown) return;
    shown.removeAttribute("aria-describedby");
    shown = null;
    tip.hidden = true;
  }

  const linkOf = (target) => (target instanceof Element ? target.closest(SELECTOR) : null);
  const inTip = (target) => tip && target instanceof Node && tip.contains(target);

  document.addEventListener("pointerdown", (event) => {
    touched = event.pointerType === "touch" || event.pointerType === "pen";
    if (!linkOf(event.target) && !inTip(event.target)) hide();
  });

  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch") return;
    const link = linkOf(event.target);
    if (link) show(link);
    else if (inTip(event.target)) clearTimeout(closing);
  });

  document.addEventListener("pointerout", (event) => {
    if (event.pointerType === "touch" || !shown) return;
    if (linkOf(event.target) !== shown && !inTip(event.target)) return;
    if (linkOf(event.relatedTarget) === shown || inTip(event.relatedTarget)) return;
    if (document.activeElement === shown) return;
    clearTimeout(closing);
    closing = setTimeout(hide, 180);
  });

  document.addEventListener("focusin", (event) => {
    const link = linkOf(event.target);
    if (link && !touched) show(link);
    else if (!link && !inTip(event.target)) hide();
  });

  document.addEventListener("focusout", (event) => {
    if (linkOf(event.target) === shown && !inTip(event.relatedTarget)) hide();
  });

  // A first tap shows the tip, a second one follows the link.
  document.addEventListener("click", (event) => {
    const link = linkOf(event.target);
    if (!link || !touched || link === shown) return;
    event.preventDefault();
    show(link);
  });

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") hide();
    const link = linkOf(event.target);
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!link || !step || !link.dataset.stop) return;
    const stops = [...link.closest("table").querySelectorAll(SELECTOR)];
    const next = stops[stops.indexOf(link) + step];
    if (!next) return;
    event.preventDefault();
    link.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  });

  window.addEventListener("resize", hide);

  // A table of bound numbers is one stop for the Tab key; the arrow keys move within it.
  for (const table of document.querySelectorAll("table:not(.tether-ledger)")) {
    const stops = table.querySelectorAll(SELECTOR);
    if (stops.length < 2) continue;
    stops.forEach((link, index) => {
      link.dataset.stop = "table";
      link.tabIndex = index ? -1 : 0;
    });
  }
})();
