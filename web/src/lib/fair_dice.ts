// SPDX-License-Identifier: MIT
// Computes every roll of a finished game again from its published secret (docs/table-protocol.md, section 5).
// The browser's own hashes are missing on plain http, where a table at home often runs.
import { hmac } from '@noble/hashes/hmac';
import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils';
import type { DiceProof } from './protocol';

export type Verdict = { kind: 'good'; rolls: number } | { kind: 'secret' } | { kind: 'roll'; index: number; expected: number; found: number };

// The outcome the secret demands after everything in `chain`.
export function choose(secret: Uint8Array, chain: Uint8Array, outcomes: number): number {
  const limit = Math.floor(4294967296 / outcomes) * outcomes;
  for (let mac = hmac(sha256, secret, chain); ; mac = hmac(sha256, secret, mac)) {
    const words = new DataView(mac.buffer, mac.byteOffset);
    for (let i = 0; i < 8; ++i) if (words.getUint32(i * 4) < limit) return words.getUint32(i * 4) % outcomes;
  }
}

export function verify(proof: DiceProof): Verdict {
  const told = proof.secret ?? '';
  const secret = /^([0-9a-f]{2})*$/i.test(told) ? hexToBytes(told) : new Uint8Array();
  if (bytesToHex(sha256(secret)) !== proof.commitment) return { kind: 'secret' };
  let chain = sha256(utf8ToBytes(`tambour dice 1\n${proof.game}\n${proof.book}\n${proof.battle}\n${proof.commitment}`));
  let rolls = 0, index = 0;
  for (const line of proof.lines ?? []) {
    if (line.outcomes !== undefined && line.outcome !== undefined && index >= proof.inherited) {
      const expected = choose(secret, chain, line.outcomes);
      if (expected !== line.outcome) return { kind: 'roll', index: rolls + 1, expected, found: line.outcome };
      ++rolls;
    }
    chain = sha256(concatBytes(chain, utf8ToBytes(line.text)));
    ++index;
  }
  return { kind: 'good', rolls };
}
