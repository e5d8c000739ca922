/*
 * Explorable: random queries and keys of any width; how their scores spread, and how sharp the softmax is, with the
 * division by the root of the width and without. Page: attention/scaling.md; the draws are those of
 * softlookup.experiments.drawn_scores.
 */
(() => {
  "use strict";

  const play = window.softLookup;
  const { softmax, deviation, quantile, scale, largest, rank, print, plain } = play.numbers;
  const BINS = 32;
  const RIM = 12; // room left of a plane whose heights have no numbers
  const ENDS = { raw: 64, scaled: 4 }; // how far the axes reach either way
  const LIMIT = 2 ** 32 - 1;

  /** Raw scores, a row for each query: its entries are drawn first, then those of its keys. */
  function draw(seed, width, queries, keys) {
    const drawn = play.random.normals(seed, width, queries * (1 + keys) * width);
    return Array.from({ length: queries }, (_, i) => {
      const start = i * (1 + keys) * width;
      return Array.from({ length: keys }, (__, j) => {
        let score = 0;
        for (let d = 0; d < width; d += 1) score += drawn[start + d] * drawn[start + (1 + j) * width + d];
        return score;
      });
    });
  }

  // A slider asks for the same draw again and again: the last one is kept.
  let kept = {};
  function drawOnce(...sizes) {
    const name = sizes.join();
    if (kept.name !== name) kept = { name, rows: draw(...sizes) };
    return kept.rows;
  }

  /** Shares of the values in equal bins from -end to end; what is beyond is counted in the bin at that end. */
  function count(values, end) {
    const shares = Array(BINS).fill(0);
    for (const value of values) {
      const bin = Math.floor(((value + end) / (2 * end)) * BINS);
      shares[Math.min(Math.max(bin, 0), BINS - 1)] += 1 / values.length;
    }
    return shares;
  }

  const peak = (rows) => quantile(rows.map((row) => largest(softmax(row))), 0.5);

  function reckon({ queries, keys }, { d_k: width, seed }) {
    const raw = drawOnce(seed, width, queries, keys);
    const scaled = raw.map((row) => scale(row, 1 / Math.sqrt(width)));
    return {
      width,
      rawDeviation: deviation(raw.flat()),
      scaledDeviation: deviation(scaled.flat()),
      rawPeak: peak(raw),
      scaledPeak: peak(scaled),
      rawBars: count(raw.flat(), ENDS.raw),
      scaledBars: count(scaled.flat(), ENDS.scaled),
      scores: raw[0],
      rawWeights: softmax(raw[0]),
      scaledWeights: softmax(scaled[0]),
    };
  }

  function histogram(name, title) {
    const end = ENDS[name];
    const plane = play.plane({ height: 150, left: RIM });
    const x = { low: -end, high: end, ticks: [-1, -0.5, 0, 0.5, 1].map((share) => [share * end, plain(share * end)]), title };
    const edge = (bin) => -end + (bin * 2 * end) / BINS;
    const draw = (shares) => plane.draw({
      x,
      y: { low: 0, high: largest(shares), ticks: [[0, ""]], title: name === "raw" ? "scores" : "" },
      bars: shares.map((share, bin) => [edge(bin), edge(bin + 1), share]),
    });
    return { element: plane.element, draw };
  }

  play.define("scaling", {
    title: "Scores of random queries and keys",
    replaces: true,
    start: (data) => ({ d_k: data.d_k, seed: data.seed }),
    reckon,

    controls: (kit) => [
      kit.range({ name: "d_k", label: "width of queries and keys", from: 1, to: 512, step: 0.05, log: true, whole: true }),
      kit.button({ name: "redraw", label: "Draw again", act: (state) => (state.seed = (state.seed + 1) % LIMIT) }),
    ],

    sheet(kit, data) {
      const both = kit.shares({
        caption: "all queries",
        title: "scores",
        numbers: [{ title: "standard deviation", name: "deviation" }, { title: "largest weight, median", name: "peak" }],
        rows: [
          { key: "raw", label: "undivided", read: (one) => [one.rawDeviation, one.rawPeak] },
          { key: "scaled", label: "divided", read: (one) => [one.scaledDeviation, one.scaledPeak] },
        ],
      });
      const table = kit.table({
        caption: "the first of the queries",
        keys: Array.from({ length: data.keys }, (_, j) => j),
        columns: [
          { kind: "number", title: "q·k", name: "score", digits: 2 },
          { kind: "number", title: "weight, undivided", name: "rawWeight" },
          { kind: "bar" },
          { kind: "number", title: "divided", name: "scaledWeight" },
          { kind: "bar" },
        ],
      });
      const showTable = (now) => table.show(
        now.scores.map((score, j) => [
          score,
          now.rawWeights[j], { share: now.rawWeights[j] },
          now.scaledWeights[j], { share: now.scaledWeights[j] },
        ]),
        [rank(now.scores).indexOf(1)],
      );
      const [raw, scaled] = [histogram("raw", "q·k as it is"), histogram("scaled", "q·k divided by √d")];
      scaled.element.classList.add("sl-accent");
      const drawings = kit.make("div", { class: "sl-play-drawings sl-play-pair" }, raw.element, scaled.element);
      function showBars(now) {
        raw.draw(now.rawBars);
        scaled.draw(now.scaledBars);
      }
      return [
        { element: drawings, show: showBars },
        both,
        { element: table.element, show: showTable },
      ];
    },

    tell: (now) =>
      `At a width of ${now.width} the scores have a standard deviation of ${print(now.rawDeviation, 2)}, divided ` +
      `${print(now.scaledDeviation, 2)}; half of the queries give one key ${print(now.rawPeak, 2)} of their weight or more, ` +
      `divided ${print(now.scaledPeak, 2)}.`,
  });
})();
