import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { useLibrary } from '../../test/support/library-story.ts';
import { loadTestContract } from '../../test/support/load-test-contract.ts';
import { startPostgres, type TestPostgres } from '../../test/support/postgres.ts';
import { describePostgres } from '../../test/support/shared-mocks.ts';
import { createMock } from '../index.ts';
import { createPostgresStore } from './index.ts';

describePostgres('a mock of another contract on PostgreSQL', () => {
  let server: TestPostgres;

  beforeAll(async () => {
    server = await startPostgres(['fsync=off']);
  });

  afterAll(() => server?.close());

  test('keeps its records, and another mock continues with them', async () => {
    const contract = await loadTestContract('library');
    const create = () => createMock({ contract, store: createPostgresStore(server.patientUrl) });
    const first = create();
    await useLibrary('http://mock', (request) => first.fetch(request));
    const { contents } = await first.snapshot();
    const second = create();
    expect((await second.snapshot()).contents).toEqual(contents);
    const headers = { 'X-Library-Key': 'site-contract-key', 'Content-Type': 'application/json' };
    const body = JSON.stringify({ name: 'Hill', city: 'Turku' });
    const request = new Request('http://mock/branches', { method: 'POST', headers, body });
    expect(await (await second.fetch(request)).json()).toMatchObject({ id: 4, name: 'Hill' });
    await first.close();
    await second.close();
  });
});
