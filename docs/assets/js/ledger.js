/*
 * The ledger, searchable and sortable. The page is whole without this script: the table as the build
 * wrote it, a body for each page of the book. What is looked for stands in the address, so that it can be
 * shared and comes back with the Back button; a link to a row always shows it.
 */
(() => {
  "use strict";

  const table = document.querySelector("table.tether-ledger");
  if (!table) return;

  const bodies = [...table.tBodies];
  const titles = new Map(
    bodies.map((body) => {
      const title = body.rows[0].querySelector("a, span");
      return [body.dataset.page, title ? title.textContent : body.dataset.page];
    }),
  );
  const rows = bodies.flatMap((body) =>
    [...body.rows].slice(1).map((line) => ({ line, body, kind: line.dataset.kind || "number" })),
  );
  rows.forEach((row, index) => {
    row.index = index;
  });
  const mixed = document.createElement("tbody");

  function make(name, attributes, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  }

  function choice(name, label, options) {
    const select = make("select", { name }, ...options.map(([value, text]) => make("option", { value }, text)));
    return make("label", {}, make("span", {}, label), select);
  }

  const kinds = ["number", "estimate", "record", "claim"].filter((kind) => rows.some((row) => row.kind === kind));
  const words = make("input", { type: "search", name: "find", autocomplete: "off", spellcheck: "false" });
  const all = make("button", { type: "button" }, "Show all");
  const told = make("output", { "aria-live": "polite" });
  const tools = make(
    "form",
    { class: "tether-tools", role: "search", "aria-label": "The ledger" },
    make("label", { class: "tether-find" }, make("span", {}, "Find"), words),
    choice("page", "On the page", [["", "all pages"], ...titles]),
    choice("kind", "Kind", [["", "all kinds"], ...kinds.map((kind) => [kind, `${kind}s`])]),
    all,
    told,
  );
  table.before(tools);

  const text = (row) => {
    row.text ??= `${row.line.textContent} ${row.body.dataset.page} ${titles.get(row.body.dataset.page)}`.toLowerCase();
    return row.text;
  };

  let sorted = null;

  function filter() {
    const asked = words.value.toLowerCase().split(/\s+/).filter(Boolean);
    const { page, kind } = tools.elements;
    const counts = new Map();
    let found = 0;
    for (const row of rows) {
      const fits =
        (!kind.value || row.kind === kind.value) &&
        (!page.value || row.body.dataset.page === page.value) &&
        asked.every((word) => text(row).includes(word));
      if (row.line.hidden === fits) row.line.hidden = !fits;
      found += fits;
      counts.set(row.body, (counts.get(row.body) || 0) + fits);
    }
    for (const body of bodies) body.hidden = Boolean(sorted) || !counts.get(body);
    told.value = found === rows.length ? `${found} rows` : `${found} of ${rows.length} rows`;
    table.hidden = !found;
  }

  function remember() {
    const address = new URL(location.href);
    for (const name of ["find", "page", "kind"]) {
      const { value } = tools.elements[name];
      if (value) address.searchParams.set(name, value);
      else address.searchParams.delete(name);
    }
    try {
      history.replaceState(history.state, "", address);
    } catch {
      // A page opened from a file has no address of its own to change.
    }
  }

  let pending = 0;
  tools.addEventListener("input", () => {
    cancelAnimationFrame(pending);
    pending = requestAnimationFrame(() => {
      filter();
      remember();
    });
  });
  function showAll() {
    tools.reset();
    filter();
    remember();
  }

  all.addEventListener("click", () => {
    showAll();
    words.focus();
  });
  tools.addEventListener("submit", (event) => event.preventDefault());

  const collator = new Intl.Collator("en", { numeric: true });
  const cell = (row, column) => row.line.cells[column].textContent.trim();
  const amount = (written) => {
    const value = Number.parseFloat(written);
    return Number.isNaN(value) ? (written === "exact" ? Infinity : NaN) : value;
  };
  const NUMBERS = new Set(["Computed", "To the next edge"]);
  const headings = [...table.tHead.rows[0].cells];

  /* Numbers by size, with what has none behind them both ways; words by the alphabet; lines by the book. */
  function sortBy(column, down) {
    const name = headings[column].textContent.trim();
    const sign = down ? -1 : 1;
    let order;
    if (name === "Lines") {
      order = (a, b) => sign * (a.index - b.index);
    } else if (NUMBERS.has(name)) {
      const value = new Map(rows.map((row) => [row, amount(cell(row, column))]));
      order = (a, b) => {
        const [left, right] = [value.get(a), value.get(b)];
        if (Number.isNaN(left) || Number.isNaN(right)) return Number.isNaN(left) - Number.isNaN(right);
        return left === right ? 0 : sign * (left < right ? -1 : 1);
      };
    } else {
      const value = new Map(rows.map((row) => [row, cell(row, column)]));
      order = (a, b) => sign * collator.compare(value.get(a), value.get(b));
    }
    const ordered = [...rows].sort((a, b) => order(a, b) || a.index - b.index);
    for (const row of ordered) {
      if (!row.of) {
        row.of = make("span", { class: "tether-of" }, titles.get(row.body.dataset.page), " ");
        row.line.cells[headings.length - 1].prepend(row.of);
      }
    }
    mixed.append(...ordered.map((row) => row.line));
    table.append(mixed);
  }

  function unsort() {
    mixed.remove();
    for (const body of bodies) body.append(...rows.filter((row) => row.body === body).map((row) => row.line));
  }

  headings.forEach((heading, column) => {
    const button = make("button", { type: "button" }, heading.textContent);
    heading.replaceChildren(button);
    button.addEventListener("click", () => {
      const now = heading.getAttribute("aria-sort");
      for (const other of headings) other.removeAttribute("aria-sort");
      if (now === "descending") {
        sorted = null;
        unsort();
      } else {
        sorted = now ? "descending" : "ascending";
        heading.setAttribute("aria-sort", sorted);
        sortBy(column, sorted === "descending");
      }
      table.classList.toggle("tether-mixed", Boolean(sorted));
      filter();
    });
  });

  /* Shows the row, or the page's part, that the address leads to, whatever was looked for. */
  function reveal() {
    let name = location.hash.slice(1);
    try {
      name = decodeURIComponent(name);
    } catch {
      return; // no place of ours is spelt like this
    }
    const place = name && document.getElementById(name);
    if (!place || !table.contains(place)) return;
    if (place.hidden || place.parentElement.hidden || table.hidden) {
      if (sorted && place.classList.contains("tether-page")) {
        headings.find((heading) => heading.hasAttribute("aria-sort")).removeAttribute("aria-sort");
        sorted = null;
        unsort();
        table.classList.remove("tether-mixed");
      }
      showAll();
    }
    place.scrollIntoView({ block: "center" });
  }

  const given = new URLSearchParams(location.search);
  for (const name of ["find", "page", "kind"]) {
    if (given.has(name)) tools.elements[name].value = given.get(name);
  }
  filter();
  reveal();
  window.addEventListener("hashchange", reveal);
  window.addEventListener("pageshow", () => filter());
})();
