// SPDX-License-Identifier: MIT
// Keeps a card beside a point and inside the window.
import type { Spot } from '../lib/table.svelte';

const GAP = 14;

export function beside(node: HTMLElement, at: Spot): { update(at: Spot): void } {
  const place = (p: Spot): void => {
    const box = node.getBoundingClientRect();
    const right = p.x + GAP + box.width < innerWidth - 8;
    node.style.left = `${Math.max(8, right ? p.x + GAP : p.x - GAP - box.width)}px`;
    node.style.top = `${Math.max(8, Math.min(p.y - 20, innerHeight - box.height - 8))}px`;
  };
  place(at);
  return { update: place };
}
