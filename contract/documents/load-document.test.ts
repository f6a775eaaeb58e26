import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { serve } from '../../test/support/open-proxy.ts';
import { useFolder } from '../../test/support/use-folder.ts';
import { DocumentError } from '../errors.ts';
import { readOperations } from '../read-operations.ts';
import { loadDocument } from './load-document.ts';
import { openDocument } from './origins.ts';

const folder = useFolder();

function write(name: string, text: string): string {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

const load = (name: string) => loadDocument(openDocument(name, 20_000), name);

const head = 'openapi: 3.1.0\ninfo: { title: T, version: 1.0.0 }\n';

/** A document whose only response has a schema, both in YAML. */
const answer = (schema: string, more = ''): string =>
  `${head}${more}paths:\n  /a: { get: { responses: { '200': { content: { application/json: { schema: ${schema} } } } } } }\n`;

test('nullable of OpenAPI 3.0 still allows null in a document of 3.1', async () => {
  const name = write('nullable.yaml', answer('{ type: string, nullable: true }'));
  const [operation] = readOperations((await load(name)).document);
  expect(operation?.responses[0]?.schema.type).toEqual(['string', 'null']);
});

test('parts of a schema that forbid what each other require are open', async () => {
  const key =
    '{ type: object, required: [key], properties: { key: {} }, additionalProperties: false }';
  const schema = `{ allOf: [${key}, { required: [id], properties: { id: {} }, additionalProperties: false }] }`;
  const [operation] = readOperations((await load(write('closed.yaml', answer(schema)))).document);
  expect(operation?.responses[0]?.schema.allOf).toEqual([
    { type: 'object', required: ['key'], properties: { key: {} } },
    { required: ['id'], properties: { id: {} } },
  ]);
});

test('a list of schemas under items is one for the first items', async () => {
  const name = write('tuple.yaml', answer('{ items: [{ type: string }, { type: integer }] }'));
  const [operation] = readOperations((await load(name)).document);
  expect(operation?.responses[0]?.schema).toEqual({
    prefixItems: [{ type: 'string' }, { type: 'integer' }],
  });
});

describe('a wrong document is refused in one line', () => {
  test.each<[title: string, name: string, text: string, want: RegExp]>([
    ['empty', 'empty.yaml', '', /empty\.yaml: not an OpenAPI document/],
    ['a list', 'list.json', '[]', /list\.json: not an OpenAPI document/],
    ['not JSON', 'bad.json', '{ "openapi": "3.1.0",\n  "paths": {', /bad\.json:2:\d+: /],
    ['an unknown version', 'four.yaml', 'openapi: 4.0.0\n', /OpenAPI 4\.0\.0 is not supported/],
    ['no operations', 'none.yaml', `${head}paths: {}\n`, /none\.yaml:3: #\/paths: .*no operations/],
    ['no paths', 'paths.yaml', head, /paths\.yaml:1: #\/paths: .*no operations/],
    [
      'a reference to nothing',
      'reference.yaml',
      answer("{ $ref: '#/components/schemas/B' }"),
      /reference\.yaml:4: #\/paths\/~1a\/get\/responses\/200\/content\/application~1json\/schema: \$ref "#\/components\/schemas\/B" leads nowhere/,
    ],
    [
      'a reference to a missing file',
      'away.yaml',
      answer("{ $ref: 'nowhere.yaml' }"),
      /away\.yaml:4: .*\$ref "nowhere\.yaml" leads nowhere: .*nowhere\.yaml: file not found/,
    ],
    [
      'a reference to itself',
      'self.yaml',
      answer(
        "{ $ref: '#/components/schemas/A' }",
        "components: { schemas: { A: { $ref: '#/components/schemas/B' }, B: { $ref: '#/components/schemas/A' } } }\n",
      ),
      /self\.yaml:3: #\/components\/schemas\/\w: \$ref "#\/components\/schemas\/\w" leads to itself/,
    ],
    [
      'the same operation twice',
      'twice.yaml',
      `${head}paths:\n  /a/{x}: { get: {} }\n  /a/{y}:\n    get: {}\n`,
      /twice\.yaml:6: #\/paths\/~1a~1\{y\}\/get: GET \/a\/\{y\} matches the same requests as GET \/a\/\{x\}/,
    ],
    [
      'the same path twice in JSON',
      'twice.json',
      '{ "openapi": "3.1.0",\n "paths": { "/a": { "get": {} },\n "/a": { "put": {} } } }',
      /twice\.json:\d: #\/paths\/~1a is in its object twice/,
    ],
    [
      'a list that is not one',
      'list.yaml',
      `${head}paths:\n  /a: { get: { parameters: { name: a } } }\n`,
      /list\.yaml:4: #\/paths\/~1a\/get\/parameters must be a list of objects/,
    ],
    [
      'deep nesting',
      'deep.json',
      `{ "openapi": "3.1.0", "x": ${'['.repeat(5000)}${']'.repeat(5000)} }`,
      /nested too deeply/,
    ],
    [
      'a cycle',
      'cycle.yaml',
      `${head}x-a: &a { b: *a }\npaths: {}\n`,
      /the anchor &a contains itself/,
    ],
  ])('%s', async (_, name, text, want) => {
    const error = await load(write(name, text)).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DocumentError);
    expect(error).toMatchObject({ message: expect.stringMatching(want) });
    expect(error).toMatchObject({ message: expect.not.stringContaining('\n') });
  });
});

test('an operation whose id another one has is called by its method and path', async () => {
  const item = '{ get: { operationId: a, responses: {} } }';
  const text = `${head}paths:\n  /a: ${item}\n  /b: ${item}\n  /c: { $ref: '#/paths/~1a' }\n`;
  const { document, remarks } = await load(write('ids.yaml', text));
  expect(readOperations(document).map(({ id }) => id)).toEqual(['a', 'GET /b', 'GET /c']);
  expect(remarks).toEqual([
    expect.stringContaining('#/paths/~1b/get/operationId: GET /a has the id "a" already'),
    expect.stringContaining('so this operation is called "GET /c"'),
  ]);
});

describe('a right document is read, whatever it contains', () => {
  test.each<[title: string, text: string]>([
    [
      'a schema that contains itself',
      answer(
        "{ $ref: '#/components/schemas/A' }",
        "components: { schemas: { A: { properties: { a: { $ref: '#/components/schemas/A' } } } } }\n",
      ),
    ],
    [
      'a schema that applies itself',
      answer(
        "{ $ref: '#/components/schemas/A' }",
        "components: { schemas: { A: { allOf: [{ $ref: '#/components/schemas/A' }] } } }\n",
      ),
    ],
    ['booleans as schemas', answer('{ properties: { a: true, b: false } }')],
    ['an unknown format', answer('{ type: string, format: shoe-size }')],
    [
      'keywords beside a reference',
      answer(
        "{ $ref: '#/components/schemas/A', minLength: 2 }",
        'components: { schemas: { A: { type: string } } }\n',
      ),
    ],
    [
      'unusual paths',
      `${head}paths:\n  /a/{b}.{c}: { get: {} }\n  /a/{b}:cancel: { post: {} }\n  /a({b}): { get: {} }\n  /a/: { get: {} }\n  /a: { get: {} }\n`,
    ],
    [
      'servers with variables only',
      `${head}servers: [{ url: '{baseUrl}' }]\npaths: { /a: { get: {} } }\n`,
    ],
    ['no info', 'openapi: 3.1.0\npaths: { /a: { get: {} } }\n'],
    ['a version that is a number', 'openapi: 3.1\npaths: { /a: { get: {} } }\n'],
    [
      'empty fields',
      `${head}components: { schemas: }\npaths: { /a: { parameters: , get: { responses: { '204': } } } }\n`,
    ],
    [
      'references in extensions and values',
      `${head}x-a: { $ref: '#/nowhere' }\npaths: { /a: { get: { x-samples: [{ $ref: nowhere.txt }], responses: { '200': { content: { application/json: { example: { $ref: '#/nowhere' } } } } } } } }\n`,
    ],
    ['a property named $ref', answer('{ properties: { $ref: { type: string } } }')],
  ])('%s', async (title, text) => {
    const { document } = await load(write(`${title.replaceAll(/\W/g, '-')}.yaml`, text));
    expect(readOperations(document).length).toBeGreaterThan(0);
  });
});

describe('what is not used is remarked', () => {
  test('of version 3.2', async () => {
    const text = `${head.replace('3.1.0', '3.2.0')}paths: { /a: { query: {}, get: {} } }\n`;
    const { remarks } = await load(write('new.yaml', text));
    expect(remarks).toEqual([
      'The document is OpenAPI 3.2, and is read as 3.1.',
      '#/paths/~1a: "query" is new in OpenAPI 3.2, and not used.',
    ]);
  });

  test('of patterns in the syntax of another language', async () => {
    const { remarks } = await load(
      write('pattern.yaml', answer("{ type: string, pattern: '(?i)a' }")),
    );
    expect(remarks).toEqual([
      expect.stringMatching(/the pattern "\(\?i\)a" is not a regular expression of JavaScript/),
    ]);
  });
});

describe('references to other files', () => {
  test('give the parts of the files names', async () => {
    write(
      'shared/Pet.yaml',
      "type: object\nproperties: { owner: { $ref: 'people.yaml#/Owner' }, parent: { $ref: '#' } }\n",
    );
    write('shared/people.yaml', 'Owner: { type: string }\n');
    write(
      'paths/pets.yaml',
      "get:\n  parameters: [{ $ref: '../shared/parameters.yaml#/limit' }]\n  responses: { '200': { content: { application/json: { schema: { $ref: '../shared/Pet.yaml' } } } } }\n",
    );
    write(
      'shared/parameters.yaml',
      'limit: { name: limit, in: query, schema: { type: integer } }\n',
    );
    const file = write('several.yaml', `${head}paths: { /pets: { $ref: paths/pets.yaml } }\n`);
    const { document } = await load(file);
    const [operation] = readOperations(document);
    expect(operation?.parameters[0]).toMatchObject({ name: 'limit', in: 'query' });
    expect(operation?.responses[0]?.schema).toMatchObject({
      properties: {
        owner: { $ref: '#/components/schemas/Owner' },
        parent: { $ref: '#/components/schemas/Pet' },
      },
    });
    expect(Object.keys(document)).not.toContain('x-bundled');
  });

  test('may be percent-encoded, and lead out of the folder', async () => {
    write('a b#c+d.yaml', 'type: string\n');
    const file = write('inner/encoded.yaml', answer("{ $ref: '../a%20b%23c%2Bd.yaml' }"));
    const [operation] = readOperations((await load(file)).document);
    expect(operation?.responses[0]?.schema).toEqual({ type: 'string' });
  });

  test('may lead to a server, from a file and from the server', async () => {
    const url = await serve((request, response) => {
      const isPet = request.url?.startsWith('/pet');
      response.end(isPet ? "$ref: 'name.yaml'" : 'type: string');
    });
    const file = write('web.yaml', answer(`{ $ref: '${url}/pet.yaml' }`));
    const [operation] = readOperations((await load(file)).document);
    expect(operation?.responses[0]?.schema).toEqual({ type: 'string' });
  });

  test('may be names in the document', async () => {
    const schema =
      "{ $id: 'https://example.com/pet', $defs: { name: { $anchor: n, type: string } }, properties: { a: { $ref: '#/$defs/name' }, b: { $ref: '#n' } } }";
    const { document } = await load(
      write(
        'ids.yaml',
        answer(
          "{ $ref: 'https://example.com/pet' }",
          `components: { schemas: { Pet: ${schema} } }\n`,
        ),
      ),
    );
    const [operation] = readOperations(document);
    expect(operation?.responses[0]?.schema.properties).toEqual({
      a: { $ref: '#/components/schemas/Pet/$defs/name' },
      b: { $ref: '#/components/schemas/Pet/$defs/name' },
    });
  });
});
