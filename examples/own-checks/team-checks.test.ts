import { expect, test } from '@jest/globals';
import { runSuite } from 'site-contract/conformance';
import { createMock } from 'site-contract/mock';
import { teamChecks } from './team-checks.ts';

const workspace = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

test("a team's checks run beside those of the suite", async () => {
  const mock = createMock();
  const server = await mock.listen({ port: 0 });
  try {
    const { checks } = await runSuite({
      baseUrl: server.url,
      apiKey: mock.apiKeys[0] ?? '',
      workspace,
      checks: teamChecks,
      only: ['team', 'createSite/accepts-a-name-alone'],
    });
    const statusOf = (id: string) => checks.find((check) => check.id === id)?.outcome.status;
    expect(statusOf('team/lists-in-good-time')).toBe('passed');
    expect(statusOf('team/forbids-caching')).toMatch(/^(?:passed|failed)$/);
    expect(statusOf('createSite/accepts-a-name-alone')).toBe('passed');
  } finally {
    await server.close();
  }
});

test('a check must not have the id of another one', async () => {
  const [check] = teamChecks;
  if (check === undefined) throw new Error('check not found');
  const options = { baseUrl: 'http://127.0.0.1:1', apiKey: 'some-key', workspace };
  await expect(runSuite({ ...options, checks: [check, check] })).rejects.toThrow(
    /two checks have the id team\/lists-in-good-time/,
  );
});
