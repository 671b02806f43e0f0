// SPDX-License-Identifier: MIT
// The words of charts in English. One not listed is shown as the file writes it, with spaces for underscores.
export const charts: Record<string, string> = {
  // charts and columns
  sides: 'hexsides', inf: 'infantry', cav: 'cavalry', art: 'artillery', cavalry_or_light: 'cavalry, light infantry', fronts: 'front hexes', sight: 'line of sight', zone: 'ZOC', key: 'line',
  shock_cav: 'shock (cavalry)', d: 'disorders', built: 'houses', fire_in: 'fire into', melee_in: 'melee into', loser: 'who suffers', side: 'hexside', carre: 'carré', carre_mod: 'carré modifiers',
  fire_defense: 'Fire Defense', close_method: 'method of assault', stand_cavalry: 'stand against cavalry', violations: 'stacking violations', least: 'at least', most: 'at most',
  need: 'needed', out: 'out of action', grade: 'source', l1: 'level 1', l2: 'level 2', l3: 'level 3', m1: 'modifier 1', m2: 'modifier 2', m3: 'modifier 3', order: 'formations',
  // ground
  slope_up: 'slope, up', slope_down: 'slope, down', steep_up: 'steep slope, up', steep_down: 'steep slope, down', sharp_up: 'sharp slope, up', sharp_down: 'sharp slope, down', level_up: 'level, up', level_down: 'level, down',
  redoubt_in: 'redoubt, from outside', redoubt_out: 'redoubt, from inside', fortification_in: 'fortification, from outside', fortification_out: 'fortification, from inside', disordered_into_zone: 'disordered unit enters a ZOC', leave_zone: 'leaves a ZOC',
  friend: 'passes a friendly unit', blocks: 'blocked', front: 'six front hexes', nocharge: 'no charge', shelter: 'ends a rout', rally: 'routed units rally here',
  // modifiers
  stacked_guns: 'two guns stacked', pair: 'two guns stacked', massed: 'massed target', adjacent: 'adjacent target', maximum_range: 'beyond effective range', long: 'long range, each hex', reaction: 'reaction fire', target_square: 'target in square', routed: 'defender routed',
  rear: 'from the rear', front_and_rear: 'from front and rear', exposed: 'own rear exposed', charge_heavy: 'charge with heavy cavalry', charge_light: 'charge with light cavalry', charge_on_square: 'charge on a square', charge_at_square: 'charge on a square', infantry_on_square: 'infantry against a square',
  cavalry_shock: 'cavalry not charging', pursuit: 'each pursuit after the first', six_fronts: 'out of a six-front hex', heavy_counters_light: 'heavy cavalry counter-charges light', light_counters_heavy: 'light cavalry counter-charges heavy',
  // results
  none: 'no effect', test: 'cohesion test', check: 'cohesion check', heavy: 'disorder and back one hex, or rout', go: 'goes back', counter: 'counter-shock', through: 'breakthrough',
  attacker_counter: 'attacker disordered and tested; counter-shock', attacker_back: 'attacker disordered and tested', defender_test: 'defender back one hex, tested', defender_disorder: 'defender back and disordered; breakthrough',
  'heavy-fire': 'heavy fire', 'woods-fire': 'fire at woods', 'commander-costs': 'commander’s movement', plus: '+', minus: '−',
};
