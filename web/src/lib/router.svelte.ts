// Pages live in the fragment, which browsers do not send: a seat secret in a link stays in the browser.
export const route = $state({ parts: read() });

function read(): string[] {
  return location.hash.replace(/^#\/?/, '').split('/').filter(Boolean).map(decodeURIComponent);
}

addEventListener('hashchange', () => (route.parts = read()));

export const go = (...parts: (string | number)[]): void => {
  location.hash = '/' + parts.map((p) => encodeURIComponent(String(p))).join('/');
};
