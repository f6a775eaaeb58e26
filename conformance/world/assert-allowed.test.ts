import { beforeAll, expect, test } from '@jest/globals';
import type { Contract } from '../../contract/index.ts';
import type { ResourceModel } from '../../contract/resources/model.ts';
import { readModel } from '../../contract/resources/read-model.ts';
import { createValues } from '../../contract/values/index.ts';
import { loadTestContract } from '../../test/support/load-test-contract.ts';
import { announceWrites } from './announce-writes.ts';
import { assertAllowed, assertOwn } from './assert-allowed.ts';
import type { Handle } from './handle.ts';
import type { WorldSettings } from './world.ts';

let contract: Contract;
let model: ResourceModel;
beforeAll(async () => {
  contract = await loadTestContract('library');
  model = readModel(contract);
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

function createSafety(settings: Partial<WorldSettings> = {}, count = 0) {
  const branch = model.resources.get('branch');
  if (branch === undefined) throw new Error('no branch');
  const handle: Handle = {
    resource: branch,
    ids: ['1'],
    parent: undefined,
    creation: undefined,
    isDeleted: false,
  };
  const inventory = Array.from({ length: count }, () => handle);
  return { handle, world: { model, inventory, pending: [], settings: { ...usual, ...settings } } };
}

function find(id: string) {
  const operation = contract.operations.find((candidate) => candidate.id === id);
  if (operation === undefined) throw new Error(`no operation ${id}`);
  return operation;
}

/** The model with a role that is only likely. */
function makeLikely(id: string) {
  const operations = new Map(model.operations);
  const role = operations.get(id);
  if (role !== undefined) operations.set(id, { ...role, certainty: 'likely' });
  return { ...model, operations };
}

test('what is on its way counts for the limit of records', () => {
  const { world } = createSafety({}, 1);
  const creation = find('createBranch');
  expect(() => assertAllowed(world, creation)).not.toThrow();
  const busy = { ...world, pending: [creation] };
  expect(() => assertAllowed(busy, creation)).toThrow(/limit of 2 branches/);
});

test('nothing is written on another machine without permission', () => {
  const { world } = createSafety({ mayWrite: false, isLocal: false });
  expect(() => assertAllowed(world, find('createBranch'))).toThrow(/writing is not allowed/);
  expect(() => assertAllowed(world, find('listBranches'))).not.toThrow();
});

test('no more is created than was announced, and reads need no room', () => {
  const { world } = createSafety({}, 2);
  expect(() => assertAllowed(world, find('createBranch'))).toThrow(/limit of 2 branches/);
  expect(() => assertAllowed(world, find('updateBranch'))).not.toThrow();
  expect(() => assertAllowed(createSafety({}, 1).world, find('createBranch'))).not.toThrow();
});

test('on another machine, likely resources are only read', () => {
  const likely = makeLikely('updateBranch');
  const remote = { ...createSafety({ isLocal: false }).world, model: likely };
  expect(() => assertAllowed(remote, find('updateBranch'))).toThrow(/--include updateBranch/);
  expect(() => assertAllowed(remote, find('createBranch'))).not.toThrow();
  const settings = { ...remote.settings, include: new Set(['updateBranch']) };
  expect(() => assertAllowed({ ...remote, settings }, find('updateBranch'))).not.toThrow();
  const local = { ...createSafety().world, model: likely };
  expect(() => assertAllowed(local, find('updateBranch'))).not.toThrow();
});

test('what the run did not create is deleted only with --include, and on another machine not changed either', () => {
  const { world, handle } = createSafety();
  expect(() => assertOwn(world, find('deleteBranch'), handle)).toThrow(/--include deleteBranch/);
  expect(() => assertOwn(world, find('updateBranch'), handle)).not.toThrow();
  const remote = createSafety({ isLocal: false });
  expect(() => assertOwn(remote.world, find('updateBranch'), handle)).toThrow(/would change/);
  expect(() => assertOwn(remote.world, find('getBranch'), handle)).not.toThrow();
  const included = createSafety({ include: new Set(['deleteBranch']) });
  expect(() => assertOwn(included.world, find('deleteBranch'), handle)).not.toThrow();
});

test('a run announces what its operations create, with the records that must exist before', () => {
  const subject = { contract, model, values: createValues(contract.document) };
  const announce = (...ids: string[]) => announceWrites(subject, new Set(ids), 5);
  expect(announce('createBranch')).toBe('5 branches');
  expect(announce('createShelf')).toBe('5 shelves and 5 branches');
  expect(announce('updateSettings')).toBeUndefined();
  expect(announce('archiveNote')).toBe('5 notes, calling archiveNote on them');
});
