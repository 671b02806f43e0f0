// SPDX-License-Identifier: MIT
// Draws public/drum.svg into PNG files: rectangles, ellipses, and paths of lines and half ellipses; nothing else is in it.
import { deflateSync } from 'node:zlib';

const GRAIN = 3; // samples per pixel and axis

const half = (from, rx, ry, to, sweep) => {
  const middle = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2], start = Math.atan2((from[1] - middle[1]) / ry, (from[0] - middle[0]) / rx);
  return Array.from({ length: 24 }, (_, i) => start + ((sweep ? 1 : -1) * Math.PI * (i + 1)) / 24).map((a) => [middle[0] + rx * Math.cos(a), middle[1] + ry * Math.sin(a)]);
};

// The lines of a path, each a list of points.
function lines(d) {
  const tokens = d.match(/[a-zA-Z]|-?\d*\.?\d+/g), out = [];
  let verb = '', at = [0, 0];
  const next = () => Number(tokens.shift());
  while (tokens.length) {
    if (/[a-zA-Z]/.test(tokens[0])) verb = tokens.shift();
    if (verb === 'M') out.push([(at = [next(), next()])]);
    else if (verb === 'L') out.at(-1).push((at = [next(), next()]));
    else if (verb === 'l') out.at(-1).push((at = [at[0] + next(), at[1] + next()]));
    else if (verb === 'a') {
      const [rx, ry, , , sweep, dx, dy] = Array.from({ length: 7 }, next), to = [at[0] + dx, at[1] + dy];
      out.at(-1).push(...half(at, rx, ry, to, sweep));
      at = to;
    } else throw new Error(`drum.svg: the path command ${verb} is not drawn here; use M, L, l or a`);
  }
  return out;
}

function shapes(svg) {
  return [...svg.matchAll(/<(rect|ellipse|path) ([^>]*?)\/?>/g)].map(([, kind, text]) => {
    const a = Object.fromEntries([...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, k, v]) => [k, v])), n = (k) => Number(a[k] ?? 0);
    const ring = kind === 'rect' ? [[n('x'), n('y')], [n('x') + n('width'), n('y')], [n('x') + n('width'), n('y') + n('height')], [n('x'), n('y') + n('height')], [n('x'), n('y')]]
      : kind === 'ellipse' ? [[n('cx') - n('rx'), n('cy')], ...half([n('cx') - n('rx'), n('cy')], n('rx'), n('ry'), [n('cx') + n('rx'), n('cy')], 1), ...half([n('cx') + n('rx'), n('cy')], n('rx'), n('ry'), [n('cx') - n('rx'), n('cy')], 1)] : null;
    const colour = (c) => (c && c !== 'none' ? [1, 3, 5].map((i) => parseInt(c.slice(i, i + 2), 16)) : null);
    return { lines: ring ? [ring] : lines(a.d), fill: colour(a.fill), stroke: colour(a.stroke), width: n('stroke-width') };
  });
}

const inside = (line, x, y) => line.reduce((odd, [bx, by], i) => {
  const [ax, ay] = line[(i + line.length - 1) % line.length];
  return by > y !== ay > y && x < ((ax - bx) * (y - by)) / (ay - by) + bx ? !odd : odd;
}, false);
const near = (line, x, y, far) => line.some(([bx, by], i) => {
  if (i === 0) return false;
  const [ax, ay] = line[i - 1], dx = bx - ax, dy = by - ay, along = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - ax - along * dx, y - ay - along * dy) <= far;
});

function crc32(bytes) {
  let crc = -1;
  for (const b of bytes) {
    crc ^= b;
    for (let i = 0; i < 8; ++i) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

// `fills`: the part of the icon's width that the drawing takes; the rest, and what it leaves open, is `ground`.
export function drawn(svg, size, { fills = 1, ground = null } = {}) {
  const parts = shapes(svg), scale = 32 / (size * fills), shift = (size * (1 - fills)) / 2, rows = [];
  const at = (x, y) => {
    const px = (x - shift) * scale, py = (y - shift) * scale;
    let colour = ground;
    for (const p of parts) {
      if (p.fill && p.lines.some((l) => inside(l, px, py))) colour = p.fill;
      if (p.stroke && p.lines.some((l) => near(l, px, py, p.width / 2))) colour = p.stroke;
    }
    return colour;
  };
  const corners = Array.from({ length: size + 1 }, (_, y) => Array.from({ length: size + 1 }, (_, x) => at(x, y)));
  for (let y = 0; y < size; ++y) {
    const row = Buffer.alloc(1 + size * 4);
    for (let x = 0; x < size; ++x) {
      // Only where its corners differ is a pixel looked at more closely.
      const four = [corners[y][x], corners[y][x + 1], corners[y + 1][x], corners[y + 1][x + 1]];
      const seen = four.every((c) => c === four[0]) ? four : Array.from({ length: GRAIN * GRAIN }, (_, s) => at(x + ((s % GRAIN) + 0.5) / GRAIN, y + (Math.floor(s / GRAIN) + 0.5) / GRAIN));
      const solid = seen.filter(Boolean);
      for (let i = 0; i < 3; ++i) row[1 + x * 4 + i] = solid.length ? Math.round(solid.reduce((sum, c) => sum + c[i], 0) / solid.length) : 0;
      row[1 + x * 4 + 3] = Math.round((255 * solid.length) / seen.length);
    }
    rows.push(row);
  }
  const chunk = (type, data) => {
    const body = Buffer.concat([Buffer.from(type), data]), out = Buffer.alloc(body.length + 8);
    out.writeUInt32BE(data.length, 0);
    body.copy(out, 4);
    out.writeUInt32BE(crc32(body), body.length + 4);
    return out;
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]), chunk('IHDR', head), chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 9 })), chunk('IEND', Buffer.alloc(0))]);
}
