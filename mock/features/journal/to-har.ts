import { version } from '../../../generated/version.js';
import type { JournalBody, JournalEntry, JournalMessage } from './journal-entry.ts';

/** An HTTP Archive (HAR 1.2). */
export interface HttpArchive {
  /** The content of the archive. */
  log: { version: '1.2'; creator: object; entries: readonly object[]; comment: string };
}

/**
 * Converts journal entries to an HTTP Archive, which browser developer tools and `site-contract check` can open.
 * @param baseUrl the URL that precedes all paths
 */
export function toHar(entries: readonly JournalEntry[], baseUrl: string): HttpArchive {
  return {
    log: {
      version: '1.2',
      creator: { name: 'site-contract', version },
      entries: entries.map((entry) => toHarEntry(entry, baseUrl)),
      comment: 'Secrets are shortened. Of each body, at most the first 16 KiB were kept.',
    },
  };
}

function toHarEntry(entry: JournalEntry, baseUrl: string): object {
  const { id, time, session, operation, durationMs, injected } = entry;
  return {
    startedDateTime: time,
    time: durationMs,
    request: toHarRequest(entry, baseUrl),
    response: toHarResponse(entry),
    cache: {},
    timings: { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait: durationMs, receive: 0 },
    ...(operation === undefined ? {} : { comment: operation, _operation: operation }),
    ...(injected === undefined ? {} : { _fault: injected.effect }),
    _id: id,
    _session: session,
  };
}

function toHarRequest({ method, path, query, request }: JournalEntry, baseUrl: string): object {
  const { body } = request;
  return {
    method,
    url: `${baseUrl.replace(/\/$/, '')}${path}${query === '' ? '' : `?${query}`}`,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: request.headers,
    queryString: [...new URLSearchParams(query)].map(([name, value]) => ({ name, value })),
    headersSize: -1,
    bodySize: body?.bytes ?? 0,
    ...(body === undefined || isCut(body)
      ? {}
      : { postData: { mimeType: readMediaType(request), params: [], text: complete(body.text) } }),
  };
}

function toHarResponse({ status, response, injected }: JournalEntry): object {
  const { headers, body } = response;
  const location = headers.find(({ name }) => name.toLowerCase() === 'location');
  return {
    status,
    statusText: '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers,
    content: {
      size: body?.bytes ?? 0,
      mimeType: readMediaType(response),
      // Truncated bodies are omitted: tools would treat them as broken responses.
      ...(body === undefined || isCut(body) ? {} : { text: complete(body.text) }),
    },
    redirectURL: location?.value ?? '',
    headersSize: -1,
    bodySize: body?.bytes ?? 0,
    ...(status === 0 ? { _error: injected?.effect ?? 'no response' } : {}),
  };
}

function isCut({ text, bytes, truncated }: JournalBody): boolean {
  return truncated || (text === '' && bytes > 0);
}

function readMediaType({ headers }: JournalMessage): string {
  const found = headers.find(({ name }) => name.toLowerCase() === 'content-type');
  return found?.value ?? 'application/octet-stream';
}

/** Completes a shortened UUID with zeros, because readers of the archive may validate it. */
function complete(text: string): string {
  return text.replace(
    /"([0-9a-f]{4})…"/gi,
    (_, start: string) => `"${start}0000-0000-4000-8000-000000000000"`,
  );
}
