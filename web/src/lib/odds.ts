// The odds engine's answer (docs/opponent.md), as the drawer shows it.
export interface Odds {
  exact: boolean;
  error: number;
  policy: { mine: string; theirs: string; answers: number };
  endings: { probability: number; changes: { unit: string; fate: string; hex?: string }[] }[];
  other: number; // share of the endings that are not listed
  strength_lost: Record<string, number>;
}

export interface Bar {
  text: string;
  share: number; // 0 to 1
}

const MOST = 8;

// The likeliest endings, each as one line; `say` puts a change into words.
export function bars(odds: Odds, say: (unit: string, fate: string, hex?: string) => string, unchanged: string, rest: string): Bar[] {
  const listed = odds.endings.slice(0, MOST).map((e) => ({ text: e.changes.map((c) => say(c.unit, c.fate, c.hex)).join(', ') || unchanged, share: e.probability }));
  const left = odds.other + odds.endings.slice(MOST).reduce((sum, e) => sum + e.probability, 0);
  return left > 0 ? [...listed, { text: rest, share: left }] : listed;
}
