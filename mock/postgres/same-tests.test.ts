import { afterAll, afterEach, beforeAll, describe, jest } from '@jest/globals';
import { preparePostgres } from '../../test/support/postgres.ts';
import { describePostgres } from '../../test/support/shared-mocks.ts';
import { closeTestMocks, keepTestMocks, useSharedStores } from '../../test/support/test-mock.ts';
import { createPostgresStore } from './index.ts';

/** Test files that hold whatever the store is, beside their own run in memory. */
const files = [
  'features/control/access',
  'features/control/attacks',
  'features/control/control',
  'features/control/edit-state',
  'features/control/faults',
  'features/control/requests',
  'features/control/unused-body',
  'features/control/webhooks',
  'features/faults/faults',
  'features/journal/expect-requests',
  'features/journal/journal',
  'features/trace-context',
  'features/webhooks/mock-webhooks',
  'features/webhooks/webhooks',
  'sessions/sessions',
];

describePostgres('on PostgreSQL', () => {
  // Mocks of the files are made while they are read, so that their address is needed before the server runs.
  const server = preparePostgres(['fsync=off']);
  let schemas = 0;
  useSharedStores(() => {
    schemas += 1;
    return createPostgresStore(server.patientUrl, { schema: `tests_${schemas}` });
  });
  beforeAll(() => server.start());
  // Those of a whole file are closed by it.
  afterEach(closeTestMocks);
  afterAll(() => server.close());

  describe.each(files)('%s', (file) => {
    jest.requireActual(`../${file}.test.ts`);
  });
  keepTestMocks();
});
