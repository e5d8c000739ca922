/*
 * Explorables: a plane to draw curves and points in, with ticks and titles as softlookup.show.plane has them. For
 * explorables that need one: `play: [plane, NAME]` in a page's front matter. A drawing is for eyes alone; what it
 * shows must stand in a table or a readout as well.
 */
(() => {
  "use strict";

  const play = window.softLookup;
  const SPACE = "http://www.w3.org/2000/svg";
  const [TOP, BOTTOM, RIGHT] = [24, 38, 12]; // room around a plane, in units of the view box

  function draw(tag, attributes = {}, ...children) {
    const element = document.createElementNS(SPACE, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  }

  /** The ticks 0, step, 2 step, … up to a number, about as many as asked for; steps are 1, 2 or 5 times a power of 10. */
  function tick(from, to, about) {
    const rough = (to - from) / about;
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = power * [1, 2, 5, 10].find((factor) => factor * power >= rough);
    const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    const found = [];
    for (let k = Math.ceil(from / step - 1e-9); k * step <= to + step * 1e-9; k += 1) {
      found.push([k * step, play.numbers.print(k * step, digits)]);
    }
    return found;
  }

  /*
   * A plane of `width` by `height` units, `left` of them for the numbers of y. `draw` takes axes x and y, each
   * { low, high, ticks: [[value, words], …], title, log }, and what is to be seen: `curves`, and `bands` (closed
   * and filled), with `points` [[x, y], …]; `marks`, upright lines, with a number `at` and a `text`; `bars`, each from x to x as high as y, [x, x, y]; `labels` with
   * `at` [x, y] and a `text`, which ends there; `dots` with `at`, and if wished a `text` beside them and a `reading`,
   * the name under which a test finds their height. Curves, bands and dots may have a `look`, a class of play.css.
   */
  function plane({ width = 300, height = 200, left = 30 }) {
    const [across, up] = [width - left - RIGHT, height - BOTTOM - TOP];
    const element = draw("svg", { class: "sl-play-chart", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });

    function show({ x, y, bars = [], bands = [], curves = [], marks = [], labels = [], dots = [] }) {
      const share = ({ low, high, log }, value) =>
        log ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
      const right = (value) => left + across * share(x, value);
      const down = (value) => TOP + up * (1 - share(y, value));
      const within = (value) => Math.min(Math.max(value, -height), 2 * height);
      const words = (at, text, look = "") => draw("text", { x: at[0], y: at[1], class: look }, text);
      const path = (points) => points.map(([a, b], i) => `${i ? "L" : "M"}${right(a).toFixed(2)} ${within(down(b)).toFixed(2)}`).join("");
      const parts = [];
      for (const [value, text] of y.ticks) {
        const level = down(value);
        parts.push(draw("line", { x1: left, x2: left + across, y1: level, y2: level, class: value === y.low ? "sl-base" : "sl-grid" }));
        parts.push(words([left - 5, level + 3.5], text, "sl-tick sl-end"));
      }
      for (const [value, text] of x.ticks) parts.push(words([right(value), TOP + up + 15], text, "sl-tick sl-middle"));
      parts.push(words([left + across, height - 6], `${x.title} →`, "sl-end"), words([left, 12], y.title, ""));
      for (const { at, text } of marks) {
        parts.push(draw("line", { x1: right(at), x2: right(at), y1: TOP, y2: TOP + up, class: "sl-mark" }));
        parts.push(words([right(at) + 4, TOP + 9], text));
      }
      for (const [from, to, value] of bars) {
        const [start, end] = [right(from), right(to)];
        const size = { width: Math.max(end - start - 0.8, 0.2), height: TOP + up - down(value) };
        parts.push(draw("rect", { x: start + 0.4, y: down(value), class: "sl-bar-up", ...size }));
      }
      for (const { points, look } of bands) parts.push(draw("path", { d: `${path(points)}Z`, class: `sl-band ${look || ""}` }));
      for (const { points, look } of curves) parts.push(draw("path", { d: path(points), class: `sl-curve ${look || ""}` }));
      for (const { at, text } of labels) parts.push(words([right(at[0]), down(at[1]) - 4], text, "sl-halo sl-end"));
      for (const { at, look, text, reading } of dots) {
        const [a, b] = [right(at[0]), within(down(at[1]))];
        const dot = draw("circle", { cx: a, cy: b, r: 3.5, class: `sl-dot ${look || ""}` });
        if (reading) Object.assign(dot.dataset, { reading, value: at[1] });
        parts.push(dot);
        const isLeft = a > left + 0.8 * across;
        if (text) parts.push(words([a + (isLeft ? -6 : 6), b + 3.5], text, `sl-halo ${isLeft ? "sl-end" : ""}`));
      }
      element.replaceChildren(...parts);
    }
    return { element, draw: show };
  }

  play.plane = plane;
  play.tick = tick;
})();
