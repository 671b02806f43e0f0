// SPDX-License-Identifier: MIT
// Le rythme, les mouvements d’un bloc, les réactions et les ordres permanents, en français.
import type { rhythm as english } from './en_rhythm';

export const rhythm: Record<keyof typeof english, string> = {
  'settings.instant': 'Instantané',
  'settings.fast': 'Rapide',
  'settings.animated': 'Animé',
  'settings.step': 'Pas à pas',
  'settings.follow': 'Déplacer la carte vers l’action',
  'bar.skip': 'Passer',
  'bar.acting': '{side} : {name}, {done} unités sur {count}',
  'bar.thinks': 'Les {side} réfléchissent',
  'keys.space': 'aller à votre prochaine décision · pas à pas : mouvement suivant',
  'log.facing': 'face {facing}',
  'log.halted': 'doit s’arrêter',
};
