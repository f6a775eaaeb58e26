import { beforeAll, describe, expect, test } from '@jest/globals';
import type { RunResult } from '../../conformance/results.ts';
import { loadTestContract } from '../support/load-test-contract.ts';
import { brokenForms } from './broken-forms.ts';
import { brokenOrders } from './broken-orders.ts';
import type { BrokenForm } from './changes.ts';
import { type LawfulForm, lawfulForms } from './lawful-forms.ts';
import { lawfulOrders } from './lawful-orders.ts';
import { runAll, runChanged } from './run-forms.ts';

describe.each([
  { name: 'library', forms: brokenForms },
  { name: 'orders', forms: brokenOrders },
])('a service of the contract $name', ({ name, forms }) => {
  let results: Map<BrokenForm, RunResult>;

  beforeAll(async () => {
    const contract = await loadTestContract(name);
    results = await runAll(forms, ({ fails, create }) => {
      // Every request counts for server errors.
      const only = fails.startsWith('service/')
        ? ['createBranch', 'getBranch', 'updateBranch']
        : [fails];
      return runChanged(contract, create(), only);
    });
  });

  test.each(forms.map((form) => [form.title, form] as const))('that %s fails', (_, form) => {
    const broken = results.get(form)?.groups.filter(({ level }) => level === 'MUST') ?? [];
    expect(broken.flatMap(({ checks }) => checks)).toContain(form.fails);
  });
});

describe.each([
  {
    name: 'library',
    forms: lawfulForms,
    only: ['createBranch', 'listBranches', 'updateBranch', 'deleteBranch', 'createNote'],
  },
  { name: 'orders', forms: lawfulOrders, only: [] },
])('a lawful service of the contract $name', ({ name, forms, only }) => {
  let results: Map<LawfulForm, RunResult>;

  beforeAll(async () => {
    const contract = await loadTestContract(name);
    results = await runAll(forms, ({ create }) => runChanged(contract, create(), only));
  });

  test.each(forms.map((form) => [form.title, form] as const))('that %s passes', (_, form) => {
    const { groups, verdict } = results.get(form) ?? {};
    expect([groups, verdict]).toEqual([[], { kind: 'conforms' }]);
  });
});
