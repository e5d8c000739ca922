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
