import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { compileSchemas } from '../../contract/compile-schemas.ts';
import { type Contract, createContract } from '../../contract/create-contract.ts';
import type { OpenApiDocument } from '../../contract/openapi-document.ts';
import { isRecord } from '../../contract/resolve-reference.ts';
import { createMock } from '../../mock/index.ts';
import { type DiffCase, toEditable } from '../../test/diff-cases/edit.ts';
import { breaking as orderBreaking } from '../../test/diff-cases/order-breaking.ts';
import { compatible as orderCompatible } from '../../test/diff-cases/order-compatible.ts';
import * as petCases from '../../test/diff-cases/pet-cases.ts';
import { breaking as siteBreaking } from '../../test/diff-cases/site-breaking.ts';
import { compatible as siteCompatible } from '../../test/diff-cases/site-compatible.ts';
import type { Witness } from './change.ts';
import { diffDocuments } from './diff-documents.ts';
import type { JsonObject } from './json.ts';

const siteCases = { breaking: siteBreaking, compatible: siteCompatible };
const orderCases = { breaking: orderBreaking, compatible: orderCompatible };
const documents = {
  site: readDocument('spec/openapi.yaml'),
  pets: readDocument('test/diff-cases/pets.yaml'),
  orders: readDocument('test/diff-cases/orders.yaml'),
};

const results = new Map<DiffCase, ReturnType<typeof diffDocuments>>();

describe.each([
  { name: 'the contract of the service', base: documents.site, cases: siteCases },
  { name: 'a document in OpenAPI 3.0', base: documents.pets, cases: petCases },
  { name: 'a document with rare parts of OpenAPI 3.1', base: documents.orders, cases: orderCases },
])('changes of $name', judge);

interface Judged {
  base: JsonObject;
  cases: { breaking: readonly DiffCase[]; compatible: readonly DiffCase[] };
}

function judge({ base, cases }: Judged): void {
  test.each(cases.breaking)('breaks clients, with a witness: $title', (given) => {
    const { changes, verdict } = diff(base, given);
    const found = changes.filter(({ severity }) => severity === 'breaking');
    expect({ verdict, missing: found.filter(({ witness }) => witness === undefined) }).toEqual({
      verdict: 'breaking',
      missing: [],
    });
  });

  test.each(cases.compatible)('breaks no client: $title', (given) => {
    const { changes } = diff(base, given);
    expect(changes.filter(({ severity }) => severity === 'breaking')).toEqual([]);
  });
}

/** Witnesses that the old document allows, but the mock refuses because of an assumption. */
const assumed = [
  'limit must be an integer', // limit-fraction
  'after becomes a number', // unknown-cursor
  'an optional body becomes required', // missing-update-body
  'after must be a UUID of version 4', // unknown-cursor
  'a host makes the locale stricter', // locale-form
  'the pathname of a variant must start with a slash', // pathname-form
];

describe('witness requests, sent to mocks of both versions', () => {
  const validated = siteBreaking.flatMap((given) => {
    if (assumed.includes(given.title)) return [];
    const { before, after } = edit(documents.site, given);
    const witnesses = diff(documents.site, given).changes.flatMap(({ witness }) =>
      witness?.kind === 'request' &&
      witness.provenBy === 'validation' &&
      witness.request.target.startsWith('/v1')
        ? [witness]
        : [],
    );
    return witnesses.map((witness) => ({ title: given.title, witness, before, after }));
  });

  test('are of many kinds', () => {
    expect(validated.length).toBeGreaterThan(30);
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

/** Caches results, because each case belongs to one document and several tests use it. */
function diff(base: JsonObject, given: DiffCase) {
  const known = results.get(given);
  if (known !== undefined) return known;
  const { before, after } = edit(base, given);
  const result = diffDocuments(toSource('old', before), toSource('new', after));
  results.set(given, result);
  return result;
}

function edit(base: JsonObject, given: DiffCase): { before: JsonObject; after: JsonObject } {
  // Collecting the references of a document takes time, so most cases share the original object.
  const before = given.before === undefined ? base : structuredClone(base);
  given.before?.(toEditable(before));
  const after = structuredClone(before);
  given.edit(toEditable(after));
  return { before, after };
}

function toSource(name: string, document: JsonObject) {
  return { name, document, locate: (pointer: string) => ({ pointer }) };
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

function readDocument(file: string): JsonObject {
  const document: unknown = parse(readFileSync(path.resolve(file), 'utf8'));
  if (!isRecord(document)) throw new Error(`${file} holds no document`);
  return document;
}
