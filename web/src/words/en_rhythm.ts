// SPDX-License-Identifier: MIT
// Pace, moves as a whole, reactions and standing orders, in English.
export const rhythm = {
  'settings.instant': 'Instant',
  'settings.fast': 'Fast',
  'settings.animated': 'Animated',
  'settings.step': 'Step by step',
  'settings.follow': 'Move the map to where something happens',
  'bar.skip': 'Skip',
  'bar.acting': '{side}: {name}, {done} of {count} units',
  'bar.thinks': '{side} is thinking',
  'keys.space': 'skip to your next decision · step by step: next move',
  'log.facing': 'facing {facing}',
  'log.halted': 'must halt',
};
