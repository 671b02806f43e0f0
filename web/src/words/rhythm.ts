// SPDX-License-Identifier: MIT
// Pace, moves as a whole, reactions and standing orders.
import type { Words } from './texts';

export const rhythm = {
  'settings.instant': ['Instant', 'Instantané'],
  'settings.fast': ['Fast', 'Rapide'],
  'settings.animated': ['Animated', 'Animé'],
  'settings.step': ['Step by step', 'Pas à pas'],
  'settings.follow': ['The map follows the action', 'La carte suit l’action'],
  'camera.go': ['Something happens at {hex}: go there', 'Il se passe quelque chose en {hex} : y aller'],
  'card.show': ['Show me', 'Montrer'],
  'stack.all': ['Take all ({count})', 'Tout prendre ({count})'],
  'stack.top': ['Take the top: {unit}', 'Prendre le dessus : {unit}'],
  'bar.instead': ['Instead: {act}', 'Plutôt : {act}'],
  'company.stayed': ['Could not go the same way: {units}.', 'N’ont pas pu suivre : {units}.'],
  'company.title': ['{unit} and {count} more: the others follow on the same way.', '{unit} et {count} de plus : les autres suivent le même chemin.'],
  'bar.skip': ['Skip', 'Passer'],
  'bar.acting': ['{side}: {name}, {done} of {count} units', '{side} : {name}, {done} unités sur {count}'],
  'bar.thinks': ['{side} is thinking', 'Les {side} réfléchissent'],
  'keys.company': ['one more unit that marches the same way', 'une unité de plus qui suit le même chemin'],
  'keys.space': ['skip to your next decision · step by step: next move', 'aller à votre prochaine décision · pas à pas : mouvement suivant'],
  'log.facing': ['facing {facing}', 'face {facing}'],
  'log.halted': ['must halt', 'doit s’arrêter'],
  'ghost.final': ['This cannot be undone.', 'Ne pourra pas être annulé.'],
  'answer.pass': ['Pass', 'Passer'],
  'answer.pass.activation': ['Pass for this activation', 'Passer pour cette activation'],
  'answer.again': ['Pass, ask again at the next step', 'Passer, redemander au pas suivant'],
  'answer.harm': ['{share} % to harm {unit}', '{share} % d’effet : {unit}'],
  'standing.odds': ['pass unless {odds} % or more', 'passer à moins de {odds} %'],
  'standing.cavalry': ['pass unless cavalry is within {n} hexes', 'passer sauf si de la cavalerie est à {n} hexs'],
  'standing.charged': ['pass unless an enemy is adjacent or attacks', 'passer sauf si un ennemi est adjacent ou attaque'],
  'standing.never': ['{unit} never reacts', '{unit} ne réagit jamais'],
} satisfies Words;
