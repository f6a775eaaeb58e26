import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { readSource } from '../../contract/documents/sources.ts';
import { useFolder } from '../../test/support/use-folder.ts';
import { diffDocuments } from './diff-documents.ts';
import { toReport } from './reports.ts';

const folder = useFolder();

/** A document whose response has a schema, in YAML or in JSON. */
function read(name: string, schema: string, form: string) {
  const content = `{ "application/json": { "schema": ${schema} } }`;
  const paths = `{ "/rows": { "get": { "responses": { "200": { "description": "d", "content": ${content} } } } } }`;
  const info = '{ "title": "T", "version": "1.0.0" }';
  const json = `{ "openapi": "3.1.0", "info": ${info}, "paths": ${paths} }`;
  const yaml = `openapi: 3.1.0\ninfo: ${info}\npaths: ${paths}\n`;
  const file = path.join(folder, `${name}.${form}`);
  writeFileSync(file, form === 'json' ? json : yaml);
  return readSource(file, '', { isExact: true });
}

const looks = { colour: false, width: 80, full: false };

test.each([
  ['an enum', '{ "enum": [9007199254740992] }', '{ "enum": [9007199254740993] }', 'breaking'],
  ['a constant', '{ "const": -9007199254740993 }', '{ "const": -9007199254740992 }', 'breaking'],
  [
    'a maximum',
    '{ "type": "integer", "maximum": 9223372036854775806 }',
    '{ "type": "integer", "maximum": 9223372036854775807 }',
    'breaking',
  ],
  [
    'a minimum',
    '{ "type": "integer", "minimum": -9223372036854775807 }',
    '{ "type": "integer", "minimum": -9223372036854775808 }',
    'breaking',
  ],
  [
    'a maximum that becomes lower',
    '{ "type": "integer", "maximum": 9223372036854775807 }',
    '{ "type": "integer", "maximum": 9223372036854775806 }',
    'compatible',
  ],
  [
    'a multiple',
    '{ "type": "integer", "multipleOf": 9007199254740993, "maximum": 9007199254740993 }',
    '{ "type": "integer", "multipleOf": 9007199254740992, "maximum": 9007199254740993 }',
    'breaking',
  ],
  [
    'a longer multiple',
    '{ "type": "integer", "multipleOf": 9223372036854775806 }',
    '{ "type": "integer", "multipleOf": 9223372036854775807 }',
    'breaking',
  ],
  [
    'a long fraction',
    '{ "type": "number", "maximum": 99999999999999999.98 }',
    '{ "type": "number", "maximum": 99999999999999999.99 }',
    'unproven',
  ],
  [
    'a default',
    '{ "properties": { "a": { "default": 9007199254740993 } } }',
    '{ "properties": { "a": { "default": 9007199254740994 } } }',
    'compatible',
  ],
])('%s is not rounded', async (_, from, to, want) => {
  for (const form of ['json', 'yaml']) {
    const result = diffDocuments(await read('old', from, form), await read('new', to, form));
    expect(result.changes.map(({ severity }) => severity)).toContain(want);
    expect(result.verdict === 'breaking').toBe(want === 'breaking');
  }
});

test('the same long numbers are equal, however they are written', async () => {
  const schema =
    '{ "type": "integer", "maximum": 9223372036854775807, "enum": [1, 9007199254740993] }';
  const json = await read('same', schema, 'json');
  const yaml = await read('same', schema.replace('9007199254740993', '9007199254740993.0'), 'yaml');
  expect(diffDocuments(json, yaml).changes).toEqual([]);
});

test('reports show all digits', async () => {
  const old = await read('old', '{ "type": "integer", "maximum": 9223372036854775806 }', 'yaml');
  const current = await read(
    'new',
    '{ "type": "integer", "maximum": 9223372036854775807 }',
    'yaml',
  );
  const result = diffDocuments(old, current);
  expect(toReport(result, 'text', looks)).toContain('→ 200 9223372036854775807');
  expect(toReport(result, 'json', looks)).toContain('"body": 9223372036854775807');
});
