import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createMock, defaultApiKey, type Mock } from '../../mock/index.ts';
import { createPostgresStore } from '../../mock/postgres/index.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { describePostgres } from '../support/shared-mocks.ts';
import { Client, createExamples, expectProblem, freshWorkspace, sitesOf } from './client.ts';
import { malformedRequests } from './malformed-http.ts';
import { concurrency, questions } from './questions.ts';
import { refusedRequests, unknownPaths } from './refused-requests.ts';

const connect = async (mock: Pick<Mock, 'listen'>): Promise<Client> =>
  new Client((await mock.listen()).url, defaultApiKey);

describe('the mock on a socket', () => {
  const mock = createMock();
  // Started here, since concurrent tests do not wait for `beforeAll`.
  const connected = connect(mock);
  afterAll(() => mock.close());

  test.concurrent.each(Object.entries(questions))('%s', async (_, ask) => {
    await expect(ask(await connected)).resolves.toBeUndefined();
  });

  test.concurrent.each(refusedRequests)(
    '$title gets $statuses from every operation, without effect',
    async ({ change, statuses, id, needsBody = false }) => {
      const client = await connected;
      const { examples, snapshot } = await createExamples(client);
      const before = await snapshot();
      for (const { method, path, json } of examples) {
        if (needsBody && json === undefined) continue;
        const asked = id === undefined ? path : path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, () => id);
        const answer = await client.send({ method, path: asked, json, ...change });
        expectProblem(answer, ...statuses);
        expect(answer.headers.has('x-injected')).toBe(false);
      }
      expect(await snapshot()).toEqual(before);
    },
  );

  test.concurrent.each(unknownPaths)('GET and POST on %s get 404', async (path) => {
    const client = await connected;
    for (const answer of [await client.send({ path }), await client.post(path, { name: 'a' })])
      expect(expectProblem(answer, 404)).toEqual([]);
  });

  test.concurrent.each(malformedRequests)(
    'a request with %s is refused with a response, without effect',
    async (_, toBytes) => {
      const client = await connected;
      const workspace = freshWorkspace();
      const bytes = Buffer.from(toBytes(client, sitesOf(workspace)), 'latin1');
      const { status } = await client.answer(bytes, { halfClose: true });
      assert.ok((status >= 400 && status < 500) || [501, 505].includes(status), String(status));
      expect((await client.listSites(workspace)).data).toEqual([]);
    },
  );
});

describePostgres('the mock on PostgreSQL', () => {
  let server: TestPostgres;
  let mock: Pick<Mock, 'listen' | 'close'>;
  let client: Client;
  beforeAll(async () => {
    server = await startPostgres(['fsync=off']);
    mock = createMock({ store: createPostgresStore(server.patientUrl) });
    client = await connect(mock);
  });
  afterAll(async () => {
    await mock?.close();
    await server?.close();
  });

  test.each(Object.entries(concurrency))('%s', async (_, ask) => {
    await expect(ask(client)).resolves.toBeUndefined();
  });
});
