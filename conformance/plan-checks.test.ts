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

/** The levels of a law if the document lowers some. */
function listLevels(lowered: unknown): string[] {
  const document = { ...contract.document, 'x-laws': lowered };
  const checks = planChecks({ contract: { ...contract, document }, model, values });
  return checks.flatMap(({ id, level }) => (id.endsWith('/keeps-the-rest') ? [level] : []));
}

test('a document lowers a law, and cannot name one that does not exist', () => {
  expect(listLevels(undefined)).toEqual(['MUST']);
  expect(listLevels({ 'keeps-the-rest': 'observe' })).toEqual(['OBSERVE']);
  expect(() => listLevels({ 'keeps-the-rst': 'observe' })).toThrow(
    'x-laws: unknown key "keeps-the-rst"; did you mean "keeps-the-rest"?',
  );
  expect(() => listLevels({ 'keeps-the-rest': 'off' })).toThrow('must be observe');
});
