/*
 * Explorables, part 1 of 5: the mathematics. Pure functions of plain arrays, without the page.
 * tests/site/test_play_numbers.py holds every one of them to its twin in Python at 1e-9.
 *
 * How an explorable is made
 * -------------------------
 * 1. A page's block prints an ordinary figure and, after it, `start_play(NAME, {...})` of softlookup.show.play:
 *    the values that the build computed, for the script. Without scripts, and in print, the figure is all there is.
 *    (Or the start values alone, where a figure above them says enough.) The paragraph before, with a question and
 *    with what to notice, ends with a line `{ .sl-play-ask }`: it is hidden where the explorable is.
 * 2. The page's front matter says `play: [NAME]`; then overrides/main.html loads these five files, play.css and
 *    docs/assets/js/play/NAME.js, on that page alone. Classic deferred scripts, so that file:// will do.
 * 3. NAME.js calls `softLookup.define(NAME, {...})`, see frame.js, with
 *      start(data)            the state that the build's values stand for, a plain object
 *      controls(kit, data)    a list of kit.range, kit.choice, kit.button (controls.js); each writes to the state
 *      reckon(data, state)    everything that is shown: pure, no page, no chance but from random.js
 *      sheet(kit, data)       a list of kit.table, kit.readout (sheet.js) or { element, show(result, state, book) }
 *      tell(result, state)    one sentence for everybody, and for screen readers when it changes
 *      title                  what it is called
 *    and may have `replaces: true`, to stand on the screen in the place of the figure before it, and `looks`, names
 *    of the state that only choose what is looked at.
 *    The frame does the rest: reset, "yours, not the book's", the quiet live region.
 * 4. What is shown carries `data-reading` and, in full, `data-value`; a control carries `data-control`. A test in
 *    tests/site/test_play_NAME.py sets controls, reads readings (support/playing.py) and compares with Python.
 */
(() => {
  "use strict";

  const play = (window.softLookup = window.softLookup || {});

  const sum = (values) => values.reduce((total, value) => total + value, 0);
  const dot = (a, b) => a.reduce((total, value, i) => total + value * b[i], 0);
  const norm = (a) => Math.sqrt(dot(a, a));
  const cosine = (a, b) => dot(a, b) / (norm(a) * norm(b));
  const distance = (a, b) => norm(a.map((value, i) => value - b[i]));
  const scale = (a, factor) => a.map((value) => value * factor);
  const mean = (values) => sum(values) / values.length;
  const largest = (values) => values.reduce((best, value) => Math.max(best, value), -Infinity);

  /** Transpose of a matrix, a list of rows. */
  const transpose = (a) => (a.length ? a[0].map((_, j) => a.map((row) => row[j])) : []);

  /** Matrix product, (n, m) by (m, k). */
  function multiply(a, b) {
    const columns = transpose(b);
    return a.map((row) => columns.map((column) => dot(row, column)));
  }

  /** Standard deviation about the mean, over all values. */
  function deviation(values) {
    const middle = mean(values);
    return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
  }

  /** The value below which a share of the values lies, by linear interpolation between neighbours. */
  function quantile(values, share) {
    const sorted = [...values].sort((a, b) => a - b);
    const place = share * (sorted.length - 1);
    const below = Math.floor(place);
    const above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
  }

  // Moved so that the largest score is 0: nothing overflows, no weight changes. Beside +inf everything else is
  // infinitely far below; where nothing is finite, nothing is moved.
  function shift(scores) {
    const top = largest(scores);
    if (top === Infinity) return scores.map((score) => (score === Infinity ? 0 : -Infinity));
    return scores.map((score) => (top === -Infinity ? score : score - top));
  }

  /** Weights of scores, also for infinite ones and for none, as softlookup.softmax defines them. */
  function softmax(scores) {
    const powers = shift(scores).map(Math.exp);
    const total = sum(powers);
    return powers.map((power) => (total === 0 ? 0 : power / total));
  }

  /** Logarithms of the weights, without going through the weights. */
  function logSoftmax(scores) {
    const moved = shift(scores);
    const total = sum(moved.map(Math.exp));
    return moved.map((score) => score - Math.log(total === 0 ? 1 : total));
  }

  /** Entropy of the weights of some scores, in nats; a weight of 0 adds nothing. */
  function entropy(scores) {
    const logs = logSoftmax(scores);
    return -sum(softmax(scores).map((weight, i) => (weight === 0 ? 0 : weight * logs[i])));
  }

  /** One query over keys and values: raw scores, logits, weights and the mixture. */
  function attend(query, keys, values, factor = 1 / Math.sqrt(query.length)) {
    const raw = keys.map((key) => dot(query, key));
    const logits = scale(raw, factor);
    const weights = softmax(logits);
    return { raw, logits, weights, output: multiply([weights], values)[0] };
  }

  /** The place of each value, 1 for the largest; of equal ones the first comes first. */
  function rank(values) {
    const order = values.map((_, i) => i).sort((a, b) => values[b] - values[a] || a - b);
    const places = [];
    order.forEach((index, place) => (places[index] = place + 1));
    return places;
  }

  /** A number as the book prints it: fixed digits, a true minus, never minus zero; huge ones with a power. */
  function print(value, digits = 4) {
    const text = Math.abs(value) < 1e6 ? value.toFixed(digits) : value.toExponential(3).replace("+", "");
    return (Number(text) === 0 ? text.replace("-", "") : text).replaceAll("-", "\u2212");
  }

  /** A number with as many digits as it takes, at most this many of them telling. */
  const plain = (value, digits = 4) => String(Number(value.toPrecision(digits))).replace("-", "\u2212");

  play.numbers = {
    sum, dot, norm, cosine, distance, scale, mean, largest, transpose, multiply, deviation, quantile,
    softmax, logSoftmax, entropy, attend, rank, print, plain,
  };
})();
