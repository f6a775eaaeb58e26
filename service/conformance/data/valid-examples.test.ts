import { describe, expect, test } from '@jest/globals';
import { withValidExamples } from '../../../conformance/valid-examples.ts';
import { createContract } from '../../../contract/create-contract.ts';
import { type Contract, contract } from '../../../contract/index.ts';
import { isRecord } from '../../../contract/resolve-reference.ts';
import { compileSchemas } from '../../../contract/schemas/compile-schemas.ts';
import { createFreshBody } from './fresh-body.ts';

/** The contract with one change wherever a key occurs. */
function change(key: string, replace: (value: unknown) => unknown): Contract {
  const document = JSON.parse(JSON.stringify(contract.document), (name, value) =>
    name === key ? replace(value) : value,
  );
  return createContract(document, compileSchemas(document));
}

/** Adds keywords to the schema with this name. */
const extend = (name: string, keywords: object) =>
  change(name, (schema) => (isRecord(schema) ? { ...schema, ...keywords } : schema));

const createBody = (changed: Contract, id: string) => {
  const operation = withValidExamples(changed).operations.find((candidate) => candidate.id === id);
  if (operation === undefined) throw new Error(`no operation ${id}`);
  return createFreshBody(operation, 'unique', undefined);
};

test('keeps a contract whose examples are valid', () => {
  expect(withValidExamples(contract)).toBe(contract);
});

describe('a body for a document with a wrong example', () => {
  const setExamples = (value: unknown) => change('examples', () => ({ only: { value } }));
  const extraField = {
    type: 'object',
    required: ['name', 'code'],
    additionalProperties: false,
    properties: {
      name: { type: 'string' },
      code: { type: 'integer', minimum: 5, multipleOf: 4 },
      tags: { type: 'array', minItems: 2, items: { type: 'string', enum: ['a'] } },
    },
  };

  test.each<[string, Contract, string, object]>([
    [
      'of another type',
      setExamples({ name: 7, locale: 'en-GB' }),
      'createSite',
      { name: 'unique', locale: 'en-GB' },
    ],
    [
      'without a required field',
      setExamples({ locale: 'en-GB' }),
      'createSite',
      { locale: 'en-GB' },
    ],
    ['that is no object', setExamples('a text'), 'createSite', { name: 'unique' }],
    [
      'with a wrong item',
      setExamples({ pathname: '/a', localizedVariants: [{ locale: 5, pathname: '/b' }] }),
      'createRoute',
      { pathname: '/unique' },
    ],
    [
      'with an unknown value of an enum',
      setExamples({ url: 'x', eventType: 'gone' }),
      'createWebhook',
      {},
    ],
    ['of a new field', extend('SiteCreation', extraField), 'createSite', { name: 'unique' }],
  ])('%s', (_, changed, id, expected) => {
    const body = createBody(changed, id);
    expect(body).toMatchObject(expected);
    expect(changed.validators.body(id)(body)).toEqual([]);
  });
});

test('leaves an example that no value can replace', () => {
  const impossible = extend('SiteCreation', {
    required: ['name', 'code'],
    properties: { name: { type: 'string' }, code: { not: {} } },
  });
  expect(withValidExamples(impossible).operations[0]).toEqual(impossible.operations[0]);
});
