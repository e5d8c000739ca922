/*
 * Explorables, part 4 of 5: what a reader sees. Tables whose bars are drawn beside their numbers, and single
 * readings. What is shown carries its name in `data-reading` and all its digits in `data-value`.
 */
(() => {
  "use strict";

  const play = window.softLookup;
  const { make } = play;
  const { print } = play.numbers;

  function fill(element, value, digits) {
    const isNumber = typeof value === "number";
    element.textContent = isNumber ? print(value, digits) : value;
    if (isNumber) element.dataset.value = String(value);
    else delete element.dataset.value;
  }

  /*
   * A table with one row a key. `columns` have `title`, `kind` ("word", "number" or "bar"), `name` for readings
   * ("weight" and key p2 give "weight.p2"), and may have `digits`, `role` (query, key, value) and, for bars, `signed`.
   * `show` takes for each row a list of cells: text, a number, or for a bar { value, share, ghost }: `share` and `ghost`
   * are lengths from 0 to 1 (-1 to 1 where signed), the ghost standing where the book's value is.
   * `strong` gives the rows to set in bold.
   */
  function table({ caption, columns, keys }) {
    const plain = columns.filter((column) => column.kind !== "bar");
    const heads = columns.map((column) =>
      make("th", { scope: "col", class: look(column), "aria-hidden": column.kind === "bar" && "true" }, column.title || ""));
    const body = make("tbody");
    const rows = keys.map((key) => {
      const cells = columns.map((column, place) => {
        const cell = make(place === 0 ? "th" : "td", { class: look(column), scope: place === 0 ? "row" : undefined });
        if (column.name) cell.dataset.reading = `${column.name}.${key}`;
        if (column.kind === "bar") {
          cell.setAttribute("aria-hidden", "true");
          cell.append(make("span", { class: "sl-play-track" }, make("i"), make("b")));
        }
        return cell;
      });
      const row = make("tr", {}, ...cells);
      body.append(row);
      return { row, cells };
    });
    const element = make(
      "div",
      { class: "sl-play-table" },
      make("table", { class: "sl-play-sheet" }, make("caption", {}, caption), make("thead", {}, make("tr", {}, ...heads)), body),
    );
    function show(values, strong = []) {
      rows.forEach(({ row, cells }, r) => {
        row.classList.toggle("sl-strong", strong.includes(r));
        cells.forEach((cell, c) => {
          const value = values[r][c];
          if (columns[c].kind !== "bar") fill(cell, value, columns[c].digits);
          else draw(cell.firstChild, value, columns[c].signed);
        });
      });
    }
    return { element, show, columns: plain };
  }

  /*
   * A table of a few rows that are known beforehand. `rows` have `key`, `label` and `read`, which takes what was reckoned
   * and gives the row's numbers, one for each of `numbers` (columns without their kind); the last of them, a share, is
   * drawn as a bar, its ghost where the book's is.
   */
  function shares({ caption, title, numbers, rows, strong }) {
    const columns = [{ kind: "word", title }, ...numbers.map((column) => ({ kind: "number", ...column })), { kind: "bar" }];
    const whole = table({ caption, columns, keys: rows.map(({ key }) => key) });
    const show = (now, _, book) => whole.show(
      rows.map(({ label, read }) => [label, ...read(now), { share: read(now).at(-1), ghost: read(book).at(-1) }]), strong);
    return { element: whole.element, show };
  }

  const look = ({ kind, role }) => [`sl-${kind}`, role ? `sl-${role}` : ""].join(" ").trim();

  // Lengths are given to the style sheet as numbers; it knows how long the track is.
  function draw(track, { share, ghost }, signed) {
    const within = (value) => Math.min(Math.max(value, signed ? -1 : 0), 1);
    const [start, length] = signed ? [0.5 + Math.min(within(share), 0) / 2, Math.abs(within(share)) / 2] : [0, within(share)];
    track.classList.toggle("sl-signed", Boolean(signed));
    track.firstChild.style.setProperty("--start", start);
    track.firstChild.style.setProperty("--length", length);
    track.lastChild.hidden = ghost === undefined;
    if (ghost !== undefined) track.lastChild.style.setProperty("--start", signed ? 0.5 + within(ghost) / 2 : within(ghost));
  }

  /** Single numbers with their names; `items` have `name`, `label`, and may have `digits` and `role`. */
  function readout({ items }) {
    const shown = items.map(({ name, label, role }) => {
      const value = make("dd", { "data-reading": name });
      return { value, pair: make("div", {}, make("dt", { class: role ? `sl-${role}` : undefined }, label), value) };
    });
    const element = make("dl", { class: "sl-play-readout" }, ...shown.map(({ pair }) => pair));
    const show = (values) => items.forEach(({ name, digits }, i) => fill(shown[i].value, values[name], digits));
    return { element, show };
  }

  play.sheet = { table, shares, readout };
})();
