import { afterAll, beforeAll, describe, test } from '@jest/globals';
import { createMock, defaultApiKey, type Mock } from '../../mock/index.ts';
import { createPostgresStore } from '../../mock/postgres/index.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { describePostgres } from '../support/shared-mocks.ts';
import { otherWorkspace, workspace } from '../support/test-client.ts';
import { type AcceptanceTarget, questions } from './index.ts';

/** The questions whose answers may depend on the store. */
const some = questions.filter(({ id }) => id.startsWith('concurrency/'));

async function listen(mock: Pick<Mock, 'listen' | 'apiKeys'>): Promise<AcceptanceTarget> {
  const { url } = await mock.listen();
  return { baseUrl: url, apiKey: defaultApiKey, workspace, otherWorkspace };
}

describe('the mock on a real socket gives an independent client every expected response', () => {
  const mock = createMock();
  // Started here, since concurrent tests do not wait for `beforeAll`.
  const target = listen(mock);
  afterAll(() => mock.close());

  test.concurrent.each(questions)('$id: $title', async ({ ask }) => ask(await target));
});

describePostgres('so does a mock on PostgreSQL', () => {
  let server: TestPostgres;
  let mock: Pick<Mock, 'listen' | 'apiKeys' | 'close'>;
  let target: AcceptanceTarget;
  beforeAll(async () => {
    server = await startPostgres(['fsync=off']);
    mock = createMock({ store: createPostgresStore(server.patientUrl) });
    target = await listen(mock);
  });
  afterAll(async () => {
    await mock?.close();
    await server?.close();
  });

  test.each(some)('$id: $title', ({ ask }) => ask(target));
});
