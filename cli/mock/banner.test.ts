import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { contract } from '../../contract/index.ts';
import { createPrograms } from '../../test/installed/create-programs.ts';
import { hasProgram } from '../../test/installed/has-program.ts';
import { runProgram } from '../../test/installed/run-program.ts';

const program = path.resolve('dist/cli/main.js');
const programs = createPrograms();
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'site-contract-banner-'));
});
afterEach(() => programs.end());
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Returns what a mock prints after it starts to listen. */
async function readBanner(argv: readonly string[]): Promise<string> {
  const mock = programs.start(process.execPath, [
    program,
    'mock',
    '--port',
    '0',
    '--log',
    'pretty',
    '--verbose',
    ...argv,
  ]);
  await mock.waitFor(/(npx site-contract conformance .*\n)/);
  return mock.stdout();
}

function write(name: string, content: unknown): string {
  const file = path.join(folder, name);
  writeFileSync(file, JSON.stringify(content));
  return file;
}

/** Calls every URL in the banner that belongs to an operation, in order. */
async function callInOrder(banner: string): Promise<string[]> {
  const lines = [...banner.matchAll(/^ {2}(\w+) +(GET|POST|PATCH) +(http:\S+)$/gm)];
  const answers: string[] = [];
  for (const [, id = '', method = '', url = ''] of lines) {
    const body = contract.operations.find((operation) => operation.id === id)?.requestBody;
    const reply = await fetch(url, {
      method,
      headers: { Authorization: 'Bearer site-contract-key', 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body.examples[0]) }),
    });
    answers.push(`${id} ${reply.status}`);
  }
  return answers;
}

const workspace = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const site = {
  id: '0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10',
  name: 'Bakery',
  hostUrl: null,
  apiKey: 'b12bab7a-3b0c-4c39-9d51-6f5b7f1f2a11',
};
const withSites = { formatVersion: 1, workspaces: [{ id: workspace, sites: [site] }] };

describe('each command in the banner works as printed', () => {
  test.each([
    { title: 'on an empty mock', argv: () => [], foretold: true },
    { title: 'with a seed', argv: () => ['--seed', '7'], foretold: true },
    { title: 'with one workspace', argv: () => ['--workspace', workspace], foretold: true },
    {
      title: 'on a new state file',
      argv: () => ['--state', path.join(folder, 'new.json')],
      foretold: true,
    },
    {
      title: 'on a state with a site but no route',
      argv: () => ['--state', write('state.json', withSites)],
      foretold: true,
    },
    { title: 'on the demo', argv: () => ['--fixture', 'demo'], foretold: false },
    {
      title: 'with uppercase ids',
      argv: () => [
        '--overlay',
        write('upper.json', {
          overlay: '1.0.0',
          info: { title: 'u', version: '1' },
          actions: [{ target: "$['x-assumptions']['uuid-case']", update: { value: 'upper' } }],
        }),
      ],
      foretold: true,
    },
  ])('$title', async ({ argv, foretold }) => {
    const banner = await readBanner(argv());
    expect(banner.includes('first route will get')).toBe(foretold);
    const answers = await callInOrder(banner);
    expect(answers).toHaveLength(contract.operations.length);
    expect(answers.filter((answer) => !/ 20[01]$/.test(answer))).toEqual([]);
  });

  test('prints the same ids again for the same seed', async () => {
    const strip = (banner: string) => banner.match(/^ {2}updateRoute .*\/v1\/(.*)$/m)?.[1];
    const [one, two] = [await readBanner(['--seed', '3']), await readBanner(['--seed', '3'])];
    expect(strip(one)).toMatch(/^routes\//);
    expect(strip(one)).toBe(strip(two));
  });

  test('does not promise ids that depend on the time', async () => {
    const overlay = write('seven.json', {
      overlay: '1.0.0',
      info: { title: 's', version: '1' },
      actions: [{ target: "$['x-assumptions']['uuid-version']", update: { value: 7 } }],
    });
    expect(await readBanner(['--overlay', overlay])).not.toContain('will get');
  });
});

describe('the command that the banner suggests', () => {
  const ownKey = `'it'\\''s "a" key'`;
  // A machine may not have curl; .ci/run installs it.
  const hasCurl = hasProgram('curl');
  const curlTest = hasCurl ? test : test.skip;
  curlTest(`creates a site${hasCurl ? '' : ' (NOT TESTED: there is no curl)'}`, async () => {
    const banner = await readBanner(['--api-key', `it's "a" key`]);
    const [, line = ''] = /^ {2}(curl .*)$/m.exec(banner) ?? [];
    const answer = `export API_KEY=${ownKey}; ${line} -s -o ${path.join(folder, 'answer')} -w '%{http_code}'`;
    expect(await runProgram('sh', ['-c', answer])).toMatchObject({ code: 0, stdout: '201' });
  });

  test('runs the suite', async () => {
    const banner = await readBanner(['--api-key', `it's "a" key`]);
    const [, line = ''] = /^ {2}(npx site-contract conformance .*)$/m.exec(banner) ?? [];
    // A part of the suite is enough to test the line, and faster.
    const command = `export API_KEY=${ownKey}; ${line} --only createSite`;
    const { code, stdout } = await runProgram('sh', ['-c', command]);
    expect(stdout).toContain('CONFORMS');
    expect(code).toBe(0);
  });
});
