/*
 * One tooltip for all terms and citations of a page, by one set of listeners on the document.
 * What it says stands in a template at the page's end, put there by the build: nothing is fetched.
 * Without this script a term is a plain link to the glossary and a citation one to the references.
 */
(() => {
  "use strict";

  const SELECTOR = "a[data-note]";
  const GAP = 8;
  const template = document.querySelector("template.sl-notes");
  if (!template) return;

  const notes = new Map();
  for (const note of template.content.children) notes.set(note.dataset.note, note);
  let tip = null;
  let shown = null;
  let timer = 0;
  let touched = false;

  const linkOf = (target) => (target instanceof Element ? target.closest(SELECTOR) : null);
  const inTip = (target) => tip && target instanceof Node && tip.contains(target);

  function place(link) {
    const box = link.getClientRects()[0] || link.getBoundingClientRect();
    const header = document.querySelector(".md-header");
    const top = header ? header.getBoundingClientRect().bottom : 0;
    const width = document.documentElement.clientWidth;
    const left = Math.max(GAP, Math.min(box.left, width - tip.offsetWidth - GAP));
    const above = box.top - tip.offsetHeight - GAP;
    tip.style.left = `${left + window.scrollX}px`;
    tip.style.top = `${(above > top ? above : box.bottom + GAP) + window.scrollY}px`;
  }

  function show(link) {
    clearTimeout(timer);
    const note = notes.get(link.dataset.note);
    if (!note || shown === link) return;
    if (!tip) {
      tip = document.createElement("div");
      tip.id = "sl-note";
      tip.className = "sl-tip sl-note";
      tip.setAttribute("role", "tooltip");
      document.body.append(tip);
    }
    hide();
    shown = link;
    tip.replaceChildren(...document.importNode(note, true).childNodes);
    tip.hidden = false;
    place(link);
    link.setAttribute("aria-describedby", tip.id);
  }

  function hide() {
    clearTimeout(timer);
    if (!shown) return;
    shown.removeAttribute("aria-describedby");
    shown = null;
    tip.hidden = true;
  }

  document.addEventListener("pointerdown", (event) => {
    touched = event.pointerType === "touch" || event.pointerType === "pen";
    if (!linkOf(event.target) && !inTip(event.target)) hide();
  });

  // A pointer that only passes over a term on its way is left in peace.
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch") return;
    const link = linkOf(event.target);
    if (inTip(event.target)) clearTimeout(timer);
    else if (link && link !== shown) {
      clearTimeout(timer);
      timer = setTimeout(() => show(link), 140);
    } else if (link) clearTimeout(timer);
  });

  document.addEventListener("pointerout", (event) => {
    if (event.pointerType === "touch") return;
    if (!linkOf(event.target) && !inTip(event.target)) return;
    if (linkOf(event.relatedTarget) || inTip(event.relatedTarget)) return;
    clearTimeout(timer);
    if (document.activeElement !== shown) timer = setTimeout(hide, 180);
  });

  document.addEventListener("focusin", (event) => {
    const link = linkOf(event.target);
    if (link && !touched) show(link);
    else if (!link && !inTip(event.target)) hide();
  });

  document.addEventListener("focusout", (event) => {
    if (linkOf(event.target) === shown && !inTip(event.relatedTarget)) hide();
  });

  // A first tap shows the note, a second one follows the link.
  document.addEventListener("click", (event) => {
    const link = linkOf(event.target);
    if (!link || !touched || link === shown || !notes.has(link.dataset.note)) return;
    event.preventDefault();
    show(link);
  });

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") hide();
  });

  window.addEventListener("resize", hide);
})();
