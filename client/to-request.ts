/** Method and path template of an operation. */
export interface Endpoint {
  method: string;
  path: string;
}

/** The URL of a call: parameters that the path template names go into the path, all others into the query. */
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

/** URLs resolve the segments `.` and `..`, and an empty one names another path: such a call would go elsewhere. */
function toSegment(name: string, value: unknown): string {
  const text = value === undefined || value === null ? '' : String(value);
  if (text === '' || text === '.' || text === '..') {
    throw new TypeError(`${name} cannot stand in a path: ${JSON.stringify(value)}`);
  }
  return encodeURIComponent(text);
}

/** The JSON text of a call's body, or undefined where it has none. */
export function toBody(sent: object): string | undefined {
  return 'body' in sent && sent.body !== undefined ? JSON.stringify(sent.body) : undefined;
}
