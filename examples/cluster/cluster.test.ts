import { spawnSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { findPostgres } from '../../test/support/postgres.ts';
import { describePostgres } from '../../test/support/shared-mocks.ts';

function runCluster(argv: readonly string[], env: NodeJS.ProcessEnv = process.env) {
  return spawnSync(process.execPath, ['examples/cluster/run.mjs', ...argv], {
    encoding: 'utf8',
    timeout: 200_000,
    env,
  });
}

test('a cluster without PostgreSQL says in one line what to install', () => {
  const { status, stdout, stderr } = runCluster([], { PATH: '', POSTGRES_BIN: '/nowhere' });
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(/^the cluster could not run: install PostgreSQL .*\n$/);
});

describePostgres('the example cluster', () => {
  test('loses nothing while a mock and the database are killed', () => {
    const bin = String(findPostgres());
    const { status, stdout } = runCluster(['6'], { ...process.env, POSTGRES_BIN: bin });
    expect(stdout).toContain('VERDICT: nothing was lost');
    expect(status).toBe(0);
  });
});
