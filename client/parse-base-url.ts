/** The base URL without a trailing slash, made absolute where a page gives it an origin. */
export function parseBaseUrl(text: string): string {
  const page = globalThis.location?.href;
  const url = URL.canParse(text, page) ? new URL(text, page) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new TypeError(`baseUrl is no http or https URL: ${JSON.stringify(text)}`);
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    // Not quoted: it may hold a password.
    throw new TypeError('baseUrl holds more than an address: a user, a query or a fragment');
  }
  return url.href.replace(/\/+$/, '');
}
