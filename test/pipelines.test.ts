import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { runProgram } from './installed/run-program.ts';
import { testInCi } from './support/in-ci.ts';
import { breaking, higher, useRepository } from './support/pipeline-repository.ts';

const examples = path.resolve('examples/pipelines');
const action = readFileSync('action.yml', 'utf8');
const { folder, git, write, read } = useRepository();

describe('the action', () => {
  test('reports verdict, outputs and summary with the script of its step', async () => {
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
        GITHUB_OUTPUT: path.join(folder(), 'output'),
        GITHUB_STEP_SUMMARY: path.join(folder(), 'summary'),
      },
    };
    const { code, stdout } = await runProgram('bash', ['-e', '-o', 'pipefail', '-c', step.run], {
      cwd: folder(),
      environment,
    });
    expect(code).toBe(1);
    expect(read('output')).toContain('verdict=failed\nfailed=1\n');
    expect(read('summary')).toContain('Gate failed');
    expect(stdout).toContain('::error file=spec/openapi.yaml,line=');
    expect(stdout).not.toContain('::error title=Contract%3A Version');
  });
});

describe('the comment of the workflow', () => {
  const job = parse(readFileSync(path.join(examples, 'github.yml'), 'utf8')).jobs.comment;
  const comment = () => {
    const { run } = job.steps.at(-1);
    // Replaces GitHub's program: it applies the filter to the comments, and records what was sent.
    write(
      'gh',
      `#!/usr/bin/env node
      const { appendFileSync, readFileSync } = require('node:fs');
      const argv = process.argv.slice(2);
      if (argv.includes('--paginate')) {
        const [, login, marker] = /login == "([^"]+)".*startswith\\("([^"]+)"/.exec(argv.at(-1));
        for (const each of JSON.parse(readFileSync('comments.json', 'utf8')))
          if (each.user.login === login && each.body.startsWith(marker)) console.log(each.id);
      } else appendFileSync('sent', argv.join(' ') + readFileSync('comment.md', 'utf8'));\n`,
    );
    chmodSync(path.join(folder(), 'gh'), 0o755);
    return runProgram('bash', ['-e', '-o', 'pipefail', '-c', run], {
      cwd: folder(),
      environment: {
        PATH: `${folder()}:${process.env['PATH']}`,
        GH_TOKEN: 'token',
        REPOSITORY: 'o/r',
        NUMBER: '7',
      },
    });
  };
  beforeEach(() => {
    mkdirSync(path.join(folder(), 'gate-reports'));
    write('gate-reports/gate.md', 'long '.repeat(30_000));
  });

  const body = '<!-- site-contract-gate -->\nolder';
  test.each([
    {
      title: 'replaces its predecessor',
      login: 'github-actions[bot]',
      sent: '--method PATCH repos/o/r/issues/comments/42',
    },
    {
      title: 'does not touch a comment of another author',
      login: 'author',
      sent: '--method POST repos/o/r/issues/7/comments',
    },
  ])("$title, and does not exceed GitHub's limit", async ({ login, sent }) => {
    write('comments.json', JSON.stringify([{ id: 42, user: { login }, body }]));
    expect(await comment()).toMatchObject({ code: 0 });
    expect(read('sent')).toContain(sent);
    expect(read('sent').length).toBeLessThan(65_536);
  });

  test('is written by a job that runs nothing from the pull request', () => {
    expect(job.permissions).toEqual({ 'pull-requests': 'write' });
    expect(JSON.stringify(job)).not.toMatch(/checkout|npm|node_modules/);
  });
});

test('every action is pinned by commit, and what can write runs no code of the repository', () => {
  const files = readdirSync('.github/workflows').map((name) => `.github/workflows/${name}`);
  for (const file of [...files, 'action.yml', path.join(examples, 'github.yml')]) {
    const text = readFileSync(file, 'utf8');
    for (const [, used = ''] of text.matchAll(/uses: (\S+)/g))
      expect(used).toMatch(/^\.\/|@[0-9a-f]{40}$/);
    for (const each of Object.values<{ permissions?: object }>(parse(text).jobs ?? {}))
      if (JSON.stringify(each.permissions ?? {}).includes('write'))
        expect(JSON.stringify(each)).not.toMatch(/checkout|npm (?:ci|run|test)|\.ci/);
  }
});

testInCi('the pre-commit hook refuses a break, and lets other commits pass', async () => {
  cpSync(path.join(examples, 'pre-commit.sh'), path.join(folder(), '.git/hooks/pre-commit'));
  write('other.txt', 'x');
  git('add', '-A');
  git('commit', '-qm', 'other');
  write('spec/openapi.yaml', higher(breaking));
  git('add', '-A');
  expect(() => git('commit', '-qm', 'break')).toThrow(/must\s+have\s+at\s+most\s+40/);
});

testInCi('the shell example and the template for GitLab run the gate', async () => {
  const { code, stdout } = await runProgram(
    'sh',
    [path.join(examples, 'gate.sh'), '--only', 'document'],
    { cwd: folder() },
  );
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('Gate passed') });
  const { contract } = parse(readFileSync(path.join(examples, 'gitlab-ci.yml'), 'utf8'));
  write('spec/openapi.yaml', higher(breaking));
  const environment = { CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main' };
  expect(
    await runProgram('sh', ['-ec', contract.script.join('\n')], { cwd: folder(), environment }),
  ).toMatchObject({ code: 1 });
});
