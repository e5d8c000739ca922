/*
 * What is wider than the page scrolls in its own box. A box that does scroll becomes a stop for the
 * keyboard and gets a name; one that fits stays out of the way. Copy buttons are no landmarks.
 */
(() => {
  "use strict";

  const NAMES = [
    [".sl-formula", "Formula, wider than the page"],
    [".md-typeset__table, .md-typeset__scrollwrap, .md-typeset table:not([class]), table.tether-ledger", "Table, wider than the page"],
    [".md-typeset pre > code", "Code, wider than the page"],
  ];

  function update() {
    for (const [selector, name] of NAMES) {
      for (const box of document.querySelectorAll(selector)) {
        const scrolls = /auto|scroll/.test(getComputedStyle(box).overflowX);
        if (scrolls && box.scrollWidth > box.clientWidth + 1) {
          box.tabIndex = 0;
          if (box.tagName === "DIV") box.setAttribute("role", "group");
          if (box.tagName !== "TABLE") box.setAttribute("aria-label", name);
          box.dataset.scrolls = "true";
        } else if (box.dataset.scrolls) {
          box.removeAttribute("tabindex");
          box.removeAttribute("role");
          box.removeAttribute("aria-label");
          delete box.dataset.scrolls;
        }
      }
    }
  }

  // Material puts the copy buttons of each code block into a landmark without a name, and Markdown
  // makes a head cell of an empty corner: neither is one.
  function unmark() {
    const none = document.querySelectorAll("nav.md-code__nav:not([role]), th:empty:not([role], [aria-hidden])");
    for (const element of none) element.setAttribute("role", "presentation");
  }
  unmark();
  const article = document.querySelector("article");
  if (article) new MutationObserver(unmark).observe(article, { childList: true, subtree: true });

  let due = 0;
  const later = () => {
    cancelAnimationFrame(due);
    due = requestAnimationFrame(update);
  };
  window.addEventListener("resize", later);
  window.addEventListener("load", later);
  if (document.fonts) document.fonts.ready.then(later);
  later();
})();
