import { describe, expect, test } from '@jest/globals';
import { type Contract, createContract } from '../../contract/create-contract.ts';
import type { JsonObject } from '../../contract/json.ts';
import type { OpenApiDocument } from '../../contract/openapi-document.ts';
import { compileSchemas } from '../../contract/schemas/compile-schemas.ts';
import { createMock } from '../../mock/index.ts';
import { type DiffCase, documentCases, elementCases } from '../../test/diff-cases/cases.ts';
import type { Witness } from './change.ts';
import { diffDocuments } from './diff-documents.ts';

const results = new Map<DiffCase, ReturnType<typeof diffDocuments>>();

describe.each([
  { name: 'the contract of the service', cases: documentCases.site },
  { name: 'a document in OpenAPI 3.0', cases: documentCases.pets },
  { name: 'a document with rare parts of OpenAPI 3.1', cases: documentCases.orders },
  { name: 'elements of OpenAPI', cases: elementCases },
])('changes of $name', ({ cases }) => {
  test.each(cases)('$title: breaks clients: $breaks', (given) => {
    const { changes } = diff(given);
    const found = changes.filter(({ severity }) => severity === 'breaking');
    expect({ breaks: found.length > 0, changes }).toEqual({ breaks: given.breaks, changes });
    expect(found.filter(({ witness }) => witness === undefined)).toEqual([]);
    if (given.isSame) expect(changes.filter(({ severity }) => severity !== 'text')).toEqual([]);
  });
});

/** Witnesses that the old document allows, but the mock refuses because of an assumption. */
const assumed = [
  'limit must be an integer', // limit-fraction
  'after becomes a number', // unknown-cursor
  'an optional body becomes required', // missing-update-body
  'after must be a UUID of version 4', // unknown-cursor
  'a host makes the locale stricter', // locale-form
  'the pathname of a variant must start with a slash', // pathname-form
  ...['the locale gets a pattern', 'the locale must be one of two'], // locale-form
  ...['the locale must have one value', 'the locale of a variant gets a pattern'],
  ...['a locale requires a host', 'a locale requires an https host', 'a host must be https'],
  ...['a locale and a host exclude each other', 'a creation allows at most two fields'],
  ...['a value of skipValidation is removed', 'a variant requires a title'], // pathname-form
  ...['the variants get a maximum length', 'the variants get a minimum length'],
  'the variants must be unique',
];

describe('witness requests, sent to mocks of both versions', () => {
  const validated = documentCases.site.flatMap((given) => {
    if (assumed.includes(given.title)) return [];
    const { before, after } = given;
    const witnesses = diff(given).changes.flatMap(({ witness }) =>
      witness?.kind === 'request' &&
      witness.provenBy === 'validation' &&
      witness.request.target.startsWith('/v1')
        ? [witness]
        : [],
    );
    return witnesses.map((witness) => ({ title: given.title, witness, before, after }));
  });

  test('are of many kinds', () => {
    expect(validated.length).toBeGreaterThan(15);
  });

  test.each(validated)(
    'are accepted by the old one and refused by the new one: $title',
    async ({ witness, before, after }) => {
      const refusals = [400, 422];
      expect(refusals).not.toContain(await send(before, witness));
      expect(refusals).toContain(await send(after, witness));
    },
  );
});

/** Caches results, because several tests use them. */
function diff(given: DiffCase) {
  const toSource = (name: string, document: JsonObject) => ({
    ...{ name, document, locate: (pointer: string) => ({ pointer }) },
  });
  const { before, after } = given;
  const result =
    results.get(given) ?? diffDocuments(toSource('old', before), toSource('new', after));
  results.set(given, result);
  return result;
}

/** Sends a witness to a mock of a document, with the sites and routes that it refers to, and returns the status. */
async function send(document: JsonObject, { request }: Witness): Promise<number> {
  const contract = toContract(document);
  await using mock = createMock({ contract, apiKeys: ['key'], seed: 1 });
  const { method, target, headers, body } = request;
  const filled = Object.entries(headers).map(([name, value]): [string, string] => [
    name,
    value.replace('$API_KEY', 'key'),
  ]);
  const response = await mock.fetch(
    new Request(`http://mock${target}`, {
      method,
      headers: Object.fromEntries(filled),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  );
  return response.status;
}

const contracts = new WeakMap<JsonObject, Contract>();

/** Caches contracts, because most witnesses share the old document, and those of a change the new one. */
function toContract(document: JsonObject): Contract {
  const changed = document as JsonObject & OpenApiDocument;
  const contract = contracts.get(document) ?? createContract(changed, compileSchemas(changed));
  contracts.set(document, contract);
  return contract;
}
