import { describe, expect, test } from '@jest/globals';
import { createContract } from '../../../../contract/create-contract.ts';
import { contract as included, type Operation, type Schema } from '../../../../contract/index.ts';
import { resolveReference } from '../../../../contract/resolve-reference.ts';
import { compileSchemas } from '../../../../contract/schemas/compile-schemas.ts';
import { createFreshBody } from '../../data/fresh-body.ts';
import { deriveInvalidBodies } from '../../data/invalid-bodies.ts';
import { deriveInvalidParameters } from '../../data/invalid-parameters.ts';
import { listUnreadableBodies } from '../../data/nonsense.ts';
import { disproveFault, type Faulty } from './judge-refusal.ts';

/** Fields of kinds that the contract does not have, each with a valid value. */
const further: Record<string, { schema: object; example: unknown }> = {
  priority: { schema: { type: 'integer', minimum: 1, maximum: 100 }, example: 3 },
  share: { schema: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 }, example: 0.5 },
  code: { schema: { type: 'integer', enum: [301, 302] }, example: 301 },
  since: {
    schema: { type: ['string', 'null'], format: 'date-time' },
    example: '2026-01-31T08:00:00Z',
  },
  color: { schema: { type: 'string', pattern: '^#[0-9a-f]{6}$' }, example: '#00ff00' },
  title: { schema: { type: 'string', minLength: 2, maxLength: 40 }, example: 'A menu' },
  tags: {
    schema: { type: 'array', minItems: 1, maxItems: 2, items: { type: 'string' } },
    example: ['food'],
  },
  link: {
    schema: { type: 'object', required: ['to'], properties: { to: { type: 'string' } } },
    example: { to: '/x' },
  },
};

const mapFurther = (key: 'schema' | 'example') =>
  Object.fromEntries(Object.entries(further).map(([name, field]) => [name, field[key]]));

function createExtended() {
  const document = JSON.parse(JSON.stringify(included.document), (key, value) => {
    if (key === 'RouteCreation') Object.assign(value.properties, mapFurther('schema'));
    if (key === 'localized') Object.assign(value.value, mapFurther('example'));
    return value;
  });
  return createContract(document, compileSchemas(document));
}

const extended = createExtended();
const uuid = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

function derive(operation: Operation) {
  const { document } = extended;
  return deriveInvalidBodies(operation, (schema) =>
    resolveReference<Schema>(document, { ...schema }),
  );
}

test('bodies are derived for fields of every kind', () => {
  const operation = extended.operations.find(({ id }) => id === 'createRoute');
  const bodies = operation === undefined ? [] : derive(operation);
  const slugs = bodies.map(({ slug }) => slug);
  const faults = bodies.map(({ fault }) => fault);
  expect(faults).toContain('code is 300');
  expect(faults).not.toContain('since is ""');
  expect(slugs).toEqual(
    expect.arrayContaining([
      'a-too-large-priority',
      'a-too-small-priority',
      'a-too-large-share',
      'a-too-small-share',
      'an-unknown-code',
      'a-malformed-since',
      'a-malformed-color',
      'a-too-long-title',
      'a-too-short-title',
      'a-too-long-tags',
      'a-too-short-tags',
      'a-body-without-link-to',
    ]),
  );
});

describe.each(extended.operations.map((operation) => [operation.id, operation] as const))(
  '%s',
  (_, operation) => {
    const inPath = operation.parameters.filter(({ in: place }) => place === 'path');
    const path = Object.fromEntries(inPath.map(({ name }) => [name, uuid]));
    const valid = operation.requestBody && createFreshBody(operation, 'x');
    const prove = (faulty: Partial<Faulty>) =>
      disproveFault(extended, operation, { path, body: valid, fault: '', ...faulty });

    test('finds no error in a valid request', () => {
      expect(prove({})).toBe('the contract allows it');
    });

    test('finds exactly one error in every derived request', () => {
      const bodies = derive(operation).map(({ fault, body }) => ({ fault, body: body('x') }));
      const unreadable = listUnreadableBodies(operation, 'x').map(({ bytes }) => ({ body: bytes }));
      const parameters = deriveInvalidParameters(operation).map(({ parameter, value }) =>
        parameter.in === 'path'
          ? { path: { ...path, [parameter.name]: value } }
          : { query: `${parameter.name}=${encodeURIComponent(value)}` },
      );
      for (const faulty of [...bodies, ...(valid ? unreadable : []), ...parameters])
        expect([faulty, prove(faulty)]).toEqual([faulty, undefined]);
    });

    const hasQuery = operation.parameters.some(({ in: place }) => place === 'query');
    if (valid === undefined && !hasQuery) return;
    test('proves nothing for a request with two errors', () => {
      const wrong = Object.fromEntries(Object.keys(path).map((name) => [name, 'x']));
      const query = valid ? '' : 'limit=-1';
      expect(prove({ path: wrong, query, body: [] })).toContain('wrong in 2 places');
    });
  },
);
