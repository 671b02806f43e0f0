// SPDX-License-Identifier: MIT
import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default ts.config(
  { ignores: ['dist', 'node_modules'] },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  {
    rules: {
      'no-undef': 'off', // the type checker knows which names there are
      '@typescript-eslint/no-unused-expressions': 'off', // `a ? f() : g()` and `f(), g()` are statements here
      '@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^_', argsIgnorePattern: '^_' }],
      'svelte/no-unused-svelte-ignore': 'off', // svelte-check looks after these
      'svelte/no-useless-mustaches': 'off', // {' '} keeps a space at the end of a line
      'svelte/prefer-svelte-reactivity': 'off', // most maps and sets are built and read in one function
      'svelte/require-each-key': 'off', // only lists whose rows keep state need keys
    },
  },
  { files: ['**/*.svelte', '**/*.svelte.ts'], languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } } },
);
