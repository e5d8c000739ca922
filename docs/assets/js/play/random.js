/*
 * Explorables, part 2 of 5: chance that is the same everywhere. Philox4x32 with ten rounds (Salmon and others,
 * 2011, "Parallel random numbers: as easy as 1, 2, 3"): the i-th block of a seed is a function of seed and i,
 * so draws need no memory. softlookup.philox gives the same numbers in Python.
 */
(() => {
  "use strict";

  const play = window.softLookup;
  const M0 = 0xd2511f53;
  const M1 = 0xcd9e8d57;
  const W0 = 0x9e3779b9;
  const W1 = 0xbb67ae85;
  const ROUNDS = 10;

  // The upper 32 bits of a product of two 32-bit numbers, by halves of 16 bits.
  function high(a, b) {
    const a0 = a & 0xffff;
    const a1 = a >>> 16;
    const b0 = b & 0xffff;
    const b1 = b >>> 16;
    const upper = Math.imul(a1, b0) >>> 0;
    const lower = Math.imul(a0, b1) >>> 0;
    const carry = ((Math.imul(a0, b0) >>> 16) + (upper & 0xffff) + (lower & 0xffff)) >>> 16;
    return (Math.imul(a1, b1) + (upper >>> 16) + (lower >>> 16) + carry) >>> 0;
  }

  /** Four 32-bit words for a counter of four words and a key of two. */
  function philox(counter, key) {
    let [c0, c1, c2, c3] = counter;
    let [k0, k1] = key;
    for (let round = 0; round < ROUNDS; round += 1) {
      const first = (high(M1, c2) ^ c1 ^ k0) >>> 0;
      const third = (high(M0, c0) ^ c3 ^ k1) >>> 0;
      c1 = Math.imul(M1, c2) >>> 0;
      c3 = Math.imul(M0, c0) >>> 0;
      c0 = first;
      c2 = third;
      k0 = (k0 + W0) >>> 0;
      k1 = (k1 + W1) >>> 0;
    }
    return [c0, c1, c2, c3];
  }

  /** Numbers between 0 and 1, neither of them reached, from a seed and a stream: the middles of 2^32 equal steps. */
  function uniforms(seed, stream, count) {
    const drawn = new Array(count);
    for (let start = 0; start < count; start += 4) {
      const block = philox([start / 4, 0, 0, 0], [seed, stream]);
      for (let i = 0; i < Math.min(4, count - start); i += 1) drawn[start + i] = (block[i] + 0.5) / 2 ** 32;
    }
    return drawn;
  }

  /** Standard normal numbers by Box and Muller, two from each two words. */
  function normals(seed, stream, count) {
    const drawn = uniforms(seed, stream, count + (count % 2));
    for (let i = 0; i < drawn.length; i += 2) {
      const radius = Math.sqrt(-2 * Math.log(drawn[i]));
      const angle = 2 * Math.PI * drawn[i + 1];
      drawn[i] = radius * Math.cos(angle);
      drawn[i + 1] = radius * Math.sin(angle);
    }
    return drawn.slice(0, count);
  }

  play.random = { philox, uniforms, normals };
})();
