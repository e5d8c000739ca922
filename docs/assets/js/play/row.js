/*
 * Explorable: one row of the head. Whose query, whose key, and all features can be chosen; scores, weights, places
 * and the output follow. Page: attention/one-head.md; the head is that of softlookup.experiments.head.
 */
(() => {
  "use strict";

  const play = window.softLookup;
  const { multiply, attend, rank, distance, print } = play.numbers;
  const REACH = 3; // where the bars of queries, keys and outputs end

  /** One query's row of the head over some features. */
  function run({ w_q: wQ, w_k: wK, w_v: wV }, features, asks) {
    const [query] = multiply([features[asks]], wQ);
    const keys = multiply(features, wK);
    const found = attend(query, keys, multiply(features, wV));
    return { query, keys, ...found, places: rank(found.weights) };
  }

  function reckon(data, { features, asks, at }) {
    const now = run(data, features, asks);
    const before = run(data, data.features, asks);
    return {
      ...now,
      before,
      names: data.entities,
      asks: data.entities[asks],
      at: data.entities[at],
      key: now.keys[at],
      products: now.query.map((value, i) => value * now.keys[at][i]),
      raw: now.raw[at],
      logit: now.logits[at],
      weight: now.weights[at],
      place: now.places[at],
      weightBefore: before.weights[at],
      placeBefore: before.places[at],
      moved: distance(now.output, before.output),
    };
  }

  const edited = (state) => (state.edits === "asks" ? state.asks : state.at);

  play.define("row", {
    title: "One row of the head, to be changed by hand",
    replaces: true,
    looks: ["asks", "at", "edits"],
    start: (data) => ({
      asks: data.entities.indexOf(data.asks), at: data.entities.indexOf(data.at), edits: "asks", features: data.features,
    }),
    reckon,

    controls(kit, data) {
      const who = data.entities.map((name, i) => [i, name]);
      const features = data.features[0].map((_, j) => kit.range({
        name: `features.${j}`, short: `x${"\u2080\u2081\u2082\u2083\u2084\u2085\u2086\u2087"[j]}`, label: `feature ${j}`,
        from: -3, to: 3, least: -1000, most: 1000, step: 0.05,
        read: (state) => state.features[edited(state)][j],
        write: (state, value) => (state.features[edited(state)][j] = value),
      }));
      return [
        kit.choice({ name: "asks", label: "who asks", role: "query", options: who }),
        kit.choice({ name: "at", label: "looked at", role: "key", options: who }),
        kit.choice({
          name: "edits", label: "whose features to change",
          options: [["asks", "of the one who asks"], ["at", "of the one looked at"]],
        }),
        kit.group({ label: (state) => `features of ${data.entities[edited(state)]}` }, features),
      ];
    },

    sheet(kit, data) {
      const numbers = data.w_q[0].map((_, i) => i + 1);
      const meeting = kit.table({
        caption: "the query meets the key",
        keys: numbers,
        columns: [
          { kind: "number", title: "query", name: "query", role: "query", digits: 2 },
          { kind: "bar", role: "query", signed: true },
          { kind: "number", title: "key", name: "key", role: "key", digits: 2 },
          { kind: "bar", role: "key", signed: true },
          { kind: "number", title: "product", name: "product", digits: 3 },
        ],
      });
      const score = kit.readout({
        items: [
          { name: "raw", label: "sum, the raw score" },
          { name: "logit", label: "divided by the root of the width" },
          { name: "weight", label: "weight" },
          { name: "place", label: "place", digits: 0 },
        ],
      });
      const row = kit.table({
        caption: "the whole row",
        keys: data.entities,
        columns: [
          { kind: "word", title: "key", role: "key" },
          { kind: "number", title: "place", name: "place", digits: 0 },
          { kind: "number", title: "logit", name: "logit" },
          { kind: "number", title: "weight", name: "weight" },
          { kind: "bar" },
        ],
      });
      const output = kit.table({
        caption: "the mixture of the values",
        keys: numbers,
        columns: [
          { kind: "number", title: "output", name: "output", role: "value" },
          { kind: "bar", role: "value", signed: true },
        ],
      });
      const moved = kit.readout({ items: [{ name: "moved", label: "distance from the book\u2019s output", role: "value" }] });
      const signed = (value, ghost) => ({ share: value / REACH, ghost: ghost / REACH });
      return [
        {
          element: meeting.element,
          show: (now) => meeting.show(now.query.map((value, i) => [
            value, signed(value, now.before.query[i]), now.key[i], signed(now.key[i], now.before.keys[data.entities.indexOf(now.at)][i]),
            now.products[i],
          ])),
        },
        score,
        {
          element: row.element,
          show: (now, state) => row.show(data.entities.map((name, i) => [
            name, now.places[i], now.logits[i], now.weights[i], { share: now.weights[i], ghost: now.before.weights[i] },
          ]), [state.at]),
        },
        {
          element: output.element,
          show: (now) => output.show(now.output.map((value, i) => [value, signed(value, now.before.output[i])])),
        },
        moved,
      ];
    },

    tell(now) {
      const first = now.places.indexOf(1);
      const was = now.place === now.placeBefore && now.weight === now.weightBefore
        ? ""
        : ` (in the book ${print(now.weightBefore)}, place ${now.placeBefore})`;
      return `${now.asks} gives ${now.at} ${print(now.weight)}, place ${now.place}${was}. ` +
        `The largest weight, ${print(now.weights[first])}, is on ${now.names[first]}.`;
    },
  });
})();
