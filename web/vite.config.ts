// SPDX-License-Identifier: MIT
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { installable } from './install/plugin.mjs';
import { proving } from './install/proofs.mjs';

// The server binary embeds dist/ as it is, so the file names are plain and few.
export default defineConfig({
  plugins: [svelte(), installable(), proving()],
  build: {
    target: 'es2022',
    minify: 'terser',
    terserOptions: { ecma: 2020, module: true, compress: { ecma: 2020, passes: 3, unsafe_arrows: true } },
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  worker: { format: 'es' },
  server: { proxy: { '/api': 'http://127.0.0.1:8080', '/ws': { target: 'ws://127.0.0.1:8080', ws: true } } },
});
