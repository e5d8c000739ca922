/*
 * The small GPT under plain descent. First its mathematics, as src/softlookup/gpt has it: pure functions over rows
 * of numbers, for a model { embeddings, w_q, w_k, w_v, w_o } of shapes (V, d), (d, d_k), (d, d_k), (d, d_v), (d_v, V)
 * and tasks { context, target }, words by their numbers. Then what a reader can do with it.
 */
(() => {
  "use strict";

  const play = window.softLookup;
  const { dot, largest, logSoftmax, mean, multiply, print, scale, softmax, transpose } = play.numbers;
  const NAMES = ["embeddings", "w_q", "w_k", "w_v", "w_o"];

  const outer = (column, row) => column.map((a) => scale(row, a)); // (n,), (m,) -> (n, m)
  const add = (a, b) => a.map((row, i) => row.map((value, j) => value + b[i][j]));

  /** From the words of a context to the logits of the next one; attention only as the last word needs it. */
  function forward(model, context) {
    const x = context.map((word) => model.embeddings[word]); // (n, d)
    const [k, v] = [multiply(x, model.w_k), multiply(x, model.w_v)]; // (n, d_k), (n, d_v)
    const [q] = multiply(x.slice(-1), model.w_q); // (d_k,)
    const factor = 1 / Math.sqrt(q.length);
    const weights = softmax(k.map((key) => dot(q, key) * factor)); // (n,)
    const [output] = multiply([weights], v); // (d_v,)
    const [logits] = multiply([output], model.w_o); // (V,)
    return { x, q, k, v, factor, weights, output, logits };
  }

  /** The probability of every word after a context. */
  const predict = (model, context) => softmax(forward(model, context).logits);

  /** The mean of -ln P(target) over tasks, in nats. */
  const loss = (model, tasks) =>
    mean(tasks.map(({ context, target }) => -logSoftmax(forward(model, context).logits)[target]));

  /** The derivative of the loss by every number, in arrays of the model's own shapes. */
  function gradient(model, tasks) {
    const slopes = Object.fromEntries(NAMES.map((name) => [name, model[name].map((row) => row.map(() => 0))]));
    const gather = (name, rows) => rows.forEach((row, i) => row.forEach((value, j) => (slopes[name][i][j] += value)));
    for (const { context, target } of tasks) {
      const { x, q, k, v, factor, weights, output, logits } = forward(model, context);
      const last = x.length - 1;
      const byLogits = softmax(logits).map((p, word) => (p - (word === target ? 1 : 0)) / tasks.length); // (V,)
      const byOutput = model.w_o.map((row) => dot(row, byLogits)); // (d_v,)
      const byV = outer(weights, byOutput); // (n, d_v)
      const byWeights = v.map((value) => dot(value, byOutput)); // (n,)
      const middle = dot(weights, byWeights);
      const byScores = weights.map((weight, i) => weight * (byWeights[i] - middle) * factor); // (n,)
      const byQ = multiply([byScores], k); // (1, d_k)
      const byK = outer(byScores, q); // (n, d_k)
      gather("w_q", outer(x[last], byQ[0]));
      gather("w_k", multiply(transpose(x), byK)); // (d, n) @ (n, d_k) -> (d, d_k)
      gather("w_v", multiply(transpose(x), byV));
      gather("w_o", outer(output, byLogits));
      const byX = add(multiply(byK, transpose(model.w_k)), multiply(byV, transpose(model.w_v))); // (n, d)
      [byX[last]] = add([byX[last]], multiply(byQ, transpose(model.w_q)));
      context.forEach((word, i) => byX[i].forEach((value, j) => (slopes.embeddings[word][j] += value)));
    }
    return slopes;
  }

  /** One step of plain descent, the model less rate times slope: the new model, and the largest move of a number. */
  function step(model, tasks, rate) {
    const slopes = gradient(model, tasks);
    const descend = (name) => model[name].map((row, i) => row.map((value, j) => value - rate * slopes[name][i][j]));
    const move = largest(NAMES.flatMap((name) => slopes[name].flat().map((slope) => Math.abs(rate * slope))));
    return { model: Object.fromEntries(NAMES.map((name) => [name, descend(name)])), move };
  }

  // A run is kept, so that one more step costs one step: whatever rates are asked for, only those after the last
  // common one are taken. That changes no number.
  const kept = new WeakMap();

  /** The model after steps of these rates, and the losses and largest moves on the way. */
  function run(data, rates) {
    if (!kept.has(data)) {
      kept.set(data, { rates: [], models: [data.model], losses: [loss(data.model, data.tasks)], moves: [] });
    }
    const made = kept.get(data);
    let common = 0;
    while (common < made.rates.length && common < rates.length && made.rates[common] === rates[common]) common += 1;
    [made.rates.length, made.models.length, made.losses.length, made.moves.length] = [common, common + 1, common + 1, common];
    for (const rate of rates.slice(common)) {
      const { model, move } = step(made.models[made.models.length - 1], data.tasks, rate);
      made.rates.push(rate);
      made.models.push(model);
      made.losses.push(loss(model, data.tasks));
      made.moves.push(move);
    }
    return { model: made.models[rates.length], losses: [...made.losses], moves: [...made.moves] };
  }

  const MOST = 500; // steps of one run: beyond, nothing new is seen, and every step is drawn

  const start = (data) => ({ rate: data.rate, taken: [], shown: data.shown });

  function controls(kit, data) {
    const take = (count) => (state) => {
      for (let i = 0; i < count && state.taken.length < MOST; i += 1) state.taken.push(state.rate);
    };
    const goes = (state) => state.taken.length < MOST && run(data, state.taken).losses.every(Number.isFinite);
    const contexts = data.contexts.map(({ words }, i) => [i, words]);
    return [
      kit.range({
        name: "rate", label: "learning rate η", from: data.rates[0], to: data.rates[1], least: 0.0001, most: 100, log: true,
        step: 0.025, figures: 2,
      }),
      ...(contexts.length > 1 ? [kit.choice({ name: "shown", label: "after the words", options: contexts })] : []),
      kit.button({ name: "one", label: "One step", act: take(1), ready: goes }),
      kit.button({ name: "ten", label: "Ten steps", act: take(10), ready: goes }),
      kit.button({
        name: "undo", label: "One step back", act: (state) => state.taken.pop(), ready: (state) => state.taken.length > 0,
      }),
    ];
  }

  function reckon(data, { taken, shown }) {
    const { model, losses, moves } = run(data, taken);
    const { context, targets } = data.contexts[shown];
    const chances = predict(model, context);
    return {
      model, losses, moves, chances, targets,
      steps: taken.length,
      after: data.contexts[shown].words,
      words: data.words,
      leader: chances.indexOf(largest(chances)),
      sound: Number.isFinite(losses[taken.length]) && chances.every(Number.isFinite),
    };
  }

  const NONE = "\u2014";
  const finite = (value) => (Number.isFinite(value) ? value : NONE);
  const count = (steps) => `${steps} step${steps === 1 ? "" : "s"}`;

  function tell({ steps, chances, targets, leader, losses, after, words, sound }) {
    const when = steps ? `After ${count(steps)}` : "Before the first step";
    if (!sound) return `${when} the numbers have overflowed: the steps were too long. Go back, and take shorter ones.`;
    const named = targets.map((target) => `${words[target]} ${print(chances[target])}`).join(", ");
    const leads = targets.includes(leader) ? `${words[leader]} leads` : `${words[leader]} leads with ${print(chances[leader])}`;
    return `${when} the loss is ${print(losses[steps])}. After \u201c${after}\u201d: ${named}; ${leads}.`;
  }

  function sheet(kit, data) {
    const table = kit.table({
      caption: "The next word (\u25c2 wanted; a tick where it began)",
      keys: data.words,
      columns: [
        { kind: "word", title: "word" },
        { kind: "bar" },
        { kind: "number", title: "probability", name: "chance" },
      ],
    });
    const readout = kit.readout({
      items: [
        { name: "steps", label: "steps", digits: 0 },
        { name: "loss", label: "loss" },
        { name: "first", label: "largest move in the first step" },
        { name: "last", label: "in the last" },
      ],
    });
    const [hill, map] = [play.plane({ height: 190 }), play.plane({ height: 300 })];

    function showTable({ chances, leader, targets }, { shown }) {
      const from = predict(data.model, data.contexts[shown].context);
      const longest = largest([...chances, ...from].filter(Number.isFinite));
      const name = (word) => data.words[word] + (targets.includes(word) ? " \u25c2" : "");
      const bar = (word) => ({ share: Number.isFinite(chances[word]) ? chances[word] / longest : 0, ghost: from[word] / longest });
      table.show(chances.map((chance, word) => [name(word), bar(word), finite(chance)]), [leader]);
    }

    return [
      {
        element: readout.element,
        show: ({ steps, losses, moves }) =>
          readout.show({ steps, loss: finite(losses[steps]), first: finite(moves[0]), last: finite(moves[steps - 1]) }),
      },
      { element: table.element, show: showTable },
      {
        element: kit.make("div", { class: "sl-play-drawings" }, hill.element, map.element),
        show({ losses, model }) {
          hill.draw(drawLosses(losses, data));
          map.draw(drawWords(model, data));
        },
      },
    ];
  }

  /** The loss after every step; one beyond the top of the plane is drawn at its top. */
  function drawLosses(losses, { levels }) {
    const last = Math.max(25, losses.length - 1);
    const high = Math.max(losses[0], ...levels.map(({ at }) => at)) * 1.15;
    const path = losses.map((one, i) => [i, Math.min(one, high)]).filter(([, one]) => Number.isFinite(one));
    return {
      x: { low: 0, high: last, ticks: play.tick(0, last, 5), title: "steps" },
      y: { low: 0, high, ticks: play.tick(0, high, 3), title: "loss" },
      curves: [
        ...levels.map(({ at }) => ({ points: [[0, at], [last, at]], look: "sl-level" })),
        { points: path, look: "sl-accent" },
      ],
      labels: levels.map(({ at, words }) => ({ at: [last, at], text: words })),
      dots: path.slice(-1).map((at) => ({ at, look: "sl-accent" })),
    };
  }

  /** The words where they are, each that has moved with its name and a line from where it started. */
  function drawWords({ embeddings }, { model, words }) {
    const shown = embeddings.map((at, word) => ({ at, from: model.embeddings[word], word: words[word] }))
      .filter(({ at }) => at.every((value) => Math.abs(value) < 1e6));
    const ends = [0, 1].map((axis) => shown.flatMap(({ at, from }) => [at[axis], from[axis], 0, 1]));
    const axis = (values, title) => {
      const [low, high] = [Math.min(...values), Math.max(...values)];
      const margin = 0.04 * (high - low);
      return { low: low - margin, high: high + margin, ticks: play.tick(low, high, 4), title };
    };
    const moved = shown.filter(({ at, from }) => at.some((value, i) => value !== from[i]));
    return {
      x: axis(ends[0], "first number of the embedding"),
      y: axis(ends[1], "second number"),
      curves: moved.map(({ at, from }) => ({ points: [from, at], look: "sl-thin" })),
      dots: shown.map(({ at, word, from }) =>
        at.some((value, i) => value !== from[i]) ? { at, text: word, look: "sl-accent" } : { at, look: "sl-ring" }),
    };
  }

  play.gpt = { predict, loss, gradient, step, run };
  play.define("gpt", { title: "Steps of plain descent, to play with", looks: ["rate", "shown"], start, controls, reckon, sheet, tell });
})();
