import { execFileSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import type { RequestEntry } from './api.ts';
import { copyEntry, shortenSecrets, toCurlLine, toFetchCall } from './copy-request.ts';

const body = `{"name":"L'Étoile $HOME"}`;
const entry: RequestEntry = {
  id: 1,
  time: '2026-01-01T00:00:00.000Z',
  session: 'default',
  method: 'POST',
  path: '/v1/workspaces/w/sites',
  query: 'a=1',
  status: 201,
  durationMs: 1,
  faults: [],
  request: {
    headers: [
      { name: 'Host', value: '127.0.0.1:4010' },
      { name: 'Authorization', value: 'Bearer site…' },
      { name: 'Content-Type', value: 'application/json' },
      { name: 'Sec-Fetch-Mode', value: 'cors' },
    ],
    body: { text: body, bytes: 30, truncated: false },
  },
  response: { headers: [] },
};
const baseUrl = 'http://127.0.0.1:4010/';
const known = copyEntry(entry, { baseUrl, shownApiKey: 'site-contract-key' });
const hidden = copyEntry(entry, { baseUrl, shownApiKey: '$API_KEY' });

test('a curl command shows what was sent, with a generated key', () => {
  expect(toCurlLine(known)).toBe(
    `curl -i -X POST 'http://127.0.0.1:4010/v1/workspaces/w/sites?a=1' -H 'Authorization: Bearer site-contract-key' -H 'Content-Type: application/json' --data-raw '{"name":"L'\\''Étoile $HOME"}'`,
  );
});

test('a key chosen by the user becomes a shell variable', () => {
  const script = `API_KEY=mine; set -- ${toCurlLine(hidden)}; for each; do echo "$each"; done`;
  const given = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\n');
  expect(given).toContain('Authorization: Bearer mine');
  expect(given).toContain(body);
});

/** Runs the lines, and returns the request that they would send. */
async function run(lines: string): Promise<Request> {
  let sent: Request | undefined;
  const fetch = (url: string, init: RequestInit): void => {
    sent = new Request(url, init);
  };
  await new Function('fetch', `return (async () => { ${lines} })()`)(fetch);
  if (sent === undefined) throw new Error('nothing was sent');
  return sent;
}

test('a fetch call sends the same request', async () => {
  const sent = await run(toFetchCall(known));
  expect(sent.method).toBe('POST');
  expect(sent.url).toBe('http://127.0.0.1:4010/v1/workspaces/w/sites?a=1');
  expect(sent.headers.get('authorization')).toBe('Bearer site-contract-key');
  expect(sent.headers.has('sec-fetch-mode')).toBe(false);
  expect(await sent.text()).toBe(body);
});

test('a fetch call contains no key chosen by the user', async () => {
  const lines = toFetchCall(hidden);
  expect(lines).toContain("const apiKey = ''");
  expect((await run(lines.replace("''", "'mine'"))).headers.get('authorization')).toBe(
    'Bearer mine',
  );
});

test('secrets in JSON are shortened as in the journal, and nothing else', () => {
  expect(shortenSecrets('{"name":"Bakery","apiKey":"abcd\\"efgh","token":"xyz"}')).toBe(
    '{"name":"Bakery","apiKey":"abcd…","token":"xyz…"}',
  );
});
