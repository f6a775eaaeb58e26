import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { runProgram, startProgram } from './installed/run-program.ts';
import { until } from './installed/until.ts';
import { testInCi } from './support/in-ci.ts';
import {
  breaking,
  higher,
  original,
  program,
  useRepository,
} from './support/pipeline-repository.ts';
import { useFolder } from './support/use-folder.ts';

const { folder, git, write, read } = useRepository();
const elsewhere = path.join(useFolder(), 'secret.yaml');
const gate = (...words: string[]) =>
  runProgram(process.execPath, [program, 'gate', '--skip', 'mock', ...words], { cwd: folder() });
const base = ['--base', 'git:origin/main'];

describe('the gate in a repository', () => {
  testInCi('passes a change of texts, and an addition with a new version', async () => {
    write('spec/openapi.yaml', original.replace('List sites', 'List all sites'));
    expect(await gate(...base)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Gate passed'),
    });
    const added = original.replace(
      'SiteCreation:\n      type: object',
      'SiteCreation:\n      type: object\n      minProperties: 0',
    );
    const wider = added.replace('required: [name]\n', 'required: []\n');
    write('spec/openapi.yaml', wider);
    expect(await gate(...base)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('Set info.version to 1.1.0'),
    });
    write('spec/openapi.yaml', wider.replace('version: 1.0.0', 'version: 1.1.0'));
    expect(await gate(...base)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Gate passed'),
    });
  });

  test('refuses a breaking change, names it, and passes once it is accepted', async () => {
    write('spec/openapi.yaml', higher(breaking));
    // Paths in the config file are absolute once they are read.
    write('site-contract.config.json', '{ "gate": { "document": "spec/openapi.yaml" } }');
    const refused = await gate(...base);
    expect(refused).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('/name must have at most 40 characters'),
    });
    expect(JSON.parse(read('gate-reports/gate.json'))).toMatchObject({ verdict: 'failed' });
    const comment = read('gate-reports/gate.md');
    // The comment starts with what is wrong, where, and what to do.
    const top = comment.split('<details>')[0] ?? '';
    expect(top).toMatch(/maxLength|40 characters/);
    expect(top).toMatch(/spec\/openapi\.yaml:\d+/);
    // The terminal shows the request that is refused.
    expect(refused.stdout).toMatch(/\n +curl .*-X POST [\s\S]*\/v1\/workspaces\/[\s\S]*\{"name":"/);
    expect(top).toContain('Restore what clients rely on');
    const [change] = JSON.parse(read('gate-reports/diff.json')).changes;
    write(
      'accepted.json',
      JSON.stringify({
        breaks: [{ change: change.id, reason: 'announced', expires: '2999-12-31' }],
      }),
    );
    expect(await gate(...base, '--accept', 'accepted.json')).toMatchObject({ code: 0 });
  });

  test('diff compares a file with the one of a commit that has the same path', async () => {
    write('spec/second.yaml', breaking);
    git('add', 'spec');
    git('commit', '-qm', 'second');
    const diff = [program, 'diff', 'git:HEAD', 'spec/second.yaml'];
    const same = await runProgram(process.execPath, diff, { cwd: folder() });
    expect(same).toMatchObject({ code: 0, stdout: expect.stringContaining('No changes') });
  });

  test('refuses stale generated files; an unreachable deployment gives no verdict', async () => {
    write(
      'package.json',
      JSON.stringify({
        scripts: { 'check:generated': "printf 'stale \\033[31m##[x]' >&2; exit 1" },
      }),
    );
    expect(await gate('--only', 'generated')).toMatchObject({
      code: 1,
      // Neither a terminal nor GitHub's runner obeys the output of a step.
      stdout: expect.stringContaining('stale \\u{1b}[31m##\\u{5b}x]'),
    });
    const environment = {
      SITE_CONTRACT_API_KEY: 'a-secret-key',
      SITE_CONTRACT_WORKSPACE: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    };
    const away = await runProgram(
      process.execPath,
      [program, 'gate', '--only', 'deployment', '--base-url', 'http://127.0.0.1:9'],
      { cwd: folder(), environment },
    );
    expect(away).toMatchObject({ code: 2, stdout: expect.stringContaining('deployment') });
    expect(away.stdout + away.stderr + read('gate-reports/gate.json')).not.toContain(
      'a-secret-key',
    );
  });

  testInCi('reports what a deployment has newly broken since an earlier report', async () => {
    const mock = startProgram(process.execPath, [program, 'mock', '--port', '0'], {
      cwd: folder(),
    });
    try {
      const target = `http://127.0.0.1:${await mock.waitFor(/http:\/\/127\.0\.0\.1:(\d+)/)}`;
      const judge = (key: string, ...words: string[]) =>
        runProgram(
          process.execPath,
          [program, 'gate', '--only', 'deployment', '--target', target, ...words],
          {
            cwd: folder(),
            environment: {
              SITE_CONTRACT_API_KEY: key,
              SITE_CONTRACT_WORKSPACE: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
            },
          },
        );
      // The report of each run, in the folder that each run clears, is what the next one compares with.
      const since = ['--since', 'gate-reports/deployment.json'];
      const first = await judge('site-contract-key', ...since);
      expect(first).toMatchObject({ code: 0, stdout: expect.stringContaining('does not exist') });
      const report = JSON.parse(read('gate-reports/deployment.json'));
      // A copy of the report in which one check has failed.
      const [check] = report.checks;
      check.outcome = { status: 'failed', failures: [{ message: 'm' }] };
      write('gate-reports/deployment.json', JSON.stringify(report));
      const second = await judge('site-contract-key', ...since);
      expect(second).toMatchObject({ code: 0, stdout: expect.stringContaining('1 repaired') });
      expect(second.stdout).toMatch(/•\s+✓ \w+\//);
    } finally {
      await mock.stop();
    }
  });

  test('refuses a document that is a link to a file elsewhere, whose text messages could quote', async () => {
    writeFileSync(elsewhere, 'a: secret: text');
    rmSync(path.join(folder(), 'spec/openapi.yaml'));
    symlinkSync(elsewhere, path.join(folder(), 'spec/openapi.yaml'));
    const { code, stdout } = await gate(...base);
    expect(code).toBe(2);
    expect(stdout).toContain('is a link out of this folder');
    expect(stdout).not.toContain('secret: text');
  });

  test('explains in each step that reads it why a document is invalid', async () => {
    write('spec/openapi.yaml', 'openapi: 3.1.0\n');
    const { code, stdout } = await gate(...base);
    expect(code).toBe(2);
    expect(stdout).toMatch(/! document +\S+openapi.yaml:1: /);
    expect(stdout).toMatch(/! diff +\S+openapi.yaml: /);
  });

  test('says in the verdict that nothing was compared if no base is named', async () => {
    const { code, stdout } = await gate();
    expect(code).toBe(0);
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(
      /^Gate passed, but nothing was compared: no base; set --base/,
    );
    expect(read('gate-reports/gate.md').split('\n')[0]).toContain('nothing was compared');
  });

  test('refuses an example that does not match its schema, with its place', async () => {
    write('spec/openapi.yaml', original.replace('name: Harbour Café\n', 'name: 7\n'));
    const { code, stdout } = await gate('--only', 'document');
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /• spec\/openapi\.yaml:\d+: the example does not match its schema: \S*\/name must be a string/,
    );
  });

  test('compares a document with an operation that the mock does not have', async () => {
    const operation = 'get:\n      operationId: readStatus\n      responses: {}\n';
    write(
      'spec/openapi.yaml',
      original.replace('\npaths:\n', `\npaths:\n  /status:\n    ${operation}`),
    );
    await gate(...base);
    const { counts } = JSON.parse(read('gate-reports/diff.json'));
    expect(counts).toMatchObject({ breaking: 0, compatible: 1 });
  });

  test('shows the step of generated files only if the script exists, and accepts a list of steps', async () => {
    const { code, stdout } = await gate('--only', 'document,version');
    expect(code).toBe(0);
    expect(stdout).not.toContain('generated');
  });

  test('takes neither target nor commands from the config file, which a change can edit', async () => {
    for (const [key, value] of Object.entries({
      target: 'http://127.0.0.1:9',
      base: 'x',
      skip: 'diff',
    })) {
      write('site-contract.config.json', JSON.stringify({ gate: { [key]: value } }));
      expect(await gate('--only', 'document')).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(`gate.${key}: pass it on the command line`),
      });
    }
  });

  test('replaces links in the folder of reports, and refuses a folder that is a link', async () => {
    write('precious.txt', 'precious');
    mkdirSync(path.join(folder(), 'gate-reports'));
    for (const name of ['gate.md', 'gate.json', 'mock.html'])
      symlinkSync('../precious.txt', path.join(folder(), 'gate-reports', name));
    expect(await gate('--only', 'document')).toMatchObject({ code: 0 });
    expect(read('precious.txt')).toBe('precious');
    symlinkSync('spec', path.join(folder(), 'linked'));
    for (const name of ['linked', 'linked/inner', 'precious.txt'])
      expect(await gate('--reports', name)).toMatchObject({
        code: 2,
        stderr: `site-contract: --reports ${name}: is a link or a file; name a folder\n`,
      });
  });

  testInCi.each([
    ['SIGTERM', '', 143],
    ['SIGTERM', 'setsid', 143],
    ['SIGINT', '', 130],
    ['limit', '', 2],
    ['limit', 'setsid', 2],
    ['end', 'setsid', 0],
  ] as const)('ends a step with its children: %s, %s', async (how, start, exitCode) => {
    const wait = how === 'end' ? 'sleep 1' : 'wait';
    const script = `${start} sh -c 'echo $$ > pid; sleep 600' & ${wait}`;
    write('package.json', JSON.stringify({ scripts: { 'check:generated': script } }));
    const words = ['gate', '--only', 'generated', '--max-time', how === 'limit' ? '2' : '600'];
    const started = startProgram(process.execPath, [program, ...words], { cwd: folder() });
    await until(() => existsSync(path.join(folder(), 'pid')) && read('pid').trim() !== '');
    const pid = Number(read('pid'));
    if (how === 'SIGTERM' || how === 'SIGINT') started.child.kill(how);
    const { code, stdout } = await started.ended;
    expect(code).toBe(exitCode);
    if (how === 'limit') expect(stdout).toContain('did not end within 2 s');
    await until(() => !isAlive(pid));
  });

  test('wrong arguments are explained in one line', async () => {
    expect(await gate('--only', 'nothing')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^site-contract: [^\n]*one of document[^\n]*\n$/),
    });
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
