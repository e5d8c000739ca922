/*
 * Explorables, part 2 of 5: chance that is the same everywhere. Philox4x32 with ten rounds (Salmon and others,
 * 2011, "Parallel random numbers: as easy as 1, 2, 3"): the i-th block of a seed is a function of seed and i,
 * so draws need no memory. softlookup.philox gives the same numbers in Python.
 */
(() => {
  "use strict";

  const play = window.softLookup;
  const [M0, M1, W0, W1] = [0xd2511f53, 0xcd9e8d57, 0x9e3779b9, 0xbb67ae85];
  const ROUNDS = 10;

  // The upper 32 bits of a product of two 32-bit numbers, by halves of 16 bits.
  function high(a, b) {
    const [a0, a1, b0, b1] = [a & 0xffff, a >>> 16, b & 0xffff, b >>> 16];
    const middle = a1 * b0 + ((a0 * b0) >>> 16);
    const rest = a0 * b1 + (middle % 0x10000);
    return (a1 * b1 + Math.floor(middle / 0x10000) + Math.floor(rest / 0x10000)) >>> 0;
  }

  /** Four 32-bit words for a counter of four words and a key of two. */
  function philox(counter, key) {
    let [c0, c1, c2, c3] = counter;
    let [k0, k1] = key;
    for (let round = 0; round < ROUNDS; round += 1) {
      const [h0, l0, h1, l1] = [high(M0, c0), Math.imul(M0, c0), high(M1, c2), Math.imul(M1, c2)];
      [c0, c1, c2, c3] = [(h1 ^ c1 ^ k0) >>> 0, l1 >>> 0, (h0 ^ c3 ^ k1) >>> 0, l0 >>> 0];
      [k0, k1] = [(k0 + W0) >>> 0, (k1 + W1) >>> 0];
    }
    return [c0, c1, c2, c3];
  }

  /** The first `count` 32-bit words of a seed and a stream, whole numbers below 2^32. */
  function words(seed, stream, count) {
    const drawn = [];
    for (let block = 0; drawn.length < count; block += 1) drawn.push(...philox([block, 0, 0, 0], [seed, stream]));
    return drawn.slice(0, count);
  }

  /** Numbers between 0 and 1, neither of them reached: the middles of 2^32 equal steps. */
  const uniforms = (seed, stream, count) => words(seed, stream, count).map((word) => (word + 0.5) / 2 ** 32);

  /** Standard normal numbers by Box and Muller, two from each two words. */
  function normals(seed, stream, count) {
    const drawn = uniforms(seed, stream, count + (count % 2));
    const found = [];
    for (let i = 0; i < drawn.length; i += 2) {
      const radius = Math.sqrt(-2 * Math.log(drawn[i]));
      const angle = 2 * Math.PI * drawn[i + 1];
      found.push(radius * Math.cos(angle), radius * Math.sin(angle));
    }
    return found.slice(0, count);
  }

  play.random = { philox, words, uniforms, normals };
})();
