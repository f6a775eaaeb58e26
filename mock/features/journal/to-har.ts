import { version } from '../../../generated/version.js';
import type { JournalEntry, JournalMessage } from '../../store/journal.ts';

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

/** What a request and a response have in common. */
function toHarMessage({ headers, body }: JournalMessage): object {
  const bodySize = body?.bytes ?? 0;
  return { httpVersion: 'HTTP/1.1', cookies: [], headers, headersSize: -1, bodySize };
}

function toHarRequest({ method, path, query, request }: JournalEntry, baseUrl: string): object {
  const text = readText(request);
  return {
    ...toHarMessage(request),
    method,
    url: `${baseUrl.replace(/\/$/, '')}${path}${query === '' ? '' : `?${query}`}`,
    queryString: [...new URLSearchParams(query)].map(([name, value]) => ({ name, value })),
    ...(text !== undefined && {
      postData: { mimeType: readMediaType(request), params: [], text },
    }),
  };
}

function toHarResponse({ status, response, injected }: JournalEntry): object {
  const { headers, body } = response;
  const location = headers.find(({ name }) => name.toLowerCase() === 'location');
  const reason = injected?.effect ?? 'no response';
  return {
    ...toHarMessage(response),
    status,
    statusText: '',
    content: {
      size: body?.bytes ?? 0,
      mimeType: readMediaType(response),
      text: readText(response),
    },
    redirectURL: location?.value ?? '',
    ...(status === 0 ? { _error: reason } : {}),
  };
}

/**
 * Returns the text of a body. Truncated ones are omitted: tools would treat them as broken. A shortened UUID is completed
 * with zeros, because readers of the archive may validate it.
 */
function readText({ body }: JournalMessage): string | undefined {
  if (body === undefined || body.truncated) return undefined;
  return body.text.replace(
    /"([0-9a-f]{4})…"/gi,
    (_, start: string) => `"${start}0000-0000-4000-8000-000000000000"`,
  );
}

function readMediaType({ headers }: JournalMessage): string {
  const contentType = headers.find(({ name }) => name.toLowerCase() === 'content-type');
  return contentType?.value ?? 'application/octet-stream';
}
