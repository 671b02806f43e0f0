// SPDX-License-Identifier: MIT
// The pages beside lobby and table, and the large sheets of the table, fetched together: alone each is too small to be packed well.
export { default as Army } from '../table/Army.svelte';
export { default as Victory } from '../table/Victory.svelte';
export { default as AccountPage } from './AccountPage.svelte';
export { default as Charts } from './Charts.svelte';
export { default as Coverage } from './Coverage.svelte';
export { default as FairDice } from './FairDice.svelte';
export { default as GuideCard } from '../table/GuideCard.svelte';
export { default as MailLink } from './MailLink.svelte';
export { default as Record } from './Record.svelte';
export { default as Rules } from './Rules.svelte';
