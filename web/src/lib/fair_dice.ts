// SPDX-License-Identifier: MIT
// Computes every roll of a finished game again from its published secret (docs/table-protocol.md, section 5).
// The browser's own hashes are missing on plain http, where a table at home often runs.
import { hmac } from '@noble/hashes/hmac';
import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils';
import type { Promised } from './dice_promise';
import type { DiceLine, DiceProof, LogEntry } from './protocol';

// What is wrong, or how many rolls are proved and how many belong to the game this one was branched from.
export type Verdict =
  | { kind: 'good'; rolls: number; inherited: number }
  | { kind: 'commitment' | 'inherited' | 'secret' | 'incomplete' }
  | { kind: 'unknown' | 'text' | 'count'; index: number; text: string }
  | { kind: 'roll'; index: number; text: string; expected: string };

// The outcome the secret demands after everything in `chain`.
export function choose(secret: Uint8Array, chain: Uint8Array, outcomes: number): number {
  const limit = Math.floor(4294967296 / outcomes) * outcomes;
  for (let mac = hmac(sha256, secret, chain); ; mac = hmac(sha256, secret, mac)) {
    const words = new DataView(mac.buffer, mac.byteOffset, mac.byteLength);
    for (let i = 0; i < 8; ++i) if (words.getUint32(i * 4) < limit) return words.getUint32(i * 4) % outcomes;
  }
}

const SIXES = Array.from({ length: 36 }, (_, i) => (Math.floor(i / 6) + 1) * 10 + (i % 6) + 1);
const FACES: Record<string, number[]> = { d10: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], d6: [1, 2, 3, 4, 5, 6], sixes: SIXES };

// The acts a roll or draw was chosen among, in order.
function choices(among: string): string[] {
  return FACES[among]?.map((face) => `roll ${face}`) ?? among.split('|');
}

const CHANCE = 'act Chance ';

function checkRoll(line: DiceLine, index: number, secret: Uint8Array, chain: Uint8Array): Verdict | null {
  const text = line.text.slice(CHANCE.length);
  if (line.outcomes === undefined || line.outcome === undefined || !line.among) return { kind: 'unknown', index, text };
  const list = choices(line.among);
  if (list.length !== line.outcomes || new Set(list).size !== list.length) return { kind: 'count', index, text };
  if (list[line.outcome] !== text) return { kind: 'text', index, text };
  const expected = choose(secret, chain, list.length);
  return expected === line.outcome ? null : { kind: 'roll', index, text, expected: list[expected]! };
}

// Whether the lines are all that the log of the finished game shows, in the same order, up to its end.
export function complete(proof: DiceProof, log: LogEntry[]): boolean {
  const lines = (proof.lines ?? []).map((l) => l.text.split(' ')).filter(([kind]) => kind !== 'over');
  const shown = log.filter((e) => ['act', 'undo', 'takeback', 'entropy'].includes(e.kind));
  const last = log.findLast((e) => e.kind !== 'chat');
  return last?.kind === 'over' && lines.length === shown.length && shown.every((e, i) => e.kind === lines[i]![0] && (e.kind !== 'act' || e.act?.text === lines[i]!.slice(2).join(' ')));
}

export function verify(proof: DiceProof, log: LogEntry[], kept: Promised | null): Verdict {
  if (kept && kept.commitment !== proof.commitment) return { kind: 'commitment' };
  if (kept && kept.inherited !== proof.inherited) return { kind: 'inherited' };
  const lines = proof.lines ?? [];
  if (proof.inherited > lines.length || (proof.inherited > 0 && proof.dice < 2)) return { kind: 'inherited' };
  if (!/^[0-9a-f]{64}$/.test(proof.secret ?? '')) return { kind: 'secret' };
  const secret = hexToBytes(proof.secret!);
  if (bytesToHex(sha256(secret)) !== proof.commitment) return { kind: 'secret' };
  if (!complete(proof, log)) return { kind: 'incomplete' };
  const head = `tambour dice ${proof.dice}\n${proof.game}\n${proof.book}\n${proof.battle}\n${proof.dice > 1 ? `${proof.inherited}\n` : ''}`;
  let chain = sha256(utf8ToBytes(head + proof.commitment));
  let rolls = 0, inherited = 0;
  for (const [index, line] of lines.entries()) {
    if (line.text.startsWith(CHANCE)) {
      if (index < proof.inherited) ++inherited;
      else {
        const wrong = checkRoll(line, ++rolls, secret, chain);
        if (wrong) return wrong;
      }
    }
    chain = sha256(concatBytes(chain, utf8ToBytes(line.text)));
  }
  return { kind: 'good', rolls, inherited };
}

// Rolls with the player's act they followed: one combat, one test, one march.
export interface Rolls {
  entry: LogEntry | null; // null: before the first act
  dice: LogEntry[];
}

export function byAct(log: LogEntry[]): Rolls[] {
  const groups: Rolls[] = [];
  let open: Rolls = { entry: null, dice: [] };
  for (const e of log) {
    if (e.kind !== 'act') continue;
    if (e.by !== 'chance') open = { entry: e, dice: [] };
    else if (open.dice.push(e) === 1) groups.push(open);
  }
  return groups;
}
