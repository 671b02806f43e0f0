// SPDX-License-Identifier: MIT
// Lines of a combat's sum that say more at the table than the title of their rule does: by book, row and, where it tells them apart, value.
import type { Words } from './texts';

export const sums = {
  'sum.odds': ['Odds {ratio}', 'Rapport {ratio}'],
  'sum.jdg.8.6.2-a': ['Cohesion, best against best', 'Cohésion, meilleure contre meilleure'],
  'sum.jdg.8.6.2-b.-1': ['Own rear exposed', 'Arrière exposé'],
  'sum.jdg.8.6.2-b.2': ['Attack from the rear', 'Attaque par l’arrière'],
  'sum.jdg.8.6.2-b.3': ['Attack from front and rear', 'Attaque de front et par l’arrière'],
  'sum.jdg.8.6.2-c': ['Terrain', 'Terrain'],
  'sum.jdg.8.6.2-d.1': ['Charge, or infantry against a square', 'Charge, ou infanterie contre un carré'],
  'sum.jdg.8.6.2-d.3': ['Charge with heavy cavalry', 'Charge de cavalerie lourde'],
  'sum.jdg.9.1-k': ['Cavalry not charging', 'Cavalerie qui ne charge pas'],
  'sum.jdg.9.3.2-a': ['Charge on a square', 'Charge contre un carré'],
  'sum.jdg.9.5.2-j': ['Pursuits after the first', 'Poursuites après la première'],
  'sum.jdg.10.2-g': ['Defender routed', 'Défenseur en déroute'],
  'sum.tng.8.54-a': ['Charge with heavy cavalry', 'Charge de cavalerie lourde'],
  'sum.tng.8.54-b': ['Charge with light cavalry', 'Charge de cavalerie légère'],
  'sum.tng.8.56-a': ['Charge on a square', 'Charge contre un carré'],
  'drawer.odds.ratio': ['{strength} = {ratio}', '{strength} = {ratio}'],
} satisfies Words;
