import { parseJson } from '../contract/resolve-reference.ts';
import type { Info, RequestEntry } from './api.ts';
import type { WholeRequest } from './request-draft.ts';

/** Headers that the sending program writes itself. */
const left =
  /^(?:host|connection|content-length|user-agent|accept-encoding|accept-language|priority|pragma|cache-control|dnt|sec-.*)$/i;

/** A request to copy. It never contains a custom key. */
interface CopiedRequest {
  method: string;
  url: string;
  headers: readonly { name: string; value: string }[];
  body: string | undefined;
}

type Shown = Pick<Info, 'baseUrl' | 'shownApiKey'> | undefined;

/** Converts a request of the journal, which contains no key. */
export function copyEntry({ method, path, query, request }: RequestEntry, info: Shown) {
  return copyRequest(
    { method, path, query, headers: request.headers, body: request.body?.text },
    info,
  );
}

export function copyRequest(
  { method, path, query, headers, body }: WholeRequest,
  info: Shown,
): CopiedRequest {
  const base = info?.baseUrl.replace(/\/$/, '') ?? '';
  return {
    method,
    url: `${base}${path}${query === '' ? '' : `?${query}`}`,
    headers: headers
      .filter(({ name }) => !left.test(name))
      .map(({ name, value }) =>
        name.toLowerCase() === 'authorization'
          ? { name, value: `Bearer ${info?.shownApiKey ?? '$API_KEY'}` }
          : { name, value },
      ),
    body,
  };
}

/** Formats a request as a curl command. `$API_KEY` is a shell variable. */
export function toCurlLine({ method, url, headers, body }: CopiedRequest): string {
  const parts = ['curl', '-i', '-X', method, quote(url)];
  for (const { name, value } of headers) {
    const header = `${name}: ${value}`;
    parts.push('-H', header.endsWith(' $API_KEY') ? `"${header}"` : quote(header));
  }
  if (body !== undefined) parts.push('--data-raw', quote(body));
  return parts.join(' ');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Formats a request as a call of `fetch`. */
export function toFetchCall({ method, url, headers, body }: CopiedRequest): string {
  const isHidden = headers.some(({ value }) => value.endsWith(' $API_KEY'));
  const lines = headers.map(({ name, value }) => {
    const text = value.endsWith(' $API_KEY') ? '`Bearer ${apiKey}`' : JSON.stringify(value);
    return `    ${JSON.stringify(name)}: ${text},`;
  });
  return [
    ...(isHidden ? ["const apiKey = ''; // the API key of the service"] : []),
    `const response = await fetch(${JSON.stringify(url)}, {`,
    `  method: ${JSON.stringify(method)},`,
    ...(lines.length === 0 ? [] : ['  headers: {', ...lines, '  },']),
    ...(body === undefined ? [] : [`  body: ${toBodyExpression(body)},`]),
    '});',
  ].join('\n');
}

/** Returns JSON as a literal, which is easier to edit, and any other text as a string. */
function toBodyExpression(body: string): string {
  const isLiteral = JSON.stringify(parseJson(body)) === body;
  return isLiteral ? `JSON.stringify(${body})` : JSON.stringify(body);
}

/** Secrets in JSON, up to the closing quote. */
const fields =
  /("[\w-]*(?:api[-_]?key|authorization|token|secret|password)"\s*:\s*"[^"\\]{0,4})(?:[^"\\]|\\.)*/gi;

/** Shortens secrets in a text like the journal does: enough to distinguish them, too little to use them. */
export function shortenSecrets(text: string): string {
  return text.replace(fields, '$1…');
}
