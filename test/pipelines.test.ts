import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { validateAction, validateWorkflow } from '@action-validator/core';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { runProgram, startProgram } from './installed/run-program.ts';

const program = path.resolve('dist/cli/main.js');
const examples = path.resolve('examples/pipelines');
const action = readFileSync('action.yml', 'utf8');
const original = readFileSync('spec/openapi.yaml', 'utf8');
const breaking = original.replace(
  'SiteName:\n      type: string',
  'SiteName:\n      type: string\n      maxLength: 40',
);
const higher = (document: string): string => document.replace('version: 1.0.0', 'version: 2.0.0');

let folder = '';
const git = (...words: string[]) =>
  execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=n@example.com', ...words], {
    cwd: folder,
    encoding: 'utf8',
    stdio: 'pipe',
  });
const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');

/** A repository with one commit, on a branch that also counts as the one of the remote. */
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'pipeline-'));
  mkdirSync(path.join(folder, 'spec'));
  write('spec/openapi.yaml', original);
  // `npx --no-install site-contract` finds it here.
  const bin = path.join(folder, 'node_modules/.bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(
    path.join(bin, 'site-contract'),
    `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`,
    { mode: 0o755 },
  );
  write('.gitignore', 'node_modules\ngate-reports\n');
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-qm', 'first');
  git('update-ref', 'refs/remotes/origin/main', 'HEAD');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const fast = ['--skip', 'mock'];
const gate = (...words: string[]) =>
  runProgram(process.execPath, [program, 'gate', ...fast, ...words], { cwd: folder });
const base = ['--base', 'git:origin/main'];

describe('the gate in a repository', () => {
  test('passes a change of texts at once, and one that adds something with a new version', async () => {
    write('spec/openapi.yaml', original.replace('List sites', 'List all sites'));
    expect(await gate(...base)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/a new\s+version can wait/),
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

  test('refuses a breaking change, names it, and takes it once it is accepted', async () => {
    write('spec/openapi.yaml', higher(breaking));
    const refused = await gate(...base);
    expect(refused).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('/name must NOT have more than 40 characters'),
    });
    expect(JSON.parse(read('gate-reports/gate.json'))).toMatchObject({ verdict: 'failed' });
    const comment = read('gate-reports/gate.md');
    expect(comment).toMatch(/^<!-- site-contract-gate -->\n/);
    // What is wrong, where, and what to do are told before anything else.
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

  test('refuses stale files, and a deployment that is away is no verdict', async () => {
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
      { cwd: folder, environment },
    );
    expect(away).toMatchObject({ code: 2, stdout: expect.stringContaining('deployment') });
    expect(away.stdout + away.stderr + read('gate-reports/gate.json')).not.toContain(
      'a-secret-key',
    );
  });

  test('says what a deployment has newly broken since an earlier report', async () => {
    const mock = startProgram(process.execPath, [program, 'mock', '--port', '0'], { cwd: folder });
    try {
      const target = `http://127.0.0.1:${await mock.waitFor(/http:\/\/127\.0\.0\.1:(\d+)/)}`;
      // What the configuration says of the suite holds for the deployment.
      write(
        'site-contract.config.json',
        JSON.stringify({ conformance: { only: ['createRoute/'] } }),
      );
      const judge = (key: string, ...words: string[]) =>
        runProgram(
          process.execPath,
          [program, 'gate', '--only', 'deployment', '--target', target, ...words],
          {
            cwd: folder,
            environment: {
              SITE_CONTRACT_API_KEY: key,
              SITE_CONTRACT_WORKSPACE: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
            },
          },
        );
      const first = await judge('site-contract-key', '--since', 'earlier.json');
      expect(first).toMatchObject({ code: 0, stdout: expect.stringContaining('does not exist') });
      const report = JSON.parse(read('gate-reports/deployment.json'));
      // As if one check had failed before.
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

  test('a document that is not sound stops the rest', async () => {
    write('spec/openapi.yaml', 'openapi: 3.1.0\n');
    expect(await gate(...base)).toMatchObject({
      code: 2,
      stdout: expect.stringContaining('the document is not sound'),
    });
  });

  test('says what to install where Prism is missing, and takes steps separated by commas', async () => {
    expect(await gate('--only', 'document,referee')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/npm install --save-dev\s+@stoplight\/prism-cli/),
    });
  });

  test('wrong words are told in one line', async () => {
    expect(await gate('--only', 'nothing')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^site-contract: [^\n]*one of document[^\n]*\n$/),
    });
  });
});

