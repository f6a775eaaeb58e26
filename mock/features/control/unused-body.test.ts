import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { rawExchange } from '../../../test/support/raw-exchange.ts';
import { call, sitesOf } from '../../../test/support/test-client.ts';
import { createTestMock } from '../../../test/support/test-mock.ts';

const mock = createTestMock();
let port = 0;
beforeAll(async () => {
  ({ port } = await mock.listen({ port: 0, control: { token: 'unused-body-token' } }));
});
afterAll(() => mock.close());

const head = [
  'POST /__mock/reset HTTP/1.1',
  'Host: 127.0.0.1',
  'Authorization: Bearer unused-body-token',
];

test.each([
  ['is malformed', [...head, 'Transfer-Encoding: chunked', '', 'zz', '{}', ''], 400],
  ['breaks off', [...head, 'Content-Length: 5', '', '{'], 400],
  ['is too large', [...head, 'Content-Length: 65537', '', 'x'.repeat(65_537)], 413],
])('a request whose unused body %s is refused without effect', async (_, lines, status) => {
  await call(mock, `POST ${sitesOf()}`, { json: { name: 'Kept' } });
  const { answers } = await rawExchange(port, lines.join('\r\n'), {
    halfClose: true,
  });
  expect(answers).toMatchObject([{ status }]);
  const { json } = await call(mock, `GET ${sitesOf()}`);
  expect(json).toHaveProperty('data.0.name', 'Kept');
});

test('a request with a small, complete unused body is executed', async () => {
  const lines = [...head, 'Content-Length: 2', '', '{}'];
  const { answers } = await rawExchange(port, lines.join('\r\n'));
  expect(answers).toMatchObject([{ status: 204 }]);
  expect((await call(mock, `GET ${sitesOf()}`)).json).toMatchObject({ data: [] });
});
