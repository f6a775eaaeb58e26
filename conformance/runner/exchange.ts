import type { Exchange } from '../results.ts';
import { type Reach, toCurl, toVariableOf } from './curl.ts';
import { redactedMark } from './redaction.ts';
import { readJson, type TargetReply } from './reply.ts';
import type { Sent } from './target.ts';

/** The exchange as a report shows it. */
export function toExchange(
  baseUrl: string,
  { request, reply, error, durationMs }: Sent,
  redact: (text: string) => string,
  reach: Reach = { secretHeaders: [], certificates: 'usual' },
): Exchange {
  const { method, credential } = request;
  const url = redact(baseUrl.replace(/\/$/, '') + request.path);
  const headers = redactHeaders(request.headers, redact);
  const body = request.body && redactBytes(request.body, redact);
  return {
    request: {
      method,
      url,
      headers: {
        ...(credential.shown === undefined || credential.parameter !== undefined
          ? {}
          : { [credential.header ?? 'Authorization']: credential.shown }),
        ...Object.fromEntries(reach.secretHeaders.map((name) => [name, toVariableOf(name)])),
        ...headers,
      },
      ...(body === undefined ? {} : { body: showRequestBody(body) }),
    },
    ...(reply === undefined
      ? {}
      : {
          reply: {
            status: reply.status,
            headers: redactHeaders(reply.headers, redact),
            body: redact(showReplyBody(reply)),
          },
        }),
    ...(error === undefined ? {} : { error: redact(error) }),
    curl: toCurl({ method, url, headers, credential, body, reach }),
    durationMs,
  };
}

/**
 * Two exchanges of one connection, where the second depends on the first: curl sends both over one connection, as
 * `--next` has it.
 */
export function toExchangeBehind(before: Exchange, exchange: Exchange): Exchange {
  return { ...exchange, curl: `${before.curl} --next${exchange.curl.replace(/^curl/, '')}` };
}

/** How much of a body a report is given: JSON whole, if it can be, so that reporters find the place that matters. */
const shownBytes = { json: 65_536, other: 4000 };

function showRequestBody(body: Uint8Array): string {
  const isJson = readJson(body).json !== undefined;
  return showBytes(body, body.length, isJson);
}

function showReplyBody({ bytes, size, json }: TargetReply): string {
  return showBytes(bytes, size, json !== undefined);
}

function showBytes(bytes: Uint8Array, size: number, isJson: boolean): string {
  const most = isJson ? shownBytes.json : shownBytes.other;
  const cut = size > most ? `… (${size} bytes in total)` : '';
  const shown = bytes.subarray(0, most);
  try {
    return new TextDecoder('utf-8', { fatal: cut === '', ignoreBOM: true }).decode(shown) + cut;
  } catch {
    return `base64:${Buffer.from(shown).toString('base64')}`;
  }
}

/** A target may have made the key the id of a record, or the name of a header. */
function redactHeaders(
  headers: Readonly<Record<string, string>>,
  redact: (text: string) => string,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [redact(name), redact(String(value))]),
  );
}

/** The bytes of a request as they are, unless there is a secret in them. Keys of sites stay: the run made them up. */
function redactBytes(bytes: Uint8Array, redact: (text: string) => string): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1');
  const redacted = redact(text);
  return redacted.includes(redactedMark) ? Buffer.from(redacted, 'latin1') : bytes;
}
