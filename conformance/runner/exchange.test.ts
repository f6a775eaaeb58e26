import { execFileSync } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';
import { toCurl } from './exchange.ts';

const encoder = new TextEncoder();
const request = {
  method: 'POST',
  url: 'http://127.0.0.1:1/v1/x?a=%20b',
  headers: { 'Content-Type': 'application/json' },
  credential: { shown: 'Bearer $SITE_CONTRACT_API_KEY' },
};

/** Returns the arguments that a shell passes to curl. A function that prints them replaces curl. */
function toArguments(line: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }; SITE_CONTRACT_API_KEY=secret; ${line}`;
  return execFileSync('bash', ['-c', script]).toString('latin1').split('\0').slice(0, -1);
}

describe('toCurl', () => {
  test('inserts the key from the environment', () => {
    expect(toArguments(toCurl({ ...request, body: undefined }))).toContain(
      'Authorization: Bearer secret',
    );
  });

  test('inserts the key in another header and in the query', () => {
    const shown = '$SITE_CONTRACT_API_KEY';
    const send = (credential: { header?: string; parameter?: string }) =>
      toArguments(toCurl({ ...request, credential: { shown, ...credential }, body: undefined }));
    expect(send({ header: 'X-API-Key' })).toContain('X-API-Key: secret');
    expect(send({ parameter: 'api_key' })).toContain(`${request.url}&api_key=secret`);
  });

  test.each([
    ['plain JSON', encoder.encode('{"name":"x"}')],
    ['quotes of both kinds', encoder.encode(`{"name":"it's \\"so\\""}`)],
    ['dollars and backquotes', encoder.encode('{"name":"$HOME `id` $(id)"}')],
    ['line breaks and controls', encoder.encode('a\nb\tc\u0007')],
    ['backslashes', encoder.encode('\\n\\\\ \u2028')],
    ['a leading at sign', encoder.encode('@/etc/passwd')],
    ['letters of all scripts', encoder.encode('é 日本 \u{1F600}')],
    ['bytes that are not UTF-8', Uint8Array.of(0x22, 0xff, 0xc3, 0x28, 0x27, 0x22)],
    ['5,000 brackets', encoder.encode('['.repeat(5000) + ']'.repeat(5000))],
    ['a deep object', encoder.encode('{"a":'.repeat(5000) + 1 + '}'.repeat(5000))],
    ['a long text of percents, quotes and backslashes', encoder.encode(`x${"%\\'".repeat(900)}y`)],
    ['nothing', new Uint8Array()],
  ])('sends %s unchanged', (_, body) => {
    const sent = toArguments(toCurl({ ...request, body })).at(-1) ?? '';
    expect(Buffer.from(sent, 'latin1').equals(Buffer.from(body))).toBe(true);
  });

  test('generates long repetitive bodies in the shell', () => {
    const body = encoder.encode('['.repeat(5000));
    expect(toCurl({ ...request, body }).length).toBeLessThan(300);
  });
});
