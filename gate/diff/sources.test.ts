import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { stringify } from 'yaml';
import { DocumentError } from '../../contract/errors.ts';
import { diffDocuments } from './diff-documents.ts';
import { readSource } from './sources.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'sources-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const write = (name: string, text: string | Uint8Array): string => {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
};
const read = (name: string, timeoutMs?: number) => readSource(name, 'openapi.yaml', timeoutMs);
const head = 'openapi: 3.1.0\ninfo: { title: T, version: 1.0.0 }\n';

/** Eight lists, each nine times as large as the previous one. */
const bomb = Array.from({ length: 8 }, (_, at) => {
  const items = Array(9).fill(at === 0 ? 'x' : `*a${at - 1}`);
  return `a${at}: &a${at} [${items.join(', ')}]`;
}).join('\n');

const aliases = Array.from({ length: 5001 }, (_, at) => `a${at}: &a${at} x\nb${at}: *a${at}`).join(
  '\n',
);

describe('an unusable document is refused in one line with the reason', () => {
  test.each([
    ['no file', 'away.yaml', undefined, /away\.yaml: file not found/],
    ['an empty file', 'empty.yaml', ' \n', /empty\.yaml: .* "openapi" is missing$/],
    ['binary data', 'image.yaml', Uint8Array.of(0x89, 0x50, 0, 1, 2), /"openapi" is missing$/],
    ['a mistake in YAML', 'bad.yaml', `${head}paths: [1, 2`, /bad\.yaml:3:\d+: /],
    ['a mistake in JSON', 'bad.json', '{ "openapi": "3.1.0",\n  "paths": {', /bad\.json:2:\d+: /],
    ['a list', 'list.json', '[1]', /not an OpenAPI document/],
    [
      'a version as a number',
      'number.yaml',
      'openapi: 3.1\npaths: {}',
      /version 3\.1 .* in quotes/,
    ],
    ['Swagger', 'swagger.json', '{ "swagger": "2.0", "paths": {} }', /convert it to OpenAPI 3/],
    ['a reference to no file', 'ref.yaml', `${head}paths: { /a: { $ref: no.yaml } }`, /file not f/],
    [
      'deep JSON',
      'deep.json',
      `{ "a": ${'['.repeat(1e5)}${']'.repeat(1e5)} }`,
      /deep\.json: is nested too deeply/,
    ],
    ['deep YAML', 'deep.yaml', `a: ${'['.repeat(20_000)}`, /nested too deeply/],
    [
      'too many aliases',
      'aliases.yaml',
      aliases,
      /aliases\.yaml: it has too many aliases .* replace/,
    ],
    ['aliases that multiply', 'bomb.yaml', bomb, /bomb\.yaml: it has too many aliases .* replace/],
    ['several documents', 'two.yaml', 'a: 1\n---\nb: 2\n', /two\.yaml:2:1: a second YAML doc/],
    ['an endless anchor', 'cycle.yaml', `${head}paths: &a { /a: *a }`, /anchor contains itself/],
  ])('%s', async (_, name, text, message) => {
    const file = text === undefined ? path.join(folder, name) : write(name, text);
    const error = await read(file).catch((reason: unknown) => reason);
    expect(String(error)).toMatch(message);
    expect(String(error)).not.toContain('\n');
  });

  test.each(['git:', 'git:--output=x', 'git:no-such-branch', 'git:HEAD:no/such.yaml'])(
    '%s',
    async (name) => {
      await expect(read(name)).rejects.toThrow(/^git:/);
    },
  );

  test.each([
    ['a reference to itself', { $ref: '#/components/schemas/S' }, 'refers to itself; correct it'],
    ['a reference to a file', { $ref: 'file:///etc/passwd' }, 'does not exist in the document'],
  ])('%s', async (_, schema, message) => {
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/S' } } };
    const toText = (S: object): string =>
      JSON.stringify({
        openapi: '3.1.0',
        info: { title: 'T', version: '1' },
        paths: { '/a': { get: { responses: { 200: { description: 'OK', content } } } } },
        components: { schemas: { S } },
      });
    const before = await read(write('good.json', toText({ type: 'string' })));
    const after = await read(write('endless.json', toText(schema)));
    let refused: unknown;
    try {
      diffDocuments(before, after);
    } catch (error) {
      refused = error;
    }
    expect(refused).toBeInstanceOf(DocumentError);
    expect(String(refused)).toContain(message);
  });

  test('an endless file', async () => {
    await expect(read('/dev/zero')).rejects.toThrow('zero: is a pipe, socket or device');
  });
});

