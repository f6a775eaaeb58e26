import { createServer } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { contract } from '../../contract/index.ts';
import { isCi } from '../../test/support/in-ci.ts';
import { exampleCheck, exampleExchange } from '../../test/support/results/example-checks.ts';
import { conformingResult } from '../../test/support/results/example-results.ts';
import { siteApiKey } from '../model/ledger.ts';
import { toObservedOverlay } from '../observed-overlay.ts';
import { toGithubAnnotations, toGithubSummary } from '../reporters/github.ts';
import { toHtmlReport } from '../reporters/html.ts';
import { toJsonReport } from '../reporters/json.ts';
import { toJunitReport } from '../reporters/junit.ts';
import { toSarifReport } from '../reporters/sarif.ts';
import { toTerminalReport } from '../reporters/terminal.ts';
import type { RunResult } from '../results.ts';
import { runSuite } from '../run-suite.ts';
import { toExchange } from '../runner/exchange.ts';
import { createRedactor, redactFailure, redactObservation, redactResource } from './redaction.ts';

const key = 'sk_live_3f9aB7';

const codesOf = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));
const hexOf = (code: number, length = 2) => code.toString(16).padStart(length, '0');

/** Each way in which a target may write a key. */
const encodings: Record<string, (key: string) => string> = {
  plain: (text) => text,
  capitals: (text) => text.toUpperCase(),
  'small letters': (text) => text.toLowerCase(),
  'JSON string': (text) => JSON.stringify(text),
  'JSON string in a JSON string': (text) => JSON.stringify(JSON.stringify(text)),
  '\\u escapes': (text) =>
    codesOf(text)
      .map((code) => `\\u${hexOf(code, 4)}`)
      .join(''),
  '\\U escapes in capitals': (text) =>
    codesOf(text)
      .map((code) => `\\u${hexOf(code, 4).toUpperCase()}`)
      .join(''),
  '\\u escapes in a JSON string': (text) =>
    JSON.stringify(
      codesOf(text)
        .map((code) => `\\u${hexOf(code, 4)}`)
        .join(''),
    ),
  '\\x escapes': (text) =>
    codesOf(text)
      .map((code) => `\\x${hexOf(code)}`)
      .join(''),
  'every second character escaped': (text) =>
    Array.from(text, (letter, at) =>
      at % 2 === 0 && letter !== '\\' ? letter : `\\u${hexOf(letter.charCodeAt(0), 4)}`,
    ).join(''),
  'decimal entities': (text) =>
    codesOf(text)
      .map((code) => `&#${code};`)
      .join(''),
  'hexadecimal entities': (text) =>
    codesOf(text)
      .map((code) => `&#x${hexOf(code)};`)
      .join(''),
  'XML entities': (text) =>
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&apos;'),
  'percent-encoding where needed': (text) => encodeURIComponent(text),
  'percent-encoding of a form': (text) => new URLSearchParams({ key: text }).toString(),
  'percent-encoding of all': (text) =>
    codesOf(text)
      .map((code) => `%${hexOf(code)}`)
      .join(''),
  'percent-encoding twice': (text) =>
    encodeURIComponent(
      codesOf(text)
        .map((code) => `%${hexOf(code)}`)
        .join(''),
    ),
  hex: (text) => Buffer.from(text).toString('hex'),
  'hex in capitals': (text) => Buffer.from(text).toString('hex').toUpperCase(),
  'hex with colons': (text) =>
    codesOf(text)
      .map((code) => hexOf(code))
      .join(':'),
  'hex with blanks': (text) =>
    codesOf(text)
      .map((code) => `0x${hexOf(code)}`)
      .join(', '),
  'a list of bytes': (text) => JSON.stringify([...Buffer.from(text)]),
  'UTF-16': (text) => Array.from(text, (letter) => `${letter}\0`).join(''),
  base64: (text) => Buffer.from(text).toString('base64'),
  base64url: (text) => Buffer.from(text).toString('base64url'),
  'base64 in a URL': (text) => encodeURIComponent(Buffer.from(text).toString('base64')),
};

/** Base64 of the key behind and in front of other text. */
const basic = fc
  .tuple(
    fc.string({ maxLength: 7 }),
    fc.string({ maxLength: 7 }),
    fc.constantFrom('base64', 'base64url'),
  )
  .map(
    ([before, behind, form]) =>
      (text: string) =>
        Buffer.from(`${before}${text}${behind}`).toString(
          form === 'base64' ? 'base64' : 'base64url',
        ),
  );

