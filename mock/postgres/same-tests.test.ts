import { afterAll, afterEach, beforeAll, describe, jest } from '@jest/globals';
import { describeInCi } from '../../test/support/in-ci.ts';
import { preparePostgres } from '../../test/support/postgres.ts';
import { describePostgres } from '../../test/support/shared-mocks.ts';
import { closeTestMocks, keepTestMocks, useSharedStores } from '../../test/support/test-mock.ts';
import { createPostgresStore } from './index.ts';

/** Test files that pass with any store. They also run by themselves, in memory. */
const files = [
  'features/control/control',
  'features/control/edit-state',
  'features/control/state',
  'features/faults/faults',
  'features/journal/journal',
  'sessions/sessions',
];

/** The code tested here uses the store in the same way as that of the files above, so these run on PostgreSQL only in CI. */
const filesInCi = [
  'features/control/access',
  'features/control/attacks',
  'features/control/faults',
  'features/control/origins',
  'features/control/requests',
  'features/control/unused-body',
  'features/control/webhooks',
  'features/faults/fault-rule',
  'features/journal/expect-requests',
  'mock-request',
  'features/webhooks/mock-webhooks',
  'features/webhooks/webhooks',
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

  const load = (file: string): void => {
    jest.requireActual(`../${file}.test.ts`);
  };
  describe.each(files)('%s', load);
  describeInCi.each(filesInCi)('%s', load);
  keepTestMocks();
});
