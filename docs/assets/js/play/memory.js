/*
 * The softmax memory, asked for a pattern by a noisy cue, ever more sharply, and judged in four ways. First the
 * mathematics, as softlookup.experiments.played_recall has it: pure functions over patterns that lie in one array, row
 * by row, of which the first is wanted. Then what a reader can do with it.
 */
(() => {
  "use strict";

  const play = window.softLookup;
  const { largest, mean, print, softmax, sum } = play.numbers;
  const Z = 1.959963984540054; // how many standard deviations either way hold 95 % of a normal law

  /** One trial of a seed: the noise of its cue, then `load` patterns of length 1. Fewer are the first of more. */
  function drawTrial(seed, trial, load, width) {
    const drawn = Float64Array.from(play.random.normals(seed, trial, width * (1 + load)));
    const patterns = drawn.subarray(width);
    for (let row = 0; row < patterns.length; row += width) {
      const one = patterns.subarray(row, row + width);
      const length = Math.sqrt(one.reduce((squares, value) => squares + value * value, 0));
      for (let i = 0; i < width; i += 1) one[i] /= length;
    }
    return { width, noise: drawn.subarray(0, width), patterns };
  }

  /** The dot product of the cue, the first pattern with so much noise, and every pattern: (load,). */
  function score({ width, noise, patterns }, sigma) {
    const cue = noise.map((value, j) => patterns[j] + sigma * value);
    const scores = Array(patterns.length / width).fill(0);
    for (let row = 0, i = 0; row < scores.length; row += 1) {
      for (let j = 0; j < width; j += 1, i += 1) scores[row] += cue[j] * patterns[i];
    }
    return scores;
  }

  /** Softmax of beta times the scores; an infinite beta gives the best of them all weight. */
  function weigh(scores, beta) {
    if (beta < Infinity) return softmax(scores.map((value) => beta * value));
    const best = scores.indexOf(largest(scores));
    return scores.map((_, row) => (row === best ? 1 : 0));
  }

  /** The mixture of the patterns, and what it is worth beside the first of them. */
  function answer({ width, patterns }, weights) {
    const mixed = new Float64Array(width);
    for (let row = 0; row < weights.length; row += 1) {
      if (weights[row] < 1e-20) continue; // it would move no digit
      for (let j = 0; j < width; j += 1) mixed[j] += weights[row] * patterns[row * width + j];
    }
    let [along, squares, error] = [0, 0, 0];
    for (let j = 0; j < width; j += 1) {
      along += mixed[j] * patterns[j];
      squares += mixed[j] * mixed[j];
      error += (mixed[j] - patterns[j]) ** 2;
    }
    const length = Math.sqrt(squares);
    return { cosine: along / length, length, error };
  }

  /** One trial at one sharpness. */
  function recall(trial, sigma, beta) {
    const scores = score(trial, sigma);
    const weights = weigh(scores, beta);
    return { scores, weights, ...answer(trial, weights) };
  }

  /** A rate with Wilson's interval. */
  function estimateRate(hits, trials) {
    const [rate, shrink] = [hits / trials, 1 + Z ** 2 / trials];
    const centre = (rate + Z ** 2 / (2 * trials)) / shrink;
    const half = (Z * Math.sqrt((rate * (1 - rate)) / trials + Z ** 2 / (4 * trials ** 2))) / shrink;
    return { value: rate, low: Math.min(centre - half, rate), high: Math.max(centre + half, rate) };
  }

  /** A mean of two draws or more, with the interval of the normal law. */
  function estimateMean(draws) {
    const middle = mean(draws);
    const spread = Math.sqrt(sum(draws.map((draw) => (draw - middle) ** 2)) / (draws.length - 1));
    const half = (Z * spread) / Math.sqrt(draws.length);
    return { value: middle, low: middle - half, high: middle + half };
  }

  /** What the four judges say of each sharpness over some trials: { counts, right, cosine, error }, a list each. */
  function judge(trials, sigma, betas, criterion) {
    const judged = betas.map(() => []);
    let rights = 0;
    for (const trial of trials) {
      const scores = score(trial, sigma);
      rights += scores.indexOf(largest(scores)) === 0 ? 1 : 0;
      betas.forEach((beta, place) => judged[place].push(answer(trial, weigh(scores, beta))));
    }
    const share = (answers) => answers.filter(({ cosine }) => cosine >= criterion).length;
    return {
      counts: judged.map((answers) => estimateRate(share(answers), trials.length)),
      right: judged.map(() => estimateRate(rights, trials.length)),
      cosine: judged.map((answers) => estimateMean(answers.map(({ cosine }) => cosine))),
      error: judged.map((answers) => estimateMean(answers.map(({ error }) => error))),
    };
  }

  // Draws are kept: a setting that differs in the noise or in how many patterns there are asks the same ones.
  const kept = { seed: null, load: 0, trials: [] };

  /** The first trials of a seed, with so many patterns each. */
  function draw({ seed, width }, load, count) {
    if (kept.seed !== seed || kept.load < load) Object.assign(kept, { seed, load, trials: [] });
    while (kept.trials.length < count) kept.trials.push(drawTrial(seed, kept.trials.length, kept.load, width));
    return kept.trials.slice(0, count).map((one) => ({ ...one, patterns: one.patterns.subarray(0, load * width) }));
  }

  /** The last result of a function, kept for as long as it is asked the same. */
  function remember(reckon) {
    let [key, result] = [null, null];
    return (data, ...asked) => {
      const now = JSON.stringify([data.seed, ...asked]);
      if (now !== key) [key, result] = [now, reckon(data, ...asked)];
      return result;
    };
  }

  const grid = (data) => [...data.betas, Infinity];
  const sweep = remember((data, load, noise, trials) =>
    judge(draw(data, load, trials), noise, grid(data), data.criterion));
  const ask = remember((data, load, noise, trials, beta) =>
    judge(draw(data, load, trials), noise, [beta], data.criterion));
  const askOnce = remember((data, load, noise, trial, beta) =>
    recall(drawTrial(data.seed, trial, load, data.width), noise, beta));

  const JUDGES = {
    counts: "share that counts",
    right: "share of right picks",
    cosine: "mean cosine",
    error: "mean squared error",
  };
  const TOP = 5; // how many patterns of one recall are shown by themselves

  const start = ({ load, noise, beta, trials }) => ({ load, noise, beta, trials, judge: "counts", trial: 0 });

  function controls(kit, data) {
    return [
      kit.range({ name: "load", label: "patterns N", from: 2, to: 100, step: 1, whole: true }),
      kit.range({
        name: "noise", label: "noise \u03c3", from: 0.1, to: 1, least: 0, most: 5, step: 0.05,
        figures: 2,
      }),
      kit.range({
        name: "beta", label: "sharpness \u03b2", from: data.betas[0], to: data.betas[data.betas.length - 1], least: 0.01,
        most: 10000, step: 0.025, log: true, figures: 2,
      }),
      kit.choice({ name: "judge", label: "drawn", options: Object.entries(JUDGES) }),
      kit.choice({ name: "trials", label: "trials", options: [200, 400, 800] }),
      kit.button({ name: "next", label: "Another cue", act: (state) => (state.trial = (state.trial + 1) % state.trials) }),
    ];
  }

  function reckon(data, { load, noise, beta, trials, trial, judge: chosen }) {
    const known = load === data.load && noise === data.noise && trials === data.trials;
    const curves = known ? data.curves : sweep(data, load, noise, trials);
    const place = data.betas.indexOf(beta);
    const mine = place < 0 ? ask(data, load, noise, trials, beta) : null;
    const here = Object.keys(JUDGES).map((name) => (mine ? mine[name][0] : curves[name][place]));
    const best = Object.keys(JUDGES).map((name) => findBest(grid(data), curves[name], name));
    return { curves, here, best, load, noise, beta, trials, trial, chosen, once: askOnce(data, load, noise, trial, beta) };
  }

  const sharp = (beta) => (beta === Infinity ? "\u221e" : String(Number(beta.toPrecision(3))));

  /** The sharpness of the grid that a judge likes best: any where all are equal, and \u2265 where it and all above are. */
  function findBest(betas, estimates, name) {
    const marks = estimates.map(({ value }) => (name === "error" ? -value : value));
    const first = marks.indexOf(largest(marks));
    if (marks.slice(first).some((mark) => mark !== marks[first]) || first === marks.length - 1) return sharp(betas[first]);
    return first === 0 ? "any" : `\u2265 ${sharp(betas[first])}`;
  }

  function tell({ here, best, load, noise, beta, trials, chosen }) {
    const row = Object.keys(JUDGES).indexOf(chosen);
    const { value, low, high } = here[row];
    const asked = `${load} patterns, noise ${noise}, \u03b2 = ${sharp(beta)}: ${JUDGES[chosen]} ${print(value, 3)}`;
    const sure = `(95 % interval ${print(low, 3)} to ${print(high, 3)}, ${trials} trials)`;
    return `${asked} ${sure}. The best sharpness by this judge: ${best[row]}; 1/\u03c3\u00b2 is ${sharp(1 / noise ** 2)}.`;
  }

  function sheet(kit, data) {
    const judges = kit.table({
      caption: "Four judges of the same answers",
      keys: Object.keys(JUDGES),
      columns: [
        { kind: "word", title: "judge" },
        { kind: "number", title: "your \u03b2", name: "at", digits: 3 },
        { kind: "number", title: "from", name: "low", digits: 3 },
        { kind: "number", title: "to", name: "high", digits: 3 },
        { kind: "number", title: "best \u03b2", name: "best" },
      ],
    });
    const cue = kit.table({
      caption: "One cue: the patterns that score highest",
      keys: [...Array(TOP).keys(), "rest"],
      columns: [
        { kind: "word", title: "pattern", name: "pattern" },
        { kind: "number", title: "score", name: "score", digits: 3 },
        { kind: "bar" },
        { kind: "number", title: "weight", name: "weight" },
      ],
    });
    const outcome = kit.readout({
      items: [
        { name: "cosine", label: "cosine with the wanted" },
        { name: "error", label: "squared error" },
        { name: "length", label: "length" },
        { name: "verdict", label: "counts" },
      ],
    });
    judges.element.classList.add("sl-play-wide");
    const plane = play.plane({ height: 230 });
    return [
      { element: judges.element, show: ({ here, best, chosen }) => judges.show(listJudges(here, best), [Object.keys(JUDGES).indexOf(chosen)]) },
      { element: kit.make("div", { class: "sl-play-drawings" }, plane.element), show: (result) => plane.draw(drawJudge(result, grid(data))) },
      { element: cue.element, show: ({ once }) => cue.show(...listPatterns(once)) },
      {
        element: outcome.element,
        show: ({ once }) => outcome.show({ ...once, verdict: once.cosine >= data.criterion ? "yes" : "no" }),
      },
    ];
  }

  const listJudges = (here, best) =>
    Object.values(JUDGES).map((words, row) => [words, here[row].value, here[row].low, here[row].high, best[row]]);

  /** Rows for the highest scores, the wanted pattern always among them, and for all others together; and which is wanted. */
  function listPatterns({ scores, weights }) {
    const order = scores.map((_, i) => i).sort((a, b) => scores[b] - scores[a]);
    const rank = order.indexOf(0);
    const shown = rank < TOP ? order.slice(0, TOP) : [...order.slice(0, TOP - 1), 0];
    const name = (i) => (i ? `no. ${i + 1}` : rank < TOP ? "wanted \u25c2" : `wanted \u25c2, place ${rank + 1}`);
    const rows = shown.map((i) => [name(i), scores[i], { share: weights[i] }, weights[i]]);
    while (rows.length < TOP) rows.push(["", "", { share: 0 }, ""]);
    const rest = sum(order.filter((i) => !shown.includes(i)).map((i) => weights[i]));
    const others = scores.length - shown.length;
    rows.push(others ? [`${others} others`, "", { share: rest }, rest] : ["", "", { share: 0 }, ""]);
    return [rows, [shown.indexOf(0)]];
  }

  /** One judge's curve with its intervals; the infinite sharpness stands apart, at the right. */
  function drawJudge({ curves, chosen, here, beta, noise }, betas) {
    const top = chosen === "error" ? 2 : 1;
    const last = betas.length - 1;
    const limit = betas[last - 1] * 2;
    const at = (place) => (place === last ? limit : betas[place]);
    const ends = [betas[0], limit];
    const estimates = curves[chosen];
    const side = (end) => estimates.slice(0, last).map((one, place) => [at(place), one[end]]);
    const marks = [[1 / noise ** 2, "1/\u03c3\u00b2"]].filter(([where]) => where >= ends[0] && where <= betas[last - 1]);
    const shown = Math.min(Math.max(beta, ends[0]), limit);
    return {
      x: {
        low: ends[0], high: limit, log: true, title: "sharpness \u03b2",
        ticks: [...[1, 4, 16, 64].map((value) => [value, String(value)]), [limit, "\u221e"]],
      },
      y: { low: 0, high: top, ticks: play.tick(0, top, 4), title: JUDGES[chosen] },
      bands: [{ points: [...side("low"), ...side("high").reverse()] }],
      curves: [
        { points: side("value") },
        { points: [[limit, estimates[last].low], [limit, estimates[last].high]], look: "sl-thin" },
      ],
      marks: marks.map(([where, text]) => ({ at: where, text })),
      dots: [
        ...estimates.map(({ value }, place) => ({ at: [at(place), value], look: "sl-small", reading: `curve.${place}` })),
        { at: [shown, here[Object.keys(JUDGES).indexOf(chosen)].value], look: "sl-accent", text: "yours" },
      ],
    };
  }

  play.memory = { drawTrial, recall, judge, weigh, estimateRate, estimateMean };
  play.define("memory", { title: "A memory to ask", looks: ["judge"], start, controls, reckon, sheet, tell });
})();
