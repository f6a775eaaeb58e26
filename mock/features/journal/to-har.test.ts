import { expect, test } from '@jest/globals';
import { contract } from '../../../contract/index.ts';
import { createJudge } from '../../../gate/traffic/judge-exchange.ts';
import { parseHar } from '../../../gate/traffic/read-har.ts';
import { call, sitesOf } from '../../../test/support/test-client.ts';
import { createMock } from '../../create-mock.ts';
import { toHar } from './to-har.ts';

test('can be read by `site-contract check`, which finds no violation', async () => {
  const mock = createMock({ seed: 1, apiKeys: ['a-secret-key'] });
  const headers = { authorization: 'Bearer a-secret-key' };
  const { json } = await call(mock, `POST ${sitesOf()}`, { json: { name: 'Été' }, headers });
  await call(mock, `GET ${sitesOf()}?limit=5`, { headers });
  await call(mock, `POST ${sitesOf()}`, { json: { name: 7 }, headers });
  const archive = JSON.stringify(toHar(mock.journal.list(), 'http://127.0.0.1:4010/'));
  expect(archive).not.toContain('a-secret-key');
  expect(archive).not.toContain(Object(json).apiKey);
  const exchanges = parseHar(archive, 'requests.har');
  expect(exchanges.map(({ method, response }) => [method, response?.status])).toEqual([
    ['POST', 201],
    ['GET', 201],
    ['POST', 422],
  ]);
  const judge = createJudge(contract, { hasCredentials: true });
  const violations = exchanges.map((exchange) => judge(exchange)?.violations);
  expect(violations).toEqual([
    [],
    [],
    [expect.objectContaining({ side: 'request', pointer: '/name' })],
  ]);
});

test('contains what every reader of archives expects', async () => {
  const mock = createMock({ seed: 1 });
  await call(mock, `POST ${sitesOf()}?a=1&b=`, { json: { name: 'A' } });
  const { log } = toHar(mock.journal.list(), 'http://127.0.0.1:4010/');
  expect(log).toMatchObject({ version: '1.2', creator: { name: 'site-contract' } });
  expect(log.entries).toMatchObject([
    {
      startedDateTime: expect.stringMatching(/^\d{4}-.*Z$/),
      time: expect.any(Number),
      request: {
        url: `http://127.0.0.1:4010${sitesOf()}?a=1&b=`,
        httpVersion: 'HTTP/1.1',
        cookies: [],
        queryString: [
          { name: 'a', value: '1' },
          { name: 'b', value: '' },
        ],
        headersSize: -1,
        bodySize: 12,
        postData: { mimeType: 'application/json', text: '{"name":"A"}' },
      },
      response: { cookies: [], redirectURL: '', content: { mimeType: expect.any(String) } },
      cache: {},
      timings: { send: 0, wait: expect.any(Number), receive: 0 },
      _id: 1,
    },
  ]);
});

test('omits a body that is incomplete in the journal', async () => {
  const mock = createMock({ seed: 1 });
  await call(mock, `POST ${sitesOf()}`, { json: { name: 'x'.repeat(20_000) } });
  const text = JSON.stringify(toHar(mock.journal.list(), 'http://127.0.0.1:4010'));
  expect(JSON.parse(text).log.entries[0].request).not.toHaveProperty('postData');
  expect(JSON.parse(text).log.entries[0].request.bodySize).toBe(20_011);
  const [exchange] = parseHar(text, 'requests.har');
  expect(exchange).toMatchObject({ requestBody: undefined });
});
