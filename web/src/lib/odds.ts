// The odds engine's answer as bars, likeliest first.
export interface Outcome {
  text: string;
  share: number; // 0 to 1
}

interface Raw {
  text?: string;
  label?: string;
  outcome?: string;
  p?: number;
  probability?: number;
  share?: number;
}

export function outcomesOf(odds: Record<string, unknown>): Outcome[] {
  const list = odds['outcomes'];
  if (!Array.isArray(list)) return [];
  return (list as Raw[])
    .map((o) => ({ text: o.text ?? o.label ?? o.outcome ?? '?', share: o.p ?? o.probability ?? o.share ?? 0 }))
    .sort((a, b) => b.share - a.share)
    .slice(0, 12);
}
