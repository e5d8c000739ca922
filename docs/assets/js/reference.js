/* Who follows a number to its function wants to see the code: the entry that a link leads to is opened. */
(() => {
  "use strict";

  function open() {
    let name = location.hash.slice(1);
    try {
      name = decodeURIComponent(name);
    } catch {
      return; // no entry is spelt like this
    }
    const entry = name && document.getElementById(name)?.closest(".doc-function, .doc-class");
    const source = entry && entry.querySelector(":scope > details.mkdocstrings-source");
    if (source) source.open = true;
  }

  open();
  window.addEventListener("hashchange", open);
})();
