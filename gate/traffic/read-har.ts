import { readFile } from 'node:fs/promises';
import { DocumentError } from '../../contract/document-error.ts';
import { readErrorCode } from '../../contract/error-code.ts';
import { isObject } from '../diff/json.ts';
import type { TrafficExchange } from './judge-exchange.ts';

/**
 * Reads the exchanges of an HTTP Archive (HAR 1.2), as browsers and proxies export it.
 * @throws DocumentError naming the file, and the entry that cannot be read
 */
export async function readHar(file: string): Promise<TrafficExchange[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    const code = readErrorCode(error);
    throw new DocumentError(
      `${file}: ${code === 'ENOENT' ? 'no such file' : `cannot be read (${code})`}`,
    );
  });
  return parseHar(text, file);
}

export function parseHar(text: string, file: string): TrafficExchange[] {
  let archive: unknown;
  try {
    archive = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new DocumentError(
      `${file}: not JSON, so not an HTTP Archive (HAR); export one from the network panel of a browser`,
    );
  }
  const log = isObject(archive) ? archive['log'] : undefined;
  const entries = isObject(log) ? log['entries'] : undefined;
  if (!Array.isArray(entries))
    throw new DocumentError(`${file}: not an HTTP Archive (HAR): "log.entries" is missing`);
  return entries.map((entry: unknown, index) => {
    const place = `${file}: log.entries[${index}]`;
    const { request, response } = isObject(entry) ? entry : {};
    if (!isObject(entry) || !isObject(request)) throw new DocumentError(`${place} has no request`);
    const url = String(request['url'] ?? '');
    if (!URL.canParse(url)) throw new DocumentError(`${place}: "${url.slice(0, 80)}" is not a URL`);
    return {
      method: String(request['method'] ?? 'GET').toUpperCase(),
      url,
      requestHeaders: readHeaders(request['headers']),
      requestBody: readPosted(request['postData']),
      isRequestBodyLeftOut: request['postData'] === undefined && Number(request['bodySize']) > 0,
      response: readResponse(response),
      startedAt: String(entry['startedDateTime'] ?? ''),
      durationMs: typeof entry['time'] === 'number' ? entry['time'] : 0,
    };
  });
}

/** Browsers write status 0 for what was blocked or broken off. */
function readResponse(value: unknown): TrafficExchange['response'] {
  if (!isObject(value) || typeof value['status'] !== 'number' || value['status'] === 0)
    return undefined;
  return {
    status: value['status'],
    headers: readHeaders(value['headers']),
    body: readContent(value['content']),
  };
}

function readHeaders(list: unknown): Record<string, string> {
  if (!Array.isArray(list)) return {};
  return Object.fromEntries(
    list.flatMap((header: unknown) =>
      isObject(header)
        ? [[String(header['name']).toLowerCase(), String(header['value'] ?? '')]]
        : [],
    ),
  );
}

function readPosted(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  const { text, encoding } = value;
  if (typeof text !== 'string') return undefined;
  return encoding === 'base64' ? Buffer.from(text, 'base64').toString('utf8') : text;
}

/** Undefined where the recorder left the body out. */
function readContent(value: unknown): string | undefined {
  if (!isObject(value) || typeof value['text'] !== 'string') return undefined;
  return value['encoding'] === 'base64'
    ? Buffer.from(value['text'], 'base64').toString('utf8')
    : value['text'];
}
