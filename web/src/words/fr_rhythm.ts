// SPDX-License-Identifier: MIT
// Le rythme, les mouvements d’un bloc, les réactions et les ordres permanents, en français.
import type { rhythm as english } from './en_rhythm';

export const rhythm: Record<keyof typeof english, string> = {
  'settings.instant': 'Instantané',
  'settings.fast': 'Rapide',
  'settings.animated': 'Animé',
  'settings.step': 'Pas à pas',
  'bar.skip': 'Passer',
  'bar.acting': '{side} : {name}, {done} unités sur {count}',
  'bar.thinks': 'Les {side} réfléchissent',
  'keys.space': 'aller à votre prochaine décision · pas à pas : mouvement suivant',
  'log.facing': 'face {facing}',
  'log.halted': 'doit s’arrêter',
  'ghost.final': 'Ne pourra pas être annulé.',
  'answer.pass': 'Passer',
  'answer.pass.activation': 'Passer pour cette activation',
  'answer.again': 'Passer, redemander au pas suivant',
  'answer.show': 'Montrer',
  'answer.harm': '{share} % d’éprouver {unit}',
  'standing.odds': 'passer à moins de {odds} %',
  'standing.charged': 'passer sauf si un ennemi est adjacent ou attaque',
  'standing.never': '{unit} ne réagit jamais',
};
