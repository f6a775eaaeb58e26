import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { useProgram } from '../../test/installed/use-program.ts';

const program = useProgram();
const contract = ['--contract', path.resolve('test/contracts/library.yaml')];

describe('the suite, for a contract of another service', () => {
  test('judges a mock of it', async () => {
    const { url } = await program.startMock(contract);
    const only = ['--only', 'createBranch', '--only', 'listBranches'];
    const more = ['--param', 'branchId=1', '--include', 'listBranches', '--json', 'run.json'];
    const argv = ['conformance', url, ...contract, ...only, ...more];
    const { code, stdout } = await program.run(argv, {
      environment: { SITE_CONTRACT_AUTH_KEY: 'site-contract-key' },
    });
    const { command } = JSON.parse(readFileSync(path.join(program.folder(), 'run.json'), 'utf8'));
    expect(command).toContain(
      '--include listBranches --param branchId=1 --auth "key=$SITE_CONTRACT_AUTH_KEY"',
    );
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

  test.each([
    [
      '--auth',
      'keys=a',
      '--auth keys: the contract has no security scheme of this name; did you mean "key"?',
    ],
    [
      '--param',
      'branch=1',
      '--param branch: the contract has no path parameter of this name; did you mean "branchId"?',
    ],
    [
      '--include',
      'getBranches',
      '--include getBranches: the contract has no operation of this name; did you mean "getBranch"?',
    ],
  ])('refuses %s %s', async (flag, value, want) => {
    const argv = ['conformance', 'http://127.0.0.1:9', ...contract, flag, value];
    expect(await program.run(argv)).toMatchObject({ code: 2, stderr: `site-contract: ${want}\n` });
  });
});
