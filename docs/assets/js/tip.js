/*
 * Tips beside links: one element for each kind of link, one set of listeners for all kinds, one tip at a time.
 * A kind has `selector`, `id`, `look` (a class), `attributes` and `fill(tip, link)`, which says false where
 * there is nothing to say; it may have `move(event, link)`, for keys that go from link to link.
 *
 * By keyboard: a focused link shows its tip; Alt and the arrow down go to the links in it, where there are any,
 * and Escape comes back and closes it. By touch: a first tap shows, a second one follows the link.
 */
(() => {
  "use strict";

  const GAP = 8;
  const WAIT = { open: 120, close: 180 };
  const kinds = [];
  let tip = null; // the element that is shown, or was last
  let shown = null;
  let point = null;
  let opening = 0;
  let closing = 0;
  let touched = false;
  let dismissed = null;

  const kindOf = (link) => kinds.find((kind) => link.matches(kind.selector));
  const inTip = (target) => tip !== null && target instanceof Node && tip.contains(target);
  const headerEnd = () => Math.max(document.querySelector(".md-header")?.getBoundingClientRect().bottom ?? 0, 0);

  function linkOf(target) {
    if (!(target instanceof Element) || !kinds.length) return null;
    return target.closest(kinds.map((kind) => kind.selector).join());
  }

  /* Beside the line of the link that was pointed at, on the side that has room, and below the header. */
  function place() {
    const boxes = [...shown.getClientRects()];
    const near = (box) => point && point.y >= box.top - 2 && point.y <= box.bottom + 2 && point.x <= box.right + 2;
    const box = boxes.find(near) || boxes[0] || shown.getBoundingClientRect();
    const width = document.documentElement.clientWidth;
    tip.style.maxHeight = "";
    const room = { above: box.top - headerEnd() - 2 * GAP, below: window.innerHeight - box.bottom - 2 * GAP };
    const above = tip.offsetHeight <= room.above || room.above > room.below;
    tip.style.maxHeight = `${Math.max(above ? room.above : room.below, 96)}px`;
    const left = Math.max(GAP, Math.min(box.left, width - tip.offsetWidth - GAP));
    const y = above ? box.top - tip.offsetHeight - GAP : box.bottom + GAP;
    tip.style.left = `${left + window.scrollX}px`;
    tip.style.top = `${y + window.scrollY}px`;
  }

  function make(kind) {
    const element = document.createElement("div");
    element.id = kind.id;
    element.className = `sl-tip ${kind.look || ""}`.trim();
    for (const [name, value] of Object.entries(kind.attributes)) element.setAttribute(name, value);
    element.hidden = true;
    document.body.append(element);
    return element;
  }

  /** Shows the tip of a link; says whether there is one. */
  function show(link, { at = null, byKey = false } = {}) {
    clearTimeout(opening);
    clearTimeout(closing);
    if (shown === link) return true;
    const kind = kindOf(link);
    kind.tip ??= make(kind);
    if (kind.fill(kind.tip, link) === false) return false;
    hide();
    [tip, shown, point, dismissed] = [kind.tip, link, at, null];
    tip.classList.toggle("sl-tip--keyed", byKey);
    tip.hidden = false;
    tip.scrollTop = 0;
    place();
    link.setAttribute("aria-describedby", tip.id);
    return true;
  }

  function hide() {
    clearTimeout(opening);
    clearTimeout(closing);
    if (!shown) return;
    shown.removeAttribute("aria-describedby");
    shown = null;
    tip.hidden = true;
  }

  document.addEventListener("pointerdown", (event) => {
    touched = event.pointerType === "touch" || event.pointerType === "pen";
    if (!linkOf(event.target) && !inTip(event.target)) hide();
  });

  // A pointer that only passes over a link on its way is left in peace.
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
    if (!shown) return;
    const leaves = linkOf(event.target) === shown || inTip(event.target);
    if (leaves && linkOf(event.relatedTarget) !== shown && !inTip(event.relatedTarget)) hide();
  });

  document.addEventListener("click", (event) => {
    const link = linkOf(event.target);
    if (link && touched && link !== shown && show(link)) event.preventDefault();
  });

  function keyInTip(event) {
    const links = [...tip.querySelectorAll("a")];
    const next = links.indexOf(document.activeElement) + (event.shiftKey ? -1 : 1);
    if (links[next]) {
      event.preventDefault();
      links[next].focus();
    } else {
      // Back to the link; from there Tab itself goes on to what follows it.
      if (event.shiftKey) event.preventDefault();
      shown.focus();
    }
  }

  document.addEventListener("keydown", (event) => {
    touched = false;
    const link = linkOf(event.target);
    if (event.key === "Escape" && shown) {
      if (inTip(document.activeElement)) shown.focus();
      dismissed = shown;
      hide();
    } else if (event.key === "Tab" && shown && inTip(event.target)) {
      keyInTip(event);
    } else if (event.altKey && event.key === "ArrowDown" && link) {
      event.preventDefault();
      if (show(link, { byKey: true })) tip.querySelector("a")?.focus();
    } else if (link && !event.altKey && !event.ctrlKey && !event.metaKey) {
      kindOf(link).move?.(event, link);
    }
  });

  // What scrolls away takes its tip along: under the header, or out of the box of a wide table.
  document.addEventListener(
    "scroll",
    (event) => {
      if (!shown || inTip(event.target)) return;
      const box = shown.getBoundingClientRect();
      // What scrolls beside the link, as the sidebar does, takes nothing along.
      const around = event.target instanceof Element && event.target.contains(shown);
      if (event.target instanceof Element && !around) return;
      const frame = around ? event.target.getBoundingClientRect() : null;
      const gone = frame && (box.right < frame.left || box.left > frame.right);
      if (gone || box.bottom < headerEnd() || box.top > window.innerHeight) hide();
      else if (frame) place();
    },
    { capture: true, passive: true },
  );

  let breadth = window.innerWidth;
  window.addEventListener("resize", () => {
    if (window.innerWidth !== breadth) hide(); // a phone's bars come and go with every scroll
    breadth = window.innerWidth;
  });

  window.softLookup = window.softLookup || {};
  window.softLookup.tips = { add: (kind) => kinds.push(kind) };
})();
