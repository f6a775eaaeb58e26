import { spawnSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { describeIf, testInCi } from '../../test/support/in-ci.ts';
import { findPostgres } from '../../test/support/postgres.ts';

const hasNginx = spawnSync('nginx', ['-v']).status === 0;

test('a cluster without its programs says in one line what to install', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['examples/cluster/run.mjs'], {
    encoding: 'utf8',
    env: { PATH: '', POSTGRES_BIN: '/nowhere' },
  });
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(/^the cluster could not run: install PostgreSQL .* nginx .*\n$/);
});

describeIf(hasNginx && findPostgres() !== undefined)('the example cluster', () => {
  // Two runs of the suite under load; mock/postgres has tests of each failure by itself.
  testInCi('conforms and loses nothing while a mock and the database are killed', () => {
    expect(runCluster('6')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('VERDICT: the cluster conforms and lost nothing'),
    });
  });

  test('keeps many sessions separate', () => {
    const { status, stdout, stderr } = runCluster('--sessions', '60');
    expect({ status, stdout, stderr }).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('VERDICT: all sessions stayed separate'),
      stderr: '',
    });
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });
});

function runCluster(...argv: string[]) {
  return spawnSync(process.execPath, ['examples/cluster/run.mjs', ...argv], {
    encoding: 'utf8',
    timeout: 500_000,
    killSignal: 'SIGTERM',
  });
}
