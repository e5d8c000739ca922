/* Explorable: four scores and a temperature; weights, entropy and perplexity follow. Page: attention/softmax.md. */
(() => {
  "use strict";

  const play = window.softLookup;
  const { softmax, entropy, scale, rank, print, largest } = play.numbers;

  function reckon(data, { temperature, scores }) {
    const logits = scale(scores, 1 / temperature);
    const spread = entropy(logits);
    return { scores, weights: softmax(logits), entropy: spread, perplexity: Math.exp(spread) };
  }

  play.define("temperature", {
    title: "Four scores at any temperature",
    start: (data) => ({ temperature: data.temperature, scores: data.scores }),
    reckon,

    controls: (kit, data) => [
      kit.range({
        name: "temperature", label: "temperature T", from: 0.05, to: 100, least: 0.001, most: 100000, step: 0.02, log: true,
      }),
      kit.group(
        { label: "scores" },
        data.scores.map((_, i) =>
          kit.range({
            name: `scores.${i}`, short: `z${"\u2081\u2082\u2083\u2084"[i]}`, label: `score ${i + 1}`,
            from: -5, to: 5, least: -1000, most: 1000, step: 0.1,
            read: ({ scores }) => scores[i],
            write: ({ scores }, value) => (scores[i] = value),
          })),
      ),
    ],

    sheet(kit, data) {
      const weights = kit.table({
        caption: "weights at this temperature",
        keys: data.scores.map((_, i) => i),
        columns: [
          { kind: "number", title: "score", name: "score", digits: 2 },
          { kind: "number", title: "weight", name: "weight" },
          { kind: "bar" },
        ],
      });
      const spread = kit.readout({
        items: [{ name: "entropy", label: "entropy, nats" }, { name: "perplexity", label: "perplexity, keys" }],
      });
      const show = (result, state, book) => weights.show(
        result.weights.map((weight, i) => [result.scores[i], weight, { share: weight, ghost: book.weights[i] }]),
        rank(result.weights).flatMap((place, i) => (place === 1 ? [i] : [])),
      );
      return [{ element: weights.element, show }, spread];
    },

    tell: (result) =>
      `The best score has a weight of ${print(largest(result.weights))}; the row is as undecided as ` +
      `${print(result.perplexity, 2)} equally good keys.`,
  });
})();
