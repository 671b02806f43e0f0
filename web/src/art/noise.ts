// SPDX-License-Identifier: MIT
// Smooth random numbers and blurs: the same for the same seed.

export type Noise = (x: number, y: number) => number;

// Between 0 and 1, changing slowly: neighbours one unit apart are independent.
export function noise(seed: number): Noise {
  const at = (i: number, j: number): number => {
    let h = Math.imul(i, 374761393) ^ Math.imul(j, 668265263) ^ Math.imul(seed, 1274126177);
    h = Math.imul(h ^ (h >>> 13), 1274126177);
    return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
  };
  return (x, y) => {
    const i = Math.floor(x), j = Math.floor(y), u = x - i, v = y - j, a = u * u * (3 - 2 * u), b = v * v * (3 - 2 * v);
    return (at(i, j) * (1 - a) + at(i + 1, j) * a) * (1 - b) + (at(i, j + 1) * (1 - a) + at(i + 1, j + 1) * a) * b;
  };
}

// Averages over 2r + 1 cells along each axis; edges are repeated.
export function blur(src: Float32Array, w: number, h: number, r: number): Float32Array {
  const pass = (from: Float32Array, n: number, m: number, sn: number, sm: number): Float32Array => {
    const to = new Float32Array(from.length), d = 2 * r + 1;
    for (let j = 0; j < m; ++j) {
      let sum = 0;
      for (let i = -r; i <= r; ++i) sum += from[Math.min(Math.max(i, 0), n - 1) * sn + j * sm]!;
      for (let i = 0; i < n; ++i) {
        to[i * sn + j * sm] = sum / d;
        sum += from[Math.min(i + r + 1, n - 1) * sn + j * sm]! - from[Math.max(i - r, 0) * sn + j * sm]!;
      }
    }
    return to;
  };
  return pass(pass(src, w, h, 1, w), h, w, w, 1);
}
