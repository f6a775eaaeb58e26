import { type ShellText, toCurl, type Variable } from '../../writers/curl.ts';
import { type Redactor, redactedMark } from '../../writers/redact.ts';
import type { Exchange } from '../results.ts';
import { type Credential, listAll } from './client.ts';
import { decodeUtf8, readJson } from './reply.ts';
import type { Sent } from './target.ts';

/** What the requests of a run have in common. */
interface Reach {
  apiKey: string;
  /** Names of the run's headers. Their values are secrets, so shell variables replace them. Default: none. */
  secretHeaders?: readonly string[];
  certificates?: 'usual' | 'given' | 'any';
}

/** Creates a function that converts the requests and responses of a run to the form in reports. */
export function createExchanges(
  baseUrl: string,
  redactor: Redactor,
  { apiKey, secretHeaders = [], certificates = 'usual' }: Reach,
) {
  const base = baseUrl.replace(/\/$/, '');
  const extraHeaders = secretHeaders.map((name): [string, ShellText] => [name, [toVariable(name)]]);
  const hideKey = createKeyHider(apiKey);
  return ({ request: sent, reply, error, durationMs }: Sent): Exchange => {
    const { method, credential } = sent;
    const { given } = redactor;
    const url = given(base + sent.path);
    const credentials = listAll(credential).filter(({ value }) => value !== undefined);
    const inHeaders = credentials.filter(({ parameter }) => parameter === undefined);
    const added = [
      ...inHeaders.map((inHeader): [string, ShellText] => [
        inHeader.header ?? 'Authorization',
        hideKey(inHeader),
      ]),
      ...extraHeaders,
    ];
    const isJson = sent.body !== undefined && readJson(sent.body).json !== undefined;
    const body = sent.body && redactBytes(sent.body, redactor);
    // The run has composed its requests, so they contain no other secrets than those that it was given.
    const headers = Object.fromEntries(
      Object.entries(sent.headers).map(([name, text]) => [given(name), given(text)]),
    );
    return {
      request: {
        method,
        url,
        headers: {
          ...Object.fromEntries(added.map(([name, text]) => [name, toText(text)])),
          ...headers,
        },
        ...(body && { body: showBytes(body, body.length, isJson) }),
      },
      ...(reply && {
        reply: {
          status: reply.status,
          headers: redactor.headers(reply.headers),
          body: redactor.text(showBytes(reply.bytes, reply.size, reply.json !== undefined)),
        },
      }),
      ...(error === undefined ? {} : { error: redactor.text(error) }),
      curl: toCurl({
        method,
        url: addShown(url, credentials, hideKey),
        headers: [...added, ...Object.entries(headers)],
        body,
        options: certificateOptions[certificates],
      }),
      durationMs,
    };
  };
}

/** Creates the function that writes a credential with a variable in place of the key. Its bytes may be UTF-8. */
function createKeyHider(apiKey: string): (credential: Credential) => ShellText {
  const key = { variable: 'SITE_CONTRACT_API_KEY' };
  return ({ value = '', shown }) => {
    if (shown !== undefined) return shown;
    const parts = apiKey === '' ? [value] : value.split(apiKey);
    return parts.flatMap((part, at) => {
      const text = Buffer.from(part, 'latin1').toString();
      return [...(at > 0 ? [key] : []), ...(text === '' ? [] : [text])];
    });
  };
}

/** Adds the keys in the query of a URL as reports show them. */
function addShown(
  url: string,
  credentials: readonly Credential[],
  hideKey: (credential: Credential) => ShellText,
): ShellText {
  const words: (string | Variable)[] = [url];
  let separator = url.includes('?') ? '&' : '?';
  for (const credential of credentials) {
    if (credential.parameter === undefined) continue;
    words.push(`${separator}${credential.parameter}=`, ...[hideKey(credential)].flat());
    separator = '&';
  }
  return words;
}

const certificateOptions = {
  usual: [],
  given: ['--cacert', [{ variable: 'SITE_CONTRACT_CA' }]],
  any: ['--insecure'],
} as const;

/** Names the shell variable of a header: `X-Staging-Token` → `X_STAGING_TOKEN`. */
export function toVariable(header: string) {
  return { variable: header.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_') };
}

function toText(value: ShellText): string {
  let text = '';
  for (const part of [value].flat()) text += typeof part === 'string' ? part : `$${part.variable}`;
  return text;
}

/** How much of a body goes into a report. JSON is kept whole if possible, so reporters can find a place in it. */
const shownBytes = { json: 65_536, other: 4000 };

function showBytes(bytes: Uint8Array, size: number, isJson: boolean): string {
  const most = isJson ? shownBytes.json : shownBytes.other;
  const cut = size > most ? `… (${size} bytes in total)` : '';
  const excerpt = bytes.subarray(0, most);
  // The cut may be within a character.
  const text = cut === '' ? decodeUtf8(excerpt) : Buffer.from(excerpt).toString('utf8');
  return text === undefined ? `base64:${Buffer.from(excerpt).toString('base64')}` : text + cut;
}

/** Returns the bytes of a request unchanged unless they contain a secret. */
function redactBytes(bytes: Uint8Array, { given }: Redactor): Uint8Array {
  const redacted = given(Buffer.from(bytes).toString('latin1'));
  return redacted.includes(redactedMark) ? Buffer.from(redacted, 'latin1') : bytes;
}
