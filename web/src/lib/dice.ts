// SPDX-License-Identifier: MIT
// A throw as the faces that lie on the table: what two dice say in base six, 11 to 66, is written as a number of two figures.
export const facesOf = (roll: number): number[] => (roll >= 11 ? [Math.floor(roll / 10), roll % 10] : [roll]);
