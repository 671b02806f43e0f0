// SPDX-License-Identifier: MIT
// English verbs agree with who acts: "3rd Light is disordered", "1st Hussars are disordered".
const MANY =
  /\b(burgundians|carabiniers|carabins|chasseurs|cossacks|croats|cuirassiers|dalmatians|dragons|dragoons|enfants|foragers|fusiliers|gardes|gendarmes|germans|grenadiers|guards|guides|guns|hussards|hussars|jaegers|jagers|jägers|lanciers|lancers|lorrainers|musketeers|pioneers|poles|rifles|sapeurs|scots|suisses|tirailleurs|troops|uhlans|volunteers|voltigeurs|walloons)\b/i;
const ONE = /\b(battalion|battery|bn|brigade|cavalry|company|infantry|pdr|regiment)\b/i;

const isMany = (name: string): boolean => name.includes(', ') || (MANY.test(name) && !ONE.test(name));

function plural(verb: string): string {
  if (verb === 'is' || verb === 'has') return verb === 'is' ? 'are' : 'have';
  return verb.endsWith('ies') ? `${verb.slice(0, -3)}y` : verb.slice(0, /(ss|sh|ch|o)es$/.test(verb) ? -2 : -1);
}

// A sentence with {who} or {unit} in it, before the names are put in.
export function agree(text: string, values: { who?: string | number | undefined; unit?: string | number | undefined }): string {
  const name = String(values.who ?? values.unit ?? '');
  if (!isMany(name)) return text;
  return text.replace(/(\{(?:who|unit)\}) (\w+s)\b/, (_, who: string, verb: string) => `${who} ${plural(verb)}`).replace(/ it (\w+s)\b/, (_, verb: string) => ` they ${plural(verb)}`).replace(/ its /, ' their ');
}
