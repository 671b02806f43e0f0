// SPDX-License-Identifier: MIT
// Whether the player points with a finger, and whether the window is a phone's.
const finger = matchMedia('(pointer: coarse)'), narrow = matchMedia('(max-width: 800px), (max-height: 500px)');

export const touch = $state({ finger: finger.matches, small: narrow.matches });
finger.addEventListener('change', () => (touch.finger = finger.matches));
narrow.addEventListener('change', () => (touch.small = narrow.matches));
