import { afterAll, afterEach, beforeAll, jest } from '@jest/globals';
import { describeInCi } from '../../test/support/in-ci.ts';
import { preparePostgres } from '../../test/support/postgres.ts';
import { describePostgres } from '../../test/support/shared-mocks.ts';
import { closeTestMocks, keepTestMocks, useSharedStores } from '../../test/support/test-mock.ts';
import { createPostgresStore } from './index.ts';

/** Test files that pass with any store. They also run by themselves, in memory. */
const files = [
  'features/control/control',
  'features/faults/faults',
  'features/journal/journal',
  'features/webhooks/mock-webhooks',
  'trace',
  'sessions/sessions',
];

describePostgres('on PostgreSQL', () => {
  // The files create mocks when they are loaded, so the address is needed before the server runs.
  const server = preparePostgres(['fsync=off']);
  let schemas = 0;
  useSharedStores(() => {
    schemas += 1;
    return createPostgresStore(server.patientUrl, { schema: `tests_${schemas}` });
  });
  beforeAll(() => server.start());
  // A file closes the mocks that all its tests use.
  afterEach(closeTestMocks);
  afterAll(() => server.close());

  // They take long.
  describeInCi.each(files)('%s', (file) => {
    jest.requireActual(`../${file}.test.ts`);
  });
  keepTestMocks();
});
