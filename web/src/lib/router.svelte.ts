// SPDX-License-Identifier: MIT
// Pages live in the fragment, which browsers do not send: a seat secret in a link stays in the browser.
export const route = $state({ parts: read() });

function read(): string[] {
  return location.hash.replace(/^#\/?/, '').split('/').filter(Boolean).map(decoded);
}

// A link may have been cut or mangled on its way: then its own text stands for what cannot be decoded.
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

addEventListener('hashchange', () => (route.parts = read()));

export const go = (...parts: (string | number)[]): void => {
  location.hash = '/' + parts.map((p) => encodeURIComponent(String(p))).join('/');
};
