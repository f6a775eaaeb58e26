import { beforeAll, expect, test } from '@jest/globals';
import type { Contract } from '../../contract/index.ts';
import { readModel } from '../../contract/resources/read-model.ts';
import { createValues } from '../../contract/values/index.ts';
import { loadTestContract } from '../../test/support/load-test-contract.ts';
import { mayAct } from './known-actions.ts';
import { findOperation } from './step.ts';
import type { WorldSettings } from './world.ts';

const contracts = new Map<string, Contract>();
beforeAll(async () => {
  for (const name of ['library', 'taskboard']) contracts.set(name, await loadTestContract(name));
});

const usual: WorldSettings = {
  seed: 1,
  mayWrite: true,
  isLocal: true,
  thorough: false,
  parameters: new Map(),
  include: new Set(),
  mostRecords: 2,
};

function isCalled(name: string, id: string, settings: Partial<WorldSettings>): boolean | undefined {
  const contract = contracts.get(name);
  if (contract === undefined) throw new Error(`no contract ${name}`);
  const model = readModel(contract);
  const subject = { contract, model, values: createValues(contract.document) };
  const step = findOperation(subject, id);
  return step && mayAct({ settings: { ...usual, ...settings } }, step.operation, step.role);
}

test.each([
  { title: 'whose effect the document shows', name: 'library', id: 'archiveNote', want: true },
  { title: 'whose effect is not known', name: 'taskboard', id: 'tasks_move', want: false },
  {
    title: 'on another machine',
    name: 'library',
    id: 'archiveNote',
    settings: { isLocal: false },
    want: false,
  },
  {
    title: 'that the user includes',
    name: 'taskboard',
    id: 'tasks_move',
    settings: { isLocal: false, include: new Set(['tasks_move']) },
    want: true,
  },
])('an action $title: $want', ({ name, id, settings = {}, want }) => {
  expect(isCalled(name, id, settings)).toBe(want);
});
