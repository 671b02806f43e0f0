// SPDX-License-Identifier: MIT
// Lines of the log that say more at the table than the engine's own sentence does. By the name of the fact, or by it and its value.
export const facts: Record<string, string> = {
  InitiativeWon: 'Initiative: {side}, {value} to {value2}',
  'OrderRevealed.0': '{who}: the order marker is a blank',
  OrderRevealed: '{who}: under orders',
  TestPassed: '{who}: test passed, {value} against {value2}',
  TestFailed: '{who}: test failed, {value} against {value2}',
};
