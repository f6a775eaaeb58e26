import type { Exchange } from '../results.ts';
import { redactedMark } from './redaction.ts';
import { decodeUtf8, readJson } from './reply.ts';
import type { Sent } from './target.ts';
import type { Credential, TargetRequest } from './wire.ts';

/** Converts the requests and responses of a run to the form in reports. */
export function createExchanges(
  baseUrl: string,
  redact: (text: string) => string,
  reach: Reach = { secretHeaders: [], certificates: 'usual' },
) {
  const shown = new WeakMap<Exchange, Sent>();
  const base = baseUrl.replace(/\/$/, '');
  const convertRequest = ({
    method,
    path,
    headers: given,
    credential,
    body: bytes,
  }: TargetRequest) => {
    const url = redact(base + path);
    const headers = redactHeaders(given, redact);
    const body = bytes && redactBytes(bytes, redact);
    const { shown: key, header = 'Authorization', parameter } = credential;
    const request = {
      method,
      url,
      headers: {
        ...(key === undefined || parameter !== undefined ? {} : { [header]: key }),
        ...Object.fromEntries(reach.secretHeaders.map((name) => [name, toVariableOf(name)])),
        ...headers,
      },
      ...(body && { body: showBytes(body, body.length, readJson(body).json !== undefined) }),
    };
    return { request, curl: toCurl({ method, url, headers, credential, body, reach }) };
  };
  const convert = ({ request: sent, reply, error, durationMs }: Sent): Exchange => {
    const { request, curl } = convertRequest(sent);
    return {
      request,
      ...(reply && {
        reply: {
          status: reply.status,
          headers: redactHeaders(reply.headers, redact),
          body: redact(showBytes(reply.bytes, reply.size, reply.json !== undefined)),
        },
      }),
      ...(error === undefined ? {} : { error: redact(error) }),
      curl,
      durationMs,
    };
  };
  const show = (sent: Sent): Exchange => {
    const exchange = convert(sent);
    shown.set(exchange, sent);
    return exchange;
  };
  return {
    convert,
    show,
    findShown: (exchange: Exchange) => shown.get(exchange),
    showBehind(before: TargetRequest, sent: Sent): Exchange {
      const exchange = show(sent);
      // curl sends both over one connection.
      exchange.curl = `${convertRequest(before).curl} --next${exchange.curl.replace(/^curl/, '')}`;
      return exchange;
    },
  };
}

/** How much of a body goes into a report. JSON is kept whole if possible, so reporters can find a place in it. */
const shownBytes = { json: 65_536, other: 4000 };

function showBytes(bytes: Uint8Array, size: number, isJson: boolean): string {
  const most = isJson ? shownBytes.json : shownBytes.other;
  const cut = size > most ? `… (${size} bytes in total)` : '';
  const shown = bytes.subarray(0, most);
  // The cut may be within a character.
  const text = cut === '' ? decodeUtf8(shown) : Buffer.from(shown).toString('utf8');
  return text === undefined ? `base64:${Buffer.from(shown).toString('base64')}` : text + cut;
}

/** Redacts names too: a target may use the key as the name of a header. */
function redactHeaders(
  headers: Readonly<Record<string, string>>,
  redact: (text: string) => string,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [redact(name), redact(String(value))]),
  );
}

/** Returns the bytes of a request unchanged unless they contain a secret. Keys of sites stay, because the run generated them. */
function redactBytes(bytes: Uint8Array, redact: (text: string) => string): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1');
  const redacted = redact(text);
  return redacted.includes(redactedMark) ? Buffer.from(redacted, 'latin1') : bytes;
}

/** A request for curl to send. */
interface CurlRequest {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  /** The credential, with its value as a shell expression inside double quotes. */
  credential: Pick<Credential, 'shown' | 'header' | 'parameter'>;
  body: Uint8Array | undefined;
  /** Options for all requests of the run. */
  reach?: Reach;
}

