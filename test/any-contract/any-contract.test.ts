import { beforeAll, describe, expect, test } from '@jest/globals';
import type { RunResult } from '../../conformance/results.ts';
import { loadTestContract } from '../support/load-test-contract.ts';
import { type BrokenForm, brokenForms } from './broken-forms.ts';
import { type LawfulForm, lawfulForms } from './lawful-forms.ts';
import { runAll, runChanged } from './run-forms.ts';

describe('a service of another contract', () => {
  let results: Map<BrokenForm, RunResult>;

  beforeAll(async () => {
    const contract = await loadTestContract('library');
    results = await runAll(brokenForms, ({ fails, create }) => {
      // Every request counts for server errors.
      const only = fails.startsWith('service/')
        ? ['createBranch', 'getBranch', 'updateBranch']
        : [fails];
      return runChanged(contract, create(), only);
    });
  });

  test.each(brokenForms.map((form) => [form.title, form] as const))('that %s fails', (_, form) => {
    const broken = results.get(form)?.groups.filter(({ level }) => level === 'MUST') ?? [];
    expect(broken.flatMap(({ checks }) => checks)).toContain(form.fails);
  });
});

describe('a lawful service of another contract', () => {
  let results: Map<LawfulForm, RunResult>;

  beforeAll(async () => {
    const contract = await loadTestContract('library');
    const only = ['createBranch', 'listBranches', 'updateBranch', 'deleteBranch', 'createNote'];
    results = await runAll(lawfulForms, ({ create }) => runChanged(contract, create(), only));
  });

  test.each(lawfulForms.map((form) => [form.title, form] as const))('that %s passes', (_, form) => {
    const { groups, verdict } = results.get(form) ?? {};
    expect([groups, verdict]).toEqual([[], { kind: 'conforms' }]);
  });
});
