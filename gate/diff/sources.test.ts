import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { stringify } from 'yaml';
import { readSource } from '../../contract/documents/sources.ts';
import { DocumentError } from '../../contract/errors.ts';
import { toDocument } from '../../test/diff-cases/cases.ts';
import { serve } from '../../test/support/open-proxy.ts';
import { useFolder } from '../../test/support/use-folder.ts';
import { diffDocuments } from './diff-documents.ts';

const folder = useFolder();
const write = (name: string, text: string | Uint8Array): string => {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
};
const read = (name: string, timeoutMs?: number) =>
  readSource(name, 'openapi.yaml', timeoutMs === undefined ? {} : { timeoutMs });
const head = 'openapi: 3.1.0\ninfo: { title: T, version: 1.0.0 }\n';
/** A document with a reference. */
const refer = (target: string): string =>
  `${head}paths: {}\ncomponents: { schemas: { A: { $ref: '${target}' } } }`;
/** A document with a schema, written in YAML. */
const answer = (schema: string, more = ''): string =>
  `${head}${more}\npaths:\n  /a: { get: { responses: { '200': { description: ok, content: { application/json: { schema: ${schema} } } } } } }\n`;
const pet = (more = ''): string =>
  `{ type: object, required: [id], properties: { id: { type: string }${more} } }`;

const deep = `${'['.repeat(1e5)}${']'.repeat(1e5)}`;

describe('an unusable document is refused in one line with the reason', () => {
  test.each<[string, string | Uint8Array, RegExp]>([
    ['empty.yaml', ' \n', /empty\.yaml: .* "openapi" is missing$/],
    ['image.yaml', Uint8Array.of(0x89, 0x50, 0, 1, 2), /not UTF-8/],
    ['bad.yaml', `${head}paths: [1, 2`, /bad\.yaml:3:\d+: /],
    ['bad.json', '{ "openapi": "3.1.0",\n  "paths": {', /bad\.json:2:\d+: /],
    ['list.json', '[1]', /not an OpenAPI document/],
    ['number.yaml', 'openapi: 3.1\npaths: {}', /version 3\.1 is not supported; .* in quotes/],
    ['swagger.json', '{ "swagger": "2.0", "paths": {} }', /convert it to OpenAPI 3/],
    ['reference.yaml', refer('away.yaml'), /away\.yaml: file not found/],
    ['deep.json', `{ "a": ${deep} }`, /deep\.json: is nested too deeply/],
    ['deep.yaml', `a: ${'['.repeat(20_000)}`, /nested too deeply/],
    ['two.yaml', 'a: 1\n---\nb: 2\n', /two\.yaml:2:1: a second YAML document/],
    ['cycle.yaml', `${head}paths: &a { /a: *a }`, /anchor &a contains itself/],
  ])('%s', async (name, text, message) => {
    const error = await read(write(name, text)).catch((reason: unknown) => reason);
    expect(String(error)).toMatch(message);
    expect(String(error)).not.toContain('\n');
  });

  test.each(['git:', 'git:--output=x', 'git:HEAD:no/such.yaml'])('%s', async (name) => {
    await expect(read(name)).rejects.toThrow(/^git:/);
  });

  test.each([
    ['#/components/schemas/S', 'refers to itself; correct it'],
    ['file:///etc/passwd', '$ref "file:///etc/passwd" does not exist; correct it'],
  ])('a reference to %s', async ($ref, message) => {
    const toSource = (S: object) => ({
      ...{ name: 'a', locate: (pointer: string) => ({ pointer }) },
      document: {
        ...toDocument({ $ref: '#/components/schemas/S' }),
        components: { schemas: { S } },
      },
    });
    const compare = () => diffDocuments(toSource({ type: 'string' }), toSource({ $ref }));
    expect(compare).toThrow(DocumentError);
    expect(compare).toThrow(message);
  });
});

