/*
 * Explorable: how sharply a slot must be asked for, among keys of unit length that all share one cosine.
 * Page: attention/retrieval.md; keys, directions and lengths are those of softlookup.experiments.correlated_keys.
 */
(() => {
  "use strict";

  const play = window.softLookup;
  const { dot, scale, softmax, entropy, norm, mean, transpose, print, plain, sum } = play.numbers;
  const [FIRST, LAST] = [0.1, 1000];
  const STEPS = 80;

  /** Unit keys whose pairs all have one cosine: the square root of (1 - rho) I + rho 11'. */
  function placeKeys(slots, cosine) {
    const across = Math.sqrt(1 - cosine);
    const along = Math.sqrt(Math.max(1 + (slots - 1) * cosine, 0));
    const shared = (along - across) / slots;
    return Array.from({ length: slots }, (_, i) => Array.from({ length: slots }, (_, j) => shared + (i === j ? across : 0)));
  }

  /** Where the question points: along key 0, or from the mean of the other keys to key 0. */
  function aim(keys, way) {
    if (way === "along") return keys[0];
    const others = transpose(keys.slice(1)).map(mean);
    const away = keys[0].map((value, i) => value - others[i]);
    return scale(away, 1 / norm(away));
  }

  /** A cosine that this many keys can share: not all of many can point away from one another. */
  const fit = (cosine, slots) => Math.max(cosine, -1 / (slots - 1));

  function reckon({ weight }, { slots, cosine, c, way }) {
    const keys = placeKeys(slots, fit(cosine, slots));
    const direction = aim(keys, way);
    const scores = keys.map((key) => dot(direction, key));
    const logits = scale(scores, c);
    const weights = softmax(logits);
    const lead = Math.log((weight / (1 - weight)) * (slots - 1));
    return {
      c, wanted: weight,
      score: logits[0],
      other: logits[1],
      weight: weights[0],
      each: weights[1],
      leak: sum(weights.slice(1)),
      entropy: entropy(logits),
      slope: weights[0] * (scores[0] - dot(weights, scores)),
      needed: lead / (scores[0] - scores[1]),
      // All keys but the one asked for score alike, so the weight at any sharpness needs no keys.
      curve: curve(scores[0] - scores[1], slots),
    };
  }

  function curve(gap, slots) {
    return Array.from({ length: STEPS + 1 }, (_, i) => {
      const c = FIRST * (LAST / FIRST) ** (i / STEPS);
      return [c, 1 / (1 + (slots - 1) * Math.exp(-c * gap))];
    });
  }

  play.define("retrieval", {
    title: "Asking for one slot of several",
    start: (data) => ({ c: data.c, cosine: data.cosine, slots: data.slots, way: "along" }),
    reckon,

    controls: (kit) => [
      kit.range({ name: "c", label: "sharpness c", role: "query", from: FIRST, to: LAST, least: 0, step: 0.02, log: true }),
      kit.range({
        name: "cosine", label: "cosine of any two keys", role: "key", from: -0.3, to: 0.99, least: -1, most: 0.9999, step: 0.01,
        read: ({ cosine, slots }) => fit(cosine, slots),
        write: (state, value) => (state.cosine = value),
      }),
      kit.range({ name: "slots", label: "slots", from: 2, to: 64, most: 1000, step: 1, whole: true }),
      kit.choice({
        name: "way", label: "the question points", role: "query",
        options: [["along", "along the key"], ["best", "the best way"]],
      }),
    ],

    sheet(kit, data) {
      const table = kit.shares({
        caption: "who gets what",
        title: "slot",
        numbers: [{ title: "score", name: "score" }, { title: "weight", name: "weight" }],
        rows: [
          { key: "asked", label: "asked for", read: ({ score, weight }) => [score, weight] },
          { key: "each", label: "each other", read: ({ other, each }) => [other, each] },
          { key: "others", label: "all others", read: ({ leak }) => ["", leak] },
        ],
        strong: [0],
      });
      const read = kit.readout({
        items: [
          { name: "entropy", label: "entropy, nats" },
          { name: "slope", label: "slope of the weight by c" },
          { name: "needed", label: `c for a weight of ${plain(data.weight)}`, digits: 3 },
        ],
      });
      const plane = play.plane({ height: 180 });
      const name = (value) => [value, plain(value)];
      const x = { low: FIRST, high: LAST, log: true, ticks: [FIRST, 1, 10, 100, LAST].map(name), title: "sharpness c" };
      const y = { low: 0, high: 1, ticks: [0, 0.5, 1].map(name), title: "weight of the slot asked for" };
      const showPlane = (now, _, book) => plane.draw({
        x, y,
        curves: [{ points: book.curve, look: "sl-level" }, { points: now.curve, look: "sl-accent" }],
        dots: now.c >= FIRST ? [{ at: [now.c, now.weight], look: "sl-accent" }] : [],
      });
      const drawing = kit.make("div", { class: "sl-play-drawings" }, plane.element);
      return [table, { element: drawing, show: showPlane }, read];
    },

    tell: (now) =>
      `At a sharpness of ${plain(now.c)} the slot asked for gets ${print(now.weight)}, and ` +
      `${print(now.leak)} leaks away; a weight of ${plain(now.wanted)} would take ${print(now.needed, 2)}.`,
  });
})();