/** Options that curl needs for every request of a run. */
export interface Reach {
  /** Names of the run's headers. Their values are secrets, so shell variables replace them. */
  secretHeaders: readonly string[];
  certificates: 'usual' | 'given' | 'any';
}

/** Names the shell variable of a header: `X-Staging-Token` → `$X_STAGING_TOKEN`. */
function toVariableOf(header: string): string {
  return `$${header.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`;
}

const certificateFlags: Readonly<Record<Reach['certificates'], string>> = {
  usual: '',
  given: ' --cacert "$SITE_CONTRACT_CA"',
  any: ' --insecure',
};

/**
 * Writes a shell line that sends a request again, with the same bytes. It needs only a POSIX shell, or bash if bytes need
 * `$'…'`.
 */
export function toCurl({ method, url, headers, credential, body, reach }: CurlRequest): string {
  const flags = certificateFlags[reach?.certificates ?? 'usual'];
  const parts = [`curl -i --globoff --path-as-is${flags}`];
  if (method !== 'GET') parts.push(`-X ${method}`);
  const { shown, parameter, header = 'Authorization' } = credential;
  const isInQuery = shown !== undefined && parameter !== undefined;
  const key = isInQuery ? `"${url.includes('?') ? '&' : '?'}${parameter}=${shown}"` : '';
  parts.push(quote(url) + key);
  if (shown !== undefined && !isInQuery) parts.push(`-H "${header}: ${shown}"`);
  for (const name of reach?.secretHeaders ?? []) parts.push(`-H "${name}: ${toVariableOf(name)}"`);
  for (const [name, value] of Object.entries(headers))
    parts.push(`-H ${quote(`${name}: ${value}`)}`);
  if (body !== undefined) parts.push(`--data-binary ${quoteBytes(body)}`);
  return parts.join(' ');
}

/** Quotes a text as one word of a POSIX shell. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function quoteBytes(bytes: Uint8Array): string {
  const text = decodeUtf8(bytes);
  // A leading @ would make curl read a file.
  if (text === undefined || hasControls(text) || text.startsWith('@'))
    return `$'${[...bytes].map(quoteByte).join('')}'`;
  return splitRepetitions(text)
    .map(({ unit, times }) => (times === 1 ? quote(unit) : repeatInShell(unit, times)))
    .join('');
}

const longestUnit = 12;
/** Shorter repetitions are not abbreviated. */
const shortest = 200;

/** Splits a text into parts. A part may be a unit that is repeated many times. */
function splitRepetitions(text: string): { unit: string; times: number }[] {
  const parts: { unit: string; times: number }[] = [];
  let done = 0;
  for (let at = 0; at < text.length; ) {
    let found: { unit: string; times: number } | undefined;
    for (let size = 1; size <= longestUnit && found === undefined; size += 1) {
      const unit = text.slice(at, at + size);
      let times = 1;
      while (text.startsWith(unit, at + times * size)) times += 1;
      if (times * size >= shortest && times > 3) found = { unit, times };
    }
    if (found === undefined) {
      at += 1;
      continue;
    }
    if (at > done) parts.push({ unit: text.slice(done, at), times: 1 });
    parts.push(found);
    at += found.unit.length * found.times;
    done = at;
  }
  if (done < text.length || text === '') parts.push({ unit: text.slice(done), times: 1 });
  return parts;
}

/** Prints a unit repeatedly. `%.0s` prints nothing for each number, so only the text before it is printed. */
function repeatInShell(unit: string, times: number): string {
  const format = unit.replaceAll('%', '%%').replaceAll('\\', '\\\\');
  return `"$(printf ${quote(`${format}%.0s`)} $(seq ${times}))"`;
}

function quoteByte(byte: number): string {
  const letter = String.fromCharCode(byte);
  if (letter === "'" || letter === '\\') return `\\${letter}`;
  const isPlain = byte >= 0x20 && byte < 0x7f && letter !== '@';
  return isPlain ? letter : `\\x${byte.toString(16).padStart(2, '0')}`;
}

function hasControls(text: string): boolean {
  return /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text);
}
