import { chmodSync, cpSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { validateAction, validateWorkflow } from '@action-validator/core';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { runProgram } from './installed/run-program.ts';
import { breaking, higher, useRepository } from './support/pipeline-repository.ts';

const examples = path.resolve('examples/pipelines');
const action = readFileSync('action.yml', 'utf8');
const { folder, git, write, read } = useRepository();

describe('the action', () => {
  test('is valid, and so is the workflow that uses it', () => {
    expect(validateAction(action).errors).toEqual([]);
    expect(
      validateWorkflow(readFileSync(path.join(examples, 'github.yml'), 'utf8')).errors,
    ).toEqual([]);
  });

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

describe('the comment by the action', () => {
  const comment = (token: string) => {
    const { run } = parse(action).runs.steps.at(-1);
    // Replaces GitHub's program: it returns one comment of the action, and records what was sent.
    write(
      'gh',
      `#!/bin/sh
      [ -n "$GH_TOKEN" ] || { echo 'HTTP 403' >&2; exit 1; }
      case "$*" in
        *--paginate*) cat known ;;
        *) echo "$*" >> sent; cat gate-reports/comment.md >> sent ;;
      esac\n`,
    );
    chmodSync(path.join(folder(), 'gh'), 0o755);
    return runProgram('bash', ['-e', '-o', 'pipefail', '-c', run], {
      cwd: folder(),
      environment: {
        PATH: `${folder()}:${process.env['PATH']}`,
        GH_TOKEN: token,
        REPOSITORY: 'o/r',
        NUMBER: '7',
        REPORTS: 'gate-reports',
      },
    });
  };
  beforeEach(() => {
    mkdirSync(path.join(folder(), 'gate-reports'));
    write('gate-reports/gate.md', `<!-- site-contract-gate -->\n${'long '.repeat(30_000)}`);
  });

  test.each([
    ['replaces its predecessor', '42\n', '--method PATCH repos/o/r/issues/comments/42'],
    ['is new where there is none', '', '--method POST repos/o/r/issues/7/comments'],
  ])("%s, and does not exceed GitHub's limit", async (_, known, sent) => {
    write('known', known);
    expect(await comment('token')).toMatchObject({ code: 0 });
    expect(read('sent')).toContain(sent);
    expect(read('sent').length).toBeLessThan(65_536);
  });

  test('is omitted without a token, and the step still succeeds', async () => {
    expect(await comment('')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('::notice title=Contract::No comment'),
    });
  });
});

test('the pre-commit hook refuses a break, and lets other commits pass', async () => {
  cpSync(path.join(examples, 'pre-commit.sh'), path.join(folder(), '.git/hooks/pre-commit'));
  write('other.txt', 'x');
  git('add', '-A');
  git('commit', '-qm', 'other');
  write('spec/openapi.yaml', higher(breaking));
  git('add', '-A');
  expect(() => git('commit', '-qm', 'break')).toThrow(/must\s+have\s+at\s+most\s+40/);
});

test('the shell example and the template for GitLab run the gate', async () => {
  const { code, stdout } = await runProgram(
    'sh',
    [path.join(examples, 'gate.sh'), '--only', 'document'],
    { cwd: folder() },
  );
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('Gate passed') });
  const { contract } = parse(readFileSync(path.join(examples, 'gitlab-ci.yml'), 'utf8'));
  write('spec/openapi.yaml', higher(breaking));
  const environment = { CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main', SITE_CONTRACT_SKIP: 'mock' };
  expect(
    await runProgram('sh', ['-ec', contract.script.join('\n')], { cwd: folder(), environment }),
  ).toMatchObject({ code: 1 });
});
