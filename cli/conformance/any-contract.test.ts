import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { useProgram } from '../../test/installed/use-program.ts';

const program = useProgram();
const contract = ['--contract', path.resolve('test/contracts/library.yaml')];

describe('the suite, for a contract of another service', () => {
  test('judges a mock of it', async () => {
    const { url } = await program.startMock(contract);
    const key = ['--api-key', 'site-contract-key'];
    const only = ['--only', 'createBranch', '--only', 'listBranches'];
    const { code, stdout } = await program.run(['conformance', url, ...contract, ...key, ...only]);
    expect(stdout).toContain('CONFORMS');
    expect(stdout).toContain('checked against Library');
    expect(code).toBe(0);
  });

  test('lists and explains its checks', async () => {
    const listed = await program.run(['conformance', ...contract, '--list', '--only', 'getBranch']);
    expect(listed.stdout).toMatch(/^MUST +getBranch\/replies-as-documented +A valid request gets/m);
    const explain = ['--explain', 'createBranch/is-read-back'];
    const explained = await program.run(['conformance', ...contract, ...explain]);
    expect(explained.stdout).toContain(
      'MUST branch-is-read-back: A branch that was created is read back as it was sent. (branch)',
    );
  });

  test('refuses checks that it does not have', async () => {
    const argv = ['conformance', 'http://127.0.0.1:9', ...contract, '--only', 'getBranches'];
    const { code, stderr } = await program.run(argv);
    expect(stderr).toBe(
      'site-contract: --only getBranches selects no check; did you mean getBranch?\n',
    );
    expect(code).toBe(2);
  });
});
