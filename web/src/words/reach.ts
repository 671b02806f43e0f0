// SPDX-License-Identifier: MIT
// Words for fingers, for screen readers, and for a table that is installed.
import type { Words } from './texts';

export const reach = {
  'turn.left': ['Turn left', 'Tourner à gauche'],
  'turn.right': ['Turn right', 'Tourner à droite'],
  'coach.units.touch': ['Counters with a white edge can act ({count}): tap one.', 'Les pions au bord blanc peuvent agir ({count}) : touchez-en un.'],
  'coach.reach.touch': ['White hexes are in reach: tap one to see the way. ↺ ↻ turn the unit.', 'Hexagones blancs à portée : touchez-en un pour voir le chemin. ↺ ↻ tournent l’unité.'],
  'coach.halt.touch': ['White hexes are in reach: tap one to see the way. ↺ ↻ choose a facing to halt in.', 'Hexagones blancs à portée : touchez-en un pour voir le chemin. ↺ ↻ choisissent où faire face pour s’arrêter.'],
  'coach.face.touch': ['Choose a facing with ↺ and ↻, then commit it.', 'Choisissez une direction par ↺ et ↻, puis exécutez.'],
  'coach.ghost.touch': ['Tap the same hex again, or Commit, to do it. ✕ cancels.', 'Touchez le même hexagone, ou Exécuter, pour l’accomplir. ✕ y renonce.'],
  'status.idle.touch': ['Two fingers zoom and move the map.', 'Deux doigts agrandissent et déplacent la carte.'],
  'acts.search.touch': ['Search, or type an action', 'Cherchez, ou tapez une action'],
  'guide.wait.touch': ['The other side is acting: watch, or tap Skip.', 'L’autre camp agit : regardez, ou touchez Passer.'],
  'term.range.touch': ['How many hexes away a battery can hit.', 'À combien d’hexs une batterie atteint.'],
  'term.sight.touch': ['The straight line between two hexes, if no hill, wood, village or unit blocks it.', 'La droite entre deux hexs, si ni colline, ni bois, ni village, ni unité ne la coupe.'],
  'offline': ['No connection. Battles, rules and charts you have opened before can be read. Games, machines and your moves need the server: they are there again as soon as it is.', 'Pas de connexion. Les batailles, règles et tables déjà ouvertes restent lisibles. Parties, machines et coups ont besoin du serveur : tout revient avec lui.'],
  'spoken.inf': ['infantry', 'infanterie'],
  'spoken.cav': ['cavalry', 'cavalerie'],
  'spoken.art': ['artillery', 'artillerie'],
  'spoken.wagon': ['wagon', 'caisson'],
  'spoken.leader': ['leader', 'chef'],
  'spoken.left': ['{left} movement points left', 'reste {left} points de mouvement'],
  'spoken.able': ['Able to act: {count}. Tab goes through them, Enter takes one.', 'Peuvent agir : {count}. Tab les parcourt, Entrée en prend une.'],
  'spoken.reach': ['in reach', 'à portée'],
  'spoken.far': ['out of reach', 'hors de portée'],
  'spoken.commit': ['Enter commits: {what}.', 'Entrée exécute : {what}.'],
  'units.list': ['Where everybody stands', 'Où chacun se tient'],
  'board.keys': ['Tab: next unit that can act. Q W E A S D: move over the hexes. Enter: take the unit, then commit. F, G: turn. F6: buttons and panels. Question mark: all keys.', 'Tab : unité suivante qui peut agir. Q W E A S D : d’hexagone en hexagone. Entrée : prendre l’unité, puis exécuter. F, G : tourner. F6 : boutons et volets. Point d’interrogation : toutes les touches.'],
} satisfies Words;
