/*
 * Explorables, part 5 of 6: curves and histograms, drawn like the book's figures: the same sheet of 400 units, the
 * same inks, ticks that are read against thin lines.
 */
(() => {
  "use strict";

  const play = window.softLookup;
  const SPACE = "http://www.w3.org/2000/svg";
  const WIDTH = 400;
  const ROOM = { left: 34, right: 14, top: 8, bottom: 34 };

  function draw(parent, tag, attributes, text) {
    const element = document.createElementNS(SPACE, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    if (text !== undefined) element.textContent = text;
    parent.append(element);
    return element;
  }

  /** From numbers along an axis to units of the sheet. */
  function measure({ from, to, log = false }, start, end) {
    const place = log ? Math.log : (value) => value;
    const share = (value) => (place(value) - place(from)) / (place(to) - place(from));
    // What lies beyond the axis stays at its end; NaN nowhere.
    return (value) => start + (end - start) * Math.min(Math.max(share(value), 0), 1);
  }

  /*
   * A plane with series. `x` and `y` have `from`, `to`, `ticks` (numbers, or pairs of a number and its words), `title`,
   * and may be `log`. `series` have `name`, `look` (a class: strong, soft, query, key, value, ghost), `kind` ("line" for
   * points [x, y], "bars" for [from, to, height], "dot" for one point, "rule" for an upright line at [x]) and may have
   * `words`, written at the end of a line or beside a rule. `show` takes points by name, and words for who cannot see.
   */
  function plot({ x, y, height = 180, series }) {
    const svg = document.createElementNS(SPACE, "svg");
    const { left, right, top, bottom } = ROOM;
    const across = measure(x, left, WIDTH - right);
    const up = measure(y, height - bottom, top);
    for (const [name, value] of Object.entries({ viewBox: `0 0 ${WIDTH} ${height}`, class: "sl-play-plot", role: "img" })) {
      svg.setAttribute(name, value);
    }
    const pairs = (ticks) => ticks.map((tick) => (Array.isArray(tick) ? tick : [tick, play.numbers.plain(tick)]));
    for (const [value, words] of pairs(y.ticks)) {
      const line = { x1: left, x2: WIDTH - right, y1: up(value), y2: up(value), class: value === y.from ? "sl-base" : "sl-grid" };
      draw(svg, "line", line);
      draw(svg, "text", { x: left - 5, y: up(value) + 3.5, "text-anchor": "end" }, words);
    }
    for (const [value, words] of pairs(x.ticks)) {
      draw(svg, "text", { x: across(value), y: height - bottom + 13, "text-anchor": "middle" }, words);
    }
    draw(svg, "text", { x: WIDTH - right, y: height - 5, "text-anchor": "end", class: "sl-title" }, `${x.title} \u2192`);
    const marks = series.map((one) => draw(svg, "g", { class: `sl-series sl-${one.look}`, "data-series": one.name }));

    const kinds = {
      line(group, points, { words }) {
        const steps = points.map(([a, b], i) => `${i ? "L" : "M"}${across(a).toFixed(2)} ${up(b).toFixed(2)}`);
        draw(group, "path", { d: steps.join(""), class: "sl-curve" });
        if (words) {
          const [a, b] = words.at(points);
          draw(group, "text", { x: across(a), y: up(b) - 5, "text-anchor": words.anchor || "end" }, words.text);
        }
      },
      bars(group, bars) {
        for (const [from, to, value] of bars) {
          const [start, end] = [across(from), across(to)];
          const size = { width: Math.max(end - start - 0.8, 0.2), height: up(y.from) - up(value) };
          draw(group, "rect", { x: start + 0.4, y: up(value), ...size });
        }
      },
      dot: (group, points) => points.forEach(([a, b]) => draw(group, "circle", { cx: across(a), cy: up(b), r: 5 })),
      rule(group, points) {
        for (const [a] of points) draw(group, "line", { x1: across(a), x2: across(a), y1: top, y2: height - bottom });
      },
    };

    function show(points, label) {
      svg.setAttribute("aria-label", label);
      series.forEach((one, i) => {
        marks[i].replaceChildren();
        kinds[one.kind](marks[i], points[one.name] || [], one);
      });
    }
    const element = play.make("div", { class: "sl-play-plane" });
    element.append(svg);
    return { element, show };
  }

  play.sheet.plot = plot;
})();
