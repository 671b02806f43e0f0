// SPDX-License-Identifier: MIT
// Computes every roll of a finished game again from its published secret (docs/table-protocol.md, section 5).
import type { DiceProof } from './protocol';
import { hex, hmac, join, sha256, unhex } from './sha256';

export type Verdict = { kind: 'good'; rolls: number } | { kind: 'secret' } | { kind: 'roll'; index: number; expected: number; found: number };

const utf8 = (s: string): Uint8Array => new TextEncoder().encode(s);

// The outcome the secret demands after everything in `chain`.
export function choose(secret: Uint8Array, chain: Uint8Array, outcomes: number): number {
  const limit = Math.floor(4294967296 / outcomes) * outcomes;
  for (let mac = hmac(secret, chain); ; mac = hmac(secret, mac)) {
    const words = new DataView(mac.buffer);
    for (let i = 0; i < 8; ++i) if (words.getUint32(i * 4) < limit) return words.getUint32(i * 4) % outcomes;
  }
}

export function verify(proof: DiceProof): Verdict {
  const secret = unhex(proof.secret ?? '');
  if (hex(sha256(secret)) !== proof.commitment) return { kind: 'secret' };
  let chain = sha256(utf8(`tambour dice 1\n${proof.game}\n${proof.book}\n${proof.battle}\n${proof.commitment}`));
  let rolls = 0, index = 0;
  for (const line of proof.lines ?? []) {
    if (line.outcomes !== undefined && line.outcome !== undefined && index >= proof.inherited) {
      const expected = choose(secret, chain, line.outcomes);
      if (expected !== line.outcome) return { kind: 'roll', index: rolls + 1, expected, found: line.outcome };
      ++rolls;
    }
    chain = sha256(join(chain, utf8(line.text)));
    ++index;
  }
  return { kind: 'good', rolls };
}
