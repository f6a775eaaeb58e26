import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { loadContract } from '../../contract/load-contract.ts';
import { createMock, type Mock } from '../index.ts';

/** Names that every object has, or that change one when they are assigned. */
const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', 'then'];
const key = 'key';

function toDocument(): string {
  const text = { type: 'string' };
  const fields = names.map((name): [string, object] => [name, text]);
  const properties = Object.fromEntries([['id', text], ['label', text], ...fields]);
  const record = { type: 'object', required: ['id'], properties };
  const toContent = (schema: object) => ({ 'application/json': { schema } });
  const toReplies = (status: number, schema: object) => ({
    [status]: { description: 'done', content: toContent(schema) },
  });
  const paths: [path: string, item: object][] = [];
  const schemas: [name: string, schema: object][] = [];
  for (const name of names) {
    schemas.push([name, record]);
    const schema = { $ref: `#/components/schemas/${name}` };
    const query = [...names, 'label'].map((field) => ({ name: field, in: 'query', schema: text }));
    const order = { name: 'sort', in: 'query', schema: { enum: names } };
    const parameters = [{ name: 'key', in: 'path', required: true, schema: text }];
    const requestBody = { required: true, content: toContent(schema) };
    const list = {
      parameters: [...query, order],
      responses: toReplies(200, { type: 'array', items: schema }),
    };
    const create = { operationId: name, requestBody, responses: toReplies(201, schema) };
    const read = { responses: { ...toReplies(200, schema), 404: { description: 'unknown' } } };
    const update = { requestBody, responses: toReplies(200, schema) };
    paths.push([`/${name}`, { get: list, post: create }]);
    paths.push([`/${name}/{key}`, { parameters, get: read, patch: update }]);
  }
  const info = { title: 'Names', version: '1.0.0' };
  const components = { schemas: Object.fromEntries(schemas) };
  return JSON.stringify({ openapi: '3.1.0', info, paths: Object.fromEntries(paths), components });
}

let folder: string;
let mock: Mock;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'names-'));
  const file = join(folder, 'names.json');
  await writeFile(file, toDocument());
  mock = createMock({ contract: await loadContract({ document: file }), apiKeys: [key] });
});

afterAll(async () => {
  await mock.close();
  await rm(folder, { recursive: true, force: true });
});

async function ask(method: string, path: string, body?: string): Promise<unknown> {
  const headers = { 'Content-Type': 'application/json' };
  const request = new Request(`http://mock${path}`, { method, headers, ...(body && { body }) });
  const response = await mock.fetch(request);
  const text = await response.text();
  return text === '' ? response.status : JSON.parse(text);
}

test.each(names)('a resource, its ids, fields and parameters can be named %s', async (name) => {
  const body = (id: string, text: string) => {
    const fields = names.map((field) => `"${field}": "${text}"`);
    return `{"id": "${id}", "label": "${text}", ${fields.join(', ')}}`;
  };
  for (const id of names) {
    const want: unknown = JSON.parse(body(id, 'first'));
    expect(await ask('POST', `/${name}`, body(id, 'first'))).toEqual(want);
    expect(await ask('GET', `/${name}/${id}`)).toEqual(want);
    const changed: unknown = JSON.parse(body(id, id));
    expect(await ask('PATCH', `/${name}/${id}`, body(id, id))).toEqual(changed);
  }
  expect(await ask('GET', `/${name}`)).toHaveLength(names.length);
  for (const field of names) {
    expect(await ask('GET', `/${name}?${field}=valueOf`)).toMatchObject([{ label: 'valueOf' }]);
    expect(await ask('GET', `/${name}?${field}=none`)).toEqual([]);
    expect(await ask('GET', `/${name}?sort=${field}`)).toHaveLength(names.length);
  }
  expect(await ask('GET', `/${name}/prototype`)).toBe(404);
});