describe('the action', () => {
  test('is sound, and so is the workflow that uses it', () => {
    expect(validateAction(action).errors).toEqual([]);
    expect(
      validateWorkflow(readFileSync(path.join(examples, 'github.yml'), 'utf8')).errors,
    ).toEqual([]);
  });

  test('gives its verdict, its outputs and the summary by the script of its step', async () => {
    const step = parse(action).runs.steps.find(({ id }: { id?: string }) => id === 'gate');
    write('spec/openapi.yaml', higher(breaking));
    const environment = {
      ...{
        DOCUMENT: '',
        BASE: '',
        ACCEPT: '',
        TARGET: '',
        ONLY: 'document, diff,version',
        SKIP: '',
        SINCE: '',
        REPORTS: 'gate-reports',
      },
      COMMAND: 'npx --no-install site-contract',
      ...{
        GITHUB_ACTIONS: 'true',
        GITHUB_BASE_REF: 'main',
        GITHUB_OUTPUT: path.join(folder, 'output'),
        GITHUB_STEP_SUMMARY: path.join(folder, 'summary'),
      },
    };
    const { code, stdout } = await runProgram('bash', ['-e', '-o', 'pipefail', '-c', step.run], {
      cwd: folder,
      environment,
    });
    expect(code).toBe(1);
    expect(read('output')).toContain('verdict=failed\nfailed=1\n');
    expect(read('summary')).toContain('Gate failed');
    expect(stdout).toContain('::error file=spec/openapi.yaml,line=');
    expect(stdout).not.toContain('::error title=Contract%3A Version');
  });
});

describe('the comment of the action', () => {
  const comment = (token: string) => {
    const { run } = parse(action).runs.steps.at(-1);
    // A stand-in for GitHub's program: it knows one comment of ours, and what was sent is written down.
    write(
      'gh',
      `#!/bin/sh
      [ -n "$GH_TOKEN" ] || { echo 'HTTP 403' >&2; exit 1; }
      case "$*" in
        *--paginate*) cat known ;;
        *) echo "$*" >> sent; cat gate-reports/comment.md >> sent ;;
      esac\n`,
    );
    chmodSync(path.join(folder, 'gh'), 0o755);
    return runProgram('bash', ['-e', '-o', 'pipefail', '-c', run], {
      cwd: folder,
      environment: {
        PATH: `${folder}:${process.env['PATH']}`,
        GH_TOKEN: token,
        REPOSITORY: 'o/r',
        NUMBER: '7',
        REPORTS: 'gate-reports',
      },
    });
  };
  beforeEach(() => {
    mkdirSync(path.join(folder, 'gate-reports'));
    write('gate-reports/gate.md', `<!-- site-contract-gate -->\n${'long '.repeat(30_000)}`);
  });

  test.each([
    ['replaces its predecessor', '42\n', '--method PATCH repos/o/r/issues/comments/42'],
    ['is new where there is none', '', '--method POST repos/o/r/issues/7/comments'],
  ])('%s, and is no longer than GitHub allows', async (_, known, sent) => {
    write('known', known);
    expect(await comment('token')).toMatchObject({ code: 0 });
    expect(read('sent')).toContain(sent);
    expect(read('sent').length).toBeLessThan(65_536);
  });

  test('is left out without a token, and the step still succeeds', async () => {
    expect(await comment('')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('::notice title=Contract::No comment'),
    });
  });
});

test('the hook before a commit refuses a break, and lets other commits pass', async () => {
  cpSync(path.join(examples, 'pre-commit.sh'), path.join(folder, '.git/hooks/pre-commit'));
  write('other.txt', 'x');
  git('add', '-A');
  git('commit', '-qm', 'other');
  write('spec/openapi.yaml', higher(breaking));
  git('add', '-A');
  expect(() => git('commit', '-qm', 'break')).toThrow(/must\s+NOT\s+have\s+more\s+than\s+40/);
});

test('the shell example and the template for GitLab run the gate', async () => {
  const { code, stdout } = await runProgram(
    'sh',
    [path.join(examples, 'gate.sh'), '--only', 'document'],
    { cwd: folder },
  );
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('Gate passed') });
  const { contract } = parse(readFileSync(path.join(examples, 'gitlab-ci.yml'), 'utf8'));
  write('spec/openapi.yaml', higher(breaking));
  const environment = { CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main', SITE_CONTRACT_SKIP: 'mock' };
  expect(
    await runProgram('sh', ['-ec', contract.script.join('\n')], { cwd: folder, environment }),
  ).toMatchObject({ code: 1 });
});
