// SPDX-License-Identifier: MIT
// Whether the server can be reached, as far as the last request showed.
export const net = $state({ down: !navigator.onLine });
addEventListener('offline', () => (net.down = true));
addEventListener('online', () => (net.down = false));
