/*
 * The tip of terms and citations. What it says stands in a template at the page's end, put there by the
 * build: nothing is fetched. Without this script a term is a plain link to the glossary and a citation one
 * to the references.
 */
(() => {
  "use strict";

  const template = document.querySelector("template.sl-notes");
  if (!template) return;

  const notes = new Map();
  for (const note of template.content.children) notes.set(note.dataset.note, note);

  function fill(tip, link) {
    const note = notes.get(link.dataset.note);
    if (!note) return false;
    tip.replaceChildren(...document.importNode(note, true).childNodes);
    return true;
  }

  const attributes = { role: "tooltip" };
  window.softLookup.tips.add({ selector: "a[data-note]", id: "sl-note", look: "sl-note", attributes, fill });
})();
