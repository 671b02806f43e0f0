// SPDX-License-Identifier: MIT
// Roads by class: casings of all before the beds of all, so that crossings are open.
import { pathOf, type Layer } from './brush';
import type { Survey, Way } from './survey';

const CLASSES: Record<Way['kind'], { edge: string; casing: number; bed: string; width: number }> = {
  track: { edge: '#7a5d38', casing: 2.6, bed: '#efe4c6', width: 1.2 },
  road: { edge: '#6a4b28', casing: 4.6, bed: '#f6ecd2', width: 3 },
  high: { edge: '#5a3d1f', casing: 6.4, bed: '#f3e2b8', width: 4.4 },
};
const ORDER: Way['kind'][] = ['track', 'road', 'high'];

export function roads(s: Survey): Layer[] {
  const of = (kind: Way['kind']): Path2D => pathOf(s.ways.filter((w) => w.kind === kind).map((w) => w.points), false);
  const paths = ORDER.map((kind) => ({ kind, on: of(kind), ...CLASSES[kind] }));
  return [
    ...paths.map(({ kind, on, edge, casing }): Layer => ({ on, stroke: edge, width: casing, bold: true, ...(kind === 'track' ? { dash: [8, 3], cap: 'butt' as const } : {}) })),
    ...paths.map(({ on, bed, width }): Layer => ({ on, stroke: bed, width, bold: true })),
    { on: paths[2]!.on, stroke: '#a98a5566', width: 0.7, dash: [11, 4], from: 0.8 },
  ];
}
