import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { createMock } from '../../mock/index.ts';
import { useProgram } from '../../test/installed/use-program.ts';
import { loadTestContract } from '../../test/support/load-test-contract.ts';
import { type Change, serveChanged } from '../../test/support/serve-changed.ts';

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

describe('Ctrl-C during a run against a contract of another service', () => {
  const runs = async (change: (press: () => void) => Change) => {
    const library = await loadTestContract('library');
    const mock = createMock({ contract: library, seed: 1, apiKeys: ['key'] });
    let press = () => {};
    const { url, close } = await serveChanged(
      (request) => mock.fetch(request),
      change(() => press()),
    );
    const started = program.start(['conformance', url, ...contract, '--api-key', 'key']);
    press = () => started.child.kill('SIGINT');
    const ended = await started.ended;
    const headers = { 'X-Library-Key': 'key' };
    const response = await mock.fetch(new Request(`${url}/branches`, { headers }));
    const { total } = await response.json();
    await close();
    return { ...ended, total };
  };

  test('deletes what the run created, and has no verdict', async () => {
    let created = 0;
    const { code, stderr, total } = await runs((press) => async (request, forward) => {
      const response = await forward(request);
      const isCreation = request.method === 'POST' && response.status === 201;
      if (isCreation) created += 1;
      if (isCreation && created === 10) press();
      return response;
    });
    expect(stderr).toContain('creating at most 150 branches, 150 shelves');
    expect(stderr).toContain('press Ctrl-C again to end at once');
    expect(stderr).toContain('the run was ended before all checks were done');
    expect(code).toBe(2);
    // The run does not know of a record whose creation was on its way.
    expect(total).toBeLessThanOrEqual(1);
  });

  test('ends the program at once when it is pressed again', async () => {
    let created = 0;
    let isEnding = false;
    const { code } = await runs((press) => async (request, forward) => {
      const response = await forward(request);
      if (request.method === 'POST') created += 1;
      if (created === 10 && !isEnding) {
        isEnding = true;
        press();
        return response;
      }
      // The deletion never gets an answer.
      if (request.method !== 'DELETE' || !isEnding) return response;
      const again = setInterval(press, 200);
      return new Promise((resolve) => {
        setTimeout(() => {
          clearInterval(again);
          resolve(response);
        }, 4000);
      });
    });
    expect(code).toBe(130);
  });
});