describe('a document from a server', () => {
  const servers: Server[] = [];
  const serve = async (listener: RequestListener) => {
    const started = createServer(listener);
    servers.push(started);
    await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
    const { port } = started.address() as AddressInfo;
    return `http://127.0.0.1:${port}/openapi.yaml?token=secret`;
  };
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });

  test.each([
    ['never answers', () => {}],
    [
      'stops in the middle',
      (_: unknown, response) => void response.writeHead(200).write('openapi'),
    ],
  ] satisfies [string, RequestListener][])('that %s times out', async (_, listener) => {
    const url = await serve(listener);
    await expect(read(url, 200)).rejects.toThrow(
      /^http:\/\/127\.0\.0\.1:\d+\/openapi\.yaml: cannot be fetched \(.* timeout\); correct the URL, or pass a file$/,
    );
  });

  test('that is not found is reported with its status, without the query of the URL', async () => {
    const url = await serve((_, response) => response.writeHead(404).end());
    const error = String(await read(url).catch((reason: unknown) => reason));
    expect(error).toMatch(/\(the server returned 404\); correct the URL/);
    expect(error).not.toContain('secret');
  });

  test('a reference stays on its origin', async () => {
    const refer = (target: string) =>
      `${head}paths: {}\ncomponents: { schemas: { A: { $ref: '${target}' } } }`;
    const toUrl = (target: string) =>
      serve(({ url }, response) => {
        if (url === '/moved.yaml') response.writeHead(302, { Location: 'http://127.0.0.1:1/' });
        response.end(url === '/part.yaml' ? 'S: { type: string }' : refer(target));
      });
    expect((await read(await toUrl('part.yaml#/S'))).document).toHaveProperty('x-bundled.1.S');
    await expect(read(await toUrl('http://127.0.0.1:1/part.yaml'))).rejects.toThrow(
      /\$ref "http:\/\/127\.0\.0\.1:1\/part\.yaml": must stay on http/,
    );
    await expect(read(await toUrl('moved.yaml'))).rejects.toThrow('the server returned 302');
  });
});

test('references stay inside the repository of a file', async () => {
  mkdirSync(path.join(folder, 'own', '.git'), { recursive: true });
  write('secret.yaml', 'S: { type: string }');
  const refer = (target: string) =>
    write(
      'own/spec/api.yaml',
      `${head}paths: {}\ncomponents: { schemas: { A: { $ref: '${target}' } } }`,
    );
  await expect(read(refer('../../secret.yaml#/S'))).rejects.toThrow('must stay inside');
  await expect(read(refer('https://example.com/a.yaml'))).rejects.toThrow('download the document');
  symlinkSync(path.join(folder, 'secret.yaml'), path.join(folder, 'own/link.yaml'));
  await expect(read(refer('../link.yaml#/S'))).rejects.toThrow('must stay inside');
});

test('split into several files means the same as a single file', async () => {
  const pets = (schema: string) =>
    `${head}paths:\n  /pets: { get: { responses: { '200': { description: ok, content: { application/json: { schema: ${schema} } } } } } }\n`;
  const one = write(
    'one.yaml',
    pets(
      '{ type: object, required: [id], properties: { id: { type: string }, value: { type: integer } } }',
    ),
  );
  write(
    'parts/pet.yaml',
    'Pet: { $anchor: pet, type: object, required: [id], properties: { id: { $ref: "#/Id" }, value: { $ref: "more.yaml#/Value" } } }\nId: { type: string }\n',
  );
  write('parts/more.yaml', 'Value: { type: integer, default: { $ref: nowhere } }\n');
  const many = await read(write('many.yaml', pets('{ $ref: "parts/pet.yaml#/Pet" }')));
  const anchored = await read(write('anchored.yaml', pets('{ $ref: "parts/pet.yaml#pet" }')));
  const whole = await read(one);
  expect(diffDocuments(whole, many).changes).toMatchObject([{ rule: 'response-default-changed' }]);
  expect(diffDocuments(whole, anchored).changes).toMatchObject([
    { rule: 'response-default-changed' },
  ]);
  expect(many.locate('/x-bundled/2/Value')).toMatchObject({ line: 1 });
});

test.each(['json', 'yaml'])('a location is given as a line in %s', async (form) => {
  const document = {
    openapi: '3.1.0',
    paths: { '/a "b" {c}': { get: { tags: ['x', 'y ]'], x: 1 } } },
    info: {},
  };
  const file = write(
    `lines.${form}`,
    form === 'json' ? JSON.stringify(document, null, 1) : stringify(document),
  );
  const text = readFileSync(file, 'utf8').split('\n');
  const { locate } = await read(file);
  const lineOf = (pointer: string) => text[(locate(pointer).line ?? 0) - 1]?.trim();
  expect(lineOf('/paths')).toMatch(/^"?paths/);
  expect(lineOf('/paths/~1a "b" {c}/get')).toMatch(/^"?get/);
  expect(lineOf('/paths/~1a "b" {c}/get/tags/1')).toMatch(/y \]/);
  expect(lineOf('/paths/~1a "b" {c}/get/x')).toMatch(/^"?x"?: 1/);
  expect(lineOf('/paths/~1a "b" {c}/get/missing/parts')).toMatch(/^"?get/);
  expect(lineOf('/info')).toMatch(/^"?info/);
});

test('aliases and merge keys of YAML are resolved', async () => {
  const text = (schema: string) =>
    `${head}x-base: &base { type: object, required: [id], properties: { id: &id { type: string } } }\npaths:\n  /a: { get: { responses: { '200': { description: ok, content: { application/json: { schema: ${schema} } } } } } }\n`;
  const merged = await read(
    write('merged.yaml', text('{ <<: *base, required: [id], properties: { id: *id } }')),
  );
  const plain = await read(
    write(
      'plain.yaml',
      text('{ type: object, required: [id], properties: { id: { type: string } } }'),
    ),
  );
  expect(diffDocuments(merged, plain).counts).toMatchObject({ breaking: 0, compatible: 0 });
});

test('a branch missing from a shallow clone is named, with the command to fetch it', async () => {
  const repository = path.join(folder, 'repository');
  mkdirSync(repository);
  execFileSync('git', ['init', '-q', repository]);
  const before = process.cwd();
  process.chdir(repository);
  try {
    await expect(read('git:main')).rejects.toThrow(
      /no commit, branch or tag "main" here \(a shallow clone\?/,
    );
  } finally {
    process.chdir(before);
  }
});
