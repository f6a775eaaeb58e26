import { beforeAll, expect, test } from '@jest/globals';
import { contract as builtIn, createContract } from '../../contract/create-contract.ts';
import { compileSchemas } from '../../contract/schemas/compile-schemas.ts';
import { serveChanged } from '../../test/support/serve-changed.ts';
import type { Outcome } from '../results.ts';
import { runAnyContract } from '../run-any-contract.ts';

const schema = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, note: { type: 'string' } },
};
const content = { 'application/json': { schema } };
const zone = { description: 'The zone', content };
const missing = { description: 'Refused' };
const { 'x-assumptions': assumptions, 'x-problems': problems } = builtIn.document;

/** Zones have no ids: their names, which are host names, are their keys. */
const document = JSON.parse(
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Zones', version: '1.0.0' },
    paths: {
      '/zones': {
        post: {
          operationId: 'create-zone',
          requestBody: { required: true, content },
          responses: { 201: zone, 422: missing },
        },
      },
      '/zones/{name}': {
        parameters: [{ name: 'name', in: 'path', required: true, schema: { type: 'string' } }],
        get: { operationId: 'read-zone', responses: { 200: zone, 404: missing } },
        put: {
          operationId: 'replace-zone',
          requestBody: { required: true, content },
          responses: { 200: zone, 404: missing, 422: missing },
        },
      },
    },
    'x-resources': {
      zone: { id: 'name', create: 'create-zone', sample: { name: 'zone.example.', note: 'Text' } },
    },
    'x-assumptions': assumptions,
    'x-problems': problems,
  }),
);

interface Zone {
  name: string;
}

/** A service that takes host names only. @param toKey the key that it stores a name under */
function createZones(toKey: (name: string) => string): (request: Request) => Promise<Response> {
  const zones = new Map<string, Zone>();
  const refuse = (status: number) => new Response(null, { status });
  return async (request) => {
    const [, , key = ''] = new URL(request.url).pathname.split('/');
    const known = zones.get(decodeURIComponent(key));
    if (request.method !== 'POST' && known === undefined) return refuse(404);
    if (request.method === 'GET') return Response.json(known);
    const sent: Zone = await request.json().catch(() => ({ name: '' }));
    if (!/^[a-z0-9.-]+$/.test(String(sent.name))) return refuse(422);
    const stored = { ...sent, name: toKey(sent.name) };
    zones.delete(decodeURIComponent(key));
    zones.set(stored.name, stored);
    return Response.json(stored, { status: request.method === 'POST' ? 201 : 200 });
  };
}

/** The outcomes of some checks, by their ids. */
async function runZones(toKey: (name: string) => string, only: readonly string[]) {
  const contract = createContract(document, compileSchemas(document));
  const { url, close } = await serveChanged(createZones(toKey), (request, forward) =>
    forward(request),
  );
  const { checks } = await runAnyContract(contract, { baseUrl: url, apiKey: '', seed: 1, only });
  await close();
  return new Map(checks.map(({ id, outcome }) => [id, outcome]));
}

const laws = ['keeps-every-value', 'is-created-beside-others'].map((law) => `create-zone/${law}`);
const change = 'replace-zone/changes-what-it-names';
let outcomes: Map<string, Outcome>;
let single: Map<string, Outcome>;

beforeAll(async () => {
  outcomes = await runZones((name) => name, [...laws, change]);
  single = await runZones(() => 'zone.example.', laws.slice(1));
});

test('names keep the form of a host name, and records are followed when their key changes', () => {
  expect([...laws, change].map((id) => outcomes.get(id)?.status)).toEqual([
    'passed',
    'passed',
    'passed',
  ]);
});

test('a second creation with the key of a known record is no other record', () => {
  expect(single.get('create-zone/is-created-beside-others')).toEqual({
    status: 'inconclusive',
    reason: 'not judged: only one zone zone.example. can exist',
  });
});
