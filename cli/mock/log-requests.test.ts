import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { createMock } from '../../mock/index.ts';
import { createPaint } from '../colour.ts';
import { logRequests } from './log-requests.ts';

test('a request that was answered before the log began is written first, with its reason', async () => {
  const mock = createMock({ seed: 1 });
  const ask = (path: string) => mock.fetch(new Request(`http://mock${path}`));
  await ask('/before');
  let written = '';
  const output = { write: (text: string) => (written += text) };
  const context = { environment: {}, stdout: output, stderr: output };
  logRequests(mock.journal, 'json', context, createPaint(false));
  await ask('/after');
  await turn();
  const lines = written
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  expect(lines).toMatchObject([
    { path: '/before', status: 404, detail: expect.any(String) },
    { path: '/after', status: 404, detail: expect.any(String) },
  ]);
});
