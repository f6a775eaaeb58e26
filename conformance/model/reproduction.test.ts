import { execFileSync } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';
import { toCurlLines } from './reproduction.ts';

const cases = [
  { title: 'a plain call', curl: `curl -i 'http://127.0.0.1/v1'` },
  {
    title: 'options with values',
    curl: `curl -i -X POST 'http://127.0.0.1/v1?a=1 b' -H "Authorization: Bearer $KEY" -H 'A: b -c d' --data-binary '{"a": 1}'`,
  },
  {
    title: 'quotes within quotes',
    curl: `curl 'http://127.0.0.1' -H 'A: it'\\''s - here' --data-binary $'it\\'s \\\\ -X \\x00'`,
  },
];

describe('a curl command on several lines', () => {
  test.each(cases)('means the same to a shell: $title', ({ curl }) => {
    const read = (line: string) =>
      execFileSync('bash', ['--norc', '-c', `curl() { printf '<%s>' "$@"; }; ${line}`], {
        env: { KEY: 'k' },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
    const lines = toCurlLines(curl);
    expect(read(lines.join('\n    ')).equals(read(curl))).toBe(true);
  });

  test('breaks before the URL and before each option with a value', () => {
    expect(toCurlLines('curl -i http://127.0.0.1/v1 -H A:b')).toEqual([
      'curl -i \\',
      'http://127.0.0.1/v1 \\',
      '-H A:b',
    ]);
    expect(toCurlLines(cases[1]?.curl ?? '')).toEqual([
      'curl -i -X POST \\',
      "'http://127.0.0.1/v1?a=1 b' \\",
      '-H "Authorization: Bearer $KEY" \\',
      "-H 'A: b -c d' \\",
      `--data-binary '{"a": 1}'`,
    ]);
  });
});