const anyEncoding = fc.oneof(fc.constantFrom(...Object.values(encodings)), basic);

/** What a header can hold, long enough not to be a word. */
const anyKey = fc
  .string({
    unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
    minLength: 12,
    maxLength: 60,
  })
  .filter((text) => new Set(text.toLowerCase()).size > 5 && /[a-z]/i.test(text));

/** Whether a text gives a key away: any six characters of it in a row, as they are or in one of the encodings. */
function isTold(text: string, secret: string, encode: (key: string) => string): boolean {
  const written = text.toLowerCase();
  const core = encode(secret).toLowerCase();
  return written.includes(secret.toLowerCase()) || (core.length > 11 && written.includes(core));
}

describe('createRedactor', () => {
  test.each(Object.entries(encodings))('takes out the key as %s', (_, encode) => {
    const redacted = createRedactor([key])(`no access for ${encode(key)}, sorry`);
    expect(redacted).toMatch(/^no access for .*\[redacted\].*, sorry$/);
    expect(redacted.length).toBeLessThan(60);
  });

  test.each([
    ['another end', `${key.slice(0, -1)}x`],
    ['another beginning', `x${key.slice(1)}`],
    ['its first half alone', key.slice(0, 7)],
    ['its second half alone', key.slice(7)],
    ['a hyphen in its middle', `${key.slice(0, 7)}-${key.slice(7)}`],
  ])('takes out what is left of a key with %s', (_, variant) => {
    const redacted = createRedactor([key])(`unknown key ${variant}.`);
    expect(redacted).not.toContain(key.slice(1, 6));
    expect(redacted).not.toContain(key.slice(-5, -1));
  });

  test('takes out the beginning of a key at the place where a text was cut', () => {
    const redact = createRedactor([key]);
    expect(redact(`{"detail":"${key.slice(0, 9)}… (70,000 bytes in total)`)).toBe(
      '{"detail":"[redacted]… (70,000 bytes in total)',
    );
    const base64 = Buffer.from(key).toString('base64').slice(0, 12);
    expect(redact(`base64:${base64}…`)).not.toContain(base64.slice(0, 8));
  });

  test('takes out each of several secrets', () => {
    const redact = createRedactor([key, 'hunter2-staging']);
    expect(redact(`a ${key} b hunter2-staging c`)).toBe('a [redacted] b [redacted] c');
  });

  test('leaves the words that are sent in place of a key', () => {
    const text = '{"hostUrl":null,"reason":"undefined, no Bearer \\"\\""}';
    expect(createRedactor([key])(text)).toBe(text);
  });

  test('leaves the name of the program and of its problem types, with the key of the mock', () => {
    const text = 'urn:problem-type:site-contract:unauthorized, checked by site-contract 1.0.0';
    expect(createRedactor(['site-contract-key'])(text)).toBe(text);
  });

  test.each(['a', '1', 'id', 'key', 'name', '201', 'k3y', 'secret'])(
    'leaves the rest of a report whole when the key is %s',
    (short) => {
      const redact = createRedactor([short]);
      const text =
        '{"id":"91b4c1de-2f57-4d0a-8a4d-52a1a5e5b6c3","name":"a site","keys":[201,1],"secret":true}';
      const sentence = 'The name of a site comes back changed: 201 answers in 91 ms';
      expect(redact(text)).toBe(text);
      expect(redact(sentence)).toBe(sentence);
      expect(redact(`{"detail":"${short}"}`)).toBe('{"detail":"[redacted]"}');
      expect(redact(`Authorization: Bearer ${short}`)).toBe('Authorization: Bearer [redacted]');
    },
  );

  test('shortens the apiKey of a site and leaves its id', () => {
    const text =
      '{"id":"0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10","apiKey":"5a2f0f0e-7d9b-4f5c-8a57-90c5b9d3f1e4"}';
    expect(createRedactor([], siteApiKey)(text)).toBe(
      '{"id":"0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10","apiKey":"5a2f0f0e-…"}',
    );
  });

  test('takes time in proportion to the text', () => {
    const redact = createRedactor([key]);
    const texts = [
      'c2t'.repeat(25_000),
      '%73'.repeat(25_000),
      '73:'.repeat(25_000),
      '…'.repeat(75_000),
    ];
    const { user } = process.cpuUsage();
    for (const text of texts) redact(text);
    expect(process.cpuUsage().user - user).toBeLessThan(5_000_000);
  });
});

