/** How an operation is requested. */
export interface Endpoint {
  method: string;
  /** The path template, for example `/v1/sites/{siteId}`. */
  path: string;
  /** True for an operation whose success has no body. */
  noContent?: boolean;
}

/** The base URL without a trailing slash, made absolute in a page. */
export function parseBaseUrl(text: string): string {
  const page = globalThis.location?.href;
  const url = URL.canParse(text, page) ? new URL(text, page) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new TypeError(`baseUrl must be an http or https URL (got ${JSON.stringify(text)})`);
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    // The message does not quote the URL, which may contain a password.
    throw new TypeError('baseUrl must not contain a user, a password, a query or a fragment');
  }
  return url.href.replace(/\/+$/, '');
}

/** Refuses a key that cannot be sent in a header. The platform's own message would quote it. */
export function toAuthorization(apiKey: string): string {
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new TypeError('apiKey must not be empty or contain spaces or non-ASCII characters');
  }
  return `Bearer ${apiKey}`;
}

/** Headers whose names differ only in case would be sent twice. */
export function lowerNames(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

/** The URL of a call. Parameters that are not in the path template go into the query. */
export function toUrl(baseUrl: string, { path }: Endpoint, sent: object): string {
  const parameters = new Map<string, unknown>(Object.entries(sent));
  parameters.delete('body');
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters.get(name);
    parameters.delete(name);
    return toSegment(name, value);
  });
  const query = new URLSearchParams();
  for (const [name, value] of parameters) {
    if (value !== undefined) query.append(name, String(value));
  }
  const search = query.toString();
  return baseUrl + filled + (search === '' ? '' : `?${search}`);
}

/** URLs resolve the segments `.` and `..`, and an empty one changes the path: the call would go to another endpoint. */
function toSegment(name: string, value: unknown): string {
  const text = value === undefined || value === null ? '' : String(value);
  if (text === '' || text === '.' || text === '..') {
    throw new TypeError(`${name} cannot be used in a path: ${JSON.stringify(value)}`);
  }
  return encodeURIComponent(text);
}

/** The JSON text of a call's body, or undefined when it has no body. */
export function toBody(sent: object): string | undefined {
  return 'body' in sent && sent.body !== undefined ? JSON.stringify(sent.body) : undefined;
}
