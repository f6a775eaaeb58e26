import { DocumentError } from '../../contract/errors.ts';
import { readTextFile } from '../../contract/files.ts';
import { parseUrl } from '../../contract/parse-url.ts';
import { isRecord, parseJson } from '../../contract/resolve-reference.ts';
import type { TrafficExchange } from './judge-exchange.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Reads the exchanges of an HTTP Archive (HAR 1.2), as exported by browsers and proxies.
 * @throws DocumentError with the file, and the entry that cannot be read
 */
export function readHar(file: string): TrafficExchange[] {
  return parseHar(readTextFile(file), file);
}

export function parseHar(text: string, file: string): TrafficExchange[] {
  const archive = parseJson(text.replace(/^\uFEFF/, ''));
  const log = isRecord(archive) ? archive['log'] : undefined;
  const entries = isRecord(log) ? log['entries'] : undefined;
  if (!Array.isArray(entries))
    throw new DocumentError(
      `${file}: not an HTTP Archive (HAR), which is JSON with "log.entries"; export one from the network panel of a browser`,
    );
  return entries.flatMap((entry: unknown, index) =>
    readEntry(toObject(entry), `${file}: log.entries[${index}]`),
  );
}

/** @returns nothing if the entry is not a request to a service */
function readEntry(entry: JsonObject, position: string): TrafficExchange[] {
  const request = toObject(entry['request']);
  const url = String(request['url'] ?? '');
  if (parseUrl(url) === undefined)
    throw new DocumentError(`${position}: the request has no valid URL: "${url.slice(0, 80)}"`);
  const response = toObject(entry['response']);
  const status = Number(response['status'] ?? 0);
  const headers = readHeaders(response['headers']);
  // data:, blob:, requests of extensions, WebSockets, and upgrades to HTTPS by the browser itself (HSTS).
  const isInternal =
    !/^https?:/i.test(url) ||
    status === 101 ||
    entry['_resourceType'] === 'websocket' ||
    headers['non-authoritative-reason'] !== undefined;
  if (isInternal) return [];
  // Responses of service workers do not come from the service. Blocked and aborted requests have status 0.
  const isWorkers =
    response['_fetchedViaServiceWorker'] === true || entry['_fetchType'] === 'Service Worker';
  const content = toObject(response['content']);
  const mediaType = String(content['mimeType'] ?? '');
  if (mediaType.includes('/') && mediaType !== 'x-unknown') headers['content-type'] ??= mediaType;
  const requestHeaders = readHeaders(request['headers']);
  // In HAR, -1 means that a size is unknown.
  const hasBody =
    Number(request['bodySize'] ?? 0) !== 0 || Number(requestHeaders['content-length'] ?? 0) > 0;
  const requestBody = readBody(toObject(request['postData']), { size: request['bodySize'] });
  const { size, compression } = content;
  // Some recorders write the size of the compressed body in both places.
  const isCompressed =
    headers['content-encoding'] !== undefined && size === response['bodySize'] && Number(size) > 0;
  const body = readBody(content, isCompressed ? {} : { size, compression });
  return [
    {
      method: String(request['method'] ?? 'GET').toUpperCase(),
      url,
      requestHeaders,
      requestBody: requestBody ?? (hasBody ? undefined : ''),
      response: isWorkers || status <= 0 ? undefined : { status, headers, body },
      // Reports need a valid time.
      startedAt: new Date(Date.parse(String(entry['startedDateTime'])) || 0).toISOString(),
      durationMs: Math.max(0, Number(entry['time']) || 0),
    },
  ];
}

function toObject(value: unknown): JsonObject {
  return isRecord(value) ? value : {};
}

function readHeaders(list: unknown): Record<string, string> {
  const headers = Array.isArray(list) ? list.map(toObject) : [];
  return Object.fromEntries(
    headers.map(({ name, value = '' }) => [String(name).toLowerCase(), String(value)]),
  );
}

function decode({ text, encoding }: JsonObject): Buffer | undefined {
  if (typeof text !== 'string') return undefined;
  return Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8');
}

/** What a recorder wrote about the size of a body. */
interface StatedSize {
  size?: unknown;
  /** How many bytes compression saved. */
  compression?: unknown;
}

/** Undefined if the recorder left out the body, or cut it off: Firefox keeps the first megabyte. */
function readBody(content: JsonObject, stated: StatedSize): string | undefined {
  const bytes = decode(content);
  const text = bytes?.toString();
  if (bytes === undefined || text === undefined) return undefined;
  return isCutOff(bytes.length, stated) && isStartOfJson(text) ? undefined : text;
}

const byteOrderMarkLength = 3;

/**
 * Whether a body is longer than what was recorded. The size may be the one before decompression, from which `compression` leads
 * to the real one, and include a byte order mark, which is not part of the text.
 */
function isCutOff(recorded: number, { size, compression = 0 }: StatedSize): boolean {
  const stated = Number(size);
  const sizes = [stated, stated + Number(compression), stated - byteOrderMarkLength];
  return sizes.every((possible) => possible > recorded);
}

/** Whether a text can be the start of a longer JSON text. It cannot if it is complete, or starts with anything else. */
function isStartOfJson(text: string): boolean {
  const value = parseJson(text);
  const start = text.trimStart();
  // More digits may follow a number.
  return value === undefined ? /^(?:$|[[{"\-\dtfn])/.test(start) : typeof value === 'number';
}
