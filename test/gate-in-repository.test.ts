import { describe, expect, test } from '@jest/globals';
import { runProgram, startProgram } from './installed/run-program.ts';
import {
  breaking,
  higher,
  original,
  program,
  useRepository,
} from './support/pipeline-repository.ts';

const { folder, write, read } = useRepository();
const gate = (...words: string[]) =>
  runProgram(process.execPath, [program, 'gate', '--skip', 'mock', ...words], { cwd: folder() });
const base = ['--base', 'git:origin/main'];

describe('the gate in a repository', () => {
  test('passes a change of texts, and an addition with a new version', async () => {
    write('spec/openapi.yaml', original.replace('List sites', 'List all sites'));
    expect(await gate(...base)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/a\s+new\s+version\s+can\s+wait/),
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
    const refused = await gate(...base);
    expect(refused).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('/name must have at most 40 characters'),
    });
    expect(JSON.parse(read('gate-reports/gate.json'))).toMatchObject({ verdict: 'failed' });
    const comment = read('gate-reports/gate.md');
    expect(comment).toMatch(/^<!-- site-contract-gate -->\n/);
    // The comment starts with what is wrong, where, and what to do.
    const top = comment.split('###')[0] ?? '';
    expect(top).toMatch(/maxLength|40 characters/);
    expect(top).toContain('spec/openapi&#46;yaml&#58;');
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

  test('refuses stale generated files; an unreachable deployment gives no verdict', async () => {
    write(
      'package.json',
      JSON.stringify({ scripts: { 'check:generated': 'echo stale >&2; exit 1' } }),
    );
    expect(await gate('--only', 'generated')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('stale'),
    });
    const environment = {
      SITE_CONTRACT_API_KEY: 'a-secret-key',
      SITE_CONTRACT_WORKSPACE: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    };
    const away = await runProgram(
      process.execPath,
      [program, 'gate', '--only', 'deployment', '--target', 'http://127.0.0.1:9'],
      { cwd: folder(), environment },
    );
    expect(away).toMatchObject({ code: 2, stdout: expect.stringContaining('deployment') });
    expect(away.stdout + away.stderr + read('gate-reports/gate.json')).not.toContain(
      'a-secret-key',
    );
  });

  test('reports what a deployment has newly broken since an earlier report', async () => {
    const mock = startProgram(process.execPath, [program, 'mock', '--port', '0'], {
      cwd: folder(),
    });
    try {
      const target = `http://127.0.0.1:${await mock.waitFor(/http:\/\/127\.0\.0\.1:(\d+)/)}`;
      // The configuration of the suite applies to the step "deployment".
      write(
        'site-contract.config.json',
        JSON.stringify({ conformance: { only: ['createRoute/'] } }),
      );
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
      const first = await judge('site-contract-key', '--since', 'earlier.json');
      expect(first).toMatchObject({ code: 0, stdout: expect.stringContaining('does not exist') });
      const report = JSON.parse(read('gate-reports/deployment.json'));
      // A copy of the report in which one check has failed.
      const [check] = report.checks;
      check.outcome = { status: 'failed', failures: [{ message: 'm' }] };
      write('earlier.json', JSON.stringify(report));
      const second = await judge('site-contract-key', '--since', 'earlier.json');
      expect(second).toMatchObject({ code: 0, stdout: expect.stringMatching(/1\s+repaired/) });
      expect(second.stdout).toContain('Repaired: ');
    } finally {
      await mock.stop();
    }
  });

  test('an invalid document stops the other steps', async () => {
    write('spec/openapi.yaml', 'openapi: 3.1.0\n');
    expect(await gate(...base)).toMatchObject({
      code: 2,
      stdout: expect.stringContaining('the document is invalid'),
    });
  });

  test('says how to install Prism if it is missing, and accepts steps separated by commas', async () => {
    expect(await gate('--only', 'document,referee')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/npm install --save-dev\s+@stoplight\/prism-cli/),
    });
  });

  test('wrong arguments are explained in one line', async () => {
    expect(await gate('--only', 'nothing')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^site-contract: [^\n]*one of document[^\n]*\n$/),
    });
  });
});
