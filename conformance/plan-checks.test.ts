import { expect, test } from '@jest/globals';
import { contract } from '../contract/index.ts';
import type { Certainty } from '../contract/resources/model.ts';
import { readModel } from '../contract/resources/read-model.ts';
import { createValues } from '../contract/values/index.ts';
import { planChecks } from './plan-checks.ts';

const model = readModel(contract);
const values = createValues(contract.document);

/** The level of a law about records that only a list shows, by how certain the list is. */
function findLevel(certainty: Certainty): string | undefined {
  const operations = new Map(model.operations);
  const list = operations.get('listSites');
  if (list !== undefined) operations.set('listSites', { ...list, certainty });
  const checks = planChecks({ contract, model: { ...model, operations }, values });
  return checks.find(({ id }) => id === 'createSite/is-read-back')?.level;
}

test('a law that reads a list is as certain as the list', () => {
  expect([findLevel('certain'), findLevel('likely')]).toEqual(['MUST', 'OBSERVE']);
});
