import { spawnSync } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';
import { findPostgres } from '../../test/support/postgres.ts';

const hasNginx = spawnSync('nginx', ['-v']).status === 0;
const isLeftOut = !(hasNginx && findPostgres() !== undefined) && process.env['CI'] === undefined;

(isLeftOut ? describe.skip : describe)('the cluster of the example', () => {
  test('conforms and loses nothing while a mock and the database are killed', () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['examples/cluster/run.mjs', '6'],
      { encoding: 'utf8', timeout: 110_000, killSignal: 'SIGTERM' },
    );
    expect({ status, stdout, stderr: status === 0 ? '' : stderr }).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('VERDICT: the cluster conforms, and lost nothing'),
    });
  });
});
