import { execFileSync } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';
import { type CurlRequest, quote, quoteWord, toCurl } from './curl.ts';

const url = 'http://127.0.0.1:1/v1/x?a=%20b';
const key = { variable: 'SITE_CONTRACT_API_KEY' };
const encoder = new TextEncoder();

/** Runs a command with a function in place of curl, and returns its arguments and what it reads. */
function run(command: string): { args: string[]; input: string } {
  const script = `curl() { printf '%s\\0' "$@"; printf '\\001'; case "$*" in *@-*) cat;; esac; }
SITE_CONTRACT_API_KEY=secret
${command}`;
  const [args = '', ...input] = execFileSync('sh', ['-c', script])
    .toString('latin1')
    .split('\u0001');
  return { args: args.split('\0').slice(0, -1), input: input.join('\u0001') };
}

/** The bytes that curl would send. */
function readBody(request: CurlRequest): Buffer {
  const { args, input } = run(toCurl(request));
  const at = args.indexOf('--data-raw');
  return Buffer.from(at === -1 ? input : (args[at + 1] ?? ''), 'latin1');
}

describe('toCurl', () => {
  test('writes one option a line', () => {
    const headers = [
      ['Authorization', ['Bearer ', key]],
      ['Content-Type', 'application/json'],
    ] as const;
    expect(toCurl({ method: 'POST', url, headers, body: '{"name":"x"}' })).toBe(
      [
        'curl -i --globoff --path-as-is -X POST \\',
        `  '${url}' \\`,
        '  -H "Authorization: Bearer $SITE_CONTRACT_API_KEY" \\',
        "  -H 'Content-Type: application/json' \\",
        `  --data-raw '{"name":"x"}'`,
      ].join('\n'),
    );
  });

  test.each<[string, CurlRequest['headers'], string]>([
    ['only a variable', [['X-Key', [key]]], 'X-Key: secret'],
    ['a variable before text', [['Cookie', ['a=', key, '; b=$HOME']]], 'Cookie: a=secret; b=$HOME'],
    [
      'the name of our variable in a recorded value',
      [['X', `$${key.variable}`]],
      `X: $${key.variable}`,
    ],
    ['shell code', [['X', '$(id) `id` "$HOME" \'']], 'X: $(id) `id` "$HOME" \''],
    ['control characters', [['X', 'a\u001b[31m\u0007b']], 'X: a\u001b[31m\u0007b'],
    ['a line break', [['X', 'a\r\nY: b']], 'X: a Y: b'],
    ['no value', [['X', '']], 'X;'],
  ])('sends a header with %s', (_, headers = [], want) => {
    expect(run(toCurl({ method: 'GET', url, headers })).args.at(-1)).toBe(want);
  });

  test('omits a header that curl would take for the name of a file', () => {
    expect(toCurl({ method: 'GET', url, headers: [['@/etc/passwd', 'x']] })).not.toContain('-H');
  });

  test('inserts a variable into the URL', () => {
    const { args } = run(toCurl({ method: 'GET', url: [`${url}&key=`, key] }));
    expect(args).toContain(`${url}&key=secret`);
  });

  test.each(['GET;id', '$(id)', '`id`', "a'b", '-o/tmp/x'])('quotes the method %s', (method) => {
    const { args } = run(toCurl({ method, url }));
    expect(args[args.indexOf('-X') + 1]).toBe(method);
  });

  test.each<[string, string | Uint8Array]>([
    ['plain JSON', '{"name":"x"}'],
    ['quotes of both kinds', `{"name":"it's \\"so\\""}`],
    ['dollars and backquotes', '{"name":"$HOME `id` $(id) $SITE_CONTRACT_API_KEY"}'],
    ['line breaks and controls', 'a\r\nb\tc\u0007\u001b[31m%s\\n\n\n'],
    ['backslashes', '\\n\\\\ \u2028 \u202e'],
    ['a leading at sign', '@/etc/passwd'],
    ['letters of all scripts', 'é 日本 \u{1F600}'],
    ['a byte order mark', '\ufeff{}'],
    ['a command of GitHub', '##[error]x\n::error::y'],
    ['bytes that are not UTF-8', Uint8Array.of(0, 0x22, 0xff, 0xc3, 0x28, 0x27, 0x31, 0x25)],
    ['5,000 brackets', '['.repeat(5000) + ']'.repeat(5000)],
    ['a deep object', '{"a":'.repeat(5000) + 1 + '}'.repeat(5000)],
    ['a long text of percents, quotes and backslashes', `x${"%\\'".repeat(900)}y`],
    ['nothing', ''],
  ])('sends %s unchanged', (_, body) => {
    const want = typeof body === 'string' ? encoder.encode(body) : body;
    const request = { method: 'POST', url, body };
    expect(readBody(request).equals(Buffer.from(want))).toBe(true);
    expect(toCurl(request)).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}]|##\[/u);
  });

  test('abbreviates repetitions', () => {
    expect(toCurl({ method: 'POST', url, body: '['.repeat(5000) }).length).toBeLessThan(300);
  });
});

test('quotes words only if necessary', () => {
  expect(quoteWord('http://127.0.0.1:4010/v1')).toBe('http://127.0.0.1:4010/v1');
  expect(quoteWord('a b')).toBe("'a b'");
  expect(quoteWord('')).toBe("''");
  expect(quote(['x', key, 'y'])).toBe('"x${SITE_CONTRACT_API_KEY}y"');
});
