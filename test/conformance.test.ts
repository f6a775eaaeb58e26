import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { contract } from '../contract/index.ts';
import { createMock, type Mock } from '../mock/index.ts';
import { createPostgresStore } from '../mock/postgres/index.ts';
import {
  type CheckResult,
  listChecks,
  type RunResult,
  runSuite,
} from '../service/entries/conformance.ts';
import { startPostgres } from './support/postgres.ts';
import { describePostgres } from './support/shared-mocks.ts';

/**
 * The suite as Jest tests, one for each check: against the target at SITE_CONTRACT_URL (with SITE_CONTRACT_API_KEY,
 * SITE_CONTRACT_WORKSPACE, SITE_CONTRACT_OTHER_WORKSPACE, SITE_CONTRACT_SEED, SITE_CONTRACT_ALLOW_WRITES), or against a
 * mock that is started for it. Checks share records, so the suite runs once, and each test reports one check.
 */
const { SITE_CONTRACT_URL: url, SITE_CONTRACT_SEED: seed } = process.env;

let results: ReadonlyMap<string, CheckResult>;
let run: RunResult;
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const target = url === undefined ? await startMock() : { baseUrl: url, ...readEnvironment() };
  run = await runSuite({ ...target, seed: seed === undefined ? undefined : Number(seed) });
  results = new Map(run.checks.map((check) => [check.id, check]));
});

afterAll(async () => {
  for (const stop of stops.toReversed()) await stop();
});

async function startMock(
  mock: Pick<Mock, 'listen' | 'close' | 'apiKeys'> = createMock({ seed: 1 }),
) {
  const server = await mock.listen({ port: 0 });
  stops.push(() => mock.close());
  return {
    baseUrl: server.url,
    apiKey: mock.apiKeys[0] ?? '',
    workspace: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  };
}

function readEnvironment() {
  const { SITE_CONTRACT_API_KEY: apiKey, SITE_CONTRACT_WORKSPACE: workspace } = process.env;
  if (apiKey === undefined || workspace === undefined) {
    throw new Error(
      'SITE_CONTRACT_URL needs SITE_CONTRACT_API_KEY and SITE_CONTRACT_WORKSPACE beside it',
    );
  }
  const { SITE_CONTRACT_OTHER_WORKSPACE: otherWorkspace, SITE_CONTRACT_ALLOW_WRITES: allowed } =
    process.env;
  return { apiKey, workspace, otherWorkspace, allowWrites: allowed === 'true' || allowed === '1' };
}

test('the run came to a verdict', () => {
  expect(run.verdict.kind === 'not-run' ? run.verdict.reason : 'concluded').toBe('concluded');
});

const operations = new Set(listChecks(contract).map(({ operation }) => operation));

for (const operation of operations) {
  describe(operation, () => {
    for (const { id, title } of listChecks(contract).filter(
      (check) => check.operation === operation,
    )) {
      test(`${id}: ${title}`, () => {
        const check = results.get(id);
        if (check === undefined)
          throw new Error('the run has no result of this check (it needs --thorough)');
        const { outcome, level } = check;
        if (outcome.status === 'not-run') throw new Error(outcome.reason);
        if (outcome.status === 'inconclusive' || outcome.status === 'skipped') {
          console.warn(`${id} was ${outcome.status} (seed ${run.seed}): ${outcome.reason}`);
        }
        if (outcome.status === 'failed' && level === 'MUST') {
          const [first] = outcome.failures;
          throw new Error(
            `${first?.message}\nexpected ${first?.expected}\nreceived ${first?.received}\n${first?.exchange?.curl ?? ''}\nseed ${run.seed}`,
          );
        }
      });
    }
  });
}

// The suite writes concurrently, so this also tests the transactions of the store.
describePostgres('a mock on PostgreSQL', () => {
  test('conforms', async () => {
    const server = await startPostgres(['fsync=off']);
    const mock = createMock({ store: createPostgresStore(server.patientUrl) });
    stops.push(() => server.close());
    const { verdict } = await runSuite({ ...(await startMock(mock)), seed: 1 });
    expect(verdict).toEqual({ kind: 'conforms' });
  });
});
