import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { runCommand } from '../cli/run-command.ts';
import { loadContract } from '../contract/load-contract.ts';
import { createMock } from '../mock/index.ts';
import { readContractState, writeState } from '../mock/sessions/contract-state.ts';
import { useFolder } from './support/use-folder.ts';

/** Names that every ordinary object has, and those that a path, a header and a cookie can contain. */
const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'];

const folder = useFolder();

const reference = (name: string): string =>
  JSON.stringify({ $ref: `#/components/schemas/${name}` });

/** A contract in which everything that a document can name has this name. As text, since a literal cannot have the key `__proto__`. */
function writeContract(name: string): string {
  const item = reference(name);
  const parameter = (place: string, required: boolean): string =>
    `{"name":"${name}","in":"${place}","required":${required},"schema":{"type":"string"}}`;
  const reply = (schema: string): string =>
    `{"description":"Done","headers":{"${name}":{"schema":{"type":"string"}}},"content":{"application/json":{"schema":${schema}}}}`;
  const body = `"requestBody":{"required":true,"content":{"application/json":{"schema":${item},"examples":{"${name}":{"value":{"inner":{"${name}":"a"}}}}}}}`;
  const many = `{"type":"object","required":["${name}"],"properties":{"${name}":{"type":"array","items":${item}}}}`;
  const text = `{
    "openapi": "3.1.0",
    "info": {"title": "${name}", "version": "1.0.0"},
    "tags": [{"name": "${name}"}],
    "security": [{"${name}": []}],
    "paths": {
      "/${name}": {
        "get": {"operationId": "${name}", "tags": ["${name}"],
          "parameters": [${['query', 'header', 'cookie'].map((place) => parameter(place, false))}],
          "responses": {"200": ${reply(many)}}},
        "post": {"operationId": "create-${name}", ${body}, "responses": {"201": ${reply(item)}}}
      },
      "/${name}/{${name}}": {
        "parameters": [${parameter('path', true)}],
        "get": {"operationId": "read-${name}", "responses": {"200": ${reply(item)}}},
        "put": {"operationId": "replace-${name}", ${body}, "responses": {"200": ${reply(item)}}},
        "patch": {"operationId": "update-${name}", ${body}, "responses": {"200": ${reply(item)}}},
        "delete": {"operationId": "remove-${name}", "responses": {"204": {"description": "Gone"}}}
      }
    },
    "components": {
      "securitySchemes": {"${name}": {"type": "apiKey", "in": "header", "name": "X-Key"}},
      "schemas": {"${name}": {
        "type": "object",
        "required": ["${name}", "inner"],
        "properties": {
          "${name}": {"type": "string", "format": "uuid", "readOnly": true},
          "inner": {"type": "object", "required": ["${name}"],
            "properties": {"${name}": {"type": "string", "minLength": 1}}},
          "kind": {"type": "string", "default": "${name}", "enum": ["${name}", "b"]},
          "more": {"type": "object", "additionalProperties": {"type": "integer"}}
        }
      }}
    }
  }`;
  const file = path.join(folder, `${name}.json`);
  writeFileSync(file, text);
  return file;
}

/** An object as text, whatever the order of its keys. */
function sortEntries(value: object): string {
  const entries = Object.entries(value).map((entry) => JSON.stringify(entry));
  return entries.sort().join();
}

async function run(...argv: string[]) {
  let output = '';
  const write = (text: string) => (output += text);
  const code = await runCommand(argv, { environment: {}, stdout: { write }, stderr: { write } });
  return { code, output };
}

describe.each(names)('with the name %s for everything', (name) => {
  const file = writeContract(name);
  const headers = { 'X-Key': 'key', 'Content-Type': 'application/json', 'X-Mock-Session': name };

  test('a mock stores and returns records', async () => {
    const contract = await loadContract({ document: file });
    const onError = (line: string): never => {
      throw new Error(line);
    };
    const mock = createMock({ contract, seed: 1, apiKeys: ['key'], onError });
    const isSession = /^[a-zA-Z]/.test(name);
    const own = isSession ? headers : { ...headers, 'X-Mock-Session': 'default' };
    const send = async (method: string, target: string, body?: string) => {
      const response = await mock.fetch(target, { method, headers: own, body: body ?? null });
      const text = await response.text();
      return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
    };
    const inner = (value: string): string => `{"inner":{"${name}":"${value}"}}`;
    const fields = `"inner":{"${name}":"a"},"more":{"${name}":1}`;
    const created = await send('POST', `/${name}`, `{${fields}}`);
    expect(created.status).toBe(201);
    const id: unknown = created.body[name];
    const target = `/${name}/${id}`;
    const stored = JSON.parse(`{"${name}":"${id}",${fields},"kind":"${name}"}`);
    expect(sortEntries(created.body)).toBe(sortEntries(stored));
    expect(await send('GET', target)).toMatchObject({ status: 200 });
    const listed = await send('GET', `/${name}?${name}=${id}&b=2`);
    expect(Object.entries(listed.body)).toEqual([[name, [created.body]]]);
    for (const [method, value] of Object.entries({ PUT: 'b', PATCH: 'c' })) {
      const changed = await send(method, target, inner(value));
      expect([method, changed.status, changed.body.inner?.[name]]).toEqual([method, 200, value]);
    }
    const read = await send('GET', target);
    expect([read.body[name], read.body.inner[name]]).toEqual([id, 'c']);
    const session = isSession ? mock.session(name) : mock;
    const snapshot = await session.snapshot();
    await session.reset();
    expect(await send('GET', target)).toMatchObject({ status: 404 });
    await session.restore(JSON.parse(JSON.stringify(snapshot)));
    expect(sortEntries((await send('GET', target)).body)).toBe(sortEntries(read.body));
    const state = writeState(contract, snapshot.contents);
    const tree: unknown = JSON.parse(JSON.stringify(state));
    const saved = readContractState(contract, tree, () => '');
    expect(saved).toEqual({ contents: snapshot.contents });
    // Every object inherits this name, so it counts only if it was sent.
    expect(await send('POST', `/${name}`, '{"inner":{}}')).toMatchObject({ status: 422 });
    expect(await send('GET', `/${name}/${name}`)).toMatchObject({ status: 404 });
    expect(await send('DELETE', target)).toEqual({ status: 204, body: undefined });
    expect((await send('GET', `/${name}`)).body[name]).toEqual([]);
  });

  test.each([
    ['interface', 'assumptions', '--contract', file],
    ['interface', 'examples', '--contract', file],
    ['resources', file],
    ['resources', file, '--format', 'overlay'],
    ['diff', file, file],
  ])('a command works: %s', async (...argv) => {
    expect(await run(...argv)).toMatchObject({ code: 0 });
  });
});
