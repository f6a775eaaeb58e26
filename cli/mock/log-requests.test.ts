import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { createMock } from '../../mock/index.ts';
import { createPaint } from '../../writers/terminal-text.ts';
import { logRequests } from './request-log.ts';

test('a request answered before the log starts is written first, with its reason', async () => {
  const mock = createMock({ seed: 1 });
  const ask = (path: string) => mock.fetch(new Request(`http://mock${path}`));
  await ask('/before');
  let written = '';
  const output = { write: (text: string) => (written += text) };
  const context = { environment: {}, stdout: output, stderr: output };
  logRequests(mock.journal, { form: 'json', only: [] }, context, createPaint(false));
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

test('a filter writes only requests with one of its statuses or operations', async () => {
  const mock = createMock({ seed: 1 });
  let written = '';
  const output = { write: (text: string) => (written += text) };
  const context = { environment: {}, stdout: output, stderr: output };
  const only = ['4xx', 'createSite', '302'];
  logRequests(mock.journal, { form: 'json', only }, context, createPaint(false));
  const sites = '/v1/workspaces/7c9e6679-7425-40de-944b-e07fc1f90ae7/sites';
  const ask = (target: string, init: RequestInit = {}): Promise<Response> =>
    mock.fetch(
      new Request(`http://mock${target}`, {
        ...init,
        headers: {
          authorization: 'Bearer site-contract-key',
          'content-type': 'application/json',
          ...init.headers,
        },
      }),
    );
  await ask(sites);
  await ask(`${sites}?limit=x`);
  await ask(sites, { method: 'POST', body: '{"name":"One"}' });
  await ask(sites, { headers: { prefer: 'code=302' } });
  await ask(sites, { headers: { prefer: 'code=500' } });
  await turn();
  const statuses = written
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).status);
  expect(statuses).toEqual([400, 201, 302]);
});
