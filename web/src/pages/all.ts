// SPDX-License-Identifier: MIT
// The pages beside lobby and table, fetched together: alone each is too small to be packed well.
export { default as AccountPage } from './AccountPage.svelte';
export { default as Charts } from './Charts.svelte';
export { default as Coverage } from './Coverage.svelte';
export { default as FairDice } from './FairDice.svelte';
export { default as MailLink } from './MailLink.svelte';
export { default as Record } from './Record.svelte';
export { default as Rules } from './Rules.svelte';
