import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { readSource } from '../../contract/documents/sources.ts';
import { useFolder } from '../../test/support/use-folder.ts';
import { diffDocuments } from './diff-documents.ts';
import { toReport } from './reports.ts';

const folder = useFolder();
const head = 'openapi: 3.1.0\ninfo: { title: T, version: 1.0.0 }\n';

/** Writes the files of a document, and reads it. */
function readFiles(name: string, files: Record<string, string>) {
  for (const [file, text] of Object.entries(files)) {
    const target = path.join(folder, name, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
  return readSource(path.join(folder, name, 'openapi.yaml'), '');
}

/** A document with one operation for each file that has the schema of its request body. */
function post(references: Record<string, string>): string {
  const paths = Object.entries(references).map(
    ([name, reference]) =>
      `  /${name}: { post: { requestBody: { required: true, content: { application/json: { schema: { $ref: '${reference}' } } } }, responses: { '204': { description: d } } } }\n`,
  );
  return `${head}paths:\n${paths.join('')}`;
}

const text = (maxLength: number): string => `{ type: string, maxLength: ${maxLength} }`;

describe('the id of a change', () => {
  const read = (name: string, lengths: Record<string, number>) => {
    const names = Object.keys(lengths);
    const references = names.map((file) => [file, `parts/${file}.yaml`]);
    const files = Object.entries(lengths).map(([file, most]) => [`parts/${file}.yaml`, text(most)]);
    const document = post(Object.fromEntries(references));
    return readFiles(name, { 'openapi.yaml': document, ...Object.fromEntries(files) });
  };

  test('names the file, whatever other files there are', async () => {
    const few = [await read('few-old', { a: 9, b: 9 }), await read('few', { a: 9, b: 5 })] as const;
    const more = await Promise.all([
      read('more-old', { z: 9, a: 9, b: 5 }),
      read('more', { z: 5, a: 9, b: 5 }),
    ]);
    const [first] = diffDocuments(...few).changes;
    expect(first).toMatchObject({
      id: 'request-narrowed:parts/b.yaml#/maxLength',
      new: { file: expect.stringMatching(/few\/parts\/b\.yaml$/), pointer: '/maxLength', line: 1 },
    });
    const accepted = [{ id: first?.id ?? '', reason: 'r', expires: '9999-12-31' }];
    const { changes, verdict } = diffDocuments(...more, { accepted });
    expect(changes.map(({ id }) => id)).toEqual(['request-narrowed:parts/z.yaml#/maxLength']);
    expect(verdict).toBe('breaking');
    expect(JSON.stringify(changes)).not.toContain('x-bundled');
  });
});

describe('a reference without a target', () => {
  const paths = `post:\n  requestBody: { required: true, content: { application/json: { schema: { $ref: '../schemas/pet.yaml#/Pat' } } } }\n  responses: { '204': { description: d } }\n`;
  test.each([
    {
      title: 'in another file',
      files: { 'paths/a.yaml': paths, 'schemas/pet.yaml': 'Pet: { type: object }' },
      want: /paths\/a\.yaml:2: \$ref "\.\.\/schemas\/pet\.yaml#\/Pat" does not exist; correct it \(in the new document, .*openapi\.yaml\)$/,
    },
    {
      title: 'in a file that does not exist',
      files: { 'paths/a.yaml': paths },
      want: /paths\/a\.yaml:2: \$ref "\.\.\/schemas\/pet\.yaml#\/Pat": .*schemas\/pet\.yaml: file not found/,
    },
    {
      title: 'in the same file',
      files: { 'paths/a.yaml': paths.replace('../schemas/pet.yaml#/Pat', '#/Pat') },
      want: /paths\/a\.yaml:2: \$ref "#\/Pat" does not exist; correct it/,
    },
    {
      title: 'that leads to itself',
      files: { 'paths/a.yaml': 'post: { $ref: "#/post" }' },
      want: /paths\/a\.yaml:1: \$ref "#\/post" refers to itself; correct it/,
    },
  ])('$title is named as it is written', async ({ title, files, want }) => {
    const document = `${head}paths:\n  /a: { $ref: ./paths/a.yaml }\n`;
    const old = await readFiles(`${title}-old`, { 'openapi.yaml': `${head}paths: {}\n` });
    const compare = async () =>
      diffDocuments(old, await readFiles(title, { 'openapi.yaml': document, ...files }));
    await expect(compare()).rejects.toThrow(want);
  });
});

describe('file names', () => {
  test.each([
    ['./my%20dir/pet.yaml', 'my dir/pet.yaml'],
    ['./C%2B%2B.yaml', 'C++.yaml'],
    ['./pets%40%7BpetId%7D.yaml', 'pets@{petId}.yaml'],
    ['./a%23b.yaml', 'a#b.yaml'],
    ['./a%26b.yaml#', 'a&b.yaml'],
    ['./a%3Fb.yaml', 'a?b.yaml'],
    ['./caf%C3%A9.yaml', 'café.yaml'],
    ['./100%25.yaml', '100%.yaml'],
    ['./100%.yaml', '100%.yaml'],
    ['./100%/caf%C3%A9.yaml', '100%/café.yaml'],
    ['./%zz%E0.yaml', '%zz%E0.yaml'],
  ])('%s is %s', async (reference, file) => {
    const read = (most: number) =>
      readFiles(`names-${most}`, { 'openapi.yaml': post({ a: reference }), [file]: text(most) });
    const { changes } = diffDocuments(await read(9), await read(5));
    expect(changes.map(({ id }) => id)).toEqual([`request-narrowed:${file}#/maxLength`]);
  });

  test('that no file can have are refused', async () => {
    await expect(readFiles('nul', { 'openapi.yaml': post({ a: './a%00.yaml' }) })).rejects.toThrow(
      /openapi\.yaml:4: \$ref ".\/a%00\.yaml": no file can have this name/,
    );
  });
});

describe('references in an extension', () => {
  const operation = (extension: string): string =>
    `${head}paths:\n  /a: { get: { ${extension}, responses: { '204': { description: d } } } }\n`;

  test.each([
    ['code samples', 'x-codeSamples: [{ lang: Go, source: { $ref: ./sample.go } }]'],
    ['examples', 'x-ms-examples: { one: { $ref: ./not-here.json } }'],
    ['nothing at all', 'x-a: { $ref: "#/nowhere" }'],
  ])('are values: %s', async (name, extension) => {
    const files = { 'openapi.yaml': operation(extension), 'sample.go': 'a: b: c' };
    const source = await readFiles(`extension ${name}`, files);
    expect(diffDocuments(source, source).changes).toEqual([]);
  });

  test('are followed where a reference leads into the extension', async () => {
    const read = (most: number) =>
      readFiles(`extension-${most}`, {
        'openapi.yaml': `${post({ a: '#/x-schemas/Name', b: 'more.yaml#/x-more/Name' })}x-schemas: { Name: { $ref: name.yaml } }\n`,
        'more.yaml': 'x-more: { Name: { $ref: other.yaml } }',
        'name.yaml': text(most),
        'other.yaml': text(most),
      });
    const { changes } = diffDocuments(await read(9), await read(5));
    expect(changes.map(({ id }) => id)).toEqual([
      'request-narrowed:name.yaml#/maxLength',
      'request-narrowed:other.yaml#/maxLength',
    ]);
  });
});

test('whole maps may be in other files', async () => {
  const read = (most: number) =>
    readFiles(`maps-${most}`, {
      'openapi.yaml': `${head}paths: { $ref: paths.yaml }\ncomponents: { schemas: { $ref: schemas.yaml } }\n`,
      'paths.yaml': post({ a: 'openapi.yaml#/components/schemas/Pet' }).split('paths:\n')[1] ?? '',
      'schemas.yaml': 'Pet: { type: object, properties: { $ref: properties.yaml } }',
      'properties.yaml': `name: ${text(most)}`,
    });
  const { changes } = diffDocuments(await read(9), await read(5));
  expect(changes.map(({ id }) => id)).toEqual(['request-narrowed:properties.yaml#/name/maxLength']);
});

test('a mapping may lead to another file, and to names that are no files', async () => {
  const pet = (mapping: string): string =>
    `{ discriminator: { propertyName: kind, mapping: { ${mapping} } }, oneOf: [{ $ref: dog.yaml }, { $ref: cat.yaml }] }`;
  const animal = (property: string): string =>
    `{ type: object, required: [kind], properties: { kind: { type: string }, ${property}: { type: string } } }`;
  const read = (name: string, mapping: string) =>
    readFiles(name, {
      'openapi.yaml': post({ a: 'parts/pet.yaml' }),
      'parts/pet.yaml': pet(`${mapping}, bird: https://away.example/bird.json`),
      'parts/dog.yaml': animal('name'),
      'parts/cat.yaml': animal('lives'),
    });
  const old = await read('mapping-old', 'dog: dog.yaml, cat: ./cat.yaml');
  const same = await read('mapping-same', 'dog: ./dog.yaml, cat: cat.yaml');
  const swapped = await read('mapping-swapped', 'dog: ./cat.yaml, cat: dog.yaml');
  expect(diffDocuments(old, same).counts).toMatchObject({ breaking: 0, unproven: 0, text: 0 });
  expect(diffDocuments(old, swapped).verdict).toBe('breaking');
});

describe('a document with only components', () => {
  const library = (money: string, more = ''): string =>
    `${head}components: { schemas: { Money: ${money} }${more} }\n`;
  const compare = async (before: string, after: string) => {
    const old = await readFiles('library-old', { 'openapi.yaml': before });
    const { changes } = diffDocuments(old, await readFiles('library', { 'openapi.yaml': after }));
    return changes.map(({ id, severity }) => `${severity} ${id}`);
  };

  test('can be compared', async () => {
    const old = library('{ type: object, required: [amount] }');
    expect(await compare(old, old)).toEqual([]);
    const described = library('{ type: object, required: [amount], description: Money. }');
    expect(await compare(old, described)).toEqual(['text text-changed:']);
  });

  test('cannot be shown to break documents that use it', async () => {
    const parameters = ', parameters: { Page: { name: page, in: query } }';
    expect(await compare(library(text(9), parameters), library(text(5)))).toEqual([
      'unproven component-changed:/components/schemas/Money',
      'unproven component-removed:/components/parameters/Page',
    ]);
    expect(await compare(library(text(9)), library(text(9), parameters))).toEqual([
      'compatible component-added:/components/parameters/Page',
    ]);
  });

  test('needs them in OpenAPI 3.0 beside paths', async () => {
    const old = library(text(9)).replace('3.1.0', '3.0.3');
    await expect(compare(old, old)).rejects.toThrow(/openapi\.yaml: the document has no "paths"/);
    const empty = `${head}x-paths: {}\n`;
    await expect(compare(empty, empty)).rejects.toThrow(/"paths", "webhooks" or "components"/);
  });
});

describe('annotations', () => {
  const file = 'services/api/openapi.yaml';
  const readIn = async (workspace: string | undefined) => {
    const repository = path.join(folder, 'monorepo');
    const read = (most: number) =>
      readFiles('monorepo/services/api', {
        'openapi.yaml': post({ a: './name.yaml' }),
        'name.yaml': text(most),
      });
    execFileSync('git', ['init', '-q', repository]);
    const before = process.cwd();
    await read(9);
    process.chdir(path.join(repository, 'services/api'));
    try {
      const old = await readSource('openapi.yaml', '');
      await read(5);
      const result = diffDocuments(old, await readSource('openapi.yaml', ''));
      return toReport(result, 'github', { colour: false, width: 80, full: false, workspace });
    } finally {
      process.chdir(before);
    }
  };

  test('name files from the root of the workspace, wherever the command runs', async () => {
    const want = `file=${file.replace('openapi', 'name')},line=1`;
    expect(await readIn(undefined)).toContain(want);
    expect(await readIn(path.join(folder, 'monorepo'))).toContain(want);
    expect(await readIn(path.join(folder, 'monorepo/services'))).toContain('file=api/name.yaml');
    expect(await readIn(path.join(folder, 'elsewhere'))).toContain('file=name.yaml');
  });
});
