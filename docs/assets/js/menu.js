/*
 * On a narrow window two labels of the header open the menu and the search. A label is nothing that a
 * keyboard can press or a screen reader names, so buttons take their places. Who opens the menu by keyboard
 * stands in it; Escape, or going on behind its last entry, closes it. Without this script the labels remain.
 */
(() => {
  "use strict";

  function place(name, told) {
    const label = document.querySelector(`label.md-header__button[for="__${name}"]`);
    const toggle = document.getElementById(`__${name}`);
    if (!label || !toggle) return null;
    const button = document.createElement("button");
    button.type = "button";
    button.className = label.className;
    button.dataset.opens = name;
    button.setAttribute("aria-label", told);
    button.append(...label.childNodes);
    const tell = () => button.setAttribute("aria-expanded", String(toggle.checked));
    button.addEventListener("click", () => toggle.click());
    toggle.addEventListener("change", tell);
    tell();
    label.replaceWith(button);
    return { button, toggle };
  }

  place("search", "Search");
  const menu = place("drawer", "Menu");
  const sidebar = document.querySelector(".md-sidebar--primary");
  if (!menu || !sidebar) return;

  /* Within the menu labels open a list, or lead back from it: while the window is narrow each holds a button. */
  const narrow = window.matchMedia("(max-width: 76.2344em)");
  const labels = [...sidebar.querySelectorAll("label[for]:not([for='__drawer'])")];
  function fold() {
    for (const label of labels) {
      const held = label.querySelector("button");
      if (narrow.matches && !held) {
        const toggle = document.getElementById(label.htmlFor);
        const button = document.createElement("button");
        button.type = "button";
        button.className = "sl-fold";
        button.append(...label.childNodes);
        label.append(button);
        button.addEventListener("click", (event) => {
          toggle.click();
          if (event.detail) return;
          const around = toggle.parentElement;
          const next = toggle.checked ? ":scope > .md-nav :is(button, a)" : "label:not(.md-nav__title) > button";
          around.querySelector(next)?.focus();
        });
      } else if (!narrow.matches && held) held.replaceWith(...held.childNodes);
    }
  }
  narrow.addEventListener("change", fold);
  fold();

  const close = () => {
    if (menu.toggle.checked) menu.toggle.click();
  };
  menu.button.addEventListener("click", (event) => {
    const byKeyboard = event.detail === 0;
    if (byKeyboard && menu.toggle.checked) sidebar.querySelector("a").focus();
  });
  sidebar.addEventListener("focusout", (event) => {
    const next = event.relatedTarget;
    if (next && next !== menu.button && !sidebar.contains(next)) close();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.toggle.checked) return;
    close();
    menu.button.focus();
  });
})();