const reporters: Record<string, (result: RunResult) => string> = {
  terminal: (result) => toTerminalReport(result, { colour: false, width: 80 }),
  'terminal, verbose': (result) =>
    toTerminalReport(result, { colour: true, width: 120, verbose: true }),
  JSON: toJsonReport,
  JUnit: toJunitReport,
  HTML: toHtmlReport,
  SARIF: toSarifReport,
  'GitHub annotations': toGithubAnnotations,
  'GitHub summary': toGithubSummary,
  overlay: (result) => JSON.stringify(toObservedOverlay(result, contract)),
};

/** A result in which a target has put a text wherever it can. */
function resultWith(text: string, secret: string): RunResult {
  const redact = createRedactor([secret]);
  const bytes = new TextEncoder().encode(JSON.stringify({ detail: text, [text]: text }));
  const exchange = toExchange(
    'https://sites.example',
    {
      request: {
        method: 'PATCH',
        path: `/v1/sites/${encodeURIComponent(text)}`,
        headers: { 'x-echo': text.replaceAll(/[^\x20-\x7e]/g, '') },
        credential: { value: undefined, shown: undefined },
        body: bytes,
      },
      reply: {
        status: 200,
        headers: { [text.replaceAll(/[^\w-]/g, '') || 'x']: text, 'content-type': 'text/plain' },
        bytes,
        json: undefined,
        unreadable: undefined,
        size: 0,
        weight: 0,
      },
      error: text,
      startedAt: 0,
      durationMs: 1,
    },
    redact,
  );
  const failure = redactFailure(
    {
      message: `refused: ${text}`,
      expected: text,
      received: `the site ${text}`,
      pointer: `/${text}`,
      exchange,
      write: exchange,
      about: { what: `the name ${text}`, distance: 1 },
    },
    redact,
  );
  return {
    ...conformingResult,
    verdict: { kind: 'broken', failed: 1 },
    checks: [
      exampleCheck('listSites/echo', { status: 'failed', failures: [failure] }),
      exampleCheck('listSites/plain', {
        status: 'failed',
        failures: [{ message: 'm', expected: 'e', received: 'r', exchange: exampleExchange() }],
      }),
    ],
    observations: [
      redactObservation(
        {
          check: 'listSites/order',
          statement: `names the copy ${text}`,
          assumption: { id: 'name-of-unnamed-copy', value: text },
        },
        redact,
      ),
    ],
    inventory: [redactResource({ kind: 'site', id: text, label: text, parent: text }, redact)],
  };
}

describe('no report gives the key away', () => {
  test.each(Object.entries(reporters))('%s', (_, report) => {
    fc.assert(
      fc.property(anyKey, anyEncoding, (secret, encode) => {
        const text = report(resultWith(encode(secret), secret));
        expect(isTold(text, secret, encode)).toBe(false);
      }),
      { numRuns: 40 },
    );
  });

  test('of a run against a target that echoes it everywhere', async () => {
    const server = createServer((request, response) => {
      const value = request.headers.authorization ?? '';
      const given = value.replace(/^Bearer /, '').trim() || 'none';
      response.writeHead(request.method === 'PATCH' ? 200 : 201, {
        'content-type': 'application/json',
        [`x-${given.replaceAll(/[^\w-]/g, '')}`]: Buffer.from(`user:${given}`).toString('base64'),
      });
      const site = {
        id: given,
        name: codesOf(given)
          .map((code) => `&#${code};`)
          .join(''),
        hostUrl: encodeURIComponent(given),
        apiKey: Buffer.from(given).toString('hex'),
      };
      response.end(
        JSON.stringify(request.method === 'GET' ? { data: [site], hasMore: false } : site),
      );
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    try {
      const result = await runSuite({
        baseUrl: `http://127.0.0.1:${port}`,
        apiKey: key,
        workspace: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
        seed: 5,
        settleMs: 0,
        // In CI, every check.
        only: isCi ? [] : ['createSite', 'listSites'],
      });
      expect(result.verdict.kind).toBe('broken');
      for (const [name, report] of Object.entries(reporters)) {
        const text = report(result);
        const told = Object.entries(encodings).filter(([, encode]) => isTold(text, key, encode));
        expect({ name, told: told.map(([encoding]) => encoding) }).toEqual({ name, told: [] });
        expect(text).not.toMatch(/sk_live|c2tfbGl2/i);
      }
    } finally {
      await new Promise((done) => server.close(done));
    }
  });
});