describe('a document from a server', () => {
  const toUrl = async (listener: RequestListener) =>
    `${await serve(listener)}/openapi.yaml?token=secret`;

  test.each<[string, RequestListener]>([
    ['never answers', () => {}],
    ['stops in the middle', (_, response) => void response.writeHead(200).write('openapi')],
  ])('that %s times out', async (_, listener) => {
    await expect(read(await toUrl(listener), 200)).rejects.toThrow(
      /^http:\/\/127\.0\.0\.1:\d+\/openapi\.yaml: cannot be fetched \(.* timeout\); correct the URL, or pass a file$/,
    );
  });

  test('that is not found is reported with its status, without the query of the URL', async () => {
    const url = await toUrl((_, response) => response.writeHead(404).end());
    const error = String(await read(url).catch((reason: unknown) => reason));
    expect(error).toMatch(/\(the server returned 404\); correct the URL/);
    expect(error).not.toContain('secret');
  });

  test('a reference stays on its origin', async () => {
    const open = (target: string) =>
      toUrl(({ url }, response) => {
        if (url === '/moved.yaml') response.writeHead(302, { Location: 'http://127.0.0.1:1/' });
        response.end(url === '/part.yaml' ? 'S: { type: string }' : refer(target));
      });
    const { document } = await read(await open('part.yaml#/S'));
    expect(document['x-bundled']).toEqual({ 'part.yaml': { S: { type: 'string' } } });
    await expect(read(await open('http://127.0.0.1:1/part.yaml'))).rejects.toThrow(
      /\$ref "http:\/\/127\.0\.0\.1:1\/part\.yaml": must stay on http/,
    );
    await expect(read(await open('moved.yaml'))).rejects.toThrow('the server returned 302');
  });
});

test('references stay inside the repository of a file', async () => {
  mkdirSync(path.join(folder, 'own', '.git'), { recursive: true });
  symlinkSync(write('secret.yaml', 'S: { type: string }'), path.join(folder, 'own/link.yaml'));
  const readWith = (target: string) => read(write('own/spec/api.yaml', refer(target)));
  await expect(readWith('../../secret.yaml#/S')).rejects.toThrow('must stay inside');
  await expect(readWith('../link.yaml#/S')).rejects.toThrow('must stay inside');
  await expect(readWith('https://example.com/a.yaml')).rejects.toThrow('download the document');
});

test('split into several files means the same as a single file', async () => {
  const inner =
    '{ type: object, required: [id], properties: { id: { $ref: "#/Id" }, value: { $ref: "more.yaml#/Value" } }, $anchor: pet }';
  write('parts/pet.yaml', `Pet: ${inner}\nId: { type: string }\n`);
  write('parts/more.yaml', 'Value: { type: integer, default: { $ref: nowhere } }\n');
  const whole = await read(write('one.yaml', answer(pet(', value: { type: integer }'))));
  for (const target of ['/Pet', 'pet']) {
    const many = await read(write('many.yaml', answer(`{ $ref: "parts/pet.yaml#${target}" }`)));
    const { changes } = diffDocuments(whole, many);
    expect(changes.map(({ rule }) => rule)).toEqual(['response-default-changed']);
    expect(many.locate('/x-bundled/parts~1more.yaml/Value')).toEqual({
      pointer: '/Value',
      file: expect.stringMatching(/parts\/more\.yaml$/),
      line: 1,
    });
  }
});

test.each(['json', 'yaml'])('a location is given as a line in %s', async (form) => {
  const document = {
    openapi: '3.1.0',
    paths: { '/a "b" {c}': { get: { tags: ['x', 'y ]'], x: 1 } } },
    info: {},
  };
  const content = form === 'json' ? JSON.stringify(document, null, 1) : stringify(document);
  const { locate } = await read(write(`lines.${form}`, content));
  const lineOf = (pointer: string) => content.split('\n')[(locate(pointer).line ?? 0) - 1]?.trim();
  expect(lineOf('/paths')).toMatch(/^"?paths/);
  expect(lineOf('/paths/~1a "b" {c}/get')).toMatch(/^"?get/);
  expect(lineOf('/paths/~1a "b" {c}/get/tags/1')).toMatch(/y \]/);
  expect(lineOf('/paths/~1a "b" {c}/get/x')).toMatch(/^"?x"?: 1/);
  expect(lineOf('/paths/~1a "b" {c}/get/missing/parts')).toMatch(/^"?get/);
  expect(lineOf('/info')).toMatch(/^"?info/);
});

test('aliases and merge keys of YAML are resolved', async () => {
  const base = `x-base: &base { type: object, required: [id], properties: { id: &id { type: string } } }`;
  const merged = '{ <<: *base, required: [id], properties: { id: *id } }';
  const before = await read(write('merged.yaml', answer(merged, base)));
  const after = await read(write('plain.yaml', answer(pet())));
  expect(diffDocuments(before, after).counts).toMatchObject({ breaking: 0, compatible: 0 });
});

test('a branch missing from a shallow clone is named, with the command to fetch it', async () => {
  execFileSync('git', ['init', '-q', path.join(folder, 'repository')]);
  const before = process.cwd();
  process.chdir(path.join(folder, 'repository'));
  try {
    const want = /^git:main: .*'main'; correct it, or fetch it first \(in a shallow clone\)$/;
    await expect(read('git:main')).rejects.toThrow(want);
  } finally {
    process.chdir(before);
  }
});
