import type { Info, RequestEntry } from './schemas.ts';

const left = new Set(['host', 'connection', 'content-length', 'user-agent', 'accept-encoding']);

/** A line for a shell that sends the request again. The journal has no key, so the mock's own one is put in. */
export function toCurlLine(
  { method, path, query, request }: RequestEntry,
  info: Pick<Info, 'baseUrl' | 'apiKeys'> | undefined,
): string {
  const base = info?.baseUrl.replace(/\/$/, '') ?? '';
  const headers = request.headers
    .filter(({ name }) => !left.has(name.toLowerCase()) && !/^sec-/i.test(name))
    .map(({ name, value }) =>
      name.toLowerCase() === 'authorization'
        ? `${name}: Bearer ${info?.apiKeys[0] ?? ''}`
        : `${name}: ${value}`,
    );
  const parts = [
    'curl',
    '-i',
    '-X',
    method,
    quote(`${base}${path}${query === '' ? '' : `?${query}`}`),
  ];
  for (const header of headers) parts.push('-H', quote(header));
  if (request.body !== undefined) parts.push('--data-raw', quote(request.body.text));
  return parts.join(' ');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
