// SPDX-License-Identifier: MIT
// Pace, moves as a whole, reactions and standing orders, in English.
export const rhythm = {
  'settings.instant': 'Instant',
  'settings.fast': 'Fast',
  'settings.animated': 'Animated',
  'settings.step': 'Step by step',
  'bar.skip': 'Skip',
  'bar.acting': '{side}: {name}, {done} of {count} units',
  'bar.thinks': '{side} is thinking',
  'keys.space': 'skip to your next decision · step by step: next move',
  'log.facing': 'facing {facing}',
  'log.halted': 'must halt',
  'ghost.final': 'This cannot be undone.',
  'answer.pass': 'Pass',
  'answer.pass.activation': 'Pass for this activation',
  'answer.again': 'Pass, ask again at the next step',
  'answer.show': 'Show me',
  'answer.harm': '{share} % to harm {unit}',
  'standing.odds': 'pass unless {odds} % or more',
  'standing.charged': 'pass unless an enemy is adjacent or attacks',
  'standing.never': '{unit} never reacts',
};
