import { expect, test } from '@jest/globals';
import { toCurlLine } from './to-curl-line.ts';

test('writes a line that a shell takes, with the key of the mock and without what curl sets itself', () => {
  const entry = {
    id: 1,
    time: '2026-01-01T00:00:00.000Z',
    session: 'default',
    method: 'POST',
    path: '/v1/sites',
    query: 'a=b',
    status: 201,
    durationMs: 1,
    faults: [],
    request: {
      headers: [
        { name: 'Host', value: '127.0.0.1' },
        { name: 'Authorization', value: 'Bearer site…' },
        { name: 'Content-Type', value: 'application/json' },
        { name: 'Sec-Fetch-Mode', value: 'cors' },
      ],
      body: { text: '{"name":"it\'s"}', bytes: 15, truncated: false },
    },
    response: { headers: [] },
  };
  expect(toCurlLine(entry, { baseUrl: 'http://127.0.0.1:4010/', apiKeys: ['key'] })).toBe(
    `curl -i -X POST 'http://127.0.0.1:4010/v1/sites?a=b' -H 'Authorization: Bearer key' -H 'Content-Type: application/json' --data-raw '{"name":"it'\\''s"}'`,
  );
});
