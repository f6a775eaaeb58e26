import { afterEach, describe, expect, test } from '@jest/globals';
import { startUnreliable, type UnreliableTarget } from '../../test/support/unreliable-target.ts';
import { type Check, type RunResult, runSuite } from '../index.ts';
import { call } from './run.ts';

let target: UnreliableTarget | undefined;
afterEach(() => target?.close());

/** Fails if the response to its only request is not the documented one. */
const own: Check = {
  id: 'listSites/own',
  title: 'The list answers 201',
  operation: 'listSites',
  level: 'MUST',
  requirements: ['list-sites-limit'],
  sends: 'a list',
  expects: '201',
  stage: 'calls',
  writes: false,
  async run(scope) {
    const { workspace } = scope.run.options;
    const path = { workspaceId: workspace };
    const sent = await call(scope, { operation: 'listSites', path, query: 'limit=7' });
    if (sent.reply?.status === 201) return;
    scope.fail({
      message: 'the list answers another status',
      expected: '201',
      received: String(sent.reply?.status),
      exchange: scope.run.show(sent),
    });
  },
};

/** @param wrong whether the response with this number, counted from 0, is wrong */
async function run(wrong: (count: number) => boolean): Promise<RunResult['checks'][number]> {
  let count = 0;
  target = await startUnreliable((incoming, response) => {
    if (!incoming.path.endsWith('limit=7') || !wrong(count++)) return false;
    response.writeHead(404).end();
    return true;
  });
  const result = await runSuite({ ...target.options, seed: 1, only: [own.id], checks: [own] });
  const [found] = result.checks.filter(({ id }) => id === own.id);
  if (found === undefined) throw new Error('the check is not in the result');
  return found;
}

describe('a failed check', () => {
  test.each([
    { title: 'passes then', wrong: [0], attempts: { failed: 1, of: 3 } },
    { title: 'passes once', wrong: [0, 2], attempts: { failed: 2, of: 3 } },
  ])('is run again, and is intermittent if it $title', async ({ wrong, attempts }) => {
    const { outcome } = await run((count) => wrong.includes(count));
    expect(outcome).toMatchObject({ status: 'failed', attempts });
    expect(JSON.stringify(outcome)).toContain(
      `intermittently: it failed ${attempts.failed} of ${attempts.of} attempts`,
    );
  });

  test('is run once more if it fails again, and is reported unchanged', async () => {
    const { outcome } = await run(() => true);
    expect(outcome).toMatchObject({ status: 'failed', attempts: { failed: 2, of: 2 } });
    expect(JSON.stringify(outcome)).not.toContain('intermittently');
    expect(target?.requests.filter(({ path }) => path.endsWith('limit=7'))).toHaveLength(2);
  });

  test('is not run again if it passes', async () => {
    expect((await run(() => false)).outcome).toEqual({ status: 'passed' });
    expect(target?.requests.filter(({ path }) => path.endsWith('limit=7'))).toHaveLength(1);
  });
});
