import { symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { withGroups } from '../../conformance/group-failures.ts';
import type { CheckResult, RunResult } from '../../conformance/results.ts';
import { contract } from '../../contract/index.ts';
import { useFolder } from '../../test/support/use-folder.ts';
import { assertWritable, toOverlay } from './write-reports.ts';

const workspace = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

function toCheck(id: string, status: 'passed' | 'inconclusive'): CheckResult {
  return {
    id,
    title: '',
    operation: 'listSites',
    level: 'MUST',
    requirements: [],
    outcome: status === 'passed' ? { status } : { status, reason: '' },
    durationMs: 0,
    requests: 0,
  };
}

function toResult({
  value = 'exists',
  verdict = { kind: 'conforms' },
  statuses = ['passed'],
}: {
  value?: string | number;
  verdict?: RunResult['verdict'];
  statuses?: readonly ('passed' | 'inconclusive')[];
} = {}): RunResult {
  return withGroups({
    tool: { name: 'site-contract', version: '1' },
    contract: { title: '', version: '1' },
    target: { baseUrl: 'http://127.0.0.1:1', workspace },
    seed: 1,
    startedAt: '2026-01-01T00:00:00.000Z',
    durationMs: 0,
    requests: 0,
    options: { thorough: false, strict: false, allowWrites: false, only: [] },
    verdict,
    checks: statuses.map((status, at) => toCheck(`listSites/${at}`, status)),
    observations: [
      { check: 'listSites/0', statement: '', assumption: { id: 'unknown-workspace', value } },
    ],
    inventory: [],
    warnings: [],
  });
}

describe('the overlay of a run', () => {
  test.each([
    { title: 'the observations of a run with a verdict', run: {}, isWritten: true },
    { title: 'a value that has no name', run: { value: 410 }, isWritten: true },
    {
      title: 'nothing of a run without a verdict',
      run: { verdict: { kind: 'not-run', reason: 'the key is refused' } as const },
      isWritten: false,
    },
    {
      title: 'nothing of an operation whose checks were mostly inconclusive',
      run: { statuses: ['passed', 'inconclusive', 'inconclusive'] as const },
      isWritten: false,
    },
    {
      title: 'no value that the mock does not support',
      run: { value: 'hidden' },
      isWritten: false,
    },
  ])('contains $title', async ({ run, isWritten }) => {
    const text = await toOverlay(toResult(run), contract, 'observed.json');
    expect(text?.includes('"overlay": "1.0.0"') ?? false).toBe(isWritten);
  });
});

describe('a report file', () => {
  const folder = useFolder();
  const inFolder = (name: string) => path.join(folder, name);

  test('must not be a file that the run reads, also by another path', async () => {
    writeFileSync(inFolder('openapi.yaml'), 'openapi: 3.1.0');
    symlinkSync(inFolder('openapi.yaml'), inFolder('linked.yaml'));
    const inputs = { '--contract': inFolder('openapi.yaml'), '--overlay': [inFolder('new.yaml')] };
    for (const name of ['openapi.yaml', 'linked.yaml', 'x/../openapi.yaml'])
      await expect(assertWritable({ json: inFolder(name) }, inputs)).rejects.toThrow(
        `--json ${inFolder(name)}: the report would replace the file of --contract`,
      );
    await expect(assertWritable({ html: inFolder('new.yaml') }, inputs)).rejects.toThrow(
      '--overlay',
    );
    await assertWritable({ json: inFolder('report.json'), html: '-' }, inputs);
  });
});
