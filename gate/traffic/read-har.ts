import { DocumentError } from '../../contract/errors.ts';
import { readTextFile } from '../../contract/files.ts';
import { isRecord, parseJson } from '../../contract/resolve-reference.ts';
import type { TrafficExchange } from './judge-exchange.ts';

/**
 * Reads the exchanges of an HTTP Archive (HAR 1.2), as exported by browsers and proxies.
 * @throws DocumentError with the file, and the entry that cannot be read
 */
export function readHar(file: string): TrafficExchange[] {
  return parseHar(readTextFile(file), file);
}

export function parseHar(text: string, file: string): TrafficExchange[] {
  const archive = parseJson(text.replace(/^\uFEFF/, ''));
  if (archive === undefined)
    throw new DocumentError(
      `${file}: not JSON, so not an HTTP Archive (HAR); export one from the network panel of a browser`,
    );
  const log = isRecord(archive) ? archive['log'] : undefined;
  const entries = isRecord(log) ? log['entries'] : undefined;
  if (!Array.isArray(entries))
    throw new DocumentError(`${file}: not an HTTP Archive (HAR): "log.entries" is missing`);
  return entries.flatMap((entry: unknown, index) => {
    const place = `${file}: log.entries[${index}]`;
    const { request, response } = isRecord(entry) ? entry : {};
    if (!isRecord(entry) || !isRecord(request)) throw new DocumentError(`${place} has no request`);
    const url = String(request['url'] ?? '');
    if (!URL.canParse(url)) throw new DocumentError(`${place}: "${url.slice(0, 80)}" is not a URL`);
    // WebSockets, data:, blob: and requests of extensions are not requests to a service.
    if (!/^https?:/i.test(url) || isInternal(entry, response)) return [];
    const requestHeaders = readHeaders(request['headers']);
    const requestBody = readPosted(request['postData']);
    const sentBytes = Number(request['bodySize'] ?? requestHeaders['content-length'] ?? 0);
    return [
      {
        method: String(request['method'] ?? 'GET').toUpperCase(),
        url,
        requestHeaders,
        requestBody,
        // In HAR, -1 means that a size is unknown.
        isRequestBodyLeftOut:
          requestBody === undefined &&
          (sentBytes !== 0 || Number(requestHeaders['content-length'] ?? 0) > 0),
        response: readResponse(response, entry),
        startedAt: String(entry['startedDateTime'] ?? ''),
        durationMs: typeof entry['time'] === 'number' ? entry['time'] : 0,
      },
    ];
  });
}

/** Whether the browser generated the response: an upgrade to HTTPS (HSTS), or the handshake of a WebSocket. */
function isInternal({ _resourceType: kind }: Record<string, unknown>, response: unknown): boolean {
  if (kind === 'websocket') return true;
  if (!isRecord(response)) return false;
  return (
    response['status'] === 101 ||
    readHeaders(response['headers'])['non-authoritative-reason'] !== undefined
  );
}

/** Browsers write status 0 for blocked and aborted requests. Responses of service workers do not come from the service. */
function readResponse(value: unknown, entry: Record<string, unknown>): TrafficExchange['response'] {
  if (!isRecord(value) || typeof value['status'] !== 'number' || value['status'] <= 0)
    return undefined;
  const isWorkers = value['_fetchedViaServiceWorker'] === true;
  if (isWorkers || entry['_fetchType'] === 'Service Worker') return undefined;
  const { content } = value;
  const headers = readHeaders(value['headers']);
  const mediaType = isRecord(content) ? content['mimeType'] : undefined;
  const isTold = typeof mediaType === 'string' && mediaType.includes('/');
  return {
    status: value['status'],
    headers:
      headers['content-type'] === undefined && isTold && mediaType !== 'x-unknown'
        ? { ...headers, 'content-type': mediaType }
        : headers,
    body: readContent(content),
  };
}

function readHeaders(list: unknown): Record<string, string> {
  if (!Array.isArray(list)) return {};
  return Object.fromEntries(
    list.flatMap((header: unknown) =>
      isRecord(header)
        ? [[String(header['name']).toLowerCase(), String(header['value'] ?? '')]]
        : [],
    ),
  );
}

function readPosted(value: unknown): string | undefined {
  if (!isRecord(value)) return undefined;
  const { text, encoding } = value;
  if (typeof text !== 'string') return undefined;
  return encoding === 'base64' ? Buffer.from(text, 'base64').toString('utf8') : text;
}

/** Undefined if the recorder left out the body or truncated it. Firefox keeps the first megabyte. */
function readContent(value: unknown): string | undefined {
  if (!isRecord(value) || typeof value['text'] !== 'string') return undefined;
  const bytes = Buffer.from(value['text'], value['encoding'] === 'base64' ? 'base64' : 'utf8');
  const isCut = typeof value['size'] === 'number' && value['size'] > bytes.length;
  return isCut ? undefined : bytes.toString('utf8');
}
