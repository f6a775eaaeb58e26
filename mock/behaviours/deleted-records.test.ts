import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { loadContract } from '../../contract/load-contract.ts';
import { createMock, type Mock } from '../index.ts';

const document = `
openapi: 3.1.0
info: { title: Notes, version: 1.0.0 }
components:
  schemas:
    Note: { type: object, additionalProperties: true, required: [id], properties: { id: { type: integer }, text: { type: string } } }
  responses:
    Note: { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }
    Missing: { description: unknown }
paths:
  /notes:
    post:
      requestBody: { content: { application/json: { schema: { type: object, properties: { text: { type: string } } } } } }
      responses: { 201: { $ref: '#/components/responses/Note' } }
  /notes/{id}:
    parameters: [ { name: id, in: path, required: true, schema: { type: integer } } ]
    get: { responses: { 200: { $ref: '#/components/responses/Note' }, 404: { $ref: '#/components/responses/Missing' } } }
    delete: { responses: { 204: { description: gone } } }
  /notes/{id}/restore:
    parameters: [ { name: id, in: path, required: true, schema: { type: integer } } ]
    post: { responses: { 200: { $ref: '#/components/responses/Note' }, 404: { $ref: '#/components/responses/Missing' } } }
`;

const token = 'deleted-records';
const folder = mkdtempSync(path.join(tmpdir(), 'deleted-'));
let mock: Mock;
let url: string;

beforeAll(async () => {
  const file = path.join(folder, 'notes.yaml');
  writeFileSync(file, document);
  mock = createMock({ contract: await loadContract({ document: file }), seed: 1 });
  ({ url } = await mock.listen({ control: { token } }));
});

afterAll(async () => {
  await mock.close();
  rmSync(folder, { recursive: true });
});

async function send(method: string, target: string, body?: string) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const sent = body === undefined ? {} : { body };
  const reply = await fetch(url + target, { method, headers, ...sent });
  return { status: reply.status, text: await reply.text() };
}

test('a deleted record stays deleted, and can be restored, after the state was saved and loaded', async () => {
  await send('POST', '/notes', '{"text":"a"}');
  await send('DELETE', '/notes/1');
  const { text: state } = await send('GET', '/__mock/state');
  expect((await send('PUT', '/__mock/state', state)).status).toBe(200);
  expect((await send('GET', '/notes/1')).status).toBe(404);
  const restored = await send('POST', '/notes/1/restore');
  expect(restored).toEqual({ status: 200, text: '{"text":"a","id":1}' });
});
