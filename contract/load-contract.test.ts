import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { useFolder } from '../test/support/use-folder.ts';
import { contract } from './create-contract.ts';
import { loadContract } from './load-contract.ts';

const shipped = readFileSync('spec/openapi.yaml', 'utf8');
const folder = useFolder();
let count = 0;

function write(content: string): string {
  count += 1;
  const file = path.join(folder, `${count}.yaml`);
  writeFileSync(file, content);
  return file;
}

function overlay(target: string, update: unknown): string {
  return write(JSON.stringify({ overlay: '1.0.0', info: {}, actions: [{ target, update }] }));
}

describe('loading a contract', () => {
  test('returns the included contract by default', async () => {
    expect(await loadContract()).toBe(contract);
  });

  test('lets an overlay choose an assumption without recompiling schemas', async () => {
    const file = overlay("$['x-assumptions']['list-order']", { value: 'newest-first' });
    const loaded = await loadContract({ overlays: [file] });
    expect(loaded.assumptions['list-order']).toBe('newest-first');
    expect(contract.assumptions['list-order']).toBe('oldest-first');
    expect(loaded.validators.body('createSite')({})).toHaveLength(1);
  });

  test('applies overlays in order', async () => {
    const target = "$['x-assumptions']['list-order'].value";
    const overlays = [overlay(target, 'by-name'), overlay(target, 'by-id')];
    expect((await loadContract({ overlays })).assumptions['list-order']).toBe('by-id');
  });

  test('lets an assumption set the status of a problem', async () => {
    const file = overlay("$['x-assumptions']['error-status-invalid-body']", { value: 400 });
    expect((await loadContract({ overlays: [file] })).problems['invalid-body'].status).toBe(400);
  });

  test('recompiles schemas that an overlay changes', async () => {
    const file = overlay('$.components.schemas.SiteName', { maxLength: 3 });
    const { validators } = await loadContract({ overlays: [file] });
    expect(validators.body('createSite')({ name: 'long' })).toHaveLength(1);
    expect(contract.validators.body('createSite')({ name: 'long' })).toHaveLength(0);
  });

  test('reads YAML and JSON, with or without assumptions', async () => {
    const yaml = await loadContract({ document: write(shipped) });
    expect(yaml.document).toEqual(contract.document);
    const { 'x-assumptions': _, 'x-problems': __, ...plain } = contract.document;
    const json = await loadContract({ document: write(JSON.stringify(plain)) });
    expect(json.assumptions).toEqual(contract.assumptions);
    expect(json.problems).toEqual(contract.problems);
  });

  test.each([
    {
      title: 'wrong indentation, with line and column',
      content: 'openapi: 3.1.0\ninfo:\n title: a\n  version: 1\n',
      want: /\.yaml:3:\d+: /,
    },
    {
      title: 'a key twice',
      content: 'openapi: 3.1.0\nopenapi: 3.1.0\n',
      want: /\.yaml:2:1: .*unique/,
    },
    { title: 'an empty file', content: '', want: /not an OpenAPI document/ },
    {
      title: 'OpenAPI 4',
      content: 'openapi: 4.0.0',
      want: /OpenAPI 4\.0\.0 is not supported; use 3\.2, 3\.1, 3\.0 or Swagger 2\.0$/,
    },
    {
      title: 'a reference to nothing',
      content: shipped.replace(
        "$ref: '#/components/parameters/siteId'",
        "$ref: '#/components/parameters/nope'",
      ),
      want: /\.yaml:\d+: #\/.*\$ref "#\/components\/parameters\/nope" leads nowhere; correct it$/,
    },
    {
      title: 'an unknown assumption',
      content: shipped.replace('\n  list-order:\n', '\n  list-ordering:\n'),
      want: /unknown assumption "list-ordering"; did you mean "list-order"\?/,
    },
    {
      title: 'an unknown value',
      content: shipped.replace('value: oldest-first\n', 'value: oldest\n'),
      want: /x-assumptions\/list-order: "oldest" is not one of "oldest-first", .*did you mean "oldest-first"\?/,
    },
  ])('refuses in one line: $title', async ({ content, want }) => {
    const document = write(content);
    const refused = await loadContract({ document }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ name: 'DocumentError', message: expect.stringMatching(want) });
    expect(refused).toMatchObject({ message: expect.stringContaining(path.basename(document)) });
    expect(refused).toMatchObject({ message: expect.not.stringContaining('\n') });
  });

  test.each([
    {
      title: 'an unknown value',
      update: { value: 'newest' },
      want: /actions\[0\]: x-assumptions\/list-order: "newest" is not one of/,
    },
    { title: 'a value of another type', update: { value: [] }, want: /cannot be merged/ },
  ])('names overlay and action: $title', async ({ update, want }) => {
    const file = overlay("$['x-assumptions']['list-order']", update);
    await expect(loadContract({ overlays: [file] })).rejects.toThrow(want);
  });

  test('names the file of a wrong declaration of resources', async () => {
    const file = overlay('$', { 'x-resources': { site: { create: 'createSit' } } });
    await expect(loadContract({ overlays: [file] })).rejects.toThrow(
      `${file}: x-resources/site/create: unknown operation "createSit"; did you mean "createSite"?`,
    );
  });

  test('names a missing file', async () => {
    await expect(loadContract({ document: 'nowhere.yaml' })).rejects.toThrow(
      'nowhere.yaml: file not found',
    );
    await expect(loadContract({ overlays: [folder] })).rejects.toThrow('is a directory');
  });
});
